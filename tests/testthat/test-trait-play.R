skip_if_not_installed("jsonlite")

drawn_numbers <- function(name, code, ...) {
  bandit <- play_bandit(name, code, ...)
  c(bandit$arms$parameters, bandit$traits[[1]]$parameters)
}

test_that("the generator is mulberry32", {
  draws <- unruly:::play_draws(1)
  expect_identical(c(draws$number(), draws$number(), draws$number()), c(0.6270739405881613, 0.002735721180215478, 0.5274470399599522))
  # A literal version, on whole numbers of 32 bits that are added bit by bit.
  bits <- function(x) as.integer(x %/% 2^(0:31) %% 2)
  whole <- function(b) sum(b * 2^(0:31))
  exclusive <- function(x, y) whole((bits(x) + bits(y)) %% 2)
  product <- function(x, y) Reduce(function(sum, i) (sum + (x * 2^i) %% 2^32) %% 2^32, (0:31)[bits(y) == 1], 0)
  shifted <- function(x, by) floor(x / 2^by)
  either <- function(x, y) whole(pmax(bits(x), bits(y)))
  literal <- function(a) {
    t <- product(exclusive(a, shifted(a, 15)), either(1, a))
    t <- exclusive((t + product(exclusive(t, shifted(t, 7)), either(61, t))) %% 2^32, t)
    exclusive(t, shifted(t, 14)) / 2^32
  }
  for (start in c(0, 5, 8 * 9999 + 3, 8 * 99999 + 7)) {
    draws <- unruly:::play_draws(start)
    for (k in 1:20) expect_identical(draws$number(), literal((start + k * 1831565813) %% 2^32))
  }
})

test_that("code 1 draws what the page draws", {
  expect_identical(drawn_numbers("patience", 1)[c("mean", "sd", "patience")],
                   list(mean = c(0.39, 0.34, 0.51, 0.92), sd = rep(0.05, 4), patience = c(7, 7, 3, 3)))
  lifetimes <- drawn_numbers("lifetimes", 1)
  expect_identical(lifetimes[c("prob", "first", "last")],
                   list(prob = c(0.27, 0.83, 0.22, 0.8, 0.72, 0.69), first = c(12, 1, 28, 1, 20, 1), last = c(24, 40, 40, 14, 40, 24)))
  waiting <- drawn_numbers("waiting", 1)
  expect_identical(waiting$prob, c(0.95, 0.67))
  expect_equal(unname(waiting$delay), rbind(c(0.3, 0, 0.7), c(1, 0, 0)))
  fairness <- drawn_numbers("fairness", 1)
  expect_identical(fairness[c("prob", "share")], list(prob = c(0.86, 0.14, 0.61), share = c(0.15, 0.45, 0.25)))
  expect_identical(unique(fairness$penalty), 0.6)
  expect_identical(drawn_numbers("spread", 1)$prob, c(0.35, 0.16, 0.91))
  changes <- drawn_numbers("changes", 1)
  expect_identical(changes$prob, c(0.78, 0.15))
  expect_equal(changes$law.round, 27)
  expect_equal(as.vector(changes$law.mean), c(0.15, 0.78))
  wear <- drawn_numbers("wear", 1)
  expect_identical(wear$prob, c(0.2, 0.89, 0.54))
  expect_equal(wear$law.after, c(40, 8, 40))
  expect_equal(wear$law.drop, c(0, 0.79, 0))
  delay <- drawn_numbers("delay", 1)
  expect_identical(delay$prob, c(0.49, 0.17, 0.89))
  expect_equal(delay$lag, 5)
})

test_that("the long variant stretches rounds and pulls, and nothing else", {
  expect_identical(drawn_numbers("patience", 3, long = TRUE), drawn_numbers("patience", 3))
  expect_identical(drawn_numbers("delay", 3, TRUE), drawn_numbers("delay", 3))
  long <- drawn_numbers("lifetimes", 1, long = TRUE)
  expect_identical(long$prob, drawn_numbers("lifetimes", 1)$prob)
  expect_equal(long$first, c(600, 1, 1400, 1, 1000, 1))
  expect_equal(long$last, c(1200, 2000, 2000, 700, 2000, 1200))
  expect_equal(drawn_numbers("changes", 1, long = TRUE)$law.round, 900)
  expect_equal(drawn_numbers("wear", 1, long = TRUE)$law.after, c(2000, 400, 2000))
})

test_that("code 1 of patience is the bad day", {
  regrets <- play_regrets("patience", 1)
  expect_equal(unname(round(regrets[, c("FC-SE", "UCB1", "Uniform")], 2)), c(1.93, 16.69, 21.57))
})

test_that("the lesson of each story shows in its first games", {
  skip_in_quick()
  for (name in names(play_claims)) {
    means <- colMeans(play_regrets(name, if (!is.na(share_number())) 1:8 else 1:25))
    expect_lt(means[[1]], means[[2]])
    expect_lt(means[[1]], means[[length(means)]])
    expect_length(means, length(play_claims[[name]]))
  }
})

test_that("every story says which numbers it draws from, in templates without a digit", {
  stories <- unruly:::play_stories()
  expect_identical(unname(vapply(stories$stories, `[[`, 0L, "number")), 0:7)
  expect_setequal(names(stories$traits), names(stories$stories))
  expect_identical(names(stories$stories), names(unruly:::play_drawers))
  templates <- unlist(list(lapply(stories$stories, `[`, c("title", "tale", "hint", "pays")), stories$traits), use.names = FALSE)
  expect_identical(grep("[0-9]", templates, value = TRUE, useBytes = TRUE), character())
})

test_that("values that are neither a story nor a code are refused", {
  expect_error(play_bandit("rest", 1), class = "unruly_error_argument")
  expect_error(play_bandit("delay", 0), class = "unruly_error_argument")
  expect_error(play_bandit("delay", 1e5), class = "unruly_error_argument")
  expect_error(play_bandit("delay", 1.5), class = "unruly_error_argument")
  expect_error(play_bandit("delay", 1, long = NA), class = "unruly_error_argument")
  expect_error(play_bandit("delay", 1, longer = TRUE), class = "unruly_error_argument")
})

test_that("the lesson plan plays the games that the page shows", {
  skip_in_quick()
  text <- readLines(sources_root("vignettes", "articles", "lesson-plan.Rmd"), encoding = "UTF-8")
  calls <- grep("<- games(", text, fixed = TRUE, value = TRUE)
  expect_length(calls, 3)
  for (call in lapply(calls, function(line) str2lang(line)[[3]])) {
    story <- unruly:::play_stories()$stories[[call[[2]]]]
    expect_equal(c(call$horizon, call$first), c(story$horizon, story$first[[1]]))
    theirs <- run_study(play_bandit(call[[2]], call$first), eval(call[[3]]), call$horizon, 1, seed = call$first, record = 1)
    theirs <- regret(theirs)
    expect_equal(theirs$regret[theirs$round == call$horizon], unname(play_regrets(call[[2]], call$first)[1, 1:2]))
  }
})
