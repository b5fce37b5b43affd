# Questions that any room asks of a value: whether it is a text, numbers, a prior, a table; and what it does with lists.

is_word <- function(v) is_words(v) && length(v) == 1

is_words <- function(v) is.character(v) && !is.object(v) && is.null(dim(v)) && !anyNA(v) && all(is_readable(v))

# Names and labels. A file in another encoding, read as it lies, gives strings that
# cannot be measured or printed later on.
is_readable <- function(strings) validEnc(strings) & Encoding(strings) != "bytes"

is_reals <- function(v, size = length(v), infinite = FALSE) {
  is.numeric(v) && !is.object(v) && length(v) == size && length(v) > 0 && !anyNA(v) && (infinite || all(is.finite(v)))
}

is_column <- function(v, size = length(v)) is_reals(v, size) && is.null(dim(v))

is_plain <- function(v) !is.object(v) && (is.numeric(v) || is.logical(v) || is.character(v))

is_count <- function(v, min = 0, max = 2^53) is_reals(v, 1) && v == round(v) && v >= min && v <= max

are_wholes <- function(v, min, max) is.double(v) && all(is.finite(v) & v == round(v) & v >= min & v <= max)

are_chances <- function(v, size = length(v)) (is_column(v, size) || size == 0 && length(v) == 0) &&
  all(v >= 0 & v <= 1 + 1e-9)

has_names <- function(v) length(v) == 0 || !is.null(names(v)) && all(is_readable(names(v)) & nzchar(names(v))) &&
  !anyDuplicated(names(v))

# --- classes ----------------------------------------------------------------------------

is_prior <- function(x) inherits(x, "unruly_prior")

is_rule <- function(x) inherits(x, "unruly_rule")

# --- tables -----------------------------------------------------------------------------

is_table <- function(v) {
  is.data.frame(v) && has_names(v) && all(vapply(v, function(column) is.atomic(column) && is.null(dim(column)), NA)) &&
    all(lengths(unclass(v)) == nrow(v))
}

# The columns of a table that has rows, as a list, and among them these.
are_columns <- function(x, these) {
  has_names(x) && !anyDuplicated(names(x)) && all(these %in% names(x)) && length(x[[1]]) > 0 &&
    length(unique(lengths(x))) == 1 && .row_names_info(x, 2L) == length(x[[1]]) &&
    all(vapply(x, function(column) is.atomic(column) || !is.object(column) || inherits(column, "list"), NA)) &&
    all(vapply(x[these], function(column) is.atomic(column) && is.null(dim(column)), NA))
}

are_labels <- function(v) is_words(if (is.factor(v)) as.character(v) else v)

# An arm may come as a factor from a column of a table.
one_level_as_text <- function(value) {
  if (is.factor(value) && length(value) == 1 && !is.na(value)) as.character(value) else value
}

is_flags <- function(v) is.logical(v) && !anyNA(v)

# Those of a log may be anything, or absent.
is_name_of_game <- function(v) {
  is.null(v) || is.atomic(v) && (is_column(v) || is.null(dim(v)) && is_words(as.character(v)))
}

# The rows that are the same in some columns, by numbers from 1 in the order in which they are first met.
row_groups <- function(columns) {
  Reduce(function(group, column) {
    place <- match(column, unique(column))
    if (is.null(group)) return(place)
    both <- (group - 1) * max(place, 0) + place
    match(both, unique(both))
  }, unname(as.list(columns)), NULL)
}

# The rows that are the same in some columns, a vector for each, sorted by the first column, then by the second, and so
# on.
rows_alike <- function(columns) {
  columns <- unname(as.list(columns))
  rows <- unname(split(seq_along(columns[[1]]), row_groups(columns)))
  first <- vapply(rows, `[`, 0L, 1L)
  rows[do.call(order, lapply(columns, `[`, first))]
}

# The first row of `table` that is the same in all columns, for each row of `x`; NA where there is none.
match_rows <- function(x, table) {
  if (length(x) != length(table)) stop("Rows of unlike tables are matched.") # recycled, no row would be found
  as_plain <- function(column) if (is.factor(column)) as.character(column) else column
  group <- row_groups(Map(function(a, b) c(as_plain(a), as_plain(b)), unname(as.list(x)), unname(as.list(table))))
  rows <- seq_along(x[[1]])
  match(group[rows], group[-rows])
}

# A text for each row, which differs where the rows differ: parts are quoted if they would be mistaken otherwise.
row_texts <- function(columns, sep = ", ") {
  columns <- unname(lapply(columns, function(column) if (is.factor(column)) as.character(column) else column))
  # Without options(scipen), as texts tell games apart.
  shown <- lapply(columns, function(column) if (is.numeric(column)) sprintf("%.15g", column) else column)
  text <- do.call(paste, c(shown, sep = sep))
  if (length(unique(text)) == length(unique(row_groups(columns)))) return(text)
  do.call(paste, c(lapply(columns, unmistakable), sep = sep))
}

unmistakable <- function(x) {
  if (is.double(x)) return(sprintf("%.17g", x))
  ifelse(is.na(x), "NA", paste0("\"", gsub("([\"\\\\])", "\\\\\\1", as.character(x)), "\""))
}

# No two rows are the same in these columns, those of them that there are.
is_key <- function(x, columns) !anyDuplicated(row_groups(x[intersect(columns, names(x))]))

# --- lists ------------------------------------------------------------------------------

without_nulls <- function(x) x[!vapply(x, is.null, NA)]

# Splits increasing numbers into runs of successive ones.
runs_of <- function(numbers) unname(split(numbers, cumsum(c(TRUE, diff(numbers) != 1))))
