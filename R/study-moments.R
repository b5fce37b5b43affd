# Studies of which only sums over replications are kept: their tables are nodes (means and sums of squares of whole
# subtrees of replications), sketch (counts in classes), extremes, blocks (the variation about earlier means), and
# figures (the names); see src/study/moments.h for what they are and src/glue/moments.c for how slots are numbered.
# Scores are no sums over replications: an interval covers in a game or it does not, so they keep their rows.

add_games <- function(state, handle) {
  played <- .Call(C_moments_play, state$sums, handle)
  for (name in score_tables(played)) state[[name]] <- c(state[[name]], list(played[[name]]))
  played$failure
}

# Those of the tables of scores that are there.
score_tables <- function(x) Filter(function(name) !is.null(x[[name]]), c("scores", "pairs"))

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

moments_study <- function(state, description, replications, build = new_study) {
  tables <- lapply(.Call(C_moments_tables, state$sums), tibble::as_tibble)
  tables$figures <- tibble(figure = state$figures)
  for (name in score_tables(state)) tables[[name]] <- join_pieces(state[[name]])
  build(description, replications, tables)
}

# --- what summaries want ----------------------------------------------------------------

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

# --- sums that are the same for rows and for moments ---------------------------------------

# Returns moments of a matrix with one row per replication: one slot per column, nothing sketched.
tables_of_rows <- function(values, replications) {
  handle <- .Call(C_moments_new, as.double(ncol(values)), 0)
  storage.mode(values) <- "double"
  .Call(C_moments_of_rows, handle, values, as.integer(replications))
  .Call(C_moments_tables, handle)
}

# Returns for each slot the number, mean, sum of squares about it and extremes of all replications. And for bounded
# measures, whose variation is about earlier means, the `opening` block, whose earlier mean is the middle of the range,
# and what all `later` blocks add. Blocks are replications 1, 2, 3-4, 5-8, ..., as far as the study has them.
tree_sums <- function(tables, slots) {
  nodes <- tables$nodes
  starts <- which(!duplicated(data.frame(nodes$level, nodes$index)))
  ends <- c(starts[-1] - 1, length(nodes$slot))
  node <- function(i) {
    rows <- starts[i] + match(slots, nodes$slot[starts[i]:ends[i]]) - 1
    list(n = 2^nodes$level[starts[i]], mean = nodes$mean[rows], squares = nodes$squares[rows])
  }
  begins <- nodes$index[starts] * 2^nodes$level[starts]
  block <- ifelse(begins == 0, -1, floor(log2(begins)))
  whole <- NULL
  for (here in unique(block)) {
    part <- Reduce(add_node, lapply(which(block == here), node))
    if (is.null(whole)) {
      known <- match(slots, tables$blocks$slot)
      first <- list(n = 1, mean = tables$blocks$first[known], squares = rep(0, length(slots)))
      opening <- if (here < 0) first else part
      later <- if (here < 0) tables$blocks$variation[known] else rep(0, length(slots))
      whole <- part
    } else {
      later <- later + (part$squares + part$n * (part$mean - whole$mean)^2)
      whole <- add_node(whole, part)
    }
  }
  bound <- match(slots, tables$extremes$slot)
  c(whole, list(least = tables$extremes$least[bound], greatest = tables$extremes$greatest[bound], opening = opening,
                later = later))
}

sd_of_sums <- function(sums) if (sums$n > 1) sqrt(sums$squares / (sums$n - 1)) else rep(NA_real_, length(sums$mean))

# The middle of each class (src/study/moments.h).
class_values <- function(class) {
  fraction <- class %% 128
  exponent <- class %/% 128 %% 2048
  size <- ifelse(exponent == 0, ifelse(fraction == 0, 0, (fraction + 0.5) / 128 * 2^-1022),
                 (1 + (fraction + 0.5) / 128) * 2^(exponent - 1023))
  ifelse(class >= 128 * 2048, -size, size)
}
