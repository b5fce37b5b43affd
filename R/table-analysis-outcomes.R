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

# `x`: list(arm, reward, round, known: the round by which it was known, or Inf; names, family, sd, ended: whether the
# last look ended the trial); `looks`: the rounds of those made; `limits`: which of them take an arm out, or end the
# trial.
analysis_of_outcomes <- function(x, looks, design, limits, level, at, call) {
  plan <- plan_of_design(design)
  walks <- walks_of_analyses()
  rows <- lapply(seq_len(plan$count)[-plan$control], function(k) {
    steps <- steps_of_arm(x, looks, looks, k, design, plan, call)
    last <- last_look_of_arm(steps, design, limits)
    ended <- x$ended || last < length(looks)
    after <- if (ended) outcomes_after(x, looks[last], k, design, plan, call)
    steps <- lapply(steps, `[`, seq_len(last))
    if (any(diff(c(0, steps$times)) < 1e-9)) refuse_looks_alike(x$names[k], call)
    tibble(arm = x$names[k], analysis_of_steps(design, plan, steps, after, at, level, walks))
  })
  new_table(do.call(rbind, rows), "unruly_analysis", level = level)
}

# Of outcomes of the first `rounds` that were known by then.
steps_of_arm <- function(x, rounds, by, k, design, plan, call) {
  each <- Map(function(round, by) {
    seen <- x$round <= round & x$known <= by
    of <- function(arm) x$reward[seen & x$arm == arm]
    outcomes <- list(of(k), of(plan$control))
    counts <- lengths(outcomes)
    if (any(counts == 0)) refuse_looks_alike(x$names[k], call)
    c(score_of_means(vapply(outcomes, mean, 0), counts, x$family, x$sd, plan$margin),
      times = information_of_counts(design, plan, k, counts[1], counts[2]))
  }, rounds, by)
  lapply(stats::setNames(nm = c("z", "times", "se")), function(name) vapply(each, `[[`, 0, name))
}

refuse_looks_alike <- function(arm, call) {
  abort_argument("x", "a trial with new outcomes of each arm at each look", call = call,
                 given = sprintf("one without any of \"%s\" and its control at some look", arm))
}

# An arm has no looks after that at which it crossed a limit of its own that takes it out.
last_look_of_arm <- function(steps, design, limits) {
  here <- seq_along(steps$z)
  out <- "upper" %in% limits & steps$z >= design$upper[here] - 1e-9 |
    "lower" %in% limits & steps$z <= design$lower[here] + 1e-9
  c(which(out), length(here))[1]
}

# What was known only after the last look, of rounds up to it; NULL if there is nothing.
outcomes_after <- function(x, round, k, design, plan, call) {
  late <- x$round <= round & x$known > round & is.finite(x$known) & x$arm %in% c(k, plan$control)
  if (any(late)) steps_of_arm(x, round, Inf, k, design, plan, call)
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
  rules <- lapply(given[intersect(rule_arguments, names(given))], boundary_of_rule)
  scale <- boundary_scale(without_nulls(rules), call)
  made <- agent_decisions(agent)
  looks <- looks_of_agent(agent, without_nulls(rules), call)
  x <- list(arm = match(as.character(made$arm), given$arms), reward = made$reward, round = made$round,
            known = ifelse(is.na(made$reported), Inf, made$reported), names = given$arms, family = scale$family,
            sd = scale$sd, ended = recommend_agent(agent)$stopped)
  analysis_of_outcomes(x, looks, design, limits_that_act(rules), level, at, call)
}

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

# Rounds of the looks that were made so far.
looks_of_agent <- function(agent, rules, call) {
  parameters <- rules[[1]]$parameters
  looks <- parameters$looks
  ended <- recommend_agent(agent)$round
  made <- looks[looks <= ended]
  if (length(made) > 0) return(made)
  abort_argument("x", "an agent that has reached a look of the design", call = call,
                 given = sprintf("one that has ended round %s; the first look is after round %s", format_count(ended),
                                 format_count(looks[1])))
}

# Which limits take an arm out: those of rules that judge arms by themselves, above all of the trial.
limits_that_act <- function(rules) {
  c(if (!is.null(rules$graduate) || !is.null(rules$stop)) "upper", if (!is.null(rules$drop)) "lower")
}

# --- a log -------------------------------------------------------------------------------------

analysis_of_log <- function(log, looks, design, level, at, call) {
  plan <- plan_of_design(design)
  if (is.null(looks)) abort_missing("looks", call, "the rows after which one looked")
  looks <- check_looks_of_test(looks, call)
  if (any(looks != round(looks)) || looks[length(looks)] > length(log$arm) || length(looks) > nrow(design)) {
    wanted <- sprintf("rows of the log after which one looked, at most %s of %s", count_of(nrow(design), "look"),
                      count_of(length(log$arm), "row"))
    abort_argument("looks", wanted, looks, call = call)
  }
  names <- plan$names %||% log$labels
  if (length(names) != plan$count || !setequal(names, log$labels)) {
    abort_argument("x", "a log of the arms of the design", call = call,
                   given = sprintf("one of %s", paste(quoted(log$labels), collapse = ", ")))
  }
  binary <- all(log$reward %in% c(0, 1))
  family <- plan$family %||% if (binary) "bernoulli"
  if (is.null(family) || family == "bernoulli" && !binary) {
    abort_argument("design", "that of a bandit with Gaussian arms for these outcomes", call = call,
                   given = if (is.null(family)) "one without means" else "one of Bernoulli arms")
  }
  x <- list(arm = match(log$labels[log$arm], names), reward = log$reward, round = seq_along(log$arm),
            known = seq_along(log$arm), names = names, family = family, sd = plan$sd,
            ended = FALSE)
  analysis_of_outcomes(x, looks, design, "upper", level, at, call)
}
