#!/bin/sh
# Compiles the C sources as C11 with strict warnings as errors, with gcc and
# with clang: the core and its tests without R's headers, the glue with them (as
# system headers, whose own warnings are not ours).
. "$(dirname "$0")/common.sh"
flags="-std=c11 -O2 -pthread -Wall -Wextra -pedantic -Wshadow -Werror"
glue_flags="-DR_NO_REMAP -DSTRICT_R_HEADERS $(R CMD config --cppflags | sed 's/-I/-isystem /g')"
object=$build/warn.o
used=
status=0

# compile COMPILER FLAGS FILE: one at a time, so that every file is reported.
compile() {
  # shellcheck disable=SC2086 # flags are words
  "$1" $flags $2 -c "$3" -o "$object" || status=1
}

for compiler in gcc clang; do
  if ! have "$compiler"; then say "$compiler is not here: skipped."; continue; fi
  used="$used $compiler"
  for file in $(core_sources) tests/c/*.c; do
    if [ -e "$file" ]; then compile "$compiler" "" "$file"; fi
  done
  for file in src/*.c src/glue/*.c; do compile "$compiler" "$glue_flags" "$file"; done
done
rm -f "$object"

[ -n "$used" ] || stop "Neither gcc nor clang is here (Debian: apt-get install gcc clang)."
[ "$status" -eq 0 ] || stop "There were warnings."
say "No warning from:$used"
