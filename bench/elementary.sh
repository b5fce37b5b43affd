#!/bin/sh
# Builds bench/elementary.c with the elementary functions, as R would (gcc, -O2), and runs it:
#   sh bench/elementary.sh errors MILLIONS [name...] | monotone MILLIONS | speed
# It needs a long double of 64 digits and libquadmath, as on a PC with gcc.
. "$(dirname "$0")/../tools/common.sh"
folder=$build/elementary
mkdir -p "$folder"
${CC:-gcc} -std=gnu11 -g -O2 -fPIC -fvisibility=hidden bench/elementary.c src/base/logarithm.c src/base/exponential.c src/base/power.c \
  src/base/trigonometric.c src/base/gamma.c -o "$folder/elementary" -lquadmath -lm
exec "$folder/elementary" "$@"
