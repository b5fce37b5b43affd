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

# The programs that test it. Files named fuzz_* are fuzzers, not tests.
core_programs() { find tests/c -name '*.c' ! -name 'fuzz_*' 2> /dev/null | sort; }

# objects COMPILER FLAGS FOLDER JOBS [HEADER OTHER]: the core's objects in a folder of
# their own; src/base/heap.c becomes src-base-heap.o. With a header, only the sources that
# include it are compiled; the objects of all others come from the folder OTHER.
objects() {
  rm -rf "$3"
  mkdir -p "$3"
  # shellcheck disable=SC2016 # expanded by the inner shell
  core_sources | xargs -P "$4" -I '{}' sh -c '
    object=$4/$(printf %s "${3%.c}" | tr / -).o
    if [ -n "$5" ] && ! "$1" -MM "$3" | grep -q "$5"; then cp "$6/${object##*/}" "$object"
    else "$1" $2 -c "$3" -o "$object"; fi' - "$1" "$2" '{}' "$3" "${5:-}" "${6:-}"
}
