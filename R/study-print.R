# How the figures of a study print: a table for each bandit, in lines that fit the console.

# Wrapped at the width of the console, up to 100 letters.
cat_lines <- function(text, indent = 0) {
  print_line(strwrap(one_line(text), print_width() + 1, indent = indent, exdent = indent + 2))
}

print_width <- function() min(cli::console_width(), 100)

# `end`: the round of the figures.
figures_title <- function(x, what, end = last_checkpoint(x)) {
  if (what == "reward_per_turn") return(sprintf("Reward per turn after %s", count_of(end, "turn")))
  if (!ends_early(x)) return(paste("Final", what))
  sprintf("%s by round %s (the record ends before the horizon)", capital(what), format_count(end))
}

most_rows_printed <- 20

# Bandit by bandit, each from the best policy to the worst.
print_table <- function(table, bandits, decreasing, heading, same, most = most_rows_printed) {
  table <- table[table$bandit %in% bandits, ]
  rank <- order(match(table$bandit, bandits), table$mean * if (decreasing) -1 else 1)
  table <- table[rank, ]
  table$policy <- one_line(table$policy)
  lines <- table_lines(table)
  shown <- seq_len(min(nrow(table), most))
  print_rows <- function(rows) print_line(unlist(strsplit(c(lines$head, rows), "\n", fixed = TRUE)))
  if (!heading) print_rows(lines$rows[shown])
  for (b in if (heading) unique(table$bandit[shown])) {
    print_line("  ", b)
    print_rows(lines$rows[intersect(shown, which(table$bandit == b))])
  }
  if (length(same) > 0 && table$reps[1] > 1) {
    cat_lines(paste0("Policy randomness only", if (heading) paste0(" in ", paste(same, collapse = ", ")),
                     ": all replications walk the same events, so there are no intervals."))
  }
}

# Texts in columns of equal width: names whole, numbers in one notation. Where the console is narrow the quantiles
# are left out, and names are wrapped.
table_lines <- function(table) {
  figures <- format_figures(table[c("mean", "lower", "upper", "median", "q05", "q95")])
  interval <- ifelse(is.na(table$lower), "", sprintf("[%s, %s]", trimws(figures$lower), trimws(figures$upper)))
  columns <- list(mean = figures$mean, `95% interval` = interval, median = figures$median, `5%` = figures$q05,
                  `95%` = figures$q95)
  if (all(interval == "")) columns$`95% interval` <- NULL
  cells <- Map(function(name, column) pad_left(c(name, column)),
               names(columns), columns)
  names_width <- max(nchar(c("policy", table$policy), "width"))
  room <- function(cells) print_width() - 5 - sum(vapply(cells, function(cell) nchar(cell[1], "width") + 2, 0))
  if (room(cells) < names_width) cells <- cells[intersect(c("mean", "95% interval"), names(cells))]
  policy <- lapply(c("policy", table$policy), function(name) strwrap(name, max(room(cells), 20) + 1, exdent = 2))
  names_width <- max(nchar(unlist(policy), "width"))
  numbers <- do.call(paste, c(list(""), unname(cells), list(sep = "  ")))
  lines <- Map(function(name, row) {
    first <- paste0("     ", pad_right(name[1], names_width), row)
    paste(sub(" +$", "", c(first, sprintf("     %s", name[-1]))), collapse = "\n")
  }, policy, numbers)
  list(head = lines[[1]], rows = unlist(lines[-1]))
}

# formatC() and format() take a backslash for two letters.
pad_right <- function(texts, width = max(nchar(texts, "width"))) paste0(texts,
                                                                        strrep(" ", pmax(width - nchar(texts, "width"),
                                                                                         0)))

pad_left <- function(texts) paste0(strrep(" ", max(nchar(texts, "width")) - nchar(texts, "width")), texts)

# How to see the rest.
say_more_rows <- function(x) {
  more <- length(x$description$bandits) * length(x$description$policies) - most_rows_printed
  if (more <= 0) return(invisible())
  cat_lines(sprintf("... and %s: `print(summary(study), n = Inf)` prints them all", count_of(more, "more row")),
            indent = 2)
}
