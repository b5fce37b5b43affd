# Lengths are looked at before values are. A sequence such as 1:3e9 has no memory of its own: whatever looks at its values
# asks for 24 GB, which R does not get here.

# What constructors need besides the argument in question.
needed_beside <- list(
  arms = quote(two), at = 5, awake = 1, bandit = quote(bandit(two)), batches = 2, burn_in = 5, changes = quote(changes_drift(0.1)),
  context = quote(context_normal(2)), d = 2, delay = 2, df = 3, discount = 0.9, first = c(1, 1), from = 1, gamma = 0.5, k = 2, last = c(5, Inf),
  length = 10, margin = 0.1, max = 5, mean = 0:1, mean_delay = 2, meanlog = 0:1, min = 0, min_propensity = 0.1, patience = c(2, 3),
  penalty = 1, policy = quote(policy_ucb1()), prob = c(0.3, 0.6), pulls = 3, reward = rbind(0:1, 1:0), round = 5, rounds = 2, scale = 2, sd = 1,
  shape1 = c(1, 2), shape2 = c(2, 1), share = 0.1, shift = 0.1, spread = quote(spread_window(1, 2)), theta = diag(2), to = 3, value = 0:1,
  wear = quote(wear_linear(0.1)), window = 5
)

# A call of the constructor for each argument, which is `long` there.
calls_with_long <- function(name) {
  formals <- formals(getExportedValue("unruly", name))
  arguments <- setdiff(names(formals), c("...", "label", if (name == "arms_beta") "mean"))
  necessary <- Filter(function(argument) identical(formals[[argument]], quote(expr = )), arguments)
  beside <- needed_beside[intersect(necessary, names(needed_beside))]
  if (name == "arms_categorical") beside$prob <- diag(2)
  vapply(arguments, function(argument) {
    beside[argument] <- list(quote(long))
    one_call(as.call(c(as.name(name), beside)))
  }, "")
}

test_that("arguments that are too long are refused before their values are looked at, by every constructor", {
  skip_on_cran()
  skip_if(getRversion() < "4.2", "R has no limit of memory")
  constructors <- exported_like("^(arms|bandit|changes|context|delay|policy|prior|spread|stop|wear|with)(_|$)|^trial_design$")
  calls <- unlist(lapply(setdiff(constructors, c("policy_compile", "policy_grid", "bandit_grid")), calls_with_long))
  calls <- c(calls, "arms_gaussian(0:1, sd = 1:1e8)", "arms_student(3, 0:1, 1:1e8)", "arms_linear(diag(2), 1:1e8, context_normal(2))",
             "with_patience(bandit(two), 1:1e8)", "with_fairness(bandit(two), 1:1e8, 1)", "arms_categorical(diag(2), 1:1e8)")
  expect_gt(length(calls), 300)
  calls <- share_of(calls)
  said <- run_child(c(
    "library(unruly)", "two <- arms_bernoulli(c(0.3, 0.6))", "long <- 1:3e9",
    "said <- function(code) tryCatch({", "  code", "  'taken'", "}, error = function(e) if (!inherits(e, 'unruly_error')) conditionMessage(e))",
    sprintf("cat(%s, said(%s), '\\n', sep = '\\t')", vapply(calls, deparse, "", width.cutoff = 500), calls),
    "cat('looked at all\\n')"
  ), variables = c(R_MAX_VSIZE = "300M"))
  expect_equal(grep("\t.*[^\t]\t$", said, value = TRUE), character())
  expect_equal(utils::tail(said, 1), "looked at all")
})

test_that("an error about three sizes names those that differ", {
  expect_error(arms_student(c(3, 4), 0:1, 1:3), "`df` and `scale` must describe the same number of arms.*2 and 3 arms")
})

test_that("as many numbers as there are arms are never too many", {
  skip_on_cran()
  many <- seq_len(1e7 + 1)
  expect_length(unruly:::plain(many, length(many)), length(many))
  expect_named(unruly:::plain(many, 2), "odd")
})
