# Rendering needs pandoc; the rest does not.
skip_without_pandoc <- function() {
  skip_if_not_installed("rmarkdown")
  skip_if_not_installed("ggplot2")
  skip_if_not(rmarkdown::pandoc_available("2.0"), "pandoc 2.0 is not here")
}

two_arms <- function(seed = 1, threads = 1, reps = 5, ...) {
  run_study(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_thompson("beta")), horizon = 100, reps = reps,
            seed = seed, threads = threads, ...)
}

read_html <- function(file) paste(readLines(file, warn = FALSE, encoding = "UTF-8"), collapse = "\n")

# Without printing the page when it fails.
expect_says <- function(page, text, times = TRUE) {
  expect_identical(grepl(text, page, fixed = TRUE), times, label = sprintf("Saying \"%s\"", text))
}

test_that("a report says what was played and what came out, in one file", {
  skip_without_pandoc()
  study <- two_arms()
  file <- tempfile(fileext = ".html")
  expect_identical(report(study, file, title = "My \"two\" <arms> & more"), normalizePath(file))
  page <- read_html(file)
  for (text in c("My &quot;two&quot; &lt;arms&gt; &amp; more</h1>", "2 Bernoulli arms", "UCB1 (alpha = 2", "Thompson 1933; Agrawal",
                 study_hash(study), study_hash(study, "results"), "Finite-time Analysis", "R version", "<td align=\"left\">1 to 5</td>")) {
    expect_says(page, text)
  }
  figures <- lengths(regmatches(page, gregexpr("src=\"data:image/png", page, fixed = TRUE)))
  expect_gte(figures, 4)
  expect_false(grepl("(src|href)=\"(https?:)?//[^\"]*\\.(js|css|png)", page), label = "needing the network")
  expect_says(page, "Error in", FALSE)
})

test_that("a replay has a report too, by reward", {
  skip_without_pandoc()
  replay <- run_study(bandit_replay(read_open_bandit(open_bandit_sample())), policy_ucb1(), horizon = 30, reps = 2, seed = 1)
  page <- read_html(report(replay, tempfile(fileext = ".html")))
  expect_says(page, "Final reward")
  expect_says(page, "Final regret", FALSE)
})

test_that("the template can be drafted and rendered as it is", {
  skip_without_pandoc()
  folder <- tempfile("draft")
  dir.create(folder)
  draft <- rmarkdown::draft(file.path(folder, "mine.Rmd"), template = "study", package = "unruly", edit = FALSE)
  made <- rmarkdown::render(draft, quiet = TRUE, envir = new.env(parent = globalenv()))
  expect_says(read_html(made), "FC-SE")
})

test_that("bad files are refused before anything is rendered", {
  study <- two_arms()
  expect_error(report(study, "report.pdf"), class = "unruly_error_argument")
  expect_error(report(study), class = "unruly_error_argument")
  expect_error(report(1, "report.html"), class = "unruly_error_argument")
  expect_error(report(study, file.path(tempfile(), "report.html")), class = "unruly_error_path")
  expect_error(report(study, "report.html", title = 1), class = "unruly_error_argument")
})

test_that("equal games have equal hashes, others do not", {
  study <- two_arms()
  expect_match(study_hash(study), "^[0-9a-f]{32}$")
  expect_identical(study_hash(study), study_hash(two_arms(threads = 2)))
  expect_identical(study_hash(study, "results"), study_hash(two_arms(threads = 2), "results"))
  expect_identical(study_hash(c(two_arms(reps = 2), two_arms(reps = 3, first_rep = 3))), study_hash(study))
  others <- list(two_arms(seed = 2), two_arms(reps = 6), two_arms(reps = 5, first_rep = 2))
  for (other in others) {
    expect_false(study_hash(other) == study_hash(study))
    expect_false(study_hash(other, "results") == study_hash(study, "results"))
  }
  expect_error(study_hash(study, "all"), class = "unruly_error_argument")
})
