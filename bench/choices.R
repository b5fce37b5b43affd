# Time of a trial and evaluation of the likelihood of the delta rule with four arms, in fit_policy(), beside a lean loop in R and one in C (left out
# without a compiler), and what a call of choice_likelihood() costs beside its trials; in one run.
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

# The same loop in C, which knows nothing but this rule.
source <- file.path(tempdir(), "lean.c")
writeLines(c("#include <math.h>",
             "void lean(double *rate, double *temperature, int *arm, double *reward, int *trials, int *times, double *found) {",
             "  for (int k = 0; k < *times; k++) {",
             "    double v[4] = {0};",
             "    *found = 0;",
             "    for (int i = 0; i < *trials; i++) {",
             "      double sum = 0;",
             "      for (int j = 0; j < 4; j++) sum += exp(v[j] / *temperature);",
             "      double *a = &v[arm[i] - 1];",
             "      *found += *a / *temperature - log(sum);",
             "      *a += *rate * (reward[i] - *a);",
             "    }", "  }", "}"), source)
built <- sub("[.]c$", .Platform$dynlib.ext, source)
system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", shQuote(source)), stdout = FALSE, stderr = FALSE)
if (file.exists(built)) {
  dyn.load(built)
  times <- 20000L
  found <- NULL
  in_c <- seconds(found <- .C("lean", .3, .2, first$arm, as.double(first$reward), 200L, times, 0)[[7]]) / times / 200
  stopifnot(abs(found - lean(.3, .2, first$arm, first$reward)) < 1e-9)
  cat(sprintf("a lean loop in C   %6.0f ns   fit_policy() takes %.1f times as long\n", 1e9 * in_c, in_core / in_c))
}

log <- as_log(first[1:10, ])
policy <- policy_delta(.3, .2)
calls <- function(times) for (i in seq_len(times)) choice_likelihood(log, policy, threads = 1)
tables <- function(times) for (i in seq_len(times)) tibble::tibble(a = 1, b = 2)
calls(200) # compiled
tables(200)
cat(sprintf("a call of choice_likelihood() with 10 trials: %.2f ms; one of tibble(a = 1, b = 2): %.2f ms\n", seconds(calls(2000)) / 2, seconds(tables(2000)) / 2))
