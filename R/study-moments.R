# Studies of which only sums over replications are kept: their tables are
# nodes (means and sums of squares of whole subtrees of replications), sketch
# (counts in classes), extremes, and figures (the names); see src/study/moments.h
# for what they are and src/glue/moments.c for how slots are numbered. Scores are
# no sums over replications: an interval covers in a game or it does not, so they keep
# their rows.

keeps_moments <- function(study) keeps(study$description, "moments")

# Played in pieces that are small in memory and do not take long each.
play_moments <- function(description, replications, threads, progress, call, tell, build) {
  last$study <- NULL
  state <- new.env(parent = emptyenv())
  pieces <- split_replications(replications, piece_size(description, threads))
  finished <- FALSE
  on.exit(if (!finished) suspendInterrupts(keep_partial_moments(state, description, length(replications), tell)))
  bar <- if (progress) start_bar(length(replications))
  for (piece in pieces) {
    suspendInterrupts(play_piece(state, description, piece, threads, call))
    if (progress) cli::cli_progress_update(inc = length(piece), id = bar)
  }
  study <- suspendInterrupts(moments_study(state, description, replications, build))
  finished <- TRUE
  study
}

play_piece <- function(state, description, piece, threads, call) {
  handle <- start_study(description, piece, threads, call)
  if (is.null(state$sums)) {
    state$figures <- .Call(C_study_figures, handle)
    state$sums <- new_sums(description, length(state$figures))
  }
  added <- FALSE
  # After an interrupt too, what was finished counts.
  on.exit(if (!added) {
    add_games(state, handle)
    tell_left(handle)
  })
  allowInterrupts(wait_for_study(handle, description, length(piece), progress = FALSE, call, kept = length(kept_moments(state)) > 0))
  added <- TRUE
  failure <- add_games(state, handle)
  if (!is.null(failure)) abort_core(failure, call, kept = length(kept_moments(state)) > 0)
}

add_games <- function(state, handle) {
  played <- .Call(C_moments_play, state$sums, handle)
  if (!is.null(played$scores)) state$scores <- c(state$scores, list(played$scores))
  played$failure
}

# The core's tables of several pieces, in the order of a study played at once: by cell, then by replication.
join_pieces <- function(pieces) {
  if (length(pieces) < 2) return(pieces[[1]])
  cell <- unlist(lapply(pieces, function(piece) rep.int(seq_along(piece$rows), piece$rows)))
  columns <- setdiff(names(pieces[[1]]), "rows")
  joined <- lapply(rlang::set_names(columns), function(column) unlist(lapply(pieces, `[[`, column))[order(cell)])
  c(list(rows = Reduce(`+`, lapply(pieces, `[[`, "rows"))), joined)
}

# The replications that are added up already.
kept_moments <- function(state) node_replications(.Call(C_moments_tables, state$sums)$nodes)

# Some 16 MB of results, or half a billion rounds.
piece_size <- function(description, threads) {
  cells <- length(description$bandits) * length(description$policies)
  bytes <- cells * (length(description$record) * 8 * 8 + 400) + score_bytes(description, 1)
  size <- min(16e6 / bytes, max(5e8 / (cells * description$horizon), threads), 4096)
  2^max(floor(log2(size)), 0)
}

new_sums <- function(description, figures) {
  counts <- slot_counts(description, figures)
  .Call(C_moments_new, counts$games + counts$pairs, counts$games)
}

slot_counts <- function(description, figures) {
  policies <- length(description$policies)
  block <- length(description$bandits) * figures * length(description$record)
  list(games = as.double(policies * block), pairs = policies * (policies - 1) / 2 * block)
}

moments_study <- function(state, description, replications, build = new_study) {
  tables <- lapply(.Call(C_moments_tables, state$sums), tibble::as_tibble)
  tables$figures <- tibble(figure = state$figures)
  if (length(state$scores) > 0) tables$scores <- join_pieces(state$scores)
  build(description, replications, tables)
}

keep_partial_moments <- function(state, description, wanted, tell) {
  if (is.null(state$sums)) return(invisible())
  done <- kept_moments(state)
  last$study <- if (length(done) > 0) moments_study(state, description, done)
  if (tell && length(done) > 0) tell_kept(length(done), wanted)
}

# The replications that nodes hold, in ascending order.
node_replications <- function(nodes) {
  first <- which(!duplicated(data.frame(nodes$level, nodes$index)))
  unlist(Map(function(level, index) as.integer(index * 2^level + seq_len(2^level)), nodes$level[first], nodes$index[first]))
}

# --- joining ------------------------------------------------------------------------

join_moments <- function(studies, replications) {
  description <- studies[[1]]$description
  state <- list(figures = studies[[1]]$tables$figures$figure)
  state$sums <- new_sums(description, length(state$figures))
  for (study in studies) .Call(C_moments_add, state$sums, study$tables)
  moments_study(state, description, replications, function(description, replications, tables) {
    build_study(description, replications, c(tables, join_scores(studies, description)))
  })
}

# A list, empty where there are none.
join_scores <- function(studies, description) {
  if (!keeps(description, "scores")) return(list())
  tables <- lapply(studies, function(study) study$tables$scores)
  list(scores = join_tables(tables, description, function(table, cell) order(cell, table$rep)))
}

# Slots are numbered anew, bandit after bandit, with the figures of all.
join_bandit_moments <- function(studies, description) {
  figures <- unique(unlist(lapply(studies, function(study) study$tables$figures$figure)))
  before <- cumsum(c(0, lapply(studies, function(study) length(study$description$bandits))))
  joined <- lapply(rlang::set_names(c("nodes", "sketch", "extremes")), function(name) {
    tables <- Map(function(study, before) {
      table <- study$tables[[name]]
      table$slot <- moved_slots(table$slot, study, description, figures, before)
      table
    }, studies, utils::head(before, -1))
    table <- do.call(rbind, unname(tables))
    place <- if (name == "nodes") order(table$index * 2^table$level, table$slot) else
      if (name == "sketch") order(table$slot, table$class) else order(table$slot)
    table[place, ]
  })
  joined$figures <- tibble(figure = figures)
  build_study(description, studies[[1]]$replications, c(joined, join_scores(studies, description)))
}

moved_slots <- function(slot, study, description, figures, before) {
  there <- slot_places(slot, study$description, study$tables$figures$figure)
  there$bandit <- there$bandit + before
  there$figure <- match(study$tables$figures$figure, figures)[there$figure]
  as.integer(slot_numbers(there, description, length(figures)))
}

# A slot is of a policy (or a pair of them), a bandit, a figure and a checkpoint.
slot_places <- function(slot, description, figures) {
  games <- slot_counts(description, length(figures))$games
  pair <- slot > games
  i <- slot - 1 - ifelse(pair, games, 0)
  checkpoints <- length(description$record)
  policies <- length(description$policies)
  which <- i %/% (checkpoints * length(figures))
  per_bandit <- ifelse(pair, policies * (policies - 1) / 2, policies)
  list(pair = pair, bandit = which %/% per_bandit + 1, which = which %% per_bandit + 1,
       figure = i %/% checkpoints %% length(figures) + 1, checkpoint = i %% checkpoints + 1)
}

slot_numbers <- function(place, description, figures) {
  policies <- length(description$policies)
  per_bandit <- ifelse(place$pair, policies * (policies - 1) / 2, policies)
  which <- (place$bandit - 1) * per_bandit + place$which - 1
  i <- (which * figures + place$figure - 1) * length(description$record) + place$checkpoint - 1
  i + 1 + ifelse(place$pair, slot_counts(description, figures)$games, 0)
}

# --- what summaries want ----------------------------------------------------------------

# The slots of a figure at some rounds: of games in the order of summary(), or of
# pairs.
slots_of <- function(study, what, rounds, pair = FALSE) {
  d <- study$description
  policies <- length(d$policies)
  place <- expand.grid(checkpoint = match(rounds, d$record), which = seq_len(if (pair) policies * (policies - 1) / 2 else policies),
                       bandit = seq_along(d$bandits), figure = match(if (what == "plays") "pulls" else what, study$tables$figures$figure), pair = pair)
  slot_numbers(place, d, nrow(study$tables$figures))
}

# Mean and standard deviation of each slot.
slot_spread <- function(study, slots, nature) {
  nodes <- study$tables$nodes
  starts <- which(!duplicated(data.frame(nodes$level, nodes$index)))
  ends <- c(starts[-1] - 1, nrow(nodes))
  whole <- NULL
  for (i in seq_along(starts)) {
    rows <- starts[i] + match(slots, nodes$slot[starts[i]:ends[i]]) - 1
    node <- list(n = 2^nodes$level[starts[i]], mean = nodes$mean[rows], squares = nodes$squares[rows])
    whole <- if (is.null(whole)) node else add_node(whole, node)
  }
  sd <- if (whole$n > 1) sqrt(whole$squares / (whole$n - 1)) else rep(NA_real_, length(slots))
  list(n = whole$n, mean = whole$mean, sd = sd, se = sd / ifelse(nature == "resampled", 1, sqrt(whole$n)))
}

add_node <- function(a, b) {
  n <- a$n + b$n
  gap <- b$mean - a$mean
  list(n = n, mean = a$mean + gap * (b$n / n), squares = a$squares + b$squares + gap^2 * (a$n * b$n / n))
}

# As column_quantiles(), from counts in classes.
slot_quantiles <- function(study, slots, chances) {
  sketch <- study$tables$sketch
  extremes <- study$tables$extremes
  n <- length(study$replications)
  ranks <- quantile_ranks(n, chances)
  ends <- findInterval(slots, sketch$slot)
  starts <- findInterval(slots, sketch$slot, left.open = TRUE) + 1
  bound <- match(slots, extremes$slot)
  found <- vapply(seq_along(slots), function(i) {
    if (starts[i] > ends[i]) return(rep(NA_real_, 2 * length(chances)))
    rows <- starts[i]:ends[i]
    if (sum(sketch$count[rows]) < n) return(rep(NA_real_, 2 * length(chances)))
    value <- class_values(sketch$class[rows])
    order <- order(value)
    at <- findInterval(c(ranks$low, ranks$high), cumsum(sketch$count[rows][order]), left.open = TRUE) + 1
    pmin(pmax(value[order][at], extremes$least[bound[i]]), extremes$greatest[bound[i]])
  }, numeric(2 * length(chances)))
  found <- matrix(found, nrow = 2 * length(chances))
  between_ranks(found, ranks)
}

# The middle of each class (src/study/moments.h).
class_values <- function(class) {
  fraction <- class %% 128
  exponent <- class %/% 128 %% 2048
  size <- ifelse(exponent == 0, ifelse(fraction == 0, 0, (fraction + 0.5) / 128 * 2^-1022),
                 (1 + (fraction + 0.5) / 128) * 2^(exponent - 1023))
  ifelse(class >= 128 * 2048, -size, size)
}
