#!/bin/sh
# Builds bench/engine.c with the core, as R would (gcc or cc, -O2), and runs it.
#   sh bench/engine.sh [name...]
. "$(dirname "$0")/../tools/common.sh"
folder=$build/engine
mkdir -p "$folder"
# shellcheck disable=SC2046 # one word a source
${CC:-cc} -std=gnu11 -g -O2 -fPIC -fvisibility=hidden -pthread bench/engine.c $(core_sources) -o "$folder/engine" -lm
exec "$folder/engine" "$@"
