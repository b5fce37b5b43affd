observed <- list(few = c(1, 5), one = 2, many = c(0, 0, 0, 4, -1))

test_that("a pull pays one of the observed values, each with equal chance, and the mean is theirs", {
  b <- bandit(arms_empirical(observed))
  study <- play(b, policy_round_robin(), 30000, record = 1)
  drawn <- split(choices(study)$reward, choices(study)$arm)
  expect_equal(names(drawn), names(observed))
  for (arm in names(observed)) {
    values <- sort(unique(observed[[arm]]))
    expect_equal(sort(unique(drawn[[arm]])), values)
    chance <- as.vector(table(observed[[arm]])) / length(observed[[arm]])
    counts <- as.vector(table(factor(drawn[[arm]], values)))
    expect_lt(sum((counts - 10000 * chance)^2 / (10000 * chance)), qchisq(1 - 1e-6, max(length(values) - 1, 1)))
  }
  expect_equal(pulls(study)$mean, vapply(observed, mean, 0), ignore_attr = TRUE)
  expect_equal(tail(regret(study)$regret, 1), sum(10000 * (3 - c(3, 2, 0.6))))
})

test_that("the value drawn is that of the pull's address", {
  u <- .Call(unruly:::C_outcome_uniforms, 1, 1, 3, 50)[, 1]
  study <- play(bandit(arms_empirical(observed)), policy_fixed(3), 50)
  expect_equal(choices(study)$reward, observed$many[floor(u * 5) + 1])
})

test_that("data frames and logs say the same as lists", {
  skip_in_quick()
  parameters <- function(data) arms_empirical(data)$parameters
  long <- data.frame(arm = factor(rep(names(observed), lengths(observed)), names(observed)), reward = unlist(observed))
  expect_identical(parameters(long), parameters(observed))
  expect_identical(arms_empirical(long)$names, names(observed))
  expect_identical(arms_empirical(data.frame(a = 1:3, b = 4:6)), arms_empirical(list(a = 1:3, b = 4:6)))
  expect_identical(arms_empirical(data.frame(a = c(TRUE, FALSE))), arms_empirical(list(a = 1:0)))
  expect_identical(arms_empirical(data.frame(arm = c(2, 1, 2), reward = 1:3)), arms_empirical(list(2, c(1, 3))))
  expect_identical(arms_empirical(tibble::tibble(arm = c("b", "a"), reward = 1:2)), arms_empirical(list(a = 2, b = 1)))
  log <- read_open_bandit()
  arms <- arms_empirical(log)
  expect_equal(arms$count, 34)
  expect_equal(unruly:::arm_means(bandit(arms)), summary(log)$rate)
})

test_that("they compose and know their range", {
  expect_equal(arms_empirical(observed)$range, c(-1, 5))
  expect_equal(arms_empirical(observed)$sd, 2.5)
  expect_error(bandit(arms_empirical(observed)) |> with_waiting(c(0.5, 0.5)), class = "unruly_error_combination")
  waits <- bandit(arms_empirical(list(c(0, 1), 0.5))) |> with_waiting(c(0.5, 0.5))
  expect_equal(bandit_value(waits)$reward, c(0.25, 0.5, 0.25, 0.5))
  expect_error(bandit_mortal(2, 10, 5, arms_empirical(list(1))), class = "unruly_error_argument")
  study <- play(bandit(arms_empirical(observed)) |> with_patience(3), policy_uniform(), 20, reps = 2)
  expect_named(instances(study), c("rep", "arm", "mean"))
})

test_that("values that are no data are refused, the arm named", {
  expect_errors({
    arms_empirical()
    arms_empirical(1:3)
    arms_empirical(list())
    arms_empirical(list(1, numeric()))
    arms_empirical(list(a = 1, b = c(1, NA)))
    arms_empirical(list(a = "1"))
    arms_empirical(data.frame(arm = c("a", NA), reward = 1:2))
    arms_empirical(data.frame(arm = factor("a", c("a", "b")), reward = 1))
    arms_empirical(list(a = 1, a = 2))
  })
  expect_snapshot({
    arms_empirical(observed)
    arms_empirical(list(1:4, 1:4))
  })
})
