# Files may contain code: policies in R and in C, and rules for penalties. Reading a
# file builds these, which runs nothing. They are run, compiled or loaded only once
# the user has allowed it.

trusted <- new.env(parent = emptyenv())
trusted$code <- character() # which the user has allowed in this session

# `x` is what was read from `path`.
check_trust <- function(x, path, trust, call) {
  if (trust) return(invisible())
  code <- code_in(x)
  if (length(code) == 0 || fingerprint(code) %in% trusted$code) return(invisible())
  if (!rlang::is_interactive() || !is_trusted_when_shown(code, path)) refuse_code(code, path, call)
  trusted$code <- c(trusted$code, fingerprint(code))
}

refuse_code <- function(code, path, call) {
  places <- one_line(paste(utils::head(names(code), 3), collapse = ", "))
  more <- if (length(code) > 3) sprintf(" and %s more", format_count(length(code) - 3)) else ""
  abort_combination(c(
    "{.path {path}} contains code, which only runs if it is trusted.", x = "Code is at {places}{more}.",
    i = "If you trust its author, use {.code trust = TRUE}. An interactive session shows the code and asks."
  ), class = c("unruly_error_trust", "unruly_error_path"), call = call)
}

# --- finding it -------------------------------------------------------------------

# All code in a value: strings, with the places where they are as names.
code_in <- function(x, place = "") {
  if (is.language(x)) return(stats::setNames(code_text(x), place))
  if (is.function(x)) return(c(stats::setNames(code_text(x), place), code_taken(x, place)))
  if (!is.list(x)) return(character())
  x <- unclass(x)
  inside <- c(unlist(unname(Map(code_in, unname(x), places_of(x, place)))), source_in(x, place))
  inside %||% character()
}

places_of <- function(x, place) {
  names <- names(x) %||% rep("", length(x))
  sub("^[$]", "", paste0(place, ifelse(nzchar(names), paste0("$", names), sprintf("[[%d]]", seq_along(x)))))
}

code_text <- function(x) paste(deparse_plain(x, width.cutoff = 100), collapse = "\n")

# Returns the code that a function brought along, see read_function().
code_taken <- function(f, place) {
  env <- environment(f)
  if (is.null(env) || isNamespace(env) || identical(env, globalenv()) || identical(env, baseenv())) return(character())
  taken <- Filter(function(value) !identical(value, f), mget(ls(env, all.names = TRUE, sorted = TRUE), envir = env))
  unlist(unname(Map(code_in, unname(taken), sprintf("%s takes `%s`", rep(place, length(taken)), names(taken)))))
}

# The source of a compiled policy.
source_in <- function(x, place) {
  constructor <- x[["constructor"]]
  if (!is_word(constructor) || !startsWith(constructor, compiled_prefix)) return(NULL)
  stats::setNames(paste(x[["source"]], collapse = "\n"), paste0(place, "$source"))
}

# --- asking -----------------------------------------------------------------------

is_trusted_when_shown <- function(code, path) {
  print_line(path, " contains code:")
  for (place in names(code)) {
    print_line(c("", paste0(place, ":"), paste0("  ", code_lines(code[[place]]))))
  }
  print_line("")
  ask_trust()
}

ask_trust <- function() utils::menu(c("No", "Yes"), title = "May it run?") == 2

code_lines <- function(text) unlist(strsplit(gsub("\t", "  ", readable(text), fixed = TRUE), "\n", fixed = TRUE))
