# The speed and memory of the core, as ratios within one run.
#   Rscript bench/core.R
library(unruly)

here <- normalizePath(dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE))))
build <- tempfile("bench")
dir.create(build)
file.copy(file.path(here, "plain.c"), build)
source_file <- file.path(build, "plain.c")
writeLines(sub("../src", file.path(dirname(here), "src"), readLines(source_file), fixed = TRUE), source_file)
system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", shQuote(source_file)), stdout = FALSE)
dyn.load(file.path(build, paste0("plain", .Platform$dynlib.ext)))

# The least of several times: what else the machine does only adds.
seconds <- function(expression, times = 5) {
  call <- substitute(expression)
  env <- parent.frame()
  min(vapply(seq_len(times), function(i) system.time(eval(call, env))[["elapsed"]], 0))
}
report <- function(what, value, wanted) cat(sprintf("%-62s %8s   (%s)\n", what, value, wanted))

prob <- seq(0.1, 0.9, length.out = 10)
problem <- bandit(arms_bernoulli(prob))
ucb1 <- function(reps, threads, horizon = 1e6) {
  run_study(problem, policy_ucb1(), horizon, reps = reps, seed = 1, threads = threads, record = 20)
}
plain <- function(replication) {
  .C("plain_ucb1", prob, 10L, 1e6, 1, as.integer(replication), pulls = numeric(10))$pulls
}
cheap <- function() .C("cheap_ucb1", prob, 10L, 1e6, 1, pulls = numeric(10))$pulls

stopifnot(identical(pulls(ucb1(1, 1))$pulls, plain(1)))
one <- seconds(ucb1(100, 1)) / 100
two <- seconds(ucb1(100, 2)) / 100
loop <- seconds(for (r in 1:4) plain(r)) / 4
loop_cheap <- seconds(for (r in 1:4) cheap()) / 4
report("UCB1, K = 10, T = 1e6, nanoseconds a round", sprintf("%.1f", one / 1e6 * 1e9), "one thread")
report("time over a plain C loop with the same draws and choices", sprintf("%.2f", one / loop), "at most 1")
report("time over a plain C loop with a cheaper generator", sprintf("%.2f", one / loop_cheap), "at most 1")
report("two threads, times faster than one", sprintf("%.2f", one / two), "at least 1.8")

draw <- function(law) seconds(.C("draw_many", as.integer(law), 1e7, sum = 0))
bare <- draw(0)
report("a Bernoulli draw over a bare Philox draw", sprintf("%.2f", draw(1) / bare), "at most 1.5")
report("a normal draw over a bare Philox draw", sprintf("%.2f", draw(2) / bare), "at most 3")

small <- bandit(arms_bernoulli(c(0.3, 0.6)))
fixed <- seconds(for (i in 1:50) run_study(small, policy_ucb1(), 10, reps = 1, seed = 1), 3) / 50
report("a call's fixed cost, K = 2, T = 10, milliseconds", sprintf("%.2f", fixed * 1e3), "under 5")

# Memory of a process of its own, at its peak (Linux tells; elsewhere skipped).
if (file.exists("/proc/self/status")) {
  script <- 'library(unruly); s <- run_study(bandit(arms_bernoulli(seq(.1, .9, length.out = 10))),
    policy_ucb1(), 1e7, reps = 100, seed = 1); cat(grep("VmHWM", readLines("/proc/self/status"), value = TRUE))'
  file <- tempfile(fileext = ".R")
  writeLines(script, file)
  peak <- system2(file.path(R.home("bin"), "Rscript"), file, stdout = TRUE)
  report("memory of 100 replications of T = 1e7, MB", sprintf("%.0f", as.numeric(gsub("[^0-9]", "", peak)) / 1024),
         "under 200")
}
