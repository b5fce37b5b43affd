#!/bin/sh
# Plays one part of a planned study in each task of a Slurm job array. submit-missing.sh submits it. The folder is trusted
# (trust = TRUE): code in it, such as policies in R, runs. Under another scheduler, set the number of the task from its own
# variable. Each task writes what it says to a file in the folder from which the array was submitted.
#SBATCH --job-name=unruly
#SBATCH --output=unruly-%A-%a.log
#SBATCH --cpus-per-task=2
#SBATCH --mem=2G
#SBATCH --time=02:00:00

# How R and the library with unruly are found on your cluster:
# module load R
# export R_LIBS_USER=$HOME/R/library

task=${SLURM_ARRAY_TASK_ID:?submit this with submit-missing.sh, or sbatch --array=1-PARTS}
threads=${SLURM_CPUS_PER_TASK:-1}
exec Rscript -e 'given <- commandArgs(TRUE)' \
  -e 'unruly::run_part(given[1], as.integer(given[2]), threads = as.integer(given[3]), progress = FALSE, trust = TRUE)' \
  "${1:?which folder?}" "$task" "$threads"
