#' Designs of trials
#' @description
#' Describes a group-sequential trial of one or several arms against a control, and computes its limits, its size and
#' its power. [run_study()], [exact_study()], [plan_study()] and [agent()] take it as `design =`.
#'
#' **Use it when** a trial compares arms with a control at one look or more, the error over all of them is to be exactly
#' `error`, and you want to know how many patients it takes.
#'
#' @details
#' At information fraction t the statistic Z of an arm is normal with mean `drift` sqrt(t) and variance 1, and B = Z
#' sqrt(t) has independent increments. Probabilities are computed by recursion over the looks (Armitage, McPherson and
#' Rowe), not simulated; they are right to 1e-10, with several rivals to 1e-8 (five looks 5e-7, six 5e-6).
#'
#' *Limits.* Without `spending` upper limits have a shape: c for `"pocock"`, c / sqrt(t) for `"obrien_fleming"`,
#' c t^(D - 1/2) for a number D in \[-1, 1/2\] (Wang and Tsiatis), 3 before the last look for `"haybittle_peto"`. With
#' `spending` the error that is spent by t is given. With a the whole error (`error`; with two sides each spends half of
#' it), this is 2 - 2 Phi(z / sqrt(t)) for `"obrien_fleming"`, z the normal quantile of 1 - a / 2, a ln(1 + (e - 1) t)
#' for `"pocock"` (Lan and DeMets), and a (1 - e^(-g t)) / (1 - e^(-g)) for a number g (Hwang, Shih and DeCani). A
#' function of t must increase and be a at t = 1.
#'
#' *Several rivals.* With `adjust = "dunnett"` some rival crosses with probability `error` if all means are equal. With
#' `"bonferroni"` each rival has a design of its own at `error` divided by their number; with `"none"` at `error`.
#'
#' *Size.* The power is the probability that some rival crosses its upper limit (with `"bonferroni"` and `"none"` that
#' the best planned one does). `size_exact` patients, of all arms, reach `power`; each look is then rounded up to whole
#' blocks of the ratio, and limits and power are computed anew. Of Bernoulli outcomes Z is scaled by the variance under
#' the null hypothesis (pooled; with a margin that of Farrington and Manning), and the size allows for its difference
#' from the variance under the means planned. Limits for futility end the trial (one rival) or drop the arm (several),
#' binding or not.
#'
#' *In games* looks are rounds. Where arms may leave, they are the first rounds by which each arm in play has shown its
#' planned number of outcomes ([at_outcomes()]), and all arms leave after the last one.
#'
#' @section What does not hold: The error is exact for Gaussian outcomes of known `sd` whose numbers at the looks are as
#'   planned; for Bernoulli outcomes it is approximate ([exact_study()] gives it). Limits are recomputed from the
#'   information observed where `spending` allows it: in games by [stop_boundary()], see `observed` there, else by
#'   [update()][update.unruly_design]. Responsive allocation changes the error: simulate. Late
#'   outcomes are not part of the size.
#' @param arms A [bandit()] with the means that are planned for: Bernoulli arms, or Gaussian arms of one `sd`; or how
#'   many arms there are, or their names: then there are no means and no power. Default: 2.
#' @param looks The looks, increasing positive numbers, at most 200: numbers of patients of all arms; with `power` only
#'   their proportions count. Without `power`, numbers up to 1 are parts of the information, for limits alone: no power
#'   is computed, and no study is played. Default: 1, a single look.
#' @param error The probability to claim that some arm is better if none is, a number in (0, 0.5). Two-sided if `sides =
#'   2`. Default: 0.025.
#' @param shape `"obrien_fleming"`, `"pocock"`, `"haybittle_peto"`, or a number in \[-1, 0.5\]. Not with `spending`.
#' @param spending `NULL` (the default), `"obrien_fleming"`, `"pocock"`, a number, or a function of t: see "Details".
#' @param sides 1 (the default) or 2: limits on both sides, symmetric; power is above only.
#' @param futility `NULL`, or limits for futility in the scale of Z, one number for each look but the last, or one for
#'   all; `-Inf` for none. An arm is futile at or below its limit. One side only.
#' @param futility_spending `NULL`, or how 1 - `power` is spent on limits for futility: as `spending`. One rival only.
#' @param binding `TRUE` if the trial always stops for futility, so that upper limits may be lower. Default: `FALSE`.
#' @param power `NULL`, or the power wanted, a number in (`error`, 1): the size is found. Needs a bandit.
#' @param control The arm to compare with: its number or its name. Default: 1.
#' @param margin The null hypothesis is that an arm's mean exceeds the control's by at most this, a number in units of
#'   the rewards; negative for non-inferiority. Default: 0.
#' @param ratio `NULL`, equal numbers of each arm, or a positive number for each arm, in proportion to its patients.
#' @param adjust For several rivals: `"dunnett"` (the default), `"bonferroni"` or `"none"`, see "Details". The
#'   first is for at most six looks and rivals of one ratio that are all there from the start.
#' @param claim `"ends"` (the default): a claim ends the trial; `"graduates"`: the arm graduates and the others go on.
#' @param ... Must be empty.
#' @return A tibble of class `unruly_design`, one row per look: `look`, `at` (patients), `information` (the fraction
#'   t), `upper` and `lower` (limits for Z, `-Inf` for none), `spent` (the error up to this look: with `"bonferroni"`
#'   the sum over rivals, an upper bound of the probability that some one crosses; with `"none"` that of one rival),
#'   `power` (the probability of a claim by then under the means planned, `NA` without any). `glance()` gives one row:
#'   the arguments, `size` (patients at the last look), `size_exact` (before rounding), `size_planned` and `size_null`
#'   (expected, under the means planned and if no arm differs from the margin), `drift` of the best arm, `inflation`
#'   (`size_exact`, divided by that of one look). [as_table()] typesets it, `toString()` describes it for a protocol.
#' @section Errors: `unruly_error_argument`: means none of which exceeds the control's by more than `margin`; looks
#'   that coincide once they are rounded.
#'
#'   `unruly_error_combination`: arguments that exclude each other or need each other; `"dunnett"` where it is not for.
#' @references Armitage, McPherson and Rowe (1969), Repeated significance tests on accumulating data. Pocock (1977).
#'   O'Brien and Fleming (1979). Haybittle (1971). Lan and DeMets (1983). Wang and Tsiatis (1987). Hwang, Shih and
#'   DeCani (1990). Jennison and Turnbull (2000), Group Sequential Methods, chapter 19. Dunnett (1955). Magirr, Jaki and
#'   Whitehead (2012), A generalized Dunnett test for multi-arm multi-stage clinical studies. Farrington and Manning
#'   (1990), Test statistics and sample size formulae for comparative binomial trials.
#' @seealso [stop_boundary()] for the rule, [trial_power()] for other effects, [operating_characteristics()] for the
#'   rest.
#' @examples
#' trial <- bandit(arms_gaussian(c(control = 0, new = 0.3), sd = 1))
#' plan <- trial_design(trial, looks = 1:4, power = 0.9)
#' plan
#' glance(plan)[c("size", "size_exact", "size_planned", "size_null")]
#' cat(toString(plan))
#' study <- run_study(list(effect = trial, null = bandit_null(trial)), design = plan,
#'   reps = 100, seed = 1)
#' operating_characteristics(study)
#' # Limits alone: three arms, two looks
#' trial_design(c("control", "a", "b"), looks = c(150, 300), shape = "pocock")
#' # Beta spending, and a trial of non-inferiority
#' trial_design(trial, looks = 1:3, power = 0.9, spending = -4, futility_spending = -2)
#' same <- bandit(arms_bernoulli(c(control = 0.6, new = 0.6)))
#' trial_design(same, power = 0.8, margin = -0.1)
#' @export
trial_design <- function(arms = 2, looks = 1, error = 0.025, shape = "obrien_fleming", spending = NULL, sides = 1,
                         futility = NULL, futility_spending = NULL, binding = FALSE, power = NULL, control = 1,
                         margin = 0, ratio = NULL, adjust = c("dunnett", "bonferroni", "none"),
                         claim = c("ends", "graduates"), ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  plan <- check_arms_of_design(arms, call)
  plan$looks <- check_looks_of_test(looks, call)
  plan$error <- check_number(error, "error", above = 0, below = 0.5)
  if (!missing(shape) && !is.null(spending)) {
    abort_combination("Either {.arg shape} or {.arg spending} must be given, not both.",
                      class = "unruly_error_argument")
  }
  plan$shape <- check_shape_of_test(shape, call)
  plan["spending"] <- list(check_spending(spending, "spending", call))
  plan$sides <- check_whole(sides, "sides", min = 1, max = 2)
  plan["futility"] <- list(check_futility(futility, plan, call)) # with a place of its own, as `$` takes parts of names
  plan["futility_spending"] <- list(check_spending(futility_spending, "futility_spending", call))
  plan$binding <- check_flag(binding, "binding")
  plan["power"] <- list(if (!is.null(power)) check_number(power, "power", above = plan$error, below = 1))
  plan$control <- check_control(control, plan, call)
  plan$rivals <- plan$count - 1
  plan$margin <- check_number(margin, "margin")
  plan$ratio <- check_ratio_of_design(ratio, plan, call)
  plan$adjust <- check_choice(adjust, "adjust", c("dunnett", "bonferroni", "none"))
  plan$claim <- check_choice(claim, "claim", c("ends", "graduates"))
  check_design_together(plan, call)
  if (!is.null(plan$means)) check_gain(plan, call)
  if (is.null(plan$power) && max(plan$looks) <= 1) plan$means <- NULL # parts of the information, of no size
  complete_design(plan, call)
}

# --- the table -------------------------------------------------------------------------------

complete_design <- function(plan, call) {
  at <- plan$looks
  if (!is.null(plan$power)) {
    times <- at / at[length(at)]
    limits <- limits_of_plan(plan, times, call)
    plan$size_exact <- size_of_plan(plan, times, limits)
    plan$inflation <- plan$size_exact / size_of_one_look(plan, call)
    at <- rounded_looks(plan, times, call)
  }
  design_at(plan, at, call)
}

rounded_looks <- function(plan, times, call) {
  block <- block_of_ratio(plan$ratio)
  at <- ceiling(plan$size_exact * times / block - 1e-9) * block
  if (all(diff(at) > 0)) return(at)
  abort_argument("looks", sprintf("further apart than blocks of %s", count_of(block, "patient")), call = call,
                 given = sprintf("some that coincide at %s", count_of(at[which(diff(at) == 0)[1]], "patient")))
}

size_of_one_look <- function(plan, call) {
  plan[c("futility", "futility_spending")] <- list(NULL)
  plan$looks <- 1
  if (identical(plan$shape, "haybittle_peto")) plan$shape <- "pocock"
  size_of_plan(plan, 1, limits_of_plan(plan, 1, call))
}

# The design with looks after so many patients.
design_at <- function(plan, at, call) {
  times <- at / at[length(at)]
  limits <- limits_of_plan(plan, times, call)
  check_futility_below(plan, limits, call)
  plan$at <- at
  plan$meets <- limits$drift
  table <- tibble(look = seq_along(at), at = at, information = times, upper = limits$upper, lower = limits$lower,
                  spent = spent_of_limits(plan, times, limits) * if (plan$adjust == "bonferroni") plan$rivals else 1,
                  power = NA_real_)
  if (!is.null(plan$means)) {
    size <- at[length(at)]
    drifts <- drifts_of_plan(plan)
    effect <- drifts$unit * sqrt(size)
    ends <- ends_of_plan(plan, times, limits, effect, drifts$scale, at)
    if (!is.null(ends)) {
      table$power <- cumsum(ends$above)
      plan$drift <- max(effect)
      plan$size_planned <- ends$size
      plan$size_null <- ends_of_plan(plan, times, limits, effect * 0, rep(1, plan$rivals), at)$size
    }
  }
  new_table(table, "unruly_design", plan = plan)
}

plan_of_design <- function(design) attr(design, "plan")

shape.unruly_design <- function(x) list(
  look = function(v, x) {
    is_plan(attr(x, "plan")) && is.numeric(v) && identical(as.vector(v) + 0, seq_along(attr(x, "plan")$at) + 0)
  },
  at = function(v, x) is_column(v) && all(diff(c(0, v)) > 0),
  information = function(v, x) is_column(v) && isTRUE(all.equal(v, x$at / x$at[length(x$at)])),
  upper = function(v, x) is.numeric(v) && !anyNA(v),
  lower = function(v, x) is.numeric(v) && !anyNA(v) && length(v) == length(x$upper) && all(v <= x$upper),
  spent = function(v, x) is.numeric(v), power = function(v, x) is.numeric(v)
)

is_plan <- function(v) {
  is.list(v) && is_count(v$count, 2, 1001) &&
    (is.null(v$names) || is.character(v$names) && length(v$names) == v$count) &&
    is_count(v$control, 1, v$count) && is_reals(v$ratio, v$count) && is_reals(v$error, 1) && is_count(v$sides, 1, 2) &&
    is_reals(v$margin, 1) && is_count(v$rivals, 1) && is_word(v$adjust) && is_word(v$claim) && is_reals(v$at) &&
    (is.null(v$means) || is_reals(v$means, v$count) && is_word(v$family))
}

# --- arguments ------------------------------------------------------------------------------

# Returns list(count, names, means, family, sd, late): what the arms are, as far as it is known.
check_arms_of_design <- function(arms, call) {
  wanted <- "a bandit with Bernoulli arms or Gaussian arms of one `sd`, the names of the arms, or how many there are"
  if (inherits(arms, "unruly_bandit")) return(planned_arms(arms, wanted, call))
  if (is.character(arms)) arms <- check_arm_texts(arms, call = call) else
    arms <- check_whole(arms, "arms", min = 2, max = 1001, call = call, wanted = wanted)
  count <- if (is.character(arms)) length(arms) else arms
  if (count < 2 || count > 1001) {
    abort_argument("arms", "from 2 to 1,001 arms", given = count_of(count, "arm"), call = call)
  }
  list(count = count, names = if (is.character(arms)) arms)
}

planned_arms <- function(bandit, wanted, call, argument = "arms") {
  check_class(bandit, argument, "unruly_bandit", wanted, call)
  refuse <- function(given) abort_argument(argument, wanted, given = given, call = call)
  arms <- bandit$arms
  other <- setdiff(names(bandit$traits), c("batches", "delay", "accrual", "entries"))
  if (length(other) > 0) refuse(sprintf("a bandit with %s", bandit$traits[[other[1]]]$text))
  p <- arms$parameters
  known <- arms$kind %in% c("bernoulli", "gaussian") && !any(vapply(p, is_prior, NA))
  if (!known || arms$kind == "gaussian" && length(unique(p$sd)) > 1) refuse(arms_text(arms))
  if (arms$count < 2 || arms$count > 1001) refuse(count_of(arms$count, "arm"))
  gaussian <- arms$kind == "gaussian"
  list(count = arms$count, names = arms$names, means = if (gaussian) p$mean else p$prob, family = arms$kind,
       sd = if (gaussian) p$sd[1], late = any(trait_parameter(bandit, "entries", "first") > 1))
}

check_looks_of_test <- function(looks, call, argument = "looks", dates = dates_hint) {
  wanted <- "increasing positive numbers, at most 200"
  if (inherits(looks, c("Date", "POSIXt"))) {
    abort_argument(argument, wanted, given = "dates", hint = dates, call = call)
  }
  looks <- check_numbers(looks, argument, above = 0, call = call)
  last <- looks[length(looks)]
  if (any(diff(looks) < 1e-9 * last) || length(looks) > 200) abort_argument(argument, wanted, looks, call = call)
  looks
}

check_shape_of_test <- function(shape, call = rlang::caller_env()) {
  if (is.numeric(shape)) check_number(shape, "shape", min = -1, max = 0.5, call = call) else
    check_choice(shape, "shape", c("obrien_fleming", "pocock", "haybittle_peto"), call = call)
}

check_spending <- function(spending, argument, call) {
  if (is.null(spending) || is.function(spending)) return(spending)
  if (is.numeric(spending)) return(check_number(spending, argument, min = -100, max = 100, call = call))
  check_choice(spending, argument, names(spending_functions), call = call)
}

check_futility <- function(futility, plan, call) {
  if (is.null(futility)) return(NULL)
  before <- length(plan$looks) - 1
  good <- is.numeric(futility) && !is.object(futility) && length(futility) %in% c(1, before) && !anyNA(futility) &&
    all(futility < Inf) && before > 0
  if (!good) abort_argument("futility", if (before == 0) "NULL where there is one look" else
                            sprintf("%s, one for each look but the last, or one for all", count_of(before, "number")),
                            futility, call = call)
  rep_len(as.double(futility), before)
}

# A limit for futility above that for success leaves no room to go on.
check_futility_below <- function(plan, limits, call) {
  if (is.null(plan$futility) && is.null(plan$futility_spending)) return(invisible())
  bad <- which(limits$lower > limits$upper)[1]
  if (is.na(bad)) return(invisible())
  abort_argument(if (is.null(plan$futility)) "futility_spending" else "futility",
                 "at most the upper limit at each look", call = call,
                 given = sprintf("%s at look %d, where the upper limit is %s", format_numbers(limits$lower[bad]), bad,
                                 numbers_of_limits(limits$upper[bad], "none")))
}

check_ratio_of_design <- function(ratio, plan, call) {
  if (is.null(ratio)) return(rep(1, plan$count))
  ratio <- in_order_of_arms(ratio, "ratio", plan$names, call)
  check_numbers(ratio, "ratio", size = plan$count, above = 0, recycle = FALSE, call = call)
}

check_gain <- function(plan, call) {
  gain <- plan$means[-plan$control] - plan$means[plan$control] - plan$margin
  given <- function(text) abort_argument("arms", "a bandit in which some arm exceeds the control by more than `margin`",
                                         given = text, call = call)
  if (all(gain <= 0)) {
    given(sprintf("one in which the best differs from it by %s", format_numbers(max(gain) + plan$margin)))
  }
  if (plan$family == "bernoulli" && (abs(plan$margin) >= 1 || any(plan$means * (1 - plan$means) == 0))) {
    abort_argument("arms", "a bandit whose probabilities are in (0, 1), with a margin in (-1, 1)", call = call,
                   given = sprintf("probabilities %s, margin %s", paste(format_numbers(plan$means), collapse = ", "),
                                   format_numbers(plan$margin)))
  }
}

check_design_together <- function(plan, call) {
  refused <- "unruly_error_argument"
  futile <- !is.null(plan$futility) || !is.null(plan$futility_spending)
  if (!is.null(plan$power) && is.null(plan$means)) {
    abort_combination(c("{.arg power} needs means that are planned for.",
                        i = "Give a bandit: {.code trial_design(bandit(arms_gaussian(c(0, 0.3))), ...)}."),
                      class = refused, call = call)
  }
  if (plan$sides == 2 && futile) {
    abort_combination("Limits for futility are for tests with one side.", class = refused, call = call)
  }
  if (plan$binding && !futile) {
    abort_combination("{.arg binding} needs {.arg futility} or {.arg futility_spending}.", class = refused, call = call)
  }
  if (plan$sides == 2 && plan$rivals > 1 && !is.null(plan$means)) {
    abort_combination(c("With several rivals and two sides there are limits, but no power.",
                        i = "Give {.arg arms} as a number or as names."), class = refused, call = call)
  }
  if (!is.null(plan$futility_spending)) check_two_spendings(plan, call)
  if (is_joint(plan)) check_dunnett(plan, call)
}

check_two_spendings <- function(plan, call) {
  needs <- if (plan$rivals > 1) "a single rival: give limits as `futility`" else
    if (is.null(plan$power)) "`power`, as it spends what that leaves" else
      if (is.null(plan$spending)) "`spending` of the error, too" else
        if (length(plan$looks) == 1) "two looks or more" else
          if (!is.null(plan$futility)) "`futility` to be left out"
  if (is.null(needs)) return(invisible())
  abort_combination("{.arg futility_spending} needs {needs}.", class = "unruly_error_argument", call = call)
}

check_dunnett <- function(plan, call) {
  looks <- length(plan$looks)
  why <- if (looks > most_joint_looks) sprintf("there are %d looks, at most six can be", looks) else
    if (length(unique(plan$ratio[-plan$control])) > 1) "its rivals have different ratios" else
      if (isTRUE(plan$late)) "some arms enter later"
  if (is.null(why)) return(invisible())
  abort_combination(c("{.arg adjust} {.val dunnett} is not for this trial: {why}.",
                      i = "Use {.code adjust = \"bonferroni\"}."), class = "unruly_error_argument", call = call)
}
