# The five experiments of the fairness paper in full: how long they take, and what
# becomes of the paper's claims, with 95% intervals.
#   Rscript bench/fairness.R [path of MovieLens 1M's ratings.dat; without it fair-3 is left out]
library(unruly)

path <- c(commandArgs(trailingOnly = TRUE), NA)[1]
total <- c(0, 0)
run <- function(id, ...) {
  time <- system.time(study <- run_experiment(id, threads = 2, progress = FALSE, ...))
  total <<- total + c(time[["elapsed"]], time[["user.self"]] + time[["sys.self"]])
  cat(sprintf("\n%s: %.1f s\n", id, time[["elapsed"]]))
  study
}
interval <- function(x) {
  mean <- mean(x)
  half <- qt(0.975, length(x) - 1) * sd(x) / sqrt(length(x))
  sprintf("%.4g (%.4g to %.4g)", mean, mean - half, mean + half)
}

# Does HT-UCB have the least penalised regret?
series <- run("fair-1")
for (study in series$studies) {
  table <- compare_policies(study, "HT-UCB")
  last <- table[table$round == max(table$round), ]
  cat(sprintf("T = %5.0f  %-17s %-7s more by %7.1f (%.1f to %.1f)\n", last$round, last$bandit, last$policy,
              last$difference, last$lower, last$upper), sep = "")
}

# Do the arms become unfair one by one? The largest scale at which an arm lacks
# more than 1% of its share on average, the arms in the order of their means.
study <- run("fair-2")
paths <- unruly:::unfairness_paths(study)
for (bandit in levels(paths$bandit)) {
  share <- study$description$bandits[[bandit]]$traits$fairness$parameters$share
  for (family in levels(paths$family)) {
    here <- paths[paths$bandit == bandit & paths$family == family, ]
    unfair <- here$mean > 0.01 * share[as.integer(here$arm)] * 1e4
    scale <- vapply(2:8, function(arm) max(here$scale[unfair & here$arm == arm], -Inf), 0)
    cat(sprintf("%s %-7s arms 2..8 unfair up to scale %s\n", bandit, family, paste(signif(scale, 3), collapse = ", ")))
  }
}

# Where are the others below HT-UCB's frontier, where above it?
frontier <- function(study) {
  table <- compare_frontier(study)
  table <- table[!is.na(table$difference), ]
  table$family <- sub(",.*", "", table$policy)
  for (key in unique(paste(table$bandit, table$family, sep = " | "))) {
    one <- table[paste(table$bandit, table$family, sep = " | ") == key, ]
    worst <- one[which.max(one$difference), ]
    cat(sprintf("%-38s below at %2d, above at %d, undecided at %d; most %.1f (%.1f to %.1f) at unfairness %.0f\n", key,
                sum(one$upper < 0), sum(one$lower > 0), sum(one$upper >= 0 & one$lower <= 0), worst$difference,
                worst$lower, worst$upper, worst$unfairness))
  }
}
if (!is.na(path)) frontier(run("fair-3", data = path))

# Are pulls proportional to inverse squared gaps, where the share does not bind?
# The slope of ln pulls on ln inverse (1: proportional), by replication.
study <- run("fair-4")
table <- unruly:::pulls_by_gap(study)
counts <- pulls(study)
for (bandit in levels(table$bandit)) {
  one <- table[table$bandit == bandit, ]
  critical <- startsWith(bandit, "critical")
  free <- one[if (critical) one$pulls > 1.02 * one$level else one$pulls < 0.98 * one$level, ]
  cat(sprintf("%s: %d of %d arms free of the share", bandit, nrow(free), nrow(one)))
  if (length(unique(free$inverse)) > 1) {
    here <- counts[counts$bandit == bandit & counts$arm %in% free$arm, ]
    slope <- tapply(seq_len(nrow(here)), here$rep, function(i) {
      coef(lm(log(here$pulls[i]) ~ log(free$inverse[match(here$arm[i], free$arm)])))[2]
    })
    factor <- tapply(here$pulls / free$inverse[match(here$arm, free$arm)], here$arm, mean) / log(2e4)
    cat(sprintf("; slope of the logarithms %s; pulls times gap^2 / ln T %s", interval(slope),
                paste(signif(factor, 3), collapse = ", ")))
  }
  cat("\n")
}

frontier(run("fair-5"))
cat(sprintf("\n%s: %.0f s on two threads (wanted: under 180), %.0f s of processor time\n",
            if (is.na(path)) "all but fair-3" else "all five", total[1], total[2]))
