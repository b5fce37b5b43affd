# Tables that are more than their columns have a class that prints and draws them, and that needs certain columns. What
# R or dplyr makes of a table has the class if it is complete (its `shape()`, R/check-shapes.R), and is else a plain
# tibble: so methods need not ask, and print() never fails.

new_table <- function(columns, class, ...) {
  tibble::new_tibble(plain_tibble(columns), ..., nrow = nrow(columns), class = c(class, "unruly_table"))
}

# Without a class of ours, and what goes with it; row names are automatic.
plain_tibble <- function(table) tibble::new_tibble(lapply(unclass(table), identity), nrow = nrow(table))

table_class <- function(x) Find(function(class) !is.null(shape_of_class(class)), class(x))

is_complete <- function(x) is.null(shape_problem(x, table_class(x)))

# `like`: the table it was made of, whose class and attributes it gets back if it is complete.
restore_table <- function(table, like) {
  if (!is.data.frame(table)) return(table) # a column
  plain <- plain_tibble(table)
  own <- attributes(like)[setdiff(names(attributes(like)), c("names", "row.names", "class"))]
  whole <- rlang::exec(new_table, plain, table_class(like), !!!own)
  if (is_complete(whole)) whole else plain
}

# Refuses a user's table that has one of these columns twice: R takes the first without a word.
refuse_columns_twice <- function(data, columns, argument, call) {
  there <- names(data)[names(data) %in% columns]
  if (!anyDuplicated(there)) return(invisible())
  twice <- there[duplicated(there)][1]
  abort_argument(argument, sprintf("a data frame with one column `%s`", twice), call = call,
                 given = sprintf("one with %s of this name", format_count(sum(there == twice))),
                 hint = "Rename the others, or leave them out.")
}

#' @export
`[.unruly_table` <- function(x, i, j, ..., drop = FALSE) restore_table(NextMethod(), x)

#' @export
`[<-.unruly_table` <- function(x, i, j, ..., value) restore_table(NextMethod(), x)

#' @export
`[[<-.unruly_table` <- function(x, i, j, ..., value) restore_table(NextMethod(), x)

#' @export
`$<-.unruly_table` <- function(x, name, value) restore_table(NextMethod(), x)

#' @export
`names<-.unruly_table` <- function(x, value) restore_table(NextMethod(), x)

#' @export
rbind.unruly_table <- function(...) {
  tables <- list(...)
  ours <- vapply(tables, inherits, NA, "unruly_table")
  tables[ours] <- lapply(tables[ours], plain_tibble)
  restore_table(do.call(rbind, tables), list(...)[[which(ours)[1]]])
}

# Ends the verbs of dplyr.
#' @exportS3Method dplyr::dplyr_reconstruct
dplyr_reconstruct.unruly_table <- function(data, template) restore_table(data, template)

# Groups are rows of a table that is no longer one of ours.
#' @exportS3Method dplyr::group_by
group_by.unruly_table <- function(.data, ...) dplyr::group_by(plain_tibble(.data), ...)

#' @exportS3Method dplyr::rowwise
rowwise.unruly_table <- function(data, ...) dplyr::rowwise(plain_tibble(data), ...)

#' @export
as_tibble.unruly_table <- function(x, ...) tibble::as_tibble(plain_tibble(x), ...)

#' @export
as.data.frame.unruly_table <- function(x, ...) as.data.frame(plain_tibble(x), ...)

# Returns a plain tibble: R's summary would treat labels and numbers of methods alike.
#' @export
summary.unruly_table <- function(object, ...) {
  check_no_dots(...)
  plain_tibble(object)
}

# --- printing ----------------------------------------------------------------------------------------

#' @exportS3Method pillar::tbl_sum
tbl_sum.unruly_table <- function(x, ...) {
  size <- NextMethod()
  names(size)[1] <- table_titles[[table_class(x)]]
  size
}

table_titles <- c(unruly_estimates = "Estimates", unruly_comparisons = "Comparisons of arms",
                  unruly_policy_comparisons = "Comparisons of policies",
                  unruly_characteristics = "Operating characteristics",
                  unruly_calibration = "Calibration", unruly_waiting_value = "Value of arms and waits",
                  unruly_bound = "Bounds", unruly_ledger = "Claims of the papers", unruly_arcade = "Arcade",
                  unruly_likelihood = "Likelihoods", unruly_design = "Trial design",
                  unruly_power = "Power",
                  unruly_analysis = "Analysis of a trial")

# Columns that do not fit on the console are named below the table, as by tibble, but which these are goes by what they
# say: what tells rows apart and the columns listed here come first, what is the same in every row last.
read_first <- list(
  unruly_analysis = c("look", "decision", "p_value", "estimate", "lower", "upper"),
  unruly_policy_comparisons = c("policy", "baseline", "difference", "lower", "upper", "p_value"),
  unruly_comparisons = c("arm", "control", "method", "estimate", "lower", "upper", "p_value"),
  unruly_estimates = c("arm", "method", "within", "estimate", "lower", "upper"),
  unruly_arcade = c("policy", "plays", "score", "lower", "upper", "rank"),
  unruly_policies = c("constructor", "argument", "label", "reason", "does"))

#' @exportS3Method pillar::tbl_format_setup
tbl_format_setup.unruly_table <- function(x, width, ..., n) {
  plain <- plain_tibble(x)
  shown <- columns_that_fit(plain, class(x)[1], width, n)
  setup <- pillar::tbl_format_setup(shown, width = width, ..., n = n)
  setup$tbl_sum <- pillar::tbl_sum(x)
  left <- as.list(plain)[setdiff(names(plain), names(shown))]
  setup$extra_cols <- c(setup$extra_cols, left)
  setup$extra_cols_total <- setup$extra_cols_total + length(left)
  setup
}

# In the order of the table. Texts leave room for the numbers that are listed, and are cut off where much is still seen.
columns_that_fit <- function(table, class, width, n) {
  plain <- vapply(table, is.atomic, NA)
  varies <- names(table)[plain & (nrow(table) < 2 | vapply(table, function(column) length(unique(column)) > 1, NA))]
  listed <- intersect(read_first[[class]], names(table))
  order <- unique(c(intersect(c("problem", "bandit", "policy", "rep", "round"), varies), listed, varies, names(table)))
  needed <- vapply(order, function(column) printed_width(table[column], n) + 1, 0)
  is_text <- vapply(table[order], is.character, NA)
  kept <- rev(cumsum(rev(ifelse(order %in% listed & !is_text, needed, 0))))
  room <- width - nchar(min(n, nrow(table)))
  shown <- character()
  for (i in seq_along(order)) {
    left <- room - kept[i]
    if (is_text[i] && needed[i] > left && left >= least_of_text) {
      table[[order[i]]] <- cut_off(table[[order[i]]], left - 3) # in quotes, if one of them is empty
      needed[i] <- left
    }
    if (length(shown) > 0 && needed[i] > if (is_text[i]) left else room) next
    shown <- c(shown, order[i])
    room <- room - needed[i]
  }
  table[names(table) %in% shown]
}

least_of_text <- 20

cut_off <- function(text, width) {
  long <- which(nchar(text, "width") > width)
  text[long] <- paste0(strtrim(text[long], width - 1), cli::symbol$ellipsis)
  text
}

# As tibble prints it, without the numbers of rows and what is said above and below. A pillar alone takes a third of
# the time.
printed_width <- function(column, n) {
  x <- column[[1]]
  if (is.null(dim(x)) && isTRUE(make.names(names(column)) == names(column))) {
    return(max(nchar(cli::ansi_strip(format(pillar::pillar(utils::head(x, n), names(column)))), "width")))
  }
  lines <- cli::ansi_strip(format(column, n = n, width = Inf))
  lines <- lines[!startsWith(lines, "#")]
  max(nchar(lines, "width")) - 1 - nchar(min(n, nrow(column)))
}

# Some ways to change a table leave the class on what is no longer complete.
#' @export
print.unruly_table <- function(x, ...) {
  if (!is.data.frame(x)) check_object(x)
  print_tibble(x, ...)
  invisible(x)
}

# Its parts, where tibble cannot print it either as its columns are invalid.
print_tibble <- function(x, ...) {
  lines <- tryCatch(format(if (is_complete(x)) x else plain_tibble(x), ...),
                    error = function(e) utils::capture.output(utils::str(unclass(x))))
  writeLines(lines)
}

# As at the console: rmarkdown may make HTML of a tibble, whatever class it has besides.
#' @exportS3Method knitr::knit_print
knit_print.unruly_table <- function(x, ...) {
  print(x)
  invisible(x)
}

#' @exportS3Method knitr::knit_print
knit_print.unruly_estimates <- knit_print.unruly_table

#' @exportS3Method knitr::knit_print
knit_print.unruly_arcade <- knit_print.unruly_table

#' @exportS3Method knitr::knit_print
knit_print.unruly_comparisons <- knit_print.unruly_table

#' @exportS3Method knitr::knit_print
knit_print.unruly_characteristics <- knit_print.unruly_table

# rbind() for tables whose columns differ: what is missing is NA.
bind_rows_filled <- function(tables) {
  columns <- unique(unlist(lapply(tables, names)))
  filled <- lapply(tables, function(table) {
    for (column in setdiff(columns, names(table))) table[[column]] <- rep(NA_real_, nrow(table))
    table[columns]
  })
  do.call(rbind, unname(filled))
}
