# Exact studies and the optimum: how long they take, and whether 200,000 simulated games of every
# policy that has an exact law are within their standard errors of it, played to the end and stopped.
#
#   Rscript bench/exact.R [games] [times | agreement | stopped]
library(unruly)
options(width = 150)
given <- commandArgs(TRUE)
games <- if (length(given) > 0) as.double(given[1]) else 2e5
part <- if (length(given) > 1) given[2] else c("times", "agreement", "stopped")
seconds <- function(code) min(vapply(1:3, function(i) system.time(eval.parent(substitute(code)))[["elapsed"]], 0))

two <- bandit(arms_bernoulli(c(0.45, 0.6)))
three <- bandit(arms_bernoulli(c(0.45, 0.6, 0.5)))
if ("times" %in% part) {
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
}

# Every policy that has an exact law, as it comes, and some families.
usual <- lapply(stats::setNames(nm = policies(two)$constructor), function(name) tryCatch(get(name)(), error = function(e) NULL))
usual$policy_gittins <- NULL
more <- list(policy_etc(10), policy_batched_se(3, sd = 0.3), policy_se(sd = 0.1, label = "SE, sd = 0.1"), policy_kl_ucb(c = 3, label = "KL-UCB, c = 3"), policy_bayes_ucb("gaussian", sd = 0.5, label = "Bayes-UCB, Gaussian"),
             policy_imed("gaussian", sd = 0.5, label = "IMED, Gaussian"), policy_fixed(1), policy_thompson("bernoulli", label = "Thompson, beta"),
             policy_boltzmann(0.1), policy_epsilon_greedy(decay = 5, label = "Epsilon-greedy, decay"), policy_gittins(0.9))
all <- c(Filter(Negate(is.null), usual), more)
all <- unname(all[!duplicated(vapply(all, function(p) p$label, ""))])
# Gittins' index is slow to simulate: milliseconds a game.
rounds_of <- function(policy, rounds) if (policy$constructor == "policy_gittins") ceiling(rounds / 6) else rounds
has_law <- function(problem, policy) is.null(tryCatch({ exact_study(problem, policy, 2); NULL }, error = function(e) e))
all <- Filter(function(p) has_law(two, p), all)

# Policies of one seed meet the same rewards, and their errors would be alike.
seed_of <- function(policy) 100 + match(policy$label, vapply(all, function(p) p$label, ""))

# Figures that vary at all: the law's, and the simulation's distance from it in standard errors.
compare <- function(name, policy, problem, horizon, figures, ...) {
  horizon <- rounds_of(policy, horizon)
  exact <- exact_study(problem, policy, horizon, record = 1, ...)
  found <- run_study(problem, policy, horizon, reps = games, seed = seed_of(policy), record = 1, keep = "moments", progress = FALSE, ...)
  rows <- lapply(figures, function(what) {
    law <- summary(exact, what)
    simulated <- summary(found, what)
    data.frame(bandit = name, rounds = horizon, policy = policy$label, figure = what, exact = law$mean, simulated = simulated$mean,
               z = (simulated$mean - law$mean) / (law$sd / sqrt(games)), sd = law$sd, sd_simulated = simulated$sd)
  })
  table <- do.call(rbind, rows)
  table <- table[table$sd >= 1e-9, ]
  if (nrow(table) > 0) print(table, digits = 4, row.names = FALSE)
  table
}

say_largest <- function(rows) {
  table <- do.call(rbind, rows)
  cat(sprintf("Largest |z| of %d: %.2f (of so many independent normal ones it would be at most %.2f with chance 1/2)\n", nrow(table),
              max(abs(table$z)), stats::qnorm(1 - (1 - 0.5^(1 / nrow(table))) / 2)))
}

if ("agreement" %in% part) {
  figures <- c("regret", "reward", "correct")
  say_largest(c(lapply(all, function(p) compare("two arms", p, two, 60, figures)),
                lapply(all, function(p) compare("three arms", p, three, 20, figures))))
}

rules <- list(GLR = stop_glr(0.1), separated = stop_separated(0.1, "kl", rate = "practical"), posterior = stop_posterior(0.95),
              futility = stop_futility(control = 1, margin = 0.3, error = 0.2, rate = "practical"),
              equivalence = stop_equivalence(0.6, 0.3, rate = "practical"), looks = stop_glr(0.1, looks = seq(10, 60, 10)) | stop_at(55))
if ("stopped" %in% part) {
  figures <- c("regret", "reward", "sample_size", "correct")
  far <- bandit(arms_bernoulli(c(0.3, 0.7)))
  of_all <- lapply(all, function(p) compare("GLR", p, far, 60, figures, stop = rules$GLR))
  of_rules <- lapply(names(rules)[-1], function(rule) compare(rule, policy_ucb1(), far, 60, figures, stop = rules[[rule]]))
  say_largest(c(of_all, of_rules))
}
