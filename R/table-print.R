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
  scales <- scales_text(d)
  if (!is.null(scales)) cat_lines(scales)
  print_figures(x)
  print_replays(x)
  print_stops(x)
  seconds <- time_taken(x)
  if (!is.null(seconds)) print_line("Time taken: ", format_seconds(seconds))
  invisible(x)
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

# The regret of games that have ended is missing.
usual_for <- function(x, bandit) {
  if (has_trait(bandit, "replay")) "reward_per_turn" else if (identical(x$description$stop$after, "end")) "plays" else
    "regret"
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
    else if (has("waiting")) paste0("the best constant arm and wait",
                                    if (has("lifetimes")) " of those alive in each round"
                                    else if (has("entries")) " of those that have entered")
    else if (has("lifetimes") || has("population")) "the best arm alive in each round"
    else if (has("entries")) paste0("the best arm that has entered", if (has("patience")) ", even after it has left")
    else if (has("patience")) "the best arm of all, even after it has left"
    else if (bandit$arms$kind == "tape_context") "the greatest reward of each round"
    else if (has_contexts(bandit$arms)) "the best arm in the context of each round"
    else "the best arm")
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
