# Tables of policies by bandits, with the best marked.

# The table in strings: a row a policy, a column a bandit, "mean (standard error)". `marks`: a matrix like the cells,
# "best", "tied" (not different from the best) or "".
typeset_wide <- function(study, what, level, digits, call = rlang::caller_env()) {
  check_class(study, "x", "unruly_study", "a study", call)
  what <- check_figure(what %||% usual_figure(study), study, call)
  summary <- summarise_study(study, what, level = level)
  policies <- names(study$description$policies)
  bandits <- names(study$description$bandits)
  at <- cbind(match(summary$policy, policies), match(summary$bandit, bandits))
  cells <- marks <- matrix("", length(policies), length(bandits), dimnames = list(NULL, bandits))
  marks[at] <- marks_of(study, what, level, summary)
  for (bandit in bandits) {
    rows <- summary$bandit == bandit
    number <- numbers_alike(summary$mean[rows], digits)
    error <- ifelse(is.na(summary$se[rows]), "", sprintf(" (%s)", number(summary$se[rows])))
    cells[at[rows, , drop = FALSE]] <- paste0(number(summary$mean[rows]), error)
  }
  table <- data.frame(Policy = policies, cells, check.names = FALSE)
  list(table = table, labels = 1, marks = marks,
       caption = paste0(table_caption(study, what, level), " In brackets: standard errors.",
                        marks_text(marks, what, level)))
}

# Which end of a measure is the better one, where that is beyond doubt.
better_end <- function(what) {
  if (grepl("regret", what)) "least" else if (what %in% c("reward", "optimal", "total_reward")) "greatest" else NULL
}

# Marks the best mean of each bandit, and those that do not differ from it: a mark for each row of the summary. Oracles,
# which see the means, are left out.
marks_of <- function(study, what, level, summary) {
  marks <- rep("", nrow(summary))
  end <- better_end(what)
  if (is.null(end)) return(marks)
  oracles <- names(which(vapply(study$description$policies, sees_means, NA)))
  running <- which(!is.na(summary$mean) & !summary$policy %in% oracles)
  running <- Filter(function(rows) length(rows) > 1, split(running, summary$bandit[running], drop = TRUE))
  best <- vapply(running, function(rows) {
    rows[if (end == "least") which.min(summary$mean[rows]) else which.max(summary$mean[rows])]
  }, 0L)
  marks[best] <- "best"
  for (baseline in unique(summary$policy[best])) { # one comparison serves all bandits in which a policy is the best
    compared <- compare_policies(study, baseline, what, level = level, adjust = "holm")
    like <- ifelse(is.na(compared$p_value), compared$difference == 0, compared$p_value > 1 - level)
    with <- names(best)[summary$policy[best] == baseline]
    rows <- match_rows(compared[which(like), c("bandit", "policy")], summary[c("bandit", "policy")])
    marks[intersect(rows, unlist(running[with]))] <- "tied"
  }
  marks
}

sees_means <- function(policy) {
  listed <- registry()
  isTRUE(listed$sees_means[match(assuming(policy)$constructor, listed$constructor)])
}

marks_text <- function(marks, what, level) {
  if (!any(marks == "best")) return("")
  text <- sprintf(" Bold: the %s of each column.", better_end(what))
  if (!any(marks == "tied")) return(text)
  sprintf("%s Italic: not different from it (paired t-tests at %s%%, with Holm adjustment).", text,
          format_numbers(100 * (1 - level)))
}

# Writes the marks in the language of a format.
mark_cells <- function(table, marks, format) {
  how <- switch(format,
    latex = c(best = "\\textbf{%s}", tied = "\\emph{%s}"),
    html = c(best = "<strong>%s</strong>", tied = "<em>%s</em>"),
    markdown = c(best = "**%s**", tied = "*%s*")
  )
  cells <- as.matrix(table[-1])
  for (mark in names(how)) cells[marks == mark] <- sprintf(how[[mark]], cells[marks == mark])
  table[-1] <- cells
  table
}

mark_gt <- function(table, marks) {
  styles <- list(best = gt::cell_text(weight = "bold"), tied = gt::cell_text(style = "italic"))
  for (column in seq_len(ncol(marks))) {
    for (row in which(marks[, column] != "")) {
      table <- gt::tab_style(table, styles[[marks[row, column]]], gt::cells_body(columns = column + 1, rows = row))
    }
  }
  table
}
