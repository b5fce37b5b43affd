# Pulls by arm, exits and choices.

test_that("pulls of arms drawn from priors go by the rank of the true mean", {
  study <- play(bandit(arms_bernoulli(prior_uniform(4))), list(policy_ucb1(), policy_uniform()), 200, reps = 5)
  data <- plot_data(study, "pulls")
  expect_identical(unique(data$by), "true mean")
  table <- pulls(study)
  mine <- table[table$policy == "UCB1", ]
  wanted <- rowMeans(vapply(1:5, function(r) {
    game <- mine[mine$rep == r, ]
    game$pulls[order(-game$mean)] / 200
  }, numeric(4)))
  expect_equal(data$share[data$policy == "UCB1"], wanted)
})

test_that("the axis says in which bandits arms go by something else", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  known <- bandit(arms_bernoulli(c(0.3, 0.6)))
  drawn <- bandit(arms_bernoulli(prior_uniform(2)))
  study <- play(list(known = known, drawn = drawn), policy_uniform(), 20, reps = 2)
  expect_match(autoplot(study, "pulls")$labels$x, "^Arm; in drawn: rank of the arm")
  expect_identical(autoplot(study, "pulls", bandits = "known")$labels$x, "Arm")
})

test_that("in populations pulls go by how much an arm got", {
  study <- play(bandit_mortal(5, 100, 20), policy_ag(), 100, reps = 3)
  data <- plot_data(study, "pulls")
  table <- pulls(study)
  sorted <- lapply(1:3, function(r) sort(table$pulls[table$rep == r], decreasing = TRUE))
  longest <- max(lengths(sorted))
  wanted <- rowMeans(vapply(sorted, function(x) c(x, numeric(longest - length(x))), numeric(longest))) / 100
  expect_equal(data$share[order(as.integer(data$arm))], wanted)
})

test_that("each bandit has its own arms, by name where they have names", {
  skip_in_quick()
  study <- play(list(few = bandit(arms_bernoulli(c(red = 0.3, green = 0.6))), many = bandit(arms_constant(1:5 / 10))),
                policy_uniform(), 30)
  data <- plot_data(study, "pulls")
  expect_identical(as.character(data$arm[data$bandit == "few"]), c("red", "green"))
  expect_identical(as.character(data$arm[data$bandit == "many"]), as.character(1:5))
  skip_if_not_installed("ggplot2")
  panels <- ggplot2::ggplot_build(autoplot(study, "pulls"))$layout$panel_params
  labels <- lapply(panels, function(p) p$x$limits)
  expect_identical(lapply(labels, as.vector), list(c("red", "green"), as.character(1:5)))
})

test_that("many arms or policies make a heat map of the arms that got most", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- play(bandit(arms_bernoulli(seq(0.1, 0.9, length.out = 60))), list(policy_ucb1(), policy_uniform()), 500)
  drawn <- autoplot(study, "pulls")
  tiles <- ggplot2::layer_data(drawn, 1)
  expect_identical(nrow(tiles), 80L)
  data <- plot_data(study, "pulls")
  greatest <- tapply(data$share, data$arm, max)
  expect_gte(min(greatest[levels(drawn$data$arm)]), sort(greatest, decreasing = TRUE)[[40]])
})

test_that("long names of arms are aslant, so that none is left out", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  long <- bandit(arms_bernoulli(stats::setNames(1:8 / 10, paste("advertisement", 1:8))))
  study <- play(list(long = long, short = bandit(arms_bernoulli(c(a = 0.3, b = 0.6)))), policy_uniform(), 30, reps = 2)
  drawn <- autoplot(study, "pulls")
  labels <- lapply(ggplot2::ggplot_build(drawn)$layout$panel_params, function(p) p$x$get_labels())
  expect_identical(lengths(labels), c(8L, 2L))
  angle <- function(plot) {
    guide <- plot$scales$get_scales("x")$guide
    (guide$params %||% guide)$angle # ggplot2 3.5.0 moved it
  }
  expect_identical(angle(drawn), 45)
  expect_null(angle(autoplot(study, "pulls", bandits = "short")))
})

# ---- exits -----------------------------------------------------------------------

test_that("arms are there from when they exist until they exit", {
  skip_in_quick()
  b <- bandit(arms_constant(c(1, 1, 1))) |> with_lifetimes(first = c(1, 5, 90), last = c(9, Inf, 95))
  study <- play(b, policy_uniform(), 20, reps = 2)
  data <- plot_data(study, "exits")
  expect_equal(data$arm, c(1, 1, 1, 2, 2)) # the third is born beyond the horizon
  expect_equal(data$round, c(0, 9, 20, 4, 20))
  expect_equal(data$present, c(1, 0, 0, 1, 1))
  skip_if_not_installed("ggplot2")
  bars <- ggplot2::layer_data(autoplot(study, "exits"), 1)
  expect_equal(bars$x, c(1, 10, 5))
})

test_that("exits are refused where nothing can exit", {
  skip_in_quick()
  plain <- bandit(arms_constant(1:2))
  for (b in list(plain, plain |> with_patience(Inf), plain |> with_entries(c(1, 3)), plain |> with_lifetimes(1, Inf),
                 bandit_replay(data.frame(arm = rep(1:2, 20), reward = 1)))) {
    expect_error(plot_data(play(b, policy_uniform(), 10), "exits"), "can leave or die", class = "unruly_error_argument")
  }
  mixed <- play(list(plain = plain, impatient = plain |> with_patience(2), born = bandit_mortal(2, 10, 5)), policy_uniform(), 10)
  expect_error(plot_data(mixed, "exits"), "populations", class = "unruly_error_argument")
  expect_identical(as.character(unique(plot_data(mixed, "exits", bandits = c("plain", "impatient"))$bandit)), "impatient")
  expect_true("age" %in% names(plot_data(mixed, "exits", bandits = "born")))
})

test_that("captions count one round, and one replication, as one", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  caption <- function(...) autoplot(play(bandit(arms_constant(1:2)), policy_uniform(), ...), "pulls")$labels$caption
  expect_match(caption(1, reps = 1), "One replication; one round", fixed = TRUE)
  expect_match(caption(3, reps = 2), "Means over 2 replications; all 3 rounds", fixed = TRUE)
})

test_that("bandits in which nothing can leave are named where exits are drawn", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  plain <- bandit(arms_constant(1:2))
  study <- play(list(calm = plain, impatient = plain |> with_patience(2)), policy_uniform(), 10)
  expect_match(autoplot(study, "exits")$labels$caption, "in calm$")
  expect_identical(autoplot(study, "exits", bandits = "impatient")$labels$caption, "One replication")
  policies <- lapply(1:17, function(i) policy_fixed(1, label = paste(i)))
  many <- play(list(calm = plain, impatient = plain |> with_patience(2)), policies, 10)
  expect_match(autoplot(many, "exits")$labels$caption, "in calm$")
})

# Kaplan and Meier, age by age.
literal_survival <- function(first, exit, horizon) {
  age <- ifelse(is.na(exit), horizon, exit) - first + 1
  present <- 1
  vapply(seq_len(max(age)), function(a) {
    present <<- present * (1 - sum(age == a & !is.na(exit)) / sum(age >= a))
    present
  }, 0)
}

test_that("populations are survival by age, lives cut short by the horizon allowed for", {
  study <- play(bandit_mortal(6, 80, 15), list(policy_uniform(), policy_ag()), 80, reps = 4)
  data <- plot_data(study, "exits", policies = "AG")
  drawn <- instances(study)
  gone <- exits(study)[exits(study)$policy == "AG", ]
  exit <- gone$round[match(paste(drawn$rep, drawn$arm), paste(gone$rep, gone$arm))]
  wanted <- literal_survival(drawn$first, exit, 80)
  expect_equal(data$present[-1], wanted[data$age[-1]])
  # About geometric, as it was made.
  expect_lt(abs(data$present[data$age == 15] - (14 / 15)^15), 0.1)
})

test_that("each death brings an arm if arms die of their pulls", {
  study <- play(bandit_mortal(3, 200, 20, death = "budgeted"), policy_uniform(), 200, reps = 3)
  gone <- exits(study)
  born <- unruly:::births_by_deaths(gone, 3, 1:3)
  played <- choices(study)
  earliest <- tapply(played$round, paste(played$rep, played$arm), min)
  first <- born$first[match(names(earliest), paste(born$rep, born$arm))]
  expect_true(all(first <= earliest))
  # Three are alive in every round.
  exit <- gone$round[match(paste(born$rep, born$arm), paste(gone$rep, gone$arm))]
  alive <- vapply(1:200, function(t) sum(born$first <= t & (is.na(exit) | exit >= t)), 0L)
  expect_true(all(alive == 9))
  expect_equal(plot_data(study, "exits")$present[-1], {
    wanted <- literal_survival(born$first[born$first <= 200], exit[born$first <= 200], 200)
    wanted[plot_data(study, "exits")$age[-1]]
  })
})

test_that("arms of a log are there from the first event whose pool has them", {
  pools <- c(rep("1 2", 30), rep("1 2 3", 60))
  events <- data.frame(arm = c(rep(1:2, 15), rep(1:3, 20)), reward = 1, pool = pools)
  study <- play(bandit_replay(events, init = 0, start = c(1, 11)), policy_uniform(), 25, reps = 4)
  entries <- unruly:::entry_rounds(study$description$bandits[[1]], "bandit", "Uniform", study)
  table <- regret(study)
  for (r in 1:4) {
    game <- table[table$rep == r, ]
    # The 31st event is the 21st that the games walk that begin with the 11th.
    wanted <- which(game$events >= if (r %in% c(1, 3)) 31 else 21)[1]
    expect_equal(unname(entries[r, ]), c(1, 1, wanted))
    played <- choices(study)
    expect_gte(min(played$round[played$rep == r & played$arm == 3]), wanted)
  }
  curve <- unruly:::presence_by_arm(exits(study)[0, ], entries, 25)
  third <- curve[curve$arm == 3, ]
  expect_equal(third$present[third$round == max(entries[, 3]) - 1], 1)
  expect_equal(third$present[third$round == min(entries[, 3]) - 1], mean(entries[, 3] == min(entries[, 3])))
})

test_that("too many panels become the number of arms there", {
  study <- play(bandit(arms_constant(rep(1, 3))) |> with_patience(c(3, 9, Inf)) |> with_entries(c(1, 1, 4)),
                list(policy_uniform()), 40, reps = 4)
  counts <- unruly:::presence_counts(plot_data(study, "exits"))
  gone <- exits(study)
  for (t in counts$round) {
    here <- 2 + (t >= 4) - sum(gone$round < t) / 4
    expect_equal(counts$arms[counts$round == t], here)
  }
})

# ---- choices ----------------------------------------------------------------------

test_that("every arm has a row, from its entry to its exit", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  b <- bandit(arms_constant(c(1, 0.5, 0.2))) |> with_patience(c(Inf, 4, 5)) |> with_entries(c(1, 1, 10))
  study <- play(b, policy_fixed(1), 30, reps = 2)
  lives <- unruly:::lives_data(study, plot_data(study, "choices"))
  expect_equal(lives$first, c(1, 1, 10))
  gone <- exits(study)[exits(study)$rep == 1, ]
  expect_equal(lives$last, c(30, gone$round[gone$arm == 2], gone$round[gone$arm == 3]))
  expect_identical(lives$gone, c(FALSE, TRUE, TRUE))
  drawn <- autoplot(study, "choices")
  expect_identical(ggplot2::ggplot_build(drawn)$layout$panel_params[[1]]$y$limits, c("3", "2", "1"))
  crosses <- ggplot2::layer_data(drawn, 3)
  expect_equal(sort(crosses$x), sort(gone$round) + 0.5)
})

test_that("the shares of plays over many rounds are shown by stretches", {
  data <- plot_data(play(bandit(arms_bernoulli(c(0.2, 0.8))), policy_ucb1(), 600), "choices")
  shares <- unruly:::played_stretches(data, 600)
  expect_equal(as.vector(tapply(shares$shade, shares$from, sum)), rep(1, 150))
  second <- shares[shares$from == 4.5, ]
  expect_equal(second$shade, as.vector(table(data$arm[5:8])) / 4)
})

test_that("the choices of the first bandit are drawn if there is no room for all", {
  skip_if_not_installed("ggplot2")
  policies <- lapply(1:7, function(i) policy_fixed(1, label = paste("policy", i)))
  two <- list(one = bandit(arms_constant(1:2)), other = bandit(arms_constant(1:2)))
  drawn <- autoplot(play(two, policies, 20), "choices")
  expect_identical(as.character(unique(drawn$data$bandit)), "one")
  expect_identical(nlevels(droplevels(drawn$data$policy)), 7L)
  expect_identical(drawn$labels$caption, "Replication 1; bandit one, the first of those asked for")
})

test_that("bandits whose arms have different names share the rows of choices by number", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  bandits <- list(letters = bandit(arms_bernoulli(c(a = 0.2, b = 0.5, c = 0.4))), bare = bandit(arms_bernoulli(c(0.2, 0.5))),
                  colours = bandit(arms_bernoulli(c(red = 0.2, green = 0.5, blue = 0.4))))
  study <- play(bandits, list(policy_fixed(1, label = "first"), policy_fixed(2, label = "second")), 12)
  drawn <- ggplot2::autoplot(study, "choices")
  expect_identical(unique(as.character(drawn$data$arm[drawn$data$policy == "first"])), "1")
  expect_identical(unique(as.character(drawn$data$arm[drawn$data$policy == "second"])), "2")
  expect_identical(levels(drawn$data$arm), c("3", "2", "1"))
  alive <- drawn$layers[[1]]$data
  expect_equal(as.vector(table(alive$bandit, alive$policy)), c(3, 2, 3, 3, 2, 3))
})

test_that("bars of pulls have intervals of their means, where replications are independent", {
  skip_in_quick()
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.7))), policy_ucb1(), 50, reps = 9, seed = 1, progress = FALSE)
  drawn <- ggplot2::ggplot_build(autoplot(study, "pulls"))$data[[2]]
  share <- tapply(pulls(study)$pulls, pulls(study)[c("rep", "arm")], sum) / 50
  half <- stats::qt(0.975, 8) * apply(share, 2, stats::sd) / 3
  expect_equal(drawn$ymax - drawn$ymin, unname(pmin(colMeans(share) + half, 1) - pmax(colMeans(share) - half, 0)))
  log <- bandit_replay(data.frame(arm = rep(1:2, 100), reward = rep(c(0, 1, 1, 0), 50)), init = 0)
  replayed <- run_study(log, policy_uniform(), 50, reps = 3, seed = 1, progress = FALSE)
  expect_length(ggplot2::ggplot_build(autoplot(replayed, "pulls"))$data, 1)
})
