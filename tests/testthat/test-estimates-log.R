# Logs: weighted scores by hand, and round by round as they are defined.

# Choices with the chances of a policy that looks at the past: a softmax of the means.
made_log <- function(rounds, arms, seed, floor = 0.05) {
  withr::with_seed(seed, {
    total <- count <- numeric(arms)
    rows <- lapply(seq_len(rounds), function(t) {
      weight <- exp(2 * ifelse(count > 0, total / pmax(count, 1), 0))
      chance <- (1 - arms * floor) * weight / sum(weight) + floor
      arm <- sample(arms, 1, prob = chance)
      reward <- rnorm(1, arm / arms)
      total[arm] <<- total[arm] + reward
      count[arm] <<- count[arm] + 1
      list(arm = arm, reward = reward, chance = chance)
    })
    log <- tibble::tibble(arm = vapply(rows, `[[`, 0L, "arm"), reward = vapply(rows, `[[`, 0, "reward"))
    log$propensities <- lapply(rows, function(r) stats::setNames(r$chance, seq_len(arms)))
    log
  })
}

# The definitions, one round after the other.
literal_scores <- function(log, horizon, decay) {
  arms <- length(log$propensities[[1]])
  rows <- lapply(seq_len(arms), function(k) {
    total <- count <- used <- 0
    sums <- matrix(0, 3, 7)
    for (t in seq_len(nrow(log))) {
      e <- log$propensities[[t]][[k]]
      mean <- if (count > 0) total / count else 0
      lambda <- (1 - e) * (1 - decay) / ((1 - decay) + horizon * (t / horizon)^decay - t) + e / (1 + horizon - t)
      w <- lambda * (1 - used)
      used <- used + w
      played <- log$arm[t] == k
      if (e > 0) {
        G <- mean + if (played) (log$reward[t] - mean) / e else 0
        h <- c(1, sqrt(e), sqrt(w * e))
        sums <- sums + cbind(h, h * G, h^2, h^2 * G, h^2 * G^2, played * h / e, played * (h / e)^2)
      }
      if (played) {
        total <- total + log$reward[t]
        count <- count + 1
      }
    }
    # As means, and deviations from them.
    sums[, 2] <- sums[, 2] / sums[, 1]
    sums[, 4] <- sums[, 4] / sums[, 3]
    sums[, 5] <- sums[, 5] - sums[, 3] * sums[, 4]^2
    sums
  })
  rows
}

estimates <- function(...) suppressWarnings(unruly::estimates(...), classes = "unruly_warning_effective") # short logs

test_that("scores of a log are those that the definitions give", {
  skip_in_quick()
  for (decay in c(0, 0.7)) {
    for (seed in 1:3) {
      log <- made_log(60, 3, seed)
      if (seed == 3) { # an arm that is away for a while
        log$propensities <- Map(function(e, t) if (t %in% 20:30 && log$arm[t] != 2) replace(e, 2, 0) / sum(e[-2]) else e, log$propensities, 1:60)
      }
      found <- log_scores(log, horizon = 100, decay = decay, centre = 0)
      literal <- literal_scores(log, 100, decay)
      parts <- c("weight", "score", "weight2", "score2", "deviations", "reach", "reach2")
      for (k in 1:3) {
        for (w in 1:3) {
          columns <- paste(parts, c("uniform", "constant", "two_point")[w], sep = "_")
          expect_equal(unlist(found[k, columns], use.names = FALSE), literal[[k]][w, ], tolerance = 1e-12, ignore_attr = TRUE)
        }
        expect_equal(found$mean[k], mean(log$reward[log$arm == k]))
        expect_equal(found$deviations[k], stats::var(log$reward[log$arm == k]) * (sum(log$arm == k) - 1))
      }
    }
  }
})

test_that("four rounds by hand", {
  skip_in_quick()
  log <- data.frame(arm = c("a", "b", "a", "a"), reward = c(1, 0, 0, 1))
  log$propensities <- list(c(a = 0.5, b = 0.5), c(a = 0.7, b = 0.3), c(a = 0.6, b = 0.4), c(a = 0.8, b = 0.2))
  # Arm a: means before 0, 1, 1, 1/2; scores 0 + (1 - 0)/.5 = 2; 1; 1 + (0 - 1)/.6 = -2/3; .5 + .5/.8 = 1.125.
  found <- estimates(log, "aipw", weights = "uniform", centre = 0)
  expect_equal(found$estimate[1], (2 + 1 - 2 / 3 + 1.125) / 4)
  expect_equal(found$se[1], sqrt(sum((c(2, 1, -2 / 3, 1.125) - found$estimate[1])^2)) / 4)
  h <- sqrt(c(0.5, 0.7, 0.6, 0.8))
  constant <- estimates(log, "aipw", level = 0.9, centre = 0)
  expect_equal(constant$estimate[1], sum(h * c(2, 1, -2 / 3, 1.125)) / sum(h))
  expect_equal(constant$upper[1] - constant$estimate[1], qnorm(0.95) * sqrt(sum(h^2 * (c(2, 1, -2 / 3, 1.125) - constant$estimate[1])^2)) / sum(h))
  # Arm b: 0; 0 + (0 - 0)/.3 = 0; then its mean, 0.
  expect_equal(found$estimate[2], 0)
  expect_identical(levels(found$arm), c("a", "b"))
  # Without decay two-point weights are broken off evenly: w = 1/T, so they are the constant ones.
  expect_equal(estimates(log, "aipw", weights = "two-point", centre = 0)$estimate, constant$estimate)
  several <- estimates(log, "aipw", weights = c("uniform", "two-point"), decay = 0.5)
  expect_identical(unique(several$method), c("aipw, uniform", "aipw, two-point"))
  # Without a centre: the first round has no weight, since nothing was known before it; arm b begins with the mean of arm a, 1.
  usual <- estimates(log, "aipw", weights = "uniform")
  expect_equal(usual$estimate[1], (1 - 2 / 3 + 1.125) / 3)
  expect_equal(usual$estimate[2], (1 + (0 - 1) / 0.3 + 0 + 0) / 3)
  expect_equal(usual$effective, c((1 / 0.6 + 1 / 0.8)^2 / (1 / 0.6^2 + 1 / 0.8^2), 1))
  expect_identical(usual$se[2], NA_real_)
})

test_that("propensities of all arms come as lists or as a matrix; those of chosen arms are enough for uniform weights", {
  skip_in_quick()
  log <- made_log(40, 3, 1)
  matrix <- log
  matrix$propensities <- do.call(rbind, log$propensities)
  expect_identical(estimates(matrix, "aipw"), estimates(log, "aipw"))
  shown <- log[c("arm", "reward")]
  shown$propensity <- mapply(function(e, a) e[[a]], log$propensities, log$arm)
  expect_equal(estimates(shown, "aipw", weights = "uniform"), estimates(log, "aipw", weights = "uniform"))
  expect_equal(estimates(shown, "aipw"), estimates(log, "aipw", weights = "uniform"))
  expect_error(estimates(shown, "aipw", weights = "constant"), "Supply `propensities`", class = "unruly_error_overlap")
  shown$propensity[4] <- NA
  expect_error(estimates(shown, "aipw"), "event 4 is unknown", class = "unruly_error_overlap")
  expect_error(estimates(log[c("arm", "reward")], "aipw"), "no column `propensities`", class = "unruly_error_overlap")
  certain <- log
  certain$propensities <- lapply(log$arm, function(a) as.double(1:3 == a))
  expect_error(estimates(certain, "aipw"), "no overlap", class = "unruly_error_overlap")
  wrong <- log
  wrong$propensities[[3]] <- c(0.5, 0.2, 0.2)
  expect_error(estimates(wrong, "aipw"), "sum to 1 in each row.*0.9 as the sum in row 3", class = "unruly_error_argument")
})

test_that("rounds in which an arm could not be chosen do not count for it, whichever propensities are known", {
  skip_in_quick()
  withr::local_seed(3)
  for (pools in list(list(c("a", "b"), c("a", "b", "c")), list(c("b", "c"), "a", c("c", "a"), "d"))) {
    log <- data.frame(arm = character(60), reward = stats::rnorm(60))
    log$pool <- sample(pools, 60, replace = TRUE)
    log$propensities <- lapply(log$pool, function(pool) stats::setNames(prop.table(stats::runif(length(pool), 0.2, 1)), pool))
    log$arm <- vapply(log$propensities, function(e) sample(names(e), 1, prob = e), "")
    log$propensity <- mapply(function(e, arm) e[[arm]], log$propensities, log$arm)
    chosen <- log[names(log) != "propensities"]
    found <- estimates(chosen, "aipw")
    expect_equal(found, estimates(log, "aipw", weights = "uniform"))
    literal <- log_scores(chosen)
    expect_equal(found$estimate, literal$score_uniform[match(found$arm, sort(unique(unlist(pools))))])
    # In two games each begins anew.
    twice <- rbind(cbind(chosen, rep = 1), cbind(chosen, rep = 2))
    expect_equal(estimates(twice, "aipw", game = rep)$estimate, rep(found$estimate, 2))
  }
})

test_that("choices that were never shown count for nothing, and several games are told apart", {
  log <- made_log(50, 2, 4)
  late <- log
  late$reward[c(3, 17)] <- NA
  expect_identical(sum(estimates(late, "naive")$pulls), 48)
  expect_equal(estimates(late, "naive")$estimate, estimates(log[-c(3, 17), ], "naive")$estimate)
  expect_equal(log_scores(late)$weight_uniform, c(47, 47)) # and the first, before which nothing was shown
  both <- rbind(cbind(rep = 1L, log), cbind(rep = 2L, made_log(50, 2, 5)))
  found <- estimates(both, c("naive", "aipw"))
  expect_identical(found$rep, rep(c(1L, 1L, 2L, 2L), 2))
  expect_equal(found$estimate[1:2], estimates(log, "naive")$estimate)
  expect_named(found, c("rep", "round", "arm", "pulls", "estimate", "se", "lower", "upper", "method", "effective"))
})

test_that("logs of other sources have estimates, too", {
  skip_on_cran()
  log <- read_open_bandit()
  expect_silent(found <- estimates(log))
  expect_identical(unique(found$method), c("naive", "sequence", "aipw")) # it has the propensities of what was shown
  expect_message(estimates(simulate_click_log(500, 1, seed = 1)), "no column", class = "unruly_message_methods")
  expect_equal(found$estimate[found$method == "naive"], summary(log)$rate)
  expect_identical(estimates(log, "sequence"), estimates(log, "sequence", family = "bernoulli")) # it states the range
  unstated <- data.frame(arm = c("a", "b"), reward = c(0, 2))
  expect_error(estimates(unstated, "sequence"), "Supply `range`", class = "unruly_error_argument")
  expect_identical(estimates(unstated, "sequence", range = c(0, 3)), estimates(unstated, "sequence", range = c(0, 3), family = "bounded"))
  expect_identical(nrow(estimates(log, "sequence", family = "bernoulli")), log$arms)
})

# Logs of every form in which choices may be given, with games that are mixed, rounds that are left out, arms that are away and
# rewards that were never shown.
random_log <- function(arms, rows, games, form) {
  labels <- sample(c(letters, LETTERS), arms)
  one <- function(game) {
    weight <- matrix(rexp(rows * arms) * (runif(rows * arms) < 0.8), rows)
    weight[cbind(seq_len(rows), sample(arms, rows, replace = TRUE))] <- 1
    chance <- weight / rowSums(weight)
    arm <- apply(chance, 1, function(e) sample(arms, 1, prob = e))
    list(arm = arm, chance = chance, round = sort(sample(2 * rows, rows)),
         reward = ifelse(runif(rows) < 0.1, NA, round(rnorm(rows), 2)), rep = rep(game, rows))
  }
  parts <- lapply(sample(100, games), one)
  all <- function(what) do.call(if (what == "chance") rbind else c, lapply(parts, `[[`, what))
  chance <- all("chance")
  log <- data.frame(arm = all("arm"), reward = all("reward"), round = all("round"), rep = all("rep"))
  colnames(chance) <- if (form %in% c(1, 2)) NULL else labels
  if (form > 2) log$arm <- labels[log$arm]
  if (form == 4) log$arm <- factor(log$arm, labels)
  log$propensities <- switch(form, lapply(seq_len(nrow(log)), function(i) chance[i, ]), chance, chance[, sample(arms), drop = FALSE],
                        lapply(seq_len(nrow(log)), function(i) Filter(function(e) e > 0, chance[i, ])))
  log <- log[order(log$round + 0 * log$rep), ] # mixed
  tibble::as_tibble(log)
}

test_that("sums of logs are those of the plain version: games, names, gaps, arms that are away, what was never shown", {
  skip_in_quick()
  claim <- many_claims()
  withr::local_seed(1)
  how <- list(method = c("naive", "aipw"), family = "t", weights = c("uniform", "constant", "two-point"))
  for (case in 1:60) {
    arms <- sample(2:5, 1)
    log <- random_log(arms, sample(c(1, 2, 30), 1) + arms, sample(1:3, 1), case %% 4 + 1)
    horizon <- 2 * max(log$round)
    decay <- sample(c(0, 0.5, 0.9), 1)
    found <- unruly:::sums_of_log(as_log(log), how, NULL, horizon, decay)
    wanted <- do.call(rbind, lapply(unique(log$rep), function(rep) {
      game <- log_scores(log[log$rep == rep, ], horizon, decay)
      cbind(rep = rep, game)
    }))
    # Arms that another game alone names are there in all games, without rows in the plain version of one.
    key <- function(rep, arm) paste(rep, arm)
    labels <- lapply(unique(log$rep), function(rep) literal_log(log[log$rep == rep, ])$labels)
    named <- unlist(Map(function(rep, labels) key(rep, labels), unique(log$rep), labels))
    place <- match(named, key(found$shown$rep, as.character(found$shown$arm)))
    claim(!anyNA(place), case, "has all arms")
    claim(identical(found$shown$round[place], as.double(wanted$round)), case, "rounds")
    for (column in setdiff(names(wanted), c("rep", "round", "arm"))) {
      claim(isTRUE(all.equal(found$sums[[column]][place], wanted[[column]], tolerance = 1e-11)), case, column)
    }
  }
  expect_claims(claim, 500)
})

test_that("only the estimates asked for are worked out, and unused columns are not looked at", {
  skip_in_quick()
  log <- made_log(30, 3, 2)
  whole <- suppressMessages(estimates(log, sd = 1))
  for (method in c("naive", "sequence", "aipw")) {
    expect_identical(tibble::as_tibble(estimates(log, method, sd = 1)), tibble::as_tibble(whole[whole$method == method, ]))
  }
  sums <- function(...) names(unruly:::sums_of_log(as_log(log), list(family = "t", ...), NULL)$sums)
  expect_identical(sums(method = c("naive", "sequence"), weights = "constant"), c("arm", "pulls", "mean", "deviations", "first", "apart", "lean"))
  expect_length(sums(method = "aipw", weights = "constant"), 14)
  wrong <- log
  wrong$propensities[[7]] <- c(`1` = 0.5, `2` = 0.1, `3` = 0.1)
  expect_identical(estimates(wrong, "naive"), estimates(log, "naive"))
  expect_error(estimates(wrong, "aipw"), "0.7 as the sum in row 7", class = "unruly_error_argument")
  for (bad in list(c(0.5, NA, 0.5), c(1, 0), c(-0.1, 0.6, 0.5), c(a = 0.2, b = 0.3, c = 0.5), c("1", "0", "0"), NULL, replace(c(0.5, 0.5, 0.5), log$arm[7], 0))) {
    wrong$propensities[7] <- list(bad)
    expect_error(estimates(wrong, "aipw"), "`x\\$propensities`.*row 7", class = "unruly_error_argument")
  }
  back <- log
  back$round <- c(1:10, 5:24)
  expect_error(estimates(back, "aipw", weights = "two-point", horizon = 50), "not later in row 11", class = "unruly_error_argument")
  expect_identical(estimates(back, "aipw")$estimate, estimates(log, "aipw")$estimate)
})

test_that("tables that are no log are refused", {
  skip_in_quick()
  log <- data.frame(arm = 1:2, reward = c(0, 1))
  expect_error(estimates(data.frame(arm = 1)), "without `reward`", class = "unruly_error_argument")
  expect_error(estimates(transform(log, arm = c(0.5, 1))), class = "unruly_error_argument")
  expect_error(estimates(transform(log, reward = c("a", "b"))), class = "unruly_error_argument")
  expect_error(estimates(transform(log, propensity = c(0, 1))), class = "unruly_error_argument")
  expect_error(estimates(log, at = "all"), class = "unruly_error_argument")
  expect_error(estimates(log, "naive", horizon = 1), "at least 2, the rounds of the log", class = "unruly_error_argument")
})

# The package of the R community for this estimator; its scores, its two-point weights and its
# estimate, on the same choices and chances.
of_bandits_ci <- function(log, horizon, decay) {
  theirs <- function(name) getExportedValue("banditsCI", name)
  chances <- do.call(rbind, log$propensities)
  arms <- ncol(chances)
  played <- outer(log$arm, seq_len(arms), "==")
  before <- vapply(seq_len(arms), function(k) {
    total <- cumsum(ifelse(played[, k], log$reward, 0)) - ifelse(played[, k], log$reward, 0)
    count <- cumsum(played[, k]) - played[, k]
    ifelse(count > 0, total / count, 0)
  }, numeric(horizon))
  scores <- theirs("aw_scores")(yobs = log$reward, ws = log$arm, balwts = played / chances, K = arms, mu_hat = before)
  share <- theirs("twopoint_stable_var_ratio")(A = horizon, e = chances, alpha = decay)
  weights <- list(uniform = matrix(1, horizon, arms), constant = sqrt(chances),
                  "two-point" = sqrt(theirs("stick_breaking")(share) * chances))
  do.call(rbind, lapply(names(weights), function(name) do.call(rbind, lapply(seq_len(arms), function(k) {
    policy <- outer(rep(1, horizon), as.double(seq_len(arms) == k))
    h <- weights[[name]][, k]
    value <- theirs("aw_estimate")(scores, policy, h)
    data.frame(method = paste("aipw,", name), arm = k, estimate = value, se = sqrt(theirs("aw_var")(scores, value, policy, h)))
  }))))
}

expect_theirs <- function(found, wanted) {
  expect_identical(found$method, wanted$method)
  for (column in c("estimate", "se")) expect_lt(max(abs(found[[column]] - wanted[[column]])), 1e-10)
}

test_that("estimates agree with those of banditsCI, of logs and of studies", {
  skip_if_not_installed("banditsCI")
  weights <- c("uniform", "constant", "two-point")
  log <- made_log(80, 3, 6)
  for (decay in c(0, 0.7)) expect_theirs(estimates(log, "aipw", weights = weights, decay = decay, centre = 0), of_bandits_ci(log, 80, decay))
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6)))
  for (decay in c(0, 0.7)) {
    study <- run_study(b, policy_floor(policy_thompson("bernoulli"), min_propensity = 0.3, decay = decay, type = "clip"), 200, reps = 1, seed = 1,
                       threads = 1, record = 1, keep = "scores")
    of_log <- estimates(as_log(study), "aipw", weights = weights, centre = 0, horizon = 200, decay = decay)
    expect_theirs(of_log, of_bandits_ci(as_tibble(as_log(study)), 200, decay))
  }
})

test_that("propensities that no score can be made of are refused, and the round is named", {
  skip_in_quick()
  log <- made_log(30, 3, 2)
  log$round <- 2 * seq_len(30)
  wrong <- function(chances, why, ...) {
    log$propensities[[7]] <- stats::setNames(chances[order(c(log$arm[7], setdiff(1:3, log$arm[7])))], 1:3)
    expect_error(estimates(log, "aipw", ...), why, class = "unruly_error_argument")
  }
  wrong(c(0.5, 0.25, 0.25 + 1e-7), "within 1e-8.*in row 7 \\(round 14\\)")
  wrong(c(0, 0.5, 0.5), "0 for arm .* in row 7 \\(round 14\\)")
  wrong(c(1e-310, 0.5, 0.5), "finite inverse.*in row 7 \\(round 14\\)")
  log$reward[7] <- 1e10
  wrong(c(1e-300, 0.5, 0.5), "stay finite.*in row 7 \\(round 14\\)")
  alone <- data.frame(arm = c(1, 2, 1), reward = c(1, 0, 1), propensity = c(0.5, 0.5, 1e-310))
  expect_error(estimates(alone, "aipw"), "no smaller than", class = "unruly_error_argument")
})
