# Numbers at the ends of what doubles hold are refused, or give sound figures.

test_that("numbers that would overflow or vanish are refused", {
  refused <- list(
    function() arms_beta(1e-308, 1e-308), function() arms_beta(1e308, 1e308), function() arms_gaussian(0, 1e200),
    function() arms_categorical(matrix(1e308, 2, 2), c(0, 1)), function() prior_beta(2, 1e-310, 1e-310),
    function() prior_beta(2, 1e200, 1), function() policy_ucb(error = 5e-324), function() policy_se(error = 1e-300),
    function() policy_ars_ucb(alpha = 1e308), function() round_sizes(1e200), function() round_sizes(2, 1e200),
    function() policy_kl_ucb(1e308), function() policy_epsilon_greedy(decay = 1e308), function() policy_ag(range = c(-1e308, 1e308)),
    function() policy_ag(scale = 1e308), function() policy_ucb_l(scale = 1e308), function() policy_ucb_simplex(1e308),
    function() policy_exp3(5e-324), function() policy_budget_ucb(5e-324),
    function() prior_normal(2, 0, 1e300), function() prior_uniform(2, -1e300, 0)
  )
  for (f in refused) {
    refusal <- expect_error(f(), class = "unruly_error_argument", info = deparse(f))
    expect_match(conditionMessage(refusal), "no (larger|smaller)", info = deparse(f))
  }
  expect_errors({
    arms_beta(c(1, 1e-308), 1)
    policy_ucb(error = 5e-324)
  })
})

test_that("the smallest and largest numbers that are let through give sound figures", {
  skip_on_cran() # long
  ends <- c(1e-100, 1e-20, 1, 1e20, 1e100)
  problems <- c(
    lapply(ends, function(x) bandit(arms_beta(c(x, 1), 1))), lapply(ends, function(x) bandit(arms_beta(1, c(x, x)))),
    lapply(ends, function(x) bandit(arms_beta(x, c(x, 1)))), lapply(ends, function(x) bandit(arms_bernoulli(prior_beta(2, x, x)))),
    lapply(ends, function(x) bandit(arms_categorical(matrix(c(x, 1, x, x), 2), c(0, 1)))),
    lapply(ends, function(x) bandit(arms_constant(c(-x, x)))), lapply(ends, function(x) bandit(arms_gaussian(c(-x, x), x))),
    lapply(ends, function(x) bandit(arms_beta(prior_beta(2, x, 1), 1)))
  )
  policies <- as_usual(list(policy_ucb(1e-100), policy_se(1e-100), policy_thompson(), policy_uniform()))
  for (b in problems) {
    study <- whatever_scale(run_study(b, policies, 40, reps = 3, seed = 1, record = 40, threads = 1, progress = FALSE))
    expect_true(all(is.finite(as.matrix(regret(study)[-(1:2)]))), info = paste(capture.output(print(b)), collapse = " "))
  }
})

# --- logs -------------------------------------------------------------------------

log_file <- function(content, extension) {
  file <- withr::local_tempfile(fileext = extension, .local_envir = parent.frame())
  writeBin(content, file)
  file
}

test_that("a log that breaks off is not read as whole", {
  skip_on_cran() # long
  whole <- readBin(unruly:::open_bandit_sample(), raw(), 1e7)
  for (kept in c(0.1, 0.5, 0.999)) {
    cut <- log_file(whole[seq_len(kept * length(whole))], ".csv.gz")
    refusal <- expect_error(read_open_bandit(cut), class = "unruly_error_argument")
    expect_match(flat(conditionMessage(refusal)), "breaks off|incomplete compressed data")
  }
  damaged <- whole
  damaged[length(whole) %/% 2 + 0:5] <- as.raw(1)
  expect_error(read_open_bandit(log_file(damaged, ".csv.gz")), class = "unruly_error_argument")
  expect_identical(nrow(as_tibble(read_open_bandit(log_file(whole, ".csv.gz")))), 10000L)
  # The last line of a plain file need not end.
  expect_identical(nrow(as_tibble(read_open_bandit(log_file(charToRaw("item_id,click\n1,0\n2,1"), ".csv")))), 2L)
})

test_that("bytes that are no text are named by their line", {
  skip_on_cran() # long
  file <- log_file(c(charToRaw("item_id,click\n1,0\n"), as.raw(0xff), charToRaw(",1\n")), ".csv")
  refusal <- expect_error(read_open_bandit(file), class = "unruly_error_argument")
  expect_match(flat(conditionMessage(refusal)), "<ff>.* in line 3")
})

test_that("times, infinities and tables that are no log are refused", {
  skip_on_cran() # long
  for (log in list(data.frame(arm = Sys.time() + 1:3, reward = 1), data.frame(arm = c(1, Inf), reward = 1), mtcars,
                   data.frame(arm = I(list(1, 2)), reward = 1), data.frame(arm = 1, reward = Sys.time()),
                   data.frame(arm = as.Date("2020-01-01"), reward = 1))) {
    expect_error(bandit_replay(log), class = "unruly_error_argument")
    expect_error(as_log(log), class = "unruly_error_argument")
  }
})

# --- plots of what is not ours, and horizons in folders ------------------------------

test_that("autoplot() hands on what ggplot2 knows and refuses the rest by class", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  study <- run_study(bandit(arms_bernoulli(0.5)), policy_ucb1(), 5, reps = 1, seed = 1, threads = 1, progress = FALSE)
  for (other in list(regret(study), stats::lm(dist ~ speed, cars), 1, NULL, "a", mean, quote(x), list())) {
    refusal <- expect_error(autoplot(other), class = "unruly_error_argument")
    expect_match(flat(conditionMessage(refusal)), "`object` must be something that can be drawn")
  }
  expect_error(autoplot(), class = "unruly_error_argument")
  # A method that another package registers for ggplot2's generic.
  registerS3method("autoplot", "stranger_of_the_tests", function(object, ...) list("drawn", object$x, ...), asNamespace("ggplot2"))
  expect_identical(autoplot(structure(list(x = quote(a + b)), class = "stranger_of_the_tests"), 3), list("drawn", quote(a + b), 3))
})

test_that("an experiment over several horizons keeps each in a folder of its own", {
  skip_on_cran() # long
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  path <- withr::local_tempdir()
  run <- function(path) run_experiment("impatient-cycle", reps = 2, horizon = c(50, 100), threads = 1, path = path)
  expect_identical(run(path), run(NULL))
  expect_setequal(list.files(path), c("horizon-50", "horizon-100"))
  expect_identical(run(path), run(NULL))
})
