# The arcade's problems. They are frozen: a problem is never changed, only superseded by one of another name, and a test
# holds the fingerprint of each. The best arm is never the first one, as policies break ties by number.

arcade_version <- 1

# By kind; a problem is a list: a function that makes the bandit, the horizon and the greatest number of replications.
arcade_problems <- function() {
  parts <- list(plain = plain_problems(), heavy = heavy_problems(), patience = patience_problems(),
                entries = entry_problems(), waiting = waiting_problems(), fair = fair_problems(),
                spread = spread_problems(), mortal = mortal_problems(), changes = change_problems(),
                wear = wear_problems(), "rest, absences" = rest_problems(), late = late_problems(),
                "contexts, data" = data_problems(), "two at once" = double_problems())
  kinds <- rep(names(parts), lengths(parts))
  Map(function(problem, kind) c(problem, kind = kind), do.call(c, unname(parts)), kinds)
}

# `most`: replications of a long one.
problem <- function(make, horizon = 1e4, most = Inf) list(make = make, horizon = horizon, most = most)

# ---- arms that come back ---------------------------------------------------------------

five <- function() bandit(arms_bernoulli(c(0.5, 0.3, 0.9, 0.4, 0.5)))

close_five <- function() bandit(arms_bernoulli(c(0.5, 0.4, 0.6, 0.3, 0.5)))

spread_five <- function() bandit(arms_bernoulli(c(0.5, 0.1, 0.3, 0.9, 0.7)))

swapped <- function(bandit) with_changes(bandit, changes_at(5001, c(0.5, 0.3, 0.4, 0.4, 0.9)))

# ---- one kind at a time ----------------------------------------------------------------

plain_problems <- function() list(
  "five arms" = problem(five),
  "ten close arms" = problem(function() bandit(arms_bernoulli(replace(rep(0.48, 10), 7, 0.5)))),
  "100 arms" = problem(function() bandit(arms_bernoulli(prior_uniform(100))), 5000),
  "rare rewards" = problem(function() bandit(arms_bernoulli(c(0.02, 0.01, 0.03, 0.02, 0.01)))),
  "beta rewards" = problem(function() bandit(arms_beta(mean = prior_uniform(10))), 5000),
  "ten drawn arms" = problem(function() bandit(arms_bernoulli(prior_uniform(10))), 5000)
)

heavy_problems <- function() list(
  "Student, 2.5 df" = problem(function() student(2.5)),
  "Student, 1.5 df" = problem(function() student(1.5)),
  "log-normal" = problem(function() bandit(arms_lognormal(c(-1.5, -2, -1, -1.5, -2))))
)

student <- function(df) bandit(arms_student(df, location = c(0.5, 0.3, 0.9, 0.4, 0.5), scale = 0.5))

patience_problems <- function() list(
  "patience 8" = problem(function() with_patience(five(), 8)),
  "patience 100, close" = problem(function() with_patience(close_five(), 100)),
  "patience 16 and 3" = problem(function() {
    with_patience(bandit(arms_gaussian(c(8:0 / 10, 0.9), sd = 1)), c(rep(16, 9), 3))
  }),
  "patience 3" = problem(function() with_patience(bandit(arms_gaussian(c(0, 0, 0.5, 0), sd = 1)), 3)),
  "patience 8, close, long" = problem(function() with_patience(close_five(), 8), 1e5, 50)
)

entry_problems <- function() list(
  "entries" = problem(function() {
    with_entries(bandit(arms_bernoulli(c(0.5, 0.4, 0.3, 0.6, 0.9))), c(1, 1, 1, 2000, 5000))
  })
)

waiting_problems <- function() list(
  "wait 8 rounds" = problem(function() {
    with_waiting(bandit(arms_constant(1)), delay_law(10, c(4, 8), c(0.5, 0.5)))
  }, 2e4),
  "wait 1 round" = problem(function() {
    with_waiting(bandit(arms_constant(1)), delay_law(6, c(1, 6), c(0.5, 0.5)))
  }, 2e4),
  "wait, three arms" = problem(function() {
    with_waiting(bandit(arms_bernoulli(c(0.7, 1, 0.5))), farewell_delays())
  }, 2e4)
)

fair_problems <- function() list(
  "fair shares" = problem(function() {
    with_fairness(bandit(arms_bernoulli(prior_uniform(5))), share = 0.16, penalty = 0.4)
  }, 8000),
  "fair shares, eight" = problem(function() {
    with_fairness(bandit(arms_bernoulli(c(0.7, 0.6, 0.9, 0.5, 0.4, 0.3, 0.2, 0.1))), share = 1 / 16, penalty = 0.25)
  })
)

spread_problems <- function() list(
  "spread, window" = problem(function() with_spread(spread_five(), spread_window(10, 20))),
  "spread, geometric" = problem(function() with_spread(spread_five(), spread_geometric(50))),
  "spread, adversarial" = problem(function() with_spread(spread_five(), spread_adversarial(20)))
)

mortal_problems <- function() list(
  "lives of 4,000" = problem(function() mortal(20, 4000)),
  "lives of 500" = problem(function() mortal(50, 500)),
  "lives of 1,000, rare" = problem(function() mortal(20, 1000, prior_beta(1, 1, 10)))
)

mortal <- function(alive, life, reward = prior_uniform(1)) {
  bandit_mortal(alive, 1e4, life, reward, known = TRUE, init = 1)
}

change_problems <- function() list(
  "one change" = problem(function() {
    with_changes(bandit(arms_bernoulli(c(0.5, 0.7, 0.3))), changes_at(5001, c(0.5, 0.3, 0.7)))
  }),
  "four changes" = problem(function() {
    means <- rbind(c(0.2, 0.9, 0.3), c(0.2, 0.1, 0.3), c(0.7, 0.1, 0.3), c(0.7, 0.1, 0.5))
    with_changes(bandit(arms_bernoulli(c(0.5, 0.9, 0.3))), changes_at(2000 * 1:4 + 1, means))
  }),
  "wave" = problem(function() with_changes(bandit(arms_bernoulli(rep(0.5, 5))), changes_wave(0.3, period = 4000))),
  "drift" = problem(function() with_changes(five(), changes_drift(0.02, every = 10))),
  "ten jumps" = problem(function() with_changes(five(), changes_jumps(10, size = c(0.1, 0.5), apart = 200)))
)

wear_problems <- function() list(
  "wear, step" = problem(function() with_wear(bandit(arms_bernoulli(c(0.5, 0.9, 0.6))), wear_step(2000, 0.5))),
  "wear, power" = problem(function() with_wear(bandit(arms_bernoulli(c(0.6, 0.7, 0.9, 0.8, 0.5))), wear_power(0.1)))
)

six <- function() bandit(arms_bernoulli(c(0.5, 0.8, 0.9, 0.7, 0.3, 0.1)))

rest_problems <- function() list(
  "rest" = problem(function() with_rest(six(), 3)),
  "absences" = problem(function() with_absences(six(), c(0.9, 0.5, 0.3, 0.7, 0.9, 0.9)))
)

late_problems <- function() list(
  "batches" = problem(function() with_batches(five(), 500)),
  "delay" = problem(function() with_delay(five(), 500)),
  "random delay, close" = problem(function() with_delay(close_five(), delay_geometric(200)))
)

data_problems <- function() list(
  "linear contexts" = problem(function() bandit(arms_linear(0.5 * diag(5), sd = 0.5, context_normal(5))), 5000),
  "iris" = problem(function() bandit_labels(getExportedValue("datasets", "iris"), "Species"), 150),
  "Open Bandit" = problem(function() bandit_replay(read_open_bandit(), resample = "bootstrap"), 2000),
  "click log" = problem(function() {
    bandit_replay(simulate_click_log(2e5, seed = 1), resample = "window", block = 1e5)
  }, 2000)
)

# ---- two at once -------------------------------------------------------------------------

double_problems <- function() list(
  "patience + random delay" = problem(function() with_delay(with_patience(five(), 20), delay_geometric(100))),
  "patience + change" = problem(function() swapped(with_patience(five(), 50))),
  "random delay + change" = problem(function() swapped(with_delay(five(), delay_geometric(200)))),
  "batches + change" = problem(function() swapped(with_batches(five(), 250))),
  "absences + change" = problem(function() swapped(with_absences(five(), 0.7))),
  "lives + delay" = problem(function() with_delay(mortal(20, 2000), 50))
)
