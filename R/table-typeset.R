#' Typeset results for a paper
#'
#' Makes a table of a study, of estimates or of operating characteristics with gt, or in LaTeX, HTML or Markdown.
#'
#' * A study: one row per policy with the final mean and its interval. The caption states the number of rounds (or
#'   turns of a log) and of replications.
#' * A study, with `wide = TRUE`: one row per policy, and per bandit one column with the final mean and its standard
#'   error.
#' * A table of [estimates()] or [replay_value()]: one row per arm, or per policy, with estimate and interval. Of
#'   [compare_arms()] or [compare_policies()]: with the difference, its interval and the p-value.
#' * A fit of [fit_policy()]: one row per unit and parameter.
#' * A design of [trial_design()]: one row per look with patients, information, limits, errors and probabilities.
#' * A table of [operating_characteristics()]: one row per measure, and per policy one column with the value and its
#'   95% interval.
#'
#' Columns for the bandit, the replication, the round and the method come first where there are several.
#'
#' @param x A study, a design, a fit, or a table of [estimates()], [compare_arms()], [compare_policies()],
#'   [replay_value()], [operating_characteristics()] or [ledger()].
#' @param what For a study, the column of [regret()], as in [summary()][summary.unruly_study].
#' @param format `"gt"`: a table of the package gt, which must be installed; `"latex"` (with booktabs), `"html"` or
#'   `"markdown"`: made by [knitr::kable()]. Default: `"gt"` where it is installed, else `"markdown"`.
#' @param digits Number of significant digits of the greatest mean or estimate, a whole number from 1 to 15. Default: 3.
#' @param level For a study or a fit, nominal coverage of the intervals, in (0, 1). Default: 0.95.
#' @param caption A string that stands above the table as it is, so it may contain, say, a `\label{}` of LaTeX. Default:
#'   a sentence that says what the table shows.
#' @param wide For a study: `TRUE` for a table of policies by bandits, both in the order of the study. The best mean of
#'   each bandit is bold, those that do not differ from it are italic; the caption says so. Policies that see the true
#'   means are not compared. Only regrets, rewards and `"optimal"` have a best end; others have no marks. Default:
#'   `FALSE`.
#' @param ... Must be empty.
#' @return An object of class `gt_tbl`, or `knitr_kable`.
#' @section Errors: `unruly_error_argument`: `what`, `level` or `wide` is given for a table that has its own.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, list(policy_ucb1(), policy_moss()), horizon = 100, reps = 5, seed = 1)
#' if (requireNamespace("knitr", quietly = TRUE)) {
#'   as_table(study, format = "latex")
#'   as_table(operating_characteristics(study, method = "naive"), format = "markdown")
#'
#'   # Policies by bandits, as in a paper
#'   both <- list(easy = problem, hard = bandit(arms_bernoulli(c(0.5, 0.55))))
#'   policies <- list(policy_ucb1(), policy_moss(), policy_uniform())
#'   study <- run_study(both, policies, horizon = 500, reps = 20, seed = 1)
#'   as_table(study, wide = TRUE, format = "markdown")
#' }
#' @seealso [save_tables()] for files, [save_report()] for a report.
#' @export
as_table <- function(x, what = "regret", format = NULL, digits = 3, level = 0.95, caption = NULL, wide = FALSE,
                     ...) {
  check_no_dots(...)
  if (!missing(what) && is_format(what)) {
    abort_argument("what", "a column of `regret()`, such as \"reward\"", what,
                   hint = sprintf("Write `format = %s`.", quoted(what)))
  }
  digits <- check_whole(digits, "digits", min = 1, max = 15)
  wide <- check_flag(wide, "wide")
  given <- c(what = !missing(what), level = !missing(level), wide = wide)
  study_table <- if (wide) typeset_wide else typeset_study
  typeset <- if (!missing(x) && is_typeset_row_by_row(x)) typeset_table(x, digits, names(which(given)), level) else
    study_table(x, if (given["what"]) what, check_number(level, "level", above = 0, below = 1), digits)
  caption <- check_text(caption, "caption", null = TRUE)
  format <- check_choice(format %||% if (requireNamespace("gt", quietly = TRUE)) "gt" else "markdown", "format",
                         table_formats, single = TRUE)
  if (format == "gt") {
    table <- as_gt(typeset$table, typeset$labels, caption %||% typeset$caption)
    return(if (is.null(typeset$marks)) table else mark_gt(table, typeset$marks))
  }
  rlang::check_installed("knitr", "to typeset a table.")
  if (!is.null(typeset$marks)) typeset$table <- mark_cells(typeset$table, typeset$marks, format)
  as_kable(typeset$table, typeset$labels, caption %||% escape_for(format)(typeset$caption), format)
}

table_formats <- c("gt", "latex", "html", "markdown")

is_format <- function(x) is.character(x) && length(x) == 1 && x %in% table_formats

escape_for <- function(format) switch(format, latex = as_tex, html = as_html, markdown = as_markdown)

# The table in strings, how many of its columns are labels, and the usual caption.
typeset_study <- function(study, what, level, digits, call = rlang::caller_env()) {
  check_class(study, "x", "unruly_study", typeset_wanted, call)
  what <- check_figure(what %||% usual_figure(study), study, call)
  table <- table_rows(summarise_study(study, what, level = level), what, level, digits)
  list(table = table, labels = ncol(table) - 2, caption = table_caption(study, what, level))
}

typeset_wanted <- paste("a study, a design, a fit, or a table of `estimates()`, `compare_arms()`, `compare_policies()`,",
                        "`replay_value()`, `operating_characteristics()` or `ledger()`")

typeset_classes <- c("unruly_estimates", "unruly_comparisons", "unruly_policy_comparisons", "unruly_characteristics",
                     "unruly_ledger", "unruly_design", "unruly_fit")

is_typeset_row_by_row <- function(x) inherits(x, c("unruly_fit", "unruly_table")) || is.data.frame(x)

typeset_table <- function(x, digits, given, level = 0.95, call = rlang::caller_env()) {
  class <- intersect(class(x), typeset_classes)
  if (length(class) == 0 && !is_table_of_values(x)) refuse_table(x, call)
  if (length(class) > 0) check_class(x, "x", class, typeset_wanted, call)
  own <- if (inherits(x, "unruly_fit")) setdiff(given, "level") else given
  if (length(own) > 0) abort_argument(own[1], if (own[1] == "wide") "left out: it is for studies" else
    "left out: the table has its own", given = "one", call = call)
  switch(c(class, "values")[1],
    unruly_characteristics = typeset_characteristics(x), unruly_ledger = typeset_ledger(x, digits),
    unruly_design = typeset_design(x, digits),
    unruly_fit = typeset_fit(x, digits, check_number(level, "level", above = 0, below = 1, call = call)),
    unruly_estimates = typeset_rows(plain_tibble(x), digits, attr(x, "level"), "Estimates of arm means"),
    unruly_comparisons = typeset_rows(plain_tibble(x), digits, attr(x, "level"), "Differences between arms"),
    unruly_policy_comparisons = typeset_differences(x, digits),
    values = typeset_rows(x, digits, attr(x, "level"), "Values of policies, by replays of a log")
  )
}

# Returns whether it is a table of replay_value(), which has no class.
is_table_of_values <- function(x) all(c("policy", "turns", "estimate", "lower", "upper") %in% names(x))

refuse_table <- function(x, call) {
  summarised <- all(c("policy", "mean", "q05") %in% names(x))
  abort_argument("x", typeset_wanted, x, call = call,
                 hint = if (summarised) "Give the study itself: `as_table(study)` has the means and intervals of its summary." else
                   if (is.data.frame(x)) "Of other tables `knitr::kable()` makes one as it is.")
}

# Leaves out labels that say the same in all rows, but for those of arms and policies. `level`: NULL if it is not known.
typeset_rows <- function(table, digits, level, title, labels = row_labels) {
  numbers <- table[c("estimate", "lower", "upper")]
  if (!all(vapply(numbers, is.numeric, NA))) abort_argument("x", "a table of numbers as estimates and limits", table)
  varies <- function(column) length(unique(table[[column]])) > 1
  labels <- labels[labels %in% names(table)]
  labels <- labels[labels %in% c("policy", "arm", "control", "baseline", "term") | vapply(labels, varies, NA)]
  number <- numbers_alike(table$estimate, digits)
  percent <- if (!is.null(level)) sprintf("%s%% ", format_numbers(100 * level))
  rows <- data.frame(lapply(table[labels], as.character), number(table$estimate),
                     interval_texts(table$lower, table$upper, number))
  names(rows) <- c(names(labels), "Estimate", capital(paste0(percent, "interval")))
  rows[["p"]] <- if (!is.null(table[["p_value"]]) && !all(is.na(table$p_value))) small_texts(table$p_value)
  list(table = rows, labels = length(labels), caption = sprintf("%s, with %sintervals.", title, percent %||% ""))
}

row_labels <- c(Bandit = "bandit", Replication = "rep", Round = "round", Method = "method", Policy = "policy",
                Arm = "arm", "Compared with" = "control", "Compared with" = "baseline")

typeset_differences <- function(x, digits) {
  table <- plain_tibble(x)
  table$estimate <- table$difference
  typeset_rows(table, digits, attr(x, "level"), sprintf("Differences in %s", gsub("_", " ", attr(x, "what"))))
}

# A row per unit and parameter; the units have the names of their columns.
typeset_fit <- function(x, digits, level) {
  table <- generics::tidy(x, conf.level = level)
  names(table)[match(c("conf.low", "conf.high"), names(table))] <- c("lower", "upper")
  units <- setdiff(names(table)[seq_len(match("term", names(table)) - 1)], row_labels)
  labels <- c(row_labels[c("Bandit", "Policy")], stats::setNames(units, capital(gsub("_", " ", units))),
              row_labels["Replication"], Parameter = "term")
  typeset_rows(table, digits, level, "Parameters of policies, fitted to choices", labels)
}

small_texts <- function(p) {
  ifelse(is.na(p), "", ifelse(p < 1e-4, formatC(p, format = "e", digits = 1), formatC(p, format = "f", digits = 4)))
}

typeset_characteristics <- function(x) {
  table <- with_limits(as_texts(plain_tibble(x)))
  key <- unique(table[c("bandit", "measure")])
  policies <- unique(table$policy)
  cells <- matrix("", nrow(key), length(policies), dimnames = list(NULL, policies))
  row <- match_rows(table[c("bandit", "measure")], key)
  cells[cbind(row, match(table$policy, policies))] <- measure_cells(table)
  rows <- data.frame(Bandit = key$bandit, Measure = key$measure, cells, check.names = FALSE)
  if (length(unique(key$bandit)) == 1) rows <- rows[-1]
  list(table = rows, labels = ncol(rows) - length(policies),
       caption = paste(c("Operating characteristics.", bracket_notes(table)), collapse = " "))
}

# Claims differ in units, so each number has its own digits.
typeset_ledger <- function(x, digits) {
  number <- function(v) ifelse(is.na(v), "", vapply(signif(v, digits), format_numbers, ""))
  x <- plain_tibble(x)
  rows <- data.frame(x$paper, x$place, x$says, as.character(x$verdict), number(x$found),
                     ifelse(is.na(x$lower) | x$lower == x$upper, "", interval_texts(x$lower, x$upper, number)),
                     ifelse(is.na(x$needed), "", x$needed))
  names(rows) <- c("Paper", "Place", "Claim", "Verdict", "Found", "99.9% interval", "Needed")
  list(table = rows, labels = 4, caption = "Claims of the papers, and what came out.")
}

# A row per look: what a protocol's table of analyses has.
typeset_design <- function(x, digits) {
  plan <- plan_of_design(x)
  limit <- function(z) ifelse(is.infinite(z), "", formatC(z, format = "f", digits = digits))
  small <- function(p) if (!is.null(p)) small_texts(p)
  rows <- list(Look = as.character(x$look), Patients = if (counts_patients(x)) format_count_each(x$at),
               Information = sprintf("%.0f%%", 100 * x$information), "Z above" = limit(x$upper),
               "One-sided p" = small(stats::pnorm(x$upper, lower.tail = FALSE)))
  if (!is.null(plan$means)) {
    rows[["Difference at it"]] <- formatC(difference_at_limits(x, plan), format = "f", digits = digits)
  }
  if (any(x$lower > -Inf)) rows[["Z below"]] <- limit(x$lower)
  rows[[if (plan$rivals > 1 && plan$adjust == "none") "Error spent (each)" else "Error spent"]] <- small(x$spent)
  rows[["Stops (planned)"]] <- if (!is.null(plan$means)) small(stops_of_design(x, plan, drifts_of_plan(plan)))
  null <- list(unit = rep(0, plan$rivals), scale = rep(1, plan$rivals))
  rows[["Stops (null)"]] <- small(stops_of_design(x, plan, null))
  table <- data.frame(without_nulls(rows), check.names = FALSE)
  list(table = table, labels = 1, caption = paste0(capital(design_headline(x)), "."))
}

# The chance that the trial is over at each look, and not before; NULL where it is not computed.
stops_of_design <- function(x, plan, drifts) {
  running <- ends_of_plan(plan, x$information, list(upper = x$upper, lower = x$lower),
                          drifts$unit * sqrt(x$at[nrow(x)]), drifts$scale, x$at)$running
  if (!anyNA(running)) -diff(c(1, replace(running, nrow(x), 0)))
}

# The difference from the control at which Z of the best planned arm is the upper limit.
difference_at_limits <- function(x, plan) {
  best <- best_planned(plan)
  share <- plan$ratio[-plan$control][best] / sum(plan$ratio)
  share0 <- plan$ratio[plan$control] / sum(plan$ratio)
  p0 <- plan$means[plan$control]
  per_patient <- if (plan$family == "gaussian") plan$sd^2 * (1 / share + 1 / share0) else
    null_variance(plan$means[-plan$control][best], p0, share, share0, plan$margin)
  plan$margin + x$upper * sqrt(per_patient / x$at)
}

as_kable <- function(table, labels, caption, format) {
  escape <- escape_for(format)
  table[seq_len(labels)] <- lapply(table[seq_len(labels)], escape)
  knitr::kable(table, format = if (format == "markdown") "pipe" else format, booktabs = format == "latex",
               escape = FALSE, align = rep(c("l", "r"), c(labels, ncol(table) - labels)), caption = caption,
               row.names = FALSE, col.names = escape(names(table)))
}

as_gt <- function(table, labels, caption) {
  rlang::check_installed("gt", "to make a table of gt.")
  several <- "Bandit" %in% names(table)
  table[] <- lapply(table, one_line) # gt escapes strings itself
  gt::gt(table, groupname_col = if (several) "Bandit", caption = caption) |>
    gt::cols_align("right", names(table)[-seq_len(labels)])
}

# Strings, with the same number of decimals in a column.
table_rows <- function(summary, what, level, digits) {
  several <- length(unique(summary$bandit)) > 1
  cells <- lapply(split(summary, factor(summary$bandit, unique(summary$bandit))), function(rows) {
    number <- numbers_alike(rows$mean, digits)
    data.frame(number(rows$mean), interval_texts(rows$lower, rows$upper, number))
  })
  table <- data.frame(summary$bandit, summary$policy, do.call(rbind, unname(cells)))
  names(table) <- c("Bandit", "Policy", sprintf("Mean %s", gsub("_", " ", what)),
                    sprintf("%s%% interval", format_numbers(100 * level)))
  if (several) table else table[-1]
}
