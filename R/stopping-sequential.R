#' Stop at a group-sequential boundary
#' @description
#' Ends a game at the first of a few planned looks at which an arm's
#' test statistic against a control crosses a limit.
#'
#' **Use it when** a trial has planned looks and limits from [trial_design()]. [stop_evidence()] also compares
#' arms with a control, and needs no plan of the looks.
#'
#' @details
#' At each look every arm (rival) is compared with the control by a statistic Z of all outcomes shown so far.
#' Gaussian: the difference of the means, divided by its standard error for known `sd`. Bernoulli: the difference of
#' the proportions, divided by its standard error with the pooled proportion p, sqrt(p (1 - p) (1 / m + 1 / n)); 0 if
#' p is 0 or 1. More is better: for harms, reverse the rewards.
#'
#' * The game stops when the Z of some rival is at least `upper`. It names the rival with the greatest Z (of equal
#'   ones the one with the greatest mean, then the lowest number); the reason in [recommendations()] is `"boundary"`.
#' * It stops when the Z of every rival is at most `lower` and no arm is still to enter. It names the control; the
#'   reason is `"futility"`.
#' * With two sides it also stops when Z is at most -`upper`, and names the control, reason `"boundary"`. Two sides
#'   need exactly one rival.
#'
#' As the argument `drop` of [run_study()] and [agent()] its `lower`, as `graduate` its `upper` limits act on each arm
#' by itself: see [stop_posterior()]. Beside such a rule the looks of a design of several rivals are the first rounds by
#' which each arm in play has shown its planned number of outcomes ([at_outcomes()]).
#'
#' Nothing holds while the control has no outcome. Where arms enter late, `concurrent = TRUE` compares each with the
#' control's pulls since its own entry, whenever they are shown; without any of these it has no Z.
#'
#' With `observed = TRUE` limits follow the information: at each look that of an arm is m n / (m + n) of the m and n
#' outcomes shown of it and of the control, divided by that planned for the end; the error spent is the value of
#' `spending` there, and all that is left at the last look, or at the horizon. A look that adds nothing to an arm's
#' information is skipped. Where information comes as planned the limits are those planned. [exact_study()] plays it
#' where the numbers of outcomes at the looks are the same in all games, that is, for [policy_allocation()] in fixed
#' blocks that end at the looks.
#'
#' @section Guarantees: With the limits of a [trial_design()] for these arms, Gaussian outcomes of
#'   known `sd` and equally many outcomes of each arm at the planned looks, some arm is named in error with the
#'   probability `error` of the design (Jennison and Turnbull 2000). In 20,000 trials each of two and of four equal
#'   arms, O'Brien-Fleming at 0.025, the shares were 0.026 and 0.025, Monte Carlo error 0.001. For Bernoulli outcomes
#'   that is approximate: the exact error of four looks at 80 patients is at most 0.0275, over all success
#'   probabilities. Allocation that responds to outcomes changes the error: simulate it with
#'   [operating_characteristics()] and mend the limits with [calibrate_design()].
#'
#'   If outcomes drift while arms enter, a newcomer differs from earlier patients of the control though it is no better
#'   (Lee and Wason 2020). Three equal Bernoulli arms of 0.3, one of which enters in round 301 of 600 when all
#'   probabilities rise to 0.45: in equal blocks its Z ends above 1.96 with probability 0.348 against all patients of
#'   the control, and 0.027 with `concurrent = TRUE` (exact; in 100,000 simulated trials 0.350 and 0.0269, Monte Carlo
#'   errors 0.0015 and 0.0005).
#' @param design What [trial_design()] returned; or `NULL`, and limits as numbers. Default: `NULL`.
#' @param control The arm to compare with: its number or its name. Default: that of `design`, else 1.
#' @param upper One number for each look, in the scale of Z; `Inf` for none. Not with `design`.
#' @param lower `NULL`, or limits for futility, one number for each look but the last (without `upper` also for the
#'   last); `-Inf` for none. Not with
#'   `design` or two sides.
#' @param looks The rounds of the looks: increasing whole numbers, at least 1; or [at_times()]. Default: those of
#'   `design`.
#' @param sides 1, or 2 for limits on both sides. Not with `design`, which states its own. Default: 1.
#' @param margin Z is of the hypothesis that an arm's mean exceeds the control's by just this, a number in units of the
#'   rewards. With Bernoulli outcomes the standard error is then that of Farrington and Manning. Not with `design`.
#'   Default: 0.
#' @param family `NULL`, or the family of the rewards, a single string: `"bernoulli"`, which also covers all other
#'   rewards in `range`, or `"gaussian"` with standard deviation `sd`. Default: from the bandit.
#' @param concurrent `FALSE`: all pulls of the control count. `TRUE`: for each other arm those from the round in which
#'   it entered on, whenever they are shown. Without late entries that is the same. Default: `FALSE`.
#' @param observed `TRUE` if limits follow the information seen in each game, `FALSE` if they are those planned. They
#'   can follow for a `design` with named or numeric `spending`, each arm judged by itself and no limits for futility
#'   that bind or are spent; for these `TRUE` is the default. ([as_code()] writes numbers.)
#' @inheritParams stop_glr
#' @return A stopping rule, of class `unruly_stop`, see [stopping_rules].
#' @section Errors: `unruly_error_combination`: both or none of `design` and limits are given; `observed = TRUE` for
#'   other designs than those named. In [run_study()] and
#'   [agent()]: a bandit with more arms than the design, or with other names, or one whose games cannot be stopped by
#'   a rule, rewards outside `range`, a control that is no arm, or two sides with more than one rival.
#' @section Warnings: `unruly_warning_design`: a bandit has fewer arms than the design, or outcomes of another family
#'   than the bandit that it was made of.
#' @references Jennison and Turnbull (2000), Group Sequential Methods with Applications to Clinical Trials, chapters 2
#'   and 5. Magirr, Jaki and Whitehead (2012), A generalized Dunnett test for multi-arm multi-stage clinical studies.
#'   Lee and Wason (2020), Including non-concurrent control patients in the analysis of platform trials: is it worth it?
#' @seealso [trial_design()] for limits; [operating_characteristics()] for errors and power.
#' @examples
#' trial <- bandit(arms_bernoulli(c(control = 0.3, new = 0.5)))
#' rule <- stop_boundary(trial_design(trial, looks = c(50, 100, 150, 200)))
#' study <- run_study(trial, policy_allocation(), horizon = 200, seed = 1, stop = rule)
#' table(recommendations(study)[c("reason", "sample_size")])
#' # The exact probability of each ending of a small trial
#' early <- stop_boundary(upper = c(2.8, 2), lower = 0, looks = c(20, 40))
#' recommendations(exact_study(trial, policy_allocation(), horizon = 40, stop = early))
#' @export
stop_boundary <- function(design = NULL, control = NULL, upper = NULL, lower = NULL, looks = NULL, sides = 1,
                          margin = 0, family = NULL, range = NULL, sd = NULL, concurrent = FALSE, observed = NULL,
                          ...) {
  check_no_dots(...)
  if (!is.null(design)) check_design(design)
  observed <- observed_of_design(design, observed, rlang::current_env())
  if (is.null(design) && is.null(upper) && is.null(lower)) {
    abort_combination("Either {.arg design} or limits, {.arg upper} or {.arg lower}, must be given.",
                      class = "unruly_error_argument")
  }
  if (!is.null(design)) {
    check_only_design(upper, lower, sides, margin)
    plan <- plan_of_design(design)
    sides <- plan$sides
    margin <- plan$margin
    upper <- design$upper
    if (sides == 1 && length(upper) > 1) lower <- design$lower[-length(upper)]
    outcomes <- if (is.null(looks) && plan$rivals > 1) looks_in_outcomes(design, plan)
    looks <- looks_of_design(looks, design$at)
    control <- control %||% if (is.null(plan$names)) plan$control else plan$names[plan$control]
  }
  control <- control %||% 1
  if (length(lower) > 0) lower <- check_limits_of_looks(lower, "lower")
  upper <- upper %||% rep(Inf, if (is.null(looks)) length(lower) else count_of_looks(looks))
  upper <- check_limits_of_looks(upper, "upper")
  rule <- check_looks_and_limits(describe_rule("stop_boundary")) |> check_numbers_observed()
  if (all(rule$parameters$lower == -largest_number)) rule$parameters$lower <- NULL
  if (!is.null(design)) rule$planned <- without_nulls(c(plan[c("count", "names", "family")], list(outcomes = outcomes)))
  rule
}

# The design may be for parts of the information; rules are asked in rounds.
looks_of_design <- function(looks, at, what = "the rounds of the looks", one = "round", call = rlang::caller_env()) {
  if (is.null(looks)) {
    if (is_reals(at) && all(at == round(at) & at >= 1)) return(at)
    abort_argument("looks", paste0(what, ", where the design does not state them"), call = call,
                   given = "nothing", hint = sprintf("The looks of the design are %s: add `looks =`, with %s.",
                                                     paste(format_numbers(at), collapse = ", "),
                                                     count_of(length(at), one)))
  }
  count <- count_of_looks(looks)
  if (count != length(at)) {
    abort_argument("looks", sprintf("%s, as many as `design` has", count_of(length(at), "look")), looks, call = call)
  }
  looks
}

# Where arms may leave, those left would have more outcomes at a round than planned.
with_looks_at_outcomes <- function(rule) {
  if (!is.null(rule$parts)) rule$parts <- lapply(rule$parts, with_looks_at_outcomes)
  if (is.null(rule$planned$outcomes)) return(rule)
  rule$parameters <- c(rule$parameters[names(rule$parameters) != "looks"], unclass(rule$planned$outcomes))
  rule$planned$outcomes <- NULL
  rule
}

looks_in_outcomes <- function(design, plan) {
  counts <- floor(outer(design$at, plan$ratio / sum(plan$ratio)) + 1e-9)
  if (all(diff(rbind(0, counts)) > 0)) new_outcomes(counts) # else rounds, where an arm has less than one more at a look
}

check_only_design <- function(upper, lower, sides, margin, call = rlang::caller_env()) {
  if (is.null(upper) && is.null(lower) && identical(list(sides, margin), list(1, 0))) return(invisible())
  abort_combination(c("With {.arg design}, {.arg upper}, {.arg lower}, {.arg sides} and {.arg margin} are left out.",
                      i = "It states them."), class = "unruly_error_argument", call = call)
}

# The core has the largest number for none.
check_limits_of_looks <- function(limits, argument, call = rlang::caller_env()) {
  if (!is.numeric(limits) || is.object(limits) || length(limits) == 0 || is_too_long(limits) || anyNA(limits)) {
    abort_argument(argument, "one number for each look", limits, call = call,
                   hint = if (is.data.frame(limits)) {
                     sprintf("The limits of a design `d` are `d$%s`, its looks `d$at`.", argument)
                   })
  }
  pmax(pmin(as.double(limits), largest_number), -largest_number)
}

# A rule with a limit for each look; `lower` of a test has none for the last.
check_looks_and_limits <- function(rule, call = rlang::caller_env()) {
  given <- rule$parameters
  count <- if (is.null(given$outcomes)) length(given$looks %||% given$times) else nrow(outcomes_by_look(given))
  if (count == 0) abort_missing("looks", call, "the rounds of the looks")
  if (length(given$upper) != count) {
    abort_argument("upper", sprintf("%s, one for each look", count_of(count, "number")), given$upper, call = call)
  }
  if (is.null(given$lower)) return(rule)
  if (given$sides == 2) abort_combination("{.arg lower} is for tests with one side.", class = "unruly_error_argument",
                                          call = call)
  without_upper <- all(given$upper >= largest_number)
  if (length(given$lower) == count - 1 || length(given$lower) == count && without_upper) {
    check_below(given$lower, given$upper, call)
    return(rule)
  }
  wanted <- sprintf("%s, one for each look but the last", count_of(count - 1, "number"))
  abort_argument("lower", wanted, given$lower, call = call)
}

# A limit for futility above that for success leaves no room to go on. (The core has the largest number for none.)
check_below <- function(lower, upper, call = rlang::caller_env()) {
  bad <- which(lower > upper[seq_along(lower)])[1]
  if (is.na(bad)) return(invisible())
  abort_argument("lower", "at most the upper limit at each look", call = call,
                 given = sprintf("%s at look %d, where the upper limit is %s", format_numbers(lower[bad]), bad,
                                 numbers_of_limits(upper[bad], "none")))
}

# --- the arms that it is for ---------------------------------------------------------------

# A design for fewer arms spends more than its error, which is refused; one for more arms spends less. `arms`: by
# bandit, list(count, names, stated), what these are and what is stated of their rewards.
check_planned_arms <- function(rules, arms, call) {
  singles <- Filter(function(one) !is.null(one$planned), do.call(c, lapply(unname(rules), all_stops)))
  for (planned in unique(lapply(singles, function(one) one$planned[c("count", "names")]))) {
    for (some in unique(lapply(unname(arms), `[`, c("count", "names")))) check_arms_are_planned(planned, some, call)
  }
  check_planned_family(singles, arms)
}

check_planned_family <- function(rules, arms) {
  for (rule in rules) for (some in arms) {
    planned <- rule$planned$family
    played <- resolve_stop(rule, some$stated)$parameters
    if (is.null(planned) || !is.null(rule$parameters$family)) next # which is not by mistake
    family <- played$family %||% if (is.null(played$sd)) "bernoulli" else "gaussian"
    if (family == planned) next
    return(warn_cli(c("The design is for {capital(planned)} outcomes, those of the bandit are taken as {capital(family)}.",
                      i = "Its limits and its power are for other outcomes: {.code trial_design(bandit, ...)}."),
                    class = c("unruly_warning_design", "unruly_warning")))
  }
}

check_arms_are_planned <- function(planned, arms, call) {
  if (planned$count < arms$count) {
    abort_combination(c("The design is for {count_of(planned$count, \"arm\")}, the bandit has {format_count(arms$count)}.",
                        x = "Its error would be exceeded.",
                        i = "Use {.code trial_design(bandit, ...)}; {.code adjust = \"none\"} gives each arm all of the error."),
                      class = "unruly_error_argument", call = call)
  }
  both <- !is.null(planned$names) && !is.null(arms$names)
  other <- if (both) setdiff(arms$names, planned$names)
  if (length(other) > 0) {
    abort_combination(c("The design is for other arms: {.val {planned$names}}.",
                        x = "The bandit has the arm {.val {other[1]}}."),
                      class = "unruly_error_argument", call = call)
  }
  if (planned$count == arms$count) return(invisible())
  warn_cli(c("The design is for {count_of(planned$count, \"arm\")}, the bandit has {format_count(arms$count)}.",
             i = "Its limits are higher than they need be: {.code trial_design(bandit, ...)}."),
           class = c("unruly_warning_design", "unruly_warning"))
}

# Games know nothing of the plan.
without_plan <- function(rule) {
  rule$planned <- NULL
  if (!is.null(rule$parts)) rule$parts <- lapply(rule$parts, without_plan)
  rule
}
