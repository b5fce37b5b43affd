#!/bin/sh
# Runs the benchmarks one after the other: bench/run.sh if there is one, else
# every script in bench/ but the fuzzer.
. "$(dirname "$0")/common.sh"
if [ -e bench/run.sh ]; then exec sh bench/run.sh; fi
say "== bench/engine.sh"
sh bench/engine.sh
for script in bench/*.R; do
  [ -e "$script" ] || stop "There are no benchmarks in bench/."
  if [ "$script" = bench/fuzz.R ]; then continue; fi
  say "== $script"
  Rscript "$script"
done
