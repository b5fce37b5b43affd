#!/bin/sh
# What a change of one file needs: `make one FILE=...` enters new C files into OBJECTS, compiles what the change concerns, links, installs the R code
# without help, and runs the tests of the file's topic, but for the longest and the snapshots.
#
#   sh tools/one.sh src/policies/classical/ucb.c | R/policy.R | tests/testthat/test-policy.R | policy-classical
. "$(dirname "$0")/common.sh"
file=${1:-}
[ -n "$file" ] || stop "Which file? make one FILE=src/policies/classical/ucb.c, FILE=R/policy.R or FILE=policy-classical"
case $file in */*) [ -e "$file" ] || stop "There is no file $file." ;; esac

# The tests that speak most of what a source of policies defines, at most two.
tests_of_constructors() {
  names=$(grep -o '"policy_[a-z0-9_]*"' "$1" | tr -d '"' | sort -u)
  for name in $names; do
    grep -c "$name(" tests/testthat/test-policy-*.R | grep -v ':0$' | sort -t: -k2,2nr | head -2 | sed 's|.*/test-||; s/\.R:.*//'
  done | sort -u
}

# A topic has the same name everywhere; these rooms of the core have no tests in R by their own names.
words=$(basename "$file" | sed 's/\.[RcCh]*$//; s/^test-//; s/_/-/g')
room=$(basename "$(dirname "$file")")
case $file in
  src/policies/*/*) topic=$(tests_of_constructors "$file"); [ -n "$topic" ] || topic="policy-index policy-indices" ;;
  src/traits/rest.* | src/traits/absences.* | src/traits/batches.*) topic=trait-time ;;
  src/traits/replay*) topic=log-replay ;;
  src/traits/registry.*) topic=composition ;;
  src/traits/*) topic=trait-$words ;;
  src/arms/*) topic=arms-$words ;;
  src/stopping/*) topic=stopping ;;
  src/logs/*) topic=log-replay ;;
  src/random/* | src/schedule/* | src/study/* | src/agent/*) topic=$room ;;
  src/exact/*) topic="exact-study exact-stop exact-optimal" ;;
  src/glue/*) topic=$words ;;
  src/*) topic="engine composition" ;;
  R/policy.R) topic="run-all policy-labels policy-words" ;;
  *) topic=$words ;;
esac

# The tests of that name; where there are none, those whose names begin with it; else by one word less.
tests_of() {
  name=$1
  while :; do
    [ ! -e "tests/testthat/test-$name.R" ] || { echo "$name"; return; }
    found=$(find tests/testthat -name "test-$name-*.R" | sed 's|.*/test-||; s/\.R$//' | sort)
    [ -z "$found" ] || { echo "$found"; return; }
    case $name in *-*) name=${name%-*} ;; *) return ;; esac
  done
}
tests=$(for name in $topic; do tests_of "$name"; done)
[ -n "$tests" ] || tests="engine composition"
# shellcheck disable=SC2086 # names are words
say "Tests of $file:" $tests

Rscript tools/objects.R
sh tools/install-package.sh quickly
# shellcheck disable=SC2086 # names are words
exec sh tools/with-library.sh Rscript tools/test.R one $tests
