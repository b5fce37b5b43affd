# Choices as the core takes them: rows in the order of units and games, with what each game needs to be played again.

# Puts a log into the order of units. `by`: the columns that distinguish them, see by_columns(). `rows`: of the log, in
# the order of the core; `unit`: the unit of each of these; `units`: a row for each, with the columns of `by`; `log`:
# what the core receives.
choices_of_log <- function(log, by, argument, call) {
  events <- length(log$arm)
  game <- own_games(log)
  game_of <- if (length(game) == 0) rep(1L, events) else row_groups(game)
  unit_of <- if (length(by) == 0) rep(1L, events) else row_groups(game[by])
  rows <- order(unit_of, game_of)
  ends <- function(group) which(c(diff(group[rows]) != 0, TRUE))
  games <- c(0, ends(game_of))
  ends_of_units <- ends(unit_of)
  round <- log$round
  if (is.null(round)) round <- number_within(game_of)
  check_rounds_ascend(round, game_of, rows, argument, call)
  list(
    rows = rows, unit = unit_of[rows], game = lapply(game, function(column) column[rows]),
    units = tibble::new_tibble(lapply(game[by], function(column) column[rows[ends_of_units]]),
                               nrow = length(ends_of_units)),
    trials = tabulate(unit_of), round = round[rows], source = log,
    log = list(
      arms = log$arms + 0, arm = as.double(log$arm[rows]),
      reward = replace(log$reward[rows], is.na(log$reward[rows]), NaN),
      round = as.double(round[rows]), reported = log$reported[rows],
      batched = if (!is.null(log$reported)) batched_games(log, rows, game_of[rows], games),
      pool = as.double(log$pool[rows]),
      pool_from = log$pool_from, pool_members = log$pool_members,
      context_size = if (is.null(log$context)) 0 else ncol(log$context) + 0,
      context = if (!is.null(log$context)) as.double(t(log$context[rows, , drop = FALSE])),
      game_from = as.double(games), unit_from = as.double(match(c(0, ends_of_units), games) - 1),
      names = if (!has_numbered_arms(log)) enc2utf8(log$labels)
    )
  )
}

# Says of which games rewards are shown in batches.
batched_games <- function(log, rows, game, games) {
  if (is.null(log$batched)) return(are_batched(log$reported[rows], game))
  as.double(log$batched[rows[games[-length(games)] + 1]])
}

# Guesses it: then many are shown at the end of one round.
are_batched <- function(reported, game) {
  number <- match(game, unique(game))
  shown <- is.finite(reported)
  ends <- tabulate(number[shown & !duplicated(row_groups(list(number, reported)))], max(number))
  as.double(2 * ends <= tabulate(number[shown], max(number)))
}

# Counts 1, 2, ... within each group.
number_within <- function(group) {
  order <- order(group)
  first <- which(c(TRUE, diff(group[order]) != 0))
  number <- numeric(length(group))
  number[order] <- seq_along(group) - rep(first, diff(c(first, length(group) + 1))) + 1
  number
}

check_rounds_ascend <- function(round, game, rows, argument, call) {
  late <- which(round > 2^48)[1]
  if (!is.na(late)) abort_argument(paste0(argument, "$round"), "rounds of at most 2^48", round[late], call = call)
  back <- which(diff(round[rows]) <= 0 & diff(game[rows]) == 0)
  if (length(back) == 0) return(invisible())
  row <- min(rows[back + 1])
  abort_argument(paste0(argument, "$round"), "rounds that increase within a game", call = call,
                 given = sprintf("one that is not later in row %s", format_count(row)),
                 hint = "Name the columns that distinguish games, e.g. `game = c(subject, block)`.")
}

# Returns the columns of `game` that distinguish units: all of them if `by` was omitted, none if it is NULL.
by_columns <- function(code, given, log, call) {
  present <- names(own_games(log))
  check_game_names(present, if (given) column_names(code, several = TRUE), call)
  if (!given) return(present)
  if (is.null(code)) return(NULL)
  wanted <- "columns that distinguish games, such as `subject`, or NULL"
  columns <- column_names(code, several = TRUE)
  if (is.null(columns)) abort_argument("by", wanted, given = column_text(code), call = call)
  absent <- setdiff(columns, present)
  if (length(absent) > 0) {
    abort_argument("by", wanted, call = call, given = sprintf("`%s`, which is not a column of `game`", absent[1]),
                   hint = did_you_mean(absent[1], present, in_code))
  }
  unique(columns)
}

# Columns that tables of likelihoods and fits have for themselves.
taken_columns <- c("trials", "log_lik", "zero", "row", "round", "arm", "reward", "propensity", "propensities", "value",
                   "prediction_error", "term", "estimate", "std.error", "conf.low", "conf.high", "boundary")

# Refuses columns of games that have the names of others in such tables, see beside_policy().
check_game_names <- function(present, by, call) {
  taken <- intersect(present, c(taken_columns, if ("policy" %in% present) "made_by"))
  if (length(taken) == 0) return(invisible())
  abort_argument(if (taken[1] %in% by) "by" else "game",
                 "columns whose names tables of likelihoods and fits do not have for themselves", call = call,
                 given = in_code(taken[1]), hint = sprintf("Rename the column, e.g. `game_%s`.", taken[1]))
}

# Returns the log that a function of choices was given, with the arguments of as_log() in `...`. `by` is the game
# where no other is given.
choices_argument <- function(log, by, given, ..., argument = "log", call) {
  dots <- rlang::enquos(...)
  if (given && !is.null(by) && is.data.frame(log) && !"game" %in% names(dots)) {
    columns <- column_names(by, several = TRUE)
    usual <- intersect(game_columns, names(log))
    if (!is.null(columns) && !all(columns %in% usual)) {
      absent <- setdiff(columns, names(log))
      if (length(absent) > 0) {
        abort_argument("by", sprintf("columns of `%s` that distinguish games, such as `subject`, or NULL", argument),
                       given = sprintf("`%s`, which is not there", absent[1]), call = call,
                       hint = did_you_mean(absent[1], names(log), in_code))
      }
      return(log_argument(log, argument, ..., game = !!by, call = call))
    }
  }
  if (!given && is.data.frame(log) && !"game" %in% names(dots) && !any(game_columns %in% names(log))) {
    tell_one_unit(log, dots)
  }
  log_argument(log, argument, ..., call = call)
}

# Says that all choices are those of one unit where a column looks like units: each of its values stands in rows that
# follow one another, five or more on average.
tell_one_unit <- function(data, dots) {
  used <- unlist(lapply(dots, function(dot) all.vars(rlang::quo_get_expr(dot))))
  runs <- vapply(data[setdiff(names(data), c(used, names(formals(as_log)), taken_columns))], runs_if_apart, 0)
  runs <- runs[runs >= 2 & runs <= nrow(data) / 5]
  if (length(runs) == 0) return(invisible())
  column <- names(runs)[which.max(runs)]
  inform_cli(c("All {format_count(nrow(data))} choices are taken for those of one unit.",
               i = paste("{.code {column}} has {format_count(max(runs))} values, each in rows that follow one another.",
                         "Use {.code by = {column}} if these are different units.")), class = "unruly_message_units")
}

# Returns the number of distinct values of a column if equal ones stand together, else 0.
runs_if_apart <- function(column) {
  if (!is.atomic(column)) return(0)
  codes <- match(column, unique(column))
  if (is.unsorted(codes)) 0 else max(codes, 0)
}

# Finds the row of the user's data from that in the order of the core.
row_of_choices <- function(choices, at) {
  row <- choices$rows[at]
  if (is.null(choices$source$row)) row else choices$source$row[row]
}

# The choices of one unit, in the order of the core.
choices_of_unit <- function(choices, unit) {
  log <- choices$log
  games <- (log$unit_from[unit] + 1):log$unit_from[unit + 1]
  from <- log$game_from[games[1]]
  rows <- (from + 1):log$game_from[games[length(games)] + 1]
  for (name in c("arm", "reward", "round", "reported", "pool")) {
    if (!is.null(log[[name]])) log[[name]] <- log[[name]][rows]
  }
  if (!is.null(log$batched)) log$batched <- log$batched[games]
  if (!is.null(log$context)) {
    log$context <- as.double(matrix(log$context, log$context_size)[, rows])
  }
  log$game_from <- log$game_from[c(games, games[length(games)] + 1)] - from
  log$unit_from <- c(0, length(games))
  list(rows = choices$rows[rows], unit = choices$unit[rows], game = lapply(choices$game, function(g) g[rows]),
       units = choices$units[unit, ], trials = length(rows), round = choices$round[rows], source = choices$source,
       log = log)
}

# --- policies and the log ---------------------------------------------------------------------------------

# Returns the scale of its rewards, as bandit_replay() states it.
scale_for_choices <- function(log) {
  reward <- log$reward[!is.na(log$reward)]
  range <- log[["range"]] %||% (if (length(reward) > 0) range(reward) else c(0, 1))
  stated_of_arms(list(arms = list(kind = "constant", stated = log[["range"]], range = range)))
}

# Returns a policy as it plays such games, if it can.
policy_of_choices <- function(policy, choices, call) {
  policy <- resolve_policy(policy, scale_for_choices(choices$source), choices$source$labels, call)
  for (part in policies_inside(policy)) {
    if (states_chances(part)) next
    if (is_own(part)) refuse_choices(policy, "It is written in R, and does not state its propensities", call = call)
    load_compiled(part, call)
    if (!is_registered(part)) {
      refuse_choices(policy, "It is not registered; load the package that it comes from", call = call)
    }
    check_states_propensities(part, policy, call)
    check_sees_no_previews(part, policy, choices$source, call)
  }
  why <- .Call(C_refuses, games_in_question(choices), NULL, describe_policy(policy))
  if (!is.null(why)) {
    if (!why[["code"]] %in% policy_codes) abort_glue(edited_text(why, policy))
    refuse_choices(policy, why[["reason"]], call = call)
  }
  policy
}

# Refuses what never states propensities, or knows the true means.
check_states_propensities <- function(part, policy, call) {
  listed <- registry()
  row <- match(part$constructor, listed$constructor)
  if (listed$sees_means[row]) {
    refuse_choices(policy, "It is given the true means of arms, which a log does not have", call = call)
  }
  if (listed$tells_chances[row]) return(invisible())
  because <- listed$no_chances[row]
  refuse_by_core(c("unknown", listed$label[row], if (is.na(because)) "" else because), policy, call)
}

# Refuses what learns from previews: one of ours where it is to, others where outcomes are late.
check_sees_no_previews <- function(part, policy, log, call) {
  listed <- registry()
  if (!listed$sees_previews[match(part$constructor, listed$constructor)] || !is.null(part$policy)) return(invisible())
  asked <- isTRUE(part$parameters$previews == 1)
  learns <- if (part$constructor %in% .Call(C_registered)) has_late_outcomes(log) else asked
  if (!learns) return(invisible())
  itself <- if (part$label == policy$label) "It" else part$label
  refuse_choices(policy, paste(itself, "learns from previews of outcomes, which a log does not keep"), call = call,
                 hint = if (asked) "Use `previews = FALSE` for one that learns from outcomes only.")
}

has_late_outcomes <- function(log) !is.null(log$reported) && any(log$reported > choices_rounds(log), na.rm = TRUE)

policies_inside <- function(policy) c(list(policy), if (!is.null(policy$policy)) policies_inside(policy$policy))

# Describes a bandit that has what the log has, for the question whether a policy can play such games.
games_in_question <- function(choices) {
  log <- choices$source
  reward <- log$reward[!is.na(log$reward)]
  worth <- if (length(reward) > 0) range(reward) else c(0, 0)
  value <- rep_len(worth, log$arms)
  named <- function(name) list(name = name)
  traits <- list(
    if (!is.null(log$context)) list(name = "replay", parameters = list(reward = worth, context = 0, context_size = 1)),
    if (has_late_outcomes(log)) named("delay"),
    if (length(log$pool_from) > 2) named("absences")
  )
  traits <- without_nulls(traits)
  c(described_arms("constant", log$arms, list(value = value))[c("arms", "count", "parameters")],
    list(names = choices$log$names, traits = traits, known = length(traits) + 1,
         together = max(diff(log$pool_from)) + 0))
}

choices_rounds <- function(log) log$round %||% seq_along(log$arm)

refuse_choices <- function(policy, reason, hint = NULL, call) {
  abort_plain(c(sprintf("%s has no likelihood of these choices.", policy$label), x = paste0(reason, "."), i = hint),
              class = c("unruly_error_policy", "unruly_error_combination", "unruly_error"),
              policy = policy$label, call = call)
}

# Refuses a policy that has none, as the core says it: the kind, the policy because of which, what it says of itself.
refuse_by_core <- function(why, policy, call) {
  if (why[1] == "memory") abort_internal("There is not enough memory.", call)
  itself <- if (why[2] == assuming(policy)$label || why[2] == "") "It" else why[2]
  reason <- switch(why[1],
    unknown = if (nzchar(why[3])) paste(itself, why[3]) else paste(itself, "does not state its propensities"),
    drawn = "Its choices depend on draws that a log does not show",
    batches = paste(itself, "counts the ages of choices, and this log has outcomes in batches,",
                    "whose ends it does not show"),
    moves = paste(itself, "counts the ages of choices, and this log has late outcomes of arms that come,",
                  "go or are away"),
    sub("[.]$", "", why[3])
  )
  refuse_choices(policy, reason, call = call)
}
