# Sourced: the study on two daemons, of which one is killed (-9) while it plays.
# `proof` is a variable that only processes of the engine have.
play_with_a_death <- function(proof) {
  wait_until(function() mirai::status()$connections == 2, "two daemons")
  where <- unlist(lapply(1:2, function(i) mirai::mirai({
    Sys.sleep(1)
    stats::setNames(Sys.getpid(), Sys.getenv(proof))
  }, proof = proof)) |> lapply(function(asked) asked[]))
  cat(sprintf("A daemon in process %d, where %s is %s\n", where, proof, names(where)), sep = "")
  stopifnot(length(unique(where)) == 2, nzchar(names(where)), where != Sys.getpid())
  note <- tempfile()
  killer <- parallel::mcparallel({
    Sys.sleep(1) # the study takes several
    tools::pskill(where[1], tools::SIGKILL)
    Sys.time()
  })
  warnings <- character()
  study <- withCallingHandlers(
    do.call(run_study, c(arguments, list(workers = TRUE, progress = FALSE))),
    warning = function(w) warnings <<- c(warnings, conditionMessage(w))
  )
  ended <- Sys.time()
  killed <- parallel::mccollect(killer)[[1]]
  cat(sprintf("Killed (-9): process %d, %.1f s before the study was done\n", where[1], as.numeric(ended - killed, "secs")))
  stopifnot(killed < ended, !file.exists(file.path("/proc", where[1])), length(warnings) == 0, mirai::status()$connections == 1)
  mirai::daemons(0)
  study
}
