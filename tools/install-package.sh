#!/bin/sh
# Installs the package from a fresh copy of its sources, without anything left
# over from an earlier build.
#
#   sh tools/install-package.sh              into .build/library
#   sh tools/install-package.sh yours        into the user's R library
#   sh tools/install-package.sh sanitized    into .build/library-sanitized, with
#                                            AddressSanitizer and UBSan (gcc)
. "$(dirname "$0")/common.sh"
kind=${1:-}
log=$build/install.log
fresh=$build/source
options=
target=$library

case $kind in
  yours)
    target=$(Rscript tools/needs.R library < /dev/null)
    # Without what debuggers need, which is four fifths of the library.
    _R_SHLIB_STRIP_=true
    export _R_SHLIB_STRIP_ ;;
  sanitized)
    target=$build/library-sanitized
    mkdir -p "$target"
    # Without the sanitizers' libraries loaded first, R cannot load the package.
    options="--no-test-load --no-docs"
    R_MAKEVARS_USER=$build/Makevars-sanitized
    export R_MAKEVARS_USER
    {
      echo "CC = gcc"
      echo "CFLAGS = -g -O1 -fPIC -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"
      echo "LDFLAGS = -fsanitize=address,undefined"
    } > "$R_MAKEVARS_USER" ;;
esac

# Into your library with its vignettes, where they can be built.
vignettes=--no-build-vignettes
if [ "$kind" = yours ] && have pandoc && Rscript -e \
  'q(status = !all(vapply(c("knitr", "rmarkdown", "ggplot2", "nanoparquet", "jsonlite"), requireNamespace, NA, quietly = TRUE)))' \
  > /dev/null 2>&1; then
  vignettes=
  say "Installing unruly and building its vignettes, a minute or two ..."
else
  say "Installing unruly ..."
fi
# shellcheck disable=SC2086 # options are words
build_and_install() {
  rm -rf "$fresh"
  mkdir -p "$fresh"
  (cd "$fresh" && R CMD build $1 --no-manual "$root" &&
    R CMD INSTALL $options --library="$target" unruly_*.tar.gz) > "$log" 2>&1 < /dev/null
}

if [ -z "$vignettes" ] && ! build_and_install ""; then
  vignettes=--no-build-vignettes
  say "The vignettes cannot be built here: going on without them."
fi
[ -z "$vignettes" ] || build_and_install "$vignettes" || {
  tail -n 40 "$log" >&2
  stop "The package could not be installed; all messages: $log"
}
if [ "$kind" = yours ]; then say "Installed into $target"; fi
