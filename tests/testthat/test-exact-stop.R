# Exact studies whose games are stopped: against every history there is, against a literal recursion with literal
# rules, and against simulations.

far <- bandit(arms_bernoulli(c(0.3, 0.8)))
far_laws <- list(c(0.7, 0.3), c(0.2, 0.8))

# Every history of an agent that stops: a row a history, with plays and sums of each arm, the arm named, the rule, and its chance.
# Those that settle ties by their own draw play all again with each order of its numbers.
all_stopped_histories <- function(policy, laws, horizon, stop) {
  seeds <- seeds_of_ties(policy, length(laws))
  rows <- do.call(rbind, lapply(seeds, function(seed) all_stopped_histories_of(policy, laws, horizon, stop, seed)))
  rows$chance <- rows$chance / length(seeds)
  rows
}

all_stopped_histories_of <- function(policy, laws, horizon, stop, seed) {
  arms <- letters[seq_along(laws)]
  rows <- list()
  over <- character()
  for (i in seq_len(2^horizon)) {
    path <- as.integer(intToBits(i - 1))[seq_len(horizon)]
    if (any(startsWith(paste(path, collapse = ""), over))) next # it begins as one that has stopped
    a <- agent(policy, arms, horizon = horizon, seed = seed, stop = stop)
    n <- s <- numeric(length(arms))
    chance <- 1
    for (t in seq_len(horizon)) {
      k <- match(agent_choose(a), arms)
      agent_learn(a, arms[k], path[t])
      chance <- chance * laws[[k]][path[t] + 1]
      n[k] <- n[k] + 1
      s[k] <- s[k] + path[t]
      now <- recommendations(a)
      if (now$stopped) break
    }
    over <- c(over, paste(path[seq_len(t)], collapse = ""))
    named <- match(as.character(now$arm), arms)
    rows[[i]] <- data.frame(rbind(n), s = sum(s), plays = t, named = named, reason = if (now$stopped) now$reason else "horizon", chance = chance)
  }
  do.call(rbind, rows)
}

expect_stopped_histories <- function(policy, laws, horizon, stop, problem, after = "commit") {
  rows <- all_stopped_histories(policy, laws, horizon, stop)
  expect_equal(sum(rows$chance), 1)
  expect_gt(sum(rows$chance[rows$reason != "horizon"]), 0.05)
  mean_of <- function(x) sum(rows$chance * x)
  exact <- exact_study(problem, policy, horizon, record = 1, threads = 2, stop = stop, after = after)
  means <- vapply(laws, function(law) law[2], 0)
  gaps <- max(means) - means
  n <- as.matrix(rows[seq_along(laws)])
  lost <- drop(n %*% gaps) + (horizon - rows$plays) * gaps[rows$named]
  final <- regret(exact)
  expect_equal(unname(pulls(exact)$pulls), unname(colSums(rows$chance * n)), tolerance = 1e-12)
  expect_equal(final$reward, mean_of(rows$s), tolerance = 1e-12)
  expect_equal(final$pulls, mean_of(rows$plays), tolerance = 1e-12)
  expect_equal(final$benchmark, max(means) * mean_of(rows$plays), tolerance = 1e-12)
  expect_equal(final$regret, if (after == "commit") mean_of(lost) else NA_real_, tolerance = 1e-12)
  if (after == "commit") expect_equal(summary(exact)$sd, sqrt(mean_of(lost^2) - mean_of(lost)^2), tolerance = 1e-7)
  expect_equal(summary(exact, "correct")$mean, mean_of(gaps[rows$named] == 0), tolerance = 1e-12)
  law <- summary(exact, "sample_size", distribution = TRUE)
  expect_equal(law$probability, as.double(tapply(rows$chance, rows$plays, sum)), tolerance = 1e-12)
  expect_equal(law$value, sort(unique(rows$plays)))
  found <- recommendations(exact)
  wanted <- stats::aggregate(cbind(chance, plays = chance * plays) ~ named + reason, rows, sum)
  wanted <- wanted[wanted$chance > 0, ]
  at <- match(paste(wanted$named, wanted$reason), paste(as.integer(found$arm), found$reason))
  expect_identical(nrow(found), nrow(wanted))
  expect_equal(found$probability[at], wanted$chance, tolerance = 1e-12)
  expect_equal(found$sample_size[at], wanted$plays / wanted$chance, tolerance = 1e-12)
}

test_that("laws of stopped games are those of all histories", {
  skip_on_cran() # long
  rule <- stop_glr(0.9, rate = "practical")
  three <- bandit(arms_bernoulli(c(0.2, 0.9, 0.2)))
  cases <- c(
    lapply(list(policy_imed(), policy_bayes_optimal(), policy_etc(2), policy_sequential_halving()), function(policy) list(policy, far_laws, 5, rule, far)),
    list(list(policy_ucb1(), far_laws, 8, rule, far), list(policy_ucb1(), far_laws, 6, rule, far, after = "end"),
         list(policy_racing(0.9, test = "kl"), far_laws, 7, stop_settled() | stop_at(6), far),
         list(policy_ucb1(), far_laws, 6, stop_glr(0.9, looks = c(3, 5), rate = "practical") | (stop_at(4) & stop_posterior(0.8)) | stop_at(6), far),
         list(policy_ucb1(), list(c(0.8, 0.2), c(0.1, 0.9), c(0.8, 0.2)), 6, rule, three))
  )
  for (case in drawn_of(cases, 3)) do.call(expect_stopped_histories, case)
})

# What a literal rule knows in each of these states.
seen_in <- function(states, round) {
  n <- t(vapply(states, `[[`, states[[1]]$n, "n"))
  mean <- t(vapply(states, `[[`, states[[1]]$n, "s")) / n
  mean[n == 0] <- 0
  there <- n >= 0
  list(n = n, mean = mean, there = there, best = literal_best(n, mean, n, there), plays = rowSums(n), round = rep(round, length(states)))
}

# The law of games of the uniform policy by a literal recursion: chances by counts and sums, as text.
literal_stopped_law <- function(means, horizon, rule) {
  going <- list(list(n = numeric(length(means)), s = numeric(length(means)), chance = 1))
  over <- list()
  for (t in seq_len(horizon)) {
    later <- list()
    for (state in going) for (k in seq_along(means)) for (x in 0:1) {
      n <- replace(state$n, k, state$n[k] + 1)
      s <- replace(state$s, k, state$s[k] + x)
      key <- paste(c(n, s), collapse = " ")
      before <- if (is.null(later[[key]])) 0 else later[[key]]$chance
      later[[key]] <- list(n = n, s = s, chance = before + state$chance / length(means) * (if (x == 1) means[k] else 1 - means[k]))
    }
    says <- rule(seen_in(later, t))
    over <- c(over, later[says])
    going <- later[!says]
  }
  states <- c(over, going)
  named <- seen_in(states, NULL)$best
  list(plays = vapply(states, function(state) sum(state$n), 0), chance = vapply(states, function(state) state$chance, 0), named = named,
       reward = vapply(states, function(state) sum(state$s), 0))
}

test_that("every rule stops games in the states in which its literal version does", {
  skip_in_quick()
  cases <- list(
    list(stop_glr(0.5, rate = "practical"), literal_glr(0.5)),
    list(stop_glr(0.9, rate = "proved"), literal_glr(0.9, threshold = "proved")),
    list(stop_separated(0.9, "kl", 0.1, rate = "practical"), literal_separated(0.9, "kl", 0.1, rate = "practical")),
    list(stop_separated(0.9, "hoeffding", 0.4, rate = "practical"), literal_separated(0.9, "hoeffding", 0.4, rate = "practical")),
    list(stop_posterior(0.85), literal_posterior(0.85)),
    list(stop_futility(control = 2, margin = 0.2, error = 0.9, rate = "practical"),
         literal_futility(0.9, 0.2, control = 2, rate = "practical")),
    list(stop_futility(threshold = 0.7, error = 0.9, rate = "practical"), literal_futility(0.9, 0, threshold = 0.7, rate = "practical")),
    list(stop_equivalence(0.9, 0.9, rate = "practical"), literal_equivalence(0.9, 0.9, rate = "practical"))
  )
  for (means in list(c(0.3, 0.8), c(0.5, 0.2, 0.5))) for (case in if (length(means) == 2) cases else cases[c(1, 5, 8)]) {
    horizon <- if (length(means) == 2) 7 else 5
    wanted <- literal_stopped_law(means, horizon, case[[2]])
    exact <- exact_study(bandit(arms_bernoulli(means)), policy_uniform(), horizon, record = 1, stop = case[[1]])
    law <- summary(exact, "sample_size", distribution = TRUE)
    by_plays <- tapply(wanted$chance, wanted$plays, sum)
    expect_equal(stats::setNames(law$probability, law$value), c(by_plays), tolerance = 1e-12)
    if (length(means) == 2) expect_gt(nrow(law), 1)
    expect_equal(summary(exact, "correct")$mean, sum(wanted$chance[means[wanted$named] == max(means)]), tolerance = 1e-12)
    expect_equal(regret(exact)$reward, sum(wanted$chance * wanted$reward), tolerance = 1e-12)
  }
})

test_that("simulations that stop are within their errors", {
  skip_on_cran() # long
  policies <- list(policy_ucb1(), policy_thompson("bernoulli"), policy_uniform(), policy_imed(), policy_etc(5), policy_racing(0.5, test = "kl"))
  wide <- bandit(arms_categorical(rbind(c(0.6, 0.2, 0.2), c(0.1, 0.3, 0.6)), c(-1, 0, 1)))
  of_wide <- list(policy_ucb1(range = c(-1, 1)), policy_kl_ucb(range = c(-1, 1)), policy_uniform())
  cases <- list(list(far, policies, stop_glr(0.1, rate = "practical")), list(far, policies[1:3], stop_separated(0.2, "kl", rate = "practical") | stop_at(37)),
                list(wide, of_wide, stop_glr(0.1, range = c(-1, 1), looks = seq(5, 40, 5), rate = "practical")))
  games <- if (is.na(share_number())) 3000 else 1000
  for (case in drawn_of(cases, 3)) {
    exact <- exact_study(case[[1]], case[[2]], 40, record = c(15, 40), stop = case[[3]])
    study <- run_study(case[[1]], case[[2]], 40, reps = games, seed = 5, record = c(15, 40), stop = case[[3]], threads = 2)
    for (what in c("regret", "reward", "sample_size", "pulls", "optimal", "benchmark", "correct", "simple_regret")) {
      law <- summary(exact, what, at = "all")
      found <- summary(study, what, at = "all")
      expect_identical(found$policy, law$policy)
      expect_true(all(abs(found$mean - law$mean) <= 4 * law$sd / sqrt(games) + 1e-9))
      expect_equal(found$sd, law$sd, tolerance = 0.2)
    }
    named <- recommendations(study)
    for (p in unique(named$policy)) {
      share <- table(factor(paste(named$arm, named$reason)[named$policy == p]))
      rows <- recommendations(exact)
      rows <- rows[rows$policy == p, ]
      chance <- rows$probability[match(names(share), paste(rows$arm, rows$reason))]
      expect_true(all(abs(share / games - chance) <= 4 * sqrt(chance * (1 - chance) / games) + 1e-9))
    }
  }
})

test_that("threads and checkpoints cannot be seen where games stop", {
  skip_in_quick()
  rule <- stop_glr(0.3, rate = "practical") | stop_at(35)
  study <- function(...) exact_study(far, list(policy_kl_ucb(), policy_uniform(), policy_etc(3)), 40, stop = rule, ...)
  one <- study(record = c(7, 40), threads = 1)
  expect_identical(one, study(record = c(7, 40), threads = more_threads()))
  all <- study(record = 1:40, threads = 2)
  expect_identical(summary(one, "sample_size", at = "all"), summary(all, "sample_size", at = c(7, 40)))
  expect_identical(recommendations(one), recommendations(all))
  law <- summary(all, "sample_size", at = "all", distribution = TRUE)
  expect_equal(as.double(tapply(law$probability, paste(law$policy, law$round), sum)), rep(1, 120), tolerance = 1e-12)
  expect_equal(max(law$value), 35)
  # What stopped early is the same at every later checkpoint.
  early <- law[law$policy == "KL-UCB" & law$value == 10, ]
  expect_identical(length(unique(early$probability[early$round > 10])), 1L)
  # A rule that says nothing changes nothing but what is told of it.
  never <- exact_study(far, policy_ucb1(), 20, stop = stop_at(20))
  expect_equal(regret(never), regret(exact_study(far, policy_ucb1(), 20)))
  expect_identical(unique(recommendations(never)$reason), "at")
})

test_that("without a rule the arms named have their probabilities", {
  named <- recommendations(exact_study(bandit(arms_bernoulli(c(low = 0.3, high = 0.8))), policy_ucb1(), 10, record = c(5, 10)), at = "all")
  expect_identical(as.character(named$arm), rep(c("low", "high"), 2))
  expect_equal(as.double(tapply(named$probability, named$round, sum)), c(1, 1))
  expect_identical(named$sample_size, c(5, 5, 10, 10))
  expect_identical(unique(named$reason), "horizon")
  expect_identical(named$correct, c(FALSE, TRUE, FALSE, TRUE))
  prior <- recommendations(exact_study(bandit(arms_bernoulli(prior_uniform(2))), policy_ucb1(), 10))
  expect_identical(prior$correct, c(NA, NA))
})

test_that("rules that cannot stop are refused in words, and a study says how it stops", {
  skip_if_not_installed("ggplot2")
  expect_errors({
    exact_study(bandit(arms_bernoulli(prior_uniform(2))), policy_ucb1(), 10, stop = stop_glr())
    exact_study(far, policy_ucb1(), 10, stop = "glr")
    exact_study(far, policy_ucb1(), 10, stop = stop_settled())
    exact_study(far, policy_ucb1(), 10, stop = stop_futility(control = 3))
    exact_study(far, policy_ucb1(), 10, stop = stop_glr(range = c(0, 0.5), rate = "practical"))
    exact_study(far, policy_ucb1(), 10, stop = stop_glr(), after = "rest")
    autoplot(exact_study(far, policy_ucb1(), 10, record = 1, stop = stop_glr(0.9, rate = "practical"), after = "end"))
    autoplot(exact_study(far, policy_ucb1(), 10, stop = stop_glr(0.9, rate = "practical"), after = "end"), "distribution")
  })
  expect_snapshot({
    exact_study(far, policy_ucb1(), 20, stop = stop_glr(0.2, rate = "practical") | stop_at(18))
    as.data.frame(recommendations(exact_study(far, policy_ucb1(), 20, stop = stop_glr(0.2, rate = "practical") | stop_at(18))))
    exact_study(far, policy_ucb1(), 20, stop = stop_glr(0.2, rate = "practical"), after = "end")
  })
})
