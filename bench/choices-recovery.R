# Recovery of six policies in two-armed Gaussian bandits, 20 games of 10 rounds, beside the reference values of the contract, `choices.md`, section 8 G:
# which policy is chosen by BIC and AIC for the choices of which, and the correlation of true and estimated parameters.
#
#   Rscript bench/choices-recovery.R [units, 100 by default] [seed, 1]

suppressMessages(library(unruly))
given <- as.numeric(commandArgs(TRUE))
units <- if (length(given) > 0) given[1] else 100
seed <- if (length(given) > 1) given[2] else 1

kalman <- function(...) policy_kalman(..., sd = sqrt(10), start_sd = 10)
models <- function(rate, temperature, stick, bonus, lapse, hot, wide, random) list(
  delta = policy_delta(rate, temperature), stick = policy_delta(rate, temperature, stick = stick),
  softmax = kalman("softmax", temperature = temperature), bonus = kalman("softmax", temperature = temperature, bonus = bonus),
  Thompson = kalman("thompson", lapse = lapse), hybrid = kalman("probit", temperature = hot, bonus = bonus, random = random)
)
fitted <- models(free(0, 1), free(.1, 100), free(-5, 5), free(-2, 2), free(0, 1), free(.1, 100), NULL, free(-5, 5))
truth <- models(free(.1, .9), free(.5, 8), free(.5, 2), free(.1, .8), free(.01, .1), free(4, 40), NULL, free(.5, 2))
problem <- bandit(arms_gaussian(prior_normal(2, 0, 10), sd = sqrt(10)))
found <- recovery(fitted, problem, horizon = 10, games = 20, units = units, truth = truth, seed = seed, threads = 1)

# Counts of 100, and correlations with their standard errors, as the reference has them: delta, stick, softmax, bonus, Thompson, hybrid.
counts <- matrix(c(66, 2, 31, 1, 0, 0, 14, 81, 1, 3, 1, 0, 2, 0, 92, 4, 1, 1, 0, 0, 15, 83, 2, 0, 0, 0, 1, 4, 95, 0, 0, 0, 0, 42, 3, 55), 6, byrow = TRUE,
                 dimnames = list(names(fitted), names(fitted)))
r <- c(.83, .59, .80, .60, .70, .94, .95, .58, .62, .42, .73, .54)
se <- c(.03, .07, .04, .06, .05, .01, .01, .07, .06, .08, .05, .07)

table <- found$confusion
share <- matrix(table$share, 6, dimnames = list(names(fitted), names(fitted)))
error <- sqrt((counts / 100 * (1 - counts / 100)) / 100 + share * (1 - share) / units)
z <- (share - counts / 100) / pmax(error, .01)
cat("Chosen by BIC, of 100 (the reference; how many standard errors apart):\n")
for (k in names(fitted)) cat(sprintf("%-9s %s\n", k, paste(sprintf("%3.0f (%2.0f; %4.1f)", 100 * share[k, ], counts[k, ], z[k, ]), collapse = "  ")))
s <- summary(found)
apart <- (atanh(s$r) - atanh(r)) / sqrt(1 / (units - 3) + 1 / 97) # on Fisher's scale
print(data.frame(s[c("policy", "parameter")], r = round(s$r, 3), reference = r, apart = round(apart, 1), coverage = round(s$coverage, 2)), row.names = FALSE)
right <- mean(diag(share))
cat(sprintf("Right: %.3f (%.3f); the reference: .787 (.017)\n", right, sqrt(sum(diag(share) * (1 - diag(share)) / units)) / 6))
fits <- found$fits
d <- c(2, 3, 1, 2, 1, 3)[match(fits$policy, names(fitted))]
key <- split(seq_len(nrow(fits)), paste(fits$truth, fits$unit))
correct <- vapply(key, function(at) fits$policy[at][which.min(2 * d[at] - 2 * fits$log_lik[at])] == fits$truth[at][1], NA)
cat(sprintf("By AIC: %.3f (%.3f); the reference: .797 (.016)\n", mean(correct), sqrt(mean(correct) * (1 - mean(correct)) / length(correct))))
