# Differences between the means of arms, or to a number, with e-values and p-values: the same sums as of estimates().

#' Compare arms after adaptive sampling
#' @description
#' Compares the means of arms with a control, with each other or with a number, by intervals, e-values and p-values.
#' Those by evidence hold under any policy and at any time.
#'
#' **Use it when** you claim that an arm is better after a bandit has run, also one that you picked by its data. To
#' compare policies, use [compare_policies()]; to end a game on such evidence, [stop_evidence()].
#'
#' @param x A study, an [agent()] or a log. A data frame is passed to [as_log()] with the column arguments in `...`.
#' @param control The arm to compare the others with, its number or its name; or `"all"`: each pair of arms once, the
#'   later minus the earlier (an arm of that name is given by its number).
#' @param threshold Instead of a control: a number, in units of the rewards.
#' @param method `"sequence"`, `"aipw"` (constant weights) or both; see "Which method". Default: `"sequence"`.
#' @param level Nominal coverage of each interval, in (0, 1). Default: 0.95.
#' @param ... For a data frame: arguments of [as_log()], such as `arm = item`. Otherwise it must be empty. The arguments
#'   below are given by their full names.
#' @param margin The difference that is tested, a number in units of the rewards; `margin = -0.02` with `"greater"`: not
#'   worse by 0.02 or more. Default: 0.
#' @param alternative What p-values are for: a difference other than `margin` (`"two.sided"`, the default), a
#'   `"greater"` or a `"less"` one. Intervals are two-sided in all cases.
#' @param adjust How p-values are adjusted for several comparisons, as by [stats::p.adjust()]: `"holm"` (the default),
#'   `"hochberg"`, `"hommel"`, `"bonferroni"` or `"none"`.
#' @param joint `TRUE` for intervals that all hold together at `level` (Bonferroni). Default: `FALSE`.
#' @param at Checkpoints of a study: `"final"` (the default), `"all"` or rounds.
#' @param within One age, see [estimates()]: outcomes within it are compared, by pulls that are at least as old.
#'   Default: `NULL`, whatever was shown, or of an agent the age by which its policy counts; a message states how many
#'   outcomes have not come.
#' @inheritParams estimates
#' @return A tibble of class `unruly_comparisons`, one row per comparison, game, checkpoint and method: `bandit`,
#'   `policy`, `rep`, `round`, `arm`, `control` (`NA` with a threshold), `truth`, `estimate` (the arm minus the control
#'   or the threshold), `se`, `lower`, `upper`, `e_value` (not adjusted), `p_value`, `method`. Agents and logs have no
#'   `truth`, and logs only the columns of their games. With an arm that was never pulled, the interval is the whole
#'   line, or all differences that the range allows, and `e_value` and `p_value` are 1.
#' @section Which method:
#'   `"sequence"`: the evidence against a difference is the least, over all pairs of means that differ by it, of the
#'   summed evidence of both arms (see [estimates()]). The interval holds all differences with too little evidence
#'   against them. `e_value` is the evidence against `margin` and `p_value` 1 / `e_value`, at most 1. With a one-sided
#'   `alternative` and an estimate on the other side, `p_value` is 1 and `e_value` the evidence against the observed
#'   difference: a number below 1 that says no more than "no evidence". With the family `"t"`, `e_value` is
#'   `NA`, as only the p-value is proved.
#'
#'   `"aipw"`: the difference of two AIPW estimates, its standard error with their covariance, and a normal interval and
#'   p-value, for a number of rounds fixed in advance; no `e_value`. Studies need `keep = c("summary", "scores")`, which
#'   keeps the covariances of up to 10 arms; of more arms compare one game, `compare_arms(as_log(study), ...)`. In
#'   3,000 games of two batches of 500 rounds (Thompson with a floor of 0.2, two Gaussian arms of mean 5), nominal 0.95
#'   intervals covered 0.947 with the covariance and 0.932 without it (Monte Carlo error 0.004).
#' @section Guarantees: By `"sequence"`, the probability that an interval ever misses the true difference is at most 1 -
#'   `level`, and a p-value is ever at most p with probability at most p if the difference is `margin`: under any policy
#'   that uses only the past, at any time of stopping, if means are constant, rewards fit the family and delays do not
#'   depend on rewards. With `adjust` (`"holm"`, `"bonferroni"`) or `joint` this holds for all comparisons of a game
#'   together, and so for an arm picked after looking; `"hochberg"` and `"hommel"` also need p-values that are not
#'   negatively dependent. In 500 games of 500 rounds, two Bernoulli arms of mean 0.5, the interval ever missed in 0.006
#'   (uniform) and 0.002 (85% of pulls to the leader); Monte Carlo errors 0.004 and 0.002.
#' @section Errors: `unruly_error_argument`: there is one arm only, or a population of arms, whose number of
#'   comparisons is unknown beforehand; and as in [estimates()]. `unruly_error_overlap`: `"aipw"` without usable
#'   propensities.
#' @references Robbins (1970), Statistical Methods Related to the Law of the Iterated Logarithm. Howard, Ramdas,
#'   McAuliffe and Sekhon (2021), Time-uniform, nonparametric, nonasymptotic confidence sequences, Annals of Statistics
#'   49. Holm (1979), A Simple Sequentially Rejective Multiple Test Procedure. Hadad, Hirshberg, Zhan, Wager and Athey
#'   (2021), Confidence intervals for policy evaluation in adaptive experiments, PNAS 118.
#' @seealso [estimates()], [stop_evidence()], [autoplot()][autoplot.unruly_comparisons]
#' @examples
#' problem <- bandit(arms_bernoulli(c(control = 0.3, low = 0.35, high = 0.6)))
#' study <- run_study(problem, policy_thompson(), horizon = 500, reps = 2, seed = 1)
#' compare_arms(study, control = "control")
#' compare_arms(study, threshold = 0.4, alternative = "greater")
#'
#' scored <- run_study(problem, policy_floor(policy_thompson(), 0.1), horizon = 500, reps = 2,
#'   seed = 1, keep = c("summary", "scores"))
#' compare_arms(scored, control = "control", method = "aipw")
#'
#' clicks <- data.frame(item = rep(c("a", "b"), each = 100),
#'   click = rep(c(1, 0, 1, 0), c(60, 40, 40, 60)))
#' compare_arms(clicks, control = "all", arm = item, reward = click, family = "bernoulli")
#' @export
compare_arms <- function(x, control = NULL, threshold = NULL, method = "sequence", level = 0.95, ..., margin = 0,
                         alternative = c("two.sided", "greater", "less"), adjust = "holm", joint = FALSE, at = "final",
                         family = NULL, range = NULL, sd = NULL, narrowest = 100, within = NULL) {
  call <- rlang::current_env()
  x <- estimated_source(x, ..., call = call)
  check_reference(control, threshold)
  how <- list(
    method = check_several(method, "method", c("sequence", "aipw"), call), asked = TRUE,
    level = check_number(level, "level", above = 0, below = 1), margin = check_number(margin, "margin"),
    alternative = check_choice(alternative, "alternative", c("two.sided", "greater", "less")),
    adjust = check_choice(adjust, "adjust", adjustments, single = TRUE),
    threshold = if (!is.null(threshold)) check_number(threshold, "threshold"), pairs = is.null(threshold),
    weights = "constant", joint = FALSE, together = check_flag(joint, "joint"),
    family = if (!is.null(family)) check_choice(family, "family", evidence_families), range = range, sd = sd,
    narrowest = check_number(narrowest, "narrowest", min = 1),
    within = if (is.null(within)) within_of_agent(x, call) else
      check_number(ages_in_unit(within, x, call), "within", min = 0)
  )
  check_scale_of_family(how, call)
  check_at_of_source(at, x, call)
  check_number_of_arms(x, call)
  known <- if (is.null(how$within)) known_of_arms(x, at, how, call) else sums_of_matured(x, at, how, call)
  pairs <- pairs_of_arms(known, control, arms_of_source(x, known), call)
  comparison_table(known, pairs, how, call)
}

known_of_arms <- function(x, at, how, call) {
  known <- sums_to_estimate(x, at, how, call)
  known$log <- if (inherits(x, "unruly_agent")) as_log(x) else if (inherits(x, "unruly_log")) x
  if (is.null(known$log)) with_pair_sums(known, x, how) else known
}

# Checks what arms are compared with.
check_reference <- function(control, threshold, call = rlang::caller_env()) {
  if (is.null(control) != is.null(threshold)) return(invisible())
  abort_combination(c("Either {.arg control} or {.arg threshold} must be given.",
                      i = "{.code control = \"all\"} compares each pair of arms."),
                    class = "unruly_error_argument", call = call)
}

# Adds the sums of a study that AIPW differences need besides.
with_pair_sums <- function(known, study, how) {
  if (!"aipw" %in% how$method || !is.null(known$lacks$aipw)) return(known)
  known$pairs <- pair_sums(study, unique(known$sums$round))
  many <- max(vapply(study$description$bandits, function(b) arm_count(b) + 0, 0)) > most_paired_arms
  if (how$pairs && many) known$lacks$aipw <- impossible(without_products)
  known
}

without_products <- paste("A study of bandits with more than 10 arms does not keep the products of two arms' scores.",
                          "Compare a game: `compare_arms(as_log(study), ...)`")

# Without those of a false discovery rate, which p-values that may depend in any way do not control.
adjustments <- c("holm", "hochberg", "hommel", "bonferroni", "none")

check_number_of_arms <- function(x, call) {
  if (!inherits(x, "unruly_study") || !any_trait(x$description, "population")) return(invisible())
  abort_argument("x", "a study of bandits whose number of arms is known", call = call,
                 given = "one of a population, whose number of comparisons is unknown beforehand")
}

# --- which rows are compared ----------------------------------------------------------------------

# Names and numbers of arms by bandit; of a log or an agent, which have one bandit, without a name.
arms_of_source <- function(x, known) {
  if (inherits(x, "unruly_study")) return(lapply(x$description$bandits, function(b) b$arms))
  arm <- known$shown$arm
  list(list(names = if (is.factor(arm)) levels(arm), count = known$arms[1]))
}

# By comparison: the rows of the arm and of the control (NA with a threshold), the group of those that belong together,
# which are of one game and checkpoint, and how many there are in it.
pairs_of_arms <- function(known, control, arms, call) {
  columns <- intersect(c("bandit", "policy", "rep", "round"), names(known$shown))
  group <- as.integer(row_groups(known$shown[columns]))
  number <- known$sums$arm
  pairs <- if (is.null(control)) tibble(row = seq_along(number), other = NA_integer_) else
    if (identical(control, "all")) every_pair(group, number) else
      pairs_with_control(group, number, control_of_rows(known, control, arms, call))
  pairs$group <- group[pairs$row]
  if (nrow(pairs) == 0) abort_argument("x", "one with at least two arms", call = call, given = "one with a single arm")
  pairs$count <- tabulate(pairs$group, max(group))[pairs$group]
  pairs
}

control_of_rows <- function(known, control, arms, call) {
  numbers <- vapply(arms, function(a) check_control(control, a, call), 0)
  if (length(numbers) == 1) rep(numbers[[1]], nrow(known$sums)) else by_bandit(known$sums, numbers)
}

pairs_with_control <- function(group, number, control) {
  key <- function(numbers) group * (max(number) + 1) + numbers
  other <- match(key(control), key(number))
  tibble(row = seq_along(number), other = other)[number != control, ]
}

# In each group every pair once, the later arm first.
every_pair <- function(group, number) {
  rows <- order(group, number)
  size <- tabulate(group)
  first <- cumsum(c(0, size))[seq_along(size)] # rows before those of the group
  parts <- lapply(unique(size[size > 1]), function(count) {
    pair <- utils::combn(count, 2)[, order(utils::combn(count, 2)[2, ]), drop = FALSE]
    before <- first[size == count]
    tibble(row = rows[outer(pair[2, ], before, `+`)], other = rows[outer(pair[1, ], before, `+`)])
  })
  pairs <- do.call(rbind, c(list(tibble(row = integer(), other = integer())), parts))
  pairs[order(group[pairs$row]), ]
}

# --- the table --------------------------------------------------------------------------------------

comparison_table <- function(known, pairs, how, call) {
  rows <- lapply(how$method, function(method) {
    if (!is.null(known$lacks[[method]])) return(report_lacking(method, known$lacks[[method]], how, call))
    found <- switch(method, sequence = compare_by_sequence(known, pairs, how),
                    aipw = compare_by_aipw(known, pairs, how))
    comparison_rows(known, pairs, method, found, how)
  })
  new_table(do.call(rbind, unname(rows)), "unruly_comparisons", level = how$level, threshold = how$threshold,
            margin = how$margin, alternative = how$alternative, adjust = how$adjust, joint = how$together)
}

# `found`: estimate, se, lower, upper, e_value, p_value by pair; `rows` of them, if not all.
comparison_rows <- function(known, pairs, method, found, how) {
  shown <- known$shown[pairs$row, setdiff(names(known$shown), c("pulls", "truth"))]
  shown$control <- known$shown$arm[pairs$other]
  if (!is.null(known$shown[["truth"]])) shown$truth <- difference_of(known$shown$truth, pairs, how)
  p <- adjusted(found$p_value, pairs, how$adjust)
  table <- tibble(shown, estimate = found$estimate, se = found$se, lower = found$lower, upper = found$upper,
                  e_value = found$e_value, p_value = p, method = method)
  if (is.null(found$rows)) table else table[found$rows, ]
}

adjusted <- function(p, pairs, adjust) {
  if (adjust == "none" || all(pairs$count == 1)) return(p)
  if (adjust == "bonferroni") return(pmin(p * pairs$count, 1))
  stats::ave(p, pairs$group, FUN = function(p) stats::p.adjust(p, adjust))
}

# --- by evidence --------------------------------------------------------------------------------------

# The error is that of the level throughout, so that intervals and p-values agree; `joint` divides it.
compare_by_sequence <- function(known, pairs, how) {
  sums <- evidence_sums(known)
  a <- sums[pairs$row, ]
  b <- if (how$pairs) sums[pairs$other, ]
  estimate <- difference_of(observed_means(known), pairs, how)
  both_shown <- !is.na(estimate)
  mixture <- best_rho(how$narrowest, 1 - how$level)
  of_side <- switch(how$alternative, two.sided = both_shown, greater = both_shown & estimate > how$margin,
                    less = both_shown & estimate < how$margin)
  at <- ifelse(of_side | !both_shown, how$margin, estimate)
  evidence <- if (how$pairs) evidence_of_pairs(a, b, at, mixture) else evidence_against(a, how$threshold + at, mixture)
  error <- (1 - how$level) / if (how$together) pairs$count else rep(1, nrow(pairs))
  needed <- if (how$pairs) ifelse(a$family == "t", level_of_two(error), log(1 / error)) else log(1 / error)
  limits <- if (how$pairs) intervals_of_pairs(a, b, needed, mixture) else
    less_threshold(evidence_intervals(a, needed, rep(mixture, nrow(a))), how$threshold)
  list(estimate = estimate, se = NA_real_, lower = limits$lower, upper = limits$upper,
       e_value = ifelse(a$family == "t", NA_real_, exp(evidence)),
       p_value = ifelse(of_side, p_of_evidence(evidence, a$family == "t" & how$pairs), 1))
}

less_threshold <- function(limits, threshold) lapply(limits, function(x) x - threshold)

# Two suprema of the family "t" together: (1 + ln E) / E; else 1 / E.
p_of_evidence <- function(evidence, two) {
  positive <- pmax(evidence, 0)
  pmin(exp(-positive) * ifelse(two, 1 + positive, 1), 1)
}

level_of_two <- function(error) .Call(C_evidence_level_of_two, as.double(error))

# The logarithm of the evidence of each row against `mean`.
evidence_against <- function(sums, mean, mixture) {
  of_families(sums, 1, function(family, here) {
    above <- scaled_difference(rep_len(mean, nrow(sums))[here] - sums$low[here], sums[here, ])
    .Call(C_evidence, family, evidence_part(sums, here), above, rep(mixture, length(here)))
  })[, 1]
}

# The logarithm of the least evidence, over all pairs of means, against "the first is better by `difference`".
evidence_of_pairs <- function(sums, others, difference, mixture) {
  of_families(sums, 1, function(family, here) {
    .Call(C_evidence_pairs, family, evidence_part(sums, here), evidence_part(others, here),
          scaled_difference(difference[here], sums[here, ]), rep(mixture, length(here)))
  })[, 1]
}

intervals_of_pairs <- function(sums, others, level, mixture) {
  threads <- check_threads(NULL, rlang::caller_env())
  limits <- of_families(sums, 2, function(family, here) {
    sums$width[here] * .Call(C_evidence_pair_intervals, family, evidence_part(sums, here), evidence_part(others, here),
                             level[here], rep(mixture, length(here)), plain_mode(), threads)
  })
  list(lower = limits[, 1], upper = limits[, 2])
}

# Returns what `f` finds for the rows of each family, given its number and these rows.
of_families <- function(sums, columns, f) {
  found <- matrix(NA_real_, nrow(sums), columns)
  for (family in unique(sums$family)) {
    here <- which(sums$family == family)
    found[here, ] <- f(family_number(family), here)
  }
  found
}

shape.unruly_comparisons <- function(x) list(
  method = function(v, x) are_labels(v), estimate = function(v, x) is.numeric(v), lower = function(v, x) is.numeric(v),
  upper = function(v, x) is.numeric(v), se = function(v, x) is.null(v) || is.numeric(v),
  e_value = function(v, x) is.null(v) || is.numeric(v), p_value = function(v, x) is.null(v) || is.numeric(v),
  round = function(v, x) is.null(v) || is_column(v), truth = function(v, x) is.null(v) || is.numeric(v),
  rep = function(v, x) is_name_of_game(v), bandit = function(v, x) is_name_of_game(v),
  policy = function(v, x) is_name_of_game(v), control = function(v, x) is_column(v) || are_labels(v) || all(is.na(v)),
  arm = function(v, x) {
    (are_labels(v) || is_column(v)) && is_test(attributes(x)) &&
      are_columns(x, c("arm", "control", "estimate", "lower", "upper", "method")) &&
      is_key(x, c("bandit", "policy", "rep", "round", "arm", "control", "method"))
  }
)

# Returns whether attributes of a table of comparisons describe a test.
is_test <- function(a) {
  is_reals(a$level, 1) && is_reals(a$margin, 1) && (is.null(a$threshold) || is_reals(a$threshold, 1)) &&
    is_word(a$alternative) && is_word(a$adjust) && is.logical(a$joint)
}

# Heads the table with what its p-values are of.
#' @exportS3Method pillar::tbl_sum
tbl_sum.unruly_comparisons <- function(x, ...) {
  words <- c(two.sided = "other than", greater = "greater than", less = "less than")
  with <- if (is.null(attr(x, "threshold"))) "" else sprintf(" to %s", format_numbers(attr(x, "threshold")))
  c(NextMethod(), Alternative = sprintf("differences%s %s %s", with, words[[attr(x, "alternative")]],
                                        format_numbers(attr(x, "margin"))),
    "P-values" = if (attr(x, "adjust") == "none") "not adjusted" else
      sprintf("adjusted by %s", quoted(attr(x, "adjust"))),
    Intervals = sprintf("%s%%%s", format_numbers(100 * attr(x, "level")),
                        if (attr(x, "joint")) " for all comparisons of a game together" else " each"))
}
