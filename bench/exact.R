# Exact studies and the optimum: how long they take, and whether 200,000 simulated games of every
# policy that has an exact law are within their standard errors of it.
#
#   Rscript bench/exact.R [games]
library(unruly)
given <- commandArgs(TRUE)
games <- if (length(given) > 0) as.double(given[1]) else 2e5
seconds <- function(code) min(vapply(1:3, function(i) system.time(eval.parent(substitute(code)))[["elapsed"]], 0))

two <- bandit(arms_bernoulli(c(0.45, 0.6)))
three <- bandit(arms_bernoulli(c(0.45, 0.6, 0.5)))
cat("How long, in seconds, with", getOption("unruly.threads", parallel::detectCores()), "threads\n")
times <- c(
  "UCB1, two arms, T = 300" = seconds(exact_study(two, policy_ucb1(), 300, record = 1)),
  "UCB1, two arms, T = 300, 50 checkpoints" = seconds(exact_study(two, policy_ucb1(), 300)),
  "KL-UCB, two arms, T = 300" = seconds(exact_study(two, policy_kl_ucb(), 300, record = 1)),
  "Bayes-UCB, two arms, T = 300" = seconds(exact_study(two, policy_bayes_ucb(), 300, record = 1)),
  "IMED, two arms, T = 300" = seconds(exact_study(two, policy_imed(), 300, record = 1)),
  "UCB1, three arms, T = 60" = seconds(exact_study(three, policy_ucb1(), 60, record = 1)),
  "Bayes-UCB, three arms, T = 60" = seconds(exact_study(three, policy_bayes_ucb(), 60, record = 1)),
  "IMED, three arms, T = 60" = seconds(exact_study(three, policy_imed(), 60, record = 1)),
  "UCB1, four arms, T = 25" = seconds(exact_study(bandit(arms_bernoulli(c(3:6) / 10)), policy_ucb1(), 25, record = 1)),
  "Optimum, two arms, T = 200" = seconds(bayes_optimal(prior_uniform(2), 200)),
  "Optimum, three arms, T = 60" = seconds(bayes_optimal(prior_uniform(3), 60))
)
print(round(times, 2))

# Every policy that has an exact law, as it comes, and some families.
usual <- lapply(stats::setNames(nm = policies(two)$constructor), function(name) tryCatch(get(name)(), error = function(e) NULL))
more <- list(policy_kl_ucb(c = 3, label = "KL-UCB, c = 3"), policy_bayes_ucb("gaussian", sd = 0.5, label = "Bayes-UCB, Gaussian"),
             policy_imed("gaussian", sd = 0.5, label = "IMED, Gaussian"), policy_fixed(1), policy_thompson("beta", label = "Thompson, beta"),
             policy_boltzmann(0.1), policy_epsilon_greedy(decay = 5, label = "Epsilon-greedy, decay"))
all <- c(Filter(Negate(is.null), usual), more)
labels <- vapply(all, function(p) p$label, "")
all <- all[!duplicated(labels)]
has_law <- vapply(all, function(p) is.null(tryCatch({ exact_study(two, p, 2); NULL }, error = function(e) e)), NA)
all <- unname(all[has_law])

compare <- function(name, problem, horizon) {
  exact <- summary(exact_study(problem, all, horizon, record = 1))
  found <- summary(run_study(problem, all, horizon, reps = games, seed = 1, record = 1, keep = "moments", progress = FALSE))
  z <- (found$mean - exact$mean) / (exact$sd / sqrt(games))
  data.frame(bandit = name, policy = exact$policy, exact = round(exact$mean, 4), simulated = round(found$mean, 4),
             z = round(ifelse(exact$sd < 1e-9, 0, z), 2), sd = round(exact$sd, 3), sd_simulated = round(found$sd, 3))
}
agreement <- rbind(compare("two arms, T = 60", two, 60), compare("three arms, T = 20", three, 20))
print(agreement, row.names = FALSE)
cat(sprintf("Largest |z| of %d: %.2f (a normal one would be at most %.2f with chance 1/2)\n", nrow(agreement), max(abs(agreement$z)),
            stats::qnorm(1 - (1 - 0.5^(1 / nrow(agreement))) / 2)))
