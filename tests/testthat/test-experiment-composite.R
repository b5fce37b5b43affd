# The experiments of the composite feedback paper.

run_tiny <- function(id, horizon, reps = 2, ...) {
  run_experiment(id, reps = reps, horizon = horizon, threads = 1, progress = FALSE, ...)
}

test_that("the four experiments are listed, with the bandits of the figures' panels", {
  skip_on_cran()
  listed <- experiments()
  row <- function(id) listed[match(id, listed$id), ]
  expect_identical(row("composite-2")$bandits, "lag 10 to 30, lag 0 to 60")
  expect_identical(lengths(strsplit(row("composite-3")$bandits, ", ")), 6L)
  expect_identical(row("composite-4")$bandits, "geometric .8, geometric .9, power 3, power 2")
  expect_identical(lengths(strsplit(row("composite-5")$bandits, "20|10$|10,")), 4L)
  expect_identical(row("composite-2")$horizon, 1e5)
})

test_that("the settings are those of the paper", {
  two <- describe_experiment("composite-2")
  expect_equal(two$bandits(10)[[1]]$arms$parameters$prob, 9:1 / 10)
  sizes <- lapply(two$policies(10), function(p) p$parameters)
  alphas <- vapply(sizes, function(p) p$alpha %||% NA_real_, 0)
  expect_identical(alphas, c(1, 2, 4, 8, 4, 4, 4, NA, NA))
  expect_identical(vapply(sizes[8:9], function(p) p$mean_delay, 0), c(20, 30))
  three <- describe_experiment("composite-3")
  lengths <- vapply(three$policies(10)[8:11], function(p) p$parameters$length, 0)
  expect_identical(lengths, c(40, 20, 100, 50))
})

test_that("benchmarks are drawn where what they know is right", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(run_tiny("composite-3", 200))$data
  known <- unique(drawn[drawn$policy == "ODAAF", c("bandit", "told")])
  expect_identical(nrow(known), 6L)
  digits <- function(x) sub(".* (\\d+)\\D*$", "\\1", x)
  expect_identical(digits(known$bandit), digits(known$told))
  drawn <- ggplot2::autoplot(run_tiny("composite-5", 200))$data
  counts <- tapply(as.character(drawn$policy), drawn$bandit, function(p) length(unique(p)))
  expect_identical(as.vector(counts), c(4L, 4L, 6L, 6L))
})

test_that("composite-2: ARS-UCB is far below ODAAF, and its regret grows like a logarithm", {
  skip_in_quick()
  study <- run_tiny("composite-2", 1e5, reps = 3)
  final <- summary(study)
  final <- final[final$round == 1e5, ]
  at <- function(policy, bandit) final$mean[final$policy == policy & final$bandit == bandit]
  expect_gt(at("ODAAF (mean 20)", "lag 10 to 30"), 4 * at("ARS-UCB, k^2, alpha 4", "lag 10 to 30"))
  expect_gt(at("ODAAF (mean 30)", "lag 0 to 60"), 4 * at("ARS-UCB, k^2, alpha 4", "lag 0 to 60"))
  curve <- stats::aggregate(mean ~ round + policy + bandit, data = transform(regret(study), mean = regret), FUN = mean)
  curve <- curve[curve$policy == "ARS-UCB, k^2, alpha 4" & curve$bandit == "lag 10 to 30", ]
  near <- function(round) curve$mean[which.min(abs(curve$round - round))]
  expect_lt(near(1e5) - near(1e4), 1.5 * (near(1e4) - near(1e3)))
})

test_that("composite-5: ARS-EXP3 is below CLW under the non-oblivious rule", {
  skip_on_cran() # long
  five <- describe_experiment("composite-5")
  horizon <- 4e5 / parts_of_share(4)
  two <- Filter(function(p) p$label %in% c("ARS-EXP3", "CLW, d = 20"), five$policies(horizon))
  final <- summary(run_study(five$bandits(horizon)["clicks, non-oblivious lag 20"], two, horizon, reps = 4, seed = 2026, record = 1,
                             threads = 1, progress = FALSE))
  at <- function(policy) final$mean[final$policy == policy]
  expect_lt(at("ARS-EXP3"), at("CLW, d = 20"))
})

test_that("composite-5 plays on the user's files where there are any", {
  skip_in_quick()
  folder <- tempfile()
  dir.create(folder)
  days <- sprintf("2012-03-%02d 10:00:00", rep(c(5, 6, 7, 7), 50))
  writeLines(c("PURCHASE_FLG,I_DATE", paste0("0,", days)), file.path(folder, "coupon_visit_train.csv"))
  bandits <- describe_experiment("composite-5")$bandits(150, folder)
  expect_identical(rowMeans(bandits[["coupons, lag 5 to 10"]]$arms$parameters$reward)[1:4], c(38, 38, 74, 0) / 150)
  stand_in <- describe_experiment("composite-5")$bandits(150)
  expect_identical(bandits[[1]], stand_in[[1]])
  expect_false(identical(bandits[[3]], stand_in[[3]]))
  study <- run_tiny("composite-5", 150, data = folder)
  expect_s3_class(study, "unruly_study")
  expect_error(run_tiny("composite-5", 201, data = folder), "at most 200", class = "unruly_error_argument")
  expect_error(run_tiny("composite-5", 100, data = "no/such"), class = "unruly_error_argument")
  expect_error(run_tiny("composite-2", 100, data = folder), "takes none", class = "unruly_error_argument")
})

test_that("the stand-ins have the shapes they are said to have", {
  skip_in_quick()
  clicks <- stand_in_clicks(20000)
  expect_identical(dim(clicks), c(10L, 20000L))
  expect_true(all(colSums(clicks) <= 1))
  expect_identical(which.max(rowSums(clicks)), 1L)
  views <- stand_in_views(20000)
  expect_identical(dim(views), c(7L, 20000L))
  expect_identical(unique(colSums(views)), 1)
  runs <- rle(apply(views, 2, which.max))$lengths
  expect_lt(abs(mean(runs) - 10 / (1 - sum(c(0.13, 0.13, 0.13, 0.14, 0.15, 0.17, 0.15)^2))), 1.5)
})

test_that("the original data make tapes, where a user has them", {
  outbrain <- Sys.getenv("UNRULY_OUTBRAIN")
  skip_if(outbrain == "", "UNRULY_OUTBRAIN is not set")
  tape <- suppressMessages(read_outbrain(outbrain, rounds = 1e5))
  expect_identical(dim(tape), c(10L, 100000L))
})
