test_that("a row is told, and its own class pays 1", {
  label <- c("x", "z", "x", "y", "z")
  b <- bandit_labels(matrix(1:5), label, shuffle = FALSE)
  expect_identical(b$arms$names, c("x", "y", "z"))
  for (k in 1:3) {
    played <- core_choices(b, policy_fixed(k), 5)
    expect_identical(played$reward, as.double(label == c("x", "y", "z")[k]))
  }
  study <- run_study(b, policy_fixed("z"), 5, reps = 2, seed = 1)
  expect_identical(summary(study)$mean, 3)
  expect_output(print(study), "Policy randomness only")
})

test_that("each replication has an order of its own, the same for all policies, with every row once", {
  n <- 40
  label <- rep_len(c("a", "b"), n)
  b <- bandit_labels(matrix(seq_len(n)), label)
  rows <- integer()
  looks <- function(label) policy_custom(choose = function(state, view) {
    rows <<- c(rows, view$context)
    1
  }, label = label)
  study <- looking(run_study(b, list(looks("one"), looks("two")), n, reps = 3, seed = 7, threads = 1, keep = "choices"))
  rows <- matrix(rows, n)
  expect_identical(apply(rows, 2, sort), matrix(seq_len(n), n, 6) + 0)
  expect_identical(nrow(unique(t(rows))), 3L)
  table <- choices(study)
  for (policy in c("one", "two")) {
    for (rep in 1:3) {
      paid <- table$reward[table$policy == policy & table$rep == rep]
      order <- which(apply(rows, 2, function(r) identical(as.double(label[r] == "a"), paid)))
      expect_gte(length(order), 2)
    }
  }
  varied <- summary(study)$sd > 0 # where all games are alike nothing is known of a hindsight regret
  expect_false(anyNA(summary(study)$lower[varied]))
  # Any row may come first.
  firsts <- choices(run_study(bandit_labels(matrix(1:2), c("a", "b")), policy_fixed(1), 1, reps = 400, seed = 3, keep = "choices"))$reward
  expect_gt(binom.test(sum(firsts), 400)$p.value, 0.001)
})

test_that("contexts are read of data frames, and classes of whatever names them", {
  x <- data.frame(n = c(1.5, 2, 3), yes = c(TRUE, FALSE, TRUE), colour = factor(c("red", "blue", "red"), c("blue", "red", "unused")))
  labelled <- function(label, ...) bandit_labels(data.frame(x, class = label), label = class, ...)
  b <- labelled(c(TRUE, FALSE, TRUE), shuffle = FALSE)
  expect_identical(b$arms$parameters$context, t(cbind(c(1.5, 2, 3), c(1, 0, 1), c(0, 1, 0), c(1, 0, 1))))
  expect_identical(b$arms$names, c("FALSE", "TRUE"))
  expect_identical(labelled(c(10, 2, 10))$arms$names, c("2", "10"))
  expect_identical(labelled(factor(c("b", "a", "b"), c("b", "unused", "a")))$arms$names, c("b", "a"))
  # The column may be anywhere, be named by a string, or by a variable that holds its name.
  moved <- data.frame(class = c(TRUE, FALSE, TRUE), x)
  column <- "class"
  expect_identical(bandit_labels(moved, label = "class", shuffle = FALSE), b)
  expect_identical(bandit_labels(moved, !!column, shuffle = FALSE), b)
  expect_output(print(b), "2 taped (by round) arms, 3 rewards each, contexts of 4 coordinates (FALSE, TRUE)", fixed = TRUE)
})

test_that("data without labels are refused", {
  x <- as.matrix(iris[1:4])
  expect_errors({
    bandit_labels()
    bandit_labels(x)
    bandit_labels(x, iris$Species[-1])
    bandit_labels(x, c(NA, iris$Species[-1]))
    bandit_labels(x, runif(150))
    bandit_labels("a", "b")
    bandit_labels(iris)
    bandit_labels(iris, iris$Species)
    bandit_labels(iris, species)
    bandit_labels(cbind(iris, day = Sys.Date()), Species)
    bandit_labels(cbind(iris, gap = NA_real_), Species)
    bandit_labels(cbind(iris, far = Inf), Species)
    bandit_labels(x, iris$Species, shuffle = NA)
    run_study(bandit_labels(x, iris$Species), policy_linucb(), 151)
  })
})

test_that("policies that look at contexts make few mistakes with flowers", {
  flowers <- bandit_labels(cbind(1, scale(iris[1:4])), iris$Species)
  policies <- list(policy_linucb(0.5), policy_linear_thompson(0.3), policy_linear_thompson(link = "logit"), policy_ucb1(), policy_oracle())
  mistakes <- summary(run_study(flowers, policies, 150, reps = 50, seed = 1))$mean
  expect_lt(max(mistakes[1:3]), 50)
  expect_gt(mistakes[4], 80)
  expect_identical(mistakes[5], 0)
})

test_that("columns that say the same, and more columns than rows, do no harm", {
  policies <- list(policy_linucb(0.5), policy_linear_thompson(0.3), policy_linear_epsilon_greedy(0.1), policy_linear_thompson(link = "logit"))
  mistakes <- function(x, label) summary(run_study(bandit_labels(x, label), policies, length(label), reps = 5, seed = 1))$mean
  twice <- cbind(1, scale(iris[1:4]), scale(iris[1:4]), 0)
  expect_lt(max(mistakes(twice, iris$Species)), 60)
  few <- seq(1, 150, by = 15)
  wide <- outer(seq_along(few), 1:30, function(i, j) sin(i * j))
  found <- mistakes(wide, iris$Species[few])
  expect_true(all(is.finite(found) & found <= length(few)))
})
