#!/bin/sh
# Millions of random compositions in the fast way and in the plain one: the program of
# tests/c, built with optimisation, for as long as wanted. Not a benchmark.
#   sh bench/compositions.sh [games [agents [first number]]]
. "$(dirname "$0")/../tools/common.sh"
folder=$build/compositions
mkdir -p "$folder"
# shellcheck disable=SC2046 # one word a source
${CC:-cc} -std=gnu11 -O2 -pthread tests/c/test_compositions.c $(core_sources) -o "$folder/compositions" -lm
exec "$folder/compositions" "${1:-2000000}" "${2:-1000000}" "${3:-1}"
