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
    choices = if (keeps(description, "choices")) named(tables$choices)
  )
  if (keeps(description, "scores")) kept$scores <- named(tables$scores)
  if (!is.null(description$stop) && !keeps(description, "moments")) kept$stops <- stops_table(tables$stops, description)
  build_study(description, replications, kept)
}

build_study <- function(description, replications, tables) {
  structure(list(description = description, replications = as.integer(replications), tables = tables), class = "unruly_study")
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
  table$reason <- stop_reasons(description$stop)[table$reason]
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

exits_table <- function(table, description) {
  table$cause <- c("left", "died")[table$cause]
  columns <- table[names(table) != "rows"]
  cell <- rep.int(seq_along(table$rows), table$rows)
  if (length(cell) > 0) columns <- lapply(columns, `[`, order(cell, columns$rep, columns$round, columns$arm))
  name_cells(columns, table$rows, description)
}
