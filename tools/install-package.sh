#!/bin/sh
# Installs the package.
#
#   sh tools/install-package.sh              into .build/library, from a copy of the sources in .build/source/unruly.
#                                            Objects stay there, for the next time, for tests/c (core-tests.sh) and for
#                                            tests; what has changed since is compiled, and what includes a changed header
#   sh tools/install-package.sh quickly      the same without help and byte code: for while you work (one.sh)
#   sh tools/install-package.sh yours        into the user's R library, from a fresh copy
#   sh tools/install-package.sh sanitized    into .build/library-sanitized, with
#                                            AddressSanitizer and UBSan (gcc)
. "$(dirname "$0")/common.sh"
kind=${1:-}
log=$build/install.log
tree=$build/source/unruly
fresh=$build/fresh
options=
target=$library

# What R CMD INSTALL reads. src/Makevars in the tree also asks the compiler what each file includes.
sources() { (cd "$root" && find DESCRIPTION LICENSE NAMESPACE NEWS.md R inst man src -type f ! -name '*.o' ! -name '*.so' ! -name '*.dll'); }
makevars() { sed 's/^PKG_CFLAGS = /&-MMD /' "$root/src/Makevars"; }

# Before a changed file is copied the objects made of it are removed, so that nothing is lost if this is interrupted.
forget_objects() {
  case $1 in
    *.c) rm -f "$tree/${1%.c}.o" ;;
    *.h) for object in $(grep -rlF --include='*.d' "$(basename "$1")" "$tree/src" 2> /dev/null); do rm -f "${object%.d}.o"; done ;;
  esac
}

bring_up_to_date() {
  mkdir -p "$tree/src"
  sources > "$build/sources.now"
  if [ -e "$tree/../list" ]; then
    sort "$tree/../list" > "$build/sources.before"
    sort "$build/sources.now" | comm -23 "$build/sources.before" - | while read -r file; do
      forget_objects "$file"
      rm -f "$tree/$file"
    done
  fi
  # Other flags or another compiler: everything anew.
  { makevars; R CMD config --all; } > "$build/flags.now" 2> /dev/null
  cmp -s "$build/flags.now" "$tree/../flags" || find "$tree/src" -name '*.o' -exec rm -f {} +
  while read -r file; do
    if [ "$file" = src/Makevars ] || cmp -s "$root/$file" "$tree/$file"; then continue; fi
    forget_objects "$file"
    mkdir -p "$(dirname "$tree/$file")"
    cp "$root/$file" "$tree/$file"
  done < "$build/sources.now"
  makevars > "$tree/src/Makevars"
  mv "$build/flags.now" "$tree/../flags"
  mv "$build/sources.now" "$tree/../list"
}

case $kind in
  "" | quickly)
    say "Installing unruly ..."
    bring_up_to_date
    if [ -n "$kind" ]; then options="--no-docs --no-byte-compile --no-test-load --no-staged-install"; fi
    # shellcheck disable=SC2086 # options are words
    R CMD INSTALL $options --library="$library" "$tree" > "$log" 2>&1 < /dev/null || {
      tail -n 40 "$log" >&2
      stop "The package could not be installed; all messages: $log"
    }
    exit 0 ;;
esac

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
