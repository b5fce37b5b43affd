# Logs in which some arms could not be shown in some events, or not as often as the propensities say.

# What always "b" is worth cannot be said: where it pays most it was never shown.
half_supported <- function(events = 4000, seed = 1) {
  withr::local_seed(seed)
  certain <- seq_len(events) %% 2 == 0
  arm <- ifelse(certain | stats::runif(events) < 0.5, "a", "b")
  data.frame(arm, reward = stats::rbinom(events, 1, ifelse(arm == "a", 0.5, ifelse(certain, 0.95, 0.3))),
             propensity = ifelse(certain, 1, 0.5), pool = "a b")
}

values <- function(log, policies, ...) {
  replay <- suppressWarnings(bandit_replay(log, init = 0, ...), classes = "unruly_warning_overlap")
  study <- run_study(replay, policies, 100, reps = 2, seed = 1, progress = FALSE)
  ways <- list(list(), list(weights = "propensity"), list(method = "dr"), list(method = "dr", table = "pool"))
  vapply(ways, function(way) {
    found <- suppressWarnings(do.call(replay_value, c(list(study), way)), classes = "unruly_warning_support")
    found$estimate
  }, numeric(length(policies)))
}

test_that("policies that choose an arm without support in half of the events have no value, by any way", {
  skip_on_cran()
  log <- half_supported()
  expect_warning(bandit_replay(log), "\"b\"", class = "unruly_warning_support")
  found <- values(log, list(policy_fixed("a"), policy_fixed("b"), policy_uniform()))
  expect_true(all(is.finite(found[1, ])))
  expect_true(all(is.na(found[2:3, ])))
  expect_identical(is.nan(found[2, 1]), FALSE)
  study <- run_study(suppressWarnings(bandit_replay(log, init = 0)), list(policy_fixed("b"), policy_fixed("a")), 100, reps = 1, seed = 1)
  expect_warning(replay_value(study), "value of Fixed b is not identified, as it chose \"b\"", class = "unruly_warning_support")
})

test_that("stated zeros, propensities that cannot be, and arms never shown are named", {
  skip_on_cran()
  withr::local_seed(2)
  n <- 2000
  arm <- sample(c("a", "b"), n, replace = TRUE)
  log <- data.frame(arm, reward = stats::rbinom(n, 1, 0.4))
  wrong <- log
  wrong$propensity <- 0.9
  expect_warning(bandit_replay(wrong), "Arm \"a\": 1 / propensity .* \"b\": 1 / propensity", class = "unruly_warning_support")
  expect_true(all(is.na(values(wrong, list(policy_fixed("a"), policy_fixed("b"))))))
  zero <- log
  zero$arm[1:1000] <- "a"
  b <- rep(c(0, 0.5), each = n / 2)
  zero$propensities <- cbind(a = 1 - b, b = b)
  expect_warning(bandit_replay(zero), "Arm \"b\" has propensity 0 in 1,000 of the 2,000 events", class = "unruly_warning_support")
  listed <- zero
  listed$propensities <- lapply(b, function(p) if (p == 0) c(a = 1) else c(b = p, a = 1 - p))
  expect_warning(bandit_replay(listed), "Arm \"b\" has propensity 0 in 1,000 of the 2,000 events", class = "unruly_warning_support")
  found <- values(listed, list(policy_fixed("a"), policy_fixed("b")))
  expect_identical(is.na(found), matrix(c(FALSE, TRUE), 2, 4))
  third <- data.frame(log, propensity = 0.5, pool = "a b c")
  expect_warning(bandit_replay(third), "\"c\" was never shown in the 2,000 events", class = "unruly_warning_support")
})

# Random logs: propensities of any shape, pools that change, shown by them or not.
random_log <- function(seed, events = 3000) {
  withr::local_seed(seed)
  arms <- sample(2:6, 1)
  shape <- sample(c(0.3, 1, 5), 1)
  contexts <- sample(c(1, 2, 10, 200), 1)
  weight <- matrix(stats::rgamma(contexts * arms, shape), contexts) + 0.02
  open <- matrix(stats::runif(contexts * arms) < 0.8, contexts)
  open[, 1:2] <- TRUE
  p <- weight * open / rowSums(weight * open)
  x <- sample(contexts, events, replace = TRUE)
  arm <- max.col(log(p[x, ]) - log(-log(matrix(stats::runif(events * arms), events))))
  log <- data.frame(arm, reward = stats::rbinom(events, 1, 0.2 + 0.1 * arm), propensity = p[cbind(x, arm)])
  log$pool <- lapply(seq_len(contexts), function(i) which(open[i, ]))[x]
  list(log = log, p = p, x = x, open = open)
}

test_that("logs shown as they say are not accused, whatever their propensities", {
  skip_on_cran()
  accused <- 0
  for (seed in share_of(1:300)) {
    support <- support_of(as_log(random_log(seed)$log))
    accused <- accused + any(support$lacks %in% c("weights", "zero"))
  }
  expect_lte(accused, if (is.na(share_number())) 2 else 1)
})

test_that("an arm whose propensity is hidden in a tenth of the events is found", {
  skip_in_quick()
  for (seed in share_of(1:40)) {
    made <- random_log(seed, 6000)
    withr::local_seed(seed)
    # In some of the events the arm that is most likely there was shown with certainty.
    certain <- stats::runif(6000) < 0.3
    favourite <- apply(made$p, 1, which.max)[made$x]
    made$log$arm[certain] <- favourite[certain]
    made$log$propensity[certain] <- 1
    log <- as_log(made$log)
    support <- support_of(log)
    # By how many standard errors, under the stated propensities, an arm's weights miss their sum.
    missed <- vapply(seq_len(ncol(made$p)), function(arm) {
      offered <- made$open[made$x, arm]
      p <- ifelse(certain & favourite == arm, 1, made$p[made$x, arm])[offered]
      lost <- (certain & favourite != arm)[offered]
      if (isTRUE(mean(lost) > 0.1)) sum(lost) / sqrt(sum(1 / p - 1)) else 0
    }, 0)
    # An arm that no pool has is not in the log.
    expect_false(anyNA(support$lacks[match(which(missed > 8), log$labels)]), info = seed)
  }
})

test_that("replays that use no propensities keep their values, and remember what has no support for those that do", {
  log <- half_supported()
  replay <- suppressWarnings(bandit_replay(log, init = 0, thin = FALSE))
  study <- run_study(replay, policy_fixed("b"), 100, reps = 1, seed = 1)
  expect_false(is.na(suppressMessages(replay_value(study))$estimate))
  expect_warning(value <- replay_value(study, method = "dr"), class = "unruly_warning_support")
  expect_identical(value$estimate, NA_real_)
})

test_that("games of policies that learn have no value from the round on in which they chose such an arm", {
  study <- run_study(suppressWarnings(bandit_replay(half_supported(), init = 0)), policy_ucb1(), 100, reps = 1, seed = 1, record = 1:100)
  table <- regret(study)
  expect_true(any(is.finite(table$estimate)) || is.na(table$estimate[1]))
  expect_false(is.unsorted(is.na(table$estimate)))
  expect_true(is.na(table$estimate[100]))
  expect_true(all(is.finite(table$reward)))
})
