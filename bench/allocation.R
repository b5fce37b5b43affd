# Allocation in trials: shares and their variance against limit theorems, exact laws and other programs.
#   sh tools/with-library.sh Rscript bench/allocation.R [replications, 40000]
suppressPackageStartupMessages(library(unruly))
reps <- as.numeric(c(commandArgs(TRUE), 40000)[1])
shares_of <- function(p, policies, horizon, reps) {
  study <- run_study(bandit(arms_bernoulli(p)), policies, horizon, reps, seed = 1, record = horizon, threads = 1, progress = FALSE)
  played <- pulls(study)
  played$share <- played$pulls / horizon
  played
}

cat("rsihr, p = .8, .6, N = 500: N var(share). Limits .0294 (erade), .0851 (dbcd), .3076 (gamma 0)\n")
policies <- list(erade = policy_allocation("rsihr", "erade"), dbcd = policy_allocation("rsihr"),
                 none = policy_allocation("rsihr", gamma = 0))
played <- shares_of(c(0.8, 0.6), policies, 500, reps)
print(round(tapply(played$share[played$arm == 1], played$policy[played$arm == 1], function(x) 500 * stats::var(x)), 4))

cat("Thall and Wathen, p = .3, .5, N = 148, exact share .6836155, sd .0824793\n")
played <- shares_of(c(0.3, 0.5), policy_allocation("best"), 148, reps / 8)
second <- played$share[played$arm == 2]
print(round(c(share = mean(second), error = stats::sd(second) / sqrt(length(second)), sd = stats::sd(second)), 4))

cat("The same exactly, some 100 seconds; wanted .6836155, difference at the end significant .6697849\n")
exact <- exact_study(bandit(arms_bernoulli(c(0.3, 0.5))), policy_allocation("best"), 148, record = 148, threads = 1,
                     stop = stop_boundary(upper = 1.959964, looks = 148, control = 1))
found <- suppressMessages(operating_characteristics(exact, method = "sequence"))
print(format(unlist(found[found$measure %in% c("optimal", "power"), "value"]), digits = 9), quote = FALSE)

cat("Matched control, p = .3, .3, .3, .5, N = 120; elsewhere .3941 .1138 .1168 .3753\n")
played <- shares_of(c(0.3, 0.3, 0.3, 0.5), policy_allocation("better", control = 1), 120, reps / 2)
print(round(rbind(share = tapply(played$share, played$arm, mean),
                  error = tapply(played$share, played$arm, stats::sd) / sqrt(reps / 2)), 4))
