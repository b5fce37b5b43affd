# Means, intervals and sequences by hand.

pair_study <- function(policy = policy_ucb1(), reps = 6, horizon = 60, arms = arms_bernoulli(c(0.3, 0.6)), ...) {
  whatever_scale(run_study(bandit(arms), policy, horizon, reps = reps, seed = 1, threads = 1, progress = FALSE, ...))
}

# The rewards of each game and arm, as they were chosen.
rewards_of <- function(study) {
  played <- choices(study)
  split(played$observed, list(arm = played$arm, rep = played$rep))
}

# ---- confidence sequences as the package had them in R: literal versions of what C does ----

normal_mixture_half <- function(n, sd, error, narrowest) {
  rho <- best_rho(narrowest, error)
  sd * sqrt((n + rho) * log((n + rho) / (rho * error^2))) / n
}

# The probabilities that are not rejected: an interval around the share of successes, whose ends are
# bisected for all rows at once. Where nothing rejects the least one, down to 0.
beta_binomial_limits <- function(successes, n, error, narrowest) {
  prior <- pmax(best_rho(narrowest, error) - 1, 1e-3)
  lower <- beta_binomial_end(successes, n, error, prior)
  upper <- 1 - beta_binomial_end(n - successes, n, error, prior)
  list(lower = lower, upper = upper)
}

beta_binomial_end <- function(successes, n, error, prior) {
  low <- numeric(length(n))
  high <- ifelse(n > 0, successes / n, 0)
  for (step in 1:60) {
    middle <- (low + high) / 2
    rejected <- log_beta_binomial(middle, successes, n, prior) >= log(1 / error)
    rejected[is.na(rejected)] <- FALSE # where low and high are 0
    low <- ifelse(rejected, middle, low)
    high <- ifelse(rejected, high, middle)
  }
  low
}

# The logarithm of the mixture over the likelihood of p.
log_beta_binomial <- function(p, successes, n, prior) {
  a <- p * prior
  b <- (1 - p) * prior
  failures <- n - successes
  lbeta(a + successes, b + failures) - lbeta(a, b) - successes * log(p) - ifelse(failures > 0, failures * log1p(-p), 0)
}

test_that("the naive interval is Student's, of the rewards of each arm", {
  skip_in_quick()
  study <- pair_study(keep = c("choices", "scores"), arms = arms_gaussian(c(0.3, 0.6)))
  found <- estimates(study, "naive", level = 0.9)
  expect_named(found, c("bandit", "policy", "rep", "round", "arm", "pulls", "truth", "estimate", "se", "lower", "upper", "method", "effective"))
  expect_s3_class(found, c("unruly_estimates", "tbl_df"), exact = FALSE)
  rewards <- rewards_of(study)
  for (i in seq_len(nrow(found))) {
    x <- rewards[[paste(found$arm[i], found$rep[i], sep = ".")]]
    expect_identical(found$pulls[i], length(x) + 0)
    if (length(unique(x)) < 2) next
    expect_equal(c(found$lower[i], found$upper[i]), as.vector(t.test(x, conf.level = 0.9)$conf.int), tolerance = 1e-10)
    expect_equal(found$estimate[i], mean(x))
  }
  expect_identical(found$truth, rep(c(0.3, 0.6), 6))
  expect_identical(unique(found$round), 60)
})

test_that("rho is that of the design", {
  expect_equal(best_rho(100, 0.05), 12.60, tolerance = 1e-3)
  expect_equal(best_rho(100, 0.05), 100 / (2 * log(20) + log(1 + 2 * log(20))))
  # It is the one for which the half-width after 100 pulls is least.
  half <- function(rho) sqrt((100 + rho) * log((100 + rho) / (rho * 0.05^2))) / 100
  best <- optimize(half, c(1, 100), tol = 1e-8)
  expect_lt(half(best_rho(100, 0.05)) / best$objective - 1, 2e-4)
})

test_that("the normal mixture is the formula, with the deviation of the arms", {
  skip_in_quick()
  # By hand: n = 50, mean 1, sd 2, level .95, narrowest at 100.
  log <- data.frame(arm = 1, reward = rep(c(0, 2), 25))
  found <- estimates(log, "sequence", sd = 2)
  rho <- 100 / 7.936
  expect_equal(found$upper - 1, 2 * sqrt((50 + rho) * log((50 + rho) / (rho * 0.0025))) / 50, tolerance = 1e-4)
  expect_equal(found$upper - 1, 0.872, tolerance = 1e-3)
  expect_equal(found$upper + found$lower, 2)
  expect_identical(found$se, NA_real_)

  study <- pair_study(arms = arms_gaussian(c(0, 1), sd = c(1, 3)))
  width <- function(found) (found$upper - found$lower)[found$rep == 1]
  n <- pulls(study)$pulls[1:2]
  expect_equal(width(estimates(study, "sequence")), 2 * normal_mixture_half(n, c(1, 3), 0.05, 100))
  expect_equal(width(estimates(study, "sequence", sd = 5, narrowest = 20, level = 0.8)), 2 * normal_mixture_half(n, 5, 0.2, 20))
  # Jointly, each has its share of the error.
  expect_equal(width(estimates(study, "sequence", joint = TRUE)), 2 * normal_mixture_half(n, c(1, 3), 0.025, 100))
  # Bounded rewards are sub-Gaussian with half their range.
  beta <- pair_study(arms = arms_beta(c(2, 3), 2))
  expect_equal(width(estimates(beta, "sequence", family = "gaussian")), 2 * normal_mixture_half(pulls(beta)$pulls[1:2], 0.5, 0.05, 100))
})

# The mixture as it is printed in Howard and others, by g, h, s and v, integrated rather
# than by beta functions, and its root found by R.
literal_mixture <- function(p, successes, n, error, narrowest) {
  g <- p
  h <- 1 - p
  r <- max(best_rho(narrowest, error) * g * h - g * h, 1e-3 * g * h)
  s <- successes - n * p
  v <- n * g * h
  beta <- function(a, b) integrate(function(q) exp((a - 1) * log(q) + (b - 1) * log1p(-q)), 0, 1, rel.tol = 1e-10)$value
  log(beta((r + v + h * s) / h, (r + v - g * s) / g)) - log(beta(r / h, r / g)) - (v + h * s) / h * log(g) - (v - g * s) / g * log(h)
}

test_that("the beta-binomial mixture is the printed one, and its interval ends where it rejects", {
  skip_in_quick()
  for (case in list(c(7, 20), c(30, 100), c(3, 60), c(19, 20))) {
    for (error in c(0.05, 0.2)) {
      limits <- beta_binomial_limits(case[1], case[2], error, 100)
      root <- function(p) literal_mixture(p, case[1], case[2], error, 100) - log(1 / error)
      share <- case[1] / case[2]
      lower <- uniroot(root, c(0.02 * share, share), tol = 1e-12)$root
      expect_equal(limits$lower, lower, tolerance = 1e-6)
      if (case[1] < 19) {
        expect_equal(limits$upper, uniroot(root, c(share, 1 - 0.02 * (1 - share)), tol = 1e-12)$root, tolerance = 1e-6)
      }
    }
  }
})

test_that("the beta-binomial interval ends at 0 and 1 where nothing rejects them, and is the same from both sides", {
  limits <- beta_binomial_limits(c(0, 10, 1, 0), c(10, 10, 2, 0), 0.05, 100)
  expect_identical(limits$lower[c(1, 4)], c(0, 0))
  expect_identical(limits$upper[c(2, 4)], c(1, 1))
  expect_equal(limits$upper[1], 1 - limits$lower[2])
  expect_lt(limits$upper[1], 0.6)
  expect_equal(limits$lower[3], 1 - limits$upper[3])
  # Narrower than the sub-Gaussian one near 0, if the pulls are many.
  expect_lt(diff(unlist(beta_binomial_limits(20, 400, 0.05, 100))), 2 * normal_mixture_half(400, 0.5, 0.05, 100))
  study <- pair_study()
  expect_equal(estimates(study, "sequence", family = "bernoulli")$lower,
               beta_binomial_limits(round(pulls(study)$pulls * pulls(study)$estimate), pulls(study)$pulls, 0.05, 100)$lower)
})

test_that("nothing is known of an arm that was not played", {
  study <- run_study(bandit(arms_bernoulli(c(0.5, 0.5))), policy_fixed(1), 30, reps = 1, seed = 1, threads = 1)
  found <- estimates(study, c("naive", "sequence"))
  unplayed <- found[found$arm == 2, ]
  expect_identical(unplayed$estimate, c(NA_real_, NA_real_))
  expect_identical(unplayed$lower, c(0, 0))
  expect_identical(unplayed$upper, c(1, 1))
  expect_identical(unlist(estimates(study, "sequence", sd = 1)[2, c("lower", "upper")], use.names = FALSE), c(-Inf, Inf))
})

test_that("truths are those of each replication, and arms keep their names", {
  drawn <- pair_study(arms = arms_bernoulli(prior_uniform(3)))
  expect_identical(estimates(drawn, "sequence")$truth, instances(drawn)$mean)
  named <- pair_study(arms = arms_bernoulli(c(blue = 0.2, green = 0.4)), reps = 1)
  expect_identical(as.character(estimates(named, "sequence")$arm), c("blue", "green"))
})

test_that("a sequence covers, and means after UCB1 are too low", {
  study <- run_study(bandit(arms_bernoulli(c(0.5, 0.5, 0.5))), policy_ucb1(alpha = 0.1), 300, reps = 500, seed = 1, threads = 1, record = 1)
  found <- estimates(study, c("naive", "sequence"), level = 0.9)
  covers <- tapply(found$lower <= 0.5 & found$upper >= 0.5, found$method, mean, na.rm = TRUE)
  expect_gt(covers[["sequence"]], 0.9)
  expect_lt(mean(found$estimate), 0.49)
})

test_that("quantities that cannot be estimated are refused with the reason", {
  skip_in_quick()
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  refused <- function(problem, why, policy = policy_ucb1()) {
    study <- whatever_scale(run_study(problem, policy, 10, reps = 1, seed = 1, threads = 1))
    expect_error(estimates(study, "sequence"), why, class = "unruly_error_argument")
  }
  refused(with_changes(pair, changes_drift(0.1)), "means change")
  refused(with_wear(pair, wear_power(1)), "depends on its pulls")
  refused(with_waiting(pair, c(0.5, 0.5)), "depends on the wait")
  refused(with_spread(pair, spread_delay(1, 2)), "arrive together")
  refused(with_delay(pair, 2), "Rewards come late")
  refused(bandit(arms_linear(diag(2), 1, context_normal(2))), "context", policy_linucb())
  refused(bandit(arms_tape(matrix(1, 2, 10))), "not random")
  refused(bandit(arms_student(3, c(0, 1))), "heavy tails")
  expect_error(estimates(run_study(pair, policy_ucb1(), 10, seed = 1, keep = "moments")), "replications", class = "unruly_error_argument")

  study <- run_study(bandit(arms_beta(c(1, 2), 2)), policy_ucb1(), 10, reps = 1, seed = 1, threads = 1)
  expect_error(estimates(study, "naive"), "Squares", class = "unruly_error_argument")
  expect_error(estimates(study, "sequence", family = "bounded"), "needs squares", class = "unruly_error_argument")
  expect_error(estimates(study, "sequence", family = "t"), "needs squares", class = "unruly_error_argument")
  expect_error(estimates(study, "sequence", range = c(0, 0.1)), "outside of `range`", class = "unruly_error_argument")
  expect_error(estimates(study, "sequence", family = "t", sd = 1), "left out", class = "unruly_error_argument")
  expect_error(estimates(study, "sequence", family = "gaussian", range = c(0, 1)), "left out", class = "unruly_error_argument")
  expect_error(estimates(study, "sequence", sd = 1, range = c(0, 1)), class = "unruly_error_combination")
  expect_error(estimates(study, "sequence", centre = 0), "as_log", class = "unruly_error_argument")
  expect_error(estimates(study, "aipw"), "scores", class = "unruly_error_argument")
  expect_error(estimates(study, "sequence", at = "all"), "checkpoints", class = "unruly_error_argument")
  expect_error(estimates(study, "sequence", decay = 0.5), "left out", class = "unruly_error_argument")
  expect_error(estimates(3), "a study, an agent or a log", class = "unruly_error_argument")
  expect_error(estimates(study, c("naive", "naive")), "one or more", class = "unruly_error_argument")
  # Nothing is left: no squares, no bound on the rewards, no scores.
  heavy <- run_study(bandit(arms_student(3, c(0, 1))), policy_uniform(), 10, reps = 1, seed = 1, threads = 1)
  expect_error(suppressMessages(estimates(heavy)), "one that the data support", class = "unruly_error_argument")
  # What was not asked for is left out, and that is said.
  said <- expect_message(found <- estimates(study), class = "unruly_message_methods")
  expect_identical(unique(found$method), "sequence")
})

test_that("arms of a population that were played have estimates, with the means that they have", {
  skip_in_quick()
  for (death in c("timed", "budgeted")) {
    study <- run_study(bandit_mortal(5, 300, 60, death = death), policy_ucb1(), 300, reps = 3, seed = 1, threads = 1)
    found <- estimates(study, c("naive", "sequence"))
    table <- pulls(study)
    expect_identical(found$truth, rep(table$mean, 2))
    expect_equal(found$estimate, rep(table$estimate, 2))
    expect_gt(max(found$arm), 5)
    here <- found[found$method == "sequence", ]
    expect_true(all(is.finite(here$upper)) && mean(here$lower <= here$truth & here$truth <= here$upper) > 0.95)
    gaussian <- estimates(study, "sequence", sd = 0.5)
    expect_equal(gaussian$upper - gaussian$estimate, normal_mixture_half(here$pulls, 0.5, 0.05, 100))
    expect_error(estimates(study, "sequence", joint = TRUE), "unknown beforehand", class = "unruly_error_argument")
  }
})

# ---- families and edges ------------------------------------------------------------

test_that("the family is what the arms are, what an agent assumes, or what a log shows", {
  skip_on_cran()
  scored <- function(arms) whatever_scale(run_study(bandit(arms), policy_uniform(), 60, reps = 2, seed = 1, threads = 1, keep = c("summary", "scores"), record = 1))
  widths <- function(...) {
    found <- estimates(...)
    found$upper - found$lower
  }
  same <- function(x, family, ...) expect_identical(widths(x, "sequence"), widths(x, "sequence", family = family, ...), info = family)
  same(scored(arms_bernoulli(c(0.2, 0.7))), "bernoulli")
  same(scored(arms_beta(c(2, 3), 2)), "bounded")
  same(scored(arms_gaussian(c(0, 1), sd = c(1, 3))), "gaussian")
  log <- data.frame(arm = rep(1:2, 30), reward = rep(c(0, 1, 1), 20))
  expect_message(found <- widths(log, "sequence"), "0 or 1", class = "unruly_message_family")
  expect_identical(found, widths(log, "sequence", family = "bernoulli"))
  expect_silent(widths(log, "sequence", range = c(0, 1)))
  log$reward[1] <- 0.5
  expect_error(estimates(log, "sequence"), "range.*sd.*family", class = "unruly_error_argument")
  expect_identical(widths(log, "sequence", range = c(0, 1)), widths(log, "sequence", range = c(0, 1), family = "bounded"))
  expect_error(estimates(log, "sequence", range = c(0, 0.9)), "outside of", class = "unruly_error_argument")
  expect_true(all(is.finite(widths(log, "sequence", family = "t"))))
})

test_that("the variation of bounded rewards is about a centre that does not know the reward, whatever the range", {
  study <- run_study(bandit(arms_beta(c(2, 3), 2)), policy_uniform(), 200, reps = 1, seed = 1, threads = 1, keep = c("choices", "scores"), record = 1)
  x <- rewards_of(study)
  sums <- unruly:::study_scores(study)
  for (middle in c(0.5, -3, 40)) {
    plain <- vapply(x, function(y) sum((y - (middle + c(0, cumsum(y)[-length(y)])) / seq_along(y))^2), 0)
    expect_equal(unruly:::variation_of(sums, middle), unname(plain), tolerance = 1e-10)
  }
})

test_that("without information nothing is said: none, one, or equal outcomes", {
  est <- function(arm, reward, ...) suppressMessages(estimates(data.frame(arm = arm, reward = reward), ...))
  one <- est(c(1, 2, 2), c(0.3, 0.1, 0.9), "naive", range = c(0, 1))
  expect_identical(c(one$estimate[1], one$se[1], one$lower[1], one$upper[1]), c(0.3, NA, 0, 1))
  equal <- est(rep(1:2, 5), rep(c(2.5, 7), 5), c("naive", "sequence"), family = "t")
  expect_identical(equal$se, rep(NA_real_, 4))
  expect_identical(equal$lower, rep(-Inf, 4))
  expect_identical(equal$upper, rep(Inf, 4))
  wilson <- est(rep(1, 20), rep(0, 20), "naive")
  expect_equal(c(wilson$estimate, wilson$lower, wilson$upper), c(0, 0, 0.1611252), tolerance = 1e-6)
  mixed <- est(rep(1, 30), rep(0:1, c(21, 9)), "naive", level = 0.9)
  expect_equal(c(mixed$lower, mixed$upper), as.vector(stats::prop.test(9, 30, conf.level = 0.9, correct = FALSE)$conf.int))
})

test_that("rewards far from 0 keep their digits", {
  skip_in_quick()
  withr::local_seed(1)
  x <- stats::rnorm(200, sd = 0.1)
  log <- data.frame(arm = sample(2, 200, TRUE), reward = x)
  log$propensities <- lapply(1:200, function(i) c(0.4, 0.6))
  far <- log
  for (shift in c(1e6, 1e8, 1e9)) {
    far$reward <- log$reward + shift
    here <- estimates(log, c("naive", "sequence", "aipw"), family = "t")
    there <- estimates(far, c("naive", "sequence", "aipw"), family = "t")
    expect_equal(there$se, here$se, tolerance = 1e-6)
    expect_lt(max(abs(there$estimate - shift - here$estimate)), 1e-6) # the rewards themselves have no more digits
    expect_equal(there$upper - there$lower, here$upper - here$lower, tolerance = 1e-5)
  }
  small <- log
  small$reward <- log$reward * 1e-8
  scaled <- estimates(small, c("naive", "aipw"))
  plain <- estimates(log, c("naive", "aipw"))
  for (column in c("estimate", "se", "lower", "upper")) expect_equal(scaled[[column]], 1e-8 * plain[[column]], tolerance = 1e-9)
})

test_that("few effective outcomes are told, once", {
  log <- data.frame(arm = rep(1:2, c(45, 5)), reward = stats::qnorm(stats::ppoints(50)))
  log$propensities <- lapply(1:50, function(i) c(0.9, 0.1))
  said <- expect_warning(found <- estimates(log, "aipw", weights = c("uniform", "constant")), "Arm: \"2\"", class = "unruly_warning_effective")
  expect_equal(found$effective, c(44, 5, 44, 5), tolerance = 0.2)
})

test_that("a study without scores is estimated at its last checkpoint, by whatever name", {
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_ucb1(), 30, reps = 2, seed = 1, record = c(10, 30), progress = FALSE)
  expect_identical(estimates(study, "naive", at = 30), estimates(study, "naive"))
  expect_identical(estimates(study, "naive", at = 30L), estimates(study, "naive"))
  expect_error(estimates(study, "naive", at = 10), "last checkpoint", class = "unruly_error_argument")
})
