# Not a benchmark: what random kills do to a study in a folder, and to one that
# daemons play.
#
#   sh tools/with-library.sh Rscript bench/kills.R [kills, 100]
#
# Processes that play one folder, one or two at a time, are killed (-9) after random
# times; a study that got to its end is compared with the one of a single process,
# and a new folder is begun. Then daemons over TCP are killed while they play.
library(unruly)
kills <- as.integer(c(commandArgs(TRUE), "100")[1])
set.seed(as.integer(Sys.time()))

play <- function(path = NULL, keep = "summary", ...) {
  problem <- bandit(arms_bernoulli(prior_uniform(3))) |> with_patience(c(4, 300, Inf))
  run_study(problem, list(policy_ucb1(), policy_uniform()), 20000, reps = 400, seed = 5, record = 20, threads = 1, keep = keep,
            progress = FALSE, path = path, ...)
}
whole <- list(summary = play(), moments = play(keep = "moments"))

killed <- bad <- studies <- 0
while (killed < kills) {
  keep <- sample(names(whole), 1)
  path <- tempfile("kills")
  repeat {
    children <- lapply(seq_len(sample(2, 1)), function(i) {
      parallel::mcparallel(tryCatch(play(path, keep), warning = function(w) conditionMessage(w)))
    })
    victim <- children[[1]]$pid
    Sys.sleep(runif(1, 0, 0.6))
    if (dir.exists(file.path("/proc", victim))) {
      tools::pskill(victim, tools::SIGKILL)
      killed <- killed + 1
    }
    found <- suppressWarnings(parallel::mccollect(children))
    bad <- bad + sum(vapply(found, is.character, NA))
    finished <- Filter(function(x) inherits(x, "unruly_study"), found)
    for (study in finished) stopifnot(identical(study, whole[[keep]]))
    if (length(finished) > 0 || killed >= kills) break
  }
  stopifnot(identical(play(path, keep), whole[[keep]]))
  if (length(list.files(path, "tmp|bad|claim")) > 0) stop("left over: ", toString(list.files(path, "tmp|bad|claim")))
  studies <- studies + 1
  unlink(path, recursive = TRUE)
}
cat(sprintf("%d processes killed in mid-study; %d folders finished, all identical to one process's; %d parts or folders reported bad\n",
            killed, studies, bad))

if (requireNamespace("mirai", quietly = TRUE)) {
  mirai::daemons(2, url = "tcp://127.0.0.1:0")
  mirai::launch_local(2)
  lost <- 0
  for (i in seq_len(max(1, kills %/% 10))) {
    pids <- unique(vapply(1:8, function(i) mirai::mirai({
      Sys.sleep(0.05)
      Sys.getpid()
    })[], 0L)) # only ours
    killer <- parallel::mcparallel({
      Sys.sleep(runif(1, 0.05, 0.6))
      tools::pskill(pids[1], tools::SIGKILL)
    })
    keep <- sample(names(whole), 1)
    study <- withCallingHandlers(play(keep = keep, workers = TRUE), unruly_warning_workers = function(w) invokeRestart("muffleWarning"))
    stopifnot(identical(study, whole[[keep]]))
    parallel::mccollect(killer)
    lost <- lost + 1
    mirai::launch_local(1)
    Sys.sleep(1)
  }
  mirai::daemons(0)
  cat(sprintf("%d daemons killed while they played: all studies identical\n", lost))
}
