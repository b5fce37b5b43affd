# Sums of a log by game and arm, for estimates(). The core adds them up (src/logs/choice_sums.h), and
# only those that are asked for; written down plainly they are in tests/testthat/helper-log-sums.R.

sums_of_log <- function(log, how, call, horizon = how$horizon, decay = how$decay %||% 0, assumed = NULL) {
  games <- games_of_log(log)
  check_horizon_of_log(horizon, max(games$sizes, log$round), call)
  scored <- "aipw" %in% how$method
  if (scored && is.null(how$weights)) how$weights <- usual_weights(log)
  without <- if (scored) lacking_propensities(log, how)
  found <- choice_sums(log, games, horizon, decay, how$centre, if (scored && is.null(without)) how$weights, call)
  if (found$certain) {
    without <- no_overlap("In every round one arm had propensity 1 and the others 0, so nothing can be weighted (no overlap)")
  }
  of_game <- rep(seq_along(games$sizes), each = log$arms)
  shown <- tibble(!!!lapply(log$game, function(column) column[games$first[of_game]]),
                  round = rounds_of_games(log, games)[of_game],
                  arm = if (has_numbered_arms(log)) as.integer(found$sums$arm) else
                  factor(log$labels[found$sums$arm], log$labels),
                  pulls = found$sums$pulls)
  scale <- if (any(c("naive", "sequence") %in% how$method) || scored) scale_for_log(log, how, assumed, call)
  rows <- nrow(shown)
  of_scale <- function(value) rep(if (is.null(value)) NA else value, rows)
  list(sums = found$sums, shown = shown, arms = rep(log$arms, rows), weights = how$weights,
       family = of_scale(scale$family), low = of_scale(scale$range[1]), high = of_scale(scale$range[2]),
       binary = of_scale(scale$binary),
       sd = if (is.null(scale$sd)) of_scale(NA_real_) else given_deviations(scale$sd, numeric(log$arms), log$labels,
           call)[found$sums$arm],
       lacks = list(sequence = if ("sequence" %in% how$method) lacking_in_log(log, scale, how), aipw = without))
}

# Only uniform weights can do with the propensity of the chosen arm alone.
usual_weights <- function(log) if (is.null(log$propensities) && !is.null(log$propensity)) "uniform" else "constant"

# One row per game and arm. `weights`: which scores; NULL: none.
choice_sums <- function(log, games, horizon, decay, centre, weights, call) {
  choices <- c(unclass(log)[c("arm", "reward", "round")],
               list(propensity = if (!anyNA(log$propensity)) log$propensity, game = games$of),
               if (!is.null(weights)) log$propensities %||% absences_of(log))
  plan <- list(arms = log$arms + 0,
               horizon = if (is.null(horizon)) games$sizes else rep(horizon, length(games$sizes)),
               decay = decay, centre = centre %||% NA_real_, wanted = c("uniform", "constant",
                   "two-point") %in% weights)
  found <- rlang::set_names(.Call(C_choice_sums, choices, plan), c("sums", "row", "why", "certain"))
  if (found$why > 0) switch(found$why, abort_propensities, abort_round, abort_score)(log, found$row, call)
  found$sums <- tibble::new_tibble(found$sums, nrow = length(found$sums$arm))
  found
}

# The pools of a log whose arms cannot all be chosen in each row: an arm's scores count in the rows whose pool has it.
absences_of <- function(log) {
  if (length(log$pool_members) == log$arms * (length(log$pool_from) - 1)) return(NULL)
  lapply(unclass(log)[c("pool", "pool_from", "pool_members")], as.integer)
}

abort_round <- function(log, row, call) {
  abort_argument("x$round", "rounds that increase within a game", call = call,
                 given = sprintf("one that is not later in row %s", format_count(row)))
}

abort_score <- function(log, row, call) {
  abort_argument("x$reward", "rewards that stay finite when divided by their propensities", call = call,
                 given = sprintf("%s %s", format_numbers(log$reward[row]), in_row_of_log(log, row)))
}

rounds_of_games <- function(log, games) {
  if (is.null(log$round)) return(games$sizes)
  if (is.null(games$of)) return(max(games$sizes, log$round))
  latest <- order(games$of, log$round)[cumsum(games$sizes)]
  pmax(games$sizes, log$round[latest])
}

check_horizon_of_log <- function(horizon, rounds, call) {
  if (is.null(horizon) || horizon >= rounds) return(invisible())
  abort_argument("horizon", sprintf("at least %s, the rounds of the log", format_count(rounds)), horizon, call = call)
}

# The number of the game of each event (NULL: there is only one), in the order in which games begin, with their first
# events and sizes; an attribute where they are known.
games_of_log <- function(log) {
  if (!is.null(attr(log, "games"))) return(attr(log, "games"))
  if (is.null(log$game)) return(list(of = NULL, first = 1L, sizes = length(log$arm) + 0))
  of <- row_groups(log$game)
  list(of = as.integer(of), first = which(!duplicated(of)), sizes = tabulate(of) + 0)
}

# An agent's policy states the rewards that it assumes, its horizon and its floor.
sums_of_agent <- function(agent, how, call) {
  given <- estimated_agent(agent, call)
  log <- as_log(agent)
  counts <- names(counts_of_silence(given$policy))
  if (!is.null(counts) || !any(log$reward %in% 0)) {
    tell_of_open_outcomes(log, "been reported", if (length(intersect(counts, laws_of_lags)) > 0)
      "`estimates(method = \"rate\")` counts all pulls, by the law of the lags of the agent's policy.")
  }
  sums_of_log(log, how, call, horizon = how$horizon %||% given$horizon,
              decay = how$decay %||% floor_decay(given$policy), assumed = assumed_scale(assuming(given$policy)))
}

# Returns the description of an agent whose choices are arms, of which there are some.
estimated_agent <- function(agent, call, argument = "x") {
  check_agent(agent, argument, call)
  given <- .Call(C_agent_description, agent)
  if (!is.null(given$waiting)) {
    abort_argument(argument, "an agent whose choices are arms", given = "one made with `waiting`", call = call)
  }
  if ((given$context %||% 0) > 0) {
    abort_argument(argument, "an agent without contexts", call = call,
                   given = "one with contexts, on which what an arm pays depends")
  }
  if (.Call(C_agent_standing, agent, NULL)$ticket == 0) {
    abort_argument(argument, "an agent that has made a choice", given = "one without decisions", call = call)
  }
  given
}

# Returns the parameters by which a policy, or one inside of it, counts pulls of which nothing was reported: an age
# (`within`), a law of the lags; NULL if it does not.
counts_of_silence <- function(policy) {
  if (grepl("^policy_(conversion|matured)", policy$constructor)) return(policy$parameters)
  if (!is.null(policy$policy)) counts_of_silence(policy$policy)
}

laws_of_lags <- c("lag", "mean", "longest", "chance", "from") # word ok: the name in the core

# Returns the age by which the policy of an agent counts silence, if there is any; it is used unless another is given.
within_of_agent <- function(x, call) {
  if (!inherits(x, "unruly_agent")) return(NULL)
  check_agent(x, "x", call)
  within <- counts_of_silence(.Call(C_agent_description, x)$policy)$within
  late <- .Call(C_agent_standing, x, NULL)$late
  if (is.null(within) || is.infinite(within) || late == 0) return(NULL)
  inform_plain(c(sprintf("%s reported. Estimates count by age, as the agent's policy does, with `within = %s`.",
                         count_of(late, "outcome was not", "outcomes were not"), whole_text(within)),
                 i = "That is in rounds; for another age, state `within`."),
               class = "unruly_message_open")
  within
}

floor_decay <- function(policy) if (policy$constructor == "policy_floor") policy$parameters$decay %||% 0 else 0

# --- what is lacking ------------------------------------------------------------------------

estimated_words <- "a study, an agent or a log (or a data frame with its columns `arm` and `reward`)"

# Returns the events of which no propensity is known, such as choices of others in the log of an agent.
events_without_propensity <- function(log) {
  unknown <- which(is.na(log$propensity))
  given <- log$propensities$chances
  if (is.null(given)) return(unknown)
  of <- function(i) if (is.list(given)) given[[i]] else given[i, ]
  Filter(function(i) length(of(i)) > 0 && is.atomic(of(i)) && all(is.na(of(i))), unknown)
}

lacking_propensities <- function(log, how) {
  unknown <- events_without_propensity(log)
  if (length(unknown) > 0) {
    return(no_overlap(sprintf("The propensity of event %s is unknown", format_count(unknown[1]))))
  }
  if (!is.null(log$propensities)) return(NULL)
  if (is.null(log$propensity)) return(no_overlap("The log has no column `propensities` (of all arms) and none `propensity`"))
  if (!identical(how$weights, "uniform")) {
    no_overlap("The log has the propensity of the chosen arm only. Supply `propensities` of all arms, or `weights = \"uniform\"`")
  }
}
