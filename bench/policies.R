# Every policy in the first setting that it can play.
#   Rscript bench/policies.R          K = 10, T = 2e5: nanoseconds a play, and for index policies how much evaluating every
#                                     index in every round would take longer
#   Rscript bench/policies.R rounds   K = 2, 10, 100, T = 1e4: nanoseconds of a processor a round, and in units of a round
#                                     of UCB1 with K = 10 in the same minutes
library(unruly)

# With contexts there are ten numbers, however many arms.
make_problems <- function(arms, horizon) {
  plain <- bandit(arms_bernoulli(seq(0.1, 0.9, length.out = arms)))
  linear <- function() bandit(arms_linear(diag(10)[rep_len(1:10, arms), ], sd = 0.1, context = context_sphere(10)))
  list(
    plain = plain,
    impatient = plain |> with_patience(3 * arms),
    fair = plain |> with_fairness(0.5 / arms, 0.3),
    mortal = bandit_mortal(arms, horizon, 1e4, known = TRUE),
    waiting = plain |> with_waiting(c(0.4, 0.2, 0.1, 0.1, 0.2)),
    contexts = linear(),
    "contexts, lives" = linear() |> with_lifetimes(1, c(Inf, seq_len(arms - 1) * horizon / arms), known = TRUE)
  )
}
arguments <- list(
  policy_etc = list(pulls = 100), policy_fc_entry = list(n_cycle = 8, patience_floor = 30),
  policy_fair_etc = list(pulls = 100), policy_odaaf = list(mean_delay = 10), policy_odaaf_composite = list(length = 10),
  policy_clw = list(length = 10), policy_ars_clw = list(guess = 0.3), policy_queue = list(policy = policy_ucb1()),
  policy_stochastic = list(pulls = 5, reference = 0.5), policy_ucb_subset = list(scale = 2),
  policy_gittins = list(discount = 0.5), policy_doubling = list(policy = policy_ucb()),
  policy_sleeping = list(policy = policy_ucb()), policy_restart = list(policy = policy_ucb(), rounds = 2e4),
  policy_batched_se = list(batches = 4), policy_cusum_ucb = list(burn_in = 100, shift = 0.1), policy_m_ucb = list(window = 100),
  policy_floor = list(policy = policy_ucb1(), min_propensity = 0.01), policy_sw_thompson = list(window = 2000),
  policy_discounted_thompson = list(discount = 0.999)
)

# The time of a game by its plays.
cost <- function(problem, policy, plain) {
  options(unruly.plain = plain)
  on.exit(options(unruly.plain = FALSE))
  study <- NULL
  time <- min(replicate(3, system.time(
    study <<- suppressMessages(run_study(problem, policy, 2e5, reps = 4, seed = 1, threads = 1, record = 1))
  )[["elapsed"]]))
  time / sum(regret(study)$pulls) * 1e9
}

# Policies of users are measured by own.R. All are made first: should one lack an argument here, that is seen at once.
constructors <- setdiff(policies()$constructor, c("policy_index", "policy_custom"))
# Scales are stated, so that times stay comparable whatever a bandit states: standard deviation 1, Gaussian Thompson.
scale_of <- function(constructor) {
  takes <- names(formals(constructor))
  if ("sd" %in% takes && (!"range" %in% takes || constructor == "policy_thompson")) list(sd = 1)
}
made <- sapply(constructors, function(constructor) do.call(constructor, as.list(c(arguments[[constructor]], scale_of(constructor)))), simplify = FALSE)
can_play <- function(problem, policy) {
  tryCatch(is.list(suppressMessages(run_study(problem, policy, 10, reps = 1, seed = 1))), unruly_error = function(e) FALSE)
}

# Nanoseconds a round: the less of two, of a tenth of a second or more.
round_cost <- function(problem, policy, horizon = 1e4) {
  seconds <- function(reps) {
    sum(system.time(suppressMessages(run_study(problem, policy, horizon, reps = reps, seed = 1, threads = 1, record = 1)))[1:2])
  }
  reps <- min(100, max(1, ceiling(0.1 / max(seconds(1) - 0.003, 1e-3))))
  min(seconds(reps), seconds(reps)) / (reps * horizon) * 1e9
}

if ("rounds" %in% commandArgs(TRUE)) {
  sizes <- c(2, 10, 100)
  problems <- lapply(sizes, make_problems, horizon = 1e4)
  unit <- round_cost(problems[[2]]$plain, policy_ucb1())
  for (constructor in constructors) {
    where <- Find(function(name) can_play(problems[[2]][[name]], made[[constructor]]), names(problems[[2]]))
    if (is.null(where)) next
    found <- vapply(problems, function(p) {
      if (can_play(p[[where]], made[[constructor]])) round_cost(p[[where]], made[[constructor]]) else NA
    }, 0)
    unit <- min(unit, round_cost(problems[[2]]$plain, policy_ucb1()))
    cat(sprintf("| `%s()` | %s | %s | %s |%s\n", constructor, where, paste(sprintf("%.0f", found), collapse = " | "),
                paste(sprintf("%.1f", found / unit), collapse = " | "), if (found[2] > 5000) " above 5 microseconds" else ""))
  }
  cat(sprintf("A round of UCB1, K = 10: %.1f ns\n", unit))
  quit("no")
}

problems <- make_problems(10, 2e5)
for (constructor in constructors) {
  policy <- made[[constructor]]
  name <- Find(function(name) can_play(problems[[name]], policy), names(problems))
  if (is.null(name)) next
  fast <- cost(problems[[name]], policy, FALSE)
  slow <- cost(problems[[name]], policy, TRUE)
  cat(sprintf("%-24s %-10s %8.1f ns a play   plain: %4.2f times that\n", constructor, name, fast, slow / fast))
}
