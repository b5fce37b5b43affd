#' Common generics for results
#'
#' Lets the common generics of R work on the results of [run_study()], [run_experiment()] and [exact_study()]. Most
#' return the table that is most likely meant.
#'
#' * `as_tibble(study, "settings")`: the settings of policies and bandits, see [grids]
#' * `as_tibble()`, `as.data.frame()`: the rows of [regret()] at the ends of games, one per game, so that
#'   `lm(regret ~ policy, data = study)` counts each once; for `knitr::kable()` and the like,
#'   [summary()][summary.unruly_study]
#' * `head()`, `tail()`: the first or last rows of [regret()]
#' * `study$regret`, `study[["regret"]]`: a table by the name of its function: `regret`, `pulls`, `exits`,
#'   `choices`, `instances` or `recommendations`
#' * `format()`: one string, such as `<study: 1 bandit, 3 policies, 100 reps, horizon 10,000>`
#' * `str()`: that string
#' * `plot()`: draws and invisibly returns [autoplot()][autoplot.unruly_study]
#' * `knitr::knit_print()`: prints
#' * `[`, `rbind()`, `cbind()`: an error: select rows of a table; [c()][c.unruly_study] joins studies
#'
#' [summary()][summary.unruly_study], [autoplot()][autoplot.unruly_study] and the [tidiers] have help pages of their
#' own.
#'
#' @param x A study, an exact study or a series of studies.
#' @param what What the table has: `"games"`, a row for each; or `"settings"`, of a study. Default: `"games"`.
#' @param name,i The name of a table, a string. `[[` also takes a whole number: the element of the underlying list.
#' @param type What to draw, as in [autoplot()][autoplot.unruly_study].
#' @param ... For `plot()`, arguments of [autoplot()][autoplot.unruly_study]; for `head()` and `tail()`, `n`. Otherwise
#'   must be empty.
#' @return See above: a tibble, a data frame, a string or a ggplot.
#' @section Errors: `unruly_error_argument`: an unknown argument, a table that does not exist, or `[`.
#'   `unruly_error_combination`: `rbind()`, `cbind()`.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 100, reps = 5, seed = 1)
#' as_tibble(study)
#' head(study, 3)
#' study$pulls
#' if (requireNamespace("ggplot2", quietly = TRUE)) plot(study)
#' @seealso [tables] for the columns.
#' @name study_methods
NULL

# --- as tables ---------------------------------------------------------------------------

#' @rdname study_methods
#' @export
as_tibble.unruly_study <- function(x, what = c("games", "settings"), ...) {
  check_no_dots(...)
  what <- check_choice(what, "what", c("games", "settings"))
  check_study(x, "x")
  if (what == "settings") study_settings(x) else rows_at_ends(regret(x))
}

# Keeps the last row of each game.
rows_at_ends <- function(table) {
  keys <- intersect(c("horizon", "bandit", "policy", "rep"), names(table))
  table[!duplicated(row_groups(table[keys]), fromLast = TRUE), ]
}

#' @rdname study_methods
#' @export
as.data.frame.unruly_study <- function(x, ...) {
  check_no_dots(...)
  typeset <- environmentName(topenv(parent.frame())) %in% typesetting_packages
  as.data.frame(if (typeset) summary(x) else as_tibble(x))
}

# Packages that typeset tables: they are given the table that a reader wants.
typesetting_packages <- c("knitr", "kableExtra", "pander", "xtable", "huxtable", "flextable", "tinytable", "DT")

#' @export
as_tibble.unruly_series <- function(x, ...) {
  check_no_dots(...)
  rows_at_ends(regret(x))
}

#' @export
as.data.frame.unruly_series <- as.data.frame.unruly_study

#' @export
as_tibble.unruly_exact <- as_tibble.unruly_series

#' @export
as.data.frame.unruly_exact <- as.data.frame.unruly_study

#' @rdname study_methods
#' @export
head.unruly_study <- function(x, ...) utils::head(regret(x), ...)

#' @rdname study_methods
#' @export
tail.unruly_study <- function(x, ...) utils::tail(regret(x), ...)

#' @export
head.unruly_series <- head.unruly_study

#' @export
tail.unruly_series <- tail.unruly_study

#' @export
head.unruly_exact <- head.unruly_study

#' @export
tail.unruly_exact <- tail.unruly_study

#' @export
rbind.unruly_study <- function(...) {
  joined <- all(vapply(list(...), inherits, NA, "unruly_study"))
  abort_combination(c("Studies have no rows or columns to bind.",
                      if (joined) c(i = "{.code c(a, b)} joins studies that differ in their replications.")),
                    call = NULL)
}

# cbind() would make a matrix of lists.
#' @export
cbind.unruly_study <- rbind.unruly_study

#' @export
rbind.unruly_series <- rbind.unruly_study

#' @export
rbind.unruly_exact <- rbind.unruly_study

# --- tables by name ----------------------------------------------------------------------

# Tables are functions of a study, and so often looked for in it that they are found there, too.
#' @rdname study_methods
#' @export
`$.unruly_study` <- function(x, name) part_of_result(x, name, rlang::current_env())

#' @rdname study_methods
#' @export
`[[.unruly_study` <- function(x, i, ...) {
  if (is.character(i) && length(i) == 1) part_of_result(x, i, rlang::current_env()) else .subset2(x, i, ...)
}

#' @export
`$.unruly_exact` <- `$.unruly_study`

#' @export
`[[.unruly_exact` <- `[[.unruly_study`

#' @export
`$.unruly_series` <- `$.unruly_study`

#' @export
`[[.unruly_series` <- `[[.unruly_study`

study_tables <- c("regret", "pulls", "exits", "choices", "instances", "recommendations")

# Parts of results, where they have them: our own code asks an exact study for its replications.
result_parts <- c("description", "replications", "tables", "experiment")

part_of_result <- function(x, name, call) {
  if (!is.list(x)) abort_argument("x", study_wanted, given = "one that is not a list", call = call)
  if (name %in% c(names(x), result_parts)) return(.subset2(x, name))
  if (name %in% study_tables) return(eval(call(name, quote(x)))) # which errors then name
  abort_argument("name", paste("that of a table:", toString(quoted(study_tables))), name, call = call,
                 hint = if (name == "theme") figure_words else did_you_mean(name, study_tables)) # ggsave() asks for it
}

figure_words <- "Figures are drawn by `autoplot()`, and `ggplot2::ggsave(file, autoplot(study))` saves one."


#' @rdname study_methods
#' @usage \method{[}{unruly_study}(x, ...)
#' @export
`[.unruly_study` <- function(x, ...) {
  abort_argument("x", "a table to select rows or columns of, such as `regret(x)` or `pulls(x)`", x,
                 hint = if ("ggsave" %in% unlist(lapply(sys.calls(), all.names))) figure_words)
}

#' @export
`[.unruly_exact` <- `[.unruly_study`

#' @export
`[.unruly_series` <- `[.unruly_study`

# --- in a line ---------------------------------------------------------------------------

#' @rdname study_methods
#' @export
format.unruly_study <- function(x, ...) {
  check_object(x)
  d <- x$description
  sprintf("<study: %s, %s, %s, horizon %s>", count_of(length(d$bandits), "bandit"),
          count_of(length(d$policies), "policy", "policies"), count_of(length(x$replications), "rep"),
          format_count(d$horizon))
}

#' @export
format.unruly_exact <- function(x, ...) {
  check_object(x)
  d <- x$description
  sprintf("<exact study: %s, %s, horizon %s>", count_of(length(d$bandits), "bandit"),
          count_of(length(d$policies), "policy", "policies"), format_count(d$horizon))
}

#' @export
format.unruly_series <- function(x, ...) {
  check_object(x)
  one_line(sprintf("<series: %s, horizons %s to %s, %s>", count_of(length(x$studies), "study", "studies"),
                   format_count(min(x$horizons)), format_count(max(x$horizons)), x$experiment))
}

# str() would go through the parts with `[`.
#' @rdname study_methods
#' @param object As `x`.
#' @export
str.unruly_study <- function(object, ...) {
  print_line(" ", format(object))
  invisible()
}

#' @export
str.unruly_exact <- str.unruly_study

#' @export
str.unruly_series <- str.unruly_study

# --- in documents ------------------------------------------------------------------------

# As at the console: rmarkdown would make an HTML table of a tibble, whatever class it has besides.
#' @exportS3Method knitr::knit_print
knit_print.unruly_study <- function(x, ..., inline = FALSE) {
  if (isTRUE(inline)) return(format(x))
  print(x)
  invisible(x)
}

#' @exportS3Method knitr::knit_print
knit_print.unruly_exact <- knit_print.unruly_study

#' @exportS3Method knitr::knit_print
knit_print.unruly_series <- knit_print.unruly_study
