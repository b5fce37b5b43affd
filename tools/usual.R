# Writes src/model/usual.h from the signatures of R's constructors: what a parameter is if it is omitted, by the names of the
# core, and which ones must be given. `make docs` runs it, before the package is built. Rscript tools/usual.R [folder of the
# package]
root <- commandArgs(TRUE)
root <- if (length(root) > 0) root[1] else "."

# The functions of R/, found without the package; those that are exported and have a type of their name in C are constructors.
space <- new.env(parent = baseenv())
exported <- character()
for (file in list.files(file.path(root, "R"), "[.]R$", full.names = TRUE)) {
  code <- parse(file, keep.source = TRUE)
  lines <- readLines(file, encoding = "UTF-8")
  for (i in seq_along(code)) {
    part <- code[[i]]
    if (!is.call(part) || !identical(part[[1]], quote(`<-`)) || !is.name(part[[2]]) || !is.call(part[[3]]) ||
        !identical(part[[3]][[1]], quote(`function`))) next
    name <- as.character(part[[2]])
    assign(name, eval(part[[3]], space), space)
    before <- getSrcLocation(attr(code, "srcref")[[i]], "line", first = TRUE) - 1
    if (before > 0 && grepl("^#' @export", lines[before])) exported <- c(exported, name)
  }
}
words <- unlist(lapply(list.files(file.path(root, "src"), "[.]c$", recursive = TRUE, full.names = TRUE), function(file) {
  lines <- readLines(file)
  unlist(regmatches(lines, gregexpr("[A-Za-z_][A-Za-z_0-9]*", lines)))
}))
# What the core has a type of its own for, although R has no function of that name: several arms of policy_fixed(), and
# the weights of with_spread().
exported <- c(exported, "policy_fixed_schedule", "spread_custom")
constructors <- grep("^(policy|stop|drop|graduate|changes|wear|spread)_", exported, value = TRUE)
constructors <- constructors[sub("^(drop|graduate)_", "leaving_\\1_", sub("^stop_", "stopping_", constructors)) %in% words]
constructors <- sort(setdiff(constructors, c("policy_index", "policy_custom", "policy_registered")), method = "radix") # these are functions in R

# With as many digits as a number needs.
number <- function(x) {
  text <- format(as.double(x), digits = 15)
  if (as.double(text) == x) text else sprintf("%.17g", x)
}

row_of <- function(name) {
  f <- get(name, space)
  usual <- Filter(function(value) (is.numeric(value) || is.logical(value)) && length(value) <= 2,
                  space$core_named(name, space$usual_of(f, name)))
  given <- vapply(names(usual), function(n) {
    values <- vapply(usual[[n]], number, "")
    sprintf("%s(\"%s\", %s)", if (length(values) == 2) "TWO" else "ONE", n, paste(values, collapse = ", "))
  }, "")
  required <- if (startsWith(name, "policy_")) setdiff(names(Filter(function(d) identical(d, quote(expr = )), formals(f))), c("policy", "..."))
  required <- names(space$core_named(name, stats::setNames(as.list(required), required)))
  parts <- c(given, sprintf("REQUIRED(\"%s\")", required))
  if (length(parts) > 0) sprintf("    {\"%s\", USUAL(%s)},", name, paste(parts, collapse = ", "))
}
rows <- unlist(lapply(constructors, row_of))
writeLines(c("/* Written by tools/usual.R from the signatures of the constructors in R/; see usual.c. */", rows),
           file.path(root, "src", "model", "usual.h"))
