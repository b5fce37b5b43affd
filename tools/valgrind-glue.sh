#!/bin/sh
# The glue under valgrind: the calls of tools/torture.R, without the torture.
. "$(dirname "$0")/common.sh"
have valgrind || stop "valgrind is not here (Debian: apt-get install valgrind)."
log=$build/valgrind.log
R -d "valgrind -q --leak-check=full --show-leak-kinds=definite --log-file=$log" \
  --vanilla -s -f tools/torture.R --args 0
# R and its libraries cause reports too: ours are those that name the package.
if grep -q 'unruly\.so' "$log"; then
  cat "$log" >&2
  stop "valgrind complains about the package."
fi
say "valgrind has nothing to say about the package."
