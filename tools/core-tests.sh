#!/bin/sh
# Builds the core and the programs of tests/c without R, and runs them.
#
#   sh tools/core-tests.sh plain|address|thread|valgrind
#   sh tools/core-tests.sh builds   other builds give the same numbers: one that
#                                   may fuse multiply-adds, one without vectors;
#                                   elementary functions are our own, and the
#                                   numbers are those of every other machine
#   sh tools/core-tests.sh all      plain and builds, which share their objects
#   sh tools/core-tests.sh shared   the same but for the build that may fuse multiply-adds, with the objects of the library that
#                                   tools/install-package.sh has just installed, so that nothing is compiled twice;
#                                   quick: those programs alone that do not take long
#
# All compare the digests of test_exact with tests/c/exact.txt.
#
# In `shared` and `quick` one in twelve settings and random games is played; which ones follows from UNRULY_SHARE. Under the
# sanitizers and valgrind it is one in four, eight and sixteen; tools/test-all.sh draws which ones. Else all of them are.
#
# CC chooses the compiler. Files named fuzz_* are fuzzers, not tests.
. "$(dirname "$0")/common.sh"
mode=$1
compiler=${CC:-cc}
have "$compiler" || stop "A C compiler is needed; $compiler is not here."

runner=
checked="-std=c11 -g -O1 -fno-omit-frame-pointer" # what the tools that look on want
case $mode in
  plain | all | shared | quick) flags="-std=gnu11 -O2" ;;
  address)
    flags="$checked -fsanitize=address,undefined -fno-sanitize-recover=all"
    ASAN_OPTIONS=detect_stack_use_after_return=1
    UNRULY_ONE_IN=4 # whole they take half an hour
    export ASAN_OPTIONS UNRULY_ONE_IN ;;
  thread)
    flags="$checked -fsanitize=thread"
    # Some kernels lay memory out in ways that ThreadSanitizer cannot use.
    if have setarch && setarch -R true 2> /dev/null; then runner="setarch -R"; fi
    TSAN_OPTIONS=halt_on_error=1
    UNRULY_ONE_IN=8 # games a thread are alike
    export TSAN_OPTIONS UNRULY_ONE_IN ;;
  valgrind)
    have valgrind || stop "valgrind is not here (Debian: apt-get install valgrind)."
    flags=$checked
    UNRULY_ONE_IN=16 # it takes thirty times as long
    export UNRULY_ONE_IN
    runner="valgrind -q --leak-check=full --show-leak-kinds=definite,possible --error-exitcode=1" ;;
  builds) ;;
  *) stop "usage: core-tests.sh plain|address|thread|valgrind|builds|all|shared|quick" ;;
esac

# objects FOLDER FLAGS [HEADER]: with a header, only the sources that include it are compiled, as
# the flags are for it alone; the others' objects are those of the plain build.
objects() { core_objects "$compiler" "-pthread $2" "$1" 2 "${3:-}" "$build/exact-plain"; }

# digest NAME FLAGS [HEADER]: what tests/c/test_exact.c prints in such a build.
digest() {
  [ "$1" = plain ] || objects "$build/exact-$1" "-std=gnu11 -O2 $2" "${3:-}"
  mkdir -p "$build/exact-$1/program"
  # In two steps, for the cache of compilers.
  # shellcheck disable=SC2086 # words
  "$compiler" -std=gnu11 -O2 -pthread $2 -c tests/c/test_exact.c -o "$build/exact-$1/program/test_exact.o"
  "$compiler" -pthread "$build/exact-$1/program/test_exact.o" "$build/exact-$1"/*.o -o "$build/exact-$1/test_exact" -lm
  "$build/exact-$1/test_exact" > "$build/exact-$1.txt" || stop "test_exact failed ($1)."
}

# same NAME: such a build must print what the plain one does.
same() {
  cmp "$build/exact-plain.txt" "$build/exact-$1.txt" || stop "A build ($1) gives other numbers."
  say "A build ($1) gives the same numbers."
}

# fused FLAGS: in the build that may fuse multiply-adds no source does so, not even
# where the digests do not show it. (scan.c and sweep.c ask for some by name, in their lanes.)
fused() {
  for source in src/policies/search/scan.c src/policies/search/sweep.c; do
    # shellcheck disable=SC2086 # words
    "$compiler" -std=gnu11 -O2 -pthread $1 -DUNRULY_ONE_BY_ONE -c "$source" -o "$build/exact-fused/$(printf %s "${source%.c}" | tr / -).o"
  done
  for object in "$build"/exact-fused/*.o; do
    if objdump -d "$object" | grep -Eq '[[:space:]]v?fn?m(add|sub)'; then stop "$object has fused multiply-adds."; fi
  done
  say "No source has fused multiply-adds."
}

# own FOLDER: of the functions of libm no object asks for any but those that IEEE 754 and C define to the last
# bit. Where libm cannot be looked into, its functions are those named below.
own() {
  have nm || return 0
  libm=$("$compiler" -print-file-name=libm.so.6)
  { [ ! -r "$libm" ] || nm -D --defined-only "$libm"; printf ' %s\n' $others; } |
    sed 's/.* //; s/@.*//' | sort -u | grep -Evx "($exact)f?" > "$build/libm.txt"
  for object in "$1"/*.o; do
    asked=$(nm -u "$object" | sed 's/.* _*//; s/@.*//; s/_finite$//' | grep -Fx -f "$build/libm.txt" | tr '\n' ' ')
    [ -z "$asked" ] || stop "$object asks the C library for $asked"
  done
  say "No source asks the C library for a function that rounds otherwise elsewhere."
}
exact='sqrt|fabs|floor|ceil|trunc|rint|nearbyint|l?l?round|l?l?rint|fmod|remainder|ldexp|scalbl?n|frexp|modf'
exact="$exact|copysign|fmin|fmax|nextafter|ilogb|logb"
others='log log2 log10 log1p exp exp2 exp10 expm1 pow sin cos tan sincos asin acos atan atan2 sinh cosh tanh asinh'
others="$others acosh atanh cbrt hypot erf erfc gamma tgamma lgamma lgamma_r fma j0 j1 jn y0 y1 yn"

# pinned NAME: the digests of tests/c/exact.txt, which are those of every machine, are among those that this build printed.
pinned() {
  lost=$(grep -Fvx -f "$build/exact-$1.txt" tests/c/exact.txt || true)
  [ -z "$lost" ] || stop "These digests are not those of tests/c/exact.txt ($1; where that is meant: cp $build/exact-$1.txt tests/c/exact.txt):
$(printf '%s\n' "$lost" | head -20)"
  unwritten=$(grep -Fvx -f tests/c/exact.txt "$build/exact-$1.txt" || true)
  if [ -n "$unwritten" ]; then
    say "tests/c/exact.txt lacks these lines (cp $build/exact-$1.txt tests/c/exact.txt):
$(printf '%s\n' "$unwritten" | head -20)"
    if [ "${UNRULY_STRICT:-}" = true ] || [ "$mode" = all ]; then stop "New digests must stand in tests/c/exact.txt."; fi
  fi
  say "The numbers are those of all machines (tests/c/exact.txt)."
}

# programs FOLDER: those of tests/c, compiled with the objects there and run, two at a time.
programs() {
  found=$(core_programs | sort -r) # so that test_fast does not come last
  # Without those that take longest.
  if [ "$mode" = quick ]; then found=$(printf '%s\n' "$found" | grep -v -e test_core -e test_fast -e test_compositions \
    -e test_heights -e test_inference -e test_explain -e test_agent); fi
  # Of these the other builds run it, too.
  case $mode in all | shared) found=$(printf '%s\n' "$found" | grep -v test_exact) ;; esac
  [ -n "$found" ] || stop "There are no programs in tests/c."
  # Here allocations can be made to fail in turn.
  # shellcheck disable=SC2086 # words
  "$compiler" -pthread $flags -DUNRULY_TEST_MEMORY -c src/base/memory.c -o "$1/src-base-memory.o"
  mkdir -p "$1/program"
  # shellcheck disable=SC2016 # expanded by the inner shell
  printf '%s\n' "$found" | xargs -P 2 -I '{}' sh -c '
    name=$(basename "$4" .c)
    "$1" -g -pthread $2 -DUNRULY_TEST_MEMORY -c "$4" -o "$5/program/$name.o" || exit 1
    "$1" -g -pthread $2 "$5/program/$name.o" "$5"/*.o -o "$5/$name" -lm || exit 1
    echo "Running $name ($6)" >&2
    if [ "$name" = test_exact ]; then exec > "$7"; fi
    $3 "$5/$name" || { echo "$name failed ($6)." >&2; exit 1; }
  ' - "$compiler" "$flags" "$runner" '{}' "$1" "$mode" "$build/exact-$mode.txt" || stop "A program of tests/c failed ($mode)."
  case $mode in all | shared) ;; *) pinned "$mode" ;; esac
  say "All programs of tests/c passed ($mode)."
}

other_builds() {
  if "$compiler" -std=gnu11 -O2 -ffast-math -c src/base/status.c -o "$build/fast.o" 2> /dev/null; then
    stop "-ffast-math is not refused."
  fi
  # clang heeds no source under `fast`, and packages are not built so.
  contract=fast
  if "$compiler" --version | grep -q clang; then contract=on; fi
  fuses=
  if [ "$mode" != shared ] && grep -qw fma /proc/cpuinfo 2> /dev/null; then fuses="-mfma -ffp-contract=$contract"; fi
  # All at once, or one processor would wait: each runs a program of one thread. The others copy objects of the plain one,
  # so that these come first where they are not there yet.
  if [ "$mode" = builds ]; then objects "$build/exact-plain" "-std=gnu11 -O2"; fi
  digest plain "" & running=$!
  digest no-margin -DUNRULY_MARGIN=0.0 margin.h & running="$running $!"
  digest one-by-one -DUNRULY_ONE_BY_ONE lanes.h & running="$running $!"
  if [ -n "$fuses" ]; then digest fused "$fuses" & running="$running $!"; fi
  for digest in $running; do wait "$digest"; done
  own "$build/exact-plain"
  pinned plain
  # Bounds without their margin must be caught: else the tests see too little.
  ! cmp -s "$build/exact-plain.txt" "$build/exact-no-margin.txt" || stop "A build without the margin of bounds is not caught."
  same one-by-one
  if [ "$mode" = shared ]; then return; fi
  if [ -z "$fuses" ]; then say "No fused multiply-add here: skipped."; return; fi
  same fused
  if have objdump; then fused "$fuses"; fi
}

# The core's objects of the library, in a folder.
library_objects() {
  rm -rf "$1"
  mkdir -p "$1"
  core_sources | while read -r source; do
    name=$(printf %s "${source%.c}" | tr / -)
    for ending in o d; do cp "$build/source/unruly/${source%.c}.$ending" "$1/$name.$ending" || exit 1; done
  done || stop "The library has not been installed: sh tools/install-package.sh"
}

case $mode in
  shared | quick)
    UNRULY_SHARE=$(share_of_sources)
    if [ -n "$UNRULY_SHARE" ]; then UNRULY_ONE_IN=12; export UNRULY_ONE_IN; fi ;;
  address | thread | valgrind) UNRULY_SHARE=${UNRULY_SHARE:-0} ;;
  *) UNRULY_SHARE= ;;
esac
export UNRULY_SHARE
folder=$build/core-$mode
case $mode in
  builds)
    other_builds
    exit 0 ;;
  all)
    objects "$build/exact-plain" "$flags"
    rm -rf "$folder"
    cp -R "$build/exact-plain" "$folder" ;;
  shared)
    library_objects "$build/exact-plain"
    rm -rf "$folder"
    cp -R "$build/exact-plain" "$folder" ;;
  quick) library_objects "$folder" ;;
  *) objects "$folder" "$flags" ;;
esac
case $mode in
  all | shared)
    other_builds & others=$!
    trap 'kill "$others" 2> /dev/null || true' EXIT
    programs "$folder"
    wait "$others" ;;
  *) programs "$folder" ;;
esac
