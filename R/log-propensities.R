# The propensities of all arms in each event: a list of named vectors, or a matrix with a column for each arm. Their
# form is checked first, their numbers where they are used: for scores by the core (src/glue/choices.c), for replays at
# the end of this file.

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

# Returns whether some propensities are known. The first one is, as a rule, so that no other is looked at.
any_known <- function(value) {
  unknown <- function(one) is.null(one) || is.atomic(one) && all(is.na(one))
  length(value) > 0 && (!unknown(value[[1]]) || !all(vapply(value, unknown, NA)))
}

# Completes propensities for the core by the arm that each name, or each place without one, stands for.
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
  numbered <- are_numbers(labels)
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

# Returns whether arms are called by their numbers.
are_numbers <- function(labels) identical(labels, as.character(seq_along(labels)))

# As the user gave them, for as_tibble().
propensities_as_given <- function(log) {
  found <- log$propensities
  if (is.list(found$chances)) return(found$chances)
  chances <- found$chances
  if (!is.null(chances)) colnames(chances) <- log$labels[found$place]
  chances
}

# The propensity of what was shown, of a log that has those of all arms alone.
shown_of_all <- function(log, call) {
  given <- log$propensities$chances
  if (is.null(given)) return(NULL)
  if (is.list(given)) {
    own <- vapply(seq_along(given), function(i) shown_of_row(given[[i]], log$arm[i], log$labels), 0)
    sound <- vapply(given, function(row) is.numeric(row) && all(row >= 0) && sums_to_one(sum(row)), NA)
  } else {
    own <- given[cbind(seq_along(log$arm), match(log$arm, log$propensities$place))]
    sound <- rowSums(given < 0) == 0 & sums_to_one(rowSums(given))
  }
  own <- without_rounding(own)
  bad <- which(!(sound & own > 0 & own <= 1) %in% TRUE)
  if (length(bad) > 0) abort_propensities(log, bad[1], call, "log$propensities")
  own
}

sums_to_one <- function(sums) abs(sums - 1) <= 1e-8

shown_of_row <- function(row, arm, labels) {
  if (!is.numeric(row)) return(NA_real_)
  as.double(row[if (is.null(names(row))) arm else match(labels[arm], names(row))])
}

in_row_of_log <- function(log, row) {
  paste0("in row ", format_count(row), if (!is.null(log$round)) sprintf(" (round %s)", format_count(log$round[row])))
}

# Returns what to write where propensities were printed with a few digits.
rounded_hint <- function(given, values) {
  if (abs(sum(values) - 1) > 0.01) return(NULL)
  sprintf("If they were rounded, divide each row by its sum: `%s`.",
          if (is.list(given)) "lapply(p, function(row) row / sum(row))" else "p / rowSums(p)")
}

# Raises the condition that fails of an event whose propensities were refused.
abort_propensities <- function(log, row, call, argument = "x$propensities") {
  in_row <- in_row_of_log(log, row)
  arm <- log$labels[log$arm[row]]
  refuse <- function(wanted, given, ...) abort_argument(argument, wanted, given = given, ..., call = call)
  given <- log$propensities$chances
  values <- if (is.list(given)) given[[row]] else given[row, ]
  names <- if (is.list(given)) names(values) else log$labels[log$propensities$place]
  if (!is.numeric(values) || is.object(values)) {
    refuse("a list of numeric vectors, or a numeric matrix", paste(describe_value(values), in_row))
  }
  if (is.null(names) && !are_numbers(log$labels)) refuse("named by the arms", paste("a vector without names", in_row))
  names <- names %||% log$labels[seq_along(values)]
  values <- without_rounding(values)
  bad <- which(is.na(values) | values < 0 | values > 1)
  if (length(bad) > 0) {
    refuse("numbers from 0 to 1", sprintf("%s for arm %s %s", format_numbers(values[[bad[1]]]), quoted(names[bad[1]]),
                                          in_row))
  }
  if (anyNA(match(names, log$labels))) {
    stray <- names[is.na(match(names, log$labels))][1]
    refuse("named by the arms", sprintf("%s, which is no arm, %s", describe_value(stray), in_row))
  }
  if (!sums_to_one(sum(values))) {
    refuse("numbers that sum to 1 in each row, within 1e-8",
           sprintf("%s as the sum %s", format_numbers(signif(sum(values), 9)), in_row),
           hint = rounded_hint(given, values))
  }
  own <- values[match(arm, names)]
  if (is.na(own) || own == 0) {
    refuse("above 0 for the arm that was chosen", sprintf("0 for arm %s, which was chosen %s", quoted(arm), in_row))
  }
  refuse("with a finite inverse for the arm that was chosen",
         sprintf("%s for arm %s, which was chosen %s", format_numbers(own), quoted(arm), in_row))
}
