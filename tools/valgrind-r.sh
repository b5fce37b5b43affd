#!/bin/sh
# Runs a script of R under valgrind: `valgrind-r.sh LOG SCRIPT [ARGUMENT]`, where with-library.sh finds the package.
. "$(dirname "$0")/common.sh"
have valgrind || stop "valgrind is not here (Debian: apt-get install valgrind)."
log=$1
script=$2
shift 2
R -d "valgrind -q --leak-check=full --show-leak-kinds=definite --log-file=$log" --vanilla -s -f "$script" --args "$@" < /dev/null
# R and its libraries cause reports too: ours are those that name the package.
if grep -q 'unruly\.so' "$log"; then
  cat "$log" >&2
  stop "valgrind complains about the package."
fi
say "valgrind has nothing to say about the package."
