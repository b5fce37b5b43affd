#!/bin/sh
# Runs the benchmarks one after the other: bench/run.sh if there is one, else
# every script in bench/ but the fuzzer.
. "$(dirname "$0")/common.sh"
if [ -e bench/run.sh ]; then exec sh bench/run.sh; fi
for script in bench/*.R; do
  [ -e "$script" ] || stop "There are no benchmarks in bench/."
  if [ "$script" = bench/fuzz.R ]; then continue; fi
  say "== $script"
  Rscript "$script"
done
