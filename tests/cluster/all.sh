#!/bin/sh
# Plays a study on engines as clusters have them, all set up on this machine and torn
# down afterwards; in each a process is killed in mid-part, and the study must be the
# one of a single process.
#
#   make cluster
#   sh tools/with-library.sh sh tests/cluster/all.sh [engine...]
#
# Needs root, and of Debian slurmctld slurmd munge openssh-server. R packages that are in
# .build/extra are found there.
cd "$(dirname "$0")/../.." || exit 1
[ $# -gt 0 ] || set -- slurm-array slurm-mirai slurm-future ssh targets
told=
status=0
for engine in "$@"; do
  echo "== $engine"
  sh tests/cluster/play.sh "$engine"
  case $? in
    0) told="$told
$engine: identical" ;;
    77) told="$told
$engine: not run (see above)" ;;
    *) told="$told
$engine: FAILED"
      status=1 ;;
  esac
done
echo "$told"
exit $status
