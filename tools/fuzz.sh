#!/bin/sh
# Feeds junk for FUZZ_SECONDS (60 by default) each:
# - the exported functions, edited objects and the glue, by bench/fuzz.R, in a
#   build of the package with AddressSanitizer and UBSan where gcc has them;
#   FUZZ_SEED (1) is where the calls come from; with FUZZ_CALLS=300 it goes on until
#   each function was called so often, which takes an hour or more;
# - the core, by the libFuzzer programs tests/c/fuzz_*.c, where there are any.
# `fuzz.sh missing` prints Debian's packages that the latter want and this machine lacks.
. "$(dirname "$0")/common.sh"

has_libfuzzer() {
  have clang && echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' |
    clang -x c -fsanitize=fuzzer,address,undefined - -o "$build/libfuzzer" 2> /dev/null
}

if [ "${1:-}" = missing ]; then
  if has_libfuzzer; then exit 0; fi
  if ! have clang; then echo clang; fi
  version=$(clang -dumpversion 2> /dev/null || apt-cache depends clang 2> /dev/null | sed -n 's/.*Depends: clang-\([0-9]*\).*/\1/p')
  echo "libclang-rt-${version%%.*}-dev"
  exit 0
fi

seconds=${FUZZ_SECONDS:-60}
until=$seconds
how="for $seconds seconds"
if [ -n "${FUZZ_CALLS:-}" ]; then
  until="calls $FUZZ_CALLS"
  how="until each function was called $FUZZ_CALLS times"
fi
sanitizers=address,undefined
did=

fuzz_package() {
  seed=${FUZZ_SEED:-1}
  asan=$(gcc -print-file-name=libasan.so 2> /dev/null || true)
  if [ -e "$asan" ]; then
    sh tools/install-package.sh sanitized
    say "Fuzzing the functions and the glue $how, with sanitizers"
    # R itself lets go of little at its end, so leaks are not looked for.
    # shellcheck disable=SC2086 # two words or one
    LD_PRELOAD="$asan $(gcc -print-file-name=libubsan.so)" \
      ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
      R_LIBS="$build/library-sanitized${R_LIBS:+:$R_LIBS}" Rscript bench/fuzz.R $until "$seed" < /dev/null
  else
    sh tools/install-package.sh
    say "Fuzzing the functions and the glue $how, without sanitizers"
    # shellcheck disable=SC2086 # two words or one
    sh tools/with-library.sh Rscript bench/fuzz.R $until "$seed"
  fi
}

# fuzz_core FILE: inputs in tests/c/corpus/NAME/ are where it starts from.
fuzz_core() {
  name=$(basename "$1" .c)
  folder=$build/fuzz/$name
  mkdir -p "$folder/inputs"
  seeds=
  if [ -d "tests/c/corpus/$name" ]; then seeds=tests/c/corpus/$name; fi
  # shellcheck disable=SC2046 # one word a source
  clang -std=c11 -g -O1 -pthread -fsanitize=fuzzer,$sanitizers -fno-sanitize-recover=all \
    "$1" $(core_sources) -o "$folder/program" -lm
  say "Fuzzing $name for $seconds seconds"
  # shellcheck disable=SC2086 # seeds may be nothing
  "$folder/program" -verbosity=0 -print_final_stats=1 -max_total_time="$seconds" -artifact_prefix="$folder/" "$folder/inputs" $seeds
}

if [ -e bench/fuzz.R ]; then fuzz_package; did="$did bench/fuzz.R"; fi
for fuzzer in tests/c/fuzz_*.c; do
  if [ ! -e "$fuzzer" ]; then say "No fuzzers of the core (tests/c/fuzz_*.c) yet."; continue; fi
  has_libfuzzer || stop "clang with libFuzzer is needed (Debian: apt-get install clang and libclang-rt-dev of its version)."
  fuzz_core "$fuzzer"
  did="$did $fuzzer"
done
[ -n "$did" ] || stop "There is nothing to fuzz yet."
say "Fuzzed without a finding:$did"
