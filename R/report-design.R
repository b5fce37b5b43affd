# The design of a trial in words, for reports: looks, limits, allocation, dropping and when outcomes are known.

# A row per part of the design, in plain words.
design_table <- function(d) {
  given <- without_nulls(list(Stopping = d$stop, Graduation = d$graduate, Dropping = d$drop))
  parts <- c(lapply(given, rule_sentence), list(
    Looks = looks_sentence(do.call(c, unname(lapply(given, single_rules)))),
    "After a stop" = if (!is.null(d$stop)) switch(d$stop$after, end = "The game ends.",
                                                  commit = "The arm that was named is played up to the horizon.")))
  rows <- c(without_nulls(parts), allocation_sentences(d$policies), outcome_sentences(d$bandits),
            if (overruns(d)) c("After the last patient" = overrun_sentence(d)))
  data.frame(part = names(rows), plan = unlist(rows, use.names = FALSE))
}

overrun_sentence <- function(d) {
  paste0("Outcomes that are outstanding are waited for", if (!isTRUE(d$overrun)) paste(", for", overrun_words(d)), ".")
}

# --- rules --------------------------------------------------------------------------------

rule_sentence <- function(rule) {
  if (length(single_rules(rule)) == 0) return(NULL)
  paste0(capital(stated_rule(rule)), ".")
}

stated_rule <- function(rule) {
  if (!joins_stops(rule)) return(stated_single_rule(rule$kind, rule$parameters))
  parts <- vapply(rule$parts, function(part) {
    if (joins_stops(part)) sprintf("(%s)", stated_rule(part)) else stated_rule(part)
  }, "")
  paste(parts, collapse = if (rule$kind == "any") "; or " else "; and ")
}

stated_single_rule <- function(kind, given) {
  number <- function(x, otherwise = 0) format_numbers(x %||% otherwise)
  margin <- if (isTRUE((given$margin %||% 0) > 0)) sprintf(" by more than %s", number(given$margin)) else ""
  error <- sprintf(" (error %s)", number(given$error, 0.05))
  overlap <- if (isTRUE(given$tolerance > 0)) sprintf(", but for %s", number(given$tolerance)) else ""
  side <- if (identical(given$alternative, "less")) "worse" else "better"
  switch(kind,
    glr = sprintf("the evidence that the leader is better than every other arm reaches its limit%s", error),
    separated = sprintf("the interval of the leader lies above those of all other arms%s%s", overlap, error),
    posterior = sprintf("the posterior probability that the leader is the best arm exceeds %s",
                        number(given$probability, 0.95)),
    futility = sprintf("no arm is better than %s%s%s", reference_words(given), margin, error),
    equivalence = sprintf("all arms are within %s of each other%s", number(given$margin), error),
    evidence = sprintf("the evidence that an arm is %s than %s%s reaches its limit%s", side, reference_words(given),
                       margin, error),
    settled = "the policy has settled on an arm",
    at = sprintf("round %s has ended", format_count(given$round)),
    boundary = boundary_words(given),
    log_rank = log_rank_words(given),
    leaving_words(kind, given))
}

log_rank_words <- function(given) {
  z <- sprintf("the log-rank statistic Z of an arm against %s", control_words(given$control))
  upper <- sprintf("%s is at least %s", z, limits_words(given$upper))
  lower <- if (!is.null(given$lower)) sprintf("; or, for futility, Z of every arm is at most %s",
                                              limits_words(given$lower))
  paste0(upper, lower, "; or the last look is made")
}

boundary_words <- function(given) {
  z <- sprintf("the statistic Z of an arm against %s", control_words(given$control, given$concurrent))
  upper <- sprintf("%s is at least %s", z, limits_words(given$upper))
  if (identical(as.double(given$sides), 2)) return(paste0(upper, ", or at most as much below 0"))
  if (is.null(given$lower)) return(upper)
  sprintf("%s; or, for futility, Z of every arm is at most %s", upper, limits_words(given$lower))
}

# Limits of looks in turn.
limits_words <- function(limits) {
  shown <- numbers_of_limits(limits, "no limit")
  if (length(unique(shown)) == 1) shown <- shown[1]
  paste0(paste(shown, collapse = ", "), if (length(shown) > 1) " in turn")
}

# When an arm graduates or is dropped.
leaving_words <- function(kind, given) {
  leaves <- if (startsWith(kind, "drop")) "an arm is dropped when" else "an arm graduates when"
  if (endsWith(kind, "boundary")) {
    limit <- if (startsWith(kind, "drop")) c("at most", given$lower) else c("at least", given$upper)
    return(sprintf("%s its Z against %s is %s %s", leaves, control_words(given$control, given$concurrent), limit[1],
                   limits_words(as.double(limit[-1]))))
  }
  better <- if (is.null(given$control)) "the best of the arms left" else
    sprintf("better than %s%s", control_words(given$control, given$concurrent),
            if (isTRUE(given$margin > 0)) sprintf(" by more than %s", format_numbers(given$margin)) else "")
  limit <- if (startsWith(kind, "drop")) c("is below", format_numbers(given$below %||% 0.05)) else
    c("exceeds", format_numbers(given$above %||% 0.975))
  sprintf("%s the posterior probability that it is %s %s %s", leaves, better, limit[1], limit[2])
}

reference_words <- function(given) {
  if (!is.null(given$control)) return(control_words(given$control, given$concurrent))
  format_numbers(given$threshold)
}

control_words <- function(control, concurrent = FALSE) {
  sprintf("the control (arm %s%s)", if (is.character(control)) control else format_count(control),
          if (isTRUE(concurrent)) ", only patients since the other arm entered" else "")
}

# Rules that are asked at the same looks are told together.
looks_sentence <- function(rules) {
  rules <- Filter(function(rule) rule$kind != "at", rules)
  if (length(rules) == 0) return(NULL)
  looks <- vapply(rules, function(rule) looks_words(rule$parameters), "")
  if (length(unique(looks)) == 1) return(paste0(capital(looks[1]), "."))
  paste0(paste(vapply(rules, constructor_of_rule, ""), looks, sep = "(): ", collapse = "; "), ".")
}

looks_words <- function(given) {
  if (!is.null(given$outcomes)) return(paste("at outcomes shown:", outcomes_text(given)))
  looks <- given$times %||% given$looks
  if (is.null(looks)) return("at the end of every round")
  shown <- if (is.null(given$times)) vapply(looks, format_count, "") else format_numbers(looks)
  if (length(shown) > 12) shown <- c(shown[1:3], "...", shown[length(shown)])
  at <- if (!is.null(given$times)) "at time" else "at the end of round"
  sprintf("%s: %s%s %s", count_of(length(looks), "look"), at, if (length(looks) == 1) "" else "s",
          paste(shown, collapse = ", "))
}

# --- allocation ---------------------------------------------------------------------------

allocation_sentences <- function(policies) {
  words <- lapply(policies, function(policy) {
    if (policy$constructor == "policy_allocation") paste0(capital(allocation_words(policy$parameters)), ".")
  })
  words <- without_nulls(words)
  named <- names(words)
  several <- ifelse(startsWith(named, "Allocation"), named, paste("Allocation:", named))
  stats::setNames(words, if (length(words) > 1) several else rep("Allocation", length(words)))
}

allocation_words <- function(s) {
  rule <- s$rule %||% usual_rule(s$target, s$control_share, s$block)
  burn_in <- if (isTRUE(s$burn_in > 0)) sprintf("at first each arm is given %s", count_of(s$burn_in, "time"))
  paste(c(sprintf("patients are given arms %s, %s", target_words(s), rule_of_allocation_words(rule, s)), share_words(s),
          burn_in), collapse = "; ")
}

target_words <- function(s) {
  if (is.numeric(s$target)) return(sprintf("in the ratio %s", paste(format_numbers(s$target), collapse = ":")))
  power <- function(usual) {
    a <- s$power %||% usual
    if (length(a) == 1) format_numbers(a) else
      sprintf("%s (m / N)^%s, with m outcomes seen of N patients", format_numbers(a[1]), format_numbers(a[2]))
  }
  switch(s$target,
    equal = "with equal shares",
    best = sprintf("in proportion to the posterior probability of being the best, to the power %s", power(c(0.5, 1))),
    better = sprintf("in proportion to the posterior probability of being better than %s, to the power %s",
                     control_words(s$control), power(c(10, 0.75))),
    neyman = "in proportion to their standard deviations",
    rsihr = "in proportion to the square roots of their success probabilities",
    failures = "in inverse proportion to their failure probabilities")
}

rule_of_allocation_words <- function(rule, s) {
  switch(rule,
    block = sprintf("in permuted blocks%s", if (is.null(s$block)) "" else sprintf(" of %s", format_count(s$block))),
    dbcd = sprintf("by the doubly adaptive biased coin (gamma %s)", format_numbers(s$gamma %||% 2)),
    erade = sprintf("by the efficient randomised design (alpha %s)", format_numbers(s$alpha %||% 0.5)),
    "each patient independently")
}

share_words <- function(s) {
  share <- s$control_share %||% if (identical(s$target, "better")) "matched"
  if (is.null(share)) return(NULL)
  words <- if (is.numeric(share)) sprintf("a share of %s", format_numbers(share)) else
    switch(share, matched = "about as many patients as the arm with most of them",
           greatest = "the greatest share of the other arms", sqrt = "a share of 1 / (1 + sqrt(K - 1)), with K arms")
  sprintf("%s has %s", control_words(s$control), words)
}

# --- when patients come and outcomes are known -------------------------------------------------

traits_of_trials <- c("accrual", "delay", "batches", "entries")

# Returns sentences on outcomes; what holds of all bandits is said once.
outcome_sentences <- function(bandits) {
  words <- vapply(bandits, function(b) {
    parts <- vapply(b$traits[intersect(traits_of_trials, names(b$traits))], function(trait) trait$text, "")
    if (length(parts) == 0) "each outcome is known before the next choice" else paste(parts, collapse = "; ")
  }, "")
  words <- stats::setNames(sprintf("%s.", capital(words)), names(bandits))
  if (length(unique(words)) == 1) return(list(Outcomes = words[[1]]))
  stats::setNames(as.list(words), paste("Outcomes:", names(bandits)))
}
