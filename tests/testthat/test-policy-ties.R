# What an elimination policy does must not depend on how the arms are numbered: ties go by its own draw.

# The law of a game with the arms in each order, as a vector that the order must not change.
expect_order_free <- function(policy, law_of, chance = c(0.7, 0.2, 0.4)) {
  K <- length(chance)
  orders <- as.matrix(expand.grid(rep(list(seq_len(K)), K)))
  orders <- orders[apply(orders, 1, function(o) !anyDuplicated(o)), ]
  laws <- apply(orders, 1, function(o) law_of(bandit(arms_bernoulli(stats::setNames(chance[o], letters[o]))), policy))
  expect_equal(laws, laws[, rep(1, nrow(orders))], tolerance = 1e-12, label = policy$label)
  laws[, 1]
}

# Each phase ends before the horizon, so that all of a turn is played.
of_plays <- function(horizon) function(b, policy) {
  exact <- exact_study(b, policy, horizon, record = 1, threads = 1)
  played <- pulls(exact)
  named <- summary(exact, "correct")
  c(played$pulls[order(as.character(played$arm))], regret(exact)$regret, regret(exact)$reward, named$mean)
}

# A race that the horizon ends may have begun a turn: those that are over count.
of_settled <- function(horizon) function(b, policy) {
  found <- recommendations(exact_study(b, policy, horizon, record = 1, threads = 1, stop = stop_settled()))
  found <- found[found$reason != "horizon", ]
  c(found$probability, found$sample_size)[order(rep(1:2, each = nrow(found)), rep(as.character(found$arm), 2))]
}

test_that("the law of a game does not change with the order of the arms", {
  skip_in_quick()
  policies <- list(policy_successive_rejects(), policy_sequential_halving(), policy_sequential_halving(fresh = TRUE))
  for (horizon in c(3, 6, 9)) for (i in 1:3) if (is_drawn(horizon / 3, i)) expect_order_free(policies[[i]], of_plays(horizon))
  # It plays the best in the end, and has no rule of its own for naming it.
  expect_order_free(policy_batched_se(2, gamma = 0.05), function(b, policy) utils::head(of_plays(9)(b, policy), -1))
  for (policy in list(policy_racing(0.9), policy_racing(0.95, test = "kl"))) {
    expect_gt(sum(expect_order_free(policy, of_settled(9))), 0.3)
  }
})

test_that("a tie is settled by the policy's numbers, differently in each replication", {
  b <- bandit(arms_constant(c(0.5, 0.5, 0.5, 0.5)))
  policies <- list(policy_successive_rejects(), policy_sequential_halving(), policy_sequential_halving(fresh = TRUE, label = "Fresh"),
                   policy_batched_se(2, sd = 1))
  played <- choices(run_study(b, policies, 60, reps = 30, seed = 1, record = 60, keep = "choices", threads = 1))
  for (p in policies) {
    last <- played[played$policy == p$label & played$round == 60, ]
    best <- vapply(1:30, function(rep) which.min(policy_numbers_vector(p, 4, 1, rep)), 1L)
    expect_identical(as.integer(last$arm)[order(last$rep)], best, label = p$label)
    expect_gt(length(unique(best)), 2)
  }
})

test_that("SE draws among those it has eliminated, once no other is there", {
  b <- bandit(arms_constant(c(0, 0, 1))) |> with_lifetimes(1, c(Inf, Inf, 300))
  played <- choices(run_study(b, policy_se(sd = 0.01), 320, reps = 20, seed = 1, keep = "choices", threads = 1, progress = FALSE))
  late <- played[played$round > 300, ]
  first <- vapply(1:20, function(rep) which.min(policy_numbers_vector(policy_se(sd = 0.01), 2, 1, rep)), 1L)
  expect_identical(as.integer(late$arm), rep(first, each = 20))
  expect_setequal(first, 1:2)
})
