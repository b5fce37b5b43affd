#!/bin/sh
# Checks the C code's layout with clang-format, and the code with clang-tidy.
. "$(dirname "$0")/common.sh"
files=$(find src tests/c web/core -name '*.[ch]' | sort)
status=0

if have clang-format; then
  # shellcheck disable=SC2086 # one word a file
  clang-format --dry-run -Werror $files || status=1
else
  say "clang-format is not here (Debian: apt-get install clang-format)."
  status=1
fi

# Left out: the checks that object to memcpy and snprintf as such, and to
# functions whose parameters could be swapped; parentheses around arguments of
# macros, which are names here; va_list, where clang-tidy 14 is mistaken; products of two
# counts that index an array, which then has room for them in an int; loops over whole
# numbers that are doubles; and a strcat() that comes after a check of the room.
checks='-*,clang-analyzer-*,bugprone-*,misc-*,performance-*'
checks="$checks,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling"
checks="$checks,-bugprone-easily-swappable-parameters,-bugprone-narrowing-conversions"
checks="$checks,-misc-no-recursion,-misc-unused-parameters"
checks="$checks,-bugprone-macro-parentheses,-clang-analyzer-valist.Uninitialized"
checks="$checks,-bugprone-implicit-widening-of-multiplication-result"
checks="$checks,-clang-analyzer-security.FloatLoopCounter,-clang-analyzer-security.insecureAPI.strcpy"
if have clang-tidy; then
  # shellcheck disable=SC2046 # one word a source
  clang-tidy --quiet --checks="$checks" --warnings-as-errors='*' $(core_sources) -- -std=c11 -pthread ||
    status=1
  # shellcheck disable=SC2046
  clang-tidy --quiet --checks="$checks" --warnings-as-errors='*' src/init.c $(find src/glue -name '*.c' | sort) -- \
    -std=c11 -pthread $(R CMD config --cppflags) || status=1
else
  say "clang-tidy is not here (Debian: apt-get install clang-tidy)."
  status=1
fi
exit "$status"
