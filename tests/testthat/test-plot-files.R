saved_study <- function() {
  play(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_fairness(0.3, 0.5), list(policy_ucb1(), policy_uniform()), 30, reps = 3)
}

test_that("every figure that the study has is written, with its data", {
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
    data <- study_plot_data(study, found$type[i])
    expect_identical(dim(table), dim(data))
    numbers <- names(data)[vapply(data, is.numeric, NA)]
    expect_equal(as.list(table[numbers]), as.list(data[numbers]))
    expect_identical(table$policy, as.character(data$policy))
  }
  # A PNG says its size in bytes 17 to 24, and dots a metre in its pHYs chunk.
  bytes <- readBin(found$figure[1], raw(), 24)
  expect_identical(readBin(bytes[17:24], integer(), 2, endian = "big"), c(1008L, 648L))
})

test_that("other devices, sizes and options are passed on", {
  skip_if_not_installed("ggplot2")
  folder <- withr::local_tempdir()
  before <- grDevices::dev.list()
  found <- save_figures(saved_study(), folder, device = "pdf", policies = "Uniform")
  expect_identical(grDevices::dev.list(), before)
  expect_true(all(endsWith(found$figure, ".pdf")))
  expect_identical(rawToChar(readBin(found$figure[1], raw(), 4)), "%PDF")
  expect_identical(unique(read.csv(found$data[found$type == "regret"])$policy), "Uniform")
  skip_if_not(capabilities("cairo"))
  svg <- save_figures(saved_study(), folder, device = "svg", width = 3, height = 2)
  expect_match(paste(readLines(svg$figure[1], 3), collapse = ""), "216pt.*144pt|216.*144")
})

test_that("the study of an experiment also has the figure of the paper", {
  skip_if_not_installed("ggplot2")
  study <- run_experiment("impatient-se", reps = 2, horizon = 300, seed = 1, threads = 1)
  found <- save_figures(study, withr::local_tempdir())
  expect_identical(found$type[1], "experiment")
  expect_true(all(file.exists(found$figure)))
})

test_that("what cannot be saved is said before anything is drawn", {
  skip_if_not_installed("ggplot2")
  study <- saved_study()
  expect_error(save_figures(1, "a"), "study", class = "unruly_error_argument")
  expect_error(save_figures(study), "folder", class = "unruly_error_argument")
  folder <- withr::local_tempdir()
  expect_error(save_figures(study, folder, device = "bmp"), "device", class = "unruly_error_argument")
  expect_error(save_figures(study, folder, policies = "None"), "policies", class = "unruly_error_argument")
  expect_error(save_figures(study, folder, colour = 1), class = "unruly_error_argument")
  file <- withr::local_tempfile()
  writeLines("a", file)
  expect_error(save_figures(study, file), "folder", class = "unruly_error_path")
  expect_length(list.files(folder), 0)
})
