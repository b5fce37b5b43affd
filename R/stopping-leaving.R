#' Stop by posterior probabilities, also arm by arm
#' @description
#' Ends a game when an arm is probably the best. In other arguments it takes single arms out of a game that goes on:
#' those that are unlikely to be good are dropped, those that are probably better than a control graduate.
#'
#' **Use it when** a trial is judged by posterior probabilities. [stop_boundary()] has limits with a stated error.
#'
#' @details
#' * `stop = stop_posterior(probability)`: the game ends when the posterior probability that the leader is best exceeds
#'   `probability`
#' * `graduate = stop_posterior(probability, control =, margin =)`: an arm graduates when the posterior probability that
#'   its mean exceeds the control's by more than `margin` is greater than `probability`
#' * `drop = stop_posterior(below =, control =, margin =)`: an arm is dropped when that probability, or without a
#'   control the one that it is the best of the arms left, is less than `below`
#'
#' [stopping_rules] states when rules are consulted and how they are combined. In `drop` and `graduate` every arm is
#' judged by itself, by what was shown of it and, with a control, of the control. Nothing holds before the control
#' (without one: each arm left) has an outcome, nor of an arm of which nothing was shown.
#'
#' @section What happens in a round: With `drop` or `graduate` of [run_study()] and [agent()], whichever rules they are,
#'   at the end of a round in which a rule is due, after everything due has been shown:
#'
#'   1. The rule `stop` is asked, about the arms left. If it holds, the game is over.
#'   2. Otherwise arms graduate and are dropped, all at once and by the same evidence: all arms that reach their limit
#'      at the same look graduate together. An arm that both rules take graduates. The control never leaves, and without
#'      one the leader is never dropped.
#'   3. If some arm has left, only the control (without one: one arm) remains and none is still to enter, the game ends.
#'
#'   An arm that left cannot be pulled again, and counts no more in later rules. It stays in all tables, with the cause
#'   `"dropped"` or `"graduated"` in [exits()], and regret still compares with the best arm of all.
#'   [recommendations()] names the arm with the greatest observed mean among those not dropped. A game that ended by 3
#'   names, with a control, the graduate with the greatest observed mean, whichever graduated first (reason
#'   `"graduated"`), or without any graduate the control (`"dropped"`); without a control the last arm (`"last"`). Of
#'   equal means the arm with more pulls is named, then the one with the lower number.
#' @section Guarantees: Posterior probabilities are right on average over their priors, uniform for Bernoulli, flat for
#'   Gaussian arms, not for given means: simulate the error with [operating_characteristics()].
#' @param probability The probability that must be exceeded, a number in (0, 1). Default: 0.95.
#' @param below For `drop`, instead of `probability`: the probability that must be undercut, a number in \[0, 1\].
#' @param control For `drop` and `graduate`, the arm to compare with, the same in all rules of a game: its number or its
#'   name. Default: 1 in `graduate`; none in `drop`: each arm is compared with all others.
#' @param margin For `drop` and `graduate`, by how much the mean must exceed the control's, a number (negative:
#'   non-inferiority). Default: 0.
#' @param family,range,sd Rewards: `"bernoulli"`, which covers all in `range` (two increasing numbers), `"gaussian"`
#'   with standard deviation `sd` (a number above 0), or `"survival"`: the least hazard is best, with the posterior of
#'   [policy_thompson()]; then `margin` must be 0 and `concurrent` `FALSE`. Default: `NULL`, from the bandit.
#' @param concurrent For `drop` and `graduate`: `FALSE` counts all pulls of the control, `TRUE` for each other arm those
#'   from the round in which that arm entered on, whenever they are shown. The guarantees of [stop_boundary()] state
#'   what that mends. Default: `FALSE`.
#' @inheritParams stop_glr
#' @return A rule, of class `unruly_stop`; with `below` it is for `drop`, with `control`, `margin` or `concurrent` alone
#'   for `graduate`.
#' @section Errors: `unruly_error_combination`: `below` beside `probability`; `margin` or `concurrent = TRUE` beside
#'   `below` without a control; rules for different arguments joined. In [run_study()] and [agent()]: games that no rule
#'   can stop, rewards outside `range`, no such control or several, a policy whose arms must stay.
#' @references Magirr, Jaki and Whitehead (2012), A generalized Dunnett test. Trippa et al. (2012).
#' @examples
#' trial <- bandit(arms_bernoulli(c(control = 0.25, a = 0.25, b = 0.45))) |> with_entries(c(1, 1, 101))
#' study <- run_study(trial, policy_allocation("best"), horizon = 500, reps = 20, seed = 1,
#'   stop = stop_posterior(0.99), drop = stop_posterior(below = 0.02, looks = seq(100, 500, 100)))
#' exits(study)
#' # `b` is compared with patients of the control since round 101
#' leaving <- run_study(trial, policy_allocation(), horizon = 500, reps = 20, seed = 1,
#'   graduate = stop_boundary(upper = c(2.8, 2.4), looks = c(300, 500), concurrent = TRUE))
#' table(exits(leaving)[c("arm", "cause")])
#' @export
stop_posterior <- function(probability = 0.95, below = NULL, control = NULL, margin = 0, family = NULL, range = NULL,
                           sd = NULL, looks = NULL, concurrent = FALSE, ...) {
  if (!is.null(below)) {
    check_no_probability(missing(probability))
    return(describe_rule("drop_posterior"))
  }
  rule <- describe_rule("stop_posterior")
  if (is.null(control) && is_left_out(margin, 0) && is_left_out(concurrent, FALSE)) return(rule)
  rule$parameters <- c(rule$parameters, list(control = control %||% 1, margin = margin, concurrent = concurrent))
  posterior_in_role(rule, "graduate", rlang::current_env())
}

check_no_probability <- function(missing, call = rlang::caller_env()) {
  if (missing) return(invisible())
  abort_combination("Either {.arg below}, for {.arg drop}, or {.arg probability} can be given, not both.",
                    class = "unruly_error_argument", call = call)
}

is_left_out <- function(value, usual) is.null(value) || identical(value, usual)

# --- for a study ---------------------------------------------------------------------

# Returns a rule that joins none and never holds: a study, or an agent, is given it if it only takes arms out.
no_stop <- function() new_stop("any", parts = list())

# Rules about the end of games and the arms in them: `stop`, `drop` and `graduate`, each or NULL. `check`: what can be
# wrong with one of them, given the rule and the argument; `arms`: what check_planned_arms() takes.
check_trial_rules <- function(stop, drop, graduate, after, arms, check, call) {
  after <- check_choice(after, "after", c("commit", "end"), call = call)
  wanted <- c(stop = "a stopping rule, such as `stop_glr()`", drop = "a rule, such as `stop_posterior(below = 0.05)`",
              graduate = "a rule, such as `stop_posterior(0.975)`")
  given <- without_nulls(list(stop = stop, drop = drop, graduate = graduate))
  for (name in names(given)) {
    given[[name]] <- in_role(given[[name]], name, call)
    check_role(given[[name]], name, paste("NULL or", wanted[[name]]), call)
  }
  if (any(c("drop", "graduate") %in% names(given))) given <- lapply(given, with_looks_at_outcomes)
  for (name in names(given)) check(given[[name]], name)
  check_planned_arms(given, arms, call)
  check_one_control(given, lapply(arms, `[[`, "names"), call)
  if (length(given) > 0 && is.null(stop)) given$stop <- no_stop()
  if (length(given) > 0) given$stop$after <- after
  lapply(given[intersect(rule_arguments, names(given))], without_plan)
}

check_role <- function(rule, argument, wanted, call) {
  check_stop(rule, argument, wanted, call)
  role <- role_of_rule(rule)
  if (role == argument) return(invisible())
  abort_argument(argument, wanted, given = sprintf("a rule for `%s`", role), call = call,
                 hint = switch(first_rule(rule)$kind, drop_posterior = words_of_drop,
                               graduate_posterior = words_of_graduate,
                               sprintf("Write `%s = %s(...)`.", role, constructor_of_rule(first_rule(rule)))))
}

words_of_drop <- "`below` of `stop_posterior()` is for `drop`: write `drop = stop_posterior(below = ...)`."

words_of_graduate <-
  "`control`, `margin` and `concurrent` of `stop_posterior()` are for `graduate` and, beside `below`, for `drop`."

controls_of_rules <- function(rules) {
  unique(without_nulls(lapply(all_stops(rules), function(rule) rule$parameters$control)))
}

# By number or by name.
check_one_control <- function(given, arms, call) {
  rules <- given[intersect(names(given), c("drop", "graduate"))]
  controls <- unique(do.call(c, lapply(unname(rules), controls_of_rules)))
  place <- function(control, names) if (is.character(control)) as.double(match(control, names)) else control
  same <- vapply(arms, function(names) length(unique(vapply(controls, place, 0, names))) < 2, NA)
  if (all(same)) return(invisible())
  shown <- vapply(controls, describe_value, "")
  abort_combination(c("All rules of {.arg drop} and {.arg graduate} must name the same {.arg control}.",
                      x = "They name {shown[1]} and {shown[2]}."), class = "unruly_error_argument", call = call)
}

# Returns whether arms may leave a policy that is not made for it, or NULL.
why_no_leaving <- function(name, policies) {
  if (name == "stop") return(NULL)
  keeps <- Find(function(policy) "patience" %in% refused_words(policy), policies)
  if (!is.null(keeps)) sprintf("%s does not play bandits whose arms leave", keeps$label)
}

refused_words <- function(policy) {
  listed <- .Call(C_policies)
  own <- flag_list(listed$refuses[match(policy$constructor, listed$constructor)])
  c(own, if (!is.null(policy$policy)) refused_words(policy$policy))
}

# The rules of a study, and how its games continue after they have stopped.
check_study_rules <- function(stop, drop, graduate, after, bandits, policies, call) {
  check <- function(rule, role) {
    for (name in names(bandits)) {
      reason <- why_not_stopped(bandits[[name]]) %||% why_not_by_silence(rule, bandits[[name]]) %||%
        why_not_by_rewards(rule, bandits[[name]]) %||%
        why_no_control(rule, bandits[[name]]$arms) %||% why_too_many_rivals(rule, bandits[[name]]$arms) %||%
        why_no_times(rule, bandits[[name]]) %||% why_no_patients(rule, bandits[[name]]) %||%
        why_no_leaving(role, policies)
      if (is.null(reason)) next
      what <- switch(role, stop = "cannot be stopped by this rule", "cannot lose arms by this rule")
      abort_combination(c("Games of the bandit {.val {name}} {what}.", x = "{reason}."),
                        class = "unruly_error_argument", call = call)
    }
    check_settles(rule, policies, call)
  }
  arms <- lapply(bandits, function(b) c(b$arms[c("count", "names")], list(stated = stated_by_bandit_for_rules(b))))
  check_trial_rules(stop, drop, graduate, after, arms, check, call)
}

# --- of a design ---------------------------------------------------------------------------

# Fills the arguments that were not given to a function which takes `design`, whose frame this is: the policy, how long
# it goes on, and the rules.
take_design <- function(frame) {
  if (is.null(frame$design)) return(invisible())
  design <- frame$design
  check_design(design, call = frame)
  check_plays_patients(design, frame)
  absent <- function(name) {
    name %in% names(formals(function_of(frame))) &&
      (eval(base::call("missing", as.name(name)), frame) || is.null(frame[[name]]))
  }
  filled <- c(list(horizon = design$at[nrow(design)], arms = arms_of_design(design),
                   sd = if (is.null(frame$range)) plan_of_design(design)$sd), rules_of_design(design))
  policy <- policy_of_design(plan_of_design(design))
  for (name in c("policy", "policies")) if (absent(name)) frame[[name]] <- policy
  for (name in names(without_nulls(filled))) if (absent(name)) frame[[name]] <- filled[[name]]
}

check_plays_patients <- function(design, call) {
  if (counts_patients(design) && all(design$at == round(design$at))) return(invisible())
  abort_argument("design", "one whose looks are whole numbers of patients", call = call,
                 given = sprintf("looks at %s%s", if (counts_patients(design)) "" else "parts of the information: ",
                                 paste(format_numbers(design$at), collapse = ", ")),
                 hint = "Use `trial_design(bandit, power = ...)`, or its `looks` in patients.")
}

arms_of_design <- function(design) plan_of_design(design)$names %||% plan_of_design(design)$count

policy_of_design <- function(plan) {
  if (length(unique(plan$ratio)) == 1) return(policy_allocation())
  policy_allocation(plan$ratio, block = if (block_of_ratio(plan$ratio) > 1) block_of_ratio(plan$ratio))
}

# A claim ends the trial, or the arm graduates; several rivals are futile one by one. Where arms may leave, looks are
# those by which each arm in play has its numbers, and after the last one nobody stays.
rules_of_design <- function(design) {
  plan <- plan_of_design(design)
  futile <- plan$sides == 1 && any(design$lower > -Inf)
  if (plan$claim == "ends" && (plan$rivals == 1 || !futile)) return(list(stop = stop_boundary(design)))
  looks <- looks_in_outcomes(design, plan)
  rule <- stop_boundary(design, looks = looks)
  lower <- if (plan$sides == 1) design$lower[-nrow(design)] else rep(-Inf, nrow(design) - 1)
  drop <- stop_boundary(lower = c(lower, Inf), looks = looks %||% design$at, control = rule$parameters$control,
                        margin = plan$margin)
  drop$planned <- rule$planned
  if (plan$claim == "graduates") return(list(graduate = rule, drop = drop))
  rule$parameters["lower"] <- list(NULL)
  list(stop = rule, drop = drop)
}

# A boundary is a plan of all its looks; one that the game does not reach changes its error.
warn_of_looks <- function(description) {
  rules <- do.call(c, lapply(unname(without_nulls(unclass(description)[rule_arguments])), all_stops))
  horizon <- description$horizon
  for (rule in Filter(function(rule) grepl("boundary$", rule$kind), rules)) {
    name <- constructor_of_rule(rule)
    looks <- rule$parameters$looks
    if (!isTRUE(max(looks, 0) > horizon)) next
    return(warn_cli(c("{.fn {name}} has looks after the last round.",
                      x = "Looks: {paste(format_numbers(looks), collapse = \", \")}. Rounds: {format_count(horizon)}.",
                      i = paste("Its limits are for all looks. Use {.code horizon = {format_plain(max(looks))}}",
                                "or fewer looks.")),
                    class = c("unruly_warning_looks", "unruly_warning")))
  }
}

# In words, for print and folders.
trial_words <- function(description) {
  of <- function(rule, verb) if (!is.null(rule)) paste0(verb, ": ", stop_text(rule))
  stops <- if (!is.null(description$stop)) {
    if (length(description$stop$parts) == 0 && joins_stops(description$stop))
      sprintf("Stops: when one arm is left, then %s", description$stop$after) else
        paste0("Stops: ", stop_words(description$stop))
  }
  c(stops, of(description$drop, "Drops"), of(description$graduate, "Graduates"))
}
