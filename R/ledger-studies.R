# Studies of our own for claims that no experiment covers: descriptions as of experiments (R/experiment.R), without a
# figure. And the small sizes in which sources are played where time is short.

ledger_studies <- function() list(
  "ledger-patient" = study_patient, "ledger-unknown" = study_unknown, "ledger-fair-large" = study_fair_large,
  "ledger-fair-bounds" = study_fair_bounds, "ledger-fair-critical" = study_fair_critical,
  "ledger-fair-4.6" = study_fair_46, "ledger-fair-4.7" = study_fair_47, "ledger-fair-4.8" = study_fair_48,
  "ledger-fair-etc" = study_fair_etc, "ledger-composite-alpha" = study_composite_alpha,
  "ledger-composite-exp3" = study_composite_exp3, "ledger-mortal-tiny" = study_mortal_tiny,
  "ledger-mortal-ucb" = study_mortal_ucb, "ledger-mortal-arms" = study_mortal_arms,
  "ledger-mortal-others" = study_mortal_others, "ledger-mortal-explore" = study_mortal_explore,
  "ledger-fair-kept" = study_fair_kept, "ledger-composite-best" = study_composite_best,
  "ledger-late-opse" = study_late_opse, "ledger-late-conversions" = study_late_conversions,
  "ledger-late-tsallis" = study_late_tsallis, "ledger-late-rising" = study_late_rising,
  "ledger-late-silence" = study_late_silence, "ledger-late-rejects" = study_late_rejects,
  "ledger-late-previews" = study_late_previews
)

# By source: what is smaller in quick checks. Without a `horizon` the numbers are comparable with those in full; without
# an entry there are at most ten replications.
quick_sizes <- list(
  "impatient-cycle" = list(reps = 40, horizon = c(100, 1e3, 1e4)),
  "impatient-waiting" = list(reps = 3, horizon = c(2e4, 2e5)),
  "impatient-entry" = list(reps = 4), "impatient-ucb" = list(reps = 10, horizon = 10^(2:4)),
  "impatient-hardness" = list(reps = 20), "impatient-crossing" = list(reps = 10, horizon = c(1e4, 1e5)),
  "impatient-se" = list(reps = 40), "ledger-patient" = list(reps = 10), "ledger-unknown" = list(reps = 20),
  "farewell-1a" = list(reps = 4, horizon = 1e5), "farewell-1b" = list(reps = 4, horizon = 1e5),
  "farewell-1c" = list(reps = 4, horizon = 1e5), "farewell-2a" = list(reps = 4, horizon = 1e5),
  "farewell-2b" = list(reps = 4, horizon = 1e5), "farewell-2c" = list(reps = 4, horizon = 1e5),
  "farewell-laws" = list(reps = 2, horizon = 1e4), "fair-1" = list(reps = 5, horizon = c(500, 1000)),
  "fair-2" = list(reps = 3), "fair-4" = list(reps = 10), "fair-5" = list(reps = 3, horizon = 1000),
  "fair-3" = list(reps = 2, horizon = 1000), "ledger-fair-large" = list(reps = 40, horizon = c(1e3, 1e4)),
  "ledger-fair-bounds" = list(reps = 40), "ledger-fair-critical" = list(reps = 1), "ledger-fair-4.6" = list(reps = 1),
  "ledger-fair-4.7" = list(reps = 1), "ledger-fair-4.8" = list(reps = 20),
  "ledger-fair-etc" = list(reps = 5, horizon = c(1e3, 1e4)), "composite-2" = list(reps = 4, horizon = 1e4),
  "composite-3" = list(reps = 4, horizon = 1e4), "composite-4" = list(reps = 4, horizon = 1e4),
  "composite-5" = list(reps = 2, horizon = 1e4), "ledger-composite-alpha" = list(reps = 5),
  "ledger-composite-exp3" = list(reps = 4), "ledger-mortal-tiny" = list(reps = 2000),
  "ledger-mortal-ucb" = list(reps = 100), "ledger-mortal-arms" = list(reps = 100),
  "ledger-mortal-explore" = list(reps = 20), "ledger-mortal-others" = list(reps = 40),
  "ledger-fair-kept" = list(reps = 40, horizon = c(1e3, 1e4)), "ledger-composite-best" = list(reps = 2, horizon = 1e3),
  "mortal-1" = list(reps = 3, horizon = 2000),
  "mortal-2" = list(reps = 3, horizon = 2000), "mortal-simulated" = list(reps = 3, horizon = c(1e3, 1e4)),
  "change-1" = list(reps = 10), "change-2" = list(reps = 10), "change-random" = list(reps = 10),
  "wear-1" = list(reps = 2, horizon = 1000), "wear-2" = list(reps = 2, horizon = 5000),
  "best-1" = list(reps = 50), "best-2" = list(reps = 50), "best-budget" = list(reps = 100),
  "infer-1" = list(reps = 50, horizon = 1e3), "limit-1" = list(reps = 200, horizon = c(10, 25, 50)),
  "ledger-late-opse" = list(reps = 4),
  "ledger-late-conversions" = list(reps = 10), "ledger-late-tsallis" = list(reps = 4),
  "ledger-late-rising" = list(reps = 10), "ledger-late-silence" = list(reps = 10),
  "ledger-late-rejects" = list(reps = 20), "ledger-late-previews" = list(reps = 20)
)

# Theorem D.1 and Corollary D.2: three arms, gaps of epsilon = 1/2 or more, and just the patience that these want.
study_patient <- function() {
  horizon <- 2e5
  gaps <- c(0.5, 0.75, 1)
  patience <- 1 + 2 * ceiling(16 * 4 * log(horizon))
  bandits <- lapply(gaps, function(gap) {
    with_patience(bandit(arms_gaussian(c(1, 1 - gap, 1 - gap), sd = 1)), patience)
  })
  list(bandits = stats::setNames(bandits, paste("gap", format_numbers(gaps))), policies = list(policy_ucb(sd = 1)),
       horizon = horizon, reps = 100, record = 1)
}

# Proposition H.1: no noise; arm k alone pays, and leaves after two rounds without a pull.
study_unknown <- function() {
  bandits <- lapply(1:3, function(k) {
    with_patience(bandit(arms_constant(as.double(1:3 == k))), ifelse(1:3 == k, 2, 1000))
  })
  list(bandits = stats::setNames(bandits, paste("best arm", 1:3)),
       policies = list(policy_uniform(), policy_round_robin(), policy_ucb1(range = c(0, 1)), policy_ucb(sd = 0.5),
                       policy_ucb_v(range = c(0, 1)), policy_ucb_tuned(range = c(0, 1)), policy_moss(range = c(0, 1)),
                       policy_kl_ucb(range = c(0, 1)), policy_imed(range = c(0, 1)), policy_bayes_ucb(range = c(0, 1)),
                       policy_thompson(range = c(0, 1)), policy_epsilon_greedy(0.1), policy_boltzmann(0.1),
                       policy_etc(10), policy_se(sd = 0.5), policy_exp3(range = c(0, 1))),
       horizon = 1000, reps = 400, record = 1)
}

# --- fairness ----------------------------------------------------------------------------------

# Penalties as Theorem 4.1 wants them for the largest gap; what they are for the others does not matter.
study_fair_large <- function() {
  list(bandits = function(T) {
         penalty <- 0.6 + min(1, sqrt(32 * log(T) / (0.15 * T)))
         with_fairness(bandit(arms_bernoulli(c(0.6, 0.9, 0.5, 0.3))), 0.15, penalty)
       },
       policies = list(policy_ht_ucb(range = c(0, 1)), policy_st_ucb(range = c(0, 1)), policy_lfg(), policy_flearn()),
       horizon = 10^(3:5), reps = 1000, record = 1)
}

# One bandit for all horizons: with penalties that fall with T the growth of the regret would be theirs, too.
study_fair_kept <- function() {
  list(bandits = with_fairness(bandit(arms_bernoulli(c(0.6, 0.9, 0.5, 0.3))), 0.15, 0.65),
       policies = list(policy_st_ucb(range = c(0, 1))), horizon = 10^(4:5), reps = 200, record = 1)
}

# Conditions (i) and (ii) of Theorem 4.2 and that of Theorem 4.3 hold here.
study_fair_bounds <- function() {
  list(bandits = with_fairness(bandit(arms_bernoulli(c(0.9, 0.7, 0.5, 0.2))), c(0.2, 0.1, 0.1, 0.1),
                               c(0.5, 0.72, 0.93, 0.65)),
       policies = list(policy_ht_ucb(range = c(0, 1))), horizon = 1e5, reps = 100, record = 1)
}

# One critical arm whose share is 81 ln T pulls: more than 8 ln T / gap, and less than HT-UCB gives it.
study_fair_critical <- function() {
  list(bandits = function(T) with_fairness(bandit(arms_constant(c(1, 0.9))), c(0.1, 81 * log(T) / T), 0.3),
       policies = list(policy_ht_ucb(range = c(0, 1))), horizon = c(1e5, 1e6), reps = 1, record = 1)
}

study_fair_46 <- function() {
  list(bandits = with_fairness(bandit(arms_constant(c(0.8, 0, 0, 0))), 0.2, 0.3),
       policies = list(policy_ht_ucb(range = c(0, 1))), horizon = c(1e4, 1e5), reps = 1, record = 1)
}

study_fair_47 <- function() {
  list(bandits = with_fairness(bandit(arms_constant(c(1, 0.8, 0.8, 0.4))), c(0.001, 0.0001, 0.0001, 0.1),
                               c(0.3, 0.3, 0.3, 0.2)),
       policies = list(policy_ht_ucb(range = c(0, 1))), horizon = c(1e4, 1e5), reps = 1, record = 1)
}

# Theorem 4.8: the gap of the proof, and each arm the best in turn.
study_fair_48 <- function() {
  horizon <- 1e4
  gap <- sqrt(3 / (2 * horizon))
  bandits <- lapply(1:4, function(best) {
    with_fairness(bandit(arms_bernoulli(ifelse(1:4 == best, 0.5 + gap, 0.5))), 0.1, 0.5)
  })
  list(bandits = stats::setNames(bandits, paste("best arm", 1:4)),
       policies = list(policy_ht_ucb(range = c(0, 1)), policy_st_ucb(range = c(0, 1)), policy_lfg(), policy_flearn()),
       horizon = horizon, reps = 200, record = 1)
}

# The remark is about explore-then-commit in general, so no arm has a share: Fair-ETC would serve shares that are not
# worth it for most of its exploration. Its length may depend on T, but not on the gap.
study_fair_etc <- function() {
  gaps <- 2^-(1:8)
  bandits <- lapply(gaps, function(gap) with_fairness(bandit(arms_gaussian(c(0, gap), sd = 1)), 0, 0.1))
  list(bandits = stats::setNames(bandits, sprintf("gap 2^-%d", 1:8)),
       policies = function(T) list(policy_fair_etc(ceiling(T^(2 / 3)), label = "Fair-ETC"), policy_ht_ucb(sd = 1)),
       horizon = 10^(3:6), reps = 200, record = 1)
}

# --- composite feedback ------------------------------------------------------------------------

study_composite_alpha <- function() {
  arms <- arms_bernoulli(seq(0.9, 0.1, by = -0.1))
  list(bandits = list("window 100 to 300" = with_spread(bandit(arms), spread_window(100, 300)),
                      "lag 1 to 3" = with_spread(bandit(arms), spread_delay(1, 3))),
       policies = lapply(c(2, 4, 8, 16), function(a) {
         policy_ars_ucb(a, range = c(0, 1), label = sprintf("alpha %g", a))
       }),
       horizon = 1e5, reps = 200, record = c(2000, 1e5))
}

# All spreads of Figures 2 to 4, and the variants of which the paper speaks: alpha 1 and 2, which win, are ours.
study_composite_best <- function() {
  figures <- lapply(paste0("composite-", 2:4), function(id) describe_experiment(id)$bandits(1e5))
  list(bandits = do.call(c, figures),
       policies = Filter(function(p) !p$parameters$alpha %in% 1:2, ars_ucb_variants()),
       horizon = 1e5, reps = 100, record = 1)
}

# Four arms that change places every 5,000 rounds, and an adversary who delays the best of them.
study_composite_exp3 <- function() {
  tape <- simulate_tape(cbind(c(0.9, 0.4, 0.4, 0.4), c(0.5, 0.4, 0.7, 0.3)), horizon = 1e5, every = 5000, seed = 1)
  list(bandits = with_spread(bandit(arms_tape(tape, by = "round")), spread_adversarial(20)),
       policies = list(policy_ars_exp3()), horizon = 1e5, reps = 20, record = 1)
}

# --- mortal arms -------------------------------------------------------------------------------

# Three rounds: each arm once, then a choice.
study_mortal_tiny <- function() {
  list(bandits = with_lifetimes(bandit(arms_bernoulli(c(0.5, 0.1))), 1, c(1000, 10)),
       policies = list(policy_ag(keep = 0.5, range = c(0, 1))), horizon = 3, reps = 20000, record = 1)
}

study_mortal_ucb <- function() {
  list(bandits = with_lifetimes(bandit(arms_bernoulli(c(0.9, 0.2, 0.4))), 1, c(1400, 3000, 3000)),
       policies = list(policy_ucb_l(range = c(0, 1))), horizon = 3000, reps = 200, record = 1)
}

study_mortal_arms <- function() {
  arms <- function(count) bandit(arms_bernoulli(rep(c(0.8, 0.2), count * c(0.3, 0.7))))
  list(bandits = list("10 arms" = arms(10), "100 arms" = arms(100)), policies = list(policy_ag(range = c(0, 1))),
       horizon = 5000, reps = 4000, record = 1)
}

# Other shares of good arms, and other means of good and bad ones.
study_mortal_others <- function() {
  qualities <- list("10% at 0.8, others at 0.2" = c(0.1, 0.8, 0.2), "10% at 0.9, others at 0.1" = c(0.1, 0.9, 0.1),
                    "30% at 0.9, others at 0.1" = c(0.3, 0.9, 0.1), "10% at 0.6, others at 0.5" = c(0.1, 0.6, 0.5),
                    "30% at 0.6, others at 0.5" = c(0.3, 0.6, 0.5))
  arms <- function(count) {
    made <- lapply(qualities, function(q) bandit(arms_bernoulli(rep(q[2:3], count * c(q[1], 1 - q[1])))))
    stats::setNames(made, sprintf("%d arms, %s", count, names(qualities)))
  }
  list(bandits = c(arms(10), arms(100)), policies = list(policy_ag(range = c(0, 1))), horizon = 5000, reps = 4000,
       record = 1)
}

study_mortal_explore <- function() {
  lives <- c(100, 1000, 5000)
  bandits <- lapply(lives, function(life) bandit_mortal(20, 1e4, life, known = TRUE, init = 1))
  list(bandits = stats::setNames(bandits, paste("mean life", format_numbers(lives))),
       policies = list(policy_ag(range = c(0, 1)), policy_ag(range = c(0, 1), explore = "longest")),
       horizon = 1e4, reps = 200, record = 1)
}

# --- outcomes that come late, arms that rise --------------------------------------------------

study_late_opse <- function() {
  list(bandits = with_delay(bandit(arms_bernoulli(c(0.4, 0.6))), list(0, 5000), zero = 0),
       policies = list(policy_se(sd = 0.5), policy_opse(range = c(0, 1))), horizon = 6e4, reps = 50, record = 1)
}

study_late_conversions <- function() {
  slow <- with_delay(bandit(arms_bernoulli(c(0.1, 0.07))), delay_geometric(c(3000, 50)), zero = Inf)
  list(bandits = slow, horizon = 1e4,
       policies = list(policy_conversion(), policy_conversion(0, label = "silence is a no")),
       reps = 100, record = 1)
}

study_late_silence <- function() {
  arms <- bandit(arms_bernoulli(c(0.1, 0.05, 0.03)))
  list(bandits = list("any delay" = with_delay(arms, delay_geometric(500), zero = Inf),
                      "at most 1,000 rounds" = with_delay(arms, delay_geometric(500, longest = 1000), zero = Inf)),
       policies = list(policy_conversion(label = "Poisson"),
                       policy_conversion(rule = "hoeffding", label = "Hoeffding")),
       horizon = 1e4, reps = 100, record = 1)
}

# Means of the others and of the best alternate between two levels, in phases that grow; the gap stays.
study_late_tsallis <- function() {
  ends <- cumsum(floor(1.6^(0:40)))
  ends <- ends[ends < 5e4]
  levels <- list(c(rep(0, 7), 1 / 8), c(rep(7 / 8, 7), 1))
  rows <- do.call(rbind, levels[1 + (seq_along(ends) + 1) %% 2])
  jumping <- with_changes(bandit(arms_bernoulli(levels[[2]])), changes_at(ends + 1, rows))
  list(bandits = list("means that jump" = jumping, "fixed means" = bandit(arms_bernoulli(c(rep(0.4375, 7), 0.5625)))),
       policies = list(policy_tsallis_inf(range = c(0, 1)), policy_ucb1(range = c(0, 1)), policy_exp3(range = c(0, 1))),
       horizon = 5e4, reps = 50, record = 1)
}

study_late_rising <- function() {
  pulls <- 5000
  means <- rbind(0.6 * (1 - exp(-seq_len(pulls) / 20)), 0.9 * (1 - exp(-seq_len(pulls) / 400)))
  list(bandits = with_wear(bandit(arms_gaussian(c(0, 0), sd = 0.1)), means),
       policies = list(policy_rising_ucb(sd = 0.1), policy_ucb1(sd = 0.1)), horizon = pulls, reps = 50, record = 1)
}

study_late_rejects <- function() {
  pulls <- 1000
  rise <- function(level, speed) level * (1 - exp(-seq_len(pulls) / speed))
  means <- rbind(rise(0.6, 5), rise(0.7, 15), rise(0.8, 40), rise(0.9, 100))
  list(bandits = with_wear(bandit(arms_gaussian(numeric(4), sd = 0.1)), means),
       policies = list(policy_successive_rejects(window = 0.25, label = "R-SR"), policy_successive_rejects()),
       horizon = pulls, reps = 500, record = 1)
}

study_late_previews <- function() {
  staged <- with_previews(bandit(arms_gaussian(c(0, 0.1, 0.2, 0.3, 0.5))), c(10, 50, 200), sd = c(2, 1, 0))
  list(bandits = staged, policies = list(policy_thompson(previews = TRUE, label = "previews"),
                                         policy_thompson(label = "final")), horizon = 2000, reps = 500, record = 1)
}
