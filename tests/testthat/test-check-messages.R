# Errors in our words: what is put together without cli says the same, and being told what is wrong costs little.

test_that("marks around single values say what cli makes of them", {
  name <- "a b"
  count <- 3L
  operator <- "+"
  many <- c("a", "b")
  texts <- c("{.arg name} and {.arg {name}} of {.fn run_study}, {.fn {name}}.", "{count} arms, {.code {operator}} {.strong {name}}",
             "{.val {name}} is {.val {operator}}", "{.code list(a, b)}", "{paste0(name, count)} of {.arg {many[2]}}", "no marks")
  quick <- vapply(texts, function(text) simple_words(text, environment()), "", USE.NAMES = FALSE)
  old <- options(cli.num_colors = 1L)
  by_cli <- vapply(texts, function(text) cli::format_inline(text, .envir = environment()), "", USE.NAMES = FALSE)
  options(old)
  expect_identical(quick, by_cli)
  for (text in c("{many}", "{.val {count}}", "{.path {name}}", "{count} arm{?s}", "{{", "{.val {'a\"b'}}", "{1.5}", "{.val a}")) {
    expect_null(simple_words(text, environment()), info = text)
  }
})

# The layout of cli takes milliseconds: errors of each kind do without it (`simple_words()` says the same).
test_that("an error that is read does not lay out its text by cli", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.1, 0.2)))
  raise <- list(
    policy = function() policy_ucb1(alpha = -1), inside = function() policy_floor(policy_ucb1(), 2), choice = function() policy_floor(policy_ucb1(), 0.1, type = "mixtur"),
    dots = function() policy_ucb1(alfa = 2), rule = function() stop_glr(-1), arms = function() arms_bernoulli(c(0.1, 2)), sizes = function() arms_gaussian(1:2, 1:3),
    missing = function() arms_bernoulli(), trait = function() with_patience(b, 0), twice = function() with_patience(with_patience(b, 3), 3),
    law = function() spread_delay(5, 3), prior = function() prior_normal(2, 1, -1), together = function() run_study(b, policy_linucb(), 10, reps = 1),
    study = function() run_study(b, policy_ucb1(), -1)
  )
  laid_out <- character()
  given_up <- function(words) if (is.null(words)) laid_out <<- c(laid_out, kind)
  suppressMessages(trace("simple_words", exit = bquote(.(given_up)(returnValue())), where = asNamespace("unruly"), print = FALSE))
  withr::defer(suppressMessages(untrace("simple_words", where = asNamespace("unruly"))))
  for (kind in names(raise)) expect_type(tryCatch(raise[[kind]](), unruly_error = conditionMessage), "character")
  expect_identical(laid_out, character())
})
