#' The analysis of a trial that looked several times
#' @description
#' Gives the p-value, the estimate and the intervals of a group-sequential trial, which allow for its looks. Without
#' that, a trial that stops when an arm looks good has estimates that are too high, intervals that are too narrow and
#' p-values that are too small.
#'
#' **Use it when** a trial with a [trial_design()] has ended, or is at a look.
#'
#' @details
#' Ends are ordered stagewise: a crossing above at an earlier look is further up than one at a later look, and at the
#' same look the greater Z is further up. For an end at look M with Z = z, P(theta) is the probability of ends at
#' least as far up, if the drift is theta. Limits are those of the design, the information is what was seen. Lower
#' limits act only if they bind, or with two sides.
#'
#' * `p_value` is P(0), with two sides 2 min(P, 1 - P);
#' * `estimate` is where P = 1/2 (median-unbiased), `lower` and `upper` where P is a and 1 - a, a = (1 - `level`) / 2;
#' * `adjusted` is the effect at which the estimate (`naive`) has the mean that was seen (Whitehead);
#' * `repeated_lower`, `repeated_upper`: z -+ the upper limit, in units of the difference: an interval of coverage 1 -
#'   error, two-sided 1 - 2 error for one side, that holds at all looks, whether the trial stopped or not;
#' * `sequential_p`: the least error at which limits of the same kind would have been crossed by now. It can be given at
#'   any look. `NA` for `"haybittle_peto"`, beta spending, a spending function in R, and in studies without
#'   `keep = "choices"`, whose games keep no Z of earlier looks.
#'
#' For an agent the looks are those rounds of its rule that have ended, with the outcomes that had been reported by
#' then; those of earlier rounds that were reported after the stop make an overrun (not with `after = "end"`, where no
#' round begins after the stop: they count as known at it). An arm that was dropped or has graduated is analysed at
#' the look at which it left. Limits are those that the rule had: where they follow the information, those at the
#' information of each look (see `observed` of [stop_boundary()]); a look that adds nothing to that of an arm is none
#' of its looks.
#'
#' A study with `keep = "choices"` is analysed in the same way, from the outcomes shown by each look: late ones, arms
#' that enter or leave, and looks that are times included. With `run_study(overrun = )` what came after the stop
#' is an overrun; at the horizon it came before the look. A study without its choices is analysed by the counts and
#' means at its ends; then information at earlier looks is taken to be that planned, and what depends on it is
#' refused.
#'
#' `decision` judges each arm by its own limits: where several arms reach theirs at the look that ends a trial,
#' each of them has `"efficacy"`, and with `"dunnett"` all of these may be said to be better. [recommendations()] and
#' [operating_characteristics()] count the one with the greatest Z, as the rule claims one arm.
#'
#' Where all outcomes were 0, or all 1, there is no standard error: effects are `NA`, and `summary()` leaves them out.
#'
#' Without `se` (and without outcomes) effects are drifts: Z / sqrt(information). With
#' `adjust = "bonferroni"` each arm is judged by itself, and `p_value` and `sequential_p` are multiplied by the number
#' of arms compared. With `"dunnett"` and several rivals `p_value` is the probability, without any effect, that some
#' arm crosses before, or that some Z is as great; the repeated intervals hold for all arms together. Its `estimate`,
#' `lower`, `upper` and `adjusted` are only for `claim = "graduates"`: where another arm may have ended the trial they
#' are `NA`, and a message says so.
#' @section What does not hold: Intervals are exact for Gaussian outcomes of known `sd` with a stop by the design alone.
#'   For Bernoulli outcomes they are approximate. Estimates are unbiased in the median, not in the mean. The limits of a
#'   non-binding design do not act, so that stops for futility make the intervals somewhat conservative.
#' @param x A study of such trials, by [run_study()] with `design =`; an [agent()] made with `design =`; the trial's
#'   outcomes in their order, a log, see [as_log()], or a data frame; or a data frame with a row per look: `at` (in the
#'   units of the design) and `z`, optionally `se` (the standard error of the difference), `arm` (for several rivals),
#'   and `overrun`, `TRUE` in a last row which has, in place of the look before, what was known in the end.
#' @param design What [trial_design()] or its [update()][update.unruly_design] returned. Designs with `spending`
#'   are updated to the looks of a data frame. Default: that with which `x` was made in this session, for a study or an
#'   agent.
#' @param level Nominal coverage of `lower` and `upper`, a number in (0, 1). Default: 1 - 2 `error`, with two
#'   sides 1 - `error`, in step with the test (`error` of one comparison).
#' @param at `"final"` (the default): a row per trial and arm, at its end; `"all"`: at each look (of a
#'   study, with `keep = "choices"`).
#' @param looks For outcomes, of a log or a data frame: after how many rows one looked, increasing whole numbers.
#'   Default: `NULL`.
#' @param ... For a data frame of outcomes: its columns, as [as_log()] takes them, as in `arm = treatment`.
#' @return A tibble of class `unruly_analysis`: `bandit`, `policy`, `rep` (of a study), `arm`, `look`, `information`,
#'   `z`, `limit_upper`, `limit_lower`, `decision` (`"efficacy"`, `"futility"`, `"continue"`, `"end"`), `p_value`,
#'   `estimate`, `lower`, `upper`, `naive`, `adjusted`, `repeated_lower`, `repeated_upper`, `sequential_p`; of a study
#'   `truth`. `summary()` of that of a study has a row per bandit, policy and arm: `games`, `coverage`, `below` and
#'   `above` (shares of intervals below and above the truth), `bias`, `bias_naive`, `bias_adjusted`, and
#'   `coverage_repeated`, of the repeated intervals, each with its Monte Carlo standard error (`_mcse`).
#' @section Errors: `unruly_error_argument`: a study without `keep = "choices"` and with late outcomes, arms that
#'   leave, or limits that followed the information; games that ended at no look of the design; an agent before its
#'   first look; an arm without outcomes.
#' @section Messages: `unruly_message_methods`: there is no estimate, as another arm may have ended the trial.
#'   `unruly_message_limits`: looks were not made as planned, and the limits of the design do not follow them. (Of
#'   outcomes, where the information at a look differs by more than half a percentage point. Studies do not say so:
#'   [operating_characteristics()] show what it does.)
#' @references Armitage (1957). Siegmund (1978). Tsiatis, Rosner and Mehta (1984), Exact confidence intervals following
#'   a group sequential test. Whitehead (1986), On the bias of maximum likelihood estimation following a sequential
#'   test.
#'   Whitehead (1992), Overrunning and underrunning in sequential clinical trials. Jennison and Turnbull (2000), Group
#'   Sequential Methods, chapters 8 and 9.
#' @seealso [estimates()] and [compare_arms()] for intervals that hold at any time, without a design.
#' @examples
#' plan <- trial_design(looks = c(100, 200, 300, 400))
#' seen <- data.frame(at = c(100, 200), z = c(2, 3.1), se = c(0.2, 0.141))
#' trial_analysis(seen, plan)[c("look", "p_value", "estimate", "lower", "upper")]
#' trial_analysis(seen, plan, at = "all")$decision
#' trial <- bandit(arms_gaussian(c(control = 0, new = 0.3), sd = 1))
#' plan <- trial_design(trial, looks = 1:4, power = 0.9)
#' study <- run_study(trial, design = plan, reps = 50, seed = 1, record = 1)
#' summary(trial_analysis(study))
#' # A trial that is run: 120 patients until the first look
#' here <- agent(design = plan, seed = 1)
#' for (patient in 1:120) {
#'   arm <- agent_choose(here)
#'   agent_learn(here, arm, reward = rnorm(1, if (arm == "new") 0.3 else 0))
#' }
#' trial_analysis(here)
#' @export
trial_analysis <- function(x, design = NULL, level = NULL, at = c("final", "all"), looks = NULL, ...) {
  call <- rlang::current_env()
  if (missing(x)) abort_missing("x", call, wanted_analysed)
  x <- analysed_source(x, looks, ..., call = call)
  if (inherits(x, "unruly_design")) abort_argument("x", wanted_analysed, given = "a design", call = call)
  design <- design %||% design_of_object(x)
  if (is.null(design)) abort_missing("design", call, wanted_design)
  check_design(design)
  at <- check_choice(at, "at", c("final", "all"))
  plan <- plan_of_design(design)
  level <- if (is.null(level)) 1 - 2 / plan$sides * error_of_rival(plan) else
    check_number(level, "level", above = 0, below = 1)
  if (!is.null(looks) && !inherits(x, "unruly_log")) {
    abort_combination("{.arg looks} is for outcomes, of a log or a data frame, whose looks are not known.",
                      class = "unruly_error_argument")
  }
  found <- if (inherits(x, "unruly_study")) analysis_of_study(x, design, level, at, call) else
    if (inherits(x, "unruly_agent")) analysis_of_agent(x, design, level, at, call) else
    if (inherits(x, "unruly_log")) analysis_of_log(x, looks, design, level, at, call) else
      analysis_of_table(x, design, level, at, call)
  tell_of_others(plan)
  attr(found, "control") <- arm_of_plan(plan, plan$control)
  found
}

wanted_analysed <- paste("a study, an agent, a log, a data frame of outcomes with `looks`, or one with numbers `at` and",
                         "`z`, a row per look")

# Returns the log of a data frame of outcomes, whose looks are given, else what was given.
analysed_source <- function(x, looks, ..., call) {
  is_outcomes <- is.data.frame(x) && !inherits(x, "unruly_design") && (!is.null(looks) || ...length() > 0)
  if (is_outcomes) return(log_argument(x, "x", ..., call = call, wanted = wanted_analysed, learns = FALSE))
  check_no_dots(..., .call = call)
  x
}

# Returns the design with which a study was run or an agent made in this session, or NULL: files keep the rules only.
design_of_object <- function(x) {
  if (inherits(x, "unruly_study")) return(attr(x, "design"))
  if (inherits(x, "unruly_agent")) .Call(C_agent_description, check_agent(x, "x", rlang::caller_env()))$design
}

tell_of_others <- function(plan) {
  if (estimates_hold(plan)) return(invisible())
  inform_cli(c(i = "Estimates are missing: another arm may have ended the trial. Repeated intervals hold."),
             class = c("unruly_message_methods", "unruly_message"))
}

# --- a table of Z ----------------------------------------------------------------------------

analysis_of_table <- function(x, design, level, at, call) {
  x <- check_table_of_z(x, design, call)
  arms <- unique(x$arm)
  plan <- plan_of_design(design)
  check_arms_of_table(arms, plan, call)
  walks <- walks_of_analyses()
  rows <- lapply(arms, function(arm) {
    table <- analysis_of_arm(x[x$arm %in% arm, ], design, level, at, walks, call)
    tibble::as_tibble(if (is.na(arm)) table else c(list(arm = rep(arm, length(table$look))), table))
  })
  for (arm in if (is.null(plan$spending)) arms) {
    made <- x$at[x$arm %in% arm & !x$overrun]
    planned <- design$at[seq_along(made)]
    if (tell_of_limits(plan, planned, made, 1e-9 * planned)) break
  }
  new_table(do.call(rbind, rows), "unruly_analysis", level = level)
}

analysis_of_arm <- function(x, design, level, at, walks, call) {
  overrun <- x$overrun[nrow(x)]
  looks <- x[!x$overrun, ]
  plan <- plan_of_design(design)
  seen <- design_as_seen(design, plan, looks$at, call)
  check_over(looks$z, seen, plan, call)
  most <- seen$at[nrow(seen)]
  steps <- function(x) list(z = x$z, times = x$at / most, se = x$se)
  analysis_of_steps(looks_of(seen), plan, steps(looks), if (overrun) steps(x[nrow(x), ]), at, level, walks)
}

# The design at the looks that were made: with spending its limits follow, without they stay.
design_as_seen <- function(design, plan, at, call) {
  if (length(at) > nrow(design)) {
    abort_argument("x", sprintf("a table of at most %s, those of the design", count_of(nrow(design), "look")),
                   given = count_of(length(at), "look"), call = call)
  }
  if (all(at == seq_along(at)) && at[length(at)] < design$at[1] / 2) {
    abort_argument("x", sprintf("a table whose `at` is in the units of the design, whose first look is at %s",
                                format_numbers(design$at[1])), given = "numbers of looks", call = call)
  }
  planned <- design$at[seq_along(at)]
  if (isTRUE(all.equal(planned, at, tolerance = 1e-9)) || is.null(plan$spending)) return(design)
  update.unruly_design(design, at)
}

# A trial, or an arm, is over at the look at which it crosses a limit that acts.
check_over <- function(z, design, plan, call) {
  upper <- design$upper[seq_along(z)]
  lower <- if (plan$sides == 2) -upper else if (plan$binding) design$lower[seq_along(z)] else -Inf
  over <- which(z >= upper - 1e-9 | z <= lower + 1e-9)[1]
  if (is.na(over) || over == length(z)) return(invisible())
  abort_argument("x", "a table that ends at the look at which Z crosses a limit", call = call,
                 given = sprintf("one that goes on after look %d, with Z = %s", over, format_numbers(z[over])),
                 hint = "What was known only after the stop goes into a last row with `overrun = TRUE`.")
}

check_arms_of_table <- function(arms, plan, call) {
  names <- plan$names[-plan$control]
  known <- is.null(names) || all(is.na(arms) | arms %in% names)
  if (known && length(arms) <= plan$rivals) return(invisible())
  abort_argument("x", sprintf("a table of %s that the design compares with the control%s",
                              count_of(plan$rivals, "arm"),
                              if (is.null(names)) "" else sprintf(": %s", paste(quoted(names), collapse = ", "))),
                 given = sprintf("one of %s", paste(quoted(arms), collapse = ", ")), call = call)
}

check_table_of_z <- function(x, design, call) {
  wanted <- wanted_analysed
  if (!is.data.frame(x) || nrow(x) == 0) abort_argument("x", wanted, x, call = call)
  refuse_columns_twice(x, c("at", "z", "se", "arm", "overrun"), "x", call)
  x <- plain_tibble(x)
  good <- is_column(x[["at"]], nrow(x)) && is_column(x[["z"]], nrow(x)) && all(x$at > 0) &&
    (is.null(x[["se"]]) || is_column(x$se) && all(x$se > 0)) &&
    (is.null(x[["overrun"]]) || is.logical(x$overrun) && !anyNA(x$overrun))
  if (!good) {
    abort_argument("x", wanted, call = call,
                   given = "one whose `at`, `z`, `se` (above 0) or `overrun` are missing or no such columns",
                   hint = if (is.null(x[["at"]]) && is.null(x[["z"]])) planned_looks(design, nrow(x)))
  }
  x$se <- x[["se"]] %||% rep(NA_real_, nrow(x))
  x$overrun <- x[["overrun"]] %||% rep(FALSE, nrow(x))
  x$arm <- if (is.null(x[["arm"]])) NA_character_ else as.character(x$arm)
  for (arm in unique(x$arm)) check_looks_of_arm(x[x$arm %in% arm, ], call)
  x
}

check_looks_of_arm <- function(x, call) {
  early <- x$overrun[-nrow(x)]
  if (all(diff(x$at) > 0) && !any(early) && !all(x$overrun)) return(invisible())
  abort_argument("x", "a table whose `at` increases, with `overrun` in the last row of an arm at most", call = call,
                 given = sprintf("one with `at` %s", paste(format_numbers(x$at), collapse = ", ")))
}

# --- what is made of it ------------------------------------------------------------------------

shape.unruly_analysis <- function(x) list(
  look = function(v, x) is_column(v), z = function(v, x) is.numeric(v), p_value = function(v, x) is.numeric(v),
  estimate = function(v, x) is.numeric(v) && is_reals(attr(x, "level"), 1), lower = function(v, x) is.numeric(v),
  upper = function(v, x) is.numeric(v), naive = function(v, x) is.numeric(v), adjusted = function(v, x) is.numeric(v),
  decision = function(v, x) is.character(v)
)

#' @exportS3Method pillar::tbl_sum
tbl_sum.unruly_analysis <- function(x, ...) c(NextMethod(), Control = attr(x, "control"))

#' @rdname trial_analysis
#' @param object The analysis of a study.
#' @exportS3Method base::summary unruly_analysis
summary.unruly_analysis <- function(object, ...) {
  check_no_dots(...)
  if (!is_complete(object) || is.null(object[["truth"]])) return(plain_tibble(object))
  groups <- split(seq_len(nrow(object)), row_groups(object[c("bandit", "policy", "arm")]))
  rows <- lapply(unname(groups), function(i) {
    x <- plain_tibble(object)[i, ]
    there <- function(v) if (anyNA(v) && !all(is.na(v))) v[!is.na(v)] else v
    share <- function(v, known = there(v)) c(mean(known), sqrt(mean(known) * (1 - mean(known)) / length(known)))
    error <- function(v, known = there(v)) c(mean(known), stats::sd(known) / sqrt(length(known)))
    adjusted <- if (anyNA(x$adjusted[!is.na(x$estimate)])) NA_real_ else x$adjusted # not for an overrun
    covers <- function(lower, upper) share(lower <= x$truth & x$truth <= upper)
    found <- list(coverage = covers(x$lower, x$upper), below = share(x$upper < x$truth),
                  above = share(x$lower > x$truth), bias = error(x$estimate - x$truth),
                  bias_naive = error(x$naive - x$truth), bias_adjusted = error(adjusted - x$truth),
                  coverage_repeated = covers(x$repeated_lower, x$repeated_upper))
    columns <- unlist(lapply(names(found), function(name) {
      stats::setNames(as.list(found[[name]]), c(name, paste0(name, "_mcse")))
    }), recursive = FALSE)
    tibble(x[1, c("bandit", "policy", "arm")], games = nrow(x), tibble::as_tibble(columns))
  })
  do.call(rbind, rows)
}
