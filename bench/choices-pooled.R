# Populations of fifty subjects with a hundred choices each, fitted pooled and by subject, beside the reference values of the contract, `choices.md`,
# section 8 D: errors, correlations with the true values, coverage of 95% intervals.
#
#   Rscript bench/choices-pooled.R [populations, 80 by default] [seed of the first, 1]

suppressMessages(library(unruly))
given <- as.numeric(commandArgs(TRUE))
populations <- if (length(given) > 0) given[1] else 80
from <- if (length(given) > 1) given[2] else 1
mu <- c(-1.2, -.3)
sigma <- c(.8, .4)

one <- function(seed) {
  set.seed(seed)
  z <- cbind(rnorm(50, mu[1], sigma[1]), rnorm(50, mu[2], sigma[2]))
  x <- cbind(plogis(z[, 1]), .01 * 1000^plogis(z[, 2]))
  data <- do.call(rbind, lapply(1:50, function(i) {
    v <- numeric(4)
    a <- r <- numeric(100)
    for (t in 1:100) {
      a[t] <- sample.int(4, 1, prob = exp((v - max(v)) / x[i, 2]))
      r[t] <- rbinom(1, 1, c(.2, .4, .6, .8)[a[t]])
      v[a[t]] <- v[a[t]] + x[i, 1] * (r[t] - v[a[t]])
    }
    data.frame(subject = i, arm = a, reward = r)
  }))
  model <- policy_delta(free(), free(.01, 10))
  fits <- suppressWarnings(lapply(c(TRUE, FALSE), function(pooled) fit_policy(data, model, by = subject, pooled = pooled, threads = 1)))
  covers <- function(fit) rowMeans(mapply(function(ends, i) ends[, 1] <= x[i, ] & x[i, ] <= ends[, 2], confint(fit), 1:50), na.rm = TRUE)
  errors <- function(fit) c(sqrt(mean((coef(fit)[, 1] - x[, 1])^2)), sqrt(mean(log(coef(fit)[, 2] / x[, 2])^2)), cor(coef(fit)[, 1], x[, 1]))
  group <- tidy(fits[[1]], "group")
  c(errors(fits[[1]]), errors(fits[[2]]), covers(fits[[2]]), covers(fits[[1]]), abs(group$mean - mu) <= qnorm(.975) * group$std.error, group$sd[2])
}

found <- vapply(from + seq_len(populations) - 1, one, numeric(13))
reference <- c(.0688, .198, .877, .1076, .730, .806, .946, .949, .932, .922, .975, .963, .354)
names <- c(paste("pooled:", c("rms error of rate", "rms error of ln temperature", "r of rate")), paste("by subject:", c("rms error of rate", "rms error of ln temperature", "r of rate")),
           "coverage by subject, profile: rate", "temperature", "coverage of pooled subjects: rate", "temperature", "coverage of means: rate", "temperature",
           "sigma of temperature (.4)")
cat(sprintf("%-42s %.4f (%.4f)   reference %.4f\n", names, rowMeans(found, na.rm = TRUE), apply(found, 1, stats::sd, na.rm = TRUE) / sqrt(populations), reference), sep = "")
