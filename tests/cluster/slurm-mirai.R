# Daemons of mirai as jobs of Slurm, one of them killed (-9) while it plays.
source("tests/cluster/study.R")
source("tests/cluster/daemons.R")
output <- file.path(Sys.getenv("CLUSTER_PLACE"), "daemon-%j.out")
mirai::daemons(
  n = 2, url = "tcp://127.0.0.1:0",
  remote = mirai::cluster_config(command = "sbatch",
    options = paste0("#SBATCH --cpus-per-task=1\n#SBATCH --output=", output, "\n#SBATCH --time=01:00:00"))
)
compare(play_with_a_death("SLURM_JOB_ID"))
