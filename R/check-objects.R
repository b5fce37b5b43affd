# Checks of arguments that are objects of the package.

check_class <- function(value, argument, class, wanted, call = rlang::caller_env(), hint = NULL) {
  if (missing(value)) abort_missing(argument, call, wanted, hint)
  if (!inherits(value, class)) abort_argument(argument, wanted, value, hint = hint, call = call)
  problem <- shape_problem(value, class)
  if (!is.null(problem)) abort_argument(argument, wanted, given = paste("one", problem), call = call)
  value
}

# A list whose elements are all of a class; the first that is not is named.
check_elements <- function(x, argument, class, wanted, call, hint = NULL) {
  if (is.function(x)) hint <- hint_for_function(wanted)
  if (!is.list(x) || is.object(x) || length(x) == 0) abort_argument(argument, wanted, x, hint = hint, call = call)
  other <- which(!vapply(x, is_shaped, NA, class))
  if (length(other) == 0) return(invisible())
  element <- x[[other[1]]]
  if (is.function(element)) hint <- hint_for_function(wanted)
  abort_argument(argument, wanted, x, call = call, hint = hint, given = sprintf(
    "a list in which element %d is %s", other[1],
    if (inherits(element, class)) paste("one", shape_problem(element, class)) else describe_value(element)))
}

# Parentheses were forgotten: with the example of what is wanted, if there is one.
hint_for_function <- function(wanted) {
  example <- regmatches(wanted, regexpr("[a-z_0-9]+(?=\\(\\))", wanted, perl = TRUE))
  if (length(example)) sprintf("Call the function, e.g. `%s()`, not `%s`.", example, example)
}

# Returns the list that c() makes of objects of a class and of lists of them, as of vectors: names stay.
list_of_objects <- function(parts, class, wanted, call = rlang::caller_env()) {
  for (i in seq_along(parts)) {
    if (inherits(parts[[i]], class)) {
      parts[[i]] <- if (is.null(names(parts))) list(parts[[i]]) else rlang::set_names(list(parts[[i]]), names(parts)[i])
    }
    check_elements(parts[[i]], sprintf("..%d", i), class, wanted, call)
  }
  do.call(c, unname(parts))
}

check_bandit <- function(value, argument = "bandit", call = rlang::caller_env()) {
  check_class(value, argument, "unruly_bandit", "a bandit, as made by `bandit()`", call,
              hint = hint_for_bandit(value, call))
}

# Returns what to write where arms stand for a bandit, or where a trait was not given one.
hint_for_bandit <- function(value, call) {
  if (!missing(value) && inherits(value, "unruly_arms")) {
    return(sprintf("Write `bandit(arms_%s(...))`: a bandit is made of arms.", sub("_.*", "", value$kind[1])))
  }
  name <- name_of_function(call) %||% ""
  if (startsWith(name, "with_")) sprintf("Traits are added with the pipe: `bandit(...) |> %s(...)`.", name)
}

check_study <- function(value, argument = "study", call = rlang::caller_env()) {
  check_class(value, argument, "unruly_study", study_wanted, call)
}

# For methods such as print(), which R calls for whatever has the class.
check_object <- function(x, argument = "x", call = rlang::caller_env()) {
  class <- Find(function(class) !is.null(shape_of_class(class)), class(x))
  problem <- shape_problem(x, class)
  if (is.null(problem)) return(invisible(x))
  abort_argument(argument, paste0(describe_object(x), ", as made by the package"), call = call,
                 given = paste("one", problem))
}

# The print method of what prints as its format() is.
print_formatted <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  print_line(format(x))
  invisible(x)
}

# fortify() and its methods have a second argument for data that a model was fitted to. What was meant is the type.
check_no_data <- function(data, call = rlang::caller_env()) {
  if (missing(data)) return(invisible())
  abort_argument("data", "left out, since everything is in `model`", data, call = call,
                 hint = if (is_word(data)) sprintf("Write `type = %s`.", quoted(data)))
}
