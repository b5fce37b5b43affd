# One game, round by round.

test_that("a game that was not kept is played again, and what is seen of it is what happened", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6))) |> with_patience(c(20, 30, 10))
  policies <- list(policy_thompson("bernoulli"), policy_ucb1())
  kept <- run_study(b, policies, 80, 3, seed = 1, keep = "choices", threads = 1)
  bare <- run_study(b, policies, 80, 3, seed = 1, threads = 1)
  data <- plot_data(bare, "game", rep = 2)
  expect_equal(plot_data(kept, "game", rep = 2), data)
  made <- choices(kept)[choices(kept)$rep == 2, ]
  chosen <- data[data$chosen, ]
  expect_equal(as.list(chosen[c("round", "arm", "reward")]), as.list(made[c("round", "arm", "reward")]))
  # Nothing is late here, but what the last round brings is shown to nobody.
  expect_equal(chosen$observed[chosen$round < 80], made$observed[made$round < 80])
  # Who was there: up to the last round of each.
  gone <- exits(kept)[exits(kept)$rep == 2, ]
  for (i in seq_len(nrow(gone))) {
    rounds <- data$round[data$policy == gone$policy[i] & data$arm == gone$arm[i]]
    expect_identical(range(rounds), c(1, gone$round[i]))
  }
  # The estimate before a round is the mean of what was chosen until then.
  row <- data[data$policy == "UCB1" & data$round == 60 & data$arm == 2, ]
  before <- made[made$policy == "UCB1" & made$arm == 2 & made$round < 60, ]
  expect_equal(row$estimate, mean(before$reward))
  # Patience is what is left.
  expect_equal(row$patience, 30 - (59 - max(before$round)))
  expect_equal(plot_data(run_study(b, policies, 80, 1, seed = 1, first_rep = 2, threads = 1), "game")$reward, data$reward)
})

test_that("late outcomes arrive when they are shown", {
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_delay(7), policy_queue(policy_ucb1()), 40, 1, seed = 1, keep = "choices")
  data <- plot_data(study, "game")
  made <- choices(study)
  # The outcome of a round is shown so many rounds later.
  arrived <- data[data$arrived > 0, ]
  expect_equal(arrived$round, 7 + seq_len(nrow(arrived)))
  expect_equal(arrived$observed, made$reward[seq_len(nrow(arrived))])
})

test_that("populations, waits and stops have games too", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  born <- run_study(bandit_mortal(3, 60, 10), policy_ag(), 60, 1, seed = 1)
  data <- plot_data(born, "game")
  lives <- instances(born)
  for (arm in unique(data$arm)) expect_equal(min(data$round[data$arm == arm]), lives$first[lives$arm == arm])
  expect_equal(as.vector(table(data$round)), rep(3, 60))
  waits <- run_study(bandit(arms_bernoulli(c(0.7, 0.9))) |> with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8))), policy_wait_ucb(), 60, 1,
                     seed = 1, keep = "choices")
  shown <- plot_data(waits, "game")
  expect_equal(shown$wait[shown$chosen], choices(waits)$wait)
  stopped <- run_study(bandit(arms_bernoulli(c(0.1, 0.9))), policy_uniform(), 200, 1, seed = 1, stop = stop_glr(0.2, rate = "practical"))
  expect_equal(max(plot_data(stopped, "game")$round), recommendations(stopped)$sample_size)
  for (study in drawn_of(list(born, waits, stopped), 3)) expect_no_error(ggplot2::ggplotGrob(autoplot(study, "game")))
  part <- autoplot(born, "game", rounds = 20)
  expect_match(part$labels$caption, "rounds 1 to 20 of 60")
  expect_error(autoplot(born, "game", rounds = 61), "rounds", class = "unruly_error_argument")
  expect_error(autoplot(born, "game", rep = 0), "rep", class = "unruly_error_argument")
  log <- run_study(bandit_replay(data.frame(arm = rep(1:2, 30), reward = 1)), policy_uniform(), 20, 1, seed = 1)
  expect_error(autoplot(log, "game"), "not a replay", class = "unruly_error_argument")
})

test_that("a game is animated frame by frame, the last of which is the whole figure", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_ucb1(), 12, 1, seed = 1)
  data <- plot_data(study, "game")
  expect_identical(unruly:::game_frames(data, 100), as.double(1:12))
  expect_identical(unruly:::game_frames(data, 3), c(1, 6, 12))
  expect_identical(unruly:::game_frames(data, 1), 12)
  expect_error(animate_game(study, "a.gif", frames = 0), "frames", class = "unruly_error_argument")
  folder <- withr::local_tempdir()
  view <- unruly:::whole_view(study, "game")
  pictures <- unruly:::draw_frames(data, study, view, 2, folder, 4, 3)
  expect_identical(list.files(folder), c("frame-1.png", "frame-2.png"))
  expect_gt(file.size(pictures[2]), file.size(pictures[1]))
  skip_if_not_installed("gifski")
  file <- withr::local_tempfile(fileext = ".gif")
  expect_identical(animate_game(study, file, frames = 2), file)
  expect_identical(readBin(file, raw(), 4), charToRaw("GIF8"))
})

test_that("arms with names have them on their axis", {
  skip_in_quick()
  study <- run_study(bandit(arms_bernoulli(c(low = 0.3, high = 0.7))), policy_ucb1(), 30, reps = 1, seed = 1, keep = "choices", progress = FALSE)
  built <- ggplot2::ggplot_build(autoplot(study, "game"))
  labels <- lapply(built$layout$panel_params, function(panel) panel$y$get_labels())
  expect_identical(stats::na.omit(labels[[1]])[1:2], c("low", "high"), ignore_attr = TRUE)
  expect_false(any(c("low", "high") %in% unlist(labels[-1])))
})

test_that("the axis of many arms has no label for an arm that there is not", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- run_study(bandit(arms_bernoulli(rep(0.5, 12))), policy_ucb1(), 30, 1, seed = 1)
  drawn <- ggplot2::ggplot_build(autoplot(study, "game"))$layout$panel_params[[1]]$y
  labels <- drawn$get_labels()
  expect_true(all(labels[!is.na(labels)] %in% 1:12))
})

test_that("each of eight arms has its name", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  study <- run_study(bandit(arms_bernoulli(stats::setNames(rep(0.5, 8), letters[1:8]))), policy_ucb1(), 30, 1, seed = 1)
  labels <- ggplot2::ggplot_build(autoplot(study, "game"))$layout$panel_params[[1]]$y$get_labels()
  expect_setequal(labels[!is.na(labels)], letters[1:8])
})
