# Policies for arms that wear out, against slow versions of their rules.

# A literal policy that keeps all that was observed of each action, the last first; `add` and
# `rule(t, a, seen)` make of it what they want. A reward that is shown late belongs to the round of its play.
literal_memory_of <- function(rule, note = function(book, x, round) c(x, book)) {
  function(world) {
    seen <- vector("list", world$arms * world$waits)
    n <- numeric(length(seen))
    list(
      choose = function(t, live) rule(t, actions_of(world, live), seen, n, world),
      observe = function(t, action, observed, cost, play = t - cost + 1) {
        n[action] <<- n[action] + 1
        seen[[action]] <<- note(seen[[action]], observed, play)
      }
    )
  }
}

# ---- windows ------------------------------------------------------------------------

# The windows of a grid, as the paper's efficient form updates them.
grid_lengths <- function(grid, longest) {
  h <- 1
  while (h[length(h)] < longest) h <- c(h, ceiling(grid * h[length(h)]))
  h
}

# Keeps the means over the windows that are known, the shortest first.
note_in_windows <- function(h) {
  function(book, x, round) {
    if (is.null(book)) book <- list(pending = rep(NA, length(h)), count = rep(NA, length(h)), mean = numeric())
    pending <- c(x, book$pending[-1] + x)
    count <- c(1, book$count[-1] + 1)
    full <- which(count == h)
    book$mean[full] <- pending[full] / h[full]
    below <- which(is.na(count))[1] # the next window begins when the one below it is full for the first time
    take <- c(full[full > 1], if ((below - 1) %in% full) below)
    book$pending <- replace(pending, take, pending[take - 1])
    book$count <- replace(count, take, count[take - 1])
    book
  }
}

# Without a grid over the last 1, 2, ... rewards.
note_all <- function(book, x, round) {
  sum <- c(x, x + book$sum)
  list(sum = sum, mean = sum / seq_along(sum))
}

windows_of <- function(grid) if (grid == 1) seq_len(5000) else grid_lengths(grid, 5000)
note_of <- function(grid) if (grid == 1) note_all else note_in_windows(windows_of(grid))

literal_raw_ucb <- function(alpha = 1.4, grid = 1, sd = 1) {
  h <- windows_of(grid)
  literal_memory_of(function(t, a, seen, n, world) {
    if (any(n[a] == 0)) return(evened_out(world, a, a[n[a] == 0][1]))
    width <- sqrt(2 * sd^2 * alpha * log(t) / h[seq_len(min(max(n), length(h)))])
    index <- vapply(seen[a], function(book) min(book$mean + width[seq_along(book$mean)]), 0)
    a[which.max(index)]
  }, note_of(grid))
}

# Window after window those that are too far behind are left out, until some have no such window: the
# least played of these. Windows in which nobody is left out are passed together.
literal_fewa <- function(alpha = 0.06, grid = 1, sd = 1) {
  h <- windows_of(grid)
  literal_memory_of(function(t, a, seen, n, world) {
    n <- n[a]
    mean <- lapply(seen[a], function(book) book$mean)
    windows <- lengths(mean)
    left <- seq_along(a)
    at <- 1
    repeat {
      few <- left[windows[left] < at]
      if (length(few) > 0) return(evened_out(world, a, a[few[which.min(n[few])]]))
      if (length(left) == 1) return(a[left])
      here <- at:min(windows[left])
      means <- lapply(mean[left], `[`, here)
      least <- do.call(pmax, means) - 2 * sqrt(2 * sd^2 * alpha * log(t) / h[here])
      behind <- matrix(unlist(means) < least, length(here))
      first <- which(rowSums(behind) > 0)[1]
      if (!is.na(first)) left <- left[!behind[first, ]]
      at <- if (is.na(first)) max(here) + 1 else here[first] + 1
    }
  }, note_of(grid))
}

literal_wswa <- function(alpha = 0.2, sd = 1) {
  phase_of <- function(round) 2^floor(log2(round))
  literal_memory_of(function(t, a, seen, n, world) {
    H <- phase_of(t)
    h <- ceiling(alpha * (16 * sd^2 * H^2 * log(sqrt(2) * H) / (world$arms * world$waits)^2)^(1 / 3))
    now <- lapply(seen[a], function(book) book$x[book$phase == H])
    n <- lengths(now)
    if (any(n < h)) return(evened_out(world, a, a[which.min(n)]))
    a[which.max(vapply(now, function(x) sum(x[seq_len(h)]) / h, 0))]
  }, function(book, x, round) list(x = c(x, book$x), phase = c(phase_of(round), book$phase)))
}

wearing <- list(
  raw_ucb = list(policy_raw_ucb(), literal_raw_ucb()),
  raw_ucb_narrow = list(policy_raw_ucb(0.1, sd = 0.5), literal_raw_ucb(0.1, sd = 0.5)),
  raw_ucb_grid = list(policy_raw_ucb(0.5, grid = 2), literal_raw_ucb(0.5, grid = 2)),
  raw_ucb_fine = list(policy_raw_ucb(0.5, grid = 1.1, sd = 0.3), literal_raw_ucb(0.5, grid = 1.1, sd = 0.3)),
  fewa = list(policy_fewa(), literal_fewa()),
  fewa_narrow = list(policy_fewa(0.03, sd = 0.3), literal_fewa(0.03, sd = 0.3)),
  fewa_grid = list(policy_fewa(grid = 2, sd = 0.4), literal_fewa(grid = 2, sd = 0.4)),
  fewa_fine = list(policy_fewa(0.1, grid = 1.3, sd = 0.2), literal_fewa(0.1, grid = 1.3, sd = 0.2)),
  wswa = list(policy_wswa(), literal_wswa()),
  wswa_short = list(policy_wswa(0.02, sd = 0.5), literal_wswa(0.02, sd = 0.5)),
  wswa_long = list(policy_wswa(2), literal_wswa(2))
)

# Rewards of arms whose means fall, each after some of its own pulls, and one whose mean rises.
worn_tape <- function(horizon, seed = 1) {
  set.seed(seed)
  pull <- seq_len(horizon)
  mean <- rbind(0.5, ifelse(pull > 80, 0.1, 0.8), 0.9 - 0.6 * pull / horizon, pull^-0.3, pmin(0.9, 0.2 + pull / 400))
  mean + matrix(sample(c(-2, -1, 0, 1, 2) / 16, 5 * horizon, replace = TRUE), 5)
}

test_that("RAW-UCB, FEWA and wSWA make the choices of their rules, ties included", {
  skip_on_cran()
  for (one in wearing) expect_literal_cases(one[[1]], one[[2]], horizon = 300)
})

test_that("they do so on arms that wear out", {
  tape <- worn_tape(1500)
  for (one in wearing) expect_literal(bandit(arms_tape(tape)), one[[1]], one[[2]], literal_world(5, 1500, pays_by_pull(tape)))
})

test_that("they do so where arms leave, enter and die", {
  skip_in_quick()
  for (one in wearing) expect_literal_moving(one[[1]], one[[2]], horizon = 600, seeds = 1)
})

test_that("they do so with waiting, every (arm, wait) an arm of its own", {
  case <- waiting_case(3, 3, 1500)
  for (one in wearing) expect_literal(case$bandit, one[[1]], one[[2]], case$world)
})

test_that("they count what was observed where rewards are late", {
  skip_in_quick()
  arms <- arms_bernoulli(c(0.3, 0.5, 0.7, 0.5))
  for (delay in list(7, c(0.3, 0.2, 0.1, 0.1, 0.3))) {
    lag <- delays_of(delay, 4, 500)
    for (one in wearing) expect_literal_late(arms, delay, lag, one[[1]], one[[2]], 500)
  }
  lag <- delays_of(7, 4, 500)
  for (one in wearing) expect_literal_late(arms, 7, lag, one[[1]], one[[2]], 500, first = c(1, 1, 30, 130))
})

test_that("RAW-UCB's fast way is its plain way", {
  skip_on_cran() # long
  many <- list(bandit(arms_gaussian(seq(0, 1, length.out = 30), sd = 0.5)), bandit(arms_tape(worn_tape(4000))),
               bandit(arms_bernoulli(rep(c(0.4, 0.5), 20))) |> with_patience(400), bandit_mortal(30, 4000, 300, init = 10),
               bandit(arms_gaussian(1e9 + c(0, 0.1), sd = 0.5)), bandit(arms_tape(worn_tape(4000) - 3)))
  policies <- list(policy_raw_ucb(0.3, sd = 0.5), policy_raw_ucb(0.3, grid = 2, sd = 0.5), policy_raw_ucb(0.3, grid = 1.1, sd = 0.5))
  for (b in many) {
    for (policy in policies) {
      fast <- core_choices(b, policy, 4000)
      plain <- withr::with_options(list(unruly.plain = TRUE), core_choices(b, policy, 4000))
      expect_identical(fast, plain)
    }
  }
})

test_that("rewards times 2 with sd times 2 make the same choices", {
  skip_on_cran() # long
  tape <- worn_tape(1000)
  for (make in list(policy_raw_ucb, policy_fewa)) {
    expect_identical(core_choices(bandit(arms_tape(tape)), make(sd = 0.25), 1000)$arm,
                     core_choices(bandit(arms_tape(2 * tape)), make(sd = 0.5), 1000)$arm)
  }
})

# ---- what they are for ------------------------------------------------------------------

test_that("they leave an arm that is worn out, where UCB1 stays too long", {
  skip_on_cran() # long
  set.seed(2)
  T <- 4000
  mean <- rbind(0, ifelse(seq_len(T) > T / 4, -1, 1) * 0.4)
  b <- bandit(arms_tape(mean + matrix(rnorm(2 * T), 2)))
  policies <- list(policy_raw_ucb(), policy_fewa(), policy_raw_ucb(grid = 2, label = "RAW-UCB, grid"), policy_fewa(grid = 2, label = "FEWA, grid"),
                   policy_ucb(label = "UCB"))
  table <- whatever_scale(pulls(run_study(b, policies, T, reps = 1, seed = 1, threads = 1, record = 1)))
  worn <- table[table$arm == 2, ]
  late <- worn$pulls - T / 4
  expect_true(all(late[worn$policy != "UCB"] < 0.5 * late[worn$policy == "UCB"]))
})

test_that("their settings print, and bad ones are refused", {
  expect_output(print(policy_raw_ucb(grid = 2, sd = 1)), "RAW-UCB (alpha = 1.4, grid = 2, sd = 1)", fixed = TRUE)
  expect_output(print(policy_fewa(sd = 1)), "FEWA (alpha = 0.06, grid = 1, sd = 1)", fixed = TRUE)
  expect_error(policy_fewa(grid = 0.5), "`grid`", class = "unruly_error_argument")
  expect_error(policy_raw_ucb(alpha = 0), "`alpha`", class = "unruly_error_argument")
  expect_error(policy_wswa(sd = -1), "`sd`", class = "unruly_error_argument")
})
