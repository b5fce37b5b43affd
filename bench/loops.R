# The same game of UCB1 (ten Bernoulli arms, means .1 to .9) played by the package,
# one thread, and by loops as anybody would write them: in C (with the same draws
# and so the same choices), in R with a vector of indices, and in Python. As ratios
# of processor time within one run; each is the least of three games.
#   Rscript bench/loops.R [horizon]
library(unruly)

horizon <- c(as.numeric(commandArgs(TRUE)), 1e6)[1]
here <- normalizePath(dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE))))
prob <- seq(0.1, 0.9, length.out = 10)

build <- tempfile("bench")
dir.create(build)
source_file <- file.path(build, "plain.c")
writeLines(sub("../src", file.path(dirname(here), "src"), readLines(file.path(here, "plain.c")), fixed = TRUE), source_file)
system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", shQuote(source_file)), stdout = FALSE)
dyn.load(file.path(build, paste0("plain", .Platform$dynlib.ext)))

seconds <- function(play, times = 3) min(replicate(times, sum(system.time(play())[c("user.self", "sys.self")])))

play_package <- function(reps = 1) {
  run_study(bandit(arms_bernoulli(prob)), policy_ucb1(), horizon, reps = reps, seed = 1, threads = 1, record = 1)
}
play_c <- function() .C("plain_ucb1", prob, 10L, horizon, 1, 1L, pulls = numeric(10))$pulls
play_r <- function() {
  pulls <- numeric(10)
  total <- numeric(10)
  for (t in seq_len(horizon)) {
    best <- if (t <= 10) t else which.max(total / pulls + sqrt(2 * log(t) / pulls))
    total[best] <- total[best] + (stats::runif(1) < prob[best])
    pulls[best] <- pulls[best] + 1
  }
  pulls
}
play_r <- compiler::cmpfun(play_r)
regret_of <- function(pulls) sum((max(prob) - prob) * pulls)

stopifnot(identical(pulls(play_package())$pulls, play_c()))
ours <- seconds(function() play_package(10)) / 10
rows <- list(C = c(seconds(play_c), regret_of(play_c())), R = c(seconds(play_r), regret_of(play_r())))
if (nzchar(Sys.which("python3"))) {
  answer <- system2("python3", c(shQuote(file.path(here, "loops.py")), format(horizon, scientific = FALSE)), stdout = TRUE)
  rows$Python <- as.numeric(strsplit(answer, " ")[[1]])
}
cat(sprintf("UCB1, T = %s: %.1f ns a round, mean regret %.0f\n", format(horizon, big.mark = ",", scientific = FALSE),
            ours / horizon * 1e9, mean(regret(play_package(10))$regret)))
for (name in names(rows)) {
  cat(sprintf("a loop in %-6s takes %6.1f times as long (%.0f ns a round, regret %.0f)\n", name, rows[[name]][1] / ours,
              rows[[name]][1] / horizon * 1e9, rows[[name]][2]))
}
