# The law of Thompson sampling's choices, from its games: policy_thompson() finds them without drawing for all arms, but
# they must have the law of draws from posteriors.
#
#   sh tools/with-library.sh Rscript bench/thompson.R [games]
#
# The 243 sequences of choices of three Bernoulli arms in five rounds, against their probabilities by enumeration (posterior
# chances by integrate()); the pulls of the better of two arms in 30 rounds, against a recursion over numbers of successes;
# and mean regrets of long games with their standard errors, which design decisions rest on.
library(unruly)
games <- c(as.numeric(commandArgs(TRUE)), 1e6)[1]
part <- 5e4 # replications of a study

chance_best <- function(k, s, n) {
  integrate(function(x) {
    f <- stats::dbeta(x, 1 + s[k], 1 + n[k] - s[k])
    for (other in seq_along(n)[-k]) f <- f * stats::pbeta(x, 1 + s[other], 1 + n[other] - s[other])
    f
  }, 0, 1, rel.tol = 1e-11, subdivisions = 1000)$value
}
kept <- new.env()
chances_at <- function(s, n) {
  key <- paste(s, n, collapse = " ")
  if (is.null(kept[[key]])) kept[[key]] <- vapply(seq_along(n), chance_best, 0, s = s, n = n)
  kept[[key]]
}

# Probabilities of all sequences of choices, by their numbers in base 3.
sequences <- function(means, rounds) {
  found <- numeric(length(means)^rounds)
  visit <- function(s, n, number, chance, t) {
    if (t > rounds) {
      found[number + 1] <<- found[number + 1] + chance
      return(invisible())
    }
    to <- chances_at(s, n)
    for (k in seq_along(means)) for (success in 0:1) {
      here <- replace(rep(0, length(means)), k, 1)
      visit(s + here * success, n + here, number * length(means) + k - 1, chance * to[k] * (if (success) means[k] else 1 - means[k]), t + 1)
    }
  }
  visit(rep(0, length(means)), rep(0, length(means)), 0, 1, 1)
  found
}

# Probabilities of the pulls of arm 2 after so many rounds, two arms.
pulls_of_second <- function(means, rounds) {
  now <- list(list(s = c(0, 0), n = c(0, 0), chance = 1))
  for (t in seq_len(rounds)) {
    after <- new.env()
    for (x in now) {
      to <- chances_at(x$s, x$n)
      for (k in 1:2) for (success in 0:1) {
        here <- replace(c(0, 0), k, 1)
        y <- list(s = x$s + here * success, n = x$n + here, chance = x$chance * to[k] * (if (success) means[k] else 1 - means[k]))
        key <- paste(y$s, y$n, collapse = " ")
        if (!is.null(after[[key]])) y$chance <- y$chance + after[[key]]$chance
        after[[key]] <- y
      }
    }
    now <- as.list(after)
  }
  pulls <- vapply(now, function(x) x$n[2], 0)
  vapply(0:rounds, function(m) sum(vapply(now[pulls == m], `[[`, 0, "chance")), 0)
}

chi_square <- function(counts, chances) {
  few <- sum(counts) * chances < 5
  if (any(few)) {
    counts <- c(counts[!few], sum(counts[few]))
    chances <- c(chances[!few], sum(chances[few]))
  }
  x <- sum((counts - sum(counts) * chances)^2 / (sum(counts) * chances))
  sprintf("chi-square %.1f on %d, p %.2f", x, length(counts) - 1, stats::pchisq(x, length(counts) - 1, lower.tail = FALSE))
}

study_of <- function(means, rounds, first, ...) {
  run_study(bandit(arms_bernoulli(means)), policy_thompson("bernoulli"), rounds, part, first_rep = first, seed = 11, progress = FALSE, ...)
}
firsts <- seq(1, games, part)

three <- c(0.2, 0.5, 0.8)
counts <- 0
for (first in firsts) {
  played <- choices(study_of(three, 5, first, keep = "choices"))
  arm <- matrix(as.integer(factor(played$arm))[order(played$rep, played$round)] - 1, 5)
  counts <- counts + tabulate(colSums(arm * 3^(4:0)) + 1, 243)
}
cat(sprintf("243 sequences of choices, arms .2, .5, .8, five rounds, %d games: %s\n", sum(counts), chi_square(counts, sequences(three, 5))))

counts <- 0
for (first in firsts) {
  n <- pulls(study_of(c(0.3, 0.6), 30, first, record = 1))
  counts <- counts + tabulate(n$pulls[n$arm == 2] + 1, 31)
}
law <- pulls_of_second(c(0.3, 0.6), 30)
by_law <- c(sum(0:30 * law), sqrt(sum((0:30)^2 * law) - sum(0:30 * law)^2), law[c(11, 21, 26)])
cat(sprintf("Pulls of arm 2, arms .3, .6, 30 rounds: mean %.8f, sd %.6f, P(10, 20, 25) %.6f, %.6f, %.6f\n", by_law[1], by_law[2], by_law[3], by_law[4], by_law[5]))
found <- sum(0:30 * counts) / sum(counts)
cat(sprintf("  of %d games: mean %.4f (%.4f), %s\n", sum(counts), found, by_law[2] / sqrt(sum(counts)), chi_square(counts, law)))

# Five arms, the best .5, all others the same: mean regret.
for (other in c(0.3, 0.45)) for (family in c("bernoulli", "gaussian")) {
  means <- c(rep(other, 4), 0.5)
  b <- bandit(if (family == "bernoulli") arms_bernoulli(means) else arms_gaussian(means))
  s <- regret(run_study(b, policy_thompson(family), 1e4, 5000, seed = 12, record = 1, progress = FALSE))
  cat(sprintf("Five arms, others %g, %s, T = 1e4: mean regret %.2f (%.2f)\n", other, family, mean(s$regret), stats::sd(s$regret) / sqrt(nrow(s))))
}
