# Rendering needs pandoc; the rest does not.
skip_without_pandoc <- function() {
  skip_if_not_installed("rmarkdown")
  skip_if_not_installed("ggplot2")
  skip_if_not(rmarkdown::pandoc_available("2.0"), "pandoc 2.0 is not here")
}

two_arms <- function(seed = 1, threads = 1, reps = 5, ...) {
  run_study(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_thompson("bernoulli")), horizon = 100, reps = reps,
            seed = seed, threads = threads, ...)
}

read_html <- function(file) paste(readLines(file, warn = FALSE, encoding = "UTF-8"), collapse = "\n")

# Without printing the page when it fails.
expect_says <- function(page, text, times = TRUE) {
  expect_identical(grepl(text, page, fixed = TRUE), times, label = sprintf("Saying \"%s\"", text))
}

test_that("a report says what was played and what came out, in one file, and needs no home", {
  skip_in_quick()
  skip_without_pandoc()
  study <- two_arms()
  file <- tempfile(fileext = ".html")
  withr::with_envvar(c(HOME = NA), {
    expect_identical(save_report(study, file, title = "My \"two\" <arms> & more"), normalizePath(file))
    expect_identical(Sys.getenv("HOME", NA), NA_character_)
  })
  page <- read_html(file)
  for (text in c("My &quot;two&quot; &lt;arms&gt; &amp; more</h1>", "2 Bernoulli arms", "UCB1 (alpha = 2", "Thompson 1933; Agrawal",
                 glance(study)$hash, glance(study)$hash_results, "Finite-time Analysis", "R version", "<td align=\"left\">1 to 5</td>")) {
    expect_says(page, text)
  }
  figures <- lengths(regmatches(page, gregexpr("src=\"data:image/png", page, fixed = TRUE)))
  expect_gte(figures, 4)
  expect_false(grepl("(src|href)=\"(https?:)?//[^\"]*\\.(js|css|png)", page), label = "needing the network")
  expect_says(page, "Error in", FALSE)
})

test_that("a report reads the same whatever options for writing numbers are set", {
  skip_on_cran() # long
  skip_without_pandoc()
  trial <- bandit(arms_bernoulli(c(0.3, 0.6)))
  study <- run_study(list(effect = trial, null = bandit_null(trial)), list(policy_ucb1(), policy_thompson("bernoulli")), horizon = 2000, reps = 20, seed = 1, threads = 1)
  for (style in c("study", "ademp")) {
    page <- function(...) gsub("src=\"data:[^\"]*\"", "", withr::with_options(list(...), read_html(save_report(study, tempfile(fileext = ".html"), style = style))))
    usual <- page()
    expect_true(page(OutDec = ",", scipen = -5, digits = 22, warn = 2) == usual, label = style)
    expect_says(usual, "2,000 rounds")
  }
})

test_that("a replay has a report too, by reward", {
  skip_on_cran() # long
  skip_without_pandoc()
  replay <- run_study(bandit_replay(read_open_bandit()), policy_ucb1(), horizon = 30, reps = 2, seed = 1)
  page <- read_html(save_report(replay, tempfile(fileext = ".html")))
  expect_says(page, "Reward per turn after 30 turns")
  expect_says(page, "Regret", FALSE)
  short <- run_study(bandit_replay(data.frame(arm = rep(1:2, 20), reward = 1), init = 0), list(policy_uniform(), policy_fixed(1)), horizon = 200, reps = 2, seed = 1)
  least <- min(tapply(pulls(short)$pulls, paste(pulls(short)$policy, pulls(short)$rep), sum))
  page <- read_html(save_report(short, tempfile(fileext = ".html")))
  expect_says(page, sprintf("Reward per turn after %d turns", least))
  expect_says(page, "200 rounds, 2 replications") # the horizon is what it was
  expect_says(page, "Difference of the reward per turn to that of")
})

test_that("the template can be drafted and rendered as it is", {
  skip_on_cran() # long
  skip_without_pandoc()
  folder <- tempfile("draft")
  dir.create(folder)
  draft <- rmarkdown::draft(file.path(folder, "mine.Rmd"), template = "study", package = "unruly", edit = FALSE)
  made <- rmarkdown::render(draft, quiet = TRUE, envir = new.env(parent = globalenv()))
  expect_says(read_html(made), "FC-SE")
})

test_that("bad files are refused before anything is rendered", {
  study <- two_arms()
  expect_error(save_report(study, "report.pdf"), class = "unruly_error_argument")
  expect_error(save_report(study), class = "unruly_error_argument")
  expect_error(save_report(1, "report.html"), class = "unruly_error_argument")
  expect_error(save_report(study, file.path(tempfile(), "report.html")), class = "unruly_error_path")
  expect_error(save_report(study, "report.html", title = 1), class = "unruly_error_argument")
  expect_error(save_report(study, withr::local_tempdir(fileext = ".html")), "it is a folder", class = "unruly_error_path")
})

test_that("where there is no room a report is an error, and what was there stays", {
  skip_on_cran()
  skip_without_pandoc()
  disk <- small_disk()
  skip_if(is.null(disk), "no file system can be mounted here")
  file <- file.path(disk, "report.html")
  writeLines("as it was", file)
  expect_match(path_error(save_report(two_arms(), file)), "could not be written")
  expect_identical(readLines(file), "as it was")
  expect_identical(list.files(disk), "report.html")
})

test_that("equal games have equal hashes, others do not", {
  study <- two_arms()
  expect_match(glance(study)$hash, "^[0-9a-f]{32}$")
  expect_identical(glance(study)$hash, glance(two_arms(threads = 2))$hash)
  expect_identical(glance(study)$hash_results, glance(two_arms(threads = 2))$hash_results)
  expect_identical(glance(c(two_arms(reps = 2), two_arms(reps = 3, first_rep = 3)))$hash, glance(study)$hash)
  others <- list(two_arms(seed = 2), two_arms(reps = 6), two_arms(reps = 5, first_rep = 2))
  for (other in others) {
    expect_false(glance(other)$hash == glance(study)$hash)
    expect_false(glance(other)$hash_results == glance(study)$hash_results)
  }
})

test_that("a report in the ADEMP style has its five parts, with Monte Carlo errors", {
  skip_on_cran() # long
  skip_without_pandoc()
  trial <- bandit(arms_bernoulli(c(control = 0.3, new = 0.6)))
  study <- run_study(list(effect = trial, null = bandit_null(trial)), list(policy_ucb1(), policy_uniform()), 100, reps = 20, seed = 1, threads = 1,
                     stop = stop_glr(0.2, rate = "practical"))
  page <- read_html(save_report(study, tempfile(fileext = ".html"), style = "ademp"))
  for (text in c("Aims</h2>", "Data-generating mechanisms</h2>", "Estimands</h2>", "Methods</h2>", "Performance measures</h2>", "Rule to stop by: glr",
                 "coverage: sequence", glance(study)$hash, "Report of a simulation study</h1>")) {
    expect_says(page, text)
  }
  table <- suppressMessages(operating_characteristics(study))
  error <- table[table$measure == "error" & table$policy == "UCB1" & table$bandit == "null", ]
  expect_says(page, measure_cells(with_limits(error), both = TRUE))
  expect_says(page, "Error in", FALSE)
  expect_error(save_report(run_study(trial, policy_ucb1(), 10, seed = 1, keep = "moments"), tempfile(fileext = ".html"), style = "ademp"),
               class = "unruly_error_argument")
})
