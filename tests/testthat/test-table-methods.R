# Methods of generics, ours and those of other packages, in sessions of their own: whichever package is attached first.

# In the other session: which classes a generic, as it is found there, has something for.
answers <- function(first, helper, generics) {
  for (package in first) library(package, character.only = TRUE, warn.conflicts = FALSE)
  source(helper, local = globalenv())
  options(unruly.threads = 1)
  grDevices::pdf(NULL)
  objects <- one_of_each()
  try_one <- function(generic, x) tryCatch({
    utils::capture.output(suppressMessages(found <- get(generic, globalenv())(x)))
    if (generic == "autoplot" && !inherits(found, "ggplot")) "no ggplot" else "yes"
  }, error = function(e) "no")
  sapply(generics, function(generic) vapply(objects, function(x) try_one(generic, x), ""))
}

test_that("each class has its methods, whichever package is attached first", {
  skip_in_quick()
  skip_if_not_installed("callr")
  for (package in c("ggplot2", "generics", "dplyr")) skip_if_not_installed(package)
  wanted <- utils::read.csv(test_path("methods.csv"), row.names = "class")
  others <- c("ggplot2", "generics", "dplyr", "grid")
  orders <- list(first = c("unruly", others), second = c(others, "unruly"), between = c("dplyr", "unruly", "ggplot2", "generics"))
  for (name in names(orders)) {
    found <- callr::r(answers, list(orders[[name]], normalizePath(test_path("helper-objects.R")), names(wanted)))
    expect_setequal(rownames(found), rownames(wanted))
    expect_identical(as.matrix(wanted), found[rownames(wanted), ], info = name)
  }
})

test_that("without ggplot2 and generics attached methods are found by `package::generic()`, too", {
  skip_on_cran()
  skip_if_not_installed("callr")
  for (package in c("ggplot2", "generics")) skip_if_not_installed(package)
  found <- callr::r(function(helper) {
    source(helper, local = globalenv())
    library(unruly)
    objects <- one_of_each()[c("unruly_exact", "unruly_series", "unruly_calibration")]
    vapply(objects, function(x) inherits(ggplot2::autoplot(x), "ggplot") && is.data.frame(generics::tidy(x)), NA)
  }, list(normalizePath(test_path("helper-objects.R"))))
  expect_true(all(found))
})

# A function that looks like a method and is none is found by nobody.
test_that("every function of the package named like a method of one of its classes is registered, and every class is in the table", {
  namespace <- asNamespace("unruly")
  classes <- rownames(utils::read.csv(test_path("methods.csv"), row.names = "class"))
  expect_identical(setdiff(c(sub("^shape[.]", "", grep("^shape[.]unruly_", ls(namespace), value = TRUE)), names(unruly:::table_titles)), c(classes, "unruly_rule")), character())
  methods <- grep("^(?!shape|study_table)[^.].*\\.unruly_[a-z_]+$", ls(namespace), value = TRUE, perl = TRUE)
  lines <- readLines(system.file("NAMESPACE", package = "unruly"))
  registered <- gsub("[\" )]", "", sub(",", ".", sub("^S3method\\(([a-z0-9]+::)?", "", grep("^S3method", lines, value = TRUE))))
  expect_identical(setdiff(methods, registered), character())
  expect_gt(length(methods), 60)
})
