# Read by the other scripts: where things are, and settings that hold for all.
set -eu
cd "$(dirname "$0")/.."
root=$(pwd)
build=$root/.build
library=$build/library
mkdir -p "$library"
echo '*' > "$build/.gitignore"

# A bare machine speaks no UTF-8, which R's help pages and figures need.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
  *[Uu][Tt][Ff]*) ;;
  *) LC_ALL=C.UTF-8; export LC_ALL ;;
esac

# What the outer make was told is not meant for R's own make.
unset MAKELEVEL MFLAGS || true
MAKEFLAGS=-j2
export MAKEFLAGS

say() { printf '%s\n' "$*" >&2; }
stop() { say "$*"; exit 1; }
have() { command -v "$1" > /dev/null 2>&1; }

# The core's sources: everything in the sub-folders of src but what knows R.
core_sources() { find src -mindepth 2 -name '*.c' ! -path 'src/glue/*' | sort; }
