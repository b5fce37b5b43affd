skip_if_not_installed("nanoparquet")
skip_if_not_installed("jsonlite")

test_that("a study in a folder is identical to one without", {
  skip_in_quick()
  path <- file.path(withr::local_tempdir(), "new", "folder")
  expect_identical(in_folder(path), in_folder(NULL))
  expect_length(parts_in(path), 3)
  expect_false(any(grepl("tmp", list.files(path, recursive = TRUE))))
  # Once more, now all from the folder.
  expect_identical(in_folder(path), in_folder(NULL))
})

test_that("so it is with choices, and with every trait that adds columns", {
  skip_in_quick()
  fair <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_fairness(0.2, 1)
  waiting <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_waiting(c(0.5, 0.5))
  log <- bandit_replay(data.frame(arm = rep(1:2, 30), reward = 1))
  for (b in drawn_of(list(fair, waiting, log, list(a = fair, b = waiting), list(a = log, b = fickle())))) {
    path <- withr::local_tempdir()
    wanted <- in_folder(NULL, b, keep = "choices")
    expect_identical(in_folder(path, b, keep = "choices"), wanted)
    expect_identical(in_folder(path, b, keep = "choices"), wanted)
  }
})

test_that("the same call continues where it was cut off, and plays only what is missing", {
  skip_in_quick()
  path <- withr::local_tempdir()
  whole <- in_folder(path)
  parts <- parts_in(path)
  unlink(file.path(path, parts[2]), recursive = TRUE)
  # A kill while writing leaves a folder under a temporary name.
  left <- file.path(path, paste0(parts[2], ".99999.tmp"))
  dir.create(left)
  file.create(file.path(left, "regret.parquet"))
  stamp <- file.mtime(file.path(path, parts[c(1, 3)], "regret.parquet"))
  expect_identical(in_folder(path), whole)
  expect_identical(file.mtime(file.path(path, parts[c(1, 3)], "regret.parquet")), stamp)
  expect_true(all(parts %in% parts_in(path)))
})

test_that("a killed run is finished by the same call", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not_installed("callr")
  path <- withr::local_tempdir()
  big <- function(path) {
    b <- unruly::bandit(unruly::arms_bernoulli(c(0.3, 0.6)))
    unruly::run_study(b, unruly::policy_uniform(), 3e4, reps = 160, seed = 5, record = 3, threads = 1,
                      progress = FALSE, path = path)
  }
  child <- callr::r_bg(big, list(path = path))
  withr::defer(child$kill())
  for (i in 1:400) if (length(parts_in(path)) > 0 || !child$is_alive()) break else Sys.sleep(0.02)
  child$kill()
  expect_gt(length(parts_in(path)), 0)
  expect_identical(big(path), big(NULL))
})

test_that("a changed study is refused, with the difference named", {
  skip_in_quick()
  path <- withr::local_tempdir()
  in_folder(path)
  changed <- list(
    bandits = function() in_folder(path, fickle() |> with_spread(spread_delay(0, 1))),
    bandits = function() in_folder(path, bandit(arms_bernoulli(prior_uniform(3))) |> with_patience(c(4, 31, Inf))),
    policies = function() in_folder(path, policies = policy_ucb1()),
    policies = function() in_folder(path, policies = list(policy_uniform(), policy_ucb1())),
    horizon = function() in_folder(path, horizon = 81),
    reps = function() in_folder(path, reps = 19),
    first_rep = function() in_folder(path, first_rep = 2),
    seed = function() in_folder(path, seed = 4),
    keep = function() in_folder(path, keep = "choices")
  )
  for (i in drawn_of(seq_along(changed))) {
    refusal <- tryCatch(changed[[i]](), error = identity)
    expect_s3_class(refusal, "unruly_error_path")
    expect_match(cli::ansi_strip(conditionMessage(refusal)), paste("its", names(changed)[i], "differ"))
  }
  # Nothing was harmed.
  expect_identical(in_folder(path), in_folder(NULL))
})

test_that("checkpoints and labels are part of the study", {
  skip_in_quick()
  path <- withr::local_tempdir()
  in_folder(path)
  expect_error(run_study(fickle(), list(policy_ucb1(), policy_uniform()), 80, reps = 20, seed = 3, record = 11,
                         progress = FALSE, path = path), class = "unruly_error_path")
  expect_error(in_folder(path, policies = list(policy_ucb1(), policy_uniform(label = "dice"))),
               class = "unruly_error_path")
})

test_that("without a seed the folder's own is taken up again", {
  skip_in_quick()
  path <- withr::local_tempdir()
  set.seed(9)
  first <- in_folder(path, seed = NULL)
  set.seed(10)
  expect_identical(in_folder(path, seed = NULL), first)
  expect_identical(in_folder(path, seed = first$description$seed), first)
})

test_that("great and negative seeds survive the manifest", {
  skip_in_quick()
  for (seed in drawn_of(c(2^53 - 1, -2^53, 1e15 + 1, 0))) {
    path <- withr::local_tempdir()
    wanted <- in_folder(NULL, reps = 2, seed = seed)
    expect_identical(in_folder(path, reps = 2, seed = seed), wanted)
    expect_identical(in_folder(path, reps = 2, seed = seed), wanted)
    expect_identical(in_folder(path, reps = 2, seed = NULL), wanted)
  }
})

test_that("a long horizon survives the manifest", {
  skip_in_quick()
  path <- withr::local_tempdir()
  b <- bandit_mortal(1, 3e5, 1e9)
  wanted <- in_folder(NULL, b, policy_ucb1(), horizon = 3e5, reps = 1)
  in_folder(path, b, policy_ucb1(), horizon = 3e5, reps = 1)
  expect_identical(in_folder(path, b, policy_ucb1(), horizon = 3e5, reps = 1), wanted)
})

test_that("a file where the folder should be is refused", {
  file <- withr::local_tempfile()
  file.create(file)
  expect_error(in_folder(file), class = "unruly_error")
})
