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

# A cache of compilers, where ccache is: .ci/run compiles the same sources three times, in folders of other names.
if [ -d /usr/lib/ccache ]; then
  PATH=/usr/lib/ccache:$PATH
  CCACHE_NOHASHDIR=true
  export PATH CCACHE_NOHASHDIR
fi

say() { printf '%s\n' "$*" >&2; }
stop() { say "$*"; exit 1; }
have() { command -v "$1" > /dev/null 2>&1; }

# The core's sources: all sub-folders of src except the glue.
core_sources() { find src -mindepth 2 -name '*.c' ! -path 'src/glue/*' | sort; }

# Which share of their crosses tests play (tests/testthat/helper-share.R): a number below 12 that changes with the
# sources and with nothing else, unless UNRULY_SHARE says it; none where UNRULY_ALL=true.
share_of_sources() {
  if [ "${UNRULY_ALL:-}" = true ]; then return; fi
  if [ -n "${UNRULY_SHARE:-}" ]; then echo "$UNRULY_SHARE"; return; fi
  sum=$(find R src tests/testthat/helper-*.R -name '*.[Rch]' | LC_ALL=C sort | xargs cat | cksum | sed 's/ .*//')
  echo $((sum % 12))
}

# The programs that test it. Files named fuzz_* are fuzzers, not tests.
core_programs() { find tests/c -name '*.c' ! -name 'fuzz_*' 2> /dev/null | sort; }

# core_objects COMPILER FLAGS FOLDER JOBS [HEADER OTHER]: one object a source, in a folder of their
# own; src/base/heap.c becomes src-base-heap.o, and src-base-heap.d lists what it includes. With a
# header, only the sources that include it are compiled; the objects of all others come from OTHER.
core_objects() {
  rm -rf "$3"
  mkdir -p "$3"
  # shellcheck disable=SC2016 # expanded by the inner shell
  core_sources | xargs -P "$4" -I '{}' sh -c '
    name=$(printf %s "${3%.c}" | tr / -)
    if [ -n "$5" ] && ! grep -q "$5" "$6/$name.d"; then cp "$6/$name.o" "$4/$name.o"
    else "$1" $2 -MMD -c "$3" -o "$4/$name.o"; fi' - "$1" "$2" '{}' "$3" "${5:-}" "${6:-}"
}
