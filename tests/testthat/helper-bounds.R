# A table of waiting values as bandit_value() gives it, for the tests of bounds.
waiting_table <- function() {
  data.frame(arm = 1, wait = 1:3, time = c(1, 1.8, 2.5), rate = c(0.2, 0.3, 0.36), gap = c(0.16, 0.06, 0))
}

# Bounds of bandits that are given by their numbers.
of_patient <- function(mean, patience, horizon, policy, entries = 1) {
  b <- bandit(arms_constant(mean)) |> with_patience(patience)
  regret_bound(if (length(entries) > 1) with_entries(b, entries) else b, horizon, as_usual(policy))
}

of_fc_se <- function(mean, patience, horizon, ...) of_patient(mean, patience, horizon, policy_fc_se(...))

of_ucb <- function(mean, patience, horizon) of_patient(mean, patience, horizon, policy_ucb())

of_fc_entry <- function(mean, patience, first, horizon, n_cycle, floor = 8, ...) {
  of_patient(mean, patience, horizon, policy_fc_entry(n_cycle, floor, ...), first)
}

of_lower <- function(patience, horizon, ...) {
  regret_bound(bandit(arms_constant(seq_along(patience))) |> with_patience(patience), horizon, "impatient_lower", ...)
}

of_waiting <- function(policy) function(values, horizon, ...) regret_bound(values, horizon, policy, ...)

of_wait_ucb <- of_waiting(policy_wait_ucb())

of_ucb_simplex <- function(values, horizon, ..., kappa = NULL) regret_bound(values, horizon, policy_ucb_simplex(kappa), ...)

of_budget_ucb <- of_waiting(policy_budget_ucb())

of_ht_ucb <- function(bandit, horizon, what = "regret") regret_bound(bandit, horizon, as_usual(policy_ht_ucb()), what)

of_mortal <- function(mean, horizon, policy, first = 1, last = Inf) {
  regret_bound(bandit(arms_bernoulli(mean)) |> with_lifetimes(first, last), horizon, as_usual(policy))
}

# The settings whose bounds stand in bound-values.txt: arguments of regret_bound() by name.
bound_cases <- function() {
  withr::local_seed(39, .rng_kind = "Mersenne-Twister", .rng_normal_kind = "Inversion", .rng_sample_kind = "Rejection")
  c(classical_cases(), impatient_cases(), waiting_cases(), fair_cases(), late_cases(), mortal_cases())
}

some_means <- function(arms) round(stats::runif(arms), 3)

each_case <- function(name, numbers, make) stats::setNames(lapply(numbers, make), paste(name, seq_along(numbers)))

classical_cases <- function() {
  horizon <- c(1, 7, 100, 12345, 1e6)
  bandits <- list(bandit(arms_bernoulli(some_means(2))), bandit(arms_bernoulli(some_means(6))),
                  bandit(arms_bernoulli(c(0, 0.3, 1e-6))), bandit(arms_bernoulli(c(0.3, 1))),
                  bandit(arms_gaussian(c(0, 1, 0.5), c(1, 1, 3))), bandit(arms_gaussian(stats::rnorm(8), 0.3)),
                  bandit(arms_categorical(rbind(c(0.5, 0.3, 0.2), c(0.2, 0.7, 0.1), c(0.6, 0.4, 0)), c(0, 0.4, 1))),
                  bandit(arms_categorical(rbind(c(0.7, 0.3), c(0.4, 0.6)), c(-1, 4))))
  priors <- list(prior_uniform(2), prior_beta(2, 3, 2), prior_beta(3, 0.5, 0.5), prior_uniform(4))
  names <- list(bandit(arms_bernoulli(c(red = 0.2, blue = 0.6))), bandit(arms_bernoulli(c(0.5, 0.45, 0.43, 0.4))),
                bandit(arms_bernoulli(some_means(9))), bandit(arms_gaussian(stats::rnorm(5), 2)))
  c(each_case("lai_robbins", seq_along(bandits), function(i) {
      list(bandit = bandits[[i]], horizon = horizon, bound = "lai_robbins")
    }),
    each_case("bayes_optimal", seq_along(priors), function(i) {
      list(bandit = bandit(arms_bernoulli(priors[[i]])), horizon = list(c(1, 10, 60), c(50, 3), 20, 9)[[i]],
           bound = "bayes_optimal", threads = 1)
    }),
    each_case("identification", seq_along(names), function(i) {
      list(bandit = names[[i]], bound = "identification", error = c(0.1, 0.05, 0.003))
    }))
}

impatient_cases <- function() {
  patience <- list(c(2, 2, 2), c(2, 3, 7), c(3, 3, 3, 3), c(5, 5), c(2, 4, 4, 9), c(2, 4, 4))
  horizon <- c(1, 2, 50, 1e4, 1e7)
  waits <- list(c(3, 3, 3, 5000, 5000), c(3, 3, 3, 5000, 4000, 9000, 1e5), c(4, 4, 4, 4, Inf, 1e6), c(5000, 3, 3, 3, 8000))
  c(each_case("impatient_lower", seq_along(patience), function(i) {
      list(bandit = bandit(arms_gaussian(some_means(length(patience[[i]])))) |> with_patience(patience[[i]]),
           horizon = horizon, bound = "impatient_lower")
    }),
    each_case("impatient_lower, first_exit", list(2, 9, 1000, Inf), function(exit) {
      list(bandit = bandit(arms_bernoulli(prior_uniform(4))) |> with_patience(3), horizon = horizon,
           bound = "impatient_lower", first_exit = exit)
    }),
    each_case("ucb", 2:6, function(arms) {
      list(bandit = bandit(arms_gaussian(c(some_means(arms - 1), 1.2))) |> with_patience(c(rep(5, arms - 1), 1e6)),
           horizon = c(1, 10, 1e4), bound = policy_ucb())
    }),
    each_case("fc_se", 2:8, function(arms) {
      list(bandit = bandit(arms_bernoulli(some_means(arms))) |> with_patience(2 * arms + sample(0:9, arms, TRUE)),
           horizon = horizon, bound = policy_fc_se())
    }),
    each_case("fc_se, waiting", seq_along(waits), function(i) {
      list(bandit = bandit(arms_gaussian(some_means(length(waits[[i]])))) |> with_patience(waits[[i]]),
           horizon = c(100, 1e4, 1e6), bound = policy_fc_se())
    }),
    each_case("fc_se, given", list(c(2, 10), c(2, 45), c(3, 7)), function(given) {
      list(bandit = bandit(arms_constant(c(0.1, 0.2, 0.9))) |> with_patience(50), horizon = c(2, 1000),
           bound = policy_fc_se(n_cycle = given[1], segment = given[2]))
    }),
    each_case("fc_entry", list(c(5, NA, 8), c(5, 115, 8), c(4, NA, 7), c(4, 200, 4)), function(given) {
      list(bandit = bandit(arms_bernoulli(c(0.1, 0.2, 0.3, 0.4, 0.9))) |> with_patience(c(9, 8, if (given[1] == 4) 1e4 else 8, 1e5, 8)) |>
             with_entries(c(1, 1, 1, 1, 500)), horizon = c(50, 1e4, 1e6),
           bound = policy_fc_entry(given[1], given[3], segment = if (!is.na(given[2])) given[2]))
    }))
}

waiting_cases <- function() {
  bandits <- c(farewell_bandits(1, 6, 7)[1:2], farewell_bandits(3, 4, 8)[1:2], farewell_bandits(2, 1, 9)[1])
  withr::local_seed(40)
  tables <- c(list(waiting_table()), lapply(bandits, bandit_value), bandits)
  policies <- list(policy_wait_ucb(), policy_ucb_simplex(), policy_budget_ucb(), policy_ucb_simplex(kappa = 20))
  settings <- expand.grid(table = seq_along(tables), policy = seq_along(policies), what = 1:3)
  each_case("waiting", seq_len(nrow(settings)), function(i) {
    what <- settings$what[i]
    c(list(bandit = tables[[settings$table[i]]], horizon = c(1, 100, 1e5), bound = policies[[settings$policy[i]]],
           what = c("regret", "regret", "pulls")[what]), if (what == 2) list(constants = TRUE))
  })
}

fair_cases <- function() {
  fair <- function(mean, share, penalty) bandit(arms_bernoulli(mean)) |> with_fairness(share, penalty)
  bandits <- list(fair(c(0.9, 0.8, 0.5, 0.2), c(0.1, 0.2, 0.1, 0.05), c(0.3, 0.4, 0.1, 0.5)),
                  fair(c(0.9, 0.85), 0.1, 0.6), fair(c(0.9, 0.1), 0.1, c(0.6, 0.7)), fair(c(0.8, 0.7), 0.1, c(0.4, 0.5)),
                  fair(c(0.5, 0.9, 0.8, 0.2), c(0.1, 0.2, 0.1, 0), c(0.9, 0.3, 0.35, 0.1)),
                  fair(some_means(10), 0.05, ~ (max(mean) - min(mean)) / 2),
                  bandit(arms_constant(c(0.6, 0, 0))) |> with_fairness(c(0.3, 0.2, 0.2), 0.3),
                  bandit(arms_constant(c(0.55, 0.5, 0))) |> with_fairness(c(0.2, 0.002, 0.2), c(0.4, 0.4, 0.1)),
                  fair(c(red = 0.3, blue = 0.6, grey = 0.6), 0.2, 0.4))
  what <- c("regret", "pulls", "shortfall", "lower")
  settings <- expand.grid(bandit = seq_along(bandits), what = what, stringsAsFactors = FALSE)
  each_case("ht_ucb", seq_len(nrow(settings)), function(i) {
    list(bandit = bandits[[settings$bandit[i]]], horizon = c(2, 2000, 1e6), bound = policy_ht_ucb(), what = settings$what[i])
  })
}

late_cases <- function() {
  spreads <- list(spread_delay(1, 2), spread_delay(1, 7), spread_geometric(2), spread_window(0, 5), spread_linear(6))
  late <- lapply(spreads, function(spread) bandit(arms_bernoulli(some_means(4))) |> with_spread(spread))
  long <- c(late[-3], list(bandit(arms_bernoulli(prior_uniform(7))) |> with_spread(spread_adversarial(9))))
  ucb <- list(policy_ars_ucb(5), policy_ars_ucb(25, round_sizes(2, c = 20)), policy_ars_ucb(64, round_sizes(1.5, c = 5)),
              policy_ars_ucb(9, round_sizes(doubling = TRUE)), policy_ars_ucb(6, round_sizes(c = 3, doubling = TRUE)))
  settings <- expand.grid(bandit = seq_along(late), policy = seq_along(ucb))
  exp3 <- expand.grid(bandit = seq_along(long), beta = c(0, 0.3, 0.5, 1))
  clw <- expand.grid(bandit = seq_along(long), guess = c(0.25, 1 / 3, 0.7))
  c(each_case("ars_ucb", seq_len(nrow(settings)), function(i) {
      list(bandit = late[[settings$bandit[i]]], horizon = c(1, 100, 1e5), bound = ucb[[settings$policy[i]]])
    }),
    each_case("ars_exp3", seq_len(nrow(exp3)), function(i) {
      list(bandit = long[[exp3$bandit[i]]], horizon = c(1, 7, 12345, 1e9), bound = policy_ars_exp3(exp3$beta[i]))
    }),
    each_case("ars_clw", seq_len(nrow(clw)), function(i) {
      c(list(bandit = long[[clw$bandit[i]]], horizon = c(1, 1e4, 1e6), bound = policy_clw(guess = clw$guess[i])),
        if (i %% 2 == 0) list(constant = 3))
    }))
}

mortal_cases <- function() {
  tiny <- list(bandit(arms_bernoulli(c(0.9, 0.5, 0.3))) |> with_lifetimes(1, c(12, 20, 20)),
               bandit(arms_bernoulli(c(0.2, 0.9))) |> with_lifetimes(c(1, 3), c(9, 9)),
               bandit(arms_bernoulli(c(0.4, 0.7, 0.9))) |> with_lifetimes(c(1, 1, 4), c(20, 19, 5)),
               bandit(arms_bernoulli(some_means(4))) |> with_entries(c(1, 1, 2, 5)))
  ag <- list(policy_ag(), policy_ag(init = 1), policy_ag(explore = "longest"), policy_ag(keep = 0.6, init = 0))
  settings <- expand.grid(bandit = seq_along(tiny), policy = seq_along(ag))
  lives <- list(bandit(arms_bernoulli(c(0.5, 0.95, 0.05, 0.7))) |> with_lifetimes(c(1, 40, 1, 90), c(400, 120, 500, 300)),
                bandit(arms_gaussian(c(0.9, 0.1, 0.5))) |> with_lifetimes(1, c(3000, Inf, Inf)),
                bandit(arms_bernoulli(c(0.98, 0.02))) |> with_lifetimes(1, 1e12))
  ucb_l <- list(policy_ucb_l(), policy_ucb_l(0.3), policy_ucb_l(0.05, init = 1), policy_ucb_l(1, range = c(0, 2)))
  longer <- expand.grid(bandit = seq_along(lives), policy = seq_along(ucb_l))
  c(each_case("ag", seq_len(nrow(settings)), function(i) {
      list(bandit = tiny[[settings$bandit[i]]], horizon = c(3, 14, 8), bound = ag[[settings$policy[i]]])
    }),
    each_case("ucb_l", seq_len(nrow(longer)), function(i) {
      list(bandit = lives[[longer$bandit[i]]], horizon = c(60, 350, 4000), bound = ucb_l[[longer$policy[i]]])
    }))
}
