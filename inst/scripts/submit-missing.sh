#!/bin/sh
# Submits a Slurm job array for all parts of a planned study that are not done: at first all, later those whose tasks failed.
# Call it when no task is waiting or running. What follows the folder goes to sbatch.
#
#   sh submit-missing.sh /shared/study --time=04:00:00
folder=${1:?which folder? sh submit-missing.sh FOLDER}
shift
parts=$(Rscript -e 'parts <- unruly::plan_study(path = commandArgs(TRUE)[1])' \
  -e 'missing <- parts$part[!parts$done]' \
  -e 'runs <- split(missing, cumsum(c(1, diff(missing) > 1))[seq_along(missing)])' \
  -e 'cat(vapply(runs, function(run) paste(unique(range(run)), collapse = "-"), ""), sep = ",")' \
  "$folder") || exit 1
if [ -z "$parts" ]; then
  echo "All parts are done."
else
  echo "Parts that are not done: $parts"
  command -v sbatch > /dev/null || { echo "sbatch is not here: call this where Slurm takes jobs." >&2; exit 1; }
  exec sbatch --array="$parts" "$@" "$(dirname "$0")/slurm-array.sh" "$folder"
fi
