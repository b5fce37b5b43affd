#!/bin/sh
# Builds bench/engine.c with the core, as R would (gcc or cc, -O2), and runs it.
#   sh bench/engine.sh [name...]
#   CFLAGS=-DUNRULY_NO_SWEEP sh bench/engine.sh forgetting    without the sweep (src/policies/search/sweep.h);
#   -DUNRULY_ONE_BY_ONE without lanes
. "$(dirname "$0")/../tools/common.sh"
folder=$build/engine
mkdir -p "$folder"
# shellcheck disable=SC2046,SC2086 # words
${CC:-cc} -std=gnu11 -g -O2 ${CFLAGS:-} -fPIC -fvisibility=hidden -pthread bench/engine.c $(core_sources) -o "$folder/engine" -lm
exec "$folder/engine" "$@"
