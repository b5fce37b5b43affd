# Index policies choose lazily (src/policies/search/index.h); with the option
# unruly.plain they evaluate every index in every round. Both must make the
# same choices, to the last one.

lazy_policies <- list(policy_ucb1(), policy_ucb(), policy_ucb(0.2, label = "wide"), policy_moss(),
                      policy_epsilon_greedy(0.01))

test_that("lazy choices are those of the plain rule in short games of few arms and many", {
  for (k in c(2, 20)) {
    set.seed(k)
    for (arms in list(arms_bernoulli(stats::runif(k)), arms_constant(sample(c(0.2, 0.9), k, replace = TRUE)))) {
      expect_lazy_is_plain(bandit(arms), lazy_policies, horizon = 5000)
    }
  }
})

test_that("lazy choices are those of the plain rule for 1 to 20 arms and several laws", {
  skip_on_cran() # long
  for (k in c(1, 2, 3, 7, 20)) {
    set.seed(k)
    laws <- list(
      arms_bernoulli(stats::runif(k)),
      arms_gaussian(stats::runif(k), 1),
      arms_constant(sample(c(0.2, 0.9), k, replace = TRUE)),
      # Nearly equal arms: indices cross all the time.
      arms_gaussian(0.5 + 1e-6 * seq_len(k), 1e-6)
    )
    for (arms in laws) expect_lazy_is_plain(bandit(arms), lazy_policies, horizon = 2e4)
  }
})

test_that("lazy choices are those of the plain rule for two arms that can hardly be told apart", {
  skip_on_cran() # long
  for (arms in list(arms_bernoulli(c(0.5, 0.5001)), arms_bernoulli(c(0.5, 0.5)), arms_constant(c(0.5, 0.5 + 1e-9)),
                    arms_gaussian(c(0, 1e-4)), arms_constant(c(-1, -1)))) {
    expect_lazy_is_plain(bandit(arms), lazy_policies, horizon = 1e5)
  }
})

test_that("lazy choices are those of the plain rule for KL-UCB", {
  skip_on_cran() # long
  for (k in c(1, 2, 20)) {
    set.seed(k)
    for (arms in list(arms_bernoulli(stats::runif(k)), arms_constant(rep(c(0, 1), length.out = k)),
                      arms_beta(mean = stats::runif(k)), arms_bernoulli(rep(c(0, 0.001, 1), length.out = k)))) {
      expect_lazy_is_plain(bandit(arms), list(policy_kl_ucb(), policy_kl_ucb(3, label = "c = 3")))
    }
  }
  expect_lazy_is_plain(bandit(arms_bernoulli(c(0.5, 0.5001))), policy_kl_ucb())
})

test_that("lazy choices are those of the plain rule for HT-UCB", {
  skip_on_cran() # long
  for (k in c(1, 2, 7, 20)) {
    set.seed(k)
    share <- sample(c(0, 0.25, 0.5, 0.9), k, replace = TRUE) / k
    penalty <- sample(c(0, 0.1, 0.5, 2), k, replace = TRUE)
    for (arms in list(arms_bernoulli(stats::runif(k)), arms_constant(rep(0.5, k)), arms_gaussian(0.001 * seq_len(k)))) {
      expect_lazy_is_plain(bandit(arms) |> with_fairness(share, penalty),
                           list(policy_ht_ucb(), policy_st_ucb(), policy_flearn(), policy_ucb1()))
    }
  }
})

test_that("lazy choices are those of the plain rule for Wait-UCB and others with waiting", {
  skip_on_cran() # long
  for (k in c(1, 2, 7, 20)) {
    set.seed(k)
    delay <- matrix(stats::rexp(k * 4), k)
    for (arms in list(arms_bernoulli(stats::runif(k)), arms_constant(rep(0.5, k)))) {
      b <- bandit(arms) |> with_waiting(delay / rowSums(delay))
      expect_lazy_is_plain(b, list(policy_wait_ucb(), policy_ucb1(), policy_moss()))
    }
  }
})

test_that("lazy choices are those of the plain rule where arms come and go", {
  skip_on_cran() # long
  k <- 12
  for (seed in 1:2) {
    set.seed(seed)
    for (arms in list(arms_bernoulli(stats::runif(k)), arms_constant(rep(0.5, k)))) {
      # So patient that some arms stay long, and leave when the clock is late.
      patience <- sample(c(20, 300, 3000, 10000, Inf), k, replace = TRUE)
      enters <- c(1, sample(1e5, k - 1))
      dies <- enters + sample(5e4, k)
      dies[1] <- 1e5
      for (b in list(
        bandit(arms) |> with_patience(patience),
        bandit(arms) |> with_entries(enters) |> with_patience(patience),
        bandit(arms) |> with_lifetimes(enters, dies),
        bandit(arms) |> with_patience(patience) |> with_lifetimes(enters, dies),
        bandit(arms) |> with_patience(patience) |> with_spread(spread_linear(20))
      )) expect_lazy_is_plain(b, lazy_policies[c(1, 2, 4, 5)], seed = seed)
      expect_lazy_is_plain(bandit(arms) |> with_patience(patience) |> with_fairness(0.05, 0.5),
                           list(policy_ht_ucb(), policy_st_ucb(), policy_flearn()), seed = seed)
      delay <- matrix(0.25, k, 4)
      expect_lazy_is_plain(bandit(arms) |> with_patience(patience) |> with_entries(enters) |> with_waiting(delay),
                           list(policy_wait_ucb(), policy_moss()), seed = seed)
    }
  }
  expect_lazy_is_plain(bandit_mortal(alive = 10, horizon = 1e5, mean_lifetime = 5000), lazy_policies)
})

test_that("a scan makes the choices of the formula: arms with waits that come and go, equal indices, many actions", {
  skip_on_cran() # long
  scanned <- list(policy_wait_ucb(), policy_wait_ucb(feedback = "side", label = "side"), policy_ucb_simplex())
  delay <- function(k, d) matrix(rev(seq_len(d)) / sum(seq_len(d)), k, d, byrow = TRUE)
  expect_lazy_is_plain(bandit(arms_beta(mean = c(0.2, 0.5, 0.6))) |> with_waiting(delay(3, 6)), scanned)
  expect_lazy_is_plain(bandit(arms_constant(rep(0.5, 5))) |> with_waiting(delay(5, 4)), scanned, horizon = 3e4)
  for (k in c(1, 16, 17)) { # 64 actions are scanned, 68 are not
    expect_lazy_is_plain(bandit(arms_bernoulli(seq_len(k) / 18)) |> with_waiting(delay(k, 4)), scanned, horizon = 3e4)
  }
  coming <- bandit(arms_bernoulli(c(0.3, 0.5, 0.7, 0.9))) |>
    with_lifetimes(first = c(1, 1, 2000, 9000), last = c(Inf, 12000, 6000, Inf))
  expect_lazy_is_plain(coming |> with_waiting(delay(4, 5)), scanned, horizon = 3e4)
})

# Policies of a race that can play a log.
racers <- list(policy_ucb1(), policy_ucb(), policy_moss(), policy_kl_ucb(), policy_bayes_ucb(), policy_ucb_v(), policy_ucb_tuned(),
               policy_bayes_ucb("gaussian", label = "Gaussian"), policy_delayed_ucb1(), policy_epsilon_greedy(), policy_ucb_l(bonus = "constant"),
               policy_ucb_l(), policy_imed(), policy_thompson(), policy_doubling(policy_ucb1()), policy_sleeping(policy_ucb_tuned()))

test_that("lazy choices are those of the plain rule where arms of a log are away now and then", {
  skip_on_cran() # long
  for (seed in c(4, 6, 7, 8)) {
    replay <- suppressWarnings(bandit_replay(restless_log(6000, 25, seed)), classes = "unruly_warning_uneven")
    expect_lazy_is_plain(replay, racers, horizon = 6000)
  }
})

test_that("an action that leads with others of the same tally is not played without asking", {
  skip_on_cran() # long
  b <- bandit(arms_constant(c(1, 1, 1, 0.5, 0)))
  policies <- list(policy_ucb(1e-4), policy_ucb1(), policy_bayes_ucb("gaussian"), policy_kl_ucb())
  # Choices that are kept are asked for one by one.
  pulls_with <- function(keep, T) pulls(play(b, policies, T, keep = keep, record = 1))[c("policy", "arm", "pulls")]
  for (T in c(300:310, 1000)) expect_identical(pulls_with("summary", T), pulls_with("choices", T))
})

test_that("arguments of an index function besides the view are refused at once", {
  expect_error(policy_index(\(mean, pulls) mean + 1 / pulls), "`view$pulls`", fixed = TRUE, class = "unruly_error_argument")
  expect_error(policy_index(\(view, bonus) view$mean + bonus), "`bonus`", fixed = TRUE, class = "unruly_error_argument")
  expect_error(policy_custom(\(state, view, arms) arms[1]), "`arms`", fixed = TRUE, class = "unruly_error_argument")
  expect_s3_class(policy_index(\(view, bonus = 1, ...) view$mean + bonus), "unruly_policy")
})
