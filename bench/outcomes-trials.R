# Coverage of intervals for conversions within some age, where zeros are never shown: three arms, lags of mean 300, 4,000
# rounds, within 500, nominal 0.95; by policy, method and arm, with the bias and its error.
#
#   sh tools/with-library.sh Rscript bench/outcomes-trials.R [GAMES, 4000 by default]
library(unruly)

games <- as.integer(c(commandArgs(TRUE), 4000)[1])
problem <- bandit(arms_bernoulli(c(0.1, 0.07, 0.03))) |> with_delay(delay_geometric(300), zero = Inf)
policies <- list(policy_uniform(), policy_conversion(), policy_conversion(rule = "thompson"))

# So many games at a time fit into memory.
rows <- NULL
for (first in seq(1, games, by = 250)) {
  study <- run_study(problem, policies, 4000, reps = min(250, games - first + 1), first_rep = first, seed = 1, keep = "choices",
                     progress = FALSE)
  found <- estimates(study, c("naive", "kaplan_meier", "rate"), within = 500)
  rows <- rbind(rows, data.frame(found[c("policy", "method", "arm")], covers = found$lower <= found$truth & found$truth <= found$upper,
                                 off = found$estimate - found$truth))
}
of <- function(what, f) aggregate(rows[[what]], rows[c("arm", "method", "policy")], f)$x
print(data.frame(unique(aggregate(covers ~ arm + method + policy, rows, mean)), bias = of("off", mean), se = of("off", function(x) sd(x) / sqrt(length(x)))),
      digits = 3, row.names = FALSE)
