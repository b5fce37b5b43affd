# Sums of scores, against their formulas, worked out of the log of the game.

estimates <- function(...) suppressWarnings(unruly::estimates(...), classes = "unruly_warning_effective") # short games

literal_scores <- function(log, arms, horizon, decay = 0, at = horizon) {
  chance <- vapply(seq_along(log$propensities), function(i) {
    e <- numeric(arms)
    e[as.integer(names(log$propensities[[i]]))] <- log$propensities[[i]]
    e
  }, numeric(arms))
  chance <- matrix(chance, arms)
  all <- centres_before(log$reward, rep(TRUE, nrow(log)))
  rows <- lapply(seq_len(arms), function(k) {
    mine <- log$arm == k
    own <- centres_before(log$reward, mine)
    middle <- ifelse(is.na(own), all, own)
    e <- chance[k, ]
    t <- log$round
    lambda <- (1 - e) * (1 - decay) / (1 - decay + horizon * (t / horizon)^decay - t) + e / (1 + horizon - t)
    w <- numeric(horizon)
    all_lambda <- (1 - decay) / (1 - decay + horizon * (seq_len(horizon) / horizon)^decay - seq_len(horizon))
    all_lambda[t] <- lambda
    given <- 0
    for (i in seq_len(horizon)) {
      w[i] <- all_lambda[i] * (1 - given)
      given <- given + w[i]
    }
    score <- middle + ifelse(mine, (log$reward - middle) / e, 0)
    weights <- list(uniform = as.double(e > 0), constant = sqrt(e), two_point = sqrt(w[t] * e))
    counted <- e > 0 & t <= at & !is.na(middle)
    sums <- unlist(lapply(names(weights), function(name) literal_weighted(weights[[name]][counted], score[counted], mine[counted], e[counted], name)))
    c(arm = k, literal_shown(log$reward[mine & t <= at]), sums)
  })
  do.call(rbind, rows)
}

expect_scores <- function(b, policy, horizon, decay = 0, record = c(horizon %/% 3, horizon), seed = 1) {
  study <- whatever_scale(run_study(b, policy, horizon, 2, seed = seed, record = record, keep = c("summary", "scores"), threads = 1))
  for (rep in drawn_of(1:2, 2)) {
    log <- as_tibble(as_log(study, rep = rep))
    for (at in record) {
      found <- unruly:::study_scores(study)
      found <- found[found$rep == rep & found$round == at, ]
      wanted <- literal_scores(log, b$arms$count, horizon, decay, at)
      expect_equal(as.matrix(found[colnames(wanted)]), wanted, tolerance = 1e-9, ignore_attr = TRUE)
    }
  }
}

three <- bandit(arms_gaussian(c(0.2, 0.6, 0.5), sd = 0.5))

test_that("the sums are those of the formulas, for every kind of weight", {
  skip_in_quick()
  expect_scores(three, policy_uniform(), 300)
  expect_scores(three, policy_epsilon_greedy(0.2), 300)
  expect_scores(bandit(arms_bernoulli(c(0.2, 0.6, 0.5))), policy_exp3(0.1), 300)
  expect_scores(bandit(arms_bernoulli(c(0.2, 0.6, 0.5))), policy_thompson("bernoulli"), 200)
  expect_scores(three, policy_thompson(sd = 0.5), 200)
  expect_scores(three, policy_floor(policy_thompson(sd = 0.5), 0.1, 0.4), 200, 0.4)
  expect_scores(three, policy_floor(policy_ucb1(), 0.2, 0.7, "clip"), 200, 0.7)
})

test_that("rounds in which an arm is not there say nothing of it", {
  skip_in_quick()
  awake <- matrix(c(TRUE, TRUE, FALSE, TRUE, FALSE, TRUE, TRUE, TRUE, TRUE), 3)
  expect_scores(three |> with_absences(awake), policy_boltzmann(0.3), 200)
  expect_scores(three |> with_entries(c(1, 40, 1)), policy_uniform(), 150)
  expect_scores(three |> with_lifetimes(1, c(Inf, 70, 100)), policy_floor(policy_ucb1(), 0.1, 0.2), 150, 0.2)
  expect_scores(three |> with_patience(c(5, Inf, 9)), policy_epsilon_greedy(0.3), 150)
  expect_scores(three |> with_rest(2), policy_uniform(), 150)
})

# A reward of round t is shown at the end of round t + lag: the round counts from then on, with what was known in t. Before anything
# was known the centre is the reward of the first round, since it is the first shown whatever is played; lags that differ by arm leave these
# rounds out.
literal_late <- function(log, shown_in, at, arms, alike = TRUE) {
  rows <- lapply(seq_len(arms), function(k) {
    known <- function(t) {
      past <- shown_in < t
      of_arm <- log$reward[log$arm == k & past]
      if (length(of_arm) > 0) mean(of_arm) else if (any(past)) mean(log$reward[past]) else if (alike && t > 1) log$reward[1] else NA
    }
    e <- vapply(log$propensities, function(p) p[[as.character(k)]], 0)
    middle <- vapply(log$round, known, 0)
    there <- which(shown_in <= at & e > 0 & !is.na(middle))
    mine <- log$arm == k
    g <- middle + ifelse(mine, (log$reward - middle) / e, 0)
    of <- function(h, name) literal_weighted(h[there], g[there], mine[there], e[there], name)
    shown <- which(mine & shown_in <= at)
    c(literal_shown(log$reward[shown[order(shown_in[shown])]]), of(rep(1, length(e)), "uniform"), of(sqrt(e), "constant"))
  })
  do.call(rbind, rows)
}

test_that("late rewards count with the chances of the round of their choice, once they are shown", {
  skip_in_quick()
  late <- function(b, shown_in, alike = TRUE) {
    study <- whatever_scale(run_study(b, policy_exp3(0.2), 120, 1, seed = 3, record = c(50, 120), keep = "scores", threads = 1))
    log <- as_tibble(as_log(study))
    for (at in c(50, 120)) {
      found <- unruly:::study_scores(study)
      found <- found[found$round == at, ]
      wanted <- literal_late(log, shown_in(log), at, 2, alike)
      expect_equal(as.matrix(found[colnames(wanted)]), wanted, tolerance = 1e-10, ignore_attr = TRUE)
    }
  }
  two <- bandit(arms_bernoulli(c(0.3, 0.7)))
  late(two |> with_delay(7), function(log) log$round + 7)
  late(two |> with_delay(0), function(log) log$round)
  late(two |> with_batches(20), function(log) ceiling(log$round / 20) * 20)
  late(two |> with_delay(list(3, 9)), function(log) log$round + c(3, 9)[log$arm], alike = FALSE)
})

# Two arms, so that the chance of the other is the rest of 1; what the log played first counts for the means only.
test_that("the turns of a replay that the policy chose are scored, with the means of all that was shown", {
  skip_in_quick()
  events <- withr::with_seed(4, tibble::tibble(arm = sample(2, 3000, TRUE), reward = as.double(stats::runif(3000) < c(0.3, 0.6)[arm])))
  for (init in c(0, 2)) {
    study <- run_study(bandit_replay(events, init = init), policy_thompson("bernoulli"), 400, 1, seed = 2, threads = 1, keep = c("choices", "scores"), record = 1)
    log <- choices(study)
    expect_identical(sum(is.na(log$propensity)), as.integer(init))
    found <- unruly:::study_scores(study)
    for (k in 1:2) {
      mine <- log$arm == k
      own <- centres_before(log$reward, mine)
      mean <- ifelse(is.na(own), centres_before(log$reward, rep(TRUE, nrow(log))), own)
      e <- ifelse(mine, log$propensity, 1 - log$propensity)
      g <- mean + ifelse(mine, (log$reward - mean) / e, 0)
      chosen <- !is.na(e) & !is.na(mean)
      of <- function(h, name) literal_weighted(h[chosen], g[chosen], mine[chosen], e[chosen], name)
      wanted <- c(literal_shown(log$reward[mine]), of(rep(1, length(e)), "uniform"), of(sqrt(e), "constant"))
      expect_equal(unlist(found[k, names(wanted)]), wanted, tolerance = 1e-10, ignore_attr = TRUE)
    }
    estimated <- estimates(study, c("naive", "sequence", "aipw"))
    expect_true(all(is.na(estimated$truth)) && !anyNA(estimated$estimate))
  }
})

test_that("an estimate by them is right although a bandit chose: uniform chances give the mean of inverse weighting", {
  skip_in_quick()
  study <- run_study(three, policy_floor(policy_thompson(sd = 0.5), 0.1), 300, 400, seed = 2, record = 1, keep = "scores", threads = 1)
  sums <- unruly:::study_scores(study)
  for (w in c("uniform", "constant", "two_point")) {
    estimate <- sums[[paste0("score_", w)]]
    error <- tapply(estimate - c(0.2, 0.6, 0.5)[sums$arm], sums$arm, function(x) mean(x) / (stats::sd(x) / sqrt(length(x))))
    expect_lt(max(abs(error)), 4)
  }
})

test_that("rewards are only counted for policies that are deterministic or of unknown propensities", {
  study <- run_study(three, list(policy_ucb1(), policy_doubling(policy_moss()), policy_thompson_t()), 100, 2, seed = 1, record = 1, keep = "scores",
                     threads = 1) |> whatever_scale()
  sums <- unruly:::study_scores(study)
  expect_true(all(is.na(sums[grep("_(uniform|constant|two_point)$", names(sums))])))
  expect_equal(sums$pulls, pulls(study)$pulls)
  expect_equal(sums$mean, pulls(study)$estimate)
})

test_that("nothing else changes, whatever is kept", {
  policies <- list(policy_ucb1(), policy_thompson(), policy_exp3(), policy_epsilon_greedy(), policy_moss())
  plain <- whatever_scale(run_study(three, policies, 2000, 3, seed = 1, threads = 1))
  scored <- whatever_scale(run_study(three, policies, 2000, 3, seed = 1, threads = 1, keep = c("scores", "choices")))
  expect_identical(regret(scored), regret(plain))
  expect_identical(pulls(scored), pulls(plain))
  expect_identical(scored$description$keep, c("choices", "scores"))
  expect_named(scored$tables, c("regret", "recommendations", "pulls", "exits", "choices", "scores", "pairs"))
})

test_that("threads, checkpoints, parts, folders and joining cannot be seen in the sums", {
  skip_in_quick()
  play_scores <- function(reps = 6, ..., record = c(40, 100), first_rep = 1) {
    run_study(three, list(policy_epsilon_greedy(), policy_thompson(sd = 0.5)), 100, reps, seed = 1, record = record, keep = c("summary", "scores"),
              first_rep = first_rep, ...) |> whatever_scale()
  }
  whole <- play_scores(threads = 1)
  expect_identical(play_scores(threads = 2)$tables$scores, whole$tables$scores)
  expect_identical(c(play_scores(2, threads = 1), play_scores(4, threads = 1, first_rep = 3))$tables$scores, whole$tables$scores)
  last <- unruly:::study_scores(play_scores(threads = 1, record = 1))
  wanted <- unruly:::study_scores(whole)
  expect_identical(as.list(last), as.list(wanted[wanted$round == 100, ]))
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  path <- tempfile()
  expect_equal(play_scores(threads = 1, path = path)$tables$scores, whole$tables$scores, ignore_attr = TRUE)
  expect_equal(play_scores(threads = 1, path = path)$tables$scores, whole$tables$scores, ignore_attr = TRUE)
  expect_error(run_study(three, list(policy_epsilon_greedy(), policy_thompson(sd = 0.5)), 100, 6, seed = 1, record = c(40, 100), path = path),
               "its keep differs", class = "unruly_error_path")
})

test_that("scores beside moments are those of a study of rows, whoever plays it and in whatever pieces", {
  skip_in_quick()
  b <- list(plain = three, named = bandit(arms_bernoulli(c(a = 0.3, b = 0.6))) |> with_delay(3))
  play <- function(keep = "moments", reps = 7, ..., bandit = b) {
    run_study(bandit, list(policy_epsilon_greedy(), policy_exp3(), policy_ucb1()), 60, reps, seed = 1, record = c(20, 60),
              keep = c(keep, "scores"), ...) |> whatever_scale()
  }
  rows <- play("summary", threads = 1)
  both <- play(threads = 1)
  expect_identical(both$description$keep, c("moments", "scores"))
  expect_identical(unruly:::study_scores(both), unruly:::study_scores(rows))
  expect_identical(suppressMessages(estimates(both, at = "all")), suppressMessages(estimates(rows, at = "all")))
  alone <- run_study(b, rows$description$policies, 60, 7, seed = 1, record = c(20, 60), keep = "moments", threads = 1) |> whatever_scale()
  expect_identical(both$tables[names(alone$tables)], alone$tables)
  expect_identical(play(threads = 2), both)
  expect_identical(c(play(reps = 4, first_rep = 4), play(reps = 3)), both)
  expect_identical(c(play(bandit = b["plain"]), play(bandit = b["named"]))$tables$scores, both$tables$scores)
  expect_identical(unserialize(serialize(both, NULL)), both)
  usual <- unruly:::piece_size
  utils::assignInNamespace("piece_size", function(...) 3, "unruly")
  withr::defer(utils::assignInNamespace("piece_size", usual, "unruly"))
  expect_identical(play(), both)
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  path <- tempfile()
  expect_identical(play(path = path), both)
  expect_identical(play(path = path, reps = 9), play(reps = 9))
})

test_that("daemons keep the same scores", {
  skip_on_cran()
  skip_if_not_installed("mirai")
  mirai::daemons(2)
  withr::defer(mirai::daemons(0))
  for (kept in c("summary", "moments")) {
    play <- function(...) {
      run_study(three, list(policy_epsilon_greedy(), policy_thompson(sd = 0.5)), 60, 8, seed = 1, record = c(20, 60), keep = c(kept, "scores"), ...)
    }
    expect_identical(suppressMessages(play(workers = TRUE)), play(threads = 1))
  }
})

test_that("studies that cannot be scored are refused", {
  two <- bandit(arms_bernoulli(c(0.3, 0.7)))
  study <- run_study(two, policy_uniform(), 5, 1, seed = 1)
  expect_errors({
    run_study(two, policy_uniform(), 10, keep = c("moments", "choices", "scores"))
    estimates(run_study(two, policy_uniform(), 10, reps = 2, seed = 1, keep = "moments"))
    run_study(two, policy_uniform(), 10, keep = "everything")
    run_study(list(fine = two, slow = with_waiting(two, c(0.5, 0.5))), policy_uniform(), 10, keep = "scores")
    run_study(bandit_mortal(3, 100, 10), policy_uniform(), 10, keep = "scores")
    run_study(bandit(arms_linear(diag(2), 1, matrix(1, 10, 2))), policy_linucb(), 10, keep = "scores")
    run_study(with_spread(two, spread_delay(1, 2)), policy_uniform(), 10, keep = "scores")
    run_study(with_delay(two, 1, never = c(0.1, 0.2)), policy_uniform(), 10, keep = "scores")
    run_study(with_delay(two, delay_geometric(c(3, 9), longest = 9)), policy_uniform(), 10, keep = "scores")
    unruly:::study_scores(study)
  })
})
