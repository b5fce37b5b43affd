saved_study <- function(...) {
  play(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_fairness(0.3, 0.5), list(policy_ucb1(), policy_uniform()), 30, reps = 3, ...)
}

# A log has few figures.
saved_replay <- function(...) {
  play(bandit_replay(data.frame(arm = rep(1:2, 60), reward = c(0, 1, 1))), list(policy_ucb1(...), policy_uniform()), 30, reps = 3, keep = "moments")
}

test_that("every figure that the study has is written, with its data", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  folder <- file.path(withr::local_tempdir(), "new", "figures")
  study <- saved_study()
  found <- expect_invisible(save_figures(study, folder))
  expect_named(found, c("type", "figure", "data"))
  # Nothing can exit here; all else is there.
  expect_setequal(found$type, setdiff(names(unruly:::study_plots), "exits"))
  expect_setequal(list.files(folder), basename(c(found$figure, found$data)))
  for (i in seq_len(nrow(found))) {
    table <- read.csv(found$data[i])
    data <- plot_data(study, found$type[i])
    expect_identical(dim(table), dim(data))
    numbers <- names(data)[vapply(data, is.numeric, NA)]
    expect_equal(lapply(table[numbers], as.double), lapply(data[numbers], as.double)) # a column of NA is read as logical
    expect_identical(table$policy, as.character(data$policy))
  }
  # A PNG says its size in bytes 17 to 24, and dots a metre in its pHYs chunk.
  bytes <- readBin(found$figure[1], raw(), 24)
  expect_identical(readBin(bytes[17:24], integer(), 2, endian = "big"), c(1008L, 648L))
})

test_that("other devices, sizes and options are passed on", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  folder <- withr::local_tempdir()
  study <- saved_replay()
  before <- grDevices::dev.list()
  alone <- save_figures(study, withr::local_tempdir(), policies = "UCB1") # the usual baseline, compared with nothing
  expect_false("contrast" %in% alone$type)
  expect_no_warning(found <- save_figures(study, folder, device = "pdf", policies = "Uniform"))
  expect_identical(grDevices::dev.list(), before)
  expect_true(all(endsWith(found$figure, ".pdf")))
  expect_identical(rawToChar(readBin(found$figure[1], raw(), 4)), "%PDF")
  expect_identical(unique(read.csv(found$data[found$type == "reward"])$policy), "Uniform")
  skip_if_not(capabilities("cairo"))
  svg <- save_figures(study, folder, device = "svg", width = 3, height = 2)
  expect_match(paste(readLines(svg$figure[1], 3), collapse = ""), "216pt.*144pt|216.*144")
})

test_that("the study of an experiment also has the figure of the paper", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  study <- run_experiment("impatient-se", reps = 2, horizon = 300, seed = 1, threads = 1, keep = "moments")
  found <- save_figures(study, withr::local_tempdir(), bandits = names(study$description$bandits)[1])
  expect_identical(found$type[1], "experiment")
  expect_true(all(file.exists(found$figure)))
})

test_that("figures that cannot be saved are refused before anything is drawn", {
  skip_if_not_installed("ggplot2")
  study <- saved_study()
  expect_error(save_figures(1, "a"), "study", class = "unruly_error_argument")
  expect_error(save_figures(study), "path", class = "unruly_error_argument")
  folder <- withr::local_tempdir()
  expect_error(save_figures(study, folder, device = "bmp"), "device", class = "unruly_error_argument")
  expect_error(save_figures(study, folder, policies = "None"), "policies", class = "unruly_error_argument")
  expect_error(save_figures(study, folder, colour = 1), class = "unruly_error_argument")
  file <- withr::local_tempfile()
  writeLines("a", file)
  expect_error(save_figures(study, file), "folder", class = "unruly_error_path")
  expect_length(list.files(folder), 0)
})

test_that("figures and tables for which there is no room are an error, and what was there stays", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  disk <- small_disk()
  skip_if(is.null(disk), "no file system can be mounted here")
  study <- saved_study()
  for (device in drawn_of(c("png", "pdf", "svg"), 3)) {
    if (device == "svg" && !capabilities("cairo")) next
    figure <- file.path(disk, paste0("regret.", device))
    writeLines("as it was", figure)
    suppressWarnings(writeBin(raw(100000), file.path(disk, "ballast")))
    expect_match(path_error(save_figures(study, disk, device = device)), "could not be written")
    expect_identical(readLines(figure), "as it was")
    expect_setequal(list.files(disk), c(basename(figure), "ballast"))
    unlink(file.path(disk, c("ballast", basename(figure))))
  }
})

test_that("a figure that a device cut off is an error", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not_installed("ggplot2")
  folder <- withr::local_tempdir()
  for (device in drawn_of(c("png", "pdf", if (capabilities("cairo")) "svg"), 2)) {
    said <- run_child(c(
      "library(unruly)", "s <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_ucb1(), 30, reps = 3, seed = 1, progress = FALSE)",
      sprintf("e <- tryCatch(save_figures(s, %s, device = '%s'), error = identity)", deparse(folder), device),
      "cat('', inherits(e, 'unruly_error_path'), sep = '\n')"
    ), before = "trap '' XFSZ; ulimit -f 4;")
    expect_identical(utils::tail(said, 1), "TRUE", info = device)
    expect_length(list.files(folder), 0)
  }
})

test_that("names beyond ASCII and per cent signs do not matter", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  folder <- file.path(withr::local_tempdir(), "50%d")
  found <- save_figures(saved_replay(label = "s\u00f8k, \"a\""), folder)
  expect_true(all(file.exists(found$figure)))
  data <- read.csv(found$data[found$type == "reward"], encoding = "UTF-8")
  expect_setequal(enc2utf8(unique(data$policy)), c("s\u00f8k, \"a\"", "Uniform"))
})
