# How a study prints: what ran, what its regret compares with, and the final
# figures, the best policy first.

#' @export
print.unruly_study <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  d <- x$description
  cat_lines(sprintf("<study> %s, %s, horizon %s, %s, seed %s",
                    count_of(length(d$bandits), "bandit"), count_of(length(d$policies), "policy", "policies"),
                    format_count(d$horizon), count_of(length(x$replications), "replication"), whole_text(d$seed)))
  shown <- utils::head(names(d$bandits), most_rows_printed)
  for (name in shown) cat_lines(paste0(name, ": ", bandit_line(d$bandits[[name]])), indent = 2)
  unseen <- length(d$bandits) - length(shown)
  if (unseen > 0) cat_lines(sprintf("... and %s", count_of(unseen, "more bandit")), indent = 2)
  print_figures(x)
  print_replays(x)
  print_stops(x)
  seconds <- time_taken(x)
  if (!is.null(seconds)) print_line("Time taken: ", format_seconds(seconds))
  invisible(x)
}

# Wrapped at the width of the console, up to 100 letters.
cat_lines <- function(text, indent = 0) {
  print_line(strwrap(one_line(text), print_width() + 1, indent = indent, exdent = indent + 2))
}

print_width <- function() min(cli::console_width(), 100)

bandit_line <- function(bandit) {
  if (has_trait(bandit, "replay")) return(words_of_traits(bandit))
  paste(c(arms_text(bandit$arms), vapply(bandit$traits, function(t) t$text, "")), collapse = ", ")
}

# Tables of regret, or of reward per turn where a log has no regret. Bandits with the same
# comparator, and logs that last as long, share a table.
print_figures <- function(x) {
  bandits <- x$description$bandits
  reached <- last_reached(x)
  groups <- paste(vapply(bandits, comparator_text, ""), reached, sep = "\r")
  left <- most_rows_printed
  for (group in unique(groups)) {
    if (left <= 0) break
    names <- names(bandits)[groups == group]
    if (anyNA(reached[names])) next # there is nothing to be shown
    what <- usual_for(x, bandits[[names[1]]])
    intervals <- length(x$replications) > 1 && !all(names %in% same_events(x))
    title <- paste0(figures_title(x, what, reached[[names[1]]]), if (intervals) " with 95% intervals",
                    if (what == "regret") comparator_text(bandits[[names[1]]]), ":")
    cat_lines(title)
    table <- clip_intervals(summarise_study(x, what), x, what)
    print_table(table, names, decreasing = what == "reward_per_turn", heading = length(bandits) > 1,
                same = intersect(names, same_events(x)), most = left)
    left <- left - length(names) * length(x$description$policies)
  }
  say_more_rows(x)
}

# How to see the rest.
say_more_rows <- function(x) {
  more <- length(x$description$bandits) * length(x$description$policies) - most_rows_printed
  if (more <= 0) return(invisible())
  cat_lines(sprintf("... and %s: `print(summary(study), n = Inf)` prints them all", count_of(more, "more row")), indent = 2)
}

# The regret of games that have ended is missing.
usual_for <- function(x, bandit) {
  if (has_trait(bandit, "replay")) "reward_per_turn" else if (identical(x$description$stop$after, "end")) "plays" else "regret"
}

# `end`: the round of the figures.
figures_title <- function(x, what, end = last_checkpoint(x)) {
  if (what == "reward_per_turn") return(sprintf("Reward per turn after %s", count_of(end, "turn")))
  if (!ends_early(x)) return(paste("Final", what))
  sprintf("%s by round %s (the record ends before the horizon)", capital(what), format_count(end))
}

# What the regret of a bandit compares with, to go on after "Final regret ...".
comparator_text <- function(bandit) {
  has <- function(name) has_trait(bandit, name)
  if (has("replay")) return("")
  paste0(", compared with ",
    if (bandit$arms$kind == "tape_round") "the best single arm in hindsight"
    else if (has("fairness")) "the best penalised reward"
    else if (has("rest")) rest_comparator(bandit)
    else if (has("wear")) "always playing the arm whose next pull has the greatest mean"
    else if (has("changes")) paste0("the best arm of each round",
                                   if (has("absences")) " of those awake"
                                   else if (has("lifetimes") || has("population")) " of those alive"
                                   else if (has("entries")) " of those that have entered")
    else if (has("absences")) "the best arm awake in each round"
    else if (has("waiting")) paste0("the best constant arm and wait", if (has("lifetimes")) " of those alive in each round"
                                    else if (has("entries")) " of those that have entered")
    else if (has("lifetimes") || has("population")) "the best arm alive in each round"
    else if (has("entries")) paste0("the best arm that has entered", if (has("patience")) ", even after it has left")
    else if (has("patience")) "the best arm of all, even after it has left"
    else if (bandit$arms$kind == "tape_context") "the greatest reward of each round"
    else if (has_contexts(bandit$arms)) "the best arm in the context of each round"
    else "the best arm")
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
pad_right <- function(texts, width = max(nchar(texts, "width"))) paste0(texts, strrep(" ", pmax(width - nchar(texts, "width"), 0)))

pad_left <- function(texts) paste0(strrep(" ", max(nchar(texts, "width")) - nchar(texts, "width")), texts)

# All with as many decimals as the largest needs for four digits, one at least;
# none from a million on.
format_figures <- function(figures) {
  largest <- max(abs(unlist(figures)), 0, na.rm = TRUE)
  if (largest >= 1e15) return(lapply(figures, function(x) formatC(x, digits = 3, format = "e", decimal.mark = ".")))
  decimals <- if (largest >= 1e6) 0 else if (largest == 0) 1 else min(max(3 - floor(log10(max(largest, 1e-6))), 1), 8)
  lapply(figures, function(x) {
    text <- formatC(x, digits = decimals, format = "f", big.mark = ",", decimal.mark = ".")
    ifelse(is.na(x), "", sub("^-(0[.0]*)$", "\\1", text))
  })
}

print_replays <- function(x) {
  replays <- names(Filter(function(b) has_trait(b, "replay"), x$description$bandits))
  if (keeps_moments(x) || length(replays) == 0) return(invisible())
  final <- x$tables$regret[x$tables$regret$round == last_checkpoint(x), ]
  short <- final[final$bandit %in% replays & final$pulls < final$round, ]
  if (nrow(short) == 0) return(invisible())
  cat_lines(sprintf("Out of events before %s: in %d of %d games, after %s.",
              if (ends_early(x)) sprintf("round %s", format_count(last_checkpoint(x))) else "the horizon", nrow(short),
              sum(final$bandit %in% replays), range_of(short$pulls, "turn")))
}

print_stops <- function(x) {
  if (is.null(x$description$stop)) return(invisible())
  cat_lines(paste0("Stops: ", stop_words(x$description$stop)))
  stops <- x$tables$stops
  if (keeps_moments(x)) return(invisible())
  games <- nrow(x$tables$regret) / length(x$description$record)
  print_line(sprintf("  %s of %s stopped%s", format_count(nrow(stops)), count_of(games, "game"), if (nrow(stops) > 0)
           sprintf(", after %s to %s plays", format_count(min(stops$plays)), format_count(max(stops$plays))) else ""))
}

count_of <- function(n, one, many = paste0(one, "s")) {
  paste(format_count(n), if (n == 1) one else many)
}

# --- time --------------------------------------------------------------------------

# How long studies took, by what they are: not a part of a study, as the same
# study is the same to the last bit however long it took. In this session only, so
# any hash will do.
times <- new.env(parent = emptyenv())

time_key <- function(study) rlang::hash(list(study$description, study$replications))

remember_time <- function(study, seconds) {
  if (!is.null(seconds)) assign(time_key(study), seconds, envir = times)
  study
}

time_taken <- function(study) times[[time_key(study)]]

# "0.2 seconds", "3.5 minutes", "2.1 hours".
format_seconds <- function(seconds) {
  units <- c(seconds = 1, minutes = 60, hours = 3600, days = 86400)
  unit <- max(which(seconds >= c(0, 100, 5400, 172800)))
  sprintf("%s %s", trimws(formatC(seconds / units[[unit]], digits = 2, format = "fg", decimal.mark = ".")), names(units)[unit])
}
