# Sourced by the other scripts: paths and common settings.
set -eu
cd "$(dirname "$0")/.."
root=$(pwd)
build=$root/.build
library=$build/library
mkdir -p "$library"
echo '*' > "$build/.gitignore"

# R's help pages and figures need UTF-8, which a bare machine may not have set.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
  *[Uu][Tt][Ff]*) ;;
  *) LC_ALL=C.UTF-8; export LC_ALL ;;
esac

# The flags of the outer make must not reach the make that R runs.
unset MAKELEVEL MFLAGS || true
MAKEFLAGS=-j2
export MAKEFLAGS

say() { printf '%s\n' "$*" >&2; }
stop() { say "$*"; exit 1; }
have() { command -v "$1" > /dev/null 2>&1; }

# The core's sources: all sub-folders of src except the glue.
core_sources() { find src -mindepth 2 -name '*.c' ! -path 'src/glue/*' | sort; }
