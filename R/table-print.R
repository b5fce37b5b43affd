# Printing a study: what ran, what its regret compares with, and the final values, the best policy first. Of
# more than 20 rows those that do not fit into 25 lines are counted.

#' @export
print.unruly_study <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  print_study(x)
}

# `more`: lines that come last.
print_study <- function(x, more = NULL) {
  seconds <- time_taken(x)
  time <- if (!is.null(seconds)) paste("Time taken:", format_seconds(seconds))
  bottom <- c(replay_lines(x), stop_lines(x), time, more)
  print_fitting(study_lines(x), final_blocks(x), bottom, "study")
  invisible(x)
}

study_lines <- function(x) {
  d <- x$description
  c(wrapped(sprintf("<study> %s, %s, horizon %s, %s, seed %s",
                    count_of(length(d$bandits), "bandit"), count_of(length(d$policies), "policy", "policies"),
                    format_count(d$horizon), count_of(length(x$replications), "replication"), whole_text(d$seed))),
    bandit_lines(vapply(d$bandits, bandit_line, "")), wrapped(scales_text(d)))
}

# Blocks of final regret, or of reward per turn where a log has no regret. Bandits with the same comparator, and logs
# that last as long, share a block.
final_blocks <- function(x) {
  bandits <- x$description$bandits
  reached <- last_reached(x)
  groups <- row_groups(list(vapply(bandits, comparator_text, ""), reached))
  there <- groups[!is.na(reached[names(bandits)])] # of the others nothing is known
  lapply(unique(there), function(group) {
    names <- names(bandits)[groups == group]
    what <- usual_for(x, bandits[[names[1]]])
    intervals <- length(x$replications) > 1 && !all(names %in% same_events(x))
    title <- paste0(figures_title(x, what, reached[[names[1]]]), if (intervals) " with 95% intervals",
                    if (what == "regret") comparator_text(bandits[[names[1]]]), ":")
    table <- summarise_study(x, what)
    list(title = wrapped(title), table = ranked(table[table$bandit %in% names, ], names, what == "reward_per_turn"),
         heading = length(bandits) > 1, same = intersect(names, same_events(x)))
  })
}

# The regret of games that have ended is missing.
usual_for <- function(x, bandit) {
  if (has_trait(bandit, "replay")) return("reward_per_turn")
  if (identical(x$description$stop$after, "end")) "sample_size" else "regret"
}

# Returns what the regret of a bandit compares with, to go on after "Final regret ...".
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

replay_lines <- function(x) {
  replays <- names(Filter(function(b) has_trait(b, "replay"), x$description$bandits))
  if (keeps_moments(x) || length(replays) == 0) return(NULL)
  final <- x$tables$regret[x$tables$regret$round == last_checkpoint(x), ]
  short <- final[final$bandit %in% replays & final$pulls < final$round, ]
  if (nrow(short) == 0) return(NULL)
  wrapped(sprintf("Out of events before %s: in %d of %d games, after %s.",
                  if (ends_early(x)) sprintf("round %s", format_count(last_checkpoint(x))) else "the horizon",
                  nrow(short), sum(final$bandit %in% replays), range_of(short$pulls, "turn")))
}

overrun_line <- function(d) {
  if (isTRUE(d$overrun)) return("Overrun: what is outstanding when a game ends is shown.")
  wrapped(sprintf("Overrun: what comes within %s after a game ends is shown.", overrun_words(d)))
}

stop_lines <- function(x) {
  overrun <- if (overruns(x$description)) overrun_line(x$description)
  if (is.null(x$description$stop)) return(overrun)
  rule <- c(unlist(lapply(trial_words(x$description), wrapped)), overrun)
  if (keeps_moments(x)) return(rule)
  stops <- x$tables$stops
  games <- nrow(x$tables$regret) / length(x$description$record)
  c(rule, sprintf("  %s of %s stopped%s", format_count(nrow(stops)), count_of(games, "game"), if (nrow(stops) > 0)
    sprintf(", after %s", range_of(stops$plays, "pull")) else ""))
}
