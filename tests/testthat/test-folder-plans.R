# A study that many processes play is the study of one call.

skip_if_not_installed("nanoparquet")
skip_if_not_installed("jsonlite")

plan <- function(path, ..., keep = "summary") {
  plan_study(fickle(), list(policy_ucb1(), policy_uniform()), 80, reps = 20, seed = 3, record = 10, keep = keep, path = path, ...)
}

test_that("parts played one by one, in any order, make the study of one call", {
  skip_in_quick()
  for (keep in drawn_of(c("summary", "choices", "moments"), 3)) {
    path <- withr::local_tempdir()
    planned <- plan(path, parts = 7, keep = keep)
    expect_identical(planned$part, 1:7)
    expect_identical(planned$first_rep[-1], planned$last_rep[-7] + 1L)
    expect_identical(range(planned$first_rep, planned$last_rep), c(1L, 20L))
    for (i in c(5, 1, 7, 2, 6, 3)) run_part(path, i, threads = 1 + i %% 2, progress = FALSE)
    expect_message(some <- read_study(path), "6 of 7 parts", class = "unruly_message_parts")
    expect_identical(some$replications, setdiff(1:20, 10:12))
    expect_identical(plan(path, keep = keep)$done, (1:7) != 4)
    run_part(path, 4, progress = FALSE)
    expect_silent(whole <- read_study(path))
    expect_identical(whole, in_folder(NULL, keep = keep))
    expect_identical(in_folder(path, keep = keep), whole)
  }
})

test_that("run_part() gives its part, and plays nothing twice", {
  path <- withr::local_tempdir()
  plan(path)
  first <- run_part(path, 2, progress = FALSE)
  expect_identical(first, in_folder(NULL, reps = 8, first_rep = 9))
  stamp <- file.mtime(file.path(path, parts_in(path), "part.json"))
  expect_identical(run_part(path, 2, progress = FALSE), first)
  expect_identical(file.mtime(file.path(path, parts_in(path), "part.json")), stamp)
})

test_that("a larger `reps` goes on where the study ended, as often as one likes", {
  skip_on_cran() # long
  for (keep in drawn_of(c("summary", "moments"), 2)) {
    path <- withr::local_tempdir()
    in_folder(path, keep = keep)
    stamps <- file.mtime(file.path(path, parts_in(path), "part.json"))
    for (reps in c(21, 40, 40, 57)) {
      expect_identical(in_folder(path, reps = reps, keep = keep), in_folder(NULL, reps = reps, keep = keep))
    }
    expect_identical(file.mtime(file.path(path, parts_in(path)[1:3], "part.json")), stamps)
    expect_identical(read_study(path), in_folder(NULL, reps = 57, keep = keep))
    expect_match(path_error(in_folder(path, reps = 40, keep = keep)), "There: 57. .*Here: 40")
  }
})

test_that("a study may begin anywhere", {
  skip_in_quick()
  path <- withr::local_tempdir()
  in_folder(path, first_rep = 100)
  expect_identical(in_folder(path, first_rep = 100, reps = 30), in_folder(NULL, first_rep = 100, reps = 30))
  expect_match(path_error(in_folder(path, first_rep = 99, reps = 30)), "its first_rep differs")
})

test_that("names of arms and labels make another study", {
  skip_in_quick()
  named <- function(names) bandit(arms_bernoulli(stats::setNames(c(0.3, 0.6), names)))
  path <- new_folder(named(c("a", "b")))
  expect_match(path_error(in_folder(path, named(c("a", "c")))), "its bandits differ")
  expect_identical(levels(pulls(read_study(path))$arm), c("a", "b"))
  expect_silent(in_folder(path, named(c("a", "b"))))
})

test_that("descriptions of all kinds come back identical", {
  skip_in_quick()
  tape <- matrix(stats::runif(3000), 3)
  bandits <- list(
    fickle(), bandit(arms_tape(tape)), bandit(arms_gaussian(prior_normal(3, 0, 1 / 3))) |> with_delay(delay_geometric(20)),
    bandit(arms_bernoulli(c(x = 0.1 + 0.2, y = 1 / 3))) |> with_fairness(0.2, ~ (max(mean) - min(mean)) / 3),
    bandit(arms_bernoulli(c(0.3, 0.6))) |> with_waiting(c(0.5, 0.5)) |> with_spread(spread_window(0, 3)),
    bandit_mortal(5, 200, 20), bandit_replay(data.frame(arm = rep(c("a", "\u00e9"), 30), reward = 1))
  )
  for (b in drawn_of(bandits)) {
    path <- withr::local_tempdir()
    wanted <- run_study(b, policy_uniform(), 30, reps = 2, seed = 1e15 + 1, progress = FALSE)
    plan_study(b, policy_uniform(), 30, reps = 2, seed = 1e15 + 1, path = path)
    run_part(path, 1, progress = FALSE, trust = TRUE) # a rule is code
    expect_identical(suppressMessages(read_study(path, trust = TRUE)), wanted)
  }
})

test_that("policies written in R travel as their code and what it refers to", {
  skip_on_cran()
  skip_on_os("windows")
  width <- 2
  half <- function(n) if (n <= 1) 0 else 1 + half(n / 2) # refers to itself
  index <- local(policy_index(function(v) v$mean + sqrt(width * half(v$round) / v$pulls), label = "halves")) # what it takes is an environment further
  path <- withr::local_tempdir()
  play <- function(path) {
    run_study(fickle(), list(index, policy_queue(policy_ucb1())), 60, reps = 9, seed = 1, progress = FALSE, path = path)
  }
  plan_study(fickle(), list(index, policy_queue(policy_ucb1())), 60, reps = 9, seed = 1, path = path)
  run_child(c("library(unruly)", sprintf("for (i in 1:2) run_part(%s, i, trust = TRUE)", deparse(path))))
  expect_length(parts_in(path), 2)
  expect_identical(regret(read_study(path, trust = TRUE)), regret(play(NULL)))
  expect_identical(play(path), play(NULL))
  width <- 3 # the same code, another policy
  index <- policy_index(function(v) v$mean + sqrt(width * half(v$round) / v$pulls), label = "halves")
  expect_match(path_error(play(path)), "its policies differ")
})

test_that("plans that cannot be written are refused, with the argument named", {
  place <- new.env()
  odd <- policy_index(local({
    hidden <- place
    function(v) if (is.null(hidden)) v$mean else v$pulls
  }))
  refusal <- tryCatch(plan_study(fickle(), odd, 80, path = withr::local_tempdir()), error = identity)
  expect_s3_class(refusal, "unruly_error_path")
  expect_identical(refusal$argument, "policies")
  expect_match(flat(conditionMessage(refusal)), "holds a value of type environment")
})

test_that("bad arguments and folders are refused by name", {
  skip_in_quick()
  path <- withr::local_tempdir()
  expect_match(path_error(read_study(path)), "holds no study")
  expect_match(path_error(run_part(file.path(path, "nowhere"), 1)), "holds no study")
  expect_false(dir.exists(file.path(path, "nowhere")))
  plan(path)
  expect_match(path_error(read_study(path)), "No part of the study")
  expect_error(run_part(path, 4), "at most 3", class = "unruly_error_argument")
  expect_error(run_part(path, 0), class = "unruly_error_argument")
  expect_error(run_part(path), "`i`", class = "unruly_error_argument")
  expect_error(plan(path, parts = 21), "`parts`", class = "unruly_error_argument")
  expect_error(plan(), "`path`", class = "unruly_error_argument")
  expect_error(plan_study(fickle(), policy_fc_se(), 10, reps = reps_until(1), path = path), "`reps`", class = "unruly_error_argument")
  edit <- jsonlite::read_json(file.path(path, "plan-0001.json"))
  edit$reps <- "400"
  writeLines(jsonlite::toJSON(edit, auto_unbox = TRUE), file.path(path, "plan-0001.json"))
  expect_match(path_error(run_part(path, 1)), "plan-0001.json. is not part of the plan .* was changed")
  unlink(file.path(path, "plan-0001.json"))
  expect_match(path_error(read_study(path)), "has no plan: .plan-0001.json. is not there")
})

test_that("an edited description is noticed, also where its checksum was made to fit", {
  skip_in_quick()
  path <- new_folder()
  file <- file.path(path, "study.json")
  manifest <- jsonlite::read_json(file)
  write <- function(j) writeLines(jsonlite::toJSON(j, auto_unbox = TRUE), file)
  j <- manifest
  j$description$horizon$numbers <- "81"
  write(j)
  expect_match(path_error(read_study(path)), "changed after it was written")
  write(unruly:::sealed(unsealed(j)))
  expect_match(path_error(read_study(path)), "its horizon differs")
  j$description$horizon$numbers <- "0"
  write(unruly:::sealed(unsealed(j)))
  expect_match(path_error(read_study(path)), "does not describe a study")
  j$description$horizon$kind <- "magic"
  write(unruly:::sealed(unsealed(j)))
  expect_match(path_error(read_study(path)), "unknown kind \"magic\"")
})

test_that("long vectors stand beside the description, and are checked", {
  skip_in_quick()
  path <- withr::local_tempdir()
  b <- bandit(arms_tape(matrix(seq_len(4000) / 4000, 2)))
  plan_study(b, policy_uniform(), 100, reps = 2, path = path)
  file <- list.files(path, "^values-", full.names = TRUE)
  expect_length(file, 1)
  nanoparquet::write_parquet(data.frame(value = numeric(4000)), file)
  expect_match(path_error(run_part(path, 1)), "which was changed")
  unlink(file)
  expect_match(path_error(run_part(path, 1)), "which is not there")
})

test_that("read_study() reports parts that cannot be used, and leaves them", {
  skip_in_quick()
  path <- new_folder()
  whole <- in_folder(NULL)
  writeBin(as.raw(1:9), file.path(path, parts_in(path)[2], "regret.parquet"))
  expect_message(expect_warning(some <- read_study(path), class = "unruly_warning_part"), "2 of 3")
  expect_identical(some$replications, setdiff(1:20, 9:16))
  expect_length(list.files(path, "bad"), 0)
  expect_warning(run_part(path, 2, progress = FALSE), class = "unruly_warning_part")
  expect_identical(read_study(path), whole)
})

test_that("a byte changed anywhere in a part, or cut from its end, is noticed", {
  skip_in_quick()
  path <- new_folder(keep = "moments")
  whole <- in_folder(NULL, keep = "moments")
  folder <- file.path(path, parts_in(path)[1])
  for (file in list.files(folder, full.names = TRUE)) {
    bytes <- readBin(file, raw(), 1e6)
    places <- unique(round(seq(1, length(bytes), length.out = 12)))
    for (at in share_of(places)) for (change in c("flip", "zero", "cut")) {
      spoilt <- switch(change, flip = replace(bytes, at, xor(bytes[at], as.raw(0x55))), zero = replace(bytes, at, as.raw(0)),
                       cut = bytes[seq_len(at - 1)])
      if (identical(spoilt, bytes)) next
      writeBin(spoilt, file)
      found <- unruly:::read_part(whole$description, 1:8, folder)
      # White space in a text changes nothing.
      expect_true(is.character(found) || grepl("json$", file) && bytes[at] %in% charToRaw(" \n"),
                  info = paste(basename(file), at, change))
    }
    writeBin(bytes, file)
  }
  expect_s3_class(unruly:::read_part(whole$description, 1:8, folder), "unruly_study")
})

test_that("the scripts for job arrays play a study, as Slurm would call them", {
  skip_on_cran()
  skip_on_os("windows")
  script <- function(name) system.file("scripts", name, package = "unruly")
  skip_if(script("slurm-array.sh") == "")
  path <- withr::local_tempdir()
  library <- dirname(system.file(package = "unruly"))
  withr::local_envvar(R_LIBS = paste(c(library, .libPaths()), collapse = .Platform$path.sep), SLURM_CPUS_PER_TASK = "1",
                      PATH = paste(R.home("bin"), Sys.getenv("PATH"), sep = ":"))
  said <- system2("Rscript", c(shQuote(script("plan-study.R")), shQuote(path), "2000"), stdout = TRUE, stderr = TRUE)
  expect_match(said, "2000 parts, of which 0 are done", all = FALSE)
  tasks <- drawn_of(c("7", "2000"), 2)
  for (task in tasks) {
    withr::local_envvar(SLURM_ARRAY_TASK_ID = task)
    expect_identical(system2("sh", c(shQuote(script("slurm-array.sh")), shQuote(path)), stdout = FALSE, stderr = FALSE), 0L)
  }
  expect_identical(suppressMessages(read_study(path))$replications, as.integer(tasks))
})

test_that("plan_study(path = ) lists what is done, and one call submits the rest", {
  skip_on_cran()
  skip_on_os("windows")
  script <- system.file("scripts", "submit-missing.sh", package = "unruly")
  skip_if(script == "")
  path <- withr::local_tempdir()
  tools <- withr::local_tempdir()
  planned <- plan_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_ucb1(), horizon = 10, reps = 9, seed = 1, parts = 9, path = path)
  expect_identical(plan_study(path = path), planned)
  for (part in c(1, 4, 5, 7)) run_part(path, part)
  expect_identical(which(plan_study(path = path)$done), c(1L, 4L, 5L, 7L))
  writeLines(c("#!/bin/sh", "echo sbatch \"$@\""), file.path(tools, "sbatch"))
  Sys.chmod(file.path(tools, "sbatch"), "755")
  withr::local_envvar(R_LIBS = paste(c(dirname(system.file(package = "unruly")), .libPaths()), collapse = .Platform$path.sep),
                      PATH = paste(tools, R.home("bin"), Sys.getenv("PATH"), sep = ":"))
  submit <- function() system2("sh", c(shQuote(script), shQuote(path), "--time=1"), stdout = TRUE, stderr = TRUE)
  said <- submit()
  expect_identical(said[1], "Parts that are not done: 2-3,6,8-9")
  expect_identical(said[2], sprintf("sbatch --array=2-3,6,8-9 --time=1 %s %s", file.path(dirname(script), "slurm-array.sh"), path))
  unlink(file.path(tools, "sbatch"))
  if (!nzchar(Sys.which("sbatch"))) expect_match(suppressWarnings(submit()), "^sbatch is not here", all = FALSE)
  for (part in c(2, 3, 6, 8, 9)) run_part(path, part)
  expect_identical(submit(), "All parts are done.")
  expect_error(plan_study(path = tempfile()), class = "unruly_error_path")
  expect_error(plan_study(path = 3), class = "unruly_error_argument")
})
