# Times lived, alone and of patients who arrive over time.

test_that("the four means have their digits, and draws have the law", {
  means <- function(...) instances(run_study(bandit(arms_survival(12, ...)), policy_fixed(), 1, reps = 1, seed = 1))$mean
  expect_equal(c(means(limit = 24), means(), means(shape = 2, limit = 24)),
               c(12.984255368, 17.3123404907, 12.5368879158), tolerance = 1e-11)
  expect_equal(means(shape = 0.7, limit = 36), 16.1962393551, tolerance = 1e-11)
  for (shape in c(1, 0.7, 2)) for (limit in c(Inf, 15)) {
    study <- run_study(bandit(arms_survival(12, shape, limit)), policy_fixed(), 4000, reps = 1, seed = 5, keep = "choices", progress = FALSE)
    x <- choices(study)$reward
    expect_equal(max(x) == limit, is.finite(limit))
    inner <- x[x < limit]
    below <- function(q) (1 - 2^-((q / 12)^shape)) / (1 - 2^-((limit / 12)^shape))
    expect_gt(stats::ks.test(inner, below)$p.value, 1e-3)
    expect_lt(abs(mean(x == limit) - 2^-((limit / 12)^shape)), 4 * sqrt(0.25 / 4000))
    expect_null(choices(study)[["event"]])
  }
})

# In which round each patient's death is known, written from the statement.
test_that("with accrual the outcome of patient i is known at A_i + reward", {
  b <- bandit(arms_survival(c(a = 5, b = 9), limit = 12))
  for (arrivals in c("poisson", "even")) for (overrun in c(FALSE, TRUE)) {
    study <- run_study(with_accrual(b, 3, arrivals = arrivals), policy_uniform(), 60, reps = 2, seed = 7, keep = "choices",
                       overrun = overrun, progress = FALSE)
    for (rep in 1:2) {
      made <- choices(study)[choices(study)$rep == rep, ]
      arrived <- literal_arrivals(61, 3, arrivals, 7, rep)
      expect_equal(made$time, arrived[made$round], tolerance = 1e-12)
      expect_equal(made$event, made$reward < 12)
      wanted <- literal_shown_in(made$round, made$reward, arrived)
      seen <- is.finite(wanted)
      expect_equal(made$shown[seen], wanted[seen])
      expect_true(all(made$shown[!seen] >= 60))
      last <- regret(study)$time[regret(study)$rep == rep]
      expect_equal(last[length(last)], if (overrun) max(made$time + made$reward) else made$time[60], tolerance = 1e-12)
    }
  }
})

test_that("policies that take early deaths for a fair sample are named; what does not fit is refused", {
  b <- bandit(arms_survival(c(5, 9), limit = 12))
  expect_warning(run_study(with_accrual(b, 3), policy_ucb1(), 20, reps = 1, seed = 1), class = "unruly_warning_outcomes")
  expect_errors({
    with_accrual(b, 3, follow_up = 2)
    with_accrual(bandit(arms_bernoulli(c(0.2, 0.3))), 3)
    arms_survival(-1)
    arms_survival(c(1, 2), shape = 0)
    arms_survival(c(1, 2), limit = 0)
    with_delay(b, 3, zero = 5)
  })
})

test_that("survival arms print and are drawn", {
  expect_output(print(arms_survival(c(12, 17), limit = 24)), "2 survival arms", fixed = TRUE)
})
