# Runs the calls that tests/web/numbers.js left behind, and compares every number with R's, bit by bit:
# Rscript tests/web/numbers.R <folder of the results>
suppressPackageStartupMessages(library(unruly))
folder <- commandArgs(TRUE)[1]

bits_differ <- function(x, y) {
  missing <- is.na(x) & is.na(y)
  if (length(x) != length(y)) return(rep(TRUE, max(length(x), length(y))))
  bits <- function(z) matrix(writeBin(as.double(z), raw(), endian = "little"), 8)
  colSums(bits(x) != bits(y)) > 0 & !missing
}

compare <- function(case) {
  about <- readLines(paste0(case, ".txt"))
  study <- tryCatch(suppressWarnings(eval(parse(paste0(case, ".R")), new.env())), error = identity)
  if (inherits(study, "error")) return(sprintf("%s: %s", about[2], conditionMessage(study)))
  ours <- if (about[1] == "choices") choices(study) else regret(study)
  columns <- about[-(1:2)]
  numbers <- readBin(paste0(case, ".bin"), "double", 1e7, endian = "little")
  theirs <- matrix(numbers, ncol = length(columns), dimnames = list(NULL, columns))
  wrong <- vapply(columns, function(column) sum(bits_differ(as.numeric(ours[[column]]), theirs[, column])), 0)
  if (all(wrong == 0)) return(NULL)
  policies <- if (about[1] == "regret") unique(ours$policy[rowSums(vapply(columns, function(column) {
    rep_len(bits_differ(as.numeric(ours[[column]]), theirs[, column]), nrow(ours))
  }, logical(nrow(ours)))) > 0])
  sprintf("%s: %s of %d numbers differ%s", about[2], paste(wrong[wrong > 0], names(wrong)[wrong > 0], collapse = ", "), nrow(theirs),
          if (length(policies) > 0) paste0(" (", paste(utils::head(policies, 20), collapse = ", "), ")") else "")
}

cases <- sub("[.]R$", "", list.files(folder, "[.]R$", full.names = TRUE))
stopifnot(length(cases) > 0)
wrong <- unlist(lapply(cases, compare))
if (length(wrong) > 0) {
  writeLines(wrong)
  quit(status = 1)
}
cat(sprintf("%d games and studies have the same numbers in the browser and in R, bit by bit.\n", length(cases)))
