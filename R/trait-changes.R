#' Arms whose means change with time
#' @description
#' Adds changes: the means of the arms depend on the round, whatever the player does.
#'
#' **Use it when** arms are tastes, prices or networks that change. For means that change with the
#' pulls of the arm, use [with_wear()]; for rewards that are written down, [arms_tape()].
#'
#' @details
#' For Bernoulli arms the probability changes, for Gaussian and constant arms the mean; the standard
#' deviation of a Gaussian arm stays. The n-th pull of an arm is drawn from the same random number as
#' without the trait, with another mean, so policies meet the same outcomes. Random changes depend on
#' the seed, the replication and the arm alone, never on what is played.
#'
#' The regret compares with the best arm of each round (dynamic regret): the greatest mean in
#' that round among all arms present so far, including those that left. With
#' [entries][with_entries] only arms that have entered count, with [lifetimes][with_lifetimes]
#' only those alive. [regret()] has the column `changes`: how often, so far, another arm has
#' become the best one. `fortify(bandit, type = "means")` lists the means, and `autoplot(bandit, "means")`
#' draws them. In [pulls()] the `mean` is `NA`.
#'
#' @param bandit A bandit of Bernoulli, Gaussian or constant [arms].
#' @param changes One of the [changes]; or a numeric matrix of means, with one row per round (at
#'   least as many as the study has rounds) and one column per arm. Columns with names are matched
#'   with the names of the arms.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @inheritSection with_patience Errors
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.7, 0.5))) |>
#'   with_changes(changes_at(501, c(0.3, 0.5)))
#' study <- run_study(problem, policy_ucb1(), horizon = 1000, reps = 5, seed = 1,
#'   record = c(500, 1000))
#' regret(study)
#' bandit(arms_gaussian(prior_uniform(3), sd = 0.2)) |> with_changes(changes_drift(0.01))
#' bandit(arms_constant(c(0, 0))) |>
#'   with_changes(cbind(rep(0.5, 200), seq(0.2, 0.8, length.out = 200)))
#' @references Garivier and Moulines (2011), On Upper-Confidence Bound Policies for
#'   Switching Bandit Problems; Besson, Kaufmann, Maillard and Seznec (2022),
#'   Efficient Change-Point Detection for Tackling Piecewise-Stationary Bandits.
#' @seealso [changes], [with_wear()], [policy_forgetting_ucb()], [policy_glr_kl_ucb()].
#' @export
with_changes <- function(bandit, changes, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  check_addition(bandit, "changes")
  changes <- as_changes(changes)
  law <- changes_of_bandit(changes, bandit)
  bandit <- add_trait(bandit, "changes", law_parameters(law), paste("means that change", law$text))
  widen_rewards(bandit, reached_means(bandit), reached_means(bandit, likely = TRUE))
}

#' How the means of arms change
#' @description
#' Describes how means change over the rounds, for [with_changes()].
#'
#' **Use it when** changes follow one of these rules. If you have the mean of every round, pass a
#' matrix to `with_changes()`.
#'
#' @details
#' * `changes_at(round, mean)`: from round `round[i]` on, the means are those in row i of
#'   `mean`; before the first of these rounds, they are those of the arms.
#' * `changes_random(rate, prior)`: in each round each arm (or all of them `together`) changes
#'   with probability `rate`, but not within `apart` rounds of its last change, where round 1
#'   counts as one. The new mean is drawn from `prior`.
#' * `changes_jumps(count)`: the sampler of Besson et al. The `count` change points are uniform
#'   on 2..T among those that divide the horizon T into segments of at least `apart` rounds. (Theirs
#'   takes the inner ones of `count` + 2 ordered uniform numbers, redrawn until the segments are long
#'   enough.) At each of them every arm moves with probability `probability`, by a size uniform in
#'   `size`, up or down with equal probability, or in the other direction if it would leave
#'   \[0, 1\], where all means must lie.
#' * `changes_drift(sd)`: every `every` rounds each mean moves by a Gaussian step, reflected
#'   at `low` and `high`.
#' * `changes_wave(amplitude, period)`: the mean of arm k in round t is its own plus
#'   `amplitude` sin(2 pi (t / `period` + `phase`)), held for `every` rounds.
#'
#' In [populations][bandit_mortal] arms change from their birth on; changes with values per arm
#' (`changes_at()`, or one number per arm) are refused there.
#'
#' @param round Whole rounds of at least 2, increasing.
#' @param mean A matrix with one row for each of `round` and one column per arm (a vector for a
#'   single round). Columns with names are matched with the names of the arms.
#' @param rate,probability Probabilities, numbers in \[0, 1\]. Default of `probability`: 1.
#' @param prior A [prior][priors] of one arm, such as `prior_uniform(1)`.
#' @param together `TRUE` if all arms change in the same rounds. Default: `FALSE`.
#' @param apart The least number of rounds between changes, a whole number of at least 1. Default: 1.
#' @param count Number of rounds in which means change, a whole number from 0 to 10,000.
#' @param size Least and greatest size of a jump, two numbers in \[0, 0.5\]. Default: 0.05 and 0.3.
#' @param sd Standard deviation of a step, a number of at least 0, in units of reward.
#' @param every Number of rounds between steps, a whole number of at least 1. With 1, the default,
#'   every round takes the time of a step of every arm.
#' @param low,high Bounds of the means, numbers with `low < high`; `-Inf` and `Inf` for no
#'   bound. Default: 0 and 1.
#' @param amplitude,period,phase Numbers, one for all arms or one per arm: heights, lengths in
#'   rounds (positive), and fractions of a period by which a wave is ahead. Default of `phase`: the K
#'   arms are spread evenly, (k - 1) / K.
#' @param ... Must be empty.
#' @return Changes, an object of class `unruly_changes`.
#' @examples
#' changes_at(c(100, 300), rbind(c(0.2, 0.8), c(0.8, 0.2)))
#' changes_random(0.001, prior_uniform(1))
#' changes_jumps(4, size = c(0.1, 0.3), apart = 50)
#' changes_drift(0.01)
#' changes_wave(0.3, period = 1000)
#' @references Besson, Kaufmann, Maillard and Seznec (2022), Efficient Change-Point
#'   Detection for Tackling Piecewise-Stationary Bandits; Besbes, Gur and Zeevi (2014),
#'   Stochastic Multi-Armed-Bandit Problem with Non-stationary Rewards.
#' @seealso [with_changes()].
#' @name changes
NULL

#' @rdname changes
#' @export
changes_at <- function(round, mean, ...) {
  check_no_dots(...)
  round <- check_rule(round, rules_of("changes_at")$round)
  mean <- check_mean_rows(mean, length(round),
                          sprintf("a numeric matrix with one row for each of `round`, %d, and one column per arm",
                                  length(round)))
  new_changes("at", list(round = round, mean = mean),
              paste("in", if (length(round) == 1) "round" else "rounds", parameter_text(round)))
}

#' @rdname changes
#' @export
changes_random <- function(rate, prior, together = FALSE, apart = 1, ...) {
  check_no_dots(...)
  check_class(prior, "prior", "unruly_prior", "a prior of one arm, such as `prior_uniform(1)`")
  if (prior$k != 1) abort_argument("prior", "a prior of one arm",
                                   given = sprintf("one of %d arms", as.integer(prior$k)))
  p <- described("changes_random")
  new_changes("random", p,
              sprintf("at random, %s with probability %s per round%s, to %s",
                      if (p$together) "all together" else "each arm", format_numbers(p$rate), apart_text(p$apart),
                      prior_text(prior)))
}

#' @rdname changes
#' @export
changes_jumps <- function(count, probability = 1, size = c(0.05, 0.3), apart = 1, ...) {
  p <- described("changes_jumps")
  new_changes("jumps", p,
              sprintf("in %s at random%s, by %s to %s%s", count_of(p$count, "round"), apart_text(p$apart),
                      format_numbers(p$size[1]), format_numbers(p$size[2]),
                      if (p$probability == 1) "" else
                        sprintf(" each arm with probability %s", format_numbers(p$probability))))
}

apart_text <- function(apart) if (apart > 1) sprintf(" at least %s apart", count_of(apart, "round")) else ""

#' @rdname changes
#' @export
changes_drift <- function(sd, every = 1, low = 0, high = 1, ...) {
  p <- described("changes_drift")
  new_changes("drift", p,
              sprintf("by a random walk with steps of sd %s every %s in %s", format_numbers(p$sd), every_text(p$every),
                      interval_text(c(p$low, p$high))))
}

every_text <- function(every) if (every == 1) "round" else count_of(every, "round")

#' @rdname changes
#' @export
changes_wave <- function(amplitude, period, phase = NULL, every = 1, ...) {
  p <- described_by_arm("changes_wave")
  new_changes("wave", list(amplitude = p$amplitude, period = p$period, phase = p$phase, every = p$every),
              sprintf("in waves of amplitude %s and period %s%s", parameter_text(p$amplitude), parameter_text(p$period),
                      if (p$every == 1) "" else sprintf(", in steps of %s", count_of(p$every, "round"))))
}

# A description of changes, or a matrix with the means of all rounds.
as_changes <- function(changes, call = rlang::caller_env()) {
  wanted <- "changes such as `changes_at()` makes, or a numeric matrix with one row per round and one column per arm"
  if (missing(changes)) abort_missing("changes", call, wanted)
  if (is.numeric(changes)) return(changes_table(changes, "changes", wanted, call))
  check_class(changes, "changes", "unruly_changes", wanted, call)
}

changes_table <- function(mean, argument, wanted, call) {
  mean <- check_mean_rows(mean, NULL, wanted, argument, call)
  new_changes("table", list(mean = mean), sprintf("by a table of %s", count_of(nrow(mean), "round")))
}

# Returns the parameters of changes or wear, of which numbers by arm may have the arms' names.
described_by_arm <- function(type, call = rlang::caller_env()) {
  p <- described(type, call)
  for (name in names(p)) if (is.numeric(p[[name]])) names(p[[name]]) <- arm_names(call[[name]], name, call)
  p
}

new_changes <- function(law, parameters, text) {
  structure(list(law = law, parameters = parameters, text = text), class = "unruly_changes")
}

# Names of the columns are those of arms.
check_mean_rows <- function(mean, rows, wanted, argument = "mean", call = rlang::caller_env()) {
  if (missing(mean)) abort_missing(argument, call, wanted)
  if (identical(rows, 1L)) mean <- one_row(mean)
  columns <- if (is.matrix(mean)) colnames(mean)
  mean <- check_matrix(mean, argument, rows, call = call, wanted = wanted)
  if (!is.null(columns)) colnames(mean) <- check_arm_names(enc2utf8(columns), argument, call)
  mean
}

#' @export
print.unruly_changes <- print_formatted

#' @export
format.unruly_changes <- function(x, ...) {
  check_object(x)
  one_line(paste("<changes> means that change", x$text))
}

# --- changes and bandits ---------------------------------------------------------------

# The changes as the core wants them for these arms: tables with one row per arm.
changes_of_bandit <- function(changes, bandit, call = rlang::caller_env()) {
  p <- changes$parameters
  arms <- arm_count(bandit)
  if (!is.null(p$mean)) {
    p$mean <- in_order_of_arms(t(p$mean), "changes", bandit$arms$names, call)
    check_arms_of_law(nrow(p$mean), arms, "changes", call)
    dimnames(p$mean) <- NULL
  }
  for (name in intersect(c("amplitude", "period", "phase"), names(p))) {
    p[[name]] <- p[[name]] %||% (if (has_trait(bandit, "population")) 0 else (seq_len(arms) - 1) / arms)
    p[[name]] <- unname(in_order_of_arms(p[[name]], "changes", bandit$arms$names, call))
    check_arms_of_law(length(p[[name]]), c(1, arms), "changes", call)
  }
  changes$parameters <- p
  changes
}

check_arms_of_law <- function(given, arms, argument, call) {
  if (given %in% arms) return(invisible())
  abort_argument(argument, sprintf("values for %s", count_of(arms[length(arms)], "arm")),
                 given = sprintf("one for %d", given), call = call)
}

# A kind of change or wear among the parameters of its trait, where the core looks for it.
law_parameters <- function(law) {
  c(list(law = law$law), stats::setNames(law$parameters, paste0("law.", names(law$parameters))))
}

# And back.
law_of_trait <- function(trait) {
  p <- trait$parameters
  inside <- startsWith(names(p), "law.")
  list(law = p$law, parameters = stats::setNames(p[inside], sub("^law[.]", "", names(p)[inside])))
}

own_means <- function(bandit) bandit$arms$parameters[[1]]

# Between which numbers all means lie that the bandit's last trait makes, or nearly all.
reached_means <- function(bandit, likely = FALSE) {
  .Call(C_ranges, bandit_in_question(bandit), as.double(likely))[3:4]
}

# Rewards are where the means are, give or take the noise.
widen_rewards <- function(bandit, reach, usual = reach) {
  if (bandit$arms$kind == "bernoulli") return(bandit)
  usual <- ifelse(is.finite(usual), usual, likely_range(own_means(bandit)))
  bandit$arms$likely <- range(bandit$arms$likely, usual + c(-4, 4) * bandit$arms$sd)
  if (bandit$arms$kind == "constant") bandit$arms$range <- range(bandit$arms$range, reach)
  bandit
}

shape.unruly_changes <- function(x) list(
  law = function(v, x) is_word(v), parameters = function(v, x) fits_law("changes", v, x$law),
  text = function(v, x) is_word(v)
)

# Returns how means change, for as many arms as it has numbers for.
fits_law <- function(kind, p, law, arms = max(1, vapply(p, NROW, 0L))) {
  fits_rules(paste0(kind, "_", law), p, arms) &&
    (is.null(p[["prior"]]) || is_prior(p$prior)) &&
    (is.null(p[["round"]]) || NROW(p$mean) %in% c(length(p$round), arms))
}
