# The analysis of a trial whose single outcomes are known: of an agent, or of a log with its looks.

# Z of an arm against the control from two means and counts, and the standard error of their difference.
score_of_means <- function(means, counts, family, sd, margin) {
  variance <- if (family == "gaussian") sd^2 * sum(1 / counts) else
    null_variance(means[1], means[2], counts[1], counts[2], margin)
  se <- sqrt(variance)
  list(z = if (se > 0) (means[1] - means[2] - margin) / se else 0, se = se)
}

# Parts of that which is planned for the end.
information_of_counts <- function(design, plan, k, n, n0) {
  share <- plan$ratio / sum(plan$ratio)
  planned <- share[k] * share[plan$control] / (share[k] + share[plan$control]) * design$at[nrow(design)]
  n * n0 / (n + n0) / planned
}

# The rows of each rival, a list of lists. `x`: list(arm, reward, round, known: the round by which it was known, or
# Inf; names, family, sd, since: by arm, from which round on outcomes of the control count); `looks`: those made: a
# list of their `index` in the design, of `round`, and `by`: the round by whose end outcomes were seen; `how`:
# list(limits: which of them take an arm out, or end the trial; law: of limits that follow the information, or NULL;
# final: whether the last look was the last there could be; ended: whether it ended the trial; overrun: whether what
# came later was seen).
rows_of_outcomes <- function(x, looks, how, design, level, at, walks, call) {
  plan <- plan_of_design(design)
  lapply(seq_len(plan$count)[-plan$control], function(k) {
    steps <- steps_of_arm(x, looks, k, design, plan)
    if (length(steps$z) == 0) refuse_no_outcomes(x$names[k], call)
    here <- design_of_steps(steps, how, design)
    last <- last_look_of_arm(steps, here, how$limits)
    out <- last < length(steps$z)
    after <- if (how$overrun && (how$ended || out)) outcomes_after(x, steps$made[last], looks, k, design, plan)
    steps <- lapply(steps, `[`, seq_len(last))
    c(list(arm = x$names[k]), analysis_of_steps(here, plan, steps, after, at, level, walks))
  })
}

# Says of the first rival for which it is so that limits stay although the information is not that planned.
tell_of_information <- function(x, looks, how, design) {
  plan <- plan_of_design(design)
  for (k in if (is.null(how$law)) seq_len(plan$count)[-plan$control]) {
    steps <- steps_of_arm(x, looks, k, design, plan)
    if (tell_of_limits(plan, design$information[steps$index], steps$times, 0.005, "of the information")) break
  }
}

# Z at each look which tells more than the one before. `made`: their places in `looks`.
steps_of_arm <- function(x, looks, k, design, plan) {
  each <- Map(function(round, by) {
    seen <- x$round <= round & x$known <= by
    outcomes <- list(x$reward[seen & x$arm == k], x$reward[seen & x$arm == plan$control & x$round >= x$since[k]])
    counts <- lengths(outcomes)
    if (any(counts == 0)) return(c(z = NA, se = NA, times = 0))
    unlist(c(score_of_means(vapply(outcomes, mean, 0), counts, x$family, x$sd, plan$margin),
             times = information_of_counts(design, plan, k, counts[1], counts[2])))
  }, looks$round, looks$by)
  found <- vapply(each, identity, numeric(3))
  made <- which(found["times", ] > cummax(c(0, found["times", -ncol(found)])) + 1e-9)
  list(z = found["z", made], times = found["times", made], se = found["se", made], made = made,
       index = looks$index[made])
}

refuse_no_outcomes <- function(arm, call) {
  abort_argument("x", "a trial with outcomes of each arm and of the control at a look", call = call,
                 given = sprintf("one without any of \"%s\" beside its control", arm))
}

# The looks of an arm: those made, and those planned that may still come.
design_of_steps <- function(steps, how, design) {
  later <- if (!how$final) setdiff(design$look, seq_len(max(steps$index)))
  looks <- c(steps$index, later)
  upper <- design$upper[looks]
  moved <- !is.null(how$law) && !is_as_planned(steps, how, design)
  made <- seq_along(steps$z)
  if (moved) upper[made] <- limits_as_observed(how$law, steps$times, how$final)
  list(look = looks, information = design$information[looks], upper = upper, lower = design$lower[looks],
       count = nrow(design))
}

is_as_planned <- function(steps, how, design) {
  planned <- how$law$planned[seq_along(steps$z)]
  all(abs(steps$times - planned) < 1e-9) && (!how$final || length(steps$z) == nrow(design))
}

# An arm has no looks after that at which it crossed a limit of its own that takes it out.
last_look_of_arm <- function(steps, design, limits) {
  c(which(crosses_own(steps, design, limits)), length(steps$z))[1]
}

crosses_own <- function(steps, design, limits) {
  here <- seq_along(steps$z)
  "upper" %in% limits & steps$z >= design$upper[here] - 1e-9 |
    "lower" %in% limits & steps$z <= design$lower[here] + 1e-9
}

# Returns the steps with what was known only after this look, of rounds up to it; NULL if there is nothing.
outcomes_after <- function(x, last, looks, k, design, plan) {
  round <- looks$round[last]
  late <- x$round <= round & x$known > looks$by[last] & is.finite(x$known) & x$arm %in% c(k, plan$control)
  if (any(late)) steps_of_arm(x, list(round = round, by = .Machine$double.xmax, index = 1), k, design, plan)
}

# Looks that count outcomes: the first round of each by which these had been shown, in the last one whatever was shown;
# of several in one round the first. `x` has by arm `first` and `left`: in which rounds it was in play.
looks_by_outcomes <- function(x, parameters, end, horizon) {
  wanted <- outcomes_by_look(parameters)
  rounds <- seq_len(end)
  count <- length(x$names)
  shown <- vapply(seq_len(count), function(k) {
    known <- x$known[x$arm == k]
    cumsum(tabulate(as.numeric(known[known <= end]), end))
  }, numeric(end))
  shown <- matrix(shown, end)
  in_play <- outer(rounds, x$first, `>=`) & outer(rounds, x$left, `<=`)
  arm <- parameters$outcomes_arm
  if (is.character(arm)) arm <- match(arm, x$labels)
  of_one <- if (is.null(arm)) rowSums(shown) else shown[, arm]
  are_there <- function(look) {
    if (ncol(wanted) == 1) of_one >= wanted[look, ] else
      rowSums(in_play & shown < rep(wanted[look, ], each = end)) == 0
  }
  made <- list(round = numeric(), index = numeric())
  before <- 0
  look <- 1
  while (look <= nrow(wanted) && before < end) {
    now <- which(are_there(look) & rounds > before | rounds >= (horizon %||% Inf))[1]
    if (is.na(now)) break
    made <- list(round = c(made$round, now), index = c(made$index, look))
    before <- now
    look <- look + 1
    while (look <= nrow(wanted) && are_there(look)[now]) look <- look + 1
  }
  c(made, list(by = made$round))
}

# --- an agent ----------------------------------------------------------------------------------

analysis_of_agent <- function(agent, design, level, at, call) {
  plan <- plan_of_design(design)
  check_agent(agent, "x", call)
  given <- .Call(C_agent_description, agent)
  if (length(given$arms) != plan$count) {
    abort_argument("x", sprintf("an agent with %s", count_of(plan$count, "arm")), call = call,
                   given = count_of(length(given$arms), "arm"))
  }
  rules <- boundaries_of(given)
  scale <- boundary_scale(rules, call)
  made <- agent_decisions(agent)
  stopped <- recommend_agent(agent)$stopped
  first <- given$first %||% rep(1, plan$count)
  x <- list(arm = match(as.character(made$arm), given$arms), reward = made$reward, round = made$round,
            known = ifelse(is.na(made$reported), Inf, made$reported), names = given$arms, family = scale$family,
            sd = scale$sd, since = if (is_concurrent(rules)) first else rep(1, plan$count), first = first,
            left = rep(Inf, plan$count), labels = given$arms)
  looks <- looks_of_agent(agent, x, rules, design, given$horizon, call)
  how <- how_of_rules(rules, looks, given$horizon, stopped, TRUE)
  tell_of_information(x, looks, how, design)
  table_of_rivals(rows_of_outcomes(x, looks, how, design, level, at, walks_of_analyses(), call), level)
}

table_of_rivals <- function(rows, level) {
  new_table(do.call(rbind, lapply(rows, tibble::as_tibble)), "unruly_analysis", level = level)
}

# Ends of trials by rules, at looks as rows_of_outcomes() takes them.
how_of_rules <- function(rules, looks, horizon, ended, overrun) {
  rule <- rules$stop %||% rules$graduate
  follows <- !is.null(rule) && follows_information(rule)
  index <- looks$index[length(looks$index)]
  round <- looks$round[length(looks$round)]
  final <- follows && (index == length(rule$parameters$upper) || round >= (horizon %||% Inf))
  list(limits = limits_that_act(rules), law = if (follows) law_of_rule(rule), final = final, ended = ended,
       overrun = overrun)
}

# The boundaries among the rules of a study or an agent.
boundaries_of <- function(rules) {
  without_nulls(lapply(without_nulls(unclass(rules)[rule_arguments]), boundary_of_rule))
}

# Returns whether arms that enter late are compared with the control's outcomes since then.
is_concurrent <- function(rules) length(rules) > 0 && isTRUE(rules[[1]]$parameters$concurrent == 1)

# The first boundary of a rule, or NULL.
boundary_of_rule <- function(rule) {
  Find(function(single) grepl("boundary$", single$kind), all_stops(rule))
}

# The family of the outcomes and their deviation, by the rules.
boundary_scale <- function(rules, call) {
  if (length(rules) == 0) {
    abort_argument("x", "an agent with the rule of a design", given = "one without `stop_boundary()`", call = call)
  }
  parameters <- rules[[1]]$parameters
  if (!is.null(parameters$range) && !identical(as.double(parameters$range), c(0, 1))) {
    abort_argument("x", "an agent of Gaussian outcomes, or of outcomes 0 and 1", call = call,
                   given = sprintf("one of outcomes in the range %s", parameter_text(parameters$range)))
  }
  list(family = parameters$family, sd = parameters$sd %||% 1)
}

# Those made so far, as rows_of_outcomes() takes them.
looks_of_agent <- function(agent, x, rules, design, horizon, call) {
  parameters <- rules[[1]]$parameters
  ended <- recommend_agent(agent)$round
  made <- parameters$looks[parameters$looks <= ended]
  looks <- if (is.null(parameters$outcomes)) list(round = made, by = made, index = seq_along(made)) else
    looks_while_arms_leave(x, rules, design, ended, horizon)
  if (length(looks$round) > 0) return(looks)
  first <- if (is.null(parameters$outcomes)) sprintf("after round %s", format_count(parameters$looks[1])) else
    paste("at outcomes", outcomes_text(parameters))
  abort_argument("x", "an agent that has reached a look of the design", call = call,
                 given = sprintf("one that has ended round %s; the first look is %s", format_count(ended), first))
}

# An arm that leaves is not waited for: the one that leaves first is found with all there, and so on.
looks_while_arms_leave <- function(x, rules, design, ended, horizon) {
  plan <- plan_of_design(design)
  rivals <- seq_len(plan$count)[-plan$control]
  repeat {
    looks <- looks_by_outcomes(x, rules[[1]]$parameters, ended, horizon)
    how <- how_of_rules(rules, looks, horizon, FALSE, FALSE)
    left <- vapply(rivals, function(k) round_of_leaving(x, looks, k, how, design, plan), 0)
    left[x$left[rivals] < Inf] <- Inf
    if (length(looks$round) == 0 || all(left == Inf)) return(looks)
    x$left[rivals[left == min(left)]] <- min(left)
  }
}

round_of_leaving <- function(x, looks, k, how, design, plan) {
  steps <- if (length(looks$round) > 0) steps_of_arm(x, looks, k, design, plan)
  if (length(steps$z) == 0) return(Inf)
  first <- which(crosses_own(steps, design_of_steps(steps, how, design), how$limits))[1]
  if (is.na(first)) Inf else looks$round[steps$made[first]]
}

# Which limits take an arm out: those of rules that judge arms by themselves, above all of the trial.
limits_that_act <- function(rules) {
  c(if (!is.null(rules$graduate) || !is.null(rules$stop)) "upper", if (!is.null(rules$drop)) "lower")
}

# --- a log -------------------------------------------------------------------------------------

# Arms of a log are sorted by their names: the first of them need not be the control that was meant.
check_control_of_log <- function(log, plan, call) {
  if (!is.null(plan$names) || identical(log$labels, whole_text(seq_along(log$labels)))) return(invisible())
  arms <- paste(quoted(log$labels), collapse = ", ")
  abort_argument("design", "a design that names its arms, as the log does", call = call,
                 given = sprintf("one of %s without names, so that it is not known which is the control",
                                 count_of(plan$count, "arm")),
                 hint = sprintf("Give the names as `arms`: `trial_design(c(%s), control = %s)`.", arms,
                                quoted(log$labels[1])))
}

check_known_outcomes <- function(log, looks, call) {
  unknown <- which(is.na(log$reward[seq_len(looks[length(looks)])]))
  if (length(unknown) > 0) {
    abort_argument("x", "a log whose outcomes are known up to the last look", call = call,
                   given = sprintf("NA in row %s", format_count(unknown[1])),
                   hint = "Leave these rows out beforehand, and count `looks` without them.")
  }
}

analysis_of_log <- function(log, looks, design, level, at, call) {
  plan <- plan_of_design(design)
  if (is.null(looks)) {
    abort_missing("looks", call, "the rows after which one looked", hint = planned_looks(design, length(log$arm)))
  }
  looks <- check_looks_of_test(looks, call, dates = "Count the rows up to each date: `findInterval(dates, when)`.")
  if (any(looks != round(looks)) || looks[length(looks)] > length(log$arm) || length(looks) > nrow(design)) {
    wanted <- sprintf("rows of the log after which one looked, at most %s of %s", count_of(nrow(design), "look"),
                      count_of(length(log$arm), "row"))
    beyond <- looks[length(looks)] > length(log$arm)
    abort_argument("looks", wanted, looks, call = call,
                   hint = if (beyond) sprintf("The log ends at row %s.", format_count(length(log$arm))))
  }
  check_control_of_log(log, plan, call)
  names <- plan$names %||% log$labels
  if (length(names) != plan$count || !setequal(names, log$labels)) {
    arms <- if (!is.null(plan$names)) paste0(": ", paste(quoted(plan$names), collapse = ", "))
    abort_argument("x", paste0("a log of the arms of the design", arms), call = call,
                   given = sprintf("one of %s", paste(quoted(log$labels), collapse = ", ")))
  }
  check_known_outcomes(log, looks, call)
  binary <- all(log$reward %in% c(0, 1, NA))
  family <- plan$family %||% if (binary) "bernoulli"
  if (is.null(family) || family == "bernoulli" && !binary) {
    abort_argument("design", "that of a bandit with Gaussian arms for these outcomes", call = call,
                   given = if (is.null(family)) "one without means" else "one of Bernoulli arms")
  }
  x <- list(arm = match(log$labels[log$arm], names), reward = log$reward, round = seq_along(log$arm),
            known = seq_along(log$arm), names = names, family = family, sd = plan$sd, since = rep(1, plan$count))
  index <- seq_along(looks)
  how <- list(limits = "upper", law = if (is.null(why_not_observed(plan))) law_of_design(design),
              final = length(looks) == nrow(design), ended = FALSE, overrun = FALSE)
  looks <- list(round = looks, by = looks, index = index)
  tell_of_information(x, looks, how, design)
  table_of_rivals(rows_of_outcomes(x, looks, how, design, level, at, walks_of_analyses(), call), level)
}
