# The analysis of group-sequential trials by trial_analysis(): coverage and bias by simulation, and rpact's own examples.
#
#   sh tools/with-library.sh Rscript bench/trials-confirmatory.R [trials]
#
# Each line: what was simulated, with its Monte Carlo error, and what it should be.
library(unruly)
trials <- as.integer(c(commandArgs(TRUE), 20000)[1])

cat(trials, "Gaussian trials of four looks each: coverage of 95% intervals, of naive ones, and biases in drift\n")
trial <- bandit(arms_gaussian(c(control = 0, new = 0.3), sd = 1))
for (shape in c("obrien_fleming", "pocock")) {
  plan <- trial_design(trial, 1:4, power = 0.9, shape = shape)
  study <- run_study(list(power = trial, null = bandit_null(trial)), design = plan, reps = trials, seed = 1, record = 1, progress = FALSE)
  time <- system.time(found <- trial_analysis(study))[["user.self"]]
  told <- summary(found)
  se <- found$naive / found$z # of the difference, without a margin
  naive <- tapply(abs(found$naive - found$truth) <= stats::qnorm(0.975) * se, found$bandit, mean)
  unit <- sqrt(plan$at[4]) / 2 # the drift of a difference of 1
  for (i in seq_len(nrow(told))) {
    cat(sprintf("%-15s %-5s coverage %.4f (%.4f), naive %.4f; bias naive %.3f, estimate %.3f, adjusted %.3f (%.3f)\n", shape, told$bandit[i],
                told$coverage[i], told$coverage_mcse[i], naive[[as.character(told$bandit[i])]], unit * told$bias_naive[i], unit * told$bias[i],
                unit * told$bias_adjusted[i], unit * told$bias_mcse[i]))
  }
  cat(sprintf("%.2f ms of a processor a trial\n", 1000 * time / nrow(found)))
}

cat("\nBernoulli trials, O'Brien-Fleming, four looks: coverage, which is approximate\n")
for (case in list(list(80, c(0.3, 0.3), 0.9510), list(80, c(0.3, 0.6), 0.9637), list(200, c(0.3, 0.5), 0.9524))) {
  arms <- bandit(arms_bernoulli(case[[2]]))
  plan <- trial_design(2, case[[1]] * 1:4 / 4)
  study <- run_study(arms, design = plan, reps = trials, seed = 1, record = 1, progress = FALSE)
  told <- summary(trial_analysis(study))
  cat(sprintf("%3d patients, %s: %.4f (%.4f), enumerated %.4f\n", case[[1]], paste(case[[2]], collapse = " and "), told$coverage,
              told$coverage_mcse, case[[3]]))
}

cat("\nThree rivals, means 0 0 0 .4: repeated intervals hold together in 97.5% of trials or more\n")
four <- bandit(arms_gaussian(c(0, 0, 0, 0.4)))
plan <- trial_design(four, 1:3, power = 0.9)
study <- run_study(four, design = plan, reps = trials, seed = 1, record = 1, progress = FALSE)
found <- suppressMessages(trial_analysis(study))
together <- mean(tapply(found$repeated_lower <= found$truth, found$rep, all))
cat(sprintf("lower ends together %.4f (%.4f)\n", together, sqrt(together * (1 - together) / trials)))

cat("\nDesigns as rpact 3.3.4 has them: unrounded sizes\n")
size <- function(...) glance(trial_design(...))$size_exact
row <- function(name, found, wanted) cat(sprintf("%-50s %12.5f  %12.5f\n", name, found, wanted))
row("O'Brien-Fleming, four looks, .3, power .9", size(trial, 1:4, power = 0.9), 477.34664)
row("Pocock spending, .4 .7 1, 2:1, .6, sd 2.5, power .8", size(bandit(arms_gaussian(c(0, 0.6), sd = 2.5)), c(0.4, 0.7, 1), power = 0.8,
                                                              spending = "pocock", ratio = c(1, 2)), 718.79209)
row("one look, two-sided .05, 4, sd 10, power .9", size(bandit(arms_gaussian(c(0, 4), sd = 10)), error = 0.05, sides = 2, power = 0.9), 262.68558)
row("Bernoulli .3, .45, one look, power .8", size(bandit(arms_bernoulli(c(0.3, 0.45))), power = 0.8), 324.66876)
