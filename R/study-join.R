#' Join studies
#' @description
#' Joins studies that differ in one respect: their replications, their policies or their bandits.
#'
#' **Use it when** you extend a study with `first_rep`, or add a policy or a bandit to it.
#'
#' @details
#' The result is the same as if everything had been run at once: all policies meet the same outcomes,
#' so comparisons are paired.
#'
#' @param ... Studies with the same horizon, seed, checkpoints, `keep` and stopping rule. Two of these must also be the
#'   same: bandits, policies, replications. In the third they must have nothing in common: no bandit name, no policy
#'   label or no replication.
#' @return A study with the replications of all, in increasing order, or with the policies or
#'   bandits of all, in the order given.
#' @section Errors: `unruly_error_argument`: an argument is not a study. `unruly_error_combination`: studies differ in
#'   more than one respect, or overlap in the one in which they differ. Studies with `keep = "moments"` cannot be joined
#'   by policy, since the differences between policies were not kept.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' first <- run_study(problem, policy_ucb1(), horizon = 100, reps = 5, seed = 1)
#' more <- run_study(problem, policy_ucb1(), horizon = 100, reps = 5, first_rep = 6, seed = 1)
#' c(first, more)
#' other <- run_study(problem, policy_thompson(), horizon = 100, reps = 5, seed = 1)
#' compare_policies(c(first, other))
#' @seealso [run_study()].
#' @export
c.unruly_study <- function(...) {
  studies <- list(...)
  call <- environment()
  for (i in seq_along(studies)) check_study(studies[[i]], sprintf("..%d", i), call = call)
  joined <- join_studies(unname(studies), call)
  spent <- lapply(studies, time_taken)
  remember_time(joined, if (!any(vapply(spent, is.null, NA))) sum(unlist(spent)))
}

join_studies <- function(studies, call) {
  if (length(studies) == 1) return(studies[[1]])
  switch(joined_part(studies, call),
    replications = join_replications(studies, call), bandits = join_bandits(studies, call),
    policies = join_policies(studies, call))
}

# The one thing in which studies differ.
joined_part <- function(studies, call) {
  words <- c(horizon = "horizons", seed = "seeds", record = "checkpoints", keep = "things kept",
             stop = "stopping rules", drop = "rules to drop arms", graduate = "rules by which arms graduate",
             overrun = "values of `overrun`", bandits = "bandits",
             policies = "policies", replications = "replications")
  first <- studies[[1]]
  differs <- vapply(names(words), function(part) {
    of <- function(study) if (part == "replications") study$replications else study$description[[part]]
    !all(vapply(studies[-1], function(study) identical(of(study), of(first)), NA))
  }, NA)
  never <- utils::head(names(words)[differs & !names(words) %in% c("bandits", "policies", "replications")], 1)
  if (length(never) == 1 || sum(differs) > 1) {
    different <- if (length(never) == 1) words[[never]] else paste(words[differs], collapse = " and ")
    abort_combination(c(paste("Studies can be joined only if they differ in one respect:",
                              "their replications, their policies or their bandits."),
                        x = "These have different {different}."), call = call)
  }
  if (any(differs)) names(words)[differs] else "replications"
}

join_replications <- function(studies, call) {
  description <- studies[[1]]$description
  replications <- unlist(lapply(studies, function(s) s$replications))
  if (anyDuplicated(replications)) {
    again <- replications[duplicated(replications)][1]
    abort_combination(c("Studies that are joined must not share replications.",
                        x = "Replication {again} is in more than one."), call = call)
  }
  if (keeps(description, "moments")) return(join_moments(studies, sort(replications)))
  joined <- studies[[1]]
  joined$replications <- sort(replications)
  joined$tables <- join_all_tables(studies, description, function(table, cell) order(cell, table$rep))
  joined
}

# Policies of one bandit stand together, so cells are numbered anew.
join_policies <- function(studies, call) {
  if (keeps_moments(studies[[1]])) {
    abort_combination(c("Policies of studies of moments cannot be joined.",
                        x = "The differences of their policies were not kept: run the policies in one study."), call = call)
  }
  join_named(studies, "policies", "label", call)
}

join_bandits <- function(studies, call) {
  if (keeps_moments(studies[[1]])) return(join_bandit_moments(studies,
                                                              join_descriptions(studies, "bandits", "name", call)))
  join_named(studies, "bandits", "name", call)
}

join_named <- function(studies, part, word, call) {
  joined <- studies[[1]]
  joined$description <- join_descriptions(studies, part, word, call)
  joined$tables <- join_all_tables(studies, joined$description, function(table, cell) order(cell))
  joined
}

join_descriptions <- function(studies, part, word, call) {
  all <- do.call(c, lapply(studies, function(study) study$description[[part]]))
  twice <- names(all)[duplicated(names(all))]
  if (length(twice) > 0) {
    abort_combination(c("Studies of different {part} must not share a {word}.",
                        x = "{.val {twice[1]}} is in more than one."),
                      call = call)
  }
  description <- studies[[1]]$description
  description[[part]] <- all
  description
}

# In the order of a study run at once, as `place` says.
join_all_tables <- function(studies, description, place) {
  names <- names(studies[[1]]$tables)
  lapply(rlang::set_names(names), function(name) {
    join_tables(lapply(studies, function(study) study$tables[[name]]), description, place)
  })
}

join_tables <- function(tables, description, place) {
  if (is.null(tables[[1]])) return(NULL)
  columns <- joined_columns(tables)
  cell <- unlist(lapply(tables, cell_numbers, description))
  joined <- lapply(rlang::set_names(columns), join_column, tables)
  order <- place(joined, cell)
  if (is.unsorted(order)) joined <- lapply(joined, `[`, order)
  name_cells(joined, tabulate(cell, length(description$bandits) * length(description$policies)), description)
}

# A wait stands beside its arm, what traits add last.
joined_columns <- function(tables) {
  columns <- setdiff(unique(unlist(lapply(tables, names))), c("bandit", "policy"))
  if (!all(c("arm", "wait") %in% columns)) return(columns)
  append(setdiff(columns, "wait"), "wait", after = match("arm", columns))
}

# Missing where a table lacks the column.
join_column <- function(column, tables) {
  parts <- lapply(tables, function(table) table[[column]])
  lacking <- vapply(parts, is.null, NA)
  missing <- parts[!lacking][[1]][NA_integer_]
  parts[lacking] <- lapply(tables[lacking], function(table) rep(missing, nrow(table)))
  unlist(parts, use.names = FALSE)
}

# The cell of each row, by the names.
cell_numbers <- function(table, description) {
  (match(table$bandit, names(description$bandits)) - 1L) * length(description$policies) +
    match(table$policy, names(description$policies))
}

# --- sums -------------------------------------------------------------------------------

join_moments <- function(studies, replications) {
  description <- studies[[1]]$description
  state <- list(figures = studies[[1]]$tables$figures$figure)
  state$sums <- new_sums(description, length(state$figures))
  for (study in studies) .Call(C_moments_add, state$sums, study$tables)
  moments_study(state, description, replications, function(description, replications, tables) {
    build_study(description, replications, c(tables, join_scores(studies, description)))
  })
}

# Slots are numbered anew, bandit after bandit, with the figures of all.
join_bandit_moments <- function(studies, description) {
  figures <- unique(unlist(lapply(studies, function(study) study$tables$figures$figure)))
  before <- cumsum(c(0, lapply(studies, function(study) length(study$description$bandits))))
  joined <- lapply(rlang::set_names(c("nodes", "sketch", "extremes", "blocks")), function(name) {
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

# A list, empty where there are none.
join_scores <- function(studies, description) {
  if (!keeps(description, "scores")) return(list())
  lapply(rlang::set_names(c("scores", "pairs")), function(name) {
    join_tables(lapply(studies, function(study) study$tables[[name]]), description,
                function(table, cell) order(cell, table$rep))
  })
}

# A study without a rule has none.
stops_of <- function(study) {
  study$tables$stops %||% tibble(bandit = character(), policy = character(), rep = integer(), round = numeric(),
                                 arm = integer(), plays = numeric(), reason = character(), simple_regret = numeric(),
                                 events = numeric())
}

# By game, in the order of the tables: the row that says how it was stopped, or NA.
stop_of_game <- function(study, stops) {
  d <- study$description
  reps <- study$replications
  match(seq_len(length(d$bandits) * length(d$policies) * length(reps)),
        (cell_numbers(stops, d) - 1L) * length(reps) + match(stops$rep, reps))
}
