# Printing the results of a study: a table for each bandit, in lines that fit the console.

# Wrapped at the width of the console, up to 100 characters.
wrapped <- function(text, indent = 0) wrap_line(one_line(text), print_width() + 1, indent)

# As strwrap(), which makes one blank of several: labels keep theirs. The sign that stands for them meanwhile is in no
# line, as one_line() takes out all that move a console.
wrap_line <- function(line, width, indent = 0) {
  gaps <- gregexpr("(?<=\\S) {2,}(?=\\S)", line, perl = TRUE)
  regmatches(line, gaps) <- lapply(regmatches(line, gaps), function(gap) strrep("\001", nchar(gap)))
  gsub("\001", " ", strwrap(line, width, indent = indent, exdent = indent + 2), fixed = TRUE)
}

print_width <- function() min(cli::console_width(), 100)

# `end`: the round of the results.
figures_title <- function(x, what, end = last_checkpoint(x)) {
  if (what == "reward_per_turn") return(sprintf("Reward per turn after %s", count_of(end, "turn")))
  what <- measure_titles(what)
  if (!ends_early(x)) return(paste("Final", what))
  sprintf("%s by round %s (the record ends before the horizon)", capital(what), format_count(end))
}

most_rows_printed <- 20

most_lines_printed <- 25

# All rows of the blocks if these are few, as a tibble does; else as many as there is room for between the top and the
# bottom. `name`: of the object, as users may call it.
print_fitting <- function(top, blocks, bottom, name) {
  rows <- sum(vapply(blocks, function(block) nrow(block$table), 0L))
  if (rows <= most_rows_printed) return(print_line(c(top, block_lines(blocks, rows, name), bottom)))
  for (most in seq(most_rows_printed, 0)) {
    lines <- c(top, block_lines(blocks, most, name), bottom)
    if (length(lines) <= most_lines_printed) break
  }
  print_line(utils::head(lines, most_lines_printed))
}

block_lines <- function(blocks, most, name) {
  left <- most
  lines <- character()
  for (block in blocks) {
    if (left <= 0) break
    lines <- c(lines, block$title, table_block(block, left))
    left <- left - nrow(block$table)
  }
  more <- sum(vapply(blocks, function(block) nrow(block$table), 0L)) - most
  rest <- sprintf("... and %s: `print(summary(%s), n = Inf)`", count_of(more, if (most > 0) "more row" else "row"),
                  name)
  c(lines, if (more > 0) wrapped(rest, indent = 2))
}

# Bandit by bandit, each from the best policy to the worst.
ranked <- function(table, bandits, decreasing) {
  table[order(match(table$bandit, bandits), table$mean * if (decreasing) -1 else 1), ]
}

table_block <- function(block, most) {
  table <- block$table
  table$policy <- one_line(table$policy)
  lines <- table_lines(table)
  shown <- seq_len(min(nrow(table), most))
  rows_of <- function(rows) unlist(strsplit(c(lines$head, rows), "\n", fixed = TRUE))
  rows <- if (block$heading) lapply(unique(table$bandit[shown]), function(b) {
    c(paste0("  ", b), rows_of(lines$rows[intersect(shown, which(table$bandit == b))]))
  }) else list(rows_of(lines$rows[shown]))
  c(unlist(rows), if (length(block$same) > 0 && table$reps[1] > 1) wrapped(paste0(
    "Policy randomness only", if (block$heading) paste0(" in ", paste(block$same, collapse = ", ")),
    ": all replications walk the same events, so there are no intervals.")))
}

# Strings in columns of equal width: names in full, numbers in one notation. On a narrow console quantiles are left out
# and names are wrapped.
table_lines <- function(table) {
  heads <- printed_statistics()
  figures <- format_figures(table[union(c("mean", "lower", "upper"), names(heads))])
  interval <- ifelse(is.na(table$lower), "", sprintf("[%s, %s]", trimws(figures$lower), trimws(figures$upper)))
  columns <- append(stats::setNames(figures[names(heads)], heads), list(`95% interval` = interval), after = 1)
  if (all(interval == "")) columns$`95% interval` <- NULL
  cells <- Map(function(name, column) pad_left(c(name, column)),
               names(columns), columns)
  names_width <- max(nchar(c("policy", table$policy), "width"))
  room <- function(cells) print_width() - 5 - sum(vapply(cells, function(cell) nchar(cell[1], "width") + 2, 0))
  if (room(cells) < names_width) cells <- cells[intersect(c("mean", "95% interval"), names(cells))]
  policy <- lapply(c("policy", table$policy), function(name) wrap_line(name, max(room(cells), 20) + 1))
  names_width <- max(nchar(unlist(policy), "width"))
  numbers <- do.call(paste, c(list(""), unname(cells), list(sep = "  ")))
  lines <- Map(function(name, row) {
    first <- paste0("     ", pad_right(name[1], names_width), row)
    paste(sub(" +$", "", c(first, sprintf("     %s", name[-1]))), collapse = "\n")
  }, policy, numbers)
  list(head = lines[[1]], rows = unlist(lines[-1]))
}

# formatC() and format() count a backslash as two characters.
pad_right <- function(x, width = max(nchar(x, "width"))) paste0(x, strrep(" ", pmax(width - nchar(x, "width"), 0)))

pad_left <- function(x) paste0(strrep(" ", max(nchar(x, "width")) - nchar(x, "width")), x)

# `about`: what to say of each bandit, by name.
bandit_lines <- function(about) {
  first <- utils::head(names(about), most_bandit_lines)
  lines <- lapply(first, function(name) wrapped(paste0(name, ": ", about[[name]]), indent = 2))
  shown <- max(1, sum(cumsum(lengths(lines)) <= most_bandit_lines))
  unseen <- length(about) - shown
  c(unlist(lines[seq_len(shown)]), if (unseen > 0) sprintf("  ... and %s", count_of(unseen, "more bandit")))
}

most_bandit_lines <- 8
