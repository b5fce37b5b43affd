# A job array that shares a folder: one task is killed (-9), one cancelled; both are
# submitted again by their numbers.
source("tests/cluster/study.R")
path <- file.path(Sys.getenv("CLUSTER_PLACE"), "study")
script <- system.file("scripts", "slurm-array.sh", package = "unruly")
output <- file.path(Sys.getenv("CLUSTER_PLACE"), "task-%a.out")

submit <- function(tasks) {
  command("sbatch", c("--parsable", "--cpus-per-task=1", paste0("--array=", tasks), paste0("--output=", output), script, path))
}
wait_for_queue <- function() wait_until(function() length(command("squeue", "--noheader")) == 0, "the end of all tasks")

planned <- plan_folder(path)
job <- submit(paste0("1-", nrow(planned)))
killed <- kill_player(path)
cancelled <- end_player(path, function(victim) command("scancel", paste0(job, "_", victim$part)), besides = killed)
cat("Cancelled (scancel): part", cancelled, "\n")
wait_for_queue()
states <- command("scontrol", c("show", "job", "--oneliner", job))
cat(sort(sub(".*ArrayTaskId=(\\S+) .*JobState=(\\S+) .*", "task \\1: \\2", states)), sep = "\n")

missing <- which(!plan_study(path = path)$done)
stopifnot(identical(missing, sort(c(killed, cancelled))))
cat("Submitted again:", missing, "\n")
invisible(submit(paste(missing, collapse = ",")))
wait_for_queue()
compare(read_study(path))
