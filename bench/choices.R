# Time of a trial and evaluation of the likelihood of the delta rule with four arms, in fit_policy(), beside a lean loop in R, in one run.
#
#   Rscript bench/choices.R [subjects, 200 by default]

suppressMessages(library(unruly))
given <- as.numeric(commandArgs(TRUE))
subjects <- if (length(given) > 0) given[1] else 200
set.seed(1)
data <- data.frame(subject = rep(seq_len(subjects), each = 200), arm = sample.int(4, 200 * subjects, TRUE))
data$reward <- rbinom(nrow(data), 1, c(.2, .4, .6, .8)[data$arm])

seconds <- function(code) {
  before <- proc.time()
  force(code)
  used <- proc.time() - before
  sum(used[c("user.self", "sys.self")])
}

lean <- function(rate, temperature, arm, reward) {
  v <- numeric(4)
  sum <- 0
  for (i in seq_along(arm)) {
    u <- v / temperature
    a <- arm[i]
    sum <- sum + u[a] - log(sum(exp(u)))
    v[a] <- v[a] + rate * (reward[i] - v[a])
  }
  sum
}

invisible(lean(.3, .2, data$arm[1:200], data$reward[1:200])) # compiled
evaluations <- 2000
first <- data[data$subject == 1, ]
in_r <- seconds(for (i in seq_len(evaluations)) lean(.3, .2, first$arm, first$reward)) / evaluations / 200
fit <- NULL
in_core <- seconds(fit <- suppressWarnings(fit_policy(data, policy_delta(free(), free()), by = subject, threads = 1)))
in_core <- in_core / summary(fit)$evaluations / 200
cat(sprintf("a lean loop in R   %6.0f ns\nfit_policy()       %6.0f ns   %.1f times as fast\n", 1e9 * in_r, 1e9 * in_core, in_r / in_core))
