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
  columns <- about[-(1:2)]
  numbers <- readBin(paste0(case, ".bin"), "double", 1e7, endian = "little")
  theirs <- matrix(numbers, ncol = length(columns), dimnames = list(NULL, columns))
  if (about[1] == "choices") return(differences(about[2], choices(study), theirs))
  # What a game names as the best arm R tells of the last round, where a best arm is defined.
  ours <- regret(study)
  named <- c("arm", "simple_regret")
  last <- tryCatch(recommendations(study), unruly_error = function(e) NULL)
  labels <- readLines(paste0(case, ".labels"))
  c(if (!identical(labels, unique(as.character(ours$policy)))) sprintf("%s: other labels: %s", about[2], paste(setdiff(labels, ours$policy), collapse = ", ")),
    differences(about[2], ours, theirs[, setdiff(columns, named)]),
    if (!is.null(last)) differences(about[2], last, theirs[ours$round == max(ours$round), named]))
}

# NULL, or how many numbers of each column differ, and of which policies.
differences <- function(title, ours, theirs) {
  columns <- colnames(theirs)
  wrong <- vapply(columns, function(column) bits_differ(as.numeric(ours[[column]]), theirs[, column]), logical(nrow(theirs)))
  if (!any(wrong)) return(NULL)
  counts <- colSums(wrong)
  policies <- unique(ours$policy[rowSums(wrong) > 0])
  sprintf("%s: %s of %d numbers differ (%s)", title, paste(counts[counts > 0], columns[counts > 0], collapse = ", "), nrow(theirs),
          paste(utils::head(policies, 20), collapse = ", "))
}

cases <- sub("[.]R$", "", list.files(folder, "[.]R$", full.names = TRUE))
stopifnot(length(cases) > 0)
wrong <- unlist(lapply(cases, compare))
if (length(wrong) > 0) {
  writeLines(wrong)
  quit(status = 1)
}
cat(sprintf("%d games and studies have the same numbers in the browser and in R, bit by bit.\n", length(cases)))
