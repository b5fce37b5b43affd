#!/bin/sh
# Plays one part of a planned study in each task of a Slurm job array:
#
#   sbatch --array=1-200 slurm-array.sh /shared/study
#
# Tasks that failed are submitted again by their numbers (--array=17,42). Under
# another scheduler, set the number of the task from its own variable. The folder
# is trusted (trust = TRUE): code in it, such as policies in R, runs.
#SBATCH --job-name=unruly
#SBATCH --cpus-per-task=2
#SBATCH --mem=2G
#SBATCH --time=02:00:00
task=${SLURM_ARRAY_TASK_ID:?submit this with sbatch --array=1-PARTS}
threads=${SLURM_CPUS_PER_TASK:-1}
exec Rscript -e 'given <- commandArgs(TRUE)' \
  -e 'unruly::run_part(given[1], as.integer(given[2]), threads = as.integer(given[3]), progress = FALSE, trust = TRUE)' \
  "${1:?which folder?}" "$task" "$threads"
