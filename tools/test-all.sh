#!/bin/sh
# Plays everything, for nights and before a release: all crosses whole, all literal versions, other builds of the core, the address
# and thread sanitizers, valgrind, garbage collection at each allocation, fuzzers and compositions with fresh seeds. What fails
# does not stop the others. Each step's output is in .build/test-all; printed are its end where it failed, and what each took.
#
#   sh tools/test-all.sh [STEP ...]    all steps, or these. SEED (the time) is that of the compositions and fuzzers;
#                                      it also says what the sanitizers and valgrind play.
. "$(dirname "$0")/common.sh"
folder=$build/test-all
mkdir -p "$folder"
UNRULY_ALL=true
export UNRULY_ALL
SEED=${SEED:-$(date +%s)}
games=$((SEED % 1000))
failed=

# step NAME COMMAND ...
step() {
  name=$1
  shift
  case " $wanted " in "  " | *" $name "*) ;; *) return 0 ;; esac
  began=$(date +%s)
  if "$@" > "$folder/$name.txt" 2>&1 < /dev/null; then verdict=ok; else
    verdict=FAILED
    failed="$failed $name"
    tail -n 30 "$folder/$name.txt"
  fi
  printf '%-7s %6d s  %s\n' "$verdict" $(($(date +%s) - began)) "$name"
}
wanted=$*

say "Seed of the compositions and fuzzers: $SEED"
sh tools/install-needs.sh test
sh tools/install-package.sh
step tests env UNRULY_LITERAL=all sh tools/with-library.sh Rscript tools/test.R
step odd make odd
step core make ctest
step asan env UNRULY_SHARE="$games" make asan
step tsan env UNRULY_SHARE="$games" make tsan
step valgrind env UNRULY_SHARE="$games" make valgrind
step torture make torture
step check-bare env UNRULY_SHARE="$games" make check-bare
step fuzz env FUZZ_SEED="$SEED" make fuzz
step compose make compose SEED="$SEED"
[ -z "$failed" ] || stop "Failed:$failed (SEED=$SEED)"
say "Everything holds."
