# Claims of a game on its arms, when a rule stops it and when arms graduate, and whether that is right. Each rule is
# judged by its own promise: that an arm is the best, or that it is better than a control or a threshold.

rules_of_best <- c("glr", "separated", "posterior", "settled", "last")

rules_of_better <- c("evidence", "boundary", "log_rank", "graduate_posterior", "graduate_boundary")

# Rules that say that no arm is worth naming. stop_at() says nothing.
resigning_rules <- c("futility", "equivalence")

# The rules that hold when this one does; of some joined by `|` inside of `&` it is not known which.
single_rules <- function(rule) if (joins_stops(rule)) do.call(c, lapply(rule$parts, single_rules)) else list(rule)

rules_of_kind <- function(rules, kinds) Filter(function(rule) rule$kind %in% kinds, rules)

# The single rules of a study that may claim something, each once.
claiming_rules <- function(d) {
  rules <- c(if (!is.null(d$stop)) single_rules(d$stop), if (!is.null(d$graduate)) single_rules(d$graduate),
             if (drops_to_last(d)) list(list(kind = "last")))
  rules_of_kind(rules, c(rules_of_best, rules_of_better))
}

# Returns whether all arms but one may be dropped, so that the last one is claimed to be the best: there is no control.
drops_to_last <- function(d) {
  !is.null(d$drop) && length(controls_of_rules(d$drop)) == 0 && length(controls_of_rules(d$graduate)) == 0
}

can_claim <- function(d) length(claiming_rules(d)) > 0

can_resign <- function(d) {
  rules <- if (!is.null(d$stop)) single_rules(d$stop)
  futile <- vapply(rules_of_kind(rules, "boundary"), stops_for_futility, NA)
  length(rules_of_kind(rules, c(resigning_rules, "log_rank"))) > 0 || any(futile) ||
    !is.null(d$drop) && !drops_to_last(d)
}

# --- rules --------------------------------------------------------------------------------

stops_for_futility <- function(rule) !has_two_sides(rule) && any(rule$parameters$lower > -largest_number)

# The arms of a bandit that rules took out, by the number of the game among those of the bandit.
left_by_rules <- function(study, name) {
  d <- study$description
  if (is.null(d$drop) && is.null(d$graduate)) return(NULL)
  table <- study$tables$exits
  table <- table[table$bandit == name & table$cause %in% c("dropped", "graduated"), ]
  list(game = game_of_bandit(table, study), arm = as.integer(table$arm), graduated = table$cause == "graduated",
       rule = table$rule)
}

# Games of a bandit come policy by policy.
game_of_bandit <- function(table, study) {
  reps <- study$replications
  (match(table$policy, names(study$description$policies)) - 1L) * length(reps) + match(table$rep, reps)
}

# --- judging ------------------------------------------------------------------------------

# By game what it claims and how that turns out. `games`: rows of recommendations(), with numbers of arms; `truth`: see
# truth_of_games(); `left`: the arms that a rule has taken out, as columns game, arm, graduated and rule.
#   claims: a row per claim, with the number of its game, the arm, and whether it is right (NA if that is not known);
#   possible: whether there could have been a right claim; all: whether each arm that is better has been claimed;
#   resigned: whether the game ended since no arm was worth it; graduated, dropped: how many arms;
#   best_dropped: whether all arms that are best were dropped.
judge_games <- function(d, games, truth, left = NULL) {
  left <- left %||% list(game = integer(), arm = integer(), graduated = logical(), rule = character())
  claims <- rbind(no_claims, final_claims(d, games, truth, left), claims_of_graduates(d, truth, left))
  count <- nrow(games)
  found <- list(claims = claims, resigned = has_resigned(d, games),
                graduated = tabulate(left$game[left$graduated], count),
                dropped = tabulate(left$game[!left$graduated], count),
                best_dropped = lost_best(truth, left, count))
  if (can_claim(d)) {
    possible <- lapply(claiming_rules(d), is_possible, truth)
    found$possible <- rep_len(Reduce(`|`, possible), count)
    found$all <- claims_all(d, truth, claims, count)
  }
  found
}

no_claims <- data.frame(game = integer(), arm = integer(), right = logical())

no_judgement <- list(claims = no_claims, resigned = logical(), graduated = integer(), dropped = integer(),
                     best_dropped = logical(), possible = logical(), all = logical())

# The rules behind the reason for which a game ended, as the column `reason` states it. Where a boundary was crossed for
# futility, it says so.
rules_behind <- function(d, reason) {
  if (reason == "last") return(list(list(kind = "last")))
  if (reason %in% c("graduated", "dropped")) return(NULL)
  rules <- all_stops(d$stop)
  parts <- lapply(which(ending_reasons(d$stop) == reason), function(at) {
    lapply(single_rules(rules[[(at - 1) %% length(rules) + 1]]), function(rule) {
      if (at > length(rules) && rule$kind %in% resigning_boundaries) rule$kind <- "futility"
      rule
    })
  })
  do.call(c, parts)
}

final_claims <- function(d, games, truth, left) {
  parts <- lapply(unique(games$reason[games$stopped]), function(reason) {
    here <- which(games$stopped & games$reason == reason)
    rules <- rules_of_kind(rules_behind(d, reason), c(rules_of_best, rules_of_better))
    if (length(rules) == 0) return(NULL)
    right <- lapply(rules, function(rule) is_right(rule, games, here, truth, left))
    data.frame(game = here, arm = games$arm[here], right = Reduce(`&`, right))
  })
  do.call(rbind, parts)
}

is_right <- function(rule, games, here, truth, left) {
  if (rule$kind %in% rules_of_best) return(is_best_claim(rule, games, here, truth, left))
  if (is.null(truth$means)) return(rep(NA, length(here)))
  lead_of_rule(rule, truth)[cbind(here, games$arm[here])] > 0
}

# Graduates were found to be good, and no longer compete. Where none has left, the best arm is that of the table.
is_best_claim <- function(rule, games, here, truth, left) {
  tolerance <- tolerance_of(rule)
  equal <- rep_len(truth$equal, nrow(games))[here]
  if (!any(left$graduated)) {
    return(if (tolerance > 0) games$simple_regret[here] <= tolerance * (1 + 1e-9) else games$correct[here] & !equal)
  }
  if (is.null(truth$means)) return(rep(NA, length(here)))
  rivals <- truth$means
  rivals[cbind(left$game, left$arm)[left$graduated, , drop = FALSE]] <- -Inf
  if (!is.null(truth$first)) rivals[truth$first > games$round] <- -Inf
  short <- row_greatest(rivals)[here] - truth$means[cbind(here, games$arm[here])]
  if (tolerance > 0) short <= tolerance * (1 + 1e-9) else short <= 0 & !equal
}

row_greatest <- function(x) do.call(pmax, lapply(seq_len(ncol(x)), function(k) x[, k]))

# An arm graduates by the rules of one text; of rules that are joined by `&` all claims are made.
claims_of_graduates <- function(d, truth, left) {
  here <- which(left$graduated)
  parts <- lapply(unique(left$rule[here]), function(text) {
    mine <- here[left$rule[here] == text]
    at <- cbind(left$game, left$arm)[mine, , drop = FALSE]
    right <- function(rule) {
      if (joins_stops(rule)) return(Reduce(if (rule$kind == "any") `|` else `&`, lapply(rule$parts, right)))
      if (is.null(truth$means)) rep(NA, length(mine)) else lead_of_rule(rule, truth)[at] > 0
    }
    rules <- all_stops(d$graduate)[stop_reasons(d$graduate) == text]
    data.frame(game = at[, 1], arm = at[, 2], right = Reduce(`|`, lapply(rules, right)))
  })
  do.call(rbind, parts)
}

# Returns whether any claim of a rule would be right: if all means are equal, none is better.
is_possible <- function(rule, truth) {
  if (rule$kind %in% rules_of_best) return(tolerance_of(rule) > 0 | !truth$equal)
  if (is.null(truth$means)) NA else rowSums(lead_of_rule(rule, truth) > 0) > 0
}

# NA where no arm is better, or where no rule is about that.
claims_all <- function(d, truth, claims, count) {
  rules <- rules_of_kind(claiming_rules(d), rules_of_better)
  if (length(rules) == 0 || is.null(truth$means)) return(rep(NA, count))
  open <- Reduce(`|`, lapply(rules, function(rule) lead_of_rule(rule, truth) > 0))
  some <- rowSums(open) > 0
  open[as.matrix(claims[c("game", "arm")])] <- FALSE
  ifelse(some, rowSums(open) == 0, NA)
}

has_resigned <- function(d, games) {
  resigned <- logical(nrow(games))
  for (reason in unique(games$reason[games$stopped])) {
    resigned[games$stopped & games$reason == reason] <- reason == "dropped" || resigns(d, reason)
  }
  resigned
}

resigns <- function(d, reason) {
  if (reason == "graduated") return(FALSE)
  rules <- rules_behind(d, reason)
  length(rules_of_kind(rules, c(rules_of_best, rules_of_better))) == 0 &&
    length(rules_of_kind(rules, resigning_rules)) > 0
}

lost_best <- function(truth, left, count) {
  if (is.null(truth$means)) return(rep(NA, count))
  kept <- truth$means == row_greatest(truth$means)
  kept[cbind(left$game, left$arm)[!left$graduated, , drop = FALSE]] <- FALSE
  rowSums(kept) == 0
}

tolerance_of <- function(rule) {
  if (rule$kind != "separated") return(0)
  rule$parameters$tolerance %||% 0
}

# By how much each arm is on the side of its control, or threshold, beyond the margin; of equals 0. Of a test with two
# sides the control is as much better as its rival is worse.
lead_of_rule <- function(rule, truth) {
  given <- rule$parameters
  control <- if (is.character(given$control)) match(given$control, truth$names) else given$control
  lead <- truth$means - (if (is.null(control)) given$threshold else truth$means[, control])
  lead <- if (identical(given$alternative, "less")) -lead else lead
  if (has_two_sides(rule)) lead[, control] <- -row_greatest(lead[, -control, drop = FALSE])
  lead <- lead - (given$margin %||% 0)
  ifelse(abs(lead) <= 1e-12 * pmax(1, abs(truth$means)), 0, lead)
}

# --- as measures --------------------------------------------------------------------------

# Without a rule that claims something a game cannot err, but its last leader may not be a best arm.
claims_measured <- function(d, correct, judged) {
  count <- length(correct)
  decides <- can_claim(d) || can_resign(d)
  better <- length(rules_of_kind(claiming_rules(d), rules_of_better)) > 0
  of <- function(value) if_known(judged$claims, value, count)
  without_nulls(list(
    misnamed = if (!can_claim(d)) as.double(!correct),
    error = if (decides) of(FALSE),
    power = if (can_claim(d)) ifelse(judged$possible, of(TRUE), NA),
    "power, all" = if (better) as.double(judged$all),
    no_winner = if (can_resign(d)) as.double(judged$resigned),
    graduated = if (!is.null(d$graduate)) as.double(judged$graduated),
    dropped = if (!is.null(d$drop)) as.double(judged$dropped),
    "best dropped" = if (!is.null(d$drop)) as.double(judged$best_dropped)
  ))
}

# By game whether some claim is right, or wrong: NA if that depends on claims of which it is not known.
if_known <- function(claims, value, count) {
  some <- function(which) tabulate(claims$game[which], count) > 0
  found <- some(which(claims$right == value))
  as.double(ifelse(!found & some(is.na(claims$right)), NA, found))
}

# Arm by arm: whether it was claimed, and whether it was dropped.
claims_by_arm <- function(d, judged, left, count, names) {
  by_arm <- function(what, game, arm) {
    stats::setNames(lapply(seq_along(names), function(k) as.double(tabulate(game[arm == k], count) > 0)),
                    measures_by_arm(what, names))
  }
  c(if (can_claim(d)) by_arm("claimed", judged$claims$game, judged$claims$arm),
    if (!is.null(d$drop)) by_arm("dropped", left$game[!left$graduated], left$arm[!left$graduated]))
}

labels_of_arms <- function(bandit) bandit$arms$names %||% as.character(seq_len(arm_count(bandit)))

measures_by_arm <- function(what, names) sprintf("%s, arm %s", what, names)

# Never the mean of the games that did not stop.
tell_undefined <- function(table) {
  blank <- table[table$measure == "regret" & is.na(table$value), ]
  if (nrow(blank) == 0) return(invisible())
  where <- unique(paste0(blank$policy, if (length(unique(table$bandit)) > 1) paste0(" (", blank$bandit, ")")))
  inform_cli(c(i = "{.val regret} is NA for {where}: with {.code after = \"end\"}, a game that stopped has no regret.",
               i = "With {.code after = \"commit\"} it goes on with the arm that it names."),
             class = "unruly_message_undefined")
}
