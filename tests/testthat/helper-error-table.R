# Errors, warnings and messages that users read stand in errors.txt, which `make accept` writes: a heading "# <test file>", and
# a line for each, with tabs between its columns
#
#   <call> <class> <argument> <text>
#
# where the text begins with the function that is blamed, and bullets stand behind it. What a test raises must be among the
# lines of its file. Of code in braces each expression raises something, unless it assigns.

expect_errors <- function(code, transform = identity) {
  testthat::skip_on_cran()
  testthat::skip_if(getOption("scipen") < 0, "R writes calls with exponents")
  code <- substitute(code)
  expressions <- if (identical(code[[1]], as.name("{"))) as.list(code)[-1] else list(code)
  file <- literal_test_file()
  raised <- lapply(expressions, raised_by, parent.frame())
  silent <- lengths(raised) == 0 & !vapply(expressions, function(e) identical(e[[1]], as.name("<-")), NA)
  testthat::expect(!any(silent), paste(c("Nothing is raised by", vapply(expressions[silent], one_call, "")), collapse = "\n"))
  lines <- transform(unlist(raised))
  if (identical(Sys.getenv("UNRULY_ACCEPT"), "true")) {
    cat(paste0(file, "\t", lines), file = Sys.getenv("UNRULY_ERROR_LINES"), sep = "\n", append = TRUE)
    return(testthat::succeed())
  }
  tally <- getOption("unruly.tally")
  if (is.environment(tally)) tally$errors <- unique(c(tally$errors, paste0(file, "\t", lines)))
  known <- error_lines()
  known <- if (is.null(file)) unlist(known) else known[[file]]
  for (line in lines) {
    testthat::expect(line %in% known, paste0("errors.txt has another line (if this one is meant: make accept):\n", line, "\n",
                                             paste(known[startsWith(known, paste0(sub("\t.*", "", line), "\t"))], collapse = "\n")))
  }
}

error_lines <- function() remembered("errors.txt", read_error_lines(testthat::test_path("errors.txt")))

# Returns the lines of each test file.
read_error_lines <- function(path) {
  lines <- readLines(path, encoding = "UTF-8")
  heading <- startsWith(lines, "# ")
  split(lines[!heading], factor(sub("^# ", "", lines[heading])[cumsum(heading)[!heading]], sub("^# ", "", lines[heading])))
}

one_call <- function(expression) gsub("\\s+", " ", paste(deparse(expression, width.cutoff = 500), collapse = " "))

# Returns a line for each condition that an expression raises.
raised_by <- function(expression, env) {
  lines <- character()
  note <- function(condition) {
    text <- gsub("\\s+", " ", cli::ansi_strip(paste(c(blamed_in_words(condition), told_by(condition)), collapse = " ")))
    argument <- condition$argument
    lines <<- c(lines, paste(one_call(expression), class(condition)[1], if (is.character(argument)) argument[1] else "", text, sep = "\t"))
  }
  tryCatch(
    withCallingHandlers(
      force(eval(expression, env)),
      warning = function(w) { note(w); tryInvokeRestart("muffleWarning") },
      message = function(m) { note(m); tryInvokeRestart("muffleMessage") }
    ),
    error = note
  )
  lines
}

blamed_in_words <- function(condition) {
  call <- conditionCall(condition)
  if (is.call(call)) sprintf("`%s()`:", one_call(call[[1]]))
}

# Returns the sentences of a condition and its parents, with the bullets that every version of rlang and every console has.
told_by <- function(condition) {
  bullets <- condition$bullets
  said <- if (is.null(bullets)) conditionMessage(condition) else trimws(paste(names(bullets) %||% "", bullets))
  parent <- condition$parent
  c(trimws(said), if (inherits(parent, "condition")) c("Caused by", blamed_in_words(parent), told_by(parent)))
}

# ---- make accept -----------------------------------------------------------------------

# In such a run only those tests are evaluated that raise errors for the table or have snapshots, by themselves or by a function
# that they call.
if (identical(Sys.getenv("UNRULY_ACCEPT"), "true")) {
  test_that <- function(desc, code) {
    env <- parent.frame()
    speaks <- function(names) any(names %in% c("expect_errors", "expect_snapshot", "expect_drawing"))
    by_function <- function(name) {
      f <- get0(name, env, mode = "function")
      is.function(f) && !is.primitive(f) && !isNamespace(environment(f)) && speaks(all.names(body(f)))
    }
    names <- unique(all.names(substitute(code)))
    if (!speaks(names) && !any(vapply(names, by_function, NA))) return(invisible())
    eval(bquote(testthat::test_that(.(desc), .(substitute(code)))), env)
  }
}
