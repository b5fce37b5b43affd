# Every policy in a setting it can play: nanoseconds a play, and for index
# policies how much evaluating every index in every round would take longer.
#   Rscript bench/policies.R
library(unruly)

prob <- seq(0.1, 0.9, length.out = 10)
plain <- bandit(arms_bernoulli(prob))
problems <- list(
  plain = plain,
  impatient = plain |> with_patience(30),
  fair = plain |> with_fairness(0.05, 0.3),
  mortal = bandit_mortal(10, 2e5, 1e4, known = TRUE),
  waiting = plain |> with_waiting(c(0.4, 0.2, 0.1, 0.1, 0.2)),
  contexts = bandit(arms_linear(diag(10), sd = 0.1, context = context_sphere(10))),
  "contexts, lives" = bandit(arms_linear(diag(10), sd = 0.1, context = context_sphere(10))) |>
    with_lifetimes(1, c(Inf, (1:9) * 2e4), known = TRUE)
)
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
for (constructor in constructors) {
  policy <- made[[constructor]]
  for (name in names(problems)) {
    refused <- tryCatch(is.null(suppressMessages(run_study(problems[[name]], policy, 10, reps = 1, seed = 1))),
                        unruly_error = function(e) TRUE)
    if (refused) next
    fast <- cost(problems[[name]], policy, FALSE)
    slow <- cost(problems[[name]], policy, TRUE)
    cat(sprintf("%-24s %-10s %8.1f ns a play   plain: %4.2f times that\n", constructor, name, fast, slow / fast))
    break
  }
}
