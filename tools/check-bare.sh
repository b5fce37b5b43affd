#!/bin/sh
# R CMD check where something is missing that a usual machine has (without vignettes and manual), and examples under valgrind.
#
#   sh tools/check-bare.sh suggests   without the suggested packages
#   sh tools/check-bare.sh home       with a home that cannot be written to
#   sh tools/check-bare.sh valgrind   examples, with the library of tools/install-package.sh
#   sh tools/check-bare.sh            all three, two at a time
. "$(dirname "$0")/common.sh"
folder=$build/check-bare
_R_CHECK_FORCE_SUGGESTS_=false
_R_CHECK_TESTS_NLINES_=0
R_ENABLE_JIT=0 # as in tools/check.sh
export _R_CHECK_FORCE_SUGGESTS_ _R_CHECK_TESTS_NLINES_ R_ENABLE_JIT

# check NAME: in a folder of its own; an error or a warning stops everything.
check() {
  mkdir -p "$folder/$1"
  (cd "$folder/$1" && R CMD check --no-manual --ignore-vignettes "$folder"/unruly_*.tar.gz) < /dev/null ||
    stop "R CMD check failed ($1)."
  ! grep -q '^Status:.*WARNING' "$folder/$1/unruly.Rcheck/00check.log" || stop "R CMD check warns ($1)."
}

# Only what DESCRIPTION requires can be found, and testthat, without which there would be no tests.
without_suggests() { _R_CHECK_DEPENDS_ONLY_=true check suggests; }

# Root may write everywhere, so it is somebody else's home that is no folder. The cache of compilers would want one, too.
without_home() {
  : > "$folder/no-home"
  CCACHE_DISABLE=1 HOME=$folder/no-home/home R_USER=$folder/no-home/home XDG_CACHE_HOME=$folder/no-home/cache check home
}

# Those of one page in four; UNRULY_SHARE says of which. (Under valgrind R takes forty times as long.)
under_valgrind() {
  mkdir -p "$folder/valgrind"
  Rscript tools/examples.R "$folder/valgrind/examples.R" "${UNRULY_SHARE:-0}"
  sh tools/with-library.sh sh tools/valgrind-r.sh "$folder/valgrind/log" "$folder/valgrind/examples.R"
}

rm -rf "$folder"
mkdir -p "$folder"
(cd "$folder" && R CMD build --no-build-vignettes "$root" < /dev/null)
case ${1:-all} in
  suggests) without_suggests ;;
  home) without_home ;;
  valgrind) under_valgrind ;;
  all)
    # Two processors: valgrind takes as long as the others together, or longer.
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
