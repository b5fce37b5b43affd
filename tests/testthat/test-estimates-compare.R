# Differences of arms by evidence: reference values, literal versions, agreement of intervals and p-values, promises.

log_of <- function(hits, n) {
  data.frame(arm = rep(seq_along(n), n), reward = unlist(Map(function(h, n) rep(c(1, 0), c(h, n - h)), hits, n)))
}

test_that("e-values are those that were found by other means", {
  skip_in_quick()
  evidence <- function(...) log(compare_arms(..., method = "sequence")$e_value)
  expect_equal(evidence(log_of(c(60, 40), c(100, 100)), control = 2, family = "bernoulli"), 1.334048329, tolerance = 1e-9)
  expect_equal(evidence(log_of(c(30, 80), c(40, 160)), control = 2, range = c(0, 1)), 1.287651242, tolerance = 1e-9)
  gaussian <- data.frame(arm = rep(1:2, c(100, 50)), reward = rep(c(0.5, 0), c(100, 50)))
  expect_equal(evidence(gaussian, control = 2, sd = 1), 1.546930429, tolerance = 1e-9)
  one <- data.frame(arm = 1, reward = rep(c(1, 0), c(35, 15)))
  expect_equal(evidence(one, threshold = 0.5, family = "bernoulli"), 2.510373683, tolerance = 1e-9)
  expect_equal(evidence(data.frame(arm = 1, reward = 0.3 + rep(c(-1, 1), 50)), threshold = 0, sd = 1), 2.90137501, tolerance = 1e-8)
})

# ---- the same by its definition ---------------------------------------------------------

# ln E of one arm against m, of rewards x.
literal_evidence <- function(x, m, family, rho, sd = 1) {
  n <- length(x)
  if (n == 0) return(0 * m)
  bernoulli <- function() {
    c <- max(rho - 1, 0.001)
    lbeta(m * c + sum(x), (1 - m) * c + n - sum(x)) - lbeta(m * c, (1 - m) * c) - sum(x) * log(m) - (n - sum(x)) * log1p(-m)
  }
  switch(family,
    gaussian = n^2 * (mean(x) - m)^2 / (2 * sd^2 * (n + rho)) - log(1 + n / rho) / 2, bernoulli = bernoulli(),
    t = {
      r <- rho / (n + rho)
      spread <- sum((x - mean(x))^2)
      d <- n * (mean(x) - m)^2
      if (n < 2 || spread == 0) 0 * m else n / 2 * log((spread + d) / (spread + d * r)) + log(r) / 2
    },
    bounded = {
      centre <- (0.5 + cumsum(c(0, x))[seq_len(n)]) / seq_len(n)
      v <- sum((x - centre)^2)
      q <- rho / 10
      g <- function(s) {
        at <- s + v + q
        below <- vapply(pmax(-at, 0), function(y) {
          k <- seq(0, ceiling(y + 12 * sqrt(y) + 60))
          sum(stats::dpois(k, y) * (v + q) / (v + q + k))
        }, 0)
        ifelse(at <= 0, log(below / (v + q)) - q, lgamma(v + q) + pgamma(pmax(at, 1e-300), v + q, log.p = TRUE) -
                 (v + q) * log(pmax(at, 1e-300)) + s + v) + q * log(q) - lgamma(q) - pgamma(q, q, log.p = TRUE)
      }
      s <- sum(x) - n * m
      log(exp(bernoulli()) / 2 + exp(g(s)) / 4 + exp(g(-s)) / 4)
    })
}

# The least evidence over pairs of means, on a fine grid and a finer one around its lowest point.
literal_pair <- function(x, y, d, family, rho) {
  unit <- family %in% c("bernoulli", "bounded")
  ends <- if (unit) c(max(0, -d), min(1, 1 - d)) + c(1e-9, -1e-9) else range(mean(y), mean(x) - d) + c(-1e-9, 1e-9)
  total <- function(m) literal_evidence(x, m + d, family, rho) + literal_evidence(y, m, family, rho)
  for (points in c(1001, 101, 101, 101)) {
    m <- seq(ends[1], ends[2], length.out = points)
    lowest <- which.min(total(m))
    ends <- m[c(max(lowest - 2, 1), min(lowest + 2, points))]
  }
  min(total(m))
}

drawn_rewards <- function(family, n, mean) {
  switch(family, gaussian = , t = rnorm(n, mean), bernoulli = rbinom(n, 1, mean), bounded = rbeta(n, 8 * mean, 8 * (1 - mean)))
}

literal_rho <- function(level = 0.95) 100 / (2 * log(1 / (1 - level)) + log(1 + 2 * log(1 / (1 - level))))

scale_for <- function(family, x) {
  switch(family, gaussian = list(sd = 1), t = list(family = "t"), list(family = family, range = c(0, 1)))
}

test_that("evidence, p-values and intervals are those of the definitions, in all families", {
  skip_in_quick()
  withr::local_seed(1)
  rho <- literal_rho()
  for (family in c("gaussian", "bernoulli", "bounded", "t")) {
    for (case in drawn_of(1:6, 3)) {
      x <- drawn_rewards(family, sample(5:150, 1), 0.6)
      y <- drawn_rewards(family, sample(5:150, 1), 0.35)
      d <- sample(c(0, 0.05, -0.2), 1)
      log <- data.frame(arm = rep(1:2, c(length(x), length(y))), reward = c(x, y))
      found <- do.call(compare_arms, c(list(log, control = 2, margin = d), scale_for(family)))
      evidence <- literal_pair(x, y, d, family, rho)
      p <- if (family == "t") (1 + evidence) * exp(-evidence) else exp(-evidence)
      if (evidence > 0) expect_equal(found$p_value, p, tolerance = 1e-5) else expect_identical(found$p_value, 1)
      if (evidence > 0 && family != "t") expect_equal(log(found$e_value), evidence, tolerance = 1e-5)
      if (family == "t") expect_identical(found$e_value, NA_real_)
      expect_equal(found$estimate, mean(x) - mean(y))
      needed <- if (family == "t") log(114.8773) else log(20)
      for (limit in c(found$lower, found$upper)) {
        if (is.infinite(limit) || abs(limit) == 1) next
        expect_equal(literal_pair(x, y, limit, family, rho), needed, tolerance = 1e-5, info = paste(family, case))
      }
      one <- do.call(compare_arms, c(list(log, threshold = 0.4, margin = d, adjust = "none"), scale_for(family)))[1, ]
      expect_equal(one$p_value, min(1, exp(-literal_evidence(x, 0.4 + d, family, rho))), tolerance = 1e-8)
      expect_equal(one$estimate, mean(x) - 0.4)
      for (limit in c(one$lower, one$upper)) {
        if (is.finite(limit) && !any(abs(0.4 + limit - 0:1) < 1e-12)) {
          expect_equal(literal_evidence(x, 0.4 + limit, family, rho), log(20), tolerance = 1e-7)
        }
      }
    }
  }
})

test_that("an interval holds a difference exactly if its p-value exceeds 1 - level, jointly if Bonferroni's does", {
  skip_in_quick()
  claim <- many_claims()
  families <- c("gaussian", "bernoulli", "bounded", "t")
  against_what <- list(list(control = "all"), list(control = 3), list(threshold = 0.45))
  for (family in families) {
    for (case in 1:2) {
      withr::local_seed(10 * match(family, families) + case)
      sizes <- sample(1:80, 3)
      log <- data.frame(arm = rep(1:3, sizes), reward = unlist(Map(function(n, m) drawn_rewards(family, n, m), sizes, c(0.2, 0.5, 0.8))))
      level <- sample(c(0.8, 0.95), 1)
      for (against in drawn_of(against_what, 4, match(family, families), case)) {
        ask <- function(...) do.call(compare_arms, c(list(log, level = level, narrowest = 30, ...), against, scale_for(family)))
        single <- ask(adjust = "none")
        joint <- ask(joint = TRUE)
        for (row in drawn_of(seq_len(nrow(single)), 2)) {
          limits <- unlist(c(single[row, c("lower", "upper")], joint[row, c("lower", "upper")]))
          limits <- limits[abs(limits) < 1e6]
          margins <- c(rnorm(2, single$estimate[row], 0.3), limits + 1e-6, limits - 1e-6)
          if (family %in% c("bernoulli", "bounded")) margins <- margins[abs(margins) < 1 & abs(margins + 0.45 - 0.5) < 0.5]
          for (m in margins) {
            alone <- ask(margin = m, adjust = "none")$p_value[row]
            together <- ask(margin = m, adjust = "bonferroni")$p_value[row]
            claim((single$lower[row] < m && m < single$upper[row]) == (alone > 1 - level), family, case, row, m)
            claim((joint$lower[row] < m && m < joint$upper[row]) == (together > 1 - level), "joint", family, case, row, m)
          }
        }
      }
    }
  }
  expect_claims(claim, if (is.na(share_number())) 500 else 50)
})

test_that("one-sided tests, margins and adjustments", {
  skip_on_cran()
  log <- log_of(c(30, 45, 70), c(100, 100, 100))
  ask <- function(..., family = "bernoulli") compare_arms(log, control = 1, ..., family = family)
  both <- ask(adjust = "none")
  greater <- ask(alternative = "greater", adjust = "none")
  less <- ask(alternative = "less", adjust = "none")
  expect_identical(greater$p_value, both$p_value)
  expect_identical(less$p_value, c(1, 1))
  expect_true(all(less$e_value < 1))
  expect_identical(less[c("lower", "upper")], both[c("lower", "upper")])
  expect_identical(ask(alternative = "greater", margin = 0.5)$p_value, c(1, 1))
  expect_identical(ask(alternative = "less", margin = 0.5)$p_value, ask(margin = 0.5)$p_value)
  for (adjust in c("holm", "hochberg", "hommel", "bonferroni", "none")) {
    expect_equal(ask(adjust = adjust)$p_value, p.adjust(both$p_value, adjust))
  }
  expect_error(ask(adjust = "BH"), "must be one of", class = "unruly_error_argument")
  # Two games of a log are adjusted by themselves, and so are the checkpoints of a study.
  twice <- rbind(cbind(log, rep = 1), cbind(log_of(c(20, 50, 60), c(80, 80, 80)), rep = 2))
  expect_equal(compare_arms(twice, control = "all", family = "bernoulli")$p_value,
               c(compare_arms(log, "all", family = "bernoulli")$p_value,
                 compare_arms(twice[twice$rep == 2, ], "all", family = "bernoulli")$p_value))
})

test_that("all pairs once, the later arm less the earlier", {
  skip_in_quick()
  log <- log_of(c(3, 9, 4, 7), rep(10, 4))
  found <- compare_arms(log, control = "all", family = "bernoulli")
  expect_identical(found$arm, c(2L, 3L, 3L, 4L, 4L, 4L))
  expect_identical(found$control, c(1L, 1L, 2L, 1L, 2L, 3L))
  expect_equal(found$estimate, c(0.6, 0.1, -0.5, 0.4, -0.2, 0.3))
  one <- compare_arms(log, control = 3, family = "bernoulli", adjust = "none")
  expect_identical(one$arm, c(1L, 2L, 4L))
  expect_equal(one$estimate, c(-0.1, 0.5, 0.3))
  expect_equal(one$upper[3], compare_arms(log, "all", family = "bernoulli", adjust = "none")$upper[6])
  other <- compare_arms(log, control = 4, family = "bernoulli", adjust = "none")
  expect_equal(c(one$lower[3], one$upper[3]), -c(other$upper[3], other$lower[3]))
  expect_equal(one$p_value[3], other$p_value[3])
})

test_that("studies: several bandits, checkpoints, truths and names; agents", {
  skip_in_quick()
  bandits <- list(clicks = bandit(arms_bernoulli(c(a = 0.2, b = 0.5, c = 0.7))), sales = bandit(arms_gaussian(c(a = 1, b = 3), sd = c(1, 4))))
  study <- run_study(bandits, list(policy_uniform(), policy_thompson()), 80, reps = 2, seed = 1, threads = 1, record = c(40, 80), progress = FALSE,
                     keep = c("summary", "scores"))
  found <- compare_arms(study, control = "a", at = "all")
  expect_s3_class(found, "unruly_comparisons")
  expect_named(found, c("bandit", "policy", "rep", "round", "arm", "control", "truth", "estimate", "se", "lower", "upper", "e_value", "p_value", "method"))
  expect_identical(nrow(found), 2L * 2L * 2L * (2L + 1L))
  expect_identical(unique(as.character(found$control)), "a")
  expect_equal(found$truth, c(0.3, 0.5, 2)[match(paste(found$bandit, found$arm), c("clicks b", "clicks c", "sales b"))])
  for (rep in 1:2) {
    log <- as_log(study, policy = "Thompson", bandit = "sales", rep = rep)
    here <- found[found$bandit == "sales" & found$policy == "Thompson" & found$rep == rep & found$round == 80, ]
    plain <- compare_arms(log, control = "a", sd = c(1, 4))
    for (column in c("estimate", "lower", "upper", "e_value", "p_value")) expect_equal(here[[column]], plain[[column]], info = column)
  }
  expect_error(compare_arms(study, control = "c"), "number or the name", class = "unruly_error_argument")
  expect_error(compare_arms(study, control = 3), class = "unruly_error_argument")
  a <- agent(policy_thompson("bernoulli"), c("x", "y"), seed = 1)
  for (i in 1:40) agent_learn(a, agent_choose(a), reward = i %% 2)
  found <- compare_arms(a, control = "x")
  expect_identical(as.character(found$arm), "y")
  expect_equal(found$p_value, compare_arms(as_log(a), control = 1, range = c(0, 1), family = "bernoulli")$p_value)
})

test_that("limits are infinite if no difference can be excluded, and figures show them", {
  skip_on_cran()
  withr::local_seed(1)
  for (few in 13:15) {
    log <- data.frame(arm = rep(1:3, c(few, 20, 200)), reward = stats::rnorm(few + 220))
    found <- compare_arms(log, family = "t", control = 2)
    expect_true(all(abs(found$lower) < 1e3 | found$lower == -Inf) && all(abs(found$upper) < 1e3 | found$upper == Inf))
    expect_identical(is.infinite(found$lower), is.infinite(found$upper))
    if (!requireNamespace("ggplot2", quietly = TRUE)) next
    drawn <- expect_no_warning(ggplot2::ggplot_build(ggplot2::autoplot(found)))
    expect_lt(max(abs(drawn$layout$panel_params[[1]]$x.range)), 1e3)
  }
})

test_that("arms that were never pulled, single arms and equal rewards", {
  skip_in_quick()
  study <- run_study(bandit(arms_bernoulli(c(0.5, 0.5, 0.5))), policy_fixed(1), 30, reps = 1, seed = 1, threads = 1, progress = FALSE)
  found <- compare_arms(study, control = 1)
  expect_identical(found$estimate, c(NA_real_, NA_real_))
  expect_identical(found$e_value, c(1, 1))
  expect_identical(found$p_value, c(1, 1))
  expect_identical(found$lower, c(-1, -1))
  expect_identical(found$upper, c(1, 1))
  wide <- compare_arms(study, control = 1, sd = 0.5, alternative = "less")
  expect_identical(c(wide$lower, wide$upper, wide$e_value, wide$p_value), c(-Inf, -Inf, Inf, Inf, 1, 1, 1, 1))
  alone <- compare_arms(study, threshold = 0.25)
  expect_equal(alone$lower[2:3], c(-0.25, -0.25))
  expect_equal(alone$upper[2:3], c(0.75, 0.75))
  expect_identical(alone$control, c(NA_integer_, NA_integer_, NA_integer_))
  expect_error(compare_arms(data.frame(arm = 1, reward = 1:3), "all", sd = 1), "at least two arms", class = "unruly_error_argument")
  equal <- compare_arms(data.frame(arm = rep(1:2, 5), reward = rep(1:2, 5)), 1, family = "t")
  expect_identical(c(equal$lower, equal$upper, equal$p_value), c(-Inf, Inf, 1))
})

test_that("comparisons that cannot be made are refused", {
  skip_in_quick()
  log <- log_of(c(3, 9), c(10, 10))
  refused <- function(why, ...) expect_error(compare_arms(...), why, class = "unruly_error_argument")
  refused("Either `control` or `threshold`", log)
  refused("Either `control` or `threshold`", log, 1, 0.5)
  refused("number of an arm, from 1 to 2", log, 3)
  refused("one or more of \"sequence\", \"aipw\"", log, 1, method = "naive")
  refused("a single number", log, threshold = "high")
  refused("a single number", log, 1, margin = NA)
  refused("final", log, 1, at = "all")
  refused("no argument `margins`", run_study(bandit(arms_bernoulli(c(0.5, 0.5))), policy_ucb1(), 5, reps = 1, seed = 1), 1, margins = 0.1)
  refused("outside of \\[0, 0.5\\]", log, 1, range = c(0, 0.5))
  refused("population", run_study(bandit_mortal(3, 20, 10), policy_ucb1(), 20, reps = 1, seed = 1), 1)
  refused("no single mean", run_study(with_changes(bandit(arms_bernoulli(c(0.5, 0.5))), changes_drift(0.1)), policy_ucb1(), 5, reps = 1, seed = 1), 1)
})

test_that("limits by the fast way are those of the plain way", {
  skip_in_quick()
  study <- run_study(bandit(arms_beta(c(2, 3, 4), 3)), policy_uniform(), 60, reps = 4, seed = 1, threads = 1, keep = c("summary", "scores"), progress = FALSE)
  for (family in c("bounded", "bernoulli", "t")) {
    fast <- compare_arms(study, "all", family = family)
    plain <- withr::with_options(list(unruly.plain = TRUE), compare_arms(study, "all", family = family))
    expect_equal(fast, plain, tolerance = 1e-8)
  }
})

test_that("a true difference is missed at any time in at most 5% of games, and e-values are at most 1 on average", {
  skip_in_quick()
  # The arms are not equally good, and the policy looks at them; all rounds are looked at.
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.5))), policy_thompson(), 200, reps = 300, seed = 1, threads = 1, record = 1, progress = FALSE,
                     keep = c("summary", "scores"))
  found <- compare_arms(study, control = 1, margin = 0.2, at = "all")
  missed <- tapply(found$lower > 0.2 | found$upper < 0.2, found$rep, any)
  expect_identical(as.vector(missed), as.vector(tapply(found$p_value <= 0.05, found$rep, any)))
  expect_lt(mean(missed), 0.05 + 4 * sqrt(0.05 * 0.95 / 300))
  at_end <- found$e_value[found$round == 200]
  expect_lt(mean(at_end), 1 + 4 * sd(at_end) / sqrt(300))
})

test_that("comparisons print, have tidy tables and figures, and stay tables of their class as long as they are complete", {
  skip_in_quick()
  log <- log_of(c(30, 45, 70), c(100, 100, 100))
  found <- compare_arms(log, "all", family = "bernoulli", margin = 0.1, alternative = "greater")
  expect_output(print(found), "Comparisons of arms: 3")
  expect_output(print(found), "differences greater than 0.1")
  tidied <- generics::tidy(found)
  expect_identical(tidied$term, c("2", "3", "3"))
  expect_identical(tidied$baseline, c("1", "1", "2"))
  expect_identical(tidied$null.value, rep(0.1, 3))
  expect_identical(tidied$p.value, found$p_value)
  expect_identical(generics::glance(found)$alternative, "greater")
  expect_s3_class(found[found$p_value < 0.5, ], "unruly_comparisons")
  expect_false(inherits(found[c("arm", "p_value")], "unruly_comparisons"))
  study <- run_study(bandit(arms_bernoulli(c(0.2, 0.7))), policy_uniform(), 40, reps = 5, seed = 1, threads = 1, progress = FALSE)
  more <- generics::augment(compare_arms(study, 1))
  expect_equal(more$.resid, more$estimate - 0.5)
  expect_true(all(more$.covered))
  skip_if_not_installed("ggplot2")
  for (plot in list(autoplot(found), autoplot(compare_arms(study, 1)), autoplot(compare_arms(study, threshold = 0.5), "intervals", reps = 3),
                    autoplot(compare_arms(study, 1), "width"))) {
    expect_silent(ggplot2::ggplotGrob(plot))
  }
  expect_identical(levels(autoplot(found)$data$arm), c("3 - 2", "3 - 1", "2 - 1"))
  expect_identical(autoplot(found)$labels$y, "Comparison")
})

test_that("AIPW differences: their covariance is that of the scores, round by round, and scaling and shifting go through", {
  skip_in_quick()
  withr::local_seed(3)
  study <- run_study(bandit(arms_gaussian(c(0, 0.5, 1))), policy_floor(policy_thompson(sd = 1), 0.2), 150, reps = 1, seed = 1, threads = 1,
                     record = 1, keep = "choices", progress = FALSE)
  log <- as_log(study)
  events <- as_tibble(log)
  scores <- lapply(1:3, function(k) {
    e <- vapply(events$propensities, function(e) e[[as.character(k)]], 0)
    centre <- vapply(seq_len(150), function(t) {
      past <- events$reward[seq_len(t - 1)][events$arm[seq_len(t - 1)] == k]
      if (length(past) > 0) mean(past) else if (t > 1) mean(events$reward[seq_len(t - 1)]) else NA
    }, 0)
    g <- centre + ifelse(events$arm == k, (events$reward - centre) / e, 0)
    data.frame(h = sqrt(e), g = g)[-1, ]
  })
  q <- vapply(scores, function(s) sum(s$h * s$g) / sum(s$h), 0)
  covariance <- function(a, b) {
    sum(scores[[a]]$h * scores[[b]]$h * (scores[[a]]$g - q[a]) * (scores[[b]]$g - q[b])) / sum(scores[[a]]$h) / sum(scores[[b]]$h)
  }
  found <- compare_arms(log, control = "all", method = "aipw", adjust = "none", sd = 1)
  wanted <- mapply(function(a, b) sqrt(covariance(a, a) + covariance(b, b) - 2 * covariance(a, b)), found$arm, found$control)
  expect_equal(found$estimate, q[found$arm] - q[found$control], tolerance = 1e-9)
  expect_equal(found$se, wanted, tolerance = 1e-9)
  expect_equal(found$upper, found$estimate + qnorm(0.975) * found$se)
  expect_equal(found$p_value, 2 * pnorm(-abs(found$estimate / found$se)))
  expect_identical(found$e_value, rep(NA_real_, 3))
  far <- events
  far$reward <- far$reward * 3 + 1e6
  moved <- compare_arms(as_log(far), control = "all", method = "aipw", adjust = "none", sd = 1)
  expect_equal(moved$se, 3 * found$se, tolerance = 1e-6)
  one <- compare_arms(log, threshold = 0.2, method = c("sequence", "aipw"), sd = 1, joint = TRUE)
  expect_identical(unique(one$method), c("sequence", "aipw"))
  expect_equal(one$estimate[4:6], q - 0.2, tolerance = 1e-9)
  many <- run_study(bandit(arms_bernoulli(1:11 / 20)), policy_thompson("bernoulli"), 30, reps = 1, seed = 1, threads = 1, keep = c("summary", "scores"),
                    progress = FALSE)
  expect_error(compare_arms(many, 1, method = "aipw"), "as_log\\(study\\)", class = "unruly_error_argument")
})

test_that("AIPW differences of a study are those of the logs of its games, at all checkpoints, also beside moments", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(a = 0.2, b = 0.4, c = 0.5)))
  play <- function(keep, ...) run_study(b, list(policy_thompson("bernoulli"), policy_ucb1(), policy_epsilon_greedy(0.2)), 120, reps = 2, seed = 1,
                                        record = c(60, 120), keep = c(keep, "scores"), progress = FALSE, ...)
  study <- play("summary", threads = 1)
  compare <- function(x, ...) suppressWarnings(suppressMessages(compare_arms(x, method = "aipw", ...)))
  found <- compare(study, control = "all", at = "all")
  for (policy in c("Thompson", "Epsilon-greedy")) {
    for (rep in 1:2) {
      for (at in c(60, 120)) {
        log <- as_tibble(as_log(study, policy = policy, rep = rep))
        wanted <- compare(as_log(log[log$round <= at, ]), control = "all")
        here <- found[found$policy == policy & found$rep == rep & found$round == at, ]
        for (column in c("estimate", "se", "lower", "upper", "p_value")) expect_equal(here[[column]], wanted[[column]], tolerance = 1e-8)
      }
    }
  }
  expect_setequal(found$policy, c("Thompson", "Epsilon-greedy"))
  expect_identical(play("summary", threads = 2)$tables$pairs, study$tables$pairs)
  expect_identical(play("moments", threads = more_threads())$tables$pairs, study$tables$pairs)
  expect_identical(compare(play("moments"), control = "all", at = "all"), found)
  expect_identical(nrow(compare(study, threshold = 0.3)), 12L)
})

test_that("sums of pairs are those that the definition gives, wherever rewards are and however late they are shown", {
  skip_in_quick()
  policies <- list(policy_uniform(), policy_epsilon_greedy(0.3), policy_floor(policy_thompson(sd = 0.5), 0.1, 0.4))
  for (means in list(c(0.2, 0.6, 0.5), 1e8 + c(0.2, 0.6, 0.5), c(0, 1e6, -1e6))) {
    for (policy in policies) {
      study <- suppressWarnings(run_study(bandit(arms_gaussian(means, sd = 0.5)), policy, 200, 1, seed = 2, keep = c("summary", "scores"), threads = 1,
                                          record = 1, progress = FALSE))
      log <- as_log(study)
      scores <- study$tables$scores
      wanted <- covariance_of_scores(log$arm, log$reward, chances_of_log(log)) * outer(scores$weight_constant, scores$weight_constant)
      pairs <- study$tables$pairs
      scale <- sqrt(diag(wanted)) + 1e-9 # those of an arm that was pulled once differ by rounding alone
      expect_lt(max(abs(pairs$comoment - wanted[cbind(pairs$arm, pairs$other)]) / scale[pairs$arm] / scale[pairs$other]), 1e-6)
    }
  }
  late <- run_study(bandit(arms_bernoulli(c(0.3, 0.7))) |> with_delay(7), policy_exp3(0.2), 120, 1, seed = 3, record = 1, keep = "scores", threads = 1,
                    progress = FALSE)
  log <- as_tibble(as_log(late))
  e <- t(vapply(log$propensities, function(p) p[c("1", "2")], c(0, 0)))
  shown <- log$round + 7 <= 120
  score <- vapply(1:2, function(k) vapply(seq_along(shown), function(t) {
    past <- log$reward[log$arm == k & log$round + 7 < t]
    all <- log$reward[log$round + 7 < t]
    centre <- if (length(past) > 0) mean(past) else if (length(all) > 0) mean(all) else if (t > 1) log$reward[1] else NA
    centre + if (log$arm[t] == k) (log$reward[t] - centre) / e[t, k] else 0
  }, 0), numeric(120))
  counts <- shown & !is.na(score[, 1])
  h <- sqrt(e)[counts, ]
  g <- score[counts, ]
  q <- colSums(h * g) / colSums(h)
  expect_equal(late$tables$pairs$comoment, sum(h[, 1] * h[, 2] * (g[, 1] - q[1]) * (g[, 2] - q[2])), tolerance = 1e-9)
})

test_that("arms whose rewards can only be one number differ by nothing, and no other difference is possible", {
  skip_in_quick()
  for (value in c(0, 0.1, -7)) {
    for (keep in list("summary", c("summary", "scores"))) {
      study <- run_study(bandit(arms_constant(c(value, value))), policy_epsilon_greedy(0.3), 50, reps = 1, seed = 1, keep = keep, threads = 1, progress = FALSE)
      found <- estimates(study, "sequence")
      expect_identical(found$lower, c(value, value))
      expect_identical(found$upper, c(value, value))
      for (margin in c(0, 0.2)) {
        of_pair <- compare_arms(study, control = 1, margin = margin)
        of_number <- compare_arms(study, threshold = value, margin = margin)
        for (compared in list(of_pair, of_number)) {
          expect_identical(unique(compared$lower), 0)
          expect_identical(unique(compared$upper), 0)
          expect_identical(unique(compared$e_value), if (margin == 0) 1 else Inf)
          expect_identical(unique(compared$p_value), if (margin == 0) 1 else 0)
        }
      }
    }
  }
})

# A log of some games of random arms, propensities and rewards, of which some were never shown.
random_log <- function() {
  arms <- sample(2:5, 1)
  n <- sample(c(3, 10, 60), 1)
  chances <- matrix(stats::rexp(n * arms) + 0.05, n, dimnames = list(NULL, letters[seq_len(arms)]))
  if (runif(1) < 0.3) chances[, arms] <- 0
  chances <- chances / rowSums(chances)
  log <- data.frame(arm = apply(chances, 1, function(e) sample(letters[seq_len(arms)], 1, prob = e)))
  log$reward <- switch(sample(4, 1), rbinom(n, 1, 0.4), runif(n), rep(0.5, n), sample(0:4, n, replace = TRUE) / 4)
  if (runif(1) < 0.3) log$reward[sample(n, 1)] <- NA
  log$propensities <- chances
  if (runif(1) < 0.4) log$game <- sample(2, n, replace = TRUE)
  log
}

test_that("intervals and p-values of random logs agree, and AIPW differences stay the same turned, shifted and scaled", {
  skip_in_quick()
  quiet <- function(...) suppressWarnings(suppressMessages(compare_arms(...)))
  for (i in share_of(1:30)) {
    withr::local_seed(1100 + i)
    log <- random_log()
    margin <- runif(1, -1, 1)
    adjust <- sample(c("none", "holm", "bonferroni"), 1)
    family <- sample(c("bernoulli", "bounded", "gaussian", "t"), 1)
    scale <- switch(family, gaussian = list(sd = 0.5), t = list(), list(range = c(0, 1)))
    compare <- function(x, ...) do.call(quiet, c(list(x, family = family, ...), scale))
    if (length(unique(log$arm)) < 2) next
    pairs <- compare(log, control = "all", margin = margin, adjust = "none")
    seen <- !is.na(pairs$estimate)
    expect_identical((pairs$lower <= margin & margin <= pairs$upper)[seen], (pairs$p_value > 0.05)[seen], info = i)
    expect_true(all(pairs$p_value[!seen] == 1))
    joint <- compare(log, control = "all", margin = margin, joint = TRUE)
    expect_true(all(joint$lower <= pairs$lower + 1e-9 & joint$upper >= pairs$upper - 1e-9), info = i)
    side <- compare(log, control = "all", margin = margin, alternative = "greater", adjust = adjust)
    expect_true(all(side$p_value[seen & side$estimate <= margin] == 1), info = i)
    expect_true(all(side$p_value >= compare(log, control = "all", margin = margin, alternative = "greater", adjust = "none")$p_value))
    aipw <- quiet(log, control = "all", method = "aipw", adjust = "none", sd = 1)
    moved <- log
    moved$reward <- 8 - 2 * log$reward
    turned <- quiet(moved, control = "all", method = "aipw", adjust = "none", sd = 1)
    expect_equal(turned$estimate, -2 * aipw$estimate, tolerance = 1e-8)
    expect_equal(turned$se, 2 * aipw$se, tolerance = 1e-7)
    expect_equal(turned$p_value, aipw$p_value, tolerance = 1e-6)
    one <- quiet(log, control = "a", method = "aipw", adjust = "none", sd = 1)
    key <- function(x) do.call(paste, x[intersect(c("rep", "game", "arm", "control"), names(x))])
    same <- match(key(one), key(aipw))
    expect_equal(one[c("estimate", "se", "p_value")], aipw[same, c("estimate", "se", "p_value")], ignore_attr = TRUE)
  }
})

test_that("the difference of rewards that never vary is known", {
  study <- run_study(bandit(arms_gaussian(c(0.1, 0.1, 0.7), 0)), policy_round_robin(), 60, reps = 1, seed = 1, record = 1:60,
                     keep = c("summary", "scores"), threads = 1, progress = FALSE)
  found <- compare_arms(study, control = 1, at = "all", adjust = "none")
  shown <- found[found$round >= 3, ]
  expect_identical(shown$e_value == Inf & shown$p_value == 0, shown$arm == 3)
  expect_identical(shown$lower, shown$estimate)
  expect_identical(shown$upper, shown$estimate)
  expect_true(all(shown$p_value[shown$arm == 2] == 1 & shown$e_value[shown$arm == 2] < 1))
  # Of one arm only: what is not known of the other remains.
  part <- function(sd) list(n = 9, mean = 0.3, squares = 0, sd = sd)
  evidence <- function(a, b, d) .Call(unruly:::C_evidence_pairs, unruly:::family_number("gaussian"), part(a), part(b), d, 1)
  expect_equal(evidence(0, 0.5, 0.2), 9^2 * 0.2^2 / (2 * 0.5^2 * (9 + 1)) - log1p(9))
  expect_equal(evidence(0.5, 0, 0.2), evidence(0, 0.5, 0.2))
  expect_equal(evidence(0, 0, 0.2), Inf)
  expect_equal(evidence(0, 0, 0), -log1p(9))
})
