#' A study as a table for a paper
#'
#' One row a policy (and bandit) with the final mean and its interval, as a gt table, in LaTeX, in HTML or in Markdown.
#' The caption says after how many rounds, or of a log turns, the means are.
#'
#' @param study A study.
#' @param what The column of [regret()], as in [summary()][summary.unruly_study].
#' @param format `"gt"`: a table of the package gt, which must be installed; `"latex"` (with booktabs), `"html"` or
#'   `"markdown"`: made by [knitr::kable()]. `NULL` is `"gt"` where it is installed, else `"markdown"`.
#' @param digits How many significant digits, a whole number from 1 to 15.
#' @param level Confidence level of the intervals, in (0, 1).
#' @param caption A text above the table, which is not changed, so that it may contain, say, a `\label{}` of LaTeX;
#'   `NULL` says what the table shows, with replications.
#' @param ... Must be empty.
#' @return An object of class `gt_tbl`, or `knitr_kable`.
#' @section Errors: `unruly_error_argument` for a bad argument.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, list(policy_ucb1(), policy_moss()), horizon = 100, reps = 5, seed = 1)
#' if (requireNamespace("knitr", quietly = TRUE)) as_table(study, format = "latex")
#' @export
as_table <- function(study, what = "regret", format = NULL, digits = 3, level = 0.95, caption = NULL, ...) {
  check_no_dots(...)
  check_study(study)
  what <- check_figure(if (missing(what)) usual_figure(study) else what, study)
  digits <- check_whole(digits, "digits", min = 1, max = 15)
  level <- check_number(level, "level", above = 0, below = 1)
  caption <- check_text(caption, "caption", null = TRUE) %||% table_caption(study, what, level)
  format <- check_choice(format %||% if (requireNamespace("gt", quietly = TRUE)) "gt" else "markdown", "format",
                         c("gt", "latex", "html", "markdown"), single = TRUE)
  table <- table_rows(summarise_study(study, what, level = level), what, level, digits)
  if (format == "gt") return(as_gt(table, caption))
  rlang::check_installed("knitr", "to typeset a study.")
  labels <- seq_len(ncol(table) - 2)
  escape <- switch(format, latex = as_tex, html = as_html, markdown = as_markdown)
  table[labels] <- lapply(table[labels], escape)
  knitr::kable(table, format = if (format == "markdown") "pipe" else format, booktabs = format == "latex",
               escape = FALSE, align = c(rep("l", length(labels)), "r", "r"), caption = caption, row.names = FALSE,
               col.names = escape(names(table)))
}

as_gt <- function(table, caption) {
  rlang::check_installed("gt", "to make a table of gt.")
  several <- "Bandit" %in% names(table)
  table[] <- lapply(table, one_line) # gt writes texts as texts
  gt::gt(table, groupname_col = if (several) "Bandit", caption = caption) |>
    gt::cols_align("right", names(table)[ncol(table) - 1:0])
}

# Texts, with the same number of decimals in a column.
table_rows <- function(summary, what, level, digits) {
  greatest <- max(0, abs(summary$mean), na.rm = TRUE)
  decimals <- max(0, digits - 1 - if (greatest > 0) floor(log10(greatest)) else 0)
  number <- function(x) ifelse(is.na(x), "",
                               formatC(x, format = "f", digits = decimals, big.mark = ",", decimal.mark = "."))
  several <- length(unique(summary$bandit)) > 1
  interval <- ifelse(is.na(summary$lower), "", sprintf("[%s, %s]", number(summary$lower), number(summary$upper)))
  table <- data.frame(summary$bandit, summary$policy, number(summary$mean), interval)
  names(table) <- c("Bandit", "Policy", sprintf("Mean %s", gsub("_", " ", what)),
                    sprintf("%s%% interval", format_numbers(100 * level)))
  if (several) table else table[-1]
}

table_caption <- function(study, what, level) {
  text <- sprintf("%s after %s, means over %s", capital(gsub("_", " ", what)), caption_rounds(study, what),
                  count_of(length(study$replications), "replication"))
  stopped <- identical(study$description$stop$after, "end") && anyNA(summarise_study(study, what)$mean)
  notes <- c(ran_out_text(study), if (stopped) "undefined for games that stopped")
  paste0(paste(c(text, vapply(notes, capital, "")), collapse = ". "), ".")
}

# "200 rounds"; "12 turns in log, 200 rounds in plain" where bandits differ.
caption_rounds <- function(study, what) {
  bandits <- names(study$description$bandits)
  if (what %in% c("regret", "benchmark", "optimal")) bandits <- setdiff(bandits, replays_among(study)) # which have none
  lengths <- vapply(bandits, function(name) count_of(final_rounds(study)[[name]], round_word(study, name)), "")
  if (length(unique(lengths)) == 1) return(lengths[[1]])
  paste(sprintf("%s in %s", lengths, bandits), collapse = ", ")
}
