# The study object: a description, the replications, and tidy tables. One
# function builds it; the tables carry names in place of the core's cells.

new_study <- function(description, replications, tables) {
  tables <- if (description$keep == "moments") tables[table_names("moments")] else list(
    regret = name_cells(tables$regret, description),
    pulls = pulls_table(tables$pulls, description),
    exits = exits_table(tables$exits, description),
    choices = if (description$keep == "choices") name_cells(tables$choices, description)
  )
  structure(list(description = description, replications = as.integer(replications), tables = tables), class = "unruly_study")
}

# Replaces the number of a cell, in whose order the rows come, by the names of
# its bandit and policy. They are repeated very often, so what is stored is how
# often (src/r_repeat.c); users see plain texts.
name_cells <- function(table, description) {
  bandits <- names(description$bandits)
  policies <- names(description$policies)
  counts <- tabulate(table$cell, length(bandits) * length(policies))
  named <- c(
    list(bandit = repeat_names(bandits, colSums(matrix(counts, nrow = length(policies)))),
         policy = repeat_names(rep(policies, length(bandits)), counts)),
    table[names(table) != "cell"]
  )
  tibble::new_tibble(named, nrow = length(table$cell))
}

repeat_names <- function(names, counts) .Call(C_repeat, enc2utf8(names), as.double(counts))

any_trait <- function(description, name) {
  any(vapply(description$bandits, has_trait, NA, name))
}

# Columns are changed while the table is a plain list: tibbles are slow at it.
pulls_table <- function(table, description) {
  waiting <- vapply(description$bandits, has_trait, NA, "waiting")
  table$wait <- if (all(waiting)) table$wait else if (any(waiting))
    replace(table$wait, !waiting[cell_bandit(table, description)], NA_integer_)
  name_cells(table[names(table) != ""], description)
}

# Cells are numbered bandit by bandit: the bandit and the policy of each row (or
# of a failure).
cell_bandit <- function(table, description) (table$cell - 1L) %/% length(description$policies) + 1L

cell_policy <- function(table, description) (table$cell - 1L) %% length(description$policies) + 1L

exits_table <- function(table, description) {
  table$cause <- c("left", "died")[table$cause]
  if (length(table$cell) > 0) table <- lapply(table, `[`, order(table$cell, table$rep, table$round, table$arm))
  name_cells(table, description)
}
