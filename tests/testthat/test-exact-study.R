# Exact studies: against every history there is, against simulations, and against themselves.

pair <- bandit(arms_bernoulli(c(0.35, 0.6)))

# Every history of so many plays: the policy is an agent, and each outcome of each play is tried; of the last one it is not told.
# A row a history: plays and sums of each arm, and its chance. Those that settle ties by their own draw play all
# again with each order of its numbers.
all_histories <- function(policy, laws, values, horizon) {
  seeds <- seeds_of_ties(policy, length(laws))
  rows <- do.call(rbind, lapply(seeds, function(seed) all_histories_of(policy, laws, values, horizon, seed)))
  rows[, ncol(rows)] <- rows[, ncol(rows)] / length(seeds)
  rows
}

all_histories_of <- function(policy, laws, values, horizon, seed) {
  arms <- letters[seq_along(laws)]
  paths <- as.matrix(expand.grid(rep(list(seq_along(values)), horizon - 1)))
  rows <- lapply(seq_len(nrow(paths)), function(i) {
    a <- agent(policy, arms, horizon = horizon, seed = seed)
    n <- s <- numeric(length(arms))
    chance <- 1
    for (v in paths[i, ]) {
      k <- match(agent_choose(a), arms)
      chance <- chance * laws[[k]][v]
      if (chance == 0) return(NULL)
      agent_learn(a, arms[k], values[v])
      n[k] <- n[k] + 1
      s[k] <- s[k] + values[v]
    }
    k <- match(agent_choose(a), arms)
    last <- which(laws[[k]] > 0)
    one <- seq_along(arms) == k
    cbind(matrix(n + one, length(last), length(n), byrow = TRUE), t(s + outer(one, values[last])), chance * laws[[k]][last])
  })
  do.call(rbind, rows)
}

expect_all_histories <- function(policy, laws, values, horizon, problem) {
  rows <- all_histories(policy, laws, values, horizon)
  K <- length(laws)
  chance <- rows[, 2 * K + 1]
  expect_equal(sum(chance), 1)
  exact <- exact_study(problem, policy, horizon, record = 1, threads = 2)
  means <- vapply(laws, function(law) sum(law * values), 0)
  lost <- drop(rows[, seq_len(K)] %*% (max(means) - means))
  reward <- rowSums(rows[, K + seq_len(K)])
  expect_equal(pulls(exact)$pulls, colSums(chance * rows[, seq_len(K)]), tolerance = 1e-12)
  expect_equal(regret(exact)$regret, sum(chance * lost), tolerance = 1e-12)
  expect_equal(regret(exact)$reward, sum(chance * reward), tolerance = 1e-12)
  final <- summary(exact)
  expect_equal(final$sd, sqrt(sum(chance * lost^2) - sum(chance * lost)^2), tolerance = 1e-8)
  expect_equal(summary(exact, "reward")$sd, sqrt(sum(chance * reward^2) - sum(chance * reward)^2), tolerance = 1e-8)
  ranked <- order(lost)
  expect_equal(final$median, lost[ranked][which(cumsum(chance[ranked]) >= 0.5 - 1e-12)[1]])
  estimate <- rows[, K + seq_len(K)] / rows[, seq_len(K)]
  played <- rows[, seq_len(K)] > 0
  expect_equal(pulls(exact)$estimate, colSums(replace(chance * estimate, !played, 0)) / colSums(chance * played), tolerance = 1e-12)
  if (policy$constructor %in% own_names) return(invisible()) # simulations tell whether these are right
  named <- apply(rows, 1, function(row) {
    mean <- ifelse(row[seq_len(K)] > 0, row[K + seq_len(K)] / row[seq_len(K)], -Inf)
    order(-round(mean, 12), -row[seq_len(K)])[1]
  })
  expect_equal(summary(exact, "correct")$mean, sum(chance * (means[named] == max(means))), tolerance = 1e-12)
}

# Those that name an arm by a rule of their own.
own_names <- c("policy_etc", "policy_successive_rejects", "policy_sequential_halving", "policy_chernoff_racing", "policy_kl_racing")

by_index <- list(policy_ucb1(), policy_ucb(), policy_moss(), policy_kl_ucb(), policy_kl_ucb(c = 3), policy_bayes_ucb(),
                 policy_bayes_ucb("gaussian", sd = 0.5), policy_gittins(0.9))
by_bytes <- list(policy_etc(2), policy_se(sd = 0.2), policy_round_robin(), policy_batched_se(2, sd = 0.3), policy_successive_rejects(),
                 policy_sequential_halving(), policy_racing(0.5), policy_racing(0.5, test = "kl"))
by_choice <- list(policy_imed(), policy_bayes_optimal(), policy_fixed(2))
by_chances <- list(policy_uniform(), policy_epsilon_greedy(0.2), policy_boltzmann(3), policy_thompson("bernoulli"))

test_that("laws are those of all histories of two Bernoulli arms", {
  skip_on_cran() # long
  laws <- list(c(0.65, 0.35), c(0.4, 0.6))
  for (policy in share_of(c(by_index, by_choice, by_bytes))) expect_all_histories(policy, laws, c(0, 1), 6, pair)
})

test_that("laws are those of all histories of three arms, and of three values", {
  skip_on_cran() # long
  three <- bandit(arms_bernoulli(c(0.5, 0.2, 0.5)))
  laws <- list(c(0.5, 0.5), c(0.8, 0.2), c(0.5, 0.5))
  for (policy in drawn_of(list(policy_ucb1(), policy_imed(), policy_bayes_optimal(), policy_sequential_halving()), 2)) expect_all_histories(policy, laws, c(0, 1), 5, three)
  values <- c(-1, 0.5, 2)
  prob <- rbind(c(0.2, 0.5, 0.3), c(0.5, 0, 0.5))
  problem <- bandit(arms_categorical(prob, values))
  laws <- list(prob[1, ], prob[2, ])
  for (policy in drawn_of(list(policy_ucb1(range = c(-1, 2)), policy_kl_ucb(range = c(-1, 2)), policy_imed(range = c(-1, 2))), 2)) {
    expect_all_histories(policy, laws, values, 5, problem)
  }
})

test_that("constants, and arms with names", {
  skip_in_quick()
  problem <- bandit(arms_constant(c(low = 0.25, high = 0.75)))
  exact <- exact_study(problem, list(policy_ucb1(), policy_fixed("low")), 9)
  study <- run_study(problem, list(policy_ucb1(), policy_fixed("low")), 9, reps = 1, seed = 1, threads = 1)
  expect_equal(pulls(exact)$pulls, as.double(pulls(study)$pulls))
  expect_identical(pulls(exact)$arm, pulls(study)$arm)
  expect_equal(regret(exact)$regret[regret(exact)$round == 9], regret(study)$regret[regret(study)$round == 9])
})

test_that("simulations are within their errors", {
  skip_on_cran() # long
  policies <- c(by_index[-5], by_choice, by_bytes, by_chances)
  names(policies) <- vapply(policies, function(p) p$label, "")
  names(policies)[6] <- "Gaussian"
  exact <- exact_study(pair, policies, 40, record = c(15, 40))
  # SE and BaSE are to eliminate within these few rounds: of their scales one is warned.
  games <- if (is.na(share_number())) 3000 else 1000
  study <- suppressWarnings(run_study(pair, policies, 40, reps = games, seed = 11, record = c(15, 40), threads = 2))
  for (what in c("regret", "reward", "optimal", "correct")) {
    found <- summary(study, what, at = "all")
    law <- summary(exact, what, at = "all")
    expect_identical(found$policy, law$policy)
    expect_true(all(abs(found$mean - law$mean) <= 4 * law$sd / sqrt(games) + 1e-9))
    expect_true(all(abs(found$sd - law$sd) <= 0.15 * law$sd + 1e-9))
  }
})

test_that("threads and checkpoints cannot be seen", {
  skip_in_quick()
  one <- exact_study(pair, list(policy_kl_ucb(), policy_imed()), 40, record = c(7, 40), threads = 1)
  expect_identical(one, exact_study(pair, list(policy_kl_ucb(), policy_imed()), 40, record = c(7, 40), threads = more_threads()))
  three <- function(threads) exact_study(bandit(arms_bernoulli(c(0.2, 0.5, 0.6))), policy_thompson(), 12, threads = threads)
  expect_identical(three(1), three(more_threads())) # its chances are integrals, found anew in each state
  all <- exact_study(pair, list(policy_kl_ucb(), policy_imed()), 40, record = 1:40, threads = 2)
  expect_identical(summary(one, at = "all"), summary(all, at = c(7, 40)))
})

test_that("chances sum to one, whatever is asked", {
  exact <- exact_study(pair, policy_ucb1(), 25, record = c(5, 25))
  for (what in c("regret", "reward", "optimal", "correct", "simple_regret")) {
    law <- summary(exact, what, at = "all", distribution = TRUE)
    expect_equal(as.double(tapply(law$probability, law$round, sum)), c(1, 1), tolerance = 1e-12)
  }
  law <- summary(exact, "pulls", at = 25, distribution = TRUE)
  expect_equal(as.double(tapply(law$probability, law$arm, sum)), c(1, 1), tolerance = 1e-12)
  expect_equal(as.double(tapply(law$probability * law$value, law$arm, sum)), pulls(exact)$pulls, tolerance = 1e-12)
  # Sample means after a bandit are biased downwards, and here that is known exactly.
  expect_true(all(pulls(exact)$estimate < pulls(exact)$mean))
})

test_that("averaged over a prior it is the average of exact studies", {
  skip_in_quick()
  # Rewards are polynomials in the chances of each arm, of degree 6: nodes and weights of Gauss and Legendre have their integral.
  nodes <- 0.5 + 0.5 * c(-1, 1, -1, 1) * rep(c(0.3399810435848563, 0.8611363115940526), each = 2)
  weights <- rep(c(0.6521451548625461, 0.3478548451374538), each = 2) / 2
  prior <- exact_study(bandit(arms_bernoulli(prior_uniform(2))), policy_ucb1(), 6, record = 1)
  chances <- expand.grid(nodes, nodes)
  one <- function(p, q) regret(exact_study(bandit(arms_bernoulli(c(p, q))), policy_ucb1(), 6, record = 1, threads = 1))$reward
  grid <- sum(outer(weights, weights) * mapply(one, chances[[1]], chances[[2]]))
  expect_equal(regret(prior)$reward, grid, tolerance = 1e-9)
  expect_identical(regret(prior)$optimal, NA_real_)
  expect_equal(regret(prior)$benchmark, 4, tolerance = 1e-9)
})

test_that("states are counted beforehand", {
  skip_in_quick()
  states <- function(bandit, horizon) sum(exact_layers(exact_arms(bandit, NULL), horizon))
  expect_identical(states(pair, 300), choose(304, 4))
  expect_identical(states(bandit(arms_bernoulli(rep(0.5, 3))), 60), choose(66, 6))
  wide <- bandit(arms_categorical(matrix(1, 2, 3), c(0, 1, 4)))
  expect_identical(states(wide, 2), 1 + 2 * 5 + 2 * 9 + 25)
  old <- options(unruly.memory = 1e8)
  on.exit(options(old))
  expect_error(exact_study(pair, policy_ucb1(), 1000), "states", class = "unruly_error_argument")
  # Four layers of 8.3 million numbers; a policy with an index needs two.
  three <- bandit(arms_bernoulli(c(0.2, 0.5, 0.6)))
  expect_identical(exact_bytes(exact_arms(three, NULL), 60, 4), 32 * choose(65, 5))
  expect_error(exact_study(three, policy_uniform(), 60), class = "unruly_error_argument")
  expect_silent(exact_study(three, policy_ucb1(), 60, record = 1))
})

test_that("studies that cannot be enumerated are refused with the reason", {
  expect_errors({
    exact_study(pair, policy_exp3(), 10)
    exact_study(pair, policy_ucb_v(), 10)
    exact_study(pair, policy_epsilon_greedy(restart = 5), 10)
    exact_study(with_patience(pair, 3), policy_ucb1(), 10)
    exact_study(bandit(arms_gaussian(c(0, 1))), policy_ucb1(), 10)
    exact_study(bandit(arms_bernoulli(0.5)), policy_ucb1(), 10)
    exact_study(bandit(arms_categorical(matrix(1, 2, 3), c(0, 1, sqrt(2)))), policy_ucb1(sd = 1), 10)
    exact_study(bandit(arms_categorical(matrix(1, 2, 3), c(0, 0.5, 1))), policy_bayes_optimal(), 10)
    exact_study(bandit(arms_bernoulli(prior_uniform(2, 0.1, 0.2))), policy_ucb1(), 10)
    exact_study(pair, policy_ucb1(), 0)
    exits(exact_study(pair, policy_ucb1(), 5))
    summary(exact_study(bandit(arms_bernoulli(prior_uniform(2))), policy_ucb1(), 5), distribution = TRUE)
  })
})

test_that("it prints, and is drawn", {
  skip_if_not_drawn()
  exact <- exact_study(list(pair = pair, prior = bandit(arms_bernoulli(prior_uniform(2)))), list(policy_ucb1(), policy_fixed(1)), 20)
  expect_snapshot(exact)
  skip_if_not_installed("ggplot2")
  exact <- exact_study(pair, list(policy_ucb1(), policy_fixed(1)), 20)
  for (type in c("regret", "reward", "optimal", "recommendations", "pulls", "distribution")) {
    expect_s3_class(ggplot2::ggplot_build(autoplot(exact, type)), "ggplot_built")
  }
  study <- run_study(pair, list(policy_ucb1(), policy_fixed(1)), 20, reps = 5, seed = 1, threads = 1)
  figure <- autoplot(study) + ggplot2::autolayer(exact, points = 4)
  laid <- ggplot2::layer_data(figure, length(figure$layers))
  expect_identical(nrow(laid), 8L)
  expect_equal(max(laid$y), 5)
  lines <- ggplot2::layer_data(figure, 2)
  expect_setequal(laid$colour, lines$colour)
})
