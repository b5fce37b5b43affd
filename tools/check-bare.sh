#!/bin/sh
# R CMD check where something is missing that a usual machine has. Vignettes and manual are left out.
#
#   sh tools/check-bare.sh suggests   without the suggested packages
#   sh tools/check-bare.sh home       with a home that cannot be written to
#   sh tools/check-bare.sh valgrind   the examples under valgrind, which takes long
#   sh tools/check-bare.sh            all three, two at a time
. "$(dirname "$0")/common.sh"
folder=$build/check-bare
_R_CHECK_FORCE_SUGGESTS_=false
_R_CHECK_TESTS_NLINES_=0
R_ENABLE_JIT=0 # as in tools/check.sh
export _R_CHECK_FORCE_SUGGESTS_ _R_CHECK_TESTS_NLINES_ R_ENABLE_JIT

# check NAME OPTIONS: in a folder of its own; an error or a warning stops everything.
check() {
  name=$1
  shift
  rm -rf "$folder/$name"
  mkdir -p "$folder/$name"
  (cd "$folder/$name" && R CMD check --no-manual --ignore-vignettes "$@" "$folder"/unruly_*.tar.gz) < /dev/null ||
    stop "R CMD check failed ($name)."
  ! grep -q '^Status:.*WARNING' "$folder/$name/unruly.Rcheck/00check.log" || stop "R CMD check warns ($name)."
}

# Only what DESCRIPTION requires can be found, and testthat, without which there would be no tests.
without_suggests() { _R_CHECK_DEPENDS_ONLY_=true check suggests; }

# Root may write everywhere, so it is somebody else's home that is no folder. The cache of compilers would want one, too.
without_home() {
  : > "$folder/no-home"
  CCACHE_DISABLE=1 HOME=$folder/no-home/home R_USER=$folder/no-home/home XDG_CACHE_HOME=$folder/no-home/cache check home
}

under_valgrind() {
  have valgrind || stop "valgrind is not here (Debian: apt-get install valgrind)."
  VALGRIND_OPTS='--leak-check=full --show-leak-kinds=definite' # else a leak is a sum, without the package's name
  export VALGRIND_OPTS
  check valgrind --use-valgrind --no-tests
  found=$folder/valgrind/unruly.Rcheck
  # R and its libraries cause reports too: ours are those that name the package.
  if grep -l 'unruly\.so' "$found"/unruly-Ex.Rout >&2; then stop "valgrind complains about the package."; fi
}

rm -rf "$folder"
mkdir -p "$folder"
(cd "$folder" && R CMD build --no-build-vignettes "$root" < /dev/null)
case ${1:-all} in
  suggests) without_suggests ;;
  home) without_home ;;
  valgrind) under_valgrind ;;
  all)
    # Two processors: valgrind takes longer than the others together.
    under_valgrind > "$folder/valgrind.txt" 2>&1 & valgrind=$!
    trap 'kill "$valgrind" 2> /dev/null || true' EXIT
    without_suggests
    without_home
    status=0
    wait "$valgrind" || status=1
    cat "$folder/valgrind.txt"
    exit "$status" ;;
  *) stop "usage: check-bare.sh [suggests|home|valgrind]" ;;
esac
