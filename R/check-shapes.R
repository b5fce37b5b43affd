# Parts of the package's objects. A class is easily put on something
# else, and an object easily edited, so functions check what is in an object they
# are given: a part that no constructor would have put there is refused by name.

# NULL, or what is wrong with an object, to be read after "one".
shape_problem <- function(x, class) {
  parts <- shape_of_class(class)
  if (is.null(parts)) return(NULL)
  if (class == "unruly_tape") x <- list(reward = unclass(x), origin = attr(x, "origin"), notes = attr(x, "notes"))
  if (!is.list(x)) return("that is not a list")
  part <- if (is.data.frame(x)) first_without_values(x)
  part <- part %||% first_wrong(parts, unclass(x))
  if (!is.null(part)) sprintf("whose `%s` is not as it was made", part)
}

# Returns the name of a table's first column that no vector is, such as a call; NULL if all are.
first_without_values <- function(x) {
  bad <- !vapply(unclass(x), rlang::is_vector, NA)
  if (any(bad)) names(x)[bad][1]
}

first_wrong <- function(parts, x) {
  part <- NULL
  tryCatch({
    for (part in names(parts)) if (!isTRUE(parts[[part]](x[[part]], x))) return(part)
    NULL
  }, error = function(e) part)
}

# By the name of the class alone: any object may have it.
shape_of_class <- function(class) shape(structure(list(), class = class))

is_shaped <- function(x, class) inherits(x, class) && is.null(shape_problem(x, class))
