# Edited fits and recoveries: whatever part was edited, functions refuse them or run.

small_choices <- function() withr::with_seed(1, {
  d <- data.frame(subject = rep(1:4, each = 12), arm = sample.int(3, 48, TRUE))
  d$reward <- stats::rbinom(48, 1, c(0.2, 0.5, 0.8)[d$arm])
  d$pool <- lapply(d$arm, \(a) sort(c(a, sample(setdiff(1:3, a), 1))))
  d
})

test_that("fits and recoveries are as they were made, whatever was fitted", {
  d <- small_choices()
  fit <- suppressWarnings(list(
    fit_policy(d, list(policy_delta(free(), free()), policy_uniform()), by = subject, starts = 3, threads = 1),
    fit_policy(d, policy_delta(free(), free()), by = subject, pool = pool, pooled = TRUE, starts = 3, threads = 1),
    fit_policy(d, \(rate = free()) policy_delta(rate, 0.3), starts = 3, threads = 1)
  ))
  for (one in fit) expect_null(unruly:::shape_problem(one, "unruly_fit"))
  expect_null(unruly:::shape_problem(fit[[1]][["Delta"]], "unruly_fit"))
  b <- bandit(arms_bernoulli(c(0.2, 0.8)))
  for (x in list(list(policy_delta(free(), 0.2), policy_uniform()), policy_uniform(), fit[[2]])) {
    expect_null(unruly:::shape_problem(recovery(x, b, 10, units = 3, seed = 1, starts = 3, threads = 1), "unruly_recovery"))
  }
})

test_that("an edited part of a part is refused, or does no harm", {
  skip_on_cran() # long
  d <- small_choices()
  fit <- suppressWarnings(fit_policy(d, list(policy_delta(free(), free()), policy_delta(free(), 0.3, label = "Fixed")), by = subject, pooled = TRUE, starts = 3, threads = 1))
  found <- recovery(list(policy_delta(free(), 0.2), policy_uniform()), bandit(arms_bernoulli(c(0.2, 0.8))), 10, units = 3, seed = 1, starts = 3, threads = 1)
  takers <- list(print, summary, tidy, function(x) tidy(x, "group"), function(x) coef(x[["Delta"]]), function(x) confint(x[["Delta"]]), compare_policies,
                 function(x) augment(x[[1]]), function(x) autoplot(x), function(x) autoplot(x, "trials"), function(x) autoplot(x, "comparison"))
  claim <- many_claims()
  try_all <- function(object, takers, most) {
    places <- places_in(object)
    places <- Filter(function(at) length(at) < 5, places)
    for (i in sample(length(places), min(most, length(places)))) {
      at <- places[[i]]
      old <- value_at(object, at)
      junk <- list(NULL, NA, -1, 1e9, "a", list(), mean)
      if (is.numeric(old)) junk <- c(junk, list(old[-1], -old, rep(old, 2), replace(old, length(old), NaN), if (is.matrix(old)) t(old)))
      drawn <- junk[sample(length(junk), 3)]
      takes <- takers[sample(length(takers), 3, replace = TRUE)]
      for (k in seq_along(drawn)) {
        if (!is_drawn(i, k)) next
        value <- drawn[[k]]
        edited <- put_at(object, at, value)
        said <- tryCatch({
          utils::capture.output(suppressWarnings(takes[[k]](edited)))
          ""
        }, unruly_error = function(e) "", error = conditionMessage)
        claim(said == "", paste(at, collapse = "."), substr(deparse(value)[1], 1, 50), said)
      }
    }
  }
  withr::local_seed(59)
  try_all(fit, takers, 150)
  try_all(found, list(print, summary, autoplot, function(x) autoplot(x, "confusion")), 50)
  expect_claims(claim, 75)
})
