# Summaries over the replications of a study, and comparisons of its policies.
# The meaning of a spread between replications depends on the bandit, see `nature_of()`.

#' Means of a study over its replications
#' @description
#' Returns the mean of a measure over replications, with its interval, for each policy on each bandit.
#'
#' **Use it when** you report how well policies did. For differences between policies use [compare_policies()], whose
#' intervals are narrower because policies are paired by replication.
#'
#' @param object A study.
#' @param what The measure, a string:
#'   * a column of [regret()] after `round`, such as `"regret"`, `"reward"`, `"pulls"`, `"optimal"`, or with fairness
#'     `"unfairness"`;
#'   * a column of [recommendations()]: `"sample_size"`, `"correct"` (its mean is the probability of naming a best arm)
#'     or `"simple_regret"`;
#'   * for [logs][bandit_replay] also `"reward_per_turn"`, the reward divided by the number of turns.
#'
#'   Default: `"regret"`; for logs alone, which have no regret, `"reward_per_turn"`, with a message.
#' @param level Nominal coverage of the interval, in (0, 1). Default: 0.95.
#' @param at Which checkpoints: `"final"`, `"all"` or rounds. `"final"` is the last checkpoint (of a log, the last one
#'   that all its games reached); if that is before the horizon, there is a warning. Default: `"final"`.
#' @param interval The interval of the mean. Default: `"t"`.
#'   * `"t"`: Student's, cut at the limits of the measure; where all replications gave the same value, that of Markov's
#'     inequality (see [operating_characteristics()]); for `"correct"` that of Clopper and Pearson (1934), which is
#'     exact.
#'   * `"bootstrap"`: bias-corrected and accelerated (Efron 1987), from 2,000 resamples of the replications. The
#'     resamples depend on the study's seed only, so the interval of a study is always the same, and R's own random
#'     numbers are left alone.
#'   * `"anytime"`: wider, and valid if you look repeatedly while replications are added, see [reps_until()].
#' @param bound For an `"anytime"` interval that holds however rare the largest values are: a number that the measure
#'   cannot exceed in any replication, or `TRUE` for the bound that is certain, see [reps_until()]. Default: `NULL`.
#' @param ... Must be empty.
#' @return A tibble with one row per bandit, policy and checkpoint:
#'   * `bandit`, `policy`, `round`, `reps` (the number of replications);
#'   * `mean`, `sd`, `se`: the mean, the standard deviation over replications, and the standard error of the mean;
#'   * `lower`, `upper`: the interval; `NA` for a single replication, and where a measure never varied and no limits of
#'     it are known;
#'   * `median`, `q05`, `q95`: the median and the 5% and 95% quantiles over replications.
#'
#'   Printed on a narrow console it cuts off long labels, as all tibbles do: `options(pillar.min_chars = Inf)` keeps
#'   them.
#'
#'   Where some games have no value, all of these are `NA`: the regret of games that a rule stopped (`after = "end"`),
#'   and, at checkpoints that some games of a log did not reach, all measures except `"pulls"`, `"sample_size"`,
#'   `"events"` and `"chosen"`.
#' @section What the interval covers: The replications of a simulated bandit are independent. The interval is for the
#' mean over all possible replications.
#'
#' In a [replay][bandit_replay] of a log, and on [tapes][arms_tape] whose delays and order are not random, all
#' replications use the same events and differ only by the randomness of the policy. `sd` and `se` describe that
#' randomness, and there is no interval (`NA`).
#'
#' In a replay with `resample`, each replication replays a resample of one log, and measures the error of the log as a
#' whole. So `se` equals `sd` and does not shrink with more replications; the interval is based on it (`"bootstrap"`:
#' quantiles of the replications).
#' @section Few replications, skewed measures: Coverage of nominal 95% intervals, in percent:
#'
#' | replications | distribution | t | bootstrap |
#' | --- | --- | --- | --- |
#' | 5 | normal | 95 | 83 |
#' | 5 | exponential | 89 | 81 |
#' | 20 | normal | 95 | 93 |
#' | 20 | exponential | 92 | 91 |
#' | 20 | lognormal, sd 1 of the logarithm | 87 | 87 |
#' | 100 | lognormal, sd 1 of the logarithm | 92 to 93 | 92 to 93 |
#'
#' From 50 replications on, the two differ little. With fewer than 20, a message recommends `"t"`. Neither repairs
#' skewness; more replications do.
#' @section Errors: `unruly_error_argument`: `what`, `level`, `at`, `interval` or `bound` is not as described, a
#' replication exceeds `bound`, or an argument is unknown. Warning `unruly_warning_not_final`: the record, or games of a
#' log, ended before the horizon.
#' @references Clopper and Pearson (1934), The Use of Confidence or Fiducial Limits Illustrated in the Case of the
#'   Binomial. Efron (1987), Better Bootstrap Confidence Intervals, section 2.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' study <- run_study(problem, policy_ucb1(), horizon = 100, reps = 10, seed = 1)
#' summary(study)
#' summary(study, what = "reward", at = c(10, 100), interval = "bootstrap")
#' @seealso [regret()] for the games themselves, [operating_characteristics()], [autoplot()][autoplot.unruly_study].
#' @export
summary.unruly_study <- function(object, what = "regret", level = 0.95, at = "final",
                                 interval = if (is.null(bound)) c("t", "bootstrap", "anytime") else "anytime",
                                 bound = NULL, ...) {
  check_no_dots(...)
  check_study(object, "object")
  what <- check_figure(if (missing(what)) usual_figure(object) else what, object)
  level <- check_number(level, "level", above = 0, below = 1)
  bound <- check_reps_bound(bound)
  interval <- check_choice(interval, "interval", c("t", "bootstrap", "anytime"))
  check_bounded(bound, interval)
  if (interval == "bootstrap" && keeps_moments(object)) {
    abort_argument("interval", "\"t\" or \"anytime\" for a study of moments: the bootstrap needs the replications",
                   interval)
  }
  rounds <- asked_rounds(at, object)
  say_policy_randomness(object)
  if (interval == "bootstrap") say_few_replications(object)
  summarise_study(object, what, rounds, level, interval, bound, rlang::current_env())
}

# Logs have no regret.
usual_figure <- function(study) {
  what <- usual_what(study)
  if (what != "regret") {
    inform_cli(c(i = "A log has no regret; `what` is \"reward_per_turn\"."), class = "unruly_message_reward")
  }
  what
}

usual_what <- function(study) if (only_replays(study)) "reward_per_turn" else "regret"

# `rounds`: NULL is the final one of each bandit. `bound`: NULL, TRUE, a number, or one for each round.
summarise_study <- function(study, what = "regret", rounds = NULL, level = 0.95, interval = "t", bound = NULL,
                            call = NULL) {
  if (is.null(rounds)) {
    final <- final_rounds(study)
    table <- summarise_study(study, what, sort(unique(final)), level, interval, bound, call)
    return(table[table$round == final[table$bandit], ])
  }
  d <- study$description
  cells <- expand.grid(round = rounds, policy = names(d$policies), bandit = names(d$bandits),
                       stringsAsFactors = FALSE)
  sample <- sample_of_measure(study, what, rounds, level, interval, bound, cells, call)
  table <- tibble(bandit = cells$bandit, policy = cells$policy, round = cells$round,
                  reps = length(study$replications),
                  !!!lapply(summary_statistics, function(statistic) statistic$sample(sample)))
  forget_unreached(table, study, measure_of(what)$of, names(summary_statistics))
}

# Returns for each cell the sample from which summary_statistics are computed.
sample_of_measure <- function(study, what, rounds, level, interval, bound, cells, call) {
  found <- measure_of(what)
  if (found$per_round) {
    bound <- of_rounds(bound, rounds, what, call)
    sample <- sample_of_measure(study, found$of, rounds, level, interval, bound, cells, call)
    return(c(lapply(sample[c("mean", "sd", "se", "lower", "upper")], function(x) x / cells$round),
             quantile = function(p) sample$quantile(p) / cells$round))
  }
  d <- study$description
  nature <- rep(unname(vapply(d$bandits, nature_of, "")), each = length(rounds) * length(d$policies))
  known <- if (keeps_moments(study)) known_moments(study, what, rounds, nature) else
    known_values(study, what, rounds, nature)
  range <- ranges_of_cells(what, d, rounds, length(d$policies))
  limits <- if (what == "correct" && interval == "t") {
    of_independent(limits_of_shares(known$spread$mean, known$spread$n, level), nature)
  } else if (interval == "anytime") {
    anytime <- anytime_of_measure(study, what, rounds, level, bound, cells, call)
    of_independent(cut_limits(anytime, known$spread$mean, range), nature)
  } else mean_interval(known$spread, nature, range, level, interval, known$values, d$seed)
  list(mean = known$spread$mean, sd = known$spread$sd, se = known$spread$se, lower = limits[1, ], upper = limits[2, ],
       quantile = known$quantile)
}

of_independent <- function(limits, nature) {
  limits[, nature != "independent"] <- NA_real_
  limits
}

# Two rows; a column for each bandit, each of `times` policies or pairs, and each round.
ranges_of_cells <- function(what, description, rounds, times) {
  each <- lapply(description$bandits, function(bandit) {
    range_of_measure(what, bandit, description, rounds)[, rep(seq_along(rounds), times)]
  })
  matrix(unlist(each), 2)
}

# If all games had so many rounds, a mean difference gives one per round.
per_round <- function(table, columns) {
  table[columns] <- lapply(table[columns], function(x) x / table$round)
  table
}

# One column of values, and one number of the rest, for each row of the result.
known_values <- function(study, what, rounds, nature) {
  values <- aperm(figures_of(study, what, rounds), c(2, 1, 3, 4))
  values <- matrix(values, nrow = length(study$replications))
  list(spread = spread_of(values, nature), quantile = function(p) column_quantiles(values, p)[1, ], values = values)
}

known_moments <- function(study, what, rounds, nature) {
  slots <- slots_of(study, what, rounds)
  list(spread = slot_spread(study, slots, nature), quantile = function(p) slot_quantiles(study, slots, p)[1, ])
}

# --- what the replications of a bandit are -------------------------------------

same_events <- function(study) names(Filter(function(b) nature_of(b) == "same", study$description$bandits))

# Returns whether all comes from one log, whose size limits what is known.
say_policy_randomness <- function(study) {
  bandits <- same_events(study)
  if (length(bandits) == 0 || length(study$replications) == 1) return(invisible())
  thinned <- any(vapply(study$description$bandits[bandits],
                        function(b) !is.null(trait_parameter(b, "replay", "chance")), NA)) # word ok: of the core
  inform_plain(c(
    i = sprintf("%s: policy randomness only%s. All replications use the same events, so there is no interval and no p-value.",
                paste(bandits, collapse = ", "), if (thinned) ", and the choice of events by thinning" else ""),
    if (any(vapply(study$description$bandits[bandits], has_trait, NA, "replay"))) {
      c(i = "For the uncertainty due to the log itself use `bandit_replay(resample = \"bootstrap\")`.")
    }
  ), class = "unruly_message_policy_randomness")
}

# --- means and intervals, a column each -----------------------------------------

# The error of the mean over replications; for resamples of one log their spread, which more replications do not make
# smaller.
spread_of <- function(values, nature) {
  sd <- column_sds(values)
  list(n = nrow(values), mean = colMeans(values), sd = sd,
       se = sd / ifelse(nature == "resampled", 1, sqrt(nrow(values))))
}

column_sds <- function(values) {
  if (nrow(values) < 2) return(rep(NA_real_, ncol(values)))
  sqrt(colSums(sweep(values, 2, colMeans(values))^2) / (nrow(values) - 1))
}

# Rows of quantiles, R's type 7; NA where a value is missing.
column_quantiles <- function(values, probabilities) {
  ranks <- quantile_ranks(nrow(values), probabilities)
  storage.mode(values) <- "double"
  between_ranks(.Call(C_order_statistics, values, c(ranks$low, ranks$high)), ranks)
}

# As column_quantiles(), from counts in classes.
slot_quantiles <- function(study, slots, probabilities) {
  sketch <- study$tables$sketch
  extremes <- study$tables$extremes
  n <- length(study$replications)
  ranks <- quantile_ranks(n, probabilities)
  ends <- findInterval(slots, sketch$slot)
  starts <- findInterval(slots, sketch$slot, left.open = TRUE) + 1
  bound <- match(slots, extremes$slot)
  found <- vapply(seq_along(slots), function(i) {
    if (starts[i] > ends[i]) return(rep(NA_real_, 2 * length(probabilities)))
    rows <- starts[i]:ends[i]
    if (sum(sketch$count[rows]) < n) return(rep(NA_real_, 2 * length(probabilities)))
    value <- class_values(sketch$class[rows])
    order <- order(value)
    at <- findInterval(c(ranks$low, ranks$high), cumsum(sketch$count[rows][order]), left.open = TRUE) + 1
    pmin(pmax(value[order][at], extremes$least[bound[i]]), extremes$greatest[bound[i]])
  }, numeric(2 * length(probabilities)))
  found <- matrix(found, nrow = 2 * length(probabilities))
  between_ranks(found, ranks)
}

quantile_ranks <- function(n, probabilities) {
  place <- 1 + max(n - 1, 0) * probabilities
  list(low = floor(place), high = ceiling(place), part = place - floor(place))
}

# Rows of what has the lower ranks, then of the higher ones.
between_ranks <- function(found, ranks) {
  count <- length(ranks$part)
  low <- found[seq_len(count), , drop = FALSE]
  high <- found[count + seq_len(count), , drop = FALSE]
  value <- ifelse(ranks$part > 0 & high != low, (1 - ranks$part) * low + ranks$part * high, low)
  storage.mode(value) <- "double" # also if all are missing
  value
}

# Rows lower and upper. The bootstrap wants the values themselves; where they are all the same it has nothing to draw.
mean_interval <- function(spread, nature, range, level, interval, values = NULL, seed = 0) {
  range[, nature == "resampled"] <- c(-Inf, Inf)
  limits <- limits_of_means(spread$mean, spread$se, spread$n, range, level)
  if (interval == "bootstrap") {
    tail <- (1 - level) / 2
    varied <- spread$n > 1 & !are_equal(spread$mean, spread$se, range) %in% TRUE
    log <- nature == "resampled" & varied
    limits[, log] <- column_quantiles(values[, log, drop = FALSE], c(tail, 1 - tail))
    rest <- nature == "independent" & varied
    limits[, rest] <- bootstrap_interval(values[, rest, drop = FALSE], tail, seed)
  }
  limits[, nature == "same"] <- NA_real_
  limits
}

bootstrap_resamples <- 2000

say_few_replications <- function(study) {
  reps <- length(study$replications)
  varied <- any(vapply(study$description$bandits, nature_of, "") != "same")
  if (reps > 1 && reps < 20 && varied) {
    inform_cli(c(i = "Bootstrap intervals of {format_count(reps)} replications are too short. Below 20, use `interval = \"t\"`."),
               class = "unruly_message_few")
  }
}

# Bias-corrected and accelerated: the quantiles of the resampled means at probabilities that allow for their bias and
# skewness.
bootstrap_interval <- function(values, tail, seed) {
  if (ncol(values) == 0) return(matrix(0, 2, 0))
  means <- .Call(C_bootstrap_means, values, as.double(bootstrap_resamples), as.double(seed))
  vapply(seq_len(ncol(values)), function(i) {
    x <- values[, i]
    if (anyNA(x)) return(c(NA_real_, NA_real_))
    centred <- x - mean(x)
    below <- mean(means[, i] < mean(x)) + mean(means[, i] == mean(x)) / 2
    bias <- stats::qnorm(min(max(below, 0.5 / nrow(means)), 1 - 0.5 / nrow(means)))
    acceleration <- sum(centred^3) / (6 * sum(centred^2)^1.5)
    z <- bias + stats::qnorm(c(tail, 1 - tail))
    stats::quantile(means[, i], stats::pnorm(bias + z / (1 - acceleration * z)), names = FALSE)
  }, c(0, 0))
}

# --- comparisons -----------------------------------------------------------------

#' Paired comparisons of policies
#' @description
#' Compares policies by their differences, paired by replication. All policies of a study meet the same outcomes, so
#' differences vary less than the measures themselves.
#'
#' **Use it when** you claim that one policy is better than another. For the measures of each policy use
#' [summary()][summary.unruly_study]. Policies that were fitted to choices are compared by their evidence, see
#' [compare_fits].
#'
#' @param study A study; of fits see [compare_fits].
#' @param baseline Label of the policy that the others are compared with. Not used with `pairs = "all"`. Default: the
#'   first policy.
#' @param what,at The measure and the checkpoints, as in [summary()][summary.unruly_study].
#' @param level Nominal coverage of each interval, in (0, 1). Intervals are not adjusted for the number of comparisons.
#'   Default: 0.95.
#' @param pairs `"baseline"`: each policy with the baseline. `"all"`: every policy with every one before it. Default:
#'   `"baseline"`.
#' @param adjust How p-values are adjusted for the number of comparisons within a bandit and round, one of
#'   [stats::p.adjust.methods]. Default: `"holm"` for all pairs, `"none"` with a baseline.
#' @param interval `"t"`: Student's. `"anytime"`: for a study that looked repeatedly when to stop, see [reps_until()];
#'   it has no p-values. Default: `"t"`.
#' @param bound As in [summary()][summary.unruly_study]: differences then lie between `-bound` and `bound`. Default:
#'   `NULL`.
#' @param frontier `NULL`; or the family of policies that makes a frontier of reward and unfairness, by the default
#'   label of its constructor, such as `"HT-UCB"`: see "Frontiers". Default: `NULL`.
#' @param ... Must be empty.
#' @return A tibble with one row per bandit, pair and checkpoint (none, and a message, for a study of one policy), of
#'   class `unruly_policy_comparisons`, which [autoplot()][autoplot.unruly_policy_comparisons] draws as a forest plot:
#'   * `bandit`, `policy`, `baseline`, `round`;
#'   * `difference`: `policy` minus `baseline`, mean over replications;
#'   * `se`, `lower`, `upper`: its standard error and interval, as in [summary()][summary.unruly_study];
#'   * `p_value`: of a paired t-test, adjusted. `NA` for a single replication and where all differences are equal but
#'     not 0; 1 where all are 0.
#' @section Frontiers: Policies for bandits [with_fairness()] trade reward for fairness. A family of policies that
#'   differ in one tuning parameter, for example HT-UCB with several penalties, makes a frontier: how much can be
#'   earned at each unfairness, linear between the policies of the family. With `frontier` the others are compared with
#'   it, at the last checkpoint and paired by replication: the reward of a policy minus that of the frontier at its
#'   unfairness. Rewards are means of what was chosen, without the noise of single rewards. The unfairness of a
#'   replication that differs from the mean is charged at the slope of the frontier (delta method), so intervals
#'   include both errors.
#'
#'   The tibble has one row per bandit and policy outside the family: `bandit`, `policy`; `unfairness`, its mean;
#'   `difference`, its mean reward minus that of the frontier there, below 0 where the frontier is better; `se`,
#'   `lower`, `upper`. All but `unfairness` are `NA` where the frontier does not reach that unfairness.
#'   `autoplot(study, "frontier")` draws it.
#' @section Replays and tapes: In a [replay][bandit_replay] of a log, and on [tapes][arms_tape] whose delays are not
#' random, all replications use the same events. Differences then show the randomness of policies only, and there is
#' neither an interval nor a p-value (`NA`). In a replay with `resample`, `se` is the standard deviation of the
#' differences over resamples, as in [summary()][summary.unruly_study].
#' @section Errors: `unruly_error_argument`: an unknown `baseline`, or a bad `what`, `level`, `at`, `pairs`,
#' `adjust`, `interval` or `bound`. Warning `unruly_warning_not_final`: the record, or games of a log, ended before the
#' horizon.
#' @references Holm (1979), A Simple Sequentially Rejective Multiple Test Procedure.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6)))
#' policies <- list(policy_ucb1(), policy_thompson(), policy_uniform())
#' study <- run_study(problem, policies, horizon = 500, reps = 10, seed = 1, record = c(100, 500))
#' compare_policies(study, "UCB1")
#' compare_policies(study, pairs = "all", at = c(100, 500))
#'
#' fair <- bandit(arms_bernoulli(c(0.8, 0.6, 0.3))) |> with_fairness(share = 0.2, penalty = 0.4)
#' tuned <- lapply(c(0, 0.25, 0.5, 1), function(a) policy_ht_ucb(a, label = paste("A =", a)))
#' study <- run_study(fair, c(tuned, list(policy_lfg())), horizon = 1000, reps = 10, seed = 1)
#' compare_policies(study, frontier = "HT-UCB")
#' @seealso [autoplot()][autoplot.unruly_policy_comparisons] of the table; `autoplot(study, "contrast")` draws the
#'   differences by round.
#' @export
compare_policies <- function(study, ...) UseMethod("compare_policies")

#' @export
compare_policies.default <- function(study, ...) {
  check_study(study)
  check_no_dots(...)
}

#' @rdname compare_policies
#' @export
compare_policies.unruly_study <- function(study, baseline = NULL, what = "regret", level = 0.95, at = "final",
                                          pairs = c("baseline", "all"),
                                          adjust = if (pairs == "all") "holm" else "none",
                                          interval = if (is.null(bound)) c("t", "anytime") else "anytime",
                                          bound = NULL, frontier = NULL, ...) {
  check_no_dots(...)
  check_study(study)
  if (!is.null(frontier)) {
    refuse_beside_frontier(names(match.call())[-(1:2)], rlang::current_env())
    return(compare_frontier(study, frontier, check_number(level, "level", above = 0, below = 1),
                            rlang::current_env()))
  }
  policies <- names(study$description$policies)
  baseline <- check_choice(baseline %||% policies[1], "baseline", policies, single = TRUE)
  what <- check_figure(if (missing(what)) usual_figure(study) else what, study)
  level <- check_number(level, "level", above = 0, below = 1)
  pairs <- check_choice(pairs, "pairs", c("baseline", "all"))
  adjust <- check_choice(adjust, "adjust", stats::p.adjust.methods, single = TRUE)
  bound <- check_reps_bound(bound)
  interval <- check_choice(interval, "interval", c("t", "anytime"))
  check_bounded(bound, interval)
  rounds <- asked_rounds(at, study)
  say_policy_randomness(study)
  if (length(policies) == 1) {
    inform_cli(c(i = "The study has only {.val {policies}}, and nothing to compare it with."),
               class = "unruly_message_comparison")
  }
  compared <- if (pairs == "all") all_pairs(policies) else
    list(policy = setdiff(policies, baseline), baseline = rep(baseline, length(policies) - 1))
  table <- compare_pairs(study, compared, what, rounds, level, interval, bound, rlang::current_env())
  if (nrow(table) == 0) return(table)
  together <- if (adjust != "none") rows_alike(table[c("bandit", "round")])
  for (rows in together) table$p_value[rows] <- stats::p.adjust(table$p_value[rows], adjust)
  new_table(table, "unruly_policy_comparisons", what = what, level = level, adjust = adjust)
}

refuse_beside_frontier <- function(given, call) {
  others <- setdiff(given[nzchar(given)], c("study", "level", "frontier"))
  if (length(others) > 0) abort_argument(others[1], "left out with `frontier`", call[[others[1]]], call = call)
}

all_pairs <- function(policies) {
  places <- which(lower.tri(diag(length(policies))), arr.ind = TRUE)
  list(policy = policies[places[, 1]], baseline = policies[places[, 2]])
}

# Rows by bandit, pair, round; `rounds` as in summarise_study().
compare_pairs <- function(study, pairs, what, rounds = NULL, level = 0.95, interval = "t", bound = NULL, call = NULL) {
  if (is.null(rounds)) {
    final <- final_rounds(study)
    table <- compare_pairs(study, pairs, what, sort(unique(final)), level, interval, bound, call)
    return(table[table$round == final[table$bandit], ])
  }
  found <- measure_of(what)
  if (found$per_round) {
    bound <- of_rounds(bound, rounds, what, call)
    return(per_round(compare_pairs(study, pairs, found$of, rounds, level, interval, bound, call),
                     c("difference", "se", "lower", "upper")))
  }
  bandits <- study$description$bandits
  count <- length(pairs$policy) * length(rounds)
  nature <- rep(unname(vapply(bandits, nature_of, "")), each = count)
  spread <- if (count == 0) spread_of(matrix(0, 2, 0), nature) else
    if (keeps_moments(study)) pair_moments(study, pairs, what, rounds, nature) else
    pair_values(study, pairs, what, rounds, nature)
  cells <- tibble(
    bandit = rep(names(bandits), each = count),
    policy = rep(rep(pairs$policy, each = length(rounds)), length(bandits)),
    baseline = rep(rep(pairs$baseline, each = length(rounds)), length(bandits)),
    round = rep(rounds, length(pairs$policy) * length(bandits))
  )
  limits <- if (interval == "anytime" && count > 0) {
    of_independent(anytime_of_pairs(study, pairs, what, rounds, level, bound, cells, call), nature)
  } else {
    width <- as.vector(diff(ranges_of_cells(what, study$description, rounds, length(pairs$policy))))
    mean_interval(spread, nature, rbind(-width, width), level, "t")
  }
  table <- tibble(cells, paired_test(spread, nature, limits, interval))
  forget_unreached(table, study, what, c("difference", "se", "lower", "upper", "p_value"))
}

pair_values <- function(study, pairs, what, rounds, nature) {
  values <- figures_of(study, what, rounds)
  spreads <- lapply(names(study$description$bandits), function(b) {
    lapply(seq_along(pairs$policy), function(i) {
      difference <- values[, , pairs$policy[i], b] - values[, , pairs$baseline[i], b]
      spread_of(t(matrix(difference, ncol = length(study$replications))), "independent")[c("mean", "sd")]
    })
  })
  spreads <- unlist(spreads, recursive = FALSE)
  together <- function(part) unlist(lapply(spreads, `[[`, part))
  n <- length(study$replications)
  sd <- together("sd")
  list(n = n, mean = together("mean"), sd = sd, se = sd / ifelse(nature == "resampled", 1, sqrt(n)))
}

# Returns moments of pairs: of each the later policy less the earlier one is kept.
pair_moments <- function(study, pairs, what, rounds, nature) {
  spread <- slot_spread(study, slots_of_pairs(study, pairs, what, rounds), nature)
  spread$mean <- spread$mean * rep(rep(later_first(pairs, study)$sign, each = length(rounds)),
                                   length(study$description$bandits))
  spread
}

# A paired t-test for each difference.
paired_test <- function(spread, nature, limits, interval = "t") {
  p_value <- 2 * stats::pt(-abs(spread$mean / spread$se), max(spread$n - 1, 1))
  still <- spread$se %in% 0
  p_value[still] <- ifelse(spread$mean[still] == 0, 1, NA_real_)
  p_value[nature == "same" | interval == "anytime"] <- NA_real_
  tibble(difference = spread$mean, se = spread$se, lower = limits[1, ], upper = limits[2, ], p_value = p_value)
}

# --- checks ------------------------------------------------------------------------

# Only the anytime intervals can be bounded.
check_bounded <- function(bound, interval, call = rlang::caller_env()) {
  if (is.null(bound) || interval == "anytime") return(invisible())
  abort_argument("interval", "\"anytime\", or left out, with a `bound`", interval, call = call)
}

# A column of regret() that can be summarised.
check_figure <- function(what, study, call = rlang::caller_env()) {
  what <- check_choice(what, "what", figure_names(study), single = TRUE, call = call)
  if (only_replays(study) && what %in% c("regret", "benchmark", "optimal")) {
    abort_argument("what", "\"reward_per_turn\", \"reward\" or \"pulls\" for logs, whose arms have no true means", what,
                   call = call)
  }
  what
}

figure_names <- function(study) {
  columns <- if (keeps_moments(study)) study$tables$figures$figure else
    setdiff(names(study$tables$regret), c("bandit", "policy", "rep", "round"))
  c(columns, measures_besides(columns, length(replays_among(study)) > 0, !keeps_moments(study)))
}

# The same, but NULL for the final round of each bandit.
asked_rounds <- function(at, study, call = rlang::caller_env()) {
  rounds <- check_at(at, study, call)
  if (!identical(at, "final")) rounds
}
