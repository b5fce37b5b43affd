#!/bin/sh
# The package with the newest R, R packages and compilers: Debian's unstable release
# in a folder of its own (UNRULY_NEWEST, else /var/tmp/unruly-newest), where all tests and R CMD check run, vignettes too.
#
#   sh tools/newest.sh [TARGET ...]   what to make there, of the Makefile: test and check
#
# Needs root (for chroot and mount), debootstrap, a network, 3 GB and about an hour; the
# folder is kept, and only brought up to date the next time. Asks nothing, and changes
# nothing outside the folder. Tests run as an ordinary user. Packages come from the mirror that apt is
# configured for, and from CRAN what Debian lacks.
. "$(dirname "$0")/common.sh"
place=${UNRULY_NEWEST:-/var/tmp/unruly-newest} # not in .build, which R CMD build copies before it ignores it
done_at=$place/made # the basic system is whole
log=$build/newest.log

[ "$(id -u)" -eq 0 ] || stop "Only root may mount and change roots: sudo sh tools/newest.sh"
have debootstrap || stop "debootstrap is not here (Debian: apt-get install debootstrap)."
have unshare || stop "unshare is not here (Debian: apt-get install util-linux)."

# Mounts in a namespace of its own vanish with the last process in it, however that ends.
if [ "${UNRULY_OWN_MOUNTS:-}" != yes ]; then
  UNRULY_OWN_MOUNTS=yes exec unshare --mount sh "$root/tools/newest.sh" "$@"
fi

mirrors() { apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian //p' | sort -u; }

# The mirror, and the newest release that it has.
find_release() {
  for release in sid testing; do
    for mirror in $(mirrors); do
      if /usr/lib/apt/apt-helper download-file "${mirror%/}/dists/$release/InRelease" "$build/InRelease" > "$log" 2>&1; then return; fi
    done
  done
  stop "No mirror of Debian that apt is configured for has sid or testing; all messages: $log"
}

make_place() {
  find_release
  say "Making a system of Debian $release in $place, a few minutes ..."
  rm -rf "$place"
  debootstrap --variant=minbase --include=make,ca-certificates "$release" "$place" "$mirror" > "$log" 2>&1 < /dev/null || stop "debootstrap failed; all messages: $log"
  chroot "$place" useradd --create-home tester
  touch "$done_at"
}

# inside USER COMMAND: in the folder of the copied sources, with nothing of this machine's settings.
inside() {
  # In the background of a shell interrupts are ignored, which the tests of interrupts cannot do without.
  chroot "$place" runuser -u "$1" -- env -i --default-signal=INT HOME="/home/tester" USER="$1" PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin \
    LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    sh -c "cd /home/tester/unruly && $2" < /dev/null
}

[ -e "$done_at" ] || make_place
mount -t proc proc "$place/proc"
mount -t tmpfs tmpfs "$place/dev/shm"

# How this machine reaches others; a mirror may be some weeks behind.
cp /etc/resolv.conf /etc/hosts "$place/etc/"
echo 'Acquire::Check-Valid-Until "false";' > "$place/etc/apt/apt.conf.d/unruly"
rm -rf "$place/home/tester/unruly"
mkdir "$place/home/tester/unruly"
tar -c --exclude=./.build --exclude=./.git --exclude='*.o' --exclude='*.so' . | tar -x --no-same-owner -C "$place/home/tester/unruly"

say "Installing the newest R and R packages there ..."
{
  chroot "$place" apt-get -qq update && inside root "apt-get -qq -y dist-upgrade"
  # The certificates that this machine trusts, for CRAN.
  cp /etc/ssl/certs/ca-certificates.crt "$place/etc/ssl/certs/"
  inside root "sh tools/install-needs.sh check"
} > "$log" 2>&1 || { tail -n 15 "$log" >&2; stop "Not everything could be installed; all messages: $log"; }
chroot "$place" chown -R tester: /home/tester/unruly
inside tester "Rscript -e 'have <- function(p) if (requireNamespace(p, quietly = TRUE)) paste(p, packageVersion(p)) else paste(\"no\", p)
  cat(R.version.string, system(\"gcc --version\", TRUE)[1], vapply(c(\"ggplot2\", \"rlang\", \"tibble\", \"testthat\", \"dplyr\", \"nanoparquet\", \"mirai\"), have, \"\"), sep = \", \")
  cat(\"\\n\")'"

status=0
[ $# -gt 0 ] || set -- test check
for target in "$@"; do
  say "make $target, there ..."
  inside tester "make $target" || { status=1; say "make $target failed there."; }
done
[ "$status" -ne 0 ] || say "All is well with the newest R: $*."
exit "$status"
