# The engine: what long gaps, long waits, deaths and refusals cost, and how the
# sources hang together.

spread_law <- function(spread) unlist(spread)[["law"]]

test_that("a gap of a trillion rounds with rewards under way is passed at once", {
  first <- c(1, 1e12 + 1)
  last <- c(3, 1e12 + 3)
  for (spread in list(spread_delay(1, 1), spread_window(1, 3), spread_linear(2), spread_linear(2, "increasing"),
                      spread_geometric(2), spread_power(2))) {
    b <- bandit(arms_constant(c(1, 1))) |> with_lifetimes(first, last) |> with_spread(spread)
    seen <- pulls(run_study(b, policy_uniform(), 1e12 + 3, reps = 1, seed = 1, record = 1))
    expect_equal(seen$pulls, c(3, 3))
    # What the second life sees is what the first one saw, but for tails.
    expect_equal(seen$estimate[2], seen$estimate[1], tolerance = if (spread_law(spread) == "power") 1e-8 else 1e-12)
  }
})

test_that("long waits hand out the same sums as many short ones would", {
  # One arm, paid after 1000 rounds; what arrives in them is seen at their end.
  never <- c(rep(0, 999), 1)
  for (spread in list(spread_geometric(10), spread_power(1.5), spread_window(1, 700), spread_delay(300, 300))) {
    b <- bandit(arms_constant(1)) |> with_waiting(never) |> with_spread(spread)
    seen <- choices(run_study(b, policy_fixed(1), 5000, reps = 1, seed = 1, record = 1, keep = "choices"))$observed
    weight <- switch(spread_law(spread),
      geometric = 0.1 * 0.9^(0:4999), window = rep(c(1 / 699, 0), c(699, 4301)),
      delay = replace(numeric(5000), 300, 1), power = (1:5000)^-1.5 / 2.612375348685488)
    arrives <- numeric(5000)
    for (paid in c(1000, 2000, 3000, 4000)) {
      at <- (paid + 1):5000
      arrives[at] <- arrives[at] + weight[at - paid]
    }
    expect_equal(seen, colSums(matrix(arrives, 1000)), tolerance = 1e-7)
  }
})

test_that("the rest of a geometric spread comes to nothing in the end", {
  b <- bandit(arms_tape(matrix(c(1, rep(0, 2999)), 1))) |> with_spread(spread_geometric(2))
  seen <- choices(run_study(b, policy_fixed(1), 3000, reps = 1, seed = 1, record = 1, keep = "choices"))$observed
  expect_gt(seen[900], 0)
  expect_identical(seen[1100:3000], numeric(1901))
})

test_that("forty thousand waits have the means of their law", {
  d <- 40000
  law <- (1:d) / sum(1:d)
  b <- bandit(arms_constant(c(0.5, 1))) |> with_waiting(law)
  study <- run_study(b, policy_fixed(2, wait = 100), 3e5, reps = 1, seed = 1, record = 1)
  pay <- sum(law[1:100])
  time <- sum(law * pmin(1:d, 100))
  best <- max(cumsum(law) / (cumsum(law * 1:d) + (1:d) * (1 - cumsum(law))))
  final <- regret(study)
  expect_equal(final$benchmark, best * 3e5)
  expect_equal(final$regret, best * 3e5 - final$pulls * pay)
  expect_equal(final$epoch_regret, final$pulls * (best * time - pay))
})

test_that("Exp3 gives an arm a fair start that comes when the dominant one dies", {
  skip_in_quick()
  b <- bandit(arms_constant(c(1, 0, 1))) |>
    with_lifetimes(first = c(1, 1, 20001), last = c(20000, 30000, 30000))
  made <- choices(run_study(b, policy_exp3(0.2), 20400, reps = 20, seed = 1, record = 1, keep = "choices"))
  expect_gt(mean(made$arm[made$round > 20000] == 3), 0.65)
})

test_that("an arm of a population is remembered by its number, not by its place", {
  b <- bandit_mortal(alive = 5, horizon = 3000, mean_lifetime = 20, reward = prior_uniform(5))
  study <- run_study(b, list(policy_ucb1(), policy_round_robin()), 3000, reps = 2, seed = 3, record = 10)
  for (policy in c("UCB1", "Round robin")) for (r in 1:2) {
    born <- instances(study)[instances(study)$rep == r, ]
    met <- pulls(study)[pulls(study)$policy == policy & pulls(study)$rep == r, ]
    expect_equal(sum(met$pulls), 3000)
    expect_false(is.unsorted(met$arm, strictly = TRUE))
    expect_equal(met$mean, born$mean[match(met$arm, born$arm)])
    lives <- born$last[match(met$arm, born$arm)] - born$first[match(met$arm, born$arm)] + 1
    expect_true(all(met$pulls <= lives))
    gone <- exits(study)[exits(study)$policy == policy & exits(study)$rep == r, ]
    expect_equal(sort(gone$arm), sort(born$arm[born$last <= 3000]))
  }
  # The reward is that of all arms, the dead among them.
  final <- regret(study)[regret(study)$round == 3000, ]
  told <- pulls(study)
  collected <- tapply(told$pulls * told$estimate, paste(told$policy, told$rep), sum)
  expect_equal(final$reward, as.vector(collected[paste(final$policy, final$rep)]))
})

test_that("plays of a best action are counted as the comparator sees them", {
  optimal <- function(b, policy, horizon) regret(play(b, policy, horizon))$optimal
  tied <- bandit(arms_bernoulli(c(0.3, 0.6, 0.6)))
  made <- choices(play(tied, policy_round_robin(), 30))
  expect_equal(optimal(tied, policy_round_robin(), 30), cumsum(made$arm > 1))
  coming <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_entries(c(1, 11))
  expect_equal(optimal(coming, policy_fixed(1), 20), pmin(1:20, 10))
  tape <- matrix(c(1, 0, 0, 1, 0, 1), 2) # after round 1 arm 1 leads, after 2 both, after 3 arm 2
  expect_equal(optimal(bandit(arms_tape(tape, by = "round")), policy_fixed(2), 3), c(0, 0, 3))
  expect_equal(optimal(bandit(arms_bernoulli(0.5)), policy_uniform(), 5), 1:5)
})

test_that("horizons beyond the address of a pull are refused", {
  expect_error(run_study(bandit(arms_bernoulli(0.5)), policy_ucb1(), 2^48 + 1, reps = 1), class = "unruly_error_argument")
})

test_that("studies that are refused leave no memory behind", {
  skip_in_quick()
  skip_if_not(file.exists("/proc/self/statm"))
  skip_if_not_installed("callr")
  grown <- callr::r(function() {
    library(unruly)
    resident <- function() {
      gc()
      as.numeric(strsplit(readLines("/proc/self/statm"), " ")[[1]][2]) * 4096
    }
    problem <- bandit(arms_categorical(matrix(1, 3000, 100), seq(0, 1, length.out = 100)))
    refused <- function() {
      error <- tryCatch(run_study(list(problem, problem), list(policy_etc(5), policy_fixed(9999)), 10, reps = 1),
                        error = identity)
      stopifnot(inherits(error, "unruly_error_policy"))
    }
    grows <- function() {
      before <- resident()
      for (i in 1:20) refused()
      resident() - before
    }
    # What R and the allocator hold goes up and down by tens of megabytes; what leaks only goes up.
    min(replicate(3, grows()))
  })
  expect_lt(grown, 4e7) # each of the 40 problems takes 2.4 MB
})
