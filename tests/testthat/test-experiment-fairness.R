# The experiments of the fairness paper at a small size: their settings, and that
# their figures show what they say.

run_fair <- function(id, ...) run_experiment(id, threads = 1, progress = FALSE, ...)

# Counts of as many ratings as MovieLens 1M has, made up: 13 movies with more than
# 2500 ratings, 31 with more than 2000 and 118 with more than 1250.
made_up_movielens <- function(env = parent.frame()) {
  set.seed(1)
  sizes <- c(rep(2600, 13), rep(2100, 18), rep(1300, 87))
  rest <- 1000209 - sum(sizes)
  sizes <- c(sizes, rep(1000, rest %/% 1000), rest %% 1000)
  counts <- t(vapply(sizes, function(n) stats::rmultinom(1, n, stats::runif(5))[, 1], numeric(5)))
  path <- withr::local_tempfile(fileext = ".csv", .local_envir = env)
  utils::write.csv(data.frame(movie_id = seq_along(sizes), stats::setNames(as.data.frame(counts), paste0("n", 1:5))), path,
                   row.names = FALSE)
  path
}

test_that("the experiments of the fairness paper are listed at its scale", {
  skip_in_quick()
  listed <- experiments()
  row <- function(id) listed[match(id, listed$id), ]
  expect_identical(as.list(row("fair-1")[c("horizon", "horizons", "reps")]), list(horizon = 16000, horizons = 6L, reps = 50))
  expect_identical(row("fair-2")$horizon, 1e4)
  expect_identical(row("fair-4")$horizon, 2e4)
  expect_match(row("fair-3")$note, "read_movielens")
  expect_identical(row("fair-3")$bandits, "more than 2500 ratings, more than 2000 ratings, more than 1250 ratings")
  expect_identical(lengths(strsplit(row("fair-5")$bandits, ", K")), 12L)
})

test_that("fair-1 draws the means anew and charges half their range", {
  skip_in_quick()
  series <- run_fair("fair-1", reps = 3, horizon = c(500, 1000))
  expect_s3_class(series, "unruly_series")
  expect_identical(length(series$studies[[1]]$description$bandits), 6L)
  drawn <- instances(series$studies[[2]])
  for (bandit in unique(drawn$bandit)) {
    for (rep in 1:3) {
      one <- drawn[drawn$bandit == bandit & drawn$rep == rep, ]
      expect_equal(unique(one$penalty), diff(range(one$mean)) / 2)
      expect_equal(one$sd, rep(1 / nrow(one), nrow(one)))
    }
  }
  first <- drawn[!duplicated(drawn$bandit), ]
  expect_equal(first$share, c(0.04, 0.08, 0.16, 0.01, 0.02, 0.04))
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(series)
  expect_no_error(ggplot2::ggplotGrob(drawn))
  expect_identical(nrow(ggplot2::ggplot_build(drawn)$layout$layout), 6L)
})

test_that("fair-2's scale runs from all unfair to all fair", {
  skip_on_cran() # long
  study <- run_fair("fair-2", reps = 2)
  paths <- unruly:::unfairness_paths(study)
  expect_true(all(paths$scale > -1e-6 & paths$scale <= 1))
  first <- paths[paths$bandit == "case 1", ]
  # Fair at 1, and at 0 HT-UCB is UCB1, which neglects the poor arms.
  fair <- first[first$scale == 1 & first$family != "LFG", ]
  expect_lt(max(fair$mean), 2)
  neglect <- first[first$scale == 0 & first$family == "HT-UCB", ]
  expect_gt(neglect$mean[neglect$arm == 8], 500)
  # Each family has all arms at each of its scales, Flearn's two sets of alphas too.
  counts <- table(first$family)
  expect_identical(as.vector(counts[c("HT-UCB", "LFG")]), c(168L, 168L))
  skip_if_not_installed("ggplot2")
  expect_silent(ggplot2::ggplotGrob(ggplot2::autoplot(study)))
})

test_that("fair-3 runs on the user's ratings, and asks for them", {
  skip_in_quick()
  path <- made_up_movielens()
  study <- run_fair("fair-3", reps = 1, horizon = 300, data = path)
  expect_identical(as.vector(table(unique(pulls(study)[c("bandit", "arm")])$bandit)[names(study$description$bandits)]),
                   c(13L, 31L, 118L))
  skip_if_not_installed("ggplot2")
  expect_no_error(ggplot2::ggplotGrob(ggplot2::autoplot(study)))
  expect_error(run_fair("fair-3", reps = 1), "ratings.dat", class = "unruly_error_argument")
  expect_error(run_fair("fair-1", reps = 1, data = path), "NULL", class = "unruly_error_argument")
})

test_that("fair-4 sets the pulls of the right arms against the right gaps", {
  study <- run_fair("fair-4", reps = 2, horizon = 2000)
  table <- unruly:::pulls_by_gap(study)
  one <- table[table$bandit == "non-critical, case 1", ]
  expect_identical(one$arm, 6:9)
  expect_equal(one$inverse, 1 / (c(0.5, 0.6, 0.7, 0.8) - 0.45)^2)
  two <- table[table$bandit == "critical, case 2", ]
  expect_identical(two$arm, 2:5)
  expect_equal(two$inverse, 1 / c(0.05, 0.06, 0.07, 0.08)^2)
  counts <- pulls(study)
  expect_equal(two$pulls[1], mean(counts$pulls[counts$bandit == "critical, case 2" & counts$arm == 2]))
  expect_true(all(table$level == 100))
  skip_if_not_installed("ggplot2")
  expect_no_error(ggplot2::ggplotGrob(ggplot2::autoplot(study)))
})

test_that("fair-5's frontier shows means of what was chosen", {
  skip_on_cran() # long
  study <- run_fair("fair-5", reps = 2, horizon = 200)
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(study)
  expect_no_error(ggplot2::ggplotGrob(drawn))
  table <- regret(study)
  key <- table$bandit == "K = 20, tau = 0.5, beta" & table$policy == "Flearn, alpha = 2"
  wanted <- mean((table$benchmark - table$regret + table$penalty)[key])
  data <- drawn$data
  expect_equal(data$reward[data$bandit == "K = 20, tau = 0.5, beta" & data$policy == "Flearn, alpha = 2"], wanted,
               ignore_attr = TRUE)
})
