# A trial of survival times with a log-rank rule: 400 patients, 20 a month at equal intervals, median survival 12 months
# in the control and 12 or 12 / 0.7 in the new arm, O'Brien-Fleming looks at 80, 160 and 240 events. Equal allocation in
# blocks of 2, then allocation in proportion to the posterior; the figures beside are those of another simulator.
#
#   sh tools/with-library.sh Rscript bench/outcomes-log-rank.R [TRIALS, 20000 by default]
library(unruly)

trials <- as.integer(c(commandArgs(TRUE), 20000)[1])
arms <- list(effect = c(control = 12, new = 12 / 0.7), null = c(control = 12, new = 12))
problems <- lapply(arms, function(median) with_accrual(bandit(arms_survival(median)), rate = 20, arrivals = "even"))
rule <- stop_log_rank(trial_design(2, c(80, 160, 240)))
play <- function(policy, reps, ...) {
  run_study(problems, policy, 400, reps = reps, seed = 1, overrun = TRUE, record = 400, progress = FALSE, ...)
}
print_measures <- function(study) {
  found <- suppressMessages(operating_characteristics(study))
  for (measure in c("power", "error", "duration", "events")) {
    here <- found[found$measure == measure, ]
    cat(sprintf("  %-9s %s\n", measure, paste(sprintf("%s %.4f (%.4f)", here$bandit, here$value, here$mcse), collapse = ", ")))
  }
}

equal <- play(policy_allocation(), trials, stop = rule)
cat("equal allocation: power .7794 (.0029), error .0249 (.0011), time 26.01, 26.75, events 204.4, 239.4\n")
print_measures(equal)
ends <- recommendations(equal)
claimed <- ends$reason == "log_rank"
stage <- findInterval(equal$tables$stops$events, c(80, 160, 240))
cat("  claims by stage: .027 .390 .362; .0003 .0070 .0176\n")
print(round(tapply(claimed, list(ends$bandit, stage), sum) / trials, 4))

cat("allocation(\"best\", power = 1): power .700 (.010), error .0398 (.0031)\n")
best <- policy_allocation("best", power = 1)
print_measures(play(best, trials, stop = rule))

# Without the rule: who is treated by what, and who has died a year after the last patient.
few <- ceiling(trials / 10)
cat("its share of the better arm .746 (.003), deaths by month 32 243.9 (.3), 256.2 (.1) with equal allocation\n")
for (policy in list(best, policy_allocation())) {
  study <- play(policy, few, keep = "choices")
  made <- choices(study)
  made <- made[made$bandit == "effect", ]
  dead <- tapply(made$time + made$reward <= 32, made$rep, sum)
  share <- tapply(made$arm == "new", made$rep, mean)
  error <- function(x) sd(x) / sqrt(length(x))
  cat(sprintf("  %-20s share %.3f (%.4f), deaths %.1f (%.2f)\n", made$policy[1], mean(share), error(share), mean(dead), error(dead)))
}

cat("coverage with equal medians: rate .935 .944, survival at 12 .939 .944\n")
study <- play(best, few, keep = "choices")
found <- estimates(study, c("rate", "kaplan_meier"), within = 12)
found <- found[found$bandit == "null", ]
print(round(tapply(found$lower <= found$truth & found$truth <= found$upper, list(found$method, found$arm), mean), 4))
