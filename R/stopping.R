#' Stopping rules
#' @description
#' End a game when the best arm is known, or when it is not worth going on. They are for the argument `stop` of
#' [run_study()] and [agent()].
#'
#' **Use it when** a trial or an experiment should end as soon as the best arm is known. Start with `stop_glr(error =
#' 0.05)`, combined with [stop_at()] if there is a budget.
#'
#' @details
#' A rule is consulted at the end of every round, or of the rounds `looks`. When it holds, nothing more is played, and
#' [recommendations()] lists the arm that the game names. Rules can be combined with `|` (any holds) and `&` (all hold
#' in the same round).
#'
#' * `stop_glr()`: likelihood ratios, or evidence made of them, separate the leader from every other arm
#' * `stop_separated()`: the leader's interval lies above those of all other arms, but for an overlap of `tolerance`
#' * [stop_posterior()]: the posterior probability that the leader is best exceeds a limit
#' * [stop_evidence()]: some arm is better than a control, or than a number, by more than a margin
#' * [stop_boundary()]: at planned looks, some arm's Z against a control has crossed a limit
#' * [stop_log_rank()]: the same of survival times, by a log-rank test at numbers of events
#' * [stop_futility()]: no arm is better than a control, or than a number, by more than a margin
#' * [stop_equivalence()]: all arms are within a margin of each other
#' * [stop_settled()]: the policy has settled on one arm, as [races][policy_racing] do
#' * [stop_at()]: a given round has ended
#'
#' [stop_posterior()] and [stop_boundary()] can also take single arms out of a game, which goes on. Rules use what was
#' shown; with delays, what has arrived. They are about the leader: the arm with the greatest mean (in a tie the one
#' with most pulls, then the lowest number) among those that have entered and have not died. These rules cannot hold
#' until an outcome of each of these arms has been shown, or while there is only one arm. With [policy_lucb()], which
#' pulls arms in pairs, rules without `looks`, except [stop_at()], are consulted after the second pull of a pair.
#'
#' @section Guarantees: `stop_glr(rate = "mixture")` names an arm that is worse than the best with probability at most
#' `error`, whatever is pulled and however often one looks. If all K means are equal every claim is wrong; its
#' probability is at most `error` ceiling(K / 2) / (K - 1), no more than `error` (in 3,000 games of 1,000 rounds with
#' two Bernoulli arms of mean 0.5: 0.010, Monte Carlo error 0.002, at `error = 0.05`). Means must be constant, rewards
#' fit the family, and delays not depend on rewards. `"proved"` is for Bernoulli rewards and takes about twice the
#' pulls. `"practical"` is not proved; with equal arms it claims, in the end, with probability 1 (in these games 0.070,
#' Monte Carlo error 0.005). With `|` the errors of rules add up. Thresholds: article *Methods*, section "Stopping
#' thresholds".
#' @param error Allowed probability that a wrong arm is named, a number in (0, 1). Default: 0.05.
#' @param family `NULL`, or the family of the rewards, a single string: `"bernoulli"`, which also covers all other
#'   rewards in `range`, or `"gaussian"` with standard deviation `sd`. Mixtures also take `"bounded"`, for
#'   rewards in `range` that vary little, and `"t"`, for Gaussian rewards of unknown deviation. Default: what `range` or
#'   `sd` implies, otherwise from the bandit, see [run_study()]; for mixtures that is `"bounded"` for rewards in a range
#'   that are not 0 or 1.
#' @param range `NULL`, or two increasing numbers between which rewards lie. Default: from the bandit.
#' @param sd `NULL`, or the standard deviation of Gaussian rewards, a number above 0. Default: from the bandit.
#' @param looks The rounds at whose end the rule is consulted: increasing whole numbers, at least 1; or [at_times()].
#'   Default: every round.
#' @param interval The kind of confidence interval, `"hoeffding"` or `"kl"` (by divergence). Default: `"hoeffding"`.
#' @param tolerance By how much the arm named may be worse than the best, at least 0, in units of rewards. Default: 0.
#' @param rate `"mixture"` (only `stop_glr()`): evidence for which `error` is proved for any sampling; `"proved"`:
#'   thresholds for which it is proved; `"practical"`: lower thresholds, without a proof. Default: `"mixture"` for
#'   `stop_glr()`, `"proved"` for `stop_separated()`.
#' @param narrowest For mixtures, at how many pulls of an arm they need least evidence, at least 1. Default: 100.
#' @param e1,e2 Stopping rules.
#' @param ... Must be empty.
#' @return A stopping rule, of class `unruly_stop`.
#' @section Errors: `unruly_error_combination`: a rate of `stop_glr()` that its family does not have; in [run_study()]
#'   and [agent()], a bandit whose games cannot be stopped by a rule, rewards outside `range`, or mixtures for heavy
#'   tails without `sd`.
#' @references Howard, Ramdas, McAuliffe and Sekhon (2021), Time-uniform, nonparametric, nonasymptotic confidence
#'   sequences. Garivier and Kaufmann (2016), Optimal Best Arm Identification with Fixed Confidence, sections 3 and 6.
#'   Kalyanakrishnan, Tewari, Auer and Stone (2012), PAC Subset Selection in Stochastic Multi-armed Bandits, section 3.
#'   Kaufmann and Kalyanakrishnan (2013), Information Complexity in Bandit Subset Selection, section 4.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.4, 0.7)))
#' study <- run_study(problem, policy_uniform(), horizon = 2000, reps = 20, seed = 1,
#'   stop = stop_glr(error = 0.05) | stop_at(1000))
#' recommendations(study)
#' @name stopping_rules
NULL

#' @rdname stopping_rules
#' @export
stop_glr <- function(error = 0.05, family = NULL, rate = c("mixture", "practical", "proved"), range = NULL, sd = NULL,
                     narrowest = 100, looks = NULL, ...) {
  made <- describe_rule("stop_glr")
  given <- made$parameters
  if (given$rate != "mixture" && isTRUE(given$family %in% c("bounded", "t"))) {
    abort_combination(paste("The family {.val {given$family}} is for the {.arg rate} {.val mixture},",
                            "not for {.val {given$rate}}."),
                      class = "unruly_error_argument")
  }
  if (given$rate == "proved" && identical(given$family, "gaussian")) {
    abort_combination("The proved {.arg rate} is for Bernoulli rewards, not for Gaussian ones.",
                      class = "unruly_error_argument")
  }
  if (given$rate == "proved") made$parameters <- replace(given, "family", "bernoulli")
  made
}

#' @rdname stopping_rules
#' @export
stop_separated <- function(error = 0.05, interval = c("hoeffding", "kl"), tolerance = 0,
                           rate = c("proved", "practical"), range = NULL, looks = NULL, ...) {
  describe_rule("stop_separated")
}

#' Stopping rules for futility and equivalence
#' @description
#' End a game when no arm is better than a control by more than a margin, or when all arms are within a margin. A
#' threshold can replace the control.
#'
#' **Use it when** a trial should also end when there is nothing to gain from going on. To wait until the arm *named* is
#' within a margin of the best, use `stop_separated(tolerance = )`.
#'
#' @details
#' Bounds are confidence bounds by divergence that hold at all times together. [stopping_rules] states when rules are
#' consulted and how they are combined.
#'
#' * `stop_futility()` stops when the upper bound of each (other) arm is at most the lower bound of the control, or the
#'   threshold, plus `margin`. It does not hold while the control is away. The arm named is the leader; the column
#'   `reason` of [recommendations()] shows that this rule stopped the game, in which case you may prefer to keep the
#'   control.
#' * `stop_equivalence()` stops when no arm's upper bound exceeds the lower bound of another by more than `margin`: two
#'   one-sided tests.
#'
#' @section Guarantees: With `rate = "proved"`, a game is stopped by `stop_futility()` with probability at most `error`
#' if some arm is better by more than `margin`, and by `stop_equivalence()` if the best and the worst arm are more than
#' `margin` apart. That holds whatever is played, however many arms there are and at any number of looks, if means are
#' constant; also with `concurrent = TRUE`, since the bounds hold for the control's outcomes from any given round on.
#' With `"practical"` it is not proved. The thresholds are in the article *Methods*, section "Stopping thresholds".
#' @param control The arm to compare with: its number or its name.
#' @param threshold Instead of a control: a number, in units of the rewards.
#' @param margin By how much an arm must be better than the control, or arms must differ, to matter: a number in units
#'   of the rewards, of at least 0 for `stop_futility()` (default: 0), above 0 for `stop_equivalence()`.
#' @param error Allowed probability of a stop that is wrong in the sense of "Guarantees", a number in (0, 1). Default:
#'   0.05.
#' @param rate `"proved"`: thresholds for which `error` is proved; `"practical"`: lower thresholds, without a proof.
#'   Default: `"proved"`.
#' @param family `NULL`, or the family of the rewards, a single string: `"bernoulli"`, which also covers all other
#'   rewards in `range`, or `"gaussian"` with standard deviation `sd`. Default: what `range` or `sd` implies, otherwise
#'   from the bandit, see [run_study()].
#' @param concurrent With a control: `FALSE` counts all its pulls, `TRUE` for each other arm those from the round in
#'   which that arm entered on, whenever they are shown. Without late entries that is the same. Default: `FALSE`.
#' @inheritParams stop_glr
#' @return A stopping rule, of class `unruly_stop`, see [stopping_rules].
#' @section Errors: `unruly_error_combination`: both or none of `control` and `threshold` are given, or `concurrent =
#'   TRUE` without a control. In [run_study()] and [agent()]: a bandit whose games cannot be stopped by a rule,
#'   rewards outside `range`, or a control that is no arm.
#' @references Kaufmann and Kalyanakrishnan (2013), Information Complexity in Bandit Subset Selection, section 4
#'   (Theorem 1 has the bounds, of which fewer need to hold here). Schuirmann (1987), A comparison of the two one-sided
#'   tests procedure and the power approach for assessing the equivalence of average bioavailability.
#' @seealso [operating_characteristics()] and [calibrate_design()] for designs with a rule.
#' @examples
#' # The best arm is known, or none is 0.1 better than the first one
#' stop_glr(error = 0.05) | stop_futility(control = 1, margin = 0.1)
#'
#' problem <- bandit(arms_bernoulli(c(0.5, 0.5)))
#' study <- run_study(problem, policy_uniform(), horizon = 5000, reps = 20, seed = 1,
#'   stop = stop_equivalence(margin = 0.2))
#' summary(study, what = "sample_size")
#' @export
stop_futility <- function(control = NULL, threshold = NULL, margin = 0, error = 0.05,
                          family = NULL, rate = c("proved", "practical"), range = NULL, sd = NULL, looks = NULL,
                          concurrent = FALSE, ...) describe_rule("stop_futility")

#' @rdname stop_futility
#' @export
stop_equivalence <- function(margin, error = 0.05, family = NULL, rate = c("proved", "practical"), range = NULL,
                             sd = NULL, looks = NULL, ...) describe_rule("stop_equivalence")

#' Stop at a round or when the policy has settled
#' @description
#' End a game in a given round, or when the policy itself has settled on one of several arms.
#'
#' **Use it when** a game has a budget, usually beside another rule: `stop_glr() | stop_at(1000)`; or a policy
#' eliminates arms.
#'
#' @details
#' Races ([policy_racing()]) settle once one arm remains, also inside [policy_queue()] or
#' [policy_sleeping()]. Other policies of the study play on. `stop_at()` holds whatever was shown.
#'
#' @param round The round after which the game ends, a whole number of at least 1.
#' @inheritParams stop_glr
#' @return A stopping rule, of class `unruly_stop`, see [stopping_rules].
#' @section Errors: `unruly_error_combination`: no policy of a study with `stop_settled()` settles on an arm, or the
#'   games of a bandit cannot be stopped by a rule.
#' @seealso [recommendations()]
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.7)))
#' study <- run_study(problem, policy_racing(test = "kl"), horizon = 5000, reps = 20, seed = 1,
#'   stop = stop_settled() | stop_at(2000))
#' recommendations(study)
#' @export
stop_at <- function(round, ...) describe_rule("stop_at")

#' @rdname stop_at
#' @export
stop_settled <- function(looks = NULL, ...) describe_rule("stop_settled")

#' @rdname stopping_rules
#' @export
`|.unruly_stop` <- function(e1, e2) join_stops("any", e1, e2, environment())

#' @rdname stopping_rules
#' @export
`&.unruly_stop` <- function(e1, e2) join_stops("all", e1, e2, environment())

join_stops <- function(kind, e1, e2, call) {
  rules <- list(check_part(e1, "e1", call), check_part(e2, "e2", call))
  roles <- vapply(rules, role_of_rule, "")
  if (any(roles != "stop")) rules <- lapply(rules, in_role, roles[roles != "stop"][1], call) # limits take any role
  roles <- vapply(rules, role_of_rule, "")
  if (roles[1] != roles[2]) {
    abort_combination("A rule for {.arg {roles[1]}} and one for {.arg {roles[2]}} cannot be joined.",
                      class = "unruly_error_argument", call = call)
  }
  parts <- lapply(rules, function(rule) if (rule$kind == kind) rule$parts else list(rule))
  joined$latest <- new_stop(kind, parts = do.call(c, parts))
  joined$latest
}

# The rule that was joined last has been checked, so that many can be joined one by one: identical() is fast for an
# object and itself.
joined <- new.env(parent = emptyenv())

check_part <- function(rule, argument, call) if (identical(rule, joined$latest)) rule else
  check_stop(rule, argument, call = call)

check_stop <- function(stop, argument, wanted = "a stopping rule, such as `stop_glr()`", call = rlang::caller_env()) {
  check_class(stop, argument, "unruly_stop", wanted, call, hint_for_rule(stop, wanted))
  count <- length(all_stops(stop))
  if (count > most_rules) {
    wanted <- sprintf("a rule of at most %s rules and combinations of rules", format_count(most_rules))
    abort_argument(argument, wanted, given = sprintf("one of %s", format_count(count)), call = call)
  }
  stop
}

# Returns what to write where something else stands for a rule.
hint_for_rule <- function(stop, wanted) {
  if (is.function(stop)) return(hint_for_function(wanted))
  if (inherits(stop, "unruly_design")) "A design is made a rule by `stop_boundary(design)`, or is given as `design =`."
}

most_rules <- 1000 # MOST_RULES of src/model/stopping.h

# --- in words ------------------------------------------------------------------------

#' @export
print.unruly_stop <- print_formatted

#' @export
format.unruly_stop <- function(x, ...) {
  check_object(x)
  one_line(sprintf("<%s> %s", role_of_rule(x), stop_text(x)))
}

# Parts of another kind are in parentheses.
stop_text <- function(rule, name = stop_details) {
  if (!joins_stops(rule)) return(name(rule))
  parts <- vapply(rule$parts, function(part) {
    text <- stop_text(part, name)
    if (joins_stops(part)) paste0("(", text, ")") else text
  }, "")
  paste(parts, collapse = if (rule$kind == "any") " | " else " & ")
}

# Switches, and numbers that only some rules have, are shown if they are not usual.
stop_details <- function(rule) {
  rules <- rules_of(type_of_rule(rule))
  given <- rule$parameters
  for (name in intersect(c("concurrent", "sides", "narrowest"), names(given))) {
    if (as.double(given[[name]]) == rules[[name]]$usual) given[[name]] <- NULL
  }
  word <- open_word_of_rule(rule)
  if (!is.null(word)) given[[word]] <- from_bandit
  given <- Filter(length, given[intersect(names(rules), names(given))])
  if (length(given) == 0) return(rule$kind)
  for (name in intersect(c("looks", "times", "events", "dates"), names(given)[lengths(given) > 1])) {
    given[[name]] <- sprintf("%s to %s, %d looks", format_numbers(given[[name]][1]),
                             format_numbers(given[[name]][length(given[[name]])]), length(given[[name]]))
  }
  if (!is.null(given$outcomes)) given$outcomes <- outcomes_text(given)
  given[c("outcomes_arm", "outcomes_columns")] <- NULL
  for (name in intersect(c("upper", "lower"), names(given))) {
    given[[name]] <- limits_text_of_looks(given[[name]], if (name == "lower") "all" else "none")
  }
  if (!is.null(given$observed)) given$observed <- "TRUE"
  shown <- vapply(given, function(v) {
    if (is.numeric(v)) paste(format_numbers(v), collapse = " to ") else as.character(v)
  }, "")
  sprintf("%s (%s)", rule$kind, paste0(names(given), ifelse(shown == from_bandit, " ", " = "), shown, collapse = ", "))
}

# The core has the largest number for none.
numbers_of_limits <- function(limits, none) {
  ifelse(abs(limits) >= largest_number, none, format_numbers(signif(limits, 5)))
}

limits_text_of_looks <- function(limits, beyond) {
  shown <- ifelse(limits >= largest_number, beyond, numbers_of_limits(limits, "none"))
  if (length(shown) > 5) shown <- c(shown[1], "...", shown[length(shown)])
  paste(shown, collapse = ", ")
}

# --- for a study ---------------------------------------------------------------------

check_settles <- function(stop, policies, call, none = "No policy of this study does") {
  asked <- "settled" %in% vapply(all_stops(stop), function(rule) rule$kind, "")
  if (!asked || any(vapply(policies, can_settle, NA))) return(invisible())
  abort_combination(c("{.fn stop_settled} needs a policy that settles on an arm.",
                      x = "{none}; {.fn policy_racing}, for example, does."),
                    class = "unruly_error_argument", call = call)
}

# A wrapper settles if the policy inside does.
can_settle <- function(policy) {
  listed <- registry()
  isTRUE(listed$settles[match(policy$constructor, listed$constructor)]) &&
    (is.null(policy$policy) || can_settle(policy$policy))
}

# Why games of a bandit cannot end with the name of an arm, or NULL.
why_not_stopped <- function(bandit) {
  reason <- why_not_by_traits(bandit_flags(bandit))
  if (!is.null(reason)) return(reason)
  if (bandit$arms$kind == "tape_round") return("Rewards by round are those of an adversary and have no mean")
  if (identical(trait_parameter(bandit, "population", "death"), "budgeted")) {
    return("Deaths depend on what is played, and nothing is played after the stop")
  }
}

# Rules that do not take what was shown for a fair sample.
unmoved_rules <- c("at", "settled", "log_rank")

# Why a rule that goes by outcomes cannot where zeros are never shown, or NULL.
why_not_by_silence <- function(rule, bandit) {
  kinds <- vapply(all_stops(rule), function(part) part$kind, "")
  if (!hides_zeros(bandit) || all(kinds %in% unmoved_rules)) return(NULL)
  paste("Outcomes of 0 are never shown, so those that are shown say little of the means.",
        "Stop by `stop_at()`, or show them after a number of rounds: `with_delay(zero = )`")
}

why_not_by_traits <- function(flags) {
  reasons <- c(
    waiting = "With waiting, what is learnt concerns pairs of an arm and a wait, and a rule names an arm",
    contexts = "The best arm depends on the context",
    spread = "The rewards of several arms arrive together and cannot be separated",
    replay = "A log decides what is played and does not state the true means of its arms",
    fairness = "Shares refer to all rounds up to the horizon",
    wear = "The mean of an arm depends on how often it is played, so no arm stays the best",
    rest = "A resting arm cannot be played in every round",
    absences = "An arm that is away cannot be played in every round"
  )
  found <- intersect(names(reasons), flags)
  if (length(found) > 0) reasons[[found[1]]]
}

# Why the control of a rule, or the arm whose outcomes its looks count, is no arm of the bandit, or NULL.
why_no_control <- function(stop, arms) {
  named <- lapply(all_stops(stop), function(rule) unname(rule$parameters[c("control", "outcomes_arm")]))
  for (control in do.call(c, named)) {
    if (is.character(control)) {
      reason <- why_no_arm(control, arms$names)
      if (!is.null(reason)) return(reason)
    } else if (!is.null(control)) {
      if (control > arms$count) return(sprintf("There is no arm %s: there are %d", format_count(control), arms$count))
      reason <- why_not_by_number(control, arms$names)
      if (!is.null(reason)) return(reason)
    }
  }
}

# A test of several rivals with two sides says of none that it is worse.
why_too_many_rivals <- function(stop, arms) {
  if (arms$count == 2 || !any(vapply(all_stops(stop), has_two_sides, NA))) return(NULL)
  sprintf("`stop_boundary()` with two sides needs exactly one rival of the control, not %d", arms$count - 1L)
}

# Divergences and Hoeffding's bound need rewards in a range, and deviations must be finite.
why_not_by_rewards <- function(stop, bandit) {
  if (joins_stops(stop)) {
    for (part in stop$parts) if (!is.null(reason <- why_not_by_rewards(part, bandit))) return(reason)
    return(NULL)
  }
  stated <- stated_by_bandit_for_rules(bandit)
  reason <- why_no_evidence(stop, stated)
  stop <- resolve_stop(stop, stated)
  reason <- reason %||% why_no_hazards(stop, bandit)
  if (!is.null(reason) || !needs_range(stop)) return(reason)
  range <- stop$parameters$range %||% c(0, 1)
  rewards <- reward_scale(bandit)$range
  if (rewards[1] >= range[1] && rewards[2] <= range[2]) return(NULL)
  mend <- if (all(is.finite(rewards))) sprintf(". Try `range = %s`", outer_range_text(rewards)) else
    switch(stop$kind, glr = , futility = , equivalence = , evidence = , boundary = , posterior = , drop_posterior = ,
           drop_boundary = , graduate_posterior = , graduate_boundary = ". Try `family = \"gaussian\"`")
  sprintf("`%s()` needs rewards in %s%s", constructor_of_rule(stop), interval_text(range), mend %||% "")
}

# Why a rule cannot go by hazards, or NULL.
why_no_hazards <- function(rule, bandit) {
  if (!goes_by_hazards(rule)) return(NULL)
  if (!states_lives(bandit)) return("The family \"survival\" is for `arms_survival()`, without waiting or a spread")
  given <- rule$parameters
  if ((given$margin %||% 0) != 0) return("Hazards are compared without a margin: use `margin = 0`")
  if (isTRUE(as.logical(given$concurrent))) {
    return("The family \"survival\" counts all patients of the control: use `concurrent = FALSE`")
  }
}

needs_range <- function(rule) {
  takes_scale_of_rewards(rule) && !isTRUE(rule$parameters$family %in% c("gaussian", "t", "survival"))
}

# As the core expects them: each rule is followed by those that it joins.
describe_stop <- function(rules) {
  if (is.null(rules$stop)) return(NULL)
  c(list(rules = describe_rules(rules$stop), commit = as.double(rules$stop$after == "commit")),
    without_nulls(list(graduate = describe_rules(rules$graduate), drop = describe_rules(rules$drop))))
}

describe_rules <- function(rule) {
  if (!is.null(rule)) lapply(all_stops(rule), function(rule) {
    list(name = rule$kind, size = as.double(length(all_stops(rule))),
         parameters = lapply(rule$parameters, describe_parameter))
  })
}

# The rules of each bandit: what they assume of rewards may come from the bandit.
describe_stops <- function(description) {
  if (is.null(description$stop)) return(NULL)
  lapply(unname(description$bandits), function(b) {
    describe_stop(lapply(description[rule_arguments], resolve_stop, stated_by_bandit_for_rules(b)))
  })
}

# Returns whether it has looks that are times.
asks_by_time <- function(stop) any(vapply(all_stops(stop), function(rule) !is.null(rule$parameters$times), NA))

# Why looks cannot be times, or NULL.
why_no_times <- function(stop, bandit) {
  timed <- asks_by_time(stop) && !has_trait(bandit, "accrual")
  if (timed) "Its looks are times, and rounds have times only `with_accrual()`"
}

all_stops <- function(rule) c(list(rule), do.call(c, lapply(rule$parts, all_stops)))

# The reason of a game that was stopped by the rule of this number.
stop_reasons <- function(stop) vapply(all_stops(stop), stop_text, "", name = function(rule) rule$kind)

# Those that name the control for futility.
resigning_boundaries <- c("boundary", "log_rank")

# All reasons, as the core numbers them: by the rule; then, by the rule, where a boundary was that of futility; then
# since arms have left.
ending_reasons <- function(stop) {
  futile <- function(rule) if (rule$kind %in% resigning_boundaries) "futility" else rule$kind
  c(stop_reasons(stop), vapply(all_stops(stop), stop_text, "", name = futile), "last", "graduated", "dropped")
}

stop_words <- function(stop) if (!is.null(stop)) sprintf("%s, then %s", stop_text(stop), stop$after)

shape.unruly_stop <- function(x) list(
  kind = function(v, x) is_word(v) && (joins_stops(x) || is.list(rules_of(type_of_kind(v)))),
  parameters = function(v, x) if (joins_stops(x)) is.list(v) && length(v) == 0 else
  fits_rules(type_of_rule(x), v, 1),
  parts = function(v, x) if (joins_stops(x)) is.list(v) && length(v) != 1 &&
    all(vapply(v, is_shaped, NA, "unruly_stop")) && length(unique(vapply(v, role_of_rule, ""))) < 2 else is.null(v),
  planned = function(v, x) is.null(v) || is.list(v) && is_count(v$count, 2) &&
    (is.null(v$names) || is.character(v$names)) && (is.null(v$family) || is_word(v$family)) &&
    (is.null(v$outcomes) || is_shaped(v$outcomes, "unruly_times")),
  after = function(v, x) is.null(v) || is_word(v) && v %in% c("commit", "end")
)

is_rule_of_study <- function(v, role) is.null(v) || is_shaped(v, "unruly_stop") && role_of_rule(v) == role

is_stop_of_study <- function(v) is_rule_of_study(v, "stop") && (is.null(v) || is_word(v$after))
