# What the end of a game claims of the arms, and whether that is right. Each rule is judged by its own promise.

# Rules that name an arm because of what it is worth, and those that say that no arm is worth naming. stop_at() claims
# nothing.
naming_rules <- c("glr", "separated", "posterior", "settled", "evidence")

resigning_rules <- c("futility", "equivalence")

# The rules that hold when this one does; of some joined by `|` inside of `&` it is not known which.
single_rules <- function(rule) if (joins_stops(rule)) do.call(c, lapply(rule$parts, single_rules)) else list(rule)

rules_of_kind <- function(rules, kinds) Filter(function(rule) rule$kind %in% kinds, rules)

# Whether a game that this rule stops claims that its arm is better than others.
can_claim <- function(stop) !is.null(stop) && length(rules_of_kind(single_rules(stop), naming_rules)) > 0

can_resign <- function(stop) !is.null(stop) && length(rules_of_kind(single_rules(stop), resigning_rules)) > 0

# The single rules behind a reason, as the column `reason` states it.
rules_behind <- function(stop, reason) {
  do.call(c, lapply(all_stops(stop)[stop_reasons(stop) == reason], single_rules))
}

# By game: `claim` (that an arm is better), `right` (such a claim), `possible` (whether there could have been one) and
# `resigned`. `games`: rows of recommendations(), with numbers of arms; `means`: a row for each of them and a column
# for each arm, or NULL where they are not constant; `equal`: whether all are equal.
judge_games <- function(stop, games, means, equal, arm_names = NULL) {
  count <- nrow(games)
  found <- list(claim = logical(count), right = logical(count), resigned = logical(count))
  for (reason in unique(games$reason[games$stopped])) {
    here <- which(games$stopped & games$reason == reason)
    rules <- rules_behind(stop, reason)
    naming <- rules_of_kind(rules, naming_rules)
    found$resigned[here] <- length(naming) == 0 && length(rules_of_kind(rules, resigning_rules)) > 0
    if (length(naming) == 0) next
    found$claim[here] <- TRUE
    right <- lapply(naming, function(rule) is_right(rule, games, means, equal, arm_names)[here])
    found$right[here] <- Reduce(`&`, right)
  }
  if (can_claim(stop)) {
    possible <- lapply(rules_of_kind(single_rules(stop), naming_rules), is_possible, means, equal, arm_names)
    found$possible <- rep_len(Reduce(`|`, possible), count)
  }
  found
}

is_right <- function(rule, games, means, equal, arm_names) {
  if (rule$kind == "evidence") {
    if (is.null(means)) return(rep(NA, nrow(games)))
    return(lead_by_evidence(rule, means, arm_names)[cbind(seq_len(nrow(games)), games$arm)] > 0)
  }
  tolerance <- tolerance_of(rule)
  if (tolerance > 0) games$simple_regret <= tolerance * (1 + 1e-9) else games$correct & !equal
}

# Whether any claim of a rule would be right: if all means are equal, none is better.
is_possible <- function(rule, means, equal, arm_names) {
  if (rule$kind == "evidence") {
    return(if (is.null(means)) NA else rowSums(lead_by_evidence(rule, means, arm_names) > 0) > 0)
  }
  tolerance_of(rule) > 0 | !equal
}

tolerance_of <- function(rule) {
  if (rule$kind != "separated") return(0)
  own_named("stop_separated", rule$parameters)$tolerance %||% 0
}

# By how much each arm is on the side of its control, or threshold, beyond the margin; of equals 0.
lead_by_evidence <- function(rule, means, arm_names) {
  given <- own_named("stop_evidence", rule$parameters)
  control <- if (is.character(given$control)) match(given$control, arm_names) else given$control
  lead <- means - (if (is.null(control)) given$threshold else means[, control])
  lead <- switch(given$alternative %||% "greater", greater = lead, less = -lead, abs(lead)) - (given$margin %||% 0)
  ifelse(abs(lead) <= 1e-12 * pmax(1, abs(means)), 0, lead)
}

# --- as measures --------------------------------------------------------------------------

# Without a rule that claims something a game cannot err, but its last leader may not be a best arm.
claims_measured <- function(stop, correct, judged) {
  if (!can_claim(stop)) {
    found <- list(misnamed = as.double(!correct))
  } else {
    found <- list(error = as.double(judged$claim & !judged$right),
                  power = ifelse(judged$possible, as.double(judged$claim & judged$right), NA))
  }
  c(found, if (can_resign(stop)) list(no_winner = as.double(judged$resigned)))
}

# Never the mean of the games that did not stop.
tell_undefined <- function(table) {
  blank <- table[table$measure == "regret" & is.na(table$value), ]
  if (nrow(blank) == 0) return(invisible())
  where <- unique(paste0(blank$policy, if (length(unique(table$bandit)) > 1) paste0(" (", blank$bandit, ")")))
  inform_cli(c(i = "{.val regret} is NA for {where}: with {.code after = \"end\"}, a game that stopped has no regret.",
               i = "With {.code after = \"commit\"} it goes on with the arm that it names."),
             class = "unruly_message_undefined")
}
