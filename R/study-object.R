# The study object: a description, the replications, and tidy tables. One
# function builds it; the tables carry names in place of the core's cells.

new_study <- function(description, replications, tables) {
  structure(
    list(
      description = description,
      replications = as.integer(replications),
      tables = list(
        regret = regret_table(tables$regret, description),
        pulls = pulls_table(tables$pulls, description),
        exits = exits_table(tables$exits, description),
        choices = if (description$keep == "choices") name_cells(tables$choices, description)
      )
    ),
    class = "unruly_study"
  )
}

# Replaces the number of a cell by the names of its bandit and policy.
name_cells <- function(table, description) {
  named <- c(
    list(bandit = names(description$bandits)[cell_bandit(table, description)],
         policy = names(description$policies)[cell_policy(table, description)]),
    table[names(table) != "cell"]
  )
  tibble::new_tibble(named, nrow = length(table$cell))
}

any_trait <- function(description, name) {
  any(vapply(description$bandits, has_trait, NA, name))
}

# What traits add stands last, under the names that the core gives.
regret_table <- function(table, description) name_cells(table, description)

# Columns are changed while the table is a plain list: tibbles are slow at it.
pulls_table <- function(table, description) {
  waiting <- vapply(description$bandits, has_trait, NA, "waiting")
  lacking <- !waiting[cell_bandit(table, description)]
  table$wait <- if (any(waiting)) replace(table$wait, lacking, NA_integer_)
  name_cells(table[names(table) != ""], description)
}

# Cells are numbered bandit by bandit: the bandit and the policy of each row.
cell_bandit <- function(table, description) (table$cell - 1L) %/% length(description$policies) + 1L

cell_policy <- function(table, description) (table$cell - 1L) %% length(description$policies) + 1L

exits_table <- function(table, description) {
  table$cause <- c("left", "died")[table$cause]
  table <- lapply(table, `[`, order(table$cell, table$rep, table$round, table$arm))
  name_cells(table, description)
}

#' Join studies of the same games
#'
#' Joins studies that differ only in their replications, such as a study and
#' its extension with `first_rep`. The result is the same as if all
#' replications had been run at once.
#'
#' @param ... Studies with the same bandits, policies, horizon, seed,
#'   checkpoints and `keep`, and no replication in common.
#' @return A study with the replications of all, in ascending order.
#' @section Errors: `unruly_error_argument` if something is not a study,
#'   `unruly_error_combination` if studies differ in more than replications or
#'   share some.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' first <- run_study(problem, policy_ucb1(), horizon = 100, reps = 5, seed = 1)
#' more <- run_study(problem, policy_ucb1(), horizon = 100, reps = 5, first_rep = 6, seed = 1)
#' c(first, more)
#' @export
c.unruly_study <- function(...) {
  studies <- list(...)
  call <- environment()
  for (i in seq_along(studies)) check_study(studies[[i]], sprintf("..%d", i), call = call)
  description <- studies[[1]]$description
  for (study in studies[-1]) check_same_description(description, study$description, call)
  replications <- unlist(lapply(studies, function(s) s$replications))
  if (anyDuplicated(replications)) {
    again <- replications[duplicated(replications)][1]
    abort_combination(c("Studies that are joined must not share replications.",
                        x = "Replication {again} is in more than one."), call = call)
  }
  joined <- studies[[1]]
  joined$replications <- sort(replications)
  for (name in names(joined$tables)) {
    # In a list, so that choices that were not kept stay NULL and do not vanish.
    joined$tables[name] <- list(join_tables(lapply(studies, function(s) s$tables[[name]]), description))
  }
  spent <- lapply(studies, time_taken)
  remember_time(joined, if (!any(vapply(spent, is.null, NA))) sum(unlist(spent)))
}

check_same_description <- function(one, other, call) {
  words <- c(bandits = "bandits", policies = "policies", horizon = "horizons", seed = "seeds",
             record = "checkpoints", keep = "ways to keep choices")
  for (part in names(words)) {
    if (!identical(one[[part]], other[[part]])) {
      abort_combination(c("Only studies that differ in nothing but their replications can be joined.",
                          x = "These have different {words[[part]]}."), call = call)
    }
  }
}

# In the order of a study run at once: bandit, policy, replication.
join_tables <- function(tables, description) {
  if (is.null(tables[[1]])) return(NULL)
  joined <- do.call(rbind, tables)
  place <- order(match(joined$bandit, names(description$bandits)),
                 match(joined$policy, names(description$policies)), joined$rep)
  joined[place, ]
}
