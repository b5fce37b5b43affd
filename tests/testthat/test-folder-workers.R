# Daemons, also those that die: the study is that of one process.

skip_if_not_installed("mirai")

daemons <- function(n, envir = parent.frame(), ...) {
  library <- dirname(system.file(package = "unruly"))
  withr::local_envvar(R_LIBS = paste(c(library, .libPaths()), collapse = .Platform$path.sep))
  mirai::daemons(n, ...)
  profile <- list(...)$.compute
  withr::defer(mirai::daemons(0, .compute = profile), envir = envir)
}

play <- function(..., policies = list(policy_ucb1(), policy_uniform()), reps = 30) {
  run_study(fickle(), policies, 80, reps = reps, seed = 3, record = 10, progress = FALSE, ...)
}

test_that("daemons, threads, folders and job arrays give one and the same study", {
  skip_on_cran() # starts daemons, and waits for them
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  daemons(2)
  for (keep in drawn_of(c("summary", "choices", "moments"), 3)) {
    whole <- play(keep = keep)
    expect_identical(play(keep = keep, workers = TRUE), whole)
    path <- withr::local_tempdir()
    expect_identical(play(keep = keep, workers = TRUE, path = path), whole)
    expect_length(list.files(path, "claim|tmp|bad"), 0)
    expect_identical(read_study(path), whole)
    expect_identical(play(keep = keep, workers = TRUE, path = path, reps = 45), play(keep = keep, reps = 45))
  }
  expect_identical(play(reps = 1, workers = TRUE), play(reps = 1))
  goal <- reps_until(5)
  expect_identical(play(reps = goal, workers = TRUE), play(reps = goal))
})

test_that("daemons of a named profile, such as those of crew, are found by its name", {
  skip_on_cran() # starts daemons, and waits for them
  daemons(1, .compute = "mine")
  expect_identical(play(workers = "mine"), play())
  expect_identical(play(reps = reps_until(5), workers = "mine"), play(reps = reps_until(5)))
  expect_error(play(workers = TRUE), "controller$profile", fixed = TRUE, class = "unruly_error_workers")
  expect_error(play(workers = "yours"), "\"yours\"", class = "unruly_error_workers")
  for (wrong in list(NA, "", 2, c("mine", "yours"), NULL)) {
    expect_error(play(workers = wrong), "`workers`", class = "unruly_error_argument")
  }
})

test_that("policies of users play in daemons", {
  skip_on_cran() # starts daemons, and waits for them
  daemons(1)
  width <- 2
  own <- policy_index(function(v) v$mean + sqrt(width * log(v$round) / v$pulls))
  run <- function(...) run_study(fickle(), own, 50, reps = 6, seed = 1, progress = FALSE, ...)
  expect_identical(run(workers = TRUE), run())
})

test_that("an error in a daemon is the error of the study, and what was finished is kept", {
  skip_on_cran() # starts daemons, and waits for them
  daemons(1)
  failing <- policy_index(function(v) if (v$round > 5) stop("no more") else v$mean)
  expect_error(run_study(fickle(), failing, 50, reps = 6, seed = 1, progress = FALSE, workers = TRUE), "failed", class = "unruly_error_own")
})

test_that("the first failure by replication is told of several in daemons, whichever came first", {
  skip_on_cran() # starts daemons, and waits for them
  coin <- bandit(arms_bernoulli(0.5))
  rewards <- choices(run_study(coin, policy_uniform(), 1, reps = 20, seed = 2, keep = "choices"))$reward
  first <- which(head(rewards, -1) == 0 & tail(rewards, -1) == 1)[1]
  failing <- policy_index(function(v) {
    if (v$mean == 0) Sys.sleep(0.5)
    stop("as it was told")
  })
  daemons(2)
  error <- expect_error(
    run_study(coin, failing, 9, reps = 2, first_rep = first, seed = 2, progress = FALSE, workers = TRUE), class = "unruly_error_own")
  expect_match(conditionMessage(error), sprintf("replication %d ", first))
})

test_that("without daemons that is said at once", {
  expect_error(play(workers = TRUE), "needs daemons", class = "unruly_error_workers")
  expect_error(play(workers = NA), "`workers`", class = "unruly_error_argument")
})

# A policy that, once, kills its daemon in the middle of a game; `grave` is there
# when it has.
deadly <- function(grave, home = Sys.getpid()) {
  policy_index(function(v) {
    if (v$round == 40 && Sys.getpid() != home && dir.create(grave, showWarnings = FALSE)) {
      tools::pskill(Sys.getpid(), tools::SIGKILL)
    }
    v$mean + sqrt(2 * log(v$round) / v$pulls)
  })
}

test_that("daemons over TCP that are killed in mid-part cost nothing but time", {
  skip_on_cran() # starts daemons, and waits for them
  skip_on_os("windows")
  daemons(2, url = "tcp://127.0.0.1:0")
  mirai::launch_local(2)
  for (i in 1:200) if (mirai::status()$connections == 2) break else Sys.sleep(0.05)
  grave <- withr::local_tempfile()
  killed <- expect_no_warning(play(policies = deadly(grave), workers = TRUE))
  expect_true(dir.exists(grave))
  expect_identical(killed, play(policies = deadly(grave)))
})

test_that("when all daemons are gone the rest is played here", {
  skip_on_cran() # starts daemons, and waits for them
  skip_on_os("windows")
  daemons(1)
  grave <- withr::local_tempfile()
  expect_warning(killed <- play(policies = deadly(grave), workers = TRUE), class = "unruly_warning_workers")
  expect_true(dir.exists(grave))
  expect_identical(killed, play(policies = deadly(grave)))
})

test_that("a part that another process plays is left to it, looked at once a second, and played when that process is gone", {
  skip_on_cran() # starts daemons, and waits for them
  skip_on_os("windows")
  skip_if_not_installed("callr")
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  pool <- list2env(list(looked = proc.time()[["elapsed"]] + 1000, others = 3))
  expect_identical(unruly:::parts_of_others(pool), 3)
  pool$looked <- -Inf
  expect_null(unruly:::parts_of_others(pool))
  expect_gt(pool$looked, 0)

  daemons(1)
  path <- withr::local_tempdir()
  planned <- plan_study(fickle(), list(policy_ucb1(), policy_uniform()), 80, reps = 30, seed = 3, record = 10, parts = 3, path = path)
  other <- callr::r_bg(function() Sys.sleep(2))
  part <- unruly:::part_folder(path, planned$first_rep[2]:planned$last_rep[2])
  writeLines(paste0(unruly:::machine_name(), ".", other$get_pid()), paste0(part, ".claim"), sep = "")
  expect_identical(play(workers = TRUE, path = path), play())
  expect_false(other$is_alive())
  expect_length(list.files(path, "claim|tmp|bad"), 0)
})
