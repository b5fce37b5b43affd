# The literal versions are in helper-impatient.R.

expect_impatient_as_literal <- function(literal, b, policy, horizon) {
  expect_identical(impatient_choices(b, policy, horizon), as.integer(literal$choices))
}

# ---- SE -------------------------------------------------------------------

test_that("SE chooses as its literal version, whatever leaves and enters", {
  skip_on_cran() # long
  set.seed(1)
  for (arms in c(1:8, 13, 20)) {
    reward <- impatient_rewards(arms, 2000)
    patience <- sample(c(2:30, Inf), arms, replace = TRUE)
    patience[1] <- Inf
    from <- if (arms %% 2) sample(c(1, 1, 5, 600), arms, replace = TRUE)
    from[1] <- 1
    if (!is_drawn(arms %/% 2, one_in = 2)) next
    literal <- literal_se(impatient_game(reward, patience, 2000, if (arms %% 2) from else rep(1, arms)), 2000)
    b <- impatient_tape(reward, patience, if (arms %% 2) from)
    expect_impatient_as_literal(literal, b, policy_se(), 2000)
  }
})

test_that("SE chooses as its literal version with a confidence of its own", {
  skip_on_cran()
  set.seed(2)
  reward <- impatient_rewards(6, 2000, c(0.1, 0.9, 0.5, 0.4, 0.8, 0.1))
  b <- bandit(arms_tape(reward))
  literal <- literal_se(impatient_game(reward, rep(Inf, 6), 2000), 2000, log(1 / 0.3))
  expect_impatient_as_literal(literal, b, policy_se(error = 0.3), 2000)
  expect_false(identical(impatient_choices(b, policy_se(0.3), 2000), impatient_choices(b, policy_se(), 2000)))
})

test_that("SE plays equal arms in turn for ever", {
  b <- bandit(arms_constant(rep(0.5, 4)))
  expect_identical(impatient_choices(b, policy_se(), 2000), rep(1:4, 500))
})

test_that("SE loses half a unit a round on the instance of Proposition 3.6", {
  skip_on_cran() # long
  b <- bandit(arms_constant(c(0, 0, 0, 1 / 2))) |> with_patience(c(20, 20, 3, 2))
  for (horizon in c(10, 1000, 1e5)) {
    study <- run_study(b, policy_se(), horizon, reps = 1, seed = 1, record = 1, progress = FALSE)
    expect_identical(regret(study)$regret, horizon / 2)
  }
})

test_that("SE plays mortal populations to the end", {
  skip_on_cran() # long
  population <- bandit_mortal(alive = 10, horizon = 3000, mean_lifetime = 50)
  study <- run_study(population, policy_se(), 3000, reps = 3, seed = 1, record = 1, progress = FALSE)
  expect_identical(regret(study)$pulls, rep(3000, 3))
})

# ---- FC-SE with all arms in the cycle ---------------------------------------

test_that("FC-SE chooses as its literal version if all arms are in the cycle", {
  skip_on_cran() # long
  set.seed(3)
  events <- 0
  for (arms in 1:20) {
    reward <- impatient_rewards(arms, 2000, runif(arms)^2)
    patience <- feasible_patience(arms)
    if (!is_drawn(arms %/% 2, one_in = 2)) next
    literal <- literal_fc_se(impatient_game(reward, patience, 2000), patience, 2000, NULL)
    expect_impatient_as_literal(literal, impatient_tape(reward, patience), policy_fc_se(), 2000)
    events <- events + literal$events
  }
  expect_gt(events[["eliminated"]], 20 / parts_of_share())
  expect_identical(events[["lost"]], 0)
})

test_that("FC-SE repeats the whole cycle while arms are equal, and none leaves", {
  skip_on_cran() # long
  set.seed(4)
  for (i in 1:16) {
    patience <- feasible_patience(sample(1:12, 1))
    if (!is_drawn(i)) next
    b <- bandit(arms_constant(rep(1, length(patience)))) |> with_patience(patience)
    study <- run_study(b, policy_fc_se(), 2000, reps = 1, seed = 1, keep = "choices", progress = FALSE)
    expect_identical(choices(study)$arm, rep_len(aus_cycle(patience)$slots, 2000))
    expect_identical(nrow(exits(study)), 0L)
  }
})

test_that("with patience of K or more and no exit FC-SE is SE", {
  skip_on_cran() # long
  set.seed(5)
  reward <- impatient_rewards(5, 3000, c(0.1, 0.3, 0.9, 0.2, 0.8))
  b <- impatient_tape(reward, rep(Inf, 5))
  expect_identical(impatient_choices(b, policy_fc_se(), 3000), impatient_choices(b, policy_se(), 3000))
})

test_that("FC-SE keeps the best arm but for a share of 2K/T of the replications", {
  skip_on_cran() # long
  b <- bandit(arms_gaussian(c(0.9, 0.5, 0, 0.4))) |> with_patience(c(3, 4, 8, 12))
  study <- run_study(b, policy_fc_se(), 1500, reps = 400, seed = 1, record = 1, progress = FALSE)
  expect_lte(sum(exits(study)$arm == 1) / 400, 2 * 4 / 1500)
  expect_gt(sum(exits(study)$arm == 3), 300) # the worst arm goes
})

test_that("the regret of FC-SE is below the bound of Theorem 4.1", {
  skip_on_cran() # long
  means <- c(0.5, 0.6, 0.9)
  b <- bandit(arms_gaussian(means)) |> with_patience(c(4, 4, 2))
  study <- run_study(b, policy_fc_se(), 2e4, reps = 50, seed = 1, progress = FALSE)
  measured <- summary(study)
  bound <- regret_bound(b, measured$round[measured$round > 1], policy_fc_se())
  expect_true(all(measured$upper[measured$round > 1] <= bound$value))
})

# ---- FC-SE with arms that wait ----------------------------------------------

test_that("FC-SE chooses as its literal version if arms wait, join and are dropped", {
  skip_on_cran() # long
  set.seed(6)
  events <- 0
  for (i in 1:14) {
    arms <- sample(4:14, 1)
    patient <- sample(600:3000, arms - arms %/% 2, replace = TRUE)
    patience <- sample(c(feasible_patience(arms %/% 2, 2 * arms), patient))
    reward <- if (i %% 6) impatient_rewards(arms, 2500) else matrix(0.5, arms, 2500)
    most <- most_arms(patience)
    N <- if (i %% 2) sample(arms %/% 2 + seq(0, most - arms %/% 2), 1) else most
    policy <- policy_fc_se(if (i %% 2) N)
    if (!is_drawn(i %/% 2, one_in = 2)) next
    literal <- literal_fc_se(impatient_game(reward, patience, 2500), patience, 2500, impatient_uniforms(policy, 1), N)
    expect_impatient_as_literal(literal, impatient_tape(reward, patience), policy, 2500)
    events <- events + literal$events
  }
  expect_gt(min(events[c("eliminated", "dropped", "joined")]), 10 / parts_of_share())
  expect_identical(events[["lost"]], 0)
})

test_that("a segment longer than waiting arms have patience for is refused, and the one named will do", {
  skip_on_cran() # long
  b <- bandit(arms_constant(rep(1, 9))) |> with_patience(c(4, 5, 5, 6, 300, 130, 400, 250, 200))
  play <- function(segment) run_study(b, policy_fc_se(4, segment, sd = 1), 3000, reps = 1, seed = 1, progress = FALSE)
  # By rank: 130, 200, 250 in the first group; 300, 400 in the second.
  error <- expect_error(play(131), "at most 130 rounds: `segment = 130` would do", class = "unruly_error_policy")
  # None of them leaves while it waits for its place; an arm that had one may be dropped for another.
  expect_true(all(exits(play(130))$round > 260 | exits(play(130))$arm < 5))
  expect_setequal(pulls(play(130))$arm[pulls(play(130))$pulls > 0], 1:9)
  entering <- bandit(arms_constant(rep(1, 5))) |> with_patience(c(9, 9, 9, 100, 9)) |> with_entries(c(1, 1, 1, 1, 500))
  entry <- function(segment) run_study(entering, policy_fc_entry(5, 9, segment), 2000, reps = 1, seed = 1, progress = FALSE)
  expect_error(entry(101), "`segment = 100` would do", class = "unruly_error_policy")
  expect_silent(entry(100))
})

# ---- cycles that are given -----------------------------------------------------

test_that("FC-SE plays any feasible cycle as its literal version does", {
  skip_on_cran() # long
  set.seed(21)
  events <- 0
  for (i in 1:10) {
    patience <- list(c(3, 4, 5, 8), c(3, 4, 5, 9), c(4, 5, 6, 7, 8))[[i %% 3 + 1]]
    slots <- pinwheel_cycle(patience)$slots
    outside <- if (i %% 2) sample(400:2000, sample(1:6, 1))
    all <- c(patience, outside)
    place <- sample(length(all)) # where each arm stands
    cycle <- place[slots]
    patience <- replace(all, place, all)
    reward <- impatient_rewards(length(all), 2500)
    policy <- policy_fc_se(cycle = cycle)
    if (!is_drawn(i %/% 2, one_in = 2)) next
    literal <- literal_fc_se(impatient_game(reward, patience, 2500), patience, 2500, impatient_uniforms(policy, 1),
                             cycle = cycle)
    expect_impatient_as_literal(literal, impatient_tape(reward, patience), policy, 2500)
    events <- events + literal$events
  }
  expect_gt(min(events[c("eliminated", "dropped", "joined")]), 5 / parts_of_share())
  expect_identical(events[["lost"]], 0)
})

test_that("FC-SE takes any arms into its cycle, not only the least patient", {
  skip_in_quick()
  set.seed(22)
  patience <- c(700, 30, 900, 25, 800)
  reward <- impatient_rewards(5, 2500)
  policy <- policy_fc_se(cycle = c(2, 4, 2, 5))
  literal <- literal_fc_se(impatient_game(reward, patience, 2500), patience, 2500, impatient_uniforms(policy, 1),
                           cycle = c(2, 4, 2, 5))
  expect_impatient_as_literal(literal, impatient_tape(reward, patience), policy, 2500)
  expect_identical(head(literal$choices, 8), rep(c(2, 4, 2, 5), 2))
})

test_that("the almost uniform cycle, given, is the one taken by default", {
  set.seed(23)
  patience <- c(9, 4, 6, 900, 13, 800)
  reward <- impatient_rewards(6, 2000)
  b <- impatient_tape(reward, patience)
  inside <- which(patience < 100)
  slots <- inside[aus_cycle(patience[inside])$slots]
  # Not the same stream: so games in which nothing is drawn.
  given <- impatient_choices(b, policy_fc_se(cycle = slots), 200)[1:60]
  expect_identical(given, impatient_choices(b, policy_fc_se(4), 200)[1:60])
  all_in <- with_patience(bandit(arms_tape(reward[1:3, ])), c(9, 4, 6))
  expect_identical(impatient_choices(all_in, policy_fc_se(cycle = aus_cycle(c(9, 4, 6))), 2000),
                   impatient_choices(all_in, policy_fc_se(), 2000))
})

test_that("FC-Entry plays any feasible cycle as its literal version does", {
  skip_in_quick()
  set.seed(24)
  events <- 0
  slots <- pinwheel_cycle(c(12, 13, 14, 4, 5))$slots
  slots <- list(ifelse(slots > 3, 3 - slots, slots), c(1, -1, 2, -2, 3, -1, 1, -2, 2, -1, 3, -2))
  for (i in 1:10) {
    cycle <- slots[[i %% 2 + 1]]
    patience <- c(12, 13, 14, 700, 900, rep(5, 5))
    from <- c(rep(1, 5), sample(2:2000, 5))
    place <- sample(10)
    cycle <- ifelse(cycle > 0, place[pmax(cycle, 1)], cycle)
    patience <- replace(patience, place, patience)
    from <- replace(from, place, from)
    reward <- impatient_rewards(10, 2500)
    policy <- policy_fc_entry(patience_floor = 5, cycle = cycle)
    if (!is_drawn(i %/% 2, one_in = 2)) next
    game <- impatient_game(reward, patience, 2500, from)
    literal <- literal_fc_entry(game, patience, from, 2500, impatient_uniforms(policy, 1), 5, 5, slots = cycle)
    expect_impatient_as_literal(literal, impatient_tape(reward, patience, from), policy, 2500)
    events <- events + literal$events
  }
  expect_gt(min(events[c("eliminated", "joined", "evicted")]), 3 / parts_of_share())
  expect_identical(events[["lost"]], 0)
})

test_that("FC-Entry reads the last two arms of a cycle object as the virtual ones", {
  made <- aus_cycle(c(12, 13, 5, 5))
  b <- bandit(arms_constant(rep(1, 3))) |> with_patience(c(12, 13, 5)) |> with_entries(c(1, 1, 100))
  given <- impatient_choices(b, policy_fc_entry(patience_floor = 5, segment = 30, cycle = made), 99)
  expect_identical(given, impatient_choices(b, policy_fc_entry(4, 5, segment = 30), 99))
})

test_that("a waiting arm is first pulled in the last two cycles before its checkpoint", {
  patience <- c(4, 4, 4, 4, 800, 300, 900, 1000, 700)
  b <- bandit(arms_constant(rep(1, 9))) |> with_patience(patience)
  chosen <- impatient_choices(b, policy_fc_se(4, segment = 300), 2000)
  first <- match(1:9, chosen)
  checkpoint <- c(300, 300, 600, 600, 300) # by rank, three at a time: arms 6, 9, 5, then 7, 8
  expect_true(all(first[5:9] > checkpoint - 8 & first[5:9] < checkpoint))
})

test_that("the regret of FC-SE is below the bound of Theorem 4.2", {
  skip_on_cran() # long
  means <- c(0.1, 0.2, 0.3, 0.9, 0.5)
  patience <- c(3, 3, 3, 5000, 5000)
  b <- bandit(arms_gaussian(means)) |> with_patience(patience)
  study <- run_study(b, policy_fc_se(), 2e4, reps = 30, seed = 1, record = 1, progress = FALSE)
  expect_lte(summary(study)$upper, regret_bound(b, 2e4, policy_fc_se())$value)
})

test_that("the shortest games are played", {
  b <- bandit(arms_constant(c(1, 2))) |> with_patience(c(2, 2))
  expect_identical(impatient_choices(b, policy_fc_se(), 1), 1L)
  expect_identical(impatient_choices(b, policy_se(), 1), 1L)
  one <- bandit(arms_constant(1)) |> with_patience(1)
  expect_identical(impatient_choices(one, policy_fc_se(), 100), rep(1L, 100))
  expect_identical(impatient_choices(one, policy_fc_se(1), 5), rep(1L, 5))
})

# ---- FC-Entry ---------------------------------------------------------------

# K0 arms of the start, `entering` more, in a random order of numbers.
entry_instance <- function(horizon, entering, together = FALSE, floor = 14, short = FALSE) {
  K0 <- sample(3:8, 1)
  N <- sample(4:(K0 + 2), 1)
  patience <- sample(13:30, K0, replace = TRUE)
  if (K0 > N - 2) patience[sample(K0, K0 - N + 2)] <- sample(500:2000, K0 - N + 2)
  patience <- c(patience, if (short) sample(2:floor, entering, replace = TRUE) else rep(floor, entering))
  from <- c(rep(1, K0), if (together) rep(sample(2:horizon, 1), entering) else sample(2:horizon, entering))
  order <- sample(K0 + entering)
  list(patience = patience[order], from = from[order], N = N, reward = impatient_rewards(K0 + entering, horizon),
       floor = floor, horizon = horizon)
}

play_entry_instance <- function(x, segment = NULL) {
  policy <- policy_fc_entry(x$N, x$floor, segment)
  game <- impatient_game(x$reward, x$patience, x$horizon, x$from)
  literal <- literal_fc_entry(game, x$patience, x$from, x$horizon, impatient_uniforms(policy, 1), x$N, x$floor, segment)
  expect_impatient_as_literal(literal, impatient_tape(x$reward, x$patience, x$from), policy, x$horizon)
  literal$events
}

test_that("FC-Entry chooses as its literal version when arms enter, and loses none", {
  skip_on_cran() # long
  set.seed(8)
  events <- 0
  for (i in 1:9) {
    x <- entry_instance(2500, sample(0:8, 1))
    if (is_drawn(i, one_in = 2)) events <- events + play_entry_instance(x, if (i %% 3 == 0) 150)
  }
  expect_gt(min(events[c("eliminated", "dropped", "joined", "evicted")]), 3 / parts_of_share())
  expect_identical(events[["lost"]], 0)
})

test_that("FC-Entry chooses as its literal version when arms enter in the same round", {
  skip_on_cran() # long
  set.seed(9)
  events <- 0
  for (i in 1:8) {
    x <- entry_instance(2000, sample(3:6, 1), together = TRUE)
    if (is_drawn(i, one_in = 2)) events <- events + play_entry_instance(x)
  }
  expect_gt(events[["evicted"]], 10 / parts_of_share())
  expect_identical(events[["lost"]], 0)
})

test_that("FC-Entry chooses as its literal version when arms enter all the time, at the ends of cycles too", {
  skip_on_cran() # long
  set.seed(12)
  events <- 0
  for (K0 in 2:5) {
    from <- c(rep(1, K0), sample(2:1000, 80))
    patience <- c(9, 9, 9, 300, 300)[c(seq_len(K0), rep(1, 80))]
    x <- list(patience = patience, from = from, N = min(5, K0 + 2), floor = 9, horizon = 1000,
              reward = 30 * impatient_rewards(K0 + 80, 1000)) # who joins is soon eliminated
    n <- x$N # all of them have the same patience: round robin
    if (is_drawn(K0, one_in = 2)) events <- events + play_entry_instance(x, if (K0 < 5) 3 * n + 1)
  }
  expect_gt(min(events[c("evicted", "eliminated")]), 20 / parts_of_share())
})

test_that("FC-Entry chooses as its literal version when entering arms have too little patience", {
  skip_on_cran() # long
  set.seed(10)
  events <- 0
  for (i in 1:6) {
    x <- entry_instance(2000, 8, short = TRUE)
    if (is_drawn(i, one_in = 2)) events <- events + play_entry_instance(x, 120)
  }
  expect_gt(events[["lost"]], 3 / parts_of_share())
})

test_that("FC-Entry plays without entries at all", {
  skip_on_cran() # long
  b <- bandit(arms_constant(rep(1, 4))) |> with_patience(rep(6, 4))
  expect_identical(impatient_choices(b, policy_fc_entry(6, 6), 12), rep(1:4, 3))
})

test_that("FC-Entry does not know who will enter", {
  skip_on_cran() # long
  set.seed(11)
  reward <- impatient_rewards(6, 2000)
  patience <- c(8, 8, 9, 500, 8, 8)
  with <- impatient_tape(reward, patience, c(1, 1, 1, 1, 1200, 1500))
  without <- impatient_tape(reward[1:4, ], patience[1:4], rep(1, 4))
  policy <- policy_fc_entry(5, 8)
  before <- seq_len(1199)
  expect_identical(impatient_choices(with, policy, 2000)[before], impatient_choices(without, policy, 2000)[before])
})

test_that("FC-Entry's segment follows the number of arms it is told", {
  skip_on_cran() # long
  b <- bandit(arms_constant(rep(1, 4))) |> with_patience(c(8, 8, 8, 1e6))
  first <- function(arms) match(4, impatient_choices(b, policy_fc_entry(5, 8, arms = arms), 4000))
  segment <- function(arms) 15 + ceiling((8 * (arms - 2) * 4000 * sqrt(5 * log(4000)) / 4)^(2 / 3))
  expect_identical(aus_cycle(c(8, 8, 8, 8, 8))$length, 5L)
  for (arms in 4:5) {
    expect_gt(first(arms), segment(arms) - 10)
    expect_lt(first(arms), segment(arms))
  }
  expect_lt(abs(first(NULL) - first(6)), 5) # not the same random numbers
})

# ---- what they refuse --------------------------------------------------------

try_policy <- function(policy, patience, horizon = 1000, from = NULL) {
  b <- bandit(arms_constant(rep(1, length(patience)))) |> with_patience(patience)
  if (!is.null(from)) b <- with_entries(b, from)
  run_study(b, policy, horizon = horizon, reps = 1, seed = 1, progress = FALSE)
}

test_that("policies() says what they need", {
  skip_on_cran() # long
  listed <- policies()
  row <- function(constructor) listed[listed$constructor == constructor, ]
  expect_identical(row("policy_se")$refuses, "waiting")
  expect_identical(row("policy_fc_se")$needs, "patience")
  expect_identical(row("policy_fc_entry")$needs, "patience")
  expect_identical(policy_fc_entry(5, 3)$label, "FC-Entry")
})

test_that("a bandit without patience, or with more than they can play, is refused", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.2, 0.8)))
  waiting <- with_waiting(b, c(0.5, 0.5))
  play <- function(b, policy) run_study(b, policy, 100, reps = 1, seed = 1, progress = FALSE)
  for (policy in list(policy_fc_se(), policy_fc_entry(4, 2))) {
    expect_error(play(b, policy), class = "unruly_error_policy")
    expect_error(play(with_patience(b, 9) |> with_lifetimes(1, 50), policy), class = "unruly_error_policy")
  }
  expect_error(play(waiting, policy_se()), class = "unruly_error_policy")
  expect_error(play(with_patience(b, 9) |> with_entries(c(1, 5)), policy_fc_se()), class = "unruly_error_policy")
})

test_that("refusals say what would do", {
  expect_errors({
    try_policy(policy_fc_se(1), c(4, 4, 4))
    try_policy(policy_fc_se(8), c(4, 4, 4))
    try_policy(policy_fc_se(4), c(3, 3, 3, 3, 50))
    try_policy(policy_fc_se(), c(1, 3, 5))
    try_policy(policy_fc_se(2), c(1, 3, 5))
    try_policy(policy_fc_se(segment = 9), c(3, 3, 3, 500))
    try_policy(policy_fc_se(), c(3, 3, 3, 8, 8))
    try_policy(policy_fc_se(), c(2, 4, 8, 16, 32, 32, 90))
    try_policy(policy_fc_se(), c(3, 3, 3, 500), horizon = 1)
    try_policy(policy_fc_entry(8, 9), c(9, 9, 9))
    try_policy(policy_fc_entry(4, 9), 9)
    try_policy(policy_fc_entry(5, 3), c(3, 3, 3, 500))
    try_policy(policy_fc_entry(6, 5), c(3, 6, 6, 500))
    try_policy(policy_fc_entry(4, 9, arms = 2), c(9, 9, 9))
    try_policy(policy_fc_entry(5, 9, segment = 15), c(9, 9, 9, 9), from = c(1, 1, 1, 7))
    try_policy(policy_fc_entry(5, 9), c(9, 9, 9, 9), from = c(1, 1, 1, 7), horizon = 1)
  })
})

test_that("cycles that will not do are refused", {
  expect_errors({
    try_policy(policy_fc_se(cycle = c(1, 2, 3)), c(2, 5, 5))
    try_policy(policy_fc_se(cycle = c(1, 2, 9)), c(3, 5, 5))
    try_policy(policy_fc_se(cycle = 1), c(3, 5, 5))
    try_policy(policy_fc_se(cycle = 1:3), c(3, 5, 5, 9))
    try_policy(policy_fc_entry(patience_floor = 3, cycle = c(1, -1, 2, -2)), c(9, 9))
    try_policy(policy_fc_entry(patience_floor = 9, cycle = c(1, -1, 3, -2)), c(9, 9, 9), from = c(1, 1, 7))
    policy_fc_se(3, cycle = 1:3)
    policy_fc_se(cycle = 0:3)
    policy_fc_se(cycle = TRUE)
    policy_fc_entry(4, 9, cycle = c(1, 2, -1, -2))
    policy_fc_entry(patience_floor = 9, cycle = c(1, 2, 3, -1))
    policy_fc_entry(patience_floor = 9, cycle = c(1, 0, 3, -1))
  })
})

# Whatever a refusal says would do is tried: the policy is called as it says.
test_that("recommendations in refusals of FC-SE and FC-Entry work, for random patience, cycles and segments", {
  skip_on_cran()
  withr::local_seed(8)
  tried <- c(n_cycle = 0, segment = 0)
  said <- function(given, make, patience) {
    tryCatch({try_policy(do.call(make, given), patience); ""}, unruly_error = function(e) gsub("[[:space:]]+", " ", conditionMessage(e)))
  }
  number <- function(pattern, text) as.numeric(sub(paste0(".*", pattern, ".*"), "\\1", text))
  cases <- c(list(list(given = list(n_cycle = 2, segment = 7), make = policy_fc_se, patience = c(4, 4, 6, 9000))), share_of(lapply(1:150, function(i) {
    entry <- i %% 3 == 0
    given <- list(n_cycle = sample(if (entry) 4:7 else 2:6, 1), segment = if (i %% 2) sample(c(5:20, 50), 1))
    if (entry) given$patience_floor <- sample(c(4, 9, 30), 1)
    list(given = without_nulls(given), make = if (entry) policy_fc_entry else policy_fc_se,
         patience = sort(sample(c(3:9, 20, 60, 500, 9000), sample(3:6, 1), TRUE)))
  })))
  for (case in cases) {
    again <- case$given
    text <- said(again, case$make, case$patience)
    if (grepl("n_cycle = [0-9]+`.* would do", text)) {
      again$n_cycle <- number("`n_cycle = ([0-9]+)`", text)
      if (grepl("without `segment`", text)) again$segment <- NULL
    } else if (grepl("the largest that would do is", text)) {
      again <- list(n_cycle = number("that would do is ([0-9]+)", text), patience_floor = again$patience_floor)
      again <- without_nulls(again)
      expect_no_match(said(again, case$make, case$patience), "no cycle keeps") # its segments are another matter
      next
    } else if (grepl("`segment = [0-9]+` would do", text)) again$segment <- number("`segment = ([0-9]+)` would do", text)
    else if (grepl("must be longer than three cycles of [0-9]+ slots: at least", text)) again$segment <- number("at least ([0-9]+)", text)
    else next
    tried <- tried + c(!identical(again$n_cycle, case$given$n_cycle), !identical(again$segment, case$given$segment))
    expect_identical(said(again, case$make, case$patience), "", label = paste(text, toString(case$patience)))
  }
  expect_gt(min(tried), 3 / parts_of_share())
})

test_that("the n_cycle that is said to do does", {
  skip_on_cran() # long
  for (n_cycle in 4:6) {
    play <- function() try_policy(policy_fc_se(n_cycle), c(2, 4, 8, 16, 32, 32, 90))
    if (n_cycle == 4) expect_silent(play()) else expect_error(play(), "`n_cycle = 4` would do")
  }
})

test_that("bad arguments are refused by name", {
  expect_errors({
    policy_se(error = 0)
    policy_se(1)
    policy_se(c(0.1, 0.2))
    policy_se("a")
    policy_fc_se(0)
    policy_fc_se(2.5)
    policy_fc_se(NA)
    policy_fc_se("all")
    policy_fc_se(c(2, 3))
    policy_fc_se(1e300)
    policy_fc_se(segment = 0)
    policy_fc_se(segment = Inf)
    policy_fc_se(segment = numeric())
    policy_fc_se(label = NA)
    policy_fc_entry()
    policy_fc_entry(5)
    policy_fc_entry(3, 9)
    policy_fc_entry(NULL, 9)
    policy_fc_entry(5, 0)
    policy_fc_entry(5, c(3, 4))
    policy_fc_entry(5, NA)
    policy_fc_entry(5, 9, segment = -1)
    policy_fc_entry(5, 9, arms = 1)
    policy_fc_entry(5, 9, arms = "many")
  })
})

test_that("the patience that a refusal of FC-SE recommends is played", {
  skip_on_cran()
  # Arms of equal means, so that nothing but the schedule can be wrong.
  refused <- function(patience, policy) {
    problem <- bandit(arms_bernoulli(rep(0.5, length(patience)))) |> with_patience(patience)
    tryCatch({
      run_study(problem, policy, 60, reps = 1, seed = 1, progress = FALSE)
      NULL
    }, unruly_error_policy = conditionMessage)
  }
  number <- function(text, pattern) as.double(sub(".* (\\d+)$", "\\1", regmatches(text, regexpr(pattern, text))))
  recommended <- 0
  withr::local_seed(1)
  for (case in 1:150) {
    patience <- sample(2:12, sample(3:6, 1), replace = TRUE)
    if (!is_drawn(case)) next
    said <- refused(patience, policy_fc_se())
    if (is.null(said) || !grepl("patience of at least", said)) next
    cycle <- number(said, "n_cycle = \\d+")
    least <- number(said, "patience of at least \\d+")
    outside <- order(patience)[-seq_len(cycle)]
    enough <- replace(patience, outside, pmax(patience[outside], least))
    expect_null(refused(enough, policy_fc_se(cycle)), info = toString(patience))
    recommended <- recommended + 1
  }
  expect_gt(recommended, 10 / parts_of_share())
})
