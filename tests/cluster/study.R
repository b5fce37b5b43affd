# What all engines play, and how a process is killed while it plays a part.
library(unruly, warn.conflicts = FALSE)
arguments <- list(
  bandit = bandit(arms_bernoulli(prior_uniform(3))) |> with_patience(c(4, 300, Inf)),
  policies = list(policy_ucb1(), policy_thompson("bernoulli")),
  horizon = 4e5, reps = 60, record = 20, seed = 28
)
parts <- 6

plan_folder <- function(path) do.call(plan_study, c(arguments, list(parts = parts, path = path)))

# The end of every engine: prints TRUE, or fails.
compare <- function(study) {
  serial <- do.call(run_study, c(arguments, list(threads = 1, progress = FALSE)))
  cat("identical(study, serial):", same <- identical(study, serial), "\n")
  quit(status = if (same) 0 else 1)
}

wait_until <- function(condition, what, seconds = 300) {
  for (i in seq_len(20 * seconds)) {
    if (condition()) return(invisible())
    Sys.sleep(0.05)
  }
  stop("waited in vain for ", what)
}

# The parts that are being played: their numbers and processes, of which their claims tell.
players <- function(path) {
  claims <- list.files(path, "^replications-[0-9]+-[0-9]+\\.claim$", full.names = TRUE)
  holders <- vapply(claims, function(claim) tryCatch(readLines(claim, warn = FALSE)[1], error = function(e) NA, warning = function(w) NA), "")
  first <- as.integer(sub("^replications-([0-9]+)-.*$", "\\1", basename(claims)))
  found <- data.frame(part = match(first, plan_folder(path)$first_rep), process = as.integer(sub("^.*\\.", "", holders)))
  found[!is.na(found$process) & file.exists(file.path("/proc", found$process)), ]
}

# Ends the player of a part in the middle of it, the one that began last, and says which part
# that was. A part that was finished all the same does not count.
end_player <- function(path, end, besides = integer()) {
  repeat {
    wait_until(function() any(!players(path)$part %in% besides), "a process that plays a part")
    victim <- tail(subset(players(path), !part %in% besides), 1)
    if (nrow(victim) == 0) next
    end(victim)
    wait_until(function() !is_alive(victim$process), "the end of a process")
    if (!plan_folder(path)$done[victim$part]) return(victim$part)
    besides <- c(besides, victim$part)
  }
}

# A process that nobody has asked about its end yet is not alive.
is_alive <- function(process) {
  status <- tryCatch(suppressWarnings(readLines(sprintf("/proc/%d/status", process))), error = function(e) character())
  length(status) > 0 && !any(grepl("^State:\\s+Z", status))
}

kill_player <- function(path, besides = integer()) {
  part <- end_player(path, function(victim) tools::pskill(victim$process, tools::SIGKILL), besides)
  cat("Killed (-9): the process that played part", part, "\n")
  part
}

command <- function(...) {
  found <- system2(..., stdout = TRUE)
  if (!is.null(attr(found, "status"))) stop(paste(c(...), collapse = " "), " failed")
  found
}
