# Claims about schedules of impatient arms that are checked for all small patiences, without any game.

# All non-decreasing vectors in {least..most}^arms, one per row.
patience_vectors <- function(arms, least = 2, most = 12) {
  rows <- matrix(as.double(seq(least, most)))
  while (ncol(rows) < arms) {
    longer <- lapply(seq_len(nrow(rows)), function(i) {
      last <- as.double(seq(rows[i, ncol(rows)], most))
      cbind(matrix(rows[i, ], length(last), ncol(rows), byrow = TRUE), last)
    })
    rows <- unname(do.call(rbind, longer))
  }
  rows
}

# The largest patience is smaller in a quick check.
small_patiences <- function(arms, scale) patience_vectors(arms, most = if (scale == "quick") 8 else 12)

each_row <- function(rows, f) vapply(seq_len(nrow(rows)), function(i) f(rows[i, ]), 0)

# Lemma 3.3, for every vector with load above 1: Q is at most l K + 1 for the least whole l with load > 1 + 1 / l.
first_exits_above <- function(study, scale) {
  slack <- lapply(2:4, function(arms) {
    rows <- small_patiences(arms, scale)
    rows <- rows[rowSums(1 / rows) > 1 + 1e-12, , drop = FALSE]
    each_row(rows, function(m) {
      least <- floor(1 / (sum(1 / m) - 1) + 1e-9) + 1
      least * arms + 1 - find_first_exit(m, 1e6, rlang::current_env())$least
    })
  })
  exactly(sum(unlist(slack) < 0))
}

# The length of the almost uniform cycle, NA where there is none.
aus_lengths <- function(rows) {
  each_row(rows, function(m) {
    if (largest_feasible(m) < length(m)) NA_real_ else aus_cycle(m)$length
  })
}

cycles_too_long <- function(study, scale) {
  exactly(sum(vapply(2:5, function(arms) {
    rows <- small_patiences(arms, scale)
    sum(aus_lengths(rows) > rows[, arms], na.rm = TRUE)
  }, 0)))
}

cycles_by_load <- function(study, scale) {
  counts <- vapply(2:5, function(arms) {
    rows <- small_patiences(arms, scale)
    load <- rowSums(1 / rows)
    there <- each_row(rows, largest_feasible) == arms
    c(sum(there & load > 1 + 1e-12), sum(!there & load <= log(2)))
  }, numeric(2))
  list("cycles above load 1" = exactly(sum(counts[1, ])), "none up to ln 2" = exactly(sum(counts[2, ])))
}

# --- games that are compared choice by choice -----------------------------------------------------

# The choices of the first replication, or of several.
arms_chosen <- function(bandit, policy, horizon, reps = 1, seed = 2026) {
  study <- suppressMessages(suppressWarnings(
    run_study(bandit, policy, horizon, reps = reps, seed = seed, record = 1, keep = "choices", threads = 1,
              progress = FALSE)
  ))
  choices(study)$arm
}

# 3.3: bandits of 2 to 8 arms whose patience is K or more; in how many SE chooses otherwise than without patience.
se_with_enough_patience <- function(study, scale) {
  count <- if (scale == "quick") 10 else 50
  exactly(sum(vapply(seq_len(count), function(i) {
    means <- with_own_seed(i, stats::runif(2 + i %% 7))
    arms <- bandit(arms_gaussian(means, sd = 1))
    patient <- with_patience(arms, length(means))
    any(arms_chosen(arms, policy_se(sd = 1), 1000, seed = i) != arms_chosen(patient, policy_se(sd = 1), 1000, seed = i))
  }, NA)))
}

# H.2: the cycle for the lower bounds ceiling(m / 2) keeps arms of patience m.
exits_with_lower_bounds <- function(study, scale) {
  wanted <- if (scale == "quick") 10 else 50
  exits <- 0
  tried <- 0
  i <- 0
  while (tried < wanted) {
    i <- i + 1
    patience <- as.double(with_own_seed(i, sort(sample(6:40, sample(2:6, 1), replace = TRUE))))
    low <- ceiling(patience / 2)
    if (largest_feasible(low) < length(low)) next
    tried <- tried + 1
    arms <- with_patience(bandit(arms_constant(seq_along(patience) / 10)), patience)
    study <- run_study(arms, policy_fixed(aus_cycle(low)), 1000, reps = 1, seed = 1, record = 1, threads = 1,
                       progress = FALSE)
    exits <- exits + nrow(exits(study))
  }
  exactly(exits)
}
