#' Arms whose means change with their own pulls
#' @description
#' Adds wear: the mean of the n-th pull of an arm depends on n.
#'
#' **Use it when** arms wear out, or improve, with use. For means that change with the round, use
#' [with_changes()].
#'
#' @details
#' * `wear_step(after, drop)`: the arm's own mean m for the first `after` pulls, then
#'   m - `drop`.
#' * `wear_linear(slope)`: m - `slope` (n - 1), not below `floor` (an arm that begins below it
#'   does not change).
#' * `wear_power(exponent)`: m n^-`exponent`.
#'
#' With negative `drop`, `slope` or `exponent` arms improve. A pull is drawn from the same random
#' number as without the trait, with another mean. The mean of a Bernoulli arm stays within \[0, 1\].
#'
#' @section What the regret compares with: The greedy oracle knows the means and in each round plays
#'   the arm whose next pull has the greatest mean, among all that have entered and have not
#'   died (including those that left). If no mean ever rises, no policy can earn more: up to
#'   round t it earns the sum of the t greatest means of all arms. If no mean ever falls, one rises, and arms neither
#'   enter, die, rest nor sleep, the best is to play one arm throughout: the one with the greatest sum of its first T
#'   means (T up to 10,000,000, where means always rise). Then that arm is what the regret compares with, at each
#'   checkpoint by its pulls so far, so that the regret may be negative before T; [policy_oracle()] plays it, and an arm
#'   that is named is judged by the mean of its T-th pull. Otherwise, if some mean rises, or arms die,
#'   a policy that looks ahead may earn more, and its regret is then negative; the printed bandit says
#'   so. In [regret()], `optimal` counts pulls of an arm that had the greatest mean at the time. In
#'   [pulls()] the `mean` is `NA`.
#'
#' @inheritParams with_changes
#' @param wear How the arms wear: made by `wear_step()`, `wear_linear()` or `wear_power()`; or a
#'   numeric matrix of means, with one row per arm and one column per pull, the last of which holds
#'   for all later pulls. Rows with names are matched with the names of the arms.
#' @param after Number of pulls with the first mean, whole numbers of at least 1, one for all
#'   arms or one per arm.
#' @param drop,slope,floor Numbers in units of reward (`slope`: per pull), one for all arms or
#'   one per arm. Default of `floor`: 0.
#' @param exponent Numbers in \[-10, 10\], one for all arms or one per arm.
#' @return `with_wear()`: the bandit, with the trait added. The others: an object of class
#'   `unruly_wear`.
#' @inheritSection with_patience Errors
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.6, 0.5))) |> with_wear(wear_step(100, drop = c(0.4, 0)))
#' study <- run_study(problem, list(policy_oracle(), policy_ucb1()), horizon = 500, reps = 5,
#'   seed = 1)
#' study
#' bandit(arms_bernoulli(c(0.9, 0.5))) |> with_wear(wear_power(0.5))
#' bandit(arms_bernoulli(c(0.9, 0.5))) |> with_wear(rbind(c(0.9, 0.7, 0.1), c(0.5, 0.5, 0.4)))
#' @references Levine, Crammer and Mannor (2017), Rotting Bandits; Seznec, Locatelli,
#'   Carpentier, Lazaric and Valko (2019), Rotting Bandits Are No Harder Than Stochastic
#'   Ones. Heidari, Kearns and Roth (2016), Tight Policy Regret Bounds for Improving and Decaying Bandits.
#' @seealso [with_changes()], [policy_fewa()], [policy_raw_ucb()].
#' @export
with_wear <- function(bandit, wear, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  check_addition(bandit, "wear")
  wear <- as_wear(wear)
  law <- wear_of_bandit(wear, bandit)
  bandit <- add_trait(bandit, "wear", law_parameters(law), paste("means that wear:", law$text))
  widen_rewards(bandit, reached_means(bandit, likely = TRUE))
}

#' @rdname with_wear
#' @export
wear_step <- function(after, drop, ...) {
  p <- described_by_arm("wear_step")
  new_wear("step", p,
           sprintf("%s after %s pulls", less_text(p$drop), parameter_text(p$after)))
}

#' @rdname with_wear
#' @export
wear_linear <- function(slope, floor = 0, ...) {
  p <- described_by_arm("wear_linear")
  new_wear("linear", p,
           sprintf("%s with each pull%s", less_text(p$slope),
                   if (all(p$slope <= 0)) "" else paste0(", down to ", parameter_text(p$floor))))
}

#' @rdname with_wear
#' @export
wear_power <- function(exponent, ...) {
  p <- described_by_arm("wear_power")
  new_wear("power", p,
           sprintf("multiplied by n^-%s at the n-th pull", parameter_text(p$exponent)))
}

# A description of wear, or a matrix with the means of all pulls.
as_wear <- function(wear, call = rlang::caller_env()) {
  wanted <- "wear such as `wear_step()` makes, or a numeric matrix with one row per arm and one column per pull"
  if (missing(wear)) abort_missing("wear", call, wanted)
  if (is.numeric(wear)) return(wear_table(wear, "wear", wanted, call))
  check_class(wear, "wear", "unruly_wear", wanted, call)
}

wear_table <- function(mean, argument, wanted, call) {
  names <- arm_names(mean, argument, call)
  mean <- check_rule(mean, rules_of("wear_table")$mean, argument, call = call, wanted = wanted)
  rownames(mean) <- names
  new_wear("table", list(mean = mean), sprintf("by a table of %s", count_of(ncol(mean), "pull")))
}

less_text <- function(x) if (all(x < 0)) paste(parameter_text(-x), "more") else paste(parameter_text(x), "less")

new_wear <- function(law, parameters, text) structure(list(law = law, parameters = parameters, text = text),
                                                      class = "unruly_wear")

#' @export
print.unruly_wear <- print_formatted

#' @export
format.unruly_wear <- function(x, ...) {
  check_object(x)
  one_line(paste("<wear>", x$text))
}

wear_of_bandit <- function(wear, bandit, call = rlang::caller_env()) {
  p <- wear$parameters
  for (name in names(p)) {
    p[[name]] <- in_order_of_arms(p[[name]], "wear", bandit$arms$names, call)
    arms <- if (wear$law == "table") arm_count(bandit) else c(1, arm_count(bandit))
    check_arms_of_law(NROW(p[[name]]), arms, "wear", call)
    p[[name]] <- unname(p[[name]])
  }
  wear$parameters <- p
  wear
}

# The mean of each of the arms at its pulls 1, 2, ...: a matrix with one row per arm.
wear_means <- function(law, own, pulls, chances = FALSE) {
  p <- lapply(law$parameters, function(x) if (is.matrix(x)) x else rep_len(x, length(own)))
  n <- matrix(pulls, length(own), length(pulls), byrow = TRUE)
  means <- switch(law$law,
    step = own - p$drop * (n > p$after), linear = pmax(own - p$slope * (n - 1), pmin(own, p$floor)),
    power = own * n^-p$exponent, table = p$mean[, pmin(pulls, ncol(p$mean)), drop = FALSE]
  )
  if (chances) means[] <- pmin(pmax(means, 0), 1)
  means
}

# Returns whether the mean of some arm may rise from pull to pull.
may_rise <- function(bandit) {
  law <- law_of_trait(bandit$traits$wear)
  p <- law$parameters
  own <- parameter_range(own_means(bandit))
  switch(law$law,
    step = any(p$drop < 0), linear = any(p$slope < 0), table = any(diff(t(p$mean)) > 0),
    power = any(p$exponent < 0) && own[2] > 0 || any(p$exponent > 0) && own[1] < 0
  )
}

# Returns whether no mean falls, some rise, and all arms are there all the time: then one arm is best played throughout.
has_best_throughout <- function(bandit) {
  law <- law_of_trait(bandit$traits$wear)
  p <- law$parameters
  moving <- c("entries", "lifetimes", "population", "rest", "absences")
  if (any(vapply(moving, has_trait, NA, bandit = bandit))) return(FALSE)
  own <- parameter_range(own_means(bandit))
  may_rise(bandit) && switch(law$law,
    step = all(p$drop <= 0), linear = all(p$slope <= 0), table = all(diff(t(p$mean)) >= 0),
    power = own[1] >= 0 && all(p$exponent <= 0) || own[2] <= 0 && all(p$exponent >= 0)
  )
}

# Returns what the printed bandit says of its benchmark; NULL if it is the optimum.
wear_words <- function(bandit) {
  if (!has_trait(bandit, "wear")) return(NULL)
  dying <- has_trait(bandit, "lifetimes") || has_trait(bandit, "population")
  if (has_best_throughout(bandit)) return("the benchmark is the arm that is best played throughout")
  why <- c(if (may_rise(bandit)) "some mean rises", if (dying) "arms die")
  if (length(why) == 0) return(NULL)
  sprintf("the benchmark is the reward of the greedy oracle, not the optimum: %s", paste(why, collapse = ", and "))
}

trait_words.wear <- function(trait, bandit) wear_words(bandit)

shape.unruly_wear <- function(x) list(
  law = function(v, x) is_word(v), parameters = function(v, x) fits_law("wear", v, x$law),
  text = function(v, x) is_word(v)
)
