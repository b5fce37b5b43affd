#!/bin/sh
# Plays one engine in a temporary folder, and leaves nothing behind however it ends:
#
#   sh tools/with-library.sh sh tests/cluster/play.sh ENGINE
#
# Exit codes: 0 identical, 77 something is missing here, others: failed.
set -eu
cd "$(dirname "$0")/../.."
engine=$1
CLUSTER_PLACE=$(mktemp -d)
TMPDIR=$CLUSTER_PLACE
R_LIBS=$(pwd)/.build/extra${R_LIBS:+:$R_LIBS}
export CLUSTER_PLACE TMPDIR R_LIBS

not_here() {
  echo "$engine is not run: $*"
  exit 77
}

# Programs, each followed by the package of Debian that has it.
need_programs() {
  while [ $# -gt 0 ]; do
    command -v "$1" > /dev/null || not_here "$1 is missing (Debian: $2)"
    shift 2
  done
}

need_packages() {
  missing=
  for package in "$@"; do
    Rscript -e "q(status = !requireNamespace('$package', quietly = TRUE))" > /dev/null 2>&1 || missing="$missing $package"
  done
  [ -z "$missing" ] || not_here "R packages are missing:$missing"
}

free_port() {
  Rscript -e 'repeat {
    port <- sample(20000:30000, 1)
    socket <- tryCatch(suppressWarnings(serverSocket(port)), error = function(e) NULL)
    if (!is.null(socket)) break
  }
  cat(port)'
}

# What was begun here in the background is in `begun`; whatever that began in turn carries
# the name of the folder in its environment.
begun=
begin() {
  output=$CLUSTER_PLACE/$1.out
  program=$(command -v "$1") # sshd insists on its whole path
  shift
  "$program" "$@" > "$output" 2>&1 &
  begun="$! $begun"
}

processes_of_ours() {
  for process in $begun; do
    if kill -0 "$process" 2> /dev/null; then echo "$process"; fi
  done
  grep -lzxF "CLUSTER_PLACE=$CLUSTER_PLACE" /proc/[0-9]*/environ 2> /dev/null | cut -d / -f 3 | grep -vx $$
}

tear_down() { :; } # what an engine wants to be ended in order

finish() {
  status=$?
  trap - EXIT
  trap '' INT TERM HUP
  set +e
  tear_down > /dev/null 2>&1
  for sign in TERM KILL; do
    for process in $(processes_of_ours); do kill -s $sign "$process" 2> /dev/null; done
    for i in 1 2 3 4 5 6 7 8 9 10; do
      [ -n "$(processes_of_ours)" ] || break
      sleep 0.3
    done
  done
  rm -rf "$CLUSTER_PLACE"
  exit $status
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

case $engine in
  slurm-future) need_packages nanoparquet jsonlite future.batchtools ;;
  targets) need_packages nanoparquet jsonlite targets crew ;;
  *) need_packages nanoparquet jsonlite mirai ;;
esac
case $engine in
  slurm-*) . tests/cluster/slurm.sh ;;
  ssh) . tests/cluster/sshd.sh ;;
esac
Rscript "tests/cluster/$engine.R" &
wait $! # so that a signal is answered at once
