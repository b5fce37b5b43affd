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
    log$chances <- lapply(rows, function(r) stats::setNames(r$chance, seq_len(arms)))
    log
  })
}
literal_scores <- function(log, horizon, decay) {
  arms <- length(log$chances[[1]])
  rows <- lapply(seq_len(arms), function(k) {
    total <- count <- used <- 0
    sums <- matrix(0, 3, 5)
    for (t in seq_len(nrow(log))) {
      e <- log$chances[[t]][[k]]
      mean <- if (count > 0) total / count else 0
      lambda <- (1 - e) * (1 - decay) / ((1 - decay) + horizon * (t / horizon)^decay - t) + e / (1 + horizon - t)
      w <- lambda * (1 - used)
      used <- used + w
      played <- log$arm[t] == k
      if (e > 0) {
        G <- mean + if (played) (log$reward[t] - mean) / e else 0
        h <- c(1, sqrt(e), sqrt(w * e))
        sums <- sums + cbind(h, h * G, h^2, h^2 * G, h^2 * G^2)
      }
      if (played) {
        total <- total + log$reward[t]
        count <- count + 1
      }
    }
    sums
  })
  rows
}
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
  log$chances <- switch(form, lapply(seq_len(nrow(log)), function(i) chance[i, ]), chance, chance[, sample(arms), drop = FALSE],
                        lapply(seq_len(nrow(log)), function(i) Filter(function(e) e > 0, chance[i, ])))
  log <- log[order(log$round + 0 * log$rep), ] # mixed
  tibble::as_tibble(log)
}
test_that("what is asked for is what is worked out, and what is not used is not looked at", {
  log <- made_log(30, 3, 2)
  whole <- suppressMessages(estimates(log, sd = 1))
  for (method in c("naive", "sequence", "aipw")) {
    expect_identical(tibble::as_tibble(estimates(log, method, sd = 1)), tibble::as_tibble(whole[whole$method == method, ]))
  }
  sums <- function(...) names(unruly:::sums_of_log(log, list(family = "gaussian", ...), NULL, NULL)$sums)
  expect_identical(sums(method = c("naive", "sequence"), weights = "constant"), c("arm", "pulls", "sum", "squares"))
  expect_length(sums(method = "aipw", weights = "constant"), 9)
  wrong <- log
  wrong$chances[[7]] <- c(`1` = 0.5, `2` = 0.1, `3` = 0.1)
  expect_identical(estimates(wrong, "naive"), estimates(log, "naive"))
  expect_error(estimates(wrong, "aipw"), "others in row 7", class = "unruly_error_argument")
  for (bad in list(c(0.5, NA, 0.5), c(1, 0), c(-0.1, 0.6, 0.5), c(a = 0.2, b = 0.3, c = 0.5), c("1", "0", "0"), NULL, replace(c(0.5, 0.5, 0.5), log$arm[7], 0))) {
    wrong$chances[7] <- list(bad)
    expect_error(estimates(wrong, "aipw"), "others in row 7", class = "unruly_error_argument")
  }
  back <- log
  back$round <- c(1:10, 5:24)
  expect_error(estimates(back, "aipw", weights = "two-point", horizon = 50), "not later in row 11", class = "unruly_error_argument")
  expect_identical(estimates(back, "aipw")$estimate, estimates(log, "aipw")$estimate)
})
of_bandits_ci <- function(log, horizon, decay) {
  theirs <- function(name) getExportedValue("banditsCI", name)
  chances <- do.call(rbind, log$chances)
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
