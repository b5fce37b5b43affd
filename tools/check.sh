#!/bin/sh
# R CMD build and R CMD check --as-cran, without the network and without LaTeX;
# tools/judge-check.R then separates our notes from those caused by the environment.
. "$(dirname "$0")/common.sh"
have pandoc || stop "pandoc is needed to build the vignettes (Debian: apt-get install pandoc)."
UNRULY_SHARE=$(share_of_sources) # of large crosses the tests play what make test plays
folder=$build/check
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

_R_CHECK_CRAN_INCOMING_REMOTE_=false # no questions to CRAN's servers
_R_CHECK_XREFS_USE_ALIASES_FROM_CRAN_=false
_R_CHECK_SYSTEM_CLOCK_=0             # nor to a time server
_R_CHECK_FORCE_SUGGESTS_=false       # a suggested package may be missing
_R_CHECK_TESTS_NLINES_=0             # show all that a failing test says
R_ENABLE_JIT=0                       # what runs once is not worth compiling: that took a quarter of the time of examples
export _R_CHECK_CRAN_INCOMING_REMOTE_ _R_CHECK_XREFS_USE_ALIASES_FROM_CRAN_ _R_CHECK_SYSTEM_CLOCK_ R_ENABLE_JIT
export _R_CHECK_FORCE_SUGGESTS_ _R_CHECK_TESTS_NLINES_ UNRULY_SHARE

# Of a suggested package that is missing, check asks the list of CRAN's packages who maintains it: here one without any.
mkdir -p web/packages
Rscript -e 'saveRDS(data.frame(Package = character(), Maintainer = character()), "web/packages/packages.rds")' < /dev/null
R_CRAN_WEB=file://$(pwd)
export R_CRAN_WEB

# From a copy without what other commands are writing: R CMD build copies all of a folder before it leaves things out.
mkdir unruly
(cd "$root" && tar cf - --exclude=./.build --exclude=./.git .) | (cd unruly && tar xf -)
# The flag of tools/install-package.sh, so that the cache of compilers knows what that compiled.
if [ ! -e "$HOME/.R/Makevars" ]; then
  echo 'CPPFLAGS += -MMD' > makevars
  R_MAKEVARS_USER=$(pwd)/makevars
  export R_MAKEVARS_USER
fi
R CMD build unruly < /dev/null
# tools/judge-check.R decides; check itself fails on errors only.
# The vignettes were built a minute ago, of the same sources: their code is not run again (77 s of a processor).
R CMD check --as-cran --no-manual --no-vignettes unruly_*.tar.gz < /dev/null || true
Rscript "$root/tools/judge-check.R" unruly.Rcheck/00check.log < /dev/null
