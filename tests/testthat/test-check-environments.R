# What users set for looking at data, and where R was started, changes nothing that is computed, written or read.

test_that("R's options for writing numbers change no file, no table for a paper and no hash", {
  skip_if_not_installed("jsonlite")
  written <- function() {
    file <- withr::local_tempfile(fileext = ".json")
    a <- agent(policy_thompson("bernoulli"), c("a", "b"), seed = 1)
    for (i in 1:5) agent_learn(a, agent_choose(a), c(0.125, 1)[1 + i %% 2])
    save_agent(a, file)
    study <- run_study(bandit(arms_bernoulli(c(0.25, 0.5))), list(policy_ucb1(), policy_uniform()), 1e5, reps = 2, seed = 1, record = 1e5, threads = 1,
                       progress = FALSE)
    c(readLines(file), as_table(study, format = "markdown"), glance(study)$hash, glance(study)$hash_results)
  }
  usual <- written()
  withr::local_options(OutDec = ",", scipen = -5, digits = 22)
  expect_identical(written(), usual)
})

test_that("the files that print, write and read are tested under odd settings, all together", {
  skip_on_cran() # long
  skip_on_os("windows")
  for (package in c("jsonlite", "nanoparquet", "ggplot2")) skip_if_not_installed(package)
  files <- drawn_of(key_files, length(key_files)) # one, so that each has its share
  found <- test_odd(files)
  expect_identical(found$failed, 0, info = paste(found$said, collapse = "\n"))
  expect_identical(found$files, length(files), info = paste(utils::tail(found$said, 20), collapse = "\n"))
  expect_gt(found$passed, if (is.na(share_number())) 1000 else 5)
})

# Hashes of what depends on nothing but what is asked for. A child is sent this function as text, in which letters beyond
# ASCII would not arrive in every locale.
everything_written <- function() {
  umlaut <- intToUtf8(228)
  folder <- tempfile("written")
  dir.create(folder)
  in_folder <- function(name) file.path(folder, name)
  quietly <- function(code) suppressMessages(code, classes = "unruly_message_reward")
  own <- policy_index(function(arm) arm$mean + 0.1 + 100000 / arm$round, label = "own")
  b <- bandit(arms_bernoulli(stats::setNames(c(0.25, 0.5), c(umlaut, "b")))) |> with_fairness(0.25, 0.5)
  plain <- bandit(arms_bernoulli(c(0.25, 0.5)))
  study <- run_study(stats::setNames(list(b, plain), c(paste0("b", umlaut), "plain")), list(policy_ucb1(label = paste0(umlaut, "cb")), policy_uniform()), 100, reps = 12, seed = 1,
                     path = in_folder("study"), progress = FALSE, threads = 1, keep = "choices")
  read <- read_study(in_folder("study"))
  run_study(plain, own, 30, reps = 2, seed = 1, path = in_folder("own"), progress = FALSE, threads = 1)
  read_study(in_folder("own"), trust = TRUE)
  save_tables(read, in_folder("csv"), tables = c("regret", "pulls", "choices"), format = "csv")
  a <- agent(own, c(umlaut, "b"), seed = 1)
  for (i in 1:20) agent_learn(a, agent_choose(a), i / 7)
  save_agent(a, in_folder("agent.json"))
  simulate_click_log(events = 400, seed = 1, file = in_folder("clicks"))
  clicks <- read_yahoo_clicks(in_folder("clicks"))
  exact <- exact_study(plain, policy_ucb1(), 8)
  late <- bandit_replay(data.frame(arm = c(1, 2, 1), reward = c(0, 1, 1), time = c("2021-11-24 09:02", "2021-11-25", "2021-11-26")), init = 1)
  values <- list(
    regret(study), pulls(read), choices(read), regret(exact), pulls(exact), recommendations(exact), clicks$time, clicks$labels,
    agent_decisions(read_agent(in_folder("agent.json"), trust = TRUE)), quietly(summary(read)), compare_policies(read, interval = "t"),
    operating_characteristics(read), ggplot2::fortify(read, type = "pulls"), bayes_optimal(prior_uniform(2), 5, depth = 3)$states,
    bandit_labels(data.frame(x = c(0.5, 1), y = c(10, 2)), y)$arms$names, arms_empirical(data.frame(arm = c(2, 1), reward = 1:2))$names,
    late$traits$replay$parameters, pulls(run_study(bandit_replay(clicks), policy_ucb1(), 30, reps = 2, seed = 1, progress = FALSE, threads = 1)), names(experiments()), unruly:::study_values(study$description)
  )
  printed <- list(study, exact, a, b, own, operating_characteristics(read), as_table(read, format = "markdown"), as_table(read, format = "latex"))
  text <- unlist(lapply(printed, function(x) utils::capture.output(print(x))))
  files <- c(list.files(in_folder("csv"), full.names = TRUE, recursive = TRUE), in_folder(c("agent.json", "clicks", "study/study.json", "own/study.json")))
  c(printed = unruly:::fingerprint(enc2utf8(sub("Time taken.*", "", text))), values = vapply(values, function(v) rlang::hash(unruly:::fingerprint(rapply(as.list(v), function(x) if (is.factor(x)) as.character(x) else x, how = "replace"))), ""),
    files = stats::setNames(as.character(tools::md5sum(files[file.exists(files)])), basename(files[file.exists(files)])))
}

test_that("results, prints and files are the same under odd settings", {
  skip_on_cran() # long
  skip_on_os("windows")
  for (package in c("jsonlite", "nanoparquet", "ggplot2")) skip_if_not_installed(package)
  helper <- normalizePath(testthat::test_path("helper-odd.R"))
  code <- c("suppressMessages(library(unruly))", paste("everything_written <-", paste(deparse(everything_written), collapse = "\n")),
            "found <- everything_written()", "cat('', paste('was', names(found), found), sep = '\\n')")
  told <- function(...) grep("^was ", run_odd(code, ...), value = TRUE, useBytes = TRUE)
  usual <- told(character())
  expect_gt(length(usual), 20)
  # All settings at once are below; without LC_ALL printing is compared, too.
  if (is_drawn(1, one_in = 2)) expect_identical(told(setdiff(names(odd_settings), "LC_ALL")), usual)
  usual <- usual[-1] # without UTF-8 R prints letters beyond ASCII as their numbers
  code <- c(code[1:3], "found <- found[-1]", code[4])
  odd <- run_odd(code)
  expect_identical(grep("^was ", odd, value = TRUE, useBytes = TRUE), usual, info = paste(utils::tail(odd, 30), collapse = "\n"))
})
