# Puts the descriptions that tests/web/refusals.js left behind to R: both play with the same numbers, bit by bit, or both
# refuse with the same code and argument. Rscript tests/web/refusals.R <folder of the results>
suppressPackageStartupMessages(library(unruly))
cases <- jsonlite::fromJSON(file.path(commandArgs(TRUE)[1], "refusals.json"), simplifyVector = FALSE)

# What arguments are called in the core, where R calls them otherwise, or makes several parameters of one.
core_argument <- list(error = "delta", min_propensity = "chance", family = c("prior", "divergence"), rounds = "at", probability = "chance",
                      delay = c("lag", "mean", "chance", "from"), awake = "chance", policy = "base", reward = "arms", sd = "width", range = "width", arm = "cycle", spread = "weights")

# What R refuses by the words of the core says which; what it refuses as an object of R is an argument that is not as it should be.
refusal_of <- function(e) {
  if (!is.null(e$refusal)) {
    named <- e$refusal[["argument"]]
    return(list(code = e$refusal[["code"]], argument = c(named, core_argument[[named %||% "none"]])))
  }
  if (inherits(e, "unruly_error_policy")) return(list(code = "start", argument = "policy"))
  if (inherits(e, "unruly_error_argument")) return(list(code = "argument", argument = c(e$argument, core_argument[[e$argument %||% "none"]])))
  list(code = conditionMessage(e), argument = "")
}
`%||%` <- function(x, y) if (is.null(x)) y else x

bits_of <- function(x) {
  x <- as.double(x)
  x[is.na(x)] <- NaN
  bits <- writeBin(x, raw(), endian = "little")
  at <- rep(is.nan(x), each = 8) # of NaNs there are many
  bits[at] <- as.raw(0)
  bits
}

numbers_of <- function(text) {
  bytes <- as.raw(strtoi(substring(text, seq(1, nchar(text), 2), seq(2, nchar(text), 2)), 16L))
  readBin(bytes, "double", length(bytes) / 8, endian = "little")
}

difference <- function(case) {
  study <- tryCatch(suppressWarnings(suppressMessages(eval(parse(text = case$call, keep.source = FALSE), new.env()))), error = identity)
  here <- if (inherits(study, "error")) refusal_of(study)
  there <- if (!is.null(case$code)) list(code = case$code, argument = case$argument)
  if (is.null(here) != is.null(there)) {
    return(if (is.null(there)) sprintf("R refuses (%s): %s", here$code, gsub("\n", " ", conditionMessage(study))) else
      sprintf("the page refuses (%s, %s)", there$code, there$argument))
  }
  if (is.null(here)) {
    theirs <- numbers_of(case$bits)
    ours <- unlist(lapply(case$names, function(name) as.double(regret(study)[[name]])))
    return(if (!identical(bits_of(ours), bits_of(theirs))) "other numbers")
  }
  if (here$code == there$code && there$argument %in% here$argument) return(NULL)
  sprintf("R: %s, %s; the page: %s, %s", here$code, paste(here$argument, collapse = "/"), there$code, there$argument)
}

wrong <- lapply(cases, difference)
bad <- which(!vapply(wrong, is.null, NA))
for (i in bad) cat(cases[[i]]$title, ": ", wrong[[i]], "\n", gsub("(?m)^", "    ", sub("^library[(]unruly[)]\n\n", "", cases[[i]]$call), perl = TRUE), "\n\n", sep = "")
refused <- sum(vapply(cases, function(case) !is.null(case$code), NA))
cat(sprintf("%d descriptions: %d are refused by the page, %d of all are not judged alike.\n", length(cases), refused, length(bad)))
if (length(bad) > 0) quit(status = 1)
