#!/bin/sh
# Installs what a job needs and this machine lacks, without prompts.
#
#   sh tools/install-needs.sh demo|test|check|site|paper|fuzz|play|install [more R packages]
#
# On Debian as root: R, compilers and R packages through apt. Elsewhere, and for
# packages that Debian lacks or has too old: CRAN, into the first library that
# is writable. Nothing that is present is installed again.
# shellcheck disable=SC2086 # lists of packages are words
. "$(dirname "$0")/common.sh"
job=$1
log=$build/apt.log
lists_are_fresh=
DEBIAN_FRONTEND=noninteractive
export DEBIAN_FRONTEND

may_use_apt() { have apt-get && [ "$(id -u)" -eq 0 ]; }

# apt's lists are fetched once per run, and only if something is missing.
fetch_lists() {
  [ -z "$lists_are_fresh" ] || return 0
  lists_are_fresh=yes
  apt-get -qq update < /dev/null >> "$log" 2>&1 || say "apt-get update failed; going on with the lists that are here."
}

apt_install() {
  fetch_lists
  say "Installing through apt: $*"
  apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@" \
    < /dev/null >> "$log" 2>&1 && return 0
  tail -n 15 "$log" >&2
  return 1
}

in_debian() { apt-cache show "$1" > /dev/null 2>&1; }

# R and a compiler that works with it.
need_r() {
  if have Rscript && have "$(R CMD config CC 2> /dev/null | cut -d' ' -f1)"; then return; fi
  may_use_apt || stop "R (4.1 or newer) and its compilers are needed: see https://cran.r-project.org"
  apt_install r-base-dev || stop "apt could not install R (r-base-dev)."
}

# Programs besides R that some jobs use.
need_programs() {
  missing=
  for program in "$@"; do
    have "$program" || missing="$missing $program"
  done
  [ -n "$missing" ] || return 0
  if may_use_apt; then
    apt_install $missing || say "apt could not install:$missing"
  else
    say "Missing, and to be installed by an administrator:$missing"
  fi
}

# Debian's packages that another script of ours has found missing.
need_debian() {
  [ $# -gt 0 ] || return 0
  if may_use_apt; then
    apt_install "$@" || say "apt could not install:" "$@"
  else
    say "Missing, and to be installed by an administrator (Debian's names):" "$@"
  fi
}

# R packages through apt; only for Debian's own R, another one has other libraries.
packages_from_debian() {
  may_use_apt && dpkg -s r-base-core > /dev/null 2>&1 || return 0
  [ "$(R RHOME)" = /usr/lib/R ] || return 0
  fetch_lists
  wanted=
  for package in "$@"; do
    name=r-cran-$(printf '%s' "$package" | tr '[:upper:]' '[:lower:]')
    if in_debian "$name"; then wanted="$wanted $name"; fi
  done
  [ -n "$wanted" ] || return 0
  apt_install $wanted || say "apt could not install all of them; trying CRAN."
}

: > "$log"
need_r
case $job in
  check)
    need_programs pandoc qpdf
    # Only saves time.
    if may_use_apt && ! have ccache; then apt_install ccache || true; fi ;;
  site)
    need_programs pandoc
    have chromedriver || need_programs chromium-driver ;; # brings chromium
  paper) need_debian $(sh tools/paper.sh missing) ;;
  fuzz) need_debian $(sh tools/fuzz.sh missing) ;;
  play) need_debian $(sh tools/play.sh missing) ;;
esac
missing=$(Rscript tools/needs.R list "$@" < /dev/null)
[ -n "$missing" ] || exit 0
say "Missing R packages:" $missing
packages_from_debian $missing
missing=$(Rscript tools/needs.R list "$@" < /dev/null)
[ -n "$missing" ] || exit 0
# Without certificates R cannot reach CRAN.
if may_use_apt && [ ! -e /etc/ssl/certs/ca-certificates.crt ]; then apt_install ca-certificates || true; fi
Rscript tools/needs.R cran "$@" < /dev/null
