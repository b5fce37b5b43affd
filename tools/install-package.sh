#!/bin/sh
# Installs the package.
#
#   sh tools/install-package.sh              into .build/library, from a copy of the sources in .build/source/unruly.
#                                            Objects stay there, for the next time, for tests/c (core-tests.sh) and for
#                                            tests; what has changed since is compiled, and what includes a changed header.
#                                            Where nothing has changed it stays as it is
#   sh tools/install-package.sh quickly      the same without help: for while you work (one.sh)
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
parts="DESCRIPTION LICENSE NAMESPACE NEWS.md R inst man src"
makevars() { sed 's/^PKG_CFLAGS = /&-MMD /' "$root/src/Makevars"; }

# The files of which the tree has another version, or that one of the two lacks, one a line; what was compiled does not count.
# (The tree lies in the root, so its name is looked for first.)
changed() {
  for part in $parts; do
    LC_ALL=C diff -rq "$root/$part" "$tree/$part" || true
  done 2>&1 | sed "s|^Only in $tree/*\(.*\): |\1/|; s|^Only in $root/*\(.*\): |\1/|; s|^Files $root/\(.*\) and .* differ$|\1|" |
    grep -v '\.[od]$' | grep -v '\.so$' | grep -v '\.dll$' | grep -vx -e src/Makevars -e src/symbols.rds || true
}

# Before a changed file is copied the objects made of it are removed, so that nothing is lost if this is interrupted.
forget_objects() {
  case $1 in
    *.c) rm -f "$tree/${1%.c}.o" "$tree/${1%.c}.d" ;;
    *.h) for uses in $(grep -rlF --include='*.d' "$(basename "$1")" "$tree/src" 2> /dev/null); do rm -f "${uses%.d}.o"; done ;;
  esac
}

# $build/installed says how the tree was installed into the library; it is gone while that is not so.
bring_up_to_date() {
  # Other flags, another compiler or R, or no tree yet: everything anew.
  { makevars | sed '/^OBJECTS/,$d'; R CMD config --all; R --version; } > "$build/flags" 2> /dev/null
  if ! cmp -s "$build/flags" "$tree/../flags"; then
    rm -rf "$tree" "$build/installed"
    mkdir -p "$tree"
    # shellcheck disable=SC2086 # words
    cp -R $parts "$tree"
    find "$tree/src" \( -name '*.o' -o -name '*.so' -o -name '*.dll' \) -exec rm -f {} +
    makevars > "$tree/src/Makevars"
    mv "$build/flags" "$tree/../flags"
    return
  fi
  changed > "$build/changed"
  if [ -s "$build/changed" ]; then rm -f "$build/installed"; fi
  while read -r file; do
    forget_objects "$file"
    rm -rf "${tree:?}/$file"
    if [ -e "$root/$file" ]; then cp -R "$root/$file" "$tree/$file"; fi
  done < "$build/changed"
  makevars > "$build/Makevars"
  if ! cmp -s "$build/Makevars" "$tree/src/Makevars"; then
    mv "$build/Makevars" "$tree/src/Makevars"
    rm -f "$tree"/src/unruly.* "$build/installed"
  fi
}

UNRULY_DEBUG_SYMBOLS=true # for valgrind, sanitizers and profilers
export UNRULY_DEBUG_SYMBOLS

case $kind in
  "" | quickly)
    bring_up_to_date
    how="installed $kind"
    if [ -e "$library/unruly/DESCRIPTION" ] && [ "$(cat "$build/installed" 2> /dev/null)" = "$how" ]; then exit 0; fi
    rm -f "$build/installed"
    say "Installing unruly ..."
    if [ -n "$kind" ]; then options="--no-docs --no-test-load --no-staged-install"; fi
    # shellcheck disable=SC2086 # options are words
    R CMD INSTALL $options --library="$library" "$tree" > "$log" 2>&1 < /dev/null || {
      tail -n 40 "$log" >&2
      stop "The package could not be installed; all messages: $log"
    }
    echo "$how" > "$build/installed"
    exit 0 ;;
esac

case $kind in
  yours)
    target=$(Rscript tools/needs.R library < /dev/null)
    unset UNRULY_DEBUG_SYMBOLS ;;
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
