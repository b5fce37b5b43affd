# Logs that run out of events before the horizon. From there on the tables of a study repeat what they have, so that
# means over games are means by a round only as long as all games last.

# The last checkpoint that all games of a bandit reached, for each bandit; NA where there is none.
last_reached <- function(study) {
  d <- study$description
  vapply(rlang::set_names(names(d$bandits)), function(name) {
    if (!has_trait(d$bandits[[name]], "replay")) return(as.double(last_checkpoint(study)))
    turns <- turns_of_games(study, name)
    reached <- d$record[turns$least >= d$record]
    if (length(reached) > 0) max(reached) else NA_real_
  }, 0)
}

# The checkpoint that is called final, for each bandit. Where no checkpoint was reached by all games it
# is the first, of which nothing is known.
final_rounds <- function(study) {
  reached <- last_reached(study)
  ifelse(is.na(reached), min(study$description$record), reached)
}

# The least and the greatest number of turns that games of a bandit had by each checkpoint.
turns_of_games <- function(study, name) {
  d <- study$description
  place <- match(name, names(d$bandits))
  if (keeps_moments(study)) {
    slots <- matrix(slots_of(study, "sample_size", d$record), nrow = length(d$record))
    slots <- slots[, (place - 1) * length(d$policies) + seq_along(d$policies), drop = FALSE]
    extreme <- function(column) matrix(study$tables$extremes[[column]][match(slots, study$tables$extremes$slot)],
                                       nrow(slots))
    return(list(least = apply(extreme("least"), 1, min), greatest = apply(extreme("greatest"), 1, max)))
  }
  turns <- turns_by_game(study, name)
  list(least = apply(turns, 1, min), greatest = apply(turns, 1, max))
}

# A row for each checkpoint, a column for each game of a bandit.
turns_by_game <- function(study, name) {
  d <- study$description
  rows <- nrow(study$tables$regret) / length(d$bandits)
  matrix(study$tables$regret$pulls[(match(name, names(d$bandits)) - 1) * rows + seq_len(rows)], nrow = length(d$record))
}

# Removes from a table of means by bandit and round those of rounds that not all games reached. How many turns games
# had is known of any round.
forget_unreached <- function(table, study, what, columns) {
  if (what %in% c("pulls", "sample_size", "events", "chosen")) return(table)
  reached <- unname(last_reached(study)[table$bandit])
  beyond <- is.na(reached) | table$round > reached
  table[beyond, columns] <- NA_real_
  table
}

# Returns which rows of regret() are final, in the order of the games.
final_rows <- function(study) {
  record <- study$description$record
  games <- nrow(study$tables$regret) / length(record)
  checkpoint <- match(final_rounds(study), record)
  (seq_len(games) - 1) * length(record) + rep(checkpoint, each = games / length(checkpoint))
}

# --- in words -----------------------------------------------------------------------

replays_among <- function(study, bandits = names(study$description$bandits)) {
  Filter(function(name) has_trait(study$description$bandits[[name]], "replay"), bandits)
}

# Returns the word for rounds: those of logs are turns.
round_word <- function(study, bandits = names(study$description$bandits)) {
  if (length(bandits) > 0 && length(replays_among(study, bandits)) == length(bandits)) "turn" else "round"
}

# "games ran out of events after 190 to 217 turns"; NULL if none did.
ran_out_text <- function(study, bandits = names(study$description$bandits)) {
  replays <- replays_among(study, bandits)
  last <- last_checkpoint(study)
  if (length(replays) == 0) return(NULL)
  if (keeps_moments(study)) return(ran_out_of_moments(study, replays, last))
  turns <- unlist(lapply(replays, function(name) turns_by_game(study, name)[length(study$description$record), ]))
  short <- turns[turns < last]
  if (length(short) == 0) return(NULL)
  who <- if (length(short) < length(turns)) sprintf("%s of %s", format_count(length(short)),
                                                    count_of(length(turns), "game")) else "games"
  sprintf("%s ran out of events after %s", who, range_of(short, "turn"))
}

# Returns how many turns games had that ran out of events, of which moments keep the extremes.
ran_out_of_moments <- function(study, replays, last) {
  turns <- lapply(replays, function(name) lapply(turns_of_games(study, name), utils::tail, 1))
  least <- min(vapply(turns, `[[`, 0, "least"))
  greatest <- max(vapply(turns, `[[`, 0, "greatest"))
  if (least >= last) return(NULL)
  if (greatest < last) return(sprintf("games ran out of events after %s", range_of(c(least, greatest), "turn")))
  sprintf("some games ran out of events, the first after %s", count_of(least, "turn"))
}

# Games of logs that ran out of events: what is final is what all of them have.
warn_ran_out <- function(study, call) {
  text <- ran_out_text(study)
  if (is.null(text)) return(invisible())
  replays <- replays_among(study)
  reached <- last_reached(study)[replays]
  if (all(is.na(reached))) {
    means <- c(i = sprintf("No means by turn are known. They need %s.", none_reached_text(study, replays)))
  } else {
    means <- c(i = sprintf("The results are those of turn %s, the last checkpoint that all games%s reached.",
                           paste(unique(format_count(reached[!is.na(reached)])), collapse = " and "),
                           if (length(reached) > 1) " of the same bandit" else ""))
  }
  warn_plain(c(paste0(capital(text), ", before the last checkpoint, ", format_count(last_checkpoint(study)), "."),
               means),
             class = "unruly_warning_not_final", call = call)
}

# "1 turn", "12 to 34 turns".
range_of <- function(x, one) {
  if (min(x) == max(x)) return(count_of(min(x), one))
  sprintf("%s to %s", format_count(min(x)), count_of(max(x), one))
}

# Returns what to record so that something is reached; for errors and warnings.
none_reached_text <- function(study, bandits) {
  least <- min(vapply(replays_among(study, bandits), function(name) utils::tail(turns_of_games(study, name)$least, 1),
                      0))
  if (least < 1) return("a log of which every game has a turn")
  sprintf("a checkpoint that all games reached before the log ran out of events, as with `record = c(%s, %s)`",
          format_numbers(least), format_numbers(study$description$horizon))
}
