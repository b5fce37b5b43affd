# The propensities of all arms in each event: a list of named vectors, or a matrix with a column for each arm. Their
# form is checked here, their numbers by the core where they are used (src/glue/choices.c).

# `chances` as they are, the `names` that occur, and how many stand side by side without one (`columns`); NULL if all
# are unknown.
propensity_names <- function(value, argument, call) {
  rows <- NROW(value)
  if (inherits(value, "AsIs")) oldClass(value) <- setdiff(oldClass(value), "AsIs")
  if (is.object(value) || !is.list(value) && !(is.matrix(value) && is.numeric(value) || all(is.na(value)))) {
    abort_argument(argument, propensities_wanted, value, call = call)
  }
  known <- if (is.list(value)) any_known(value) else !is.na(value[1]) || !all(is.na(value))
  if (!known) return(NULL)
  if (is.matrix(value) && !is.list(value)) {
    names <- colnames(value)
    if (anyDuplicated(names)) abort_argument(argument, propensities_wanted, call = call,
                                             given = sprintf("two columns %s", quoted(names[anyDuplicated(names)])))
    storage.mode(value) <- "double"
    return(list(chances = value, names = names, columns = if (is.null(names)) ncol(value) else 0L, argument = argument))
  }
  found <- .Call(C_chance_names, value)
  list(chances = value, names = found[[1]], columns = found[[2]], argument = argument)
}

propensities_wanted <- paste("the propensities of all arms: a list of named vectors, one per row, or a numeric matrix",
                             "with one column per arm, named by the arms")

# Some are known. The first one says so, as a rule.
any_known <- function(value) {
  unknown <- function(one) is.null(one) || is.atomic(one) && all(is.na(one))
  length(value) > 0 && (!unknown(value[[1]]) || !all(vapply(value, unknown, NA)))
}

# For the core: which arm each name, or each place without one, stands for.
place_propensities <- function(found, labels, call) {
  if (is.null(found)) return(NULL)
  listed <- is.list(found$chances)
  if (!listed && is.null(found$names)) return(place_columns(found, labels, call))
  columns <- if (listed) as.character(seq_len(found$columns)) else found$names
  place <- match(columns, labels)
  if (!listed && anyNA(place)) {
    abort_argument(found$argument, propensities_wanted, call = call,
                   given = sprintf("a column for %s, which is no arm", quoted(columns[is.na(place)][1])))
  }
  c(list(chances = found$chances, place = place),
    if (listed) list(names = found$names %||% character(), arm_of_name = match(found$names, labels)))
}

# Columns without names are those of the arms, in their order.
place_columns <- function(found, labels, call) {
  numbered <- identical(labels, as.character(seq_along(labels)))
  if (!numbered && ncol(found$chances) != length(labels)) {
    abort_argument(found$argument, sprintf("a matrix with column names, or with %s in the order of the arms",
                                           count_of(length(labels), "column")), call = call,
                   given = sprintf("one with %s without names", count_of(ncol(found$chances), "column")), # word ok
                   hint = sprintf("Name the columns: `colnames(%s) <- ...`.", found$argument))
  }
  if (!numbered) {
    inform_plain(c(i = sprintf("The columns of `%s` have no names. They are taken as %s.", found$argument,
                               paste(quoted(utils::head(labels, 10)), collapse = ", "))),
                 class = "unruly_message_columns")
  }
  list(chances = found$chances, place = seq_len(ncol(found$chances)))
}

# As the user gave them, for as_tibble().
propensities_as_given <- function(log) {
  found <- log$propensities
  if (is.list(found$chances)) return(found$chances)
  chances <- found$chances
  if (!is.null(chances)) colnames(chances) <- log$labels[found$place]
  chances
}
