# The study object: a description, the replications, and tidy tables. One
# function builds it; the tables carry names in place of the core's cells.

new_study <- function(description, replications, tables) {
  named <- function(table) name_cells(table, table$rows, description)
  figures <- if (!keeps(description, "moments")) named(tables$regret) # their columns are shared by two tables
  kept <- if (keeps(description, "moments")) tables[table_names("moments")] else list(
    regret = figures[setdiff(names(figures), c("arm", "simple_regret"))],
    recommendations = figures[c("bandit", "policy", "rep", "round", "arm", "simple_regret")],
    pulls = pulls_table(tables$pulls, description),
    exits = exits_table(tables$exits, description),
    choices = if (keeps(description, "choices")) named(choices_as_shown(tables$choices, description))
  )
  if (keeps(description, "scores")) kept[c("scores", "pairs")] <- list(named(tables$scores), named(tables$pairs))
  if (!is.null(description$stop) && !keeps(description, "moments")) kept$stops <- stops_table(tables$stops, description)
  build_study(description, replications, kept)
}

build_study <- function(description, replications, tables) {
  structure(list(description = description, replications = as.integer(replications), tables = tables),
            class = "unruly_study")
}

# When outcomes were shown is said where any may be late; when patients arrived, and which died, where any did.
choices_as_shown <- function(table, description) {
  late <- vapply(description$bandits, may_be_late, NA)
  patients <- any_trait(description, "accrual")
  lives <- patients && any(vapply(description$bandits, pays_lives, NA))
  table[setdiff(names(table), c(if (!any(late)) "shown", if (!patients) "time", if (!lives) "event"))]
}

# In place of how many rows each cell has, in whose order they come, the names
# of its bandit and policy.
name_cells <- function(table, rows, description) {
  bandits <- names(description$bandits)
  policies <- names(description$policies)
  named <- c(
    list(bandit = repeat_names(bandits, colSums(matrix(rows, nrow = length(policies)))),
         policy = repeat_names(rep(policies, length(bandits)), rows)),
    table[!names(table) %in% c("rows", "")]
  )
  tibble::new_tibble(named, nrow = length(table$rep))
}

repeat_names <- function(names, counts) rep.int(enc2utf8(names), counts)

stops_table <- function(table, description) {
  table$reason <- ending_reasons(description$stop)[table$reason]
  name_cells(table, table$rows, description)
}

any_trait <- function(description, name) {
  any(vapply(description$bandits, has_trait, NA, name))
}

# Columns are changed while the table is a plain list: tibbles are slow at it.
pulls_table <- function(table, description) {
  waiting <- vapply(description$bandits, has_trait, NA, "waiting")
  lacking <- rep(!waiting, each = length(description$policies))
  table$wait <- if (all(waiting)) table$wait else if (any(waiting))
    replace(table$wait, rep.int(lacking, table$rows), NA_integer_)
  name_cells(table, table$rows, description)
}

# Cells are numbered bandit by bandit: the bandit and the policy of a failure.
cell_bandit <- function(table, description) (table$cell - 1L) %/% length(description$policies) + 1L

cell_policy <- function(table, description) (table$cell - 1L) %% length(description$policies) + 1L

takes_arms_out <- function(description) !is.null(description$drop) || !is.null(description$graduate)

reasons_of <- function(rule) if (is.null(rule)) NA_character_ else stop_reasons(rule)

exits_table <- function(table, description) {
  graduated <- table$cause == 4
  table$cause <- c("left", "died", "dropped", "graduated")[table$cause]
  table$rule <- if (takes_arms_out(description)) {
    ifelse(graduated, reasons_of(description$graduate)[table$rule], reasons_of(description$drop)[table$rule])
  }
  columns <- table[names(table) != "rows"]
  cell <- rep.int(seq_along(table$rows), table$rows)
  if (length(cell) > 0) columns <- lapply(columns, `[`, order(cell, columns$rep, columns$round, columns$arm))
  name_cells(columns, table$rows, description)
}

# --- what it consists of ----------------------------------------------------------------

shape.unruly_study <- function(x) list(
  description = function(v, x) is_description(v),
  replications = function(v, x) is_reals(v) && all(v >= 1) && !is.unsorted(v, strictly = TRUE),
  tables = function(v, x) is.list(v) && (!keeps(x$description, "scores") || is_table(v$scores) && is_table(v$pairs)) &&
  if (keeps_moments(x)) are_moments(v, x) else
    all(vapply(v[c("regret", "recommendations", "pulls", "exits")], is_table, NA)) &&
      (is.null(v$choices) || is_table(v$choices)) && (is.null(x$description$stop) || is_table(v$stops)) &&
      is.numeric(v$regret$regret) && is.numeric(v$recommendations$simple_regret) &&
      all(c(nrow(v$regret), nrow(v$recommendations)) ==
        prod(lengths(c(x["replications"], x$description[c("bandits", "policies", "record")]))))
)

# Every table of a study asks, and the answer takes milliseconds; so the latest that was one is kept.
is_description <- function(v) {
  if (identical(v, latest_description$sound)) return(!is.null(v))
  sound <- is_sound_description(v)
  if (sound) latest_description$sound <- v
  sound
}

latest_description <- new.env(parent = emptyenv())

is_sound_description <- function(v) {
  all_shaped <- function(x, class) is.list(x) && length(x) > 0 && has_names(x) && all(vapply(x, is_shaped, NA, class))
  is.list(v) && all_shaped(v$bandits, "unruly_bandit") && all_shaped(v$policies, "unruly_policy") &&
    is_count(v$horizon, 1) && is_count(v$seed, -2^53) && are_checkpoints(v$record, v$horizon) && is_words(v$keep) &&
    length(v$keep) > 0 &&
    is_stop_of_study(v$stop) && is_rule_of_study(v$drop, "drop") && is_rule_of_study(v$graduate, "graduate") &&
    (!takes_arms_out(v) || !is.null(v$stop)) && (is.null(v$overrun) || isTRUE(v$overrun) || is_wait(v$overrun))
}

are_checkpoints <- function(v, horizon) {
  is_column(v) && all(v == round(v) & v >= 1 & v <= horizon) && !is.unsorted(v, strictly = TRUE)
}

are_moments <- function(v, study) {
  columns <- list(nodes = c("index", "level", "mean", "slot", "squares"), sketch = c("class", "count", "slot"),
                  extremes = c("greatest", "least", "slot"), blocks = c("first", "slot", "variation"),
                  figures = "figure")
  sound <- function(name) {
    table <- v[[name]]
    is.data.frame(table) && identical(sort(names(table)), columns[[name]]) &&
      (name == "figures" || name == "blocks" && nrow(table) == 0 || all(vapply(table, is_reals, NA, nrow(table))))
  }
  all(vapply(names(columns), sound, NA)) && is_words(v$figures$figure) && !is.unsorted(v$sketch$slot) &&
    all(v$nodes$level >= 0 & v$nodes$level <= 31 & v$nodes$index >= 0 & v$nodes$index * 2^v$nodes$level < 2^31) &&
    identical(as.double(node_replications(v$nodes)), as.double(study$replications))
}

# The replications that nodes hold, in ascending order.
node_replications <- function(nodes) {
  first <- which(!duplicated(data.frame(nodes$level, nodes$index)))
  unlist(Map(function(level, index) as.integer(index * 2^level + seq_len(2^level)), nodes$level[first],
             nodes$index[first]))
}

is_study <- function(x) inherits(x, "unruly_study")

is_exact <- function(study) inherits(study, "unruly_exact")

keeps <- function(description, what) what %in% description$keep

overruns <- function(description) !is.null(description$overrun)

is_wait <- function(v) is.double(v) && length(v) == 1 && is.null(attributes(v)) && is.finite(v) && v > 0

# For how long outcomes are waited for when a game ends, as a number and in words.
wait_of_study <- function(description) {
  if (!overruns(description)) 0 else if (isTRUE(description$overrun)) Inf else description$overrun
}

overrun_words <- function(description) {
  wait <- description$overrun
  timed <- vapply(description$bandits, has_trait, NA, "accrual")
  if (all(timed)) return(paste("a time of", format_numbers(wait)))
  paste0(count_of(wait, "round"), if (any(timed)) " (with accrual, that much time)")
}

keeps_moments <- function(study) keeps(study$description, "moments")

last_checkpoint <- function(study) max(study$description$record)
