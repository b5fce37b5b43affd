# Futures as jobs of Slurm, through batchtools with its own template; one is killed (-9),
# and its part asked for again.
source("tests/cluster/study.R")
if (packageVersion("future.batchtools") > "0.12.0") { # as 0.30.0 did
  cat("slurm-future is not run: this future.batchtools asks sacct, which needs a database for accounting; 0.12.0 does not\n")
  quit(status = 77)
}
setwd(Sys.getenv("CLUSTER_PLACE")) # where batchtools keeps its registries
future::plan(
  future.batchtools::batchtools_slurm,
  template = system.file("templates", "slurm-simple.tmpl", package = "batchtools"),
  resources = list(ncpus = 1, memory = 500, walltime = 3600)
)
path <- file.path(getwd(), "study")
ask <- function(part) {
  future::future({
    unruly::run_part(path, part, threads = 1)
    list(part = part, job = Sys.getenv("SLURM_JOB_ID"))
  }, globals = list(path = path, part = part))
}

asked <- lapply(plan_folder(path)$part, ask)
killed <- kill_player(path)
answers <- lapply(asked, function(f) tryCatch(future::value(f), error = identity))
failed <- which(vapply(answers, inherits, NA, "error"))
told <- vapply(answers[failed], function(error) sub(":.*", "", conditionMessage(error)), "")
cat(sprintf("Part %d: %s\n", failed, told), sep = "")
stopifnot(killed %in% failed, identical(which(!plan_folder(path)$done), killed))

# A future may be given up although its job came to its end: then the part is there.
answers[failed] <- lapply(lapply(failed, ask), future::value)
cat(sprintf("Part %d came from job %s\n", vapply(answers, `[[`, 0L, "part"), vapply(answers, `[[`, "", "job")), sep = "")
compare(read_study(path))
