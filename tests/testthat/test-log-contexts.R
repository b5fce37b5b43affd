# Contexts of users' data: what policies cannot learn from is said, and as_log() mends it.

aged_log <- function(events = 2000) {
  withr::local_seed(1)
  age <- round(stats::runif(events, 20, 60))
  arm <- sample(2, events, replace = TRUE)
  data.frame(arm, reward = stats::rbinom(events, 1, ifelse((arm == 1) == (age < 40), 0.8, 0.2)), age, member = stats::runif(events) < 0.5,
             region = sample(c("north", "south"), events, replace = TRUE))
}

# Warnings of a call, by their texts.
said_of_contexts <- function(expr) {
  said <- character()
  withCallingHandlers(expr, unruly_warning_context = function(w) {
    said <<- c(said, conditionMessage(w))
    rlang::cnd_muffle(w)
  })
  said
}

test_that("raw contexts are warned of wherever a data frame is read that policies learn from, and what is said mends it", {
  skip_in_quick()
  log <- aged_log()
  takers <- list(as_log = as_log, replay = bandit_replay,
                 warm = function(log, context, intercept = FALSE, ...) {
                   agent_warm_start(agent(policy_linucb(), c("1", "2"), seed = 1, context = 1 + intercept), log, context = age, intercept = intercept, ...)
                 })
  for (take in takers) {
    said <- said_of_contexts(take(log, context = age))
    expect_match(said, "No column is constant.*Try `intercept = TRUE`")
    expect_match(said_of_contexts(take(log, context = age, intercept = TRUE)), "differ in scale by a factor of 4[0-9].*Try `scale = TRUE`")
    expect_length(said_of_contexts(take(log, context = age, intercept = TRUE, scale = TRUE)), 0)
  }
  expect_length(said_of_contexts(as_log(log, context = region)), 0) # its columns sum to 1
  expect_length(said_of_contexts(as_log(log, context = c(region, member))), 0)
  expect_length(said_of_contexts(suppressMessages(estimates(cbind(log, context1 = log$age), "naive"))), 0) # not used
  linear <- bandit(arms_linear(diag(2), 0.1, context_normal(2, unit = TRUE)))
  expect_length(said_of_contexts(as_log(run_study(linear, policy_linucb(), 50, seed = 1))), 0) # those of a study are what they are
})

test_that("an intercept and scales are those of lm() and scale(), and print() names contexts", {
  skip_in_quick()
  log <- aged_log()
  read <- as_log(log, context = c(age, member, region), intercept = TRUE, scale = TRUE)
  expect_equal(unclass(read)$context, unname(cbind(1, scale(log$age)[, 1], log$member, log$region == "north", log$region == "south")))
  shown <- paste(format(read), collapse = "\n")
  expect_match(shown, sprintf("contexts: intercept, (age - %s) / %s, member, region = north, region = south", format(mean(log$age), digits = 12),
                              format(sd(log$age), digits = 12)), fixed = TRUE)
  expect_match(paste(format(suppressWarnings(as_log(log, context = age))), collapse = "\n"), "contexts: age")
  expect_error(as_log(log, context = age, intercept = 1), "`intercept`", class = "unruly_error_argument")
  expect_error(bandit_replay(log, context = age, scale = NA), "`scale`", class = "unruly_error_argument")
})

test_that("an agent fed with scaled contexts says in which form it wants later ones, and else nothing", {
  log <- aged_log()
  fed <- function(...) {
    log <- as_log(log, context = c(age, member), ...)
    agent_warm_start(agent(policy_linucb(), 2, context = ncol(unclass(log)$context), seed = 1), log)
  }
  expect_message(fed(intercept = TRUE, scale = TRUE), "agent_choose.*intercept.*[(]age - [0-9.]+[)] / [0-9.]+.*member",
                 class = "unruly_message_context")
  expect_no_message(suppressWarnings(fed(intercept = TRUE)))
})

test_that("policies learn from the contexts that the hint leads to, and not from raw ones", {
  skip_in_quick()
  log <- aged_log(4000)
  earned <- function(...) {
    study <- run_study(suppressWarnings(bandit_replay(log, context = age, init = 0, ...)), policy_linucb(), 1500, reps = 3, seed = 1, progress = FALSE)
    mean(summary(study, "reward_per_turn")$mean)
  }
  expect_gt(earned(intercept = TRUE, scale = TRUE), 0.7)
  expect_lt(earned(), 0.6)
})

test_that("many different strings are refused before there is a column for each", {
  skip_on_cran()
  log <- data.frame(arm = rep(1:2, 20000), reward = 0, id = sprintf("u%d", 1:40000))
  before <- gc(reset = TRUE)
  expect_error(as_log(log, context = id), "`x\\$id`.*at most 1,000 different values.*40,000", class = "unruly_error_argument")
  expect_error(bandit_labels(cbind(log["id"], class = rep(c("p", "q"), 20000)), class), "1,000", class = "unruly_error_argument")
  expect_lt(sum(gc()[, 6] - before[, 2]), 500)
})
