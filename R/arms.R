#' Arms: what a pull pays
#' @description
#' Describes the rewards of each arm, for [bandit()].
#'
#' **Use it when** you set up a problem: arms are its first half, traits such as [with_patience()]
#' the second.
#'
#' @details
#' * `arms_bernoulli()`: 1 with probability `prob[k]`, else 0.
#' * `arms_gaussian()`: Normal(`mean[k]`, `sd[k]`).
#' * `arms_student()`: `location[k]` + `scale[k]` X, where X has Student's t distribution with
#'   `df[k]` degrees of freedom. The mean is `location[k]`; the variance is infinite for `df` of
#'   at most 2.
#' * `arms_lognormal()`: exp of Normal(`meanlog[k]`, `sdlog[k]`), with mean exp(`meanlog` +
#'   `sdlog`^2 / 2).
#' * `arms_survival()`: min(X, `limit[k]`), a time lived, where P(X > x) = 2^-((x / `median[k]`)^`shape[k]`) (Weibull's
#'   law; exponential with `shape` 1). It is an event if X is at most the limit. With b = 1 / shape and s = median /
#'   (ln 2)^b the mean is s b Gamma(b) `pgamma((limit / s)^shape, b)`.
#' * `arms_beta()`: Beta(`shape1[k]`, `shape2[k]`); `arms_beta(mean = m)` is Beta(m, 1 - m).
#' * `arms_categorical()`: `value[v]` with probability `prob[k, v]`.
#' * `arms_constant()`: `value[k]`, always.
#' * `arms_tape()`: rewards fixed in advance, `reward[k, n]` at the n-th pull of arm k, or with
#'   `by = "round"` `reward[k, t]` in round t (an oblivious adversary, or a data set). With
#'   `context`, policies see the context of each round.
#'
#' The seed, the replication, the arm and the number of the pull determine a reward, so every
#' policy of a study meets the same outcomes.
#'
#' Student's and log-normal arms have heavy tails. Confidence bounds for sub-Gaussian rewards do not
#' hold for them, whatever `range` or `sd` a policy has, and studies warn about it.
#' [policy_robust_ucb()] is designed for them.
#'
#' @section Names: If the first parameter has names (a matrix: row names), they are the names of the
#'   arms in tables and figures. The column `arm` of [pulls()] and other tables is then a factor
#'   with levels in the order of the arms, so `as.integer(arm)` is an arm's number. Arms without
#'   names are numbers. Values given later per arm, such as the `patience` of [with_patience()], are
#'   matched by name if they have names, and otherwise by the order of the arms.
#'
#' @param prob For `arms_bernoulli()`: success probabilities in \[0, 1\], one per arm, or a
#'   [prior][priors]. For `arms_categorical()`: a matrix of weights of at least 0, one row per
#'   arm and one column per value; rows are normalised.
#' @param mean Means, one per arm, or a prior; for `arms_beta()` in \[0, 1\]. No mean,
#'   standard deviation or reward may exceed 1e100 in absolute value.
#' @param sd Standard deviations of at least 0, one for all arms or one per arm, or a prior
#'   without negative values. Default: 1.
#' @param df Degrees of freedom, numbers above 1 (otherwise there is no mean), one for all
#'   arms or one per arm, or a prior of such numbers.
#' @param location,scale Location and scale of the t distribution, `scale` of at least 0: one
#'   for all arms or one per arm, or priors. Default: 0 and 1.
#' @param meanlog,sdlog Mean, from -100 to 100, and standard deviation, from 0 to 10, of the
#'   logarithm of a reward: one for all arms or one per arm, or priors of such numbers. Default of
#'   `sdlog`: 1.
#' @param median,shape,limit Of `arms_survival()`: medians, positive numbers, one per arm; shapes from 0.1 to 100 and
#'   limits above 0, one for all arms or one per arm; or priors of such numbers. Default: shape 1, limit `Inf`.
#' @param shape1,shape2 Shape parameters, positive numbers, one for all arms or one per arm,
#'   or priors without negative values.
#' @param value For `arms_categorical()`: the possible rewards, one for each column of `prob`.
#'   For `arms_constant()`: one number per arm, or a prior.
#' @param reward A numeric matrix, or a [tape][simulate_tape]: one row per arm, one column per pull or
#'   round, at least as many columns as the study has rounds. The mean of an arm is the mean
#'   of its row.
#' @param range `NULL`, or two numbers that rewards cannot leave, from which policies take their
#'   scale: the numbers themselves are what a policy is to find out. Default: \[0, 1\] if all
#'   lie in it, else nothing is stated.
#' @param by `"pull"` or `"round"`: what a column is. With `"round"` the regret compares with
#'   the best single arm in hindsight. Default: `"pull"`, or `"round"` with `context`.
#' @param context `NULL`, or the contexts of a tape by round: a matrix with one row per round and
#'   one column per coordinate (at most 1,000); or an array of rounds by arms by coordinates, if each
#'   arm has its own context. Finite numbers of at most 1e50 in absolute value, with as many rounds
#'   as `reward`. The regret then compares with the greatest reward of each round. Default: `NULL`.
#' @param ... Must be empty.
#' @return Arms, an object of class `unruly_arms`.
#' @examples
#' arms_bernoulli(c(0.2, 0.5, 0.7))
#' arms_gaussian(mean = prior_uniform(5), sd = 1 / 5)
#' arms_student(df = 3, location = c(0, 0.5))
#' arms_lognormal(meanlog = c(0, 0.3), sdlog = 1.5)
#' arms_survival(median = c(control = 12, new = 17), limit = 24)
#' arms_beta(mean = c(0.3, 0.6))
#' arms_categorical(rbind(c(1, 1, 2), c(2, 1, 1)), value = c(0, 0.5, 1))
#' arms_tape(matrix(c(1, 0, 0, 1), nrow = 2))
#' # Two arms over three rounds, with two numbers known before each round.
#' arms_tape(rbind(c(1, 0, 1), c(0, 1, 1)), by = "round", context = cbind(1, c(0.2, -0.4, 0.1)))
#' @seealso [arms_empirical()] for data, [arms_linear()] for contexts, [priors].
#' @name arms
NULL

#' @rdname arms
#' @export
arms_bernoulli <- function(prob, ...) {
  check_no_dots(...)
  names <- arm_names(prob, "prob")
  p <- described("arms_bernoulli")
  new_arms("bernoulli", common_size(p), p, range = c(0, 1), names = names)
}

#' @rdname arms
#' @export
arms_gaussian <- function(mean, sd = 1, ...) {
  check_no_dots(...)
  names <- arm_names(mean, "mean") %||% arm_names(sd, "sd")
  sd <- in_order_of_arms(sd, "sd", names)
  p <- described("arms_gaussian")
  count <- common_size(p)
  widest <- max(parameter_range(p$sd))
  new_arms("gaussian", count, lapply(p, spread_to, count), range = c(-Inf, Inf), sd = widest,
           likely = likely_range(p$mean) + c(-4, 4) * widest, names = names)
}

#' @rdname arms
#' @export
arms_student <- function(df, location = 0, scale = 1, ...) {
  check_no_dots(...)
  names <- arm_names(df, "df") %||% arm_names(location, "location") %||% arm_names(scale, "scale")
  location <- in_order_of_arms(location, "location", names)
  scale <- in_order_of_arms(scale, "scale", names)
  p <- described("arms_student")
  far <- max(parameter_range(p$scale)) * stats::qt(stats::pnorm(4), min(parameter_range(p$df)))
  new_heavy_arms("student", common_size(p), p, c(-Inf, Inf),
                 likely = likely_range(p$location) + c(-1, 1) * far, width = far, names = names)
}

#' @rdname arms
#' @export
arms_survival <- function(median, shape = 1, limit = Inf, ...) {
  check_no_dots(...)
  names <- arm_names(median, "median") %||% arm_names(shape, "shape") %||% arm_names(limit, "limit")
  shape <- in_order_of_arms(shape, "shape", names)
  limit <- in_order_of_arms(limit, "limit", names)
  p <- described("arms_survival")
  longest <- max(parameter_range(p$limit))
  far <- max(parameter_range(p$median)) * 13^(1 / min(parameter_range(p$shape))) # 1 in 8,000 lives longer
  count <- common_size(p)
  new_arms("survival", count, lapply(p, spread_to, count), range = c(0, longest),
           sd = if (is.finite(longest)) longest / 2 else Inf, likely = c(0, min(far, longest)), names = names)
}

# The k-th moment of times lived until a limit.
lived_moments <- function(p, k) {
  b <- 1 / p$shape
  scale <- p$median / log(2)^b
  scale^k * gamma(k * b + 1) * stats::pgamma((p$limit / scale)^p$shape, k * b)
}

#' @rdname arms
#' @export
arms_lognormal <- function(meanlog, sdlog = 1, ...) {
  check_no_dots(...)
  names <- arm_names(meanlog, "meanlog") %||% arm_names(sdlog, "sdlog")
  sdlog <- in_order_of_arms(sdlog, "sdlog", names)
  p <- described("arms_lognormal")
  far <- 4 * max(parameter_range(p$sdlog))
  new_heavy_arms("lognormal", common_size(p), p, c(0, Inf),
                 likely = exp(likely_range(p$meanlog) + c(-1, 1) * far), width = far, names = names)
}

# No standard deviation says how heavy such tails are: for bounds it is infinite.
new_heavy_arms <- function(kind, count, parameters, range, likely, width, names, call = rlang::caller_env()) {
  new_arms(kind, count, lapply(parameters, spread_to, count), range, sd = if (width > 0) Inf else 0, likely = likely,
           names = names, call = call)
}

#' @rdname arms
#' @export
arms_beta <- function(shape1, shape2, mean, ...) {
  check_no_dots(...)
  if (!missing(mean)) {
    if (!missing(shape1) || !missing(shape2)) {
      abort_combination(c("{.fn arms_beta} takes either {.arg mean} or {.arg shape1} and {.arg shape2}.",
                          x = "Both are given."), class = "unruly_error_argument")
    }
    names <- arm_names(mean, "mean")
    p <- described("arms_beta_mean")
    return(new_arms("beta_mean", common_size(p), p, range = c(0, 1), names = names))
  }
  names <- arm_names(shape1, "shape1") %||% arm_names(shape2, "shape2")
  shape2 <- in_order_of_arms(shape2, "shape2", names)
  p <- described("arms_beta")
  count <- common_size(p)
  new_arms("beta", count, lapply(p, spread_to, count), range = c(0, 1), names = names)
}

#' @rdname arms
#' @export
arms_categorical <- function(prob, value, ...) {
  check_no_dots(...)
  names <- arm_names(prob, "prob")
  p <- described("arms_categorical")
  new_arms("categorical", nrow(p$prob), p, range = range(p$value), names = names)
}

#' @rdname arms
#' @export
arms_constant <- function(value, range = NULL, ...) {
  check_no_dots(...)
  names <- arm_names(value, "value")
  p <- described("arms_constant")
  stated <- check_stated_range(range, parameter_range(p$value))
  new_arms("constant", common_size(p), p, range = parameter_range(p$value), sd = 0, likely = likely_range(p$value),
           names = names, stated = stated)
}

# Checks a range that rewards cannot leave, so that those that there are must lie in it.
check_stated_range <- function(range, values, call = rlang::caller_env()) {
  if (is.null(range)) return(NULL)
  range <- check_range(range, call)
  if (values[1] >= range[1] && values[2] <= range[2]) return(range)
  abort_argument("range", sprintf("two numbers between which all rewards lie, which are from %s to %s",
                                  exact_text(values[1]), exact_text(values[2])), range, call = call)
}

#' @rdname arms
#' @export
arms_tape <- function(reward, by = c("pull", "round"), context = NULL, range = NULL, ...) {
  check_no_dots(...)
  if (!missing(reward) && inherits(reward, "unruly_tape")) {
    check_object(reward, "reward")
    reward <- matrix(c(reward), nrow(reward), dimnames = dimnames(reward))
  }
  names <- arm_names(reward, "reward")
  reward <- check_rule(reward, rules_of("arms_tape_pull")$reward)
  if (is.null(context) || !missing(by)) by <- check_choice(by, "by", c("pull", "round"))
  stated <- check_stated_range(range, base::range(reward))
  if (!is.null(context)) {
    arms <- taped_contexts(reward, if (missing(by)) "round" else by, context, names)
    arms$stated <- stated
    return(arms)
  }
  new_arms(paste0("tape_", by), nrow(reward), list(reward = reward), range = base::range(reward), names = names,
           stated = stated)
}

# Policies see contexts round by round: one column per round, arm after arm.
taped_contexts <- function(reward, by, context, names, call = rlang::caller_env()) {
  if (by != "round") abort_argument("by", "\"round\" with `context`", by, call = call)
  wanted <- sprintf("a numeric matrix of %s, or an array of %s by %s by coordinates", count_of(ncol(reward), "row"),
                    count_of(ncol(reward), "round"), count_of(nrow(reward), "arm"))
  sizes <- dim(context)
  by_arm <- length(sizes) == 3
  if (by_arm && !is.object(context) && sizes[2] == nrow(reward)) {
    context <- aperm(context, c(1, 3, 2))
    dim(context) <- c(sizes[1], prod(sizes[2:3]))
  } else if (by_arm) abort_argument("context", wanted, context, call = call)
  if (is.matrix(context) && nrow(context) != ncol(reward) && ncol(context) == ncol(reward)) {
    abort_argument("context", wanted, context, hint = "Its columns are as many: write `t(context)`.", call = call)
  }
  context <- check_matrix(context, "context", rows = ncol(reward), wanted = wanted, call = call)
  new_context_tape(reward, context, by_arm, shuffle = FALSE, "context", names, call)
}

new_context_tape <- function(reward, context, by_arm, shuffle, argument, names, call) {
  check_largest(context, argument, largest_coordinate, call = call)
  coordinates <- ncol(context) / if (by_arm) nrow(reward) else 1
  if (coordinates > most_coordinates) {
    abort_argument(argument, sprintf("of at most %s coordinates", format_count(most_coordinates)), call = call,
                   given = count_of(coordinates, "coordinate"))
  }
  parameters <- list(reward = reward, context = t(context), by_arm = by_arm, shuffle = shuffle)
  new_arms("tape_context", nrow(reward), parameters, range = range(reward), names = names)
}

#' Arms that resample data
#' @description
#' Describes arms whose pulls pay one of the values observed for the arm, drawn with equal
#' probability (a bootstrap).
#'
#' **Use it when** you have data of your own and no distribution in mind. To replay a log in its
#' order, with its pools of arms, use [bandit_replay()].
#'
#' @details
#' The mean of an arm's values is its true mean. The values are stored once, in R; memory does not
#' grow with the horizon.
#'
#' @param data The observations of each arm:
#'   * a list of numeric vectors, one per arm, of any lengths; its names are those of the
#'     arms;
#'   * a data frame with the columns `arm` (numbers, strings or a factor) and `reward`, one
#'     row per observation;
#'   * any other data frame: each column is an arm;
#'   * a log, see [as_log()].
#'
#'   Values are finite numbers (or `TRUE` and `FALSE`, as 1 and 0), at least one per arm,
#'   without `NA`, no greater than 1e100 in absolute value.
#' @param range `NULL`, or two numbers that rewards cannot leave, from which policies take their
#'   scale. Default: \[0, 1\] if all values lie in it, else nothing is stated.
#' @param ... Must be empty.
#' @inherit arms return
#' @section Errors: `unruly_error_argument`: `data` is not as described above; the message
#'   names the arm.
#' @examples
#' minutes <- list(email = c(3, 5, 4, 9), phone = c(2, 2, 11), chat = c(4, 6, 5))
#' arms_empirical(lapply(minutes, function(m) -m))
#' arms_empirical(data.frame(arm = c("a", "b", "b"), reward = c(1, 0, 1)))
#' problem <- bandit(arms_empirical(sleep[c("group", "extra")] |> setNames(c("arm", "reward"))))
#' run_study(problem, policy_ucb1(range = c(-2, 6)), horizon = 100, reps = 5, seed = 1)
#' @seealso [arms] for arms with a distribution, [bandit_replay()].
#' @export
arms_empirical <- function(data, range = NULL, ...) {
  check_no_dots(...)
  values <- observed_values(data)
  for (i in seq_along(values)) check_observed(values[[i]], if (is.null(names(values))) i else names(values)[i])
  names <- arm_names(values, "data")
  values <- lapply(unname(values), as.double)
  all <- unlist(values)
  half <- vapply(values, function(x) diff(base::range(x)) / 2, 0)
  new_arms("empirical", length(values), list(value = all, from = c(0, cumsum(as.double(lengths(values))))),
           range = base::range(all), sd = max(half), names = names,
           stated = check_stated_range(range, base::range(all)))
}

# A list with the values of each arm. Arms that are numbered 1, 2, ... have no
# names.
observed_values <- function(data, call = rlang::caller_env()) {
  wanted <- "a list of numeric vectors, one per arm, or a data frame"
  if (missing(data)) abort_missing("data", call, wanted)
  if (inherits(data, "unruly_log")) data <- data.frame(arm = factor(data$labels[data$arm], data$labels),
                                                       reward = data$reward)
  if (is.data.frame(data) && all(c("arm", "reward") %in% names(data))) {
    refuse_columns_twice(data, c("arm", "reward"), "data", call)
    check_observation_table(data, call)
    data <- with_usual_numbers(split(data$reward, data$arm))
    if (identical(names(data), as.character(seq_along(data)))) names(data) <- NULL
  }
  if (!is.list(data) || (is.object(data) && !is.data.frame(data)) || length(data) == 0) {
    abort_argument("data", wanted, data, call = call)
  }
  as.list(data)
}

# split() drops classes, and what a number with a class means.
check_observation_table <- function(data, call) {
  if (anyNA(data$arm)) abort_argument("data", "without `NA` in the column `arm`", data, call = call)
  if (!is_arm_column(data$arm)) {
    abort_argument("data", "with numbers, strings or a factor in the column `arm`", given = describe_value(data$arm),
                   call = call)
  }
  if (is.object(data$reward)) {
    abort_argument("data", "with numbers in the column `reward`", given = describe_value(data$reward), call = call)
  }
}

check_observed <- function(x, arm, call = rlang::caller_env()) {
  good <- (is.numeric(x) || is.logical(x)) && !is.object(x) && is.null(dim(x)) && length(x) > 0 && all(is.finite(x)) &&
    all(abs(x) <= largest_number)
  if (good) return(invisible())
  bad <- if (is.numeric(x) && !is.object(x)) which(!is.finite(x) | abs(x) > largest_number)
  abort_argument("data", "numbers for each arm, at least one and no `NA`, at most 1e100 in absolute value", x,
                 call = call, given = sprintf("%s for arm %s", if (length(bad) > 0) describe_bad(x, bad[1]) else
                                              describe_value(x), arm))
}

# `count` arms of a kind. `range` bounds the rewards, `likely` nearly all of them;
# `sd` is the greatest standard deviation of an arm, of bounded rewards at most
# half the range. `names` are those of the arms, NULL if they have none.
new_arms <- function(kind, count, parameters, range, sd = diff(range) / 2, likely = range, names = NULL,
                     stated = NULL, call = rlang::caller_env()) {
  check_arms_made(kind, count, parameters, call)
  arms <- list(kind = kind, count = as.integer(count), parameters = parameters, range = range, sd = sd, likely = likely,
               length = table_length(kind, parameters),
               names = if (identical(base::length(names), as.integer(count))) names)
  if (!is.null(stated)) arms$stated <- stated
  structure(arms, class = c(paste0("arms_", kind), "unruly_arms"))
}

# Asks the core about arms that were just made; of their names it was asked before.
check_arms_made <- function(kind, count, parameters, call) {
  why <- .Call(C_refuses, described_arms(kind, count, parameters), NULL, NULL)
  if (!is.null(why)) abort_parameter(paste0("arms_", kind), why, call)
}

described_arms <- function(kind, count, parameters) {
  list(arms = kind, count = as.double(count), parameters = lapply(parameters, describe_parameter), traits = list())
}

# Returns how many rounds there are numbers for: a tape or a table of contexts has a column
# for each.
table_length <- function(kind, parameters) {
  table <- parameters[[switch(kind, tape_pull = , tape_round = , tape_context = "reward", linear = ,
                              logistic = "context", "none")]]
  if (is.matrix(table)) ncol(table) else Inf
}

most_coordinates <- 1000

# Arms by their names, or else by their numbers.
names_of_arms <- function(arms) arms$names %||% as.character(seq_len(arms$count))

# Returns whether arms are called by numbers that are not their places, as ids are. A number that a user gives is then
# the name of an arm, or no arm.
called_by_numbers <- function(names) {
  length(names) > 0 && all(grepl("^-?[0-9]+$", names)) && !identical(as.vector(names), as.character(seq_along(names)))
}

# An arm given by its number or its name, as a name where arms are called by numbers.
arm_as_given <- function(arm, names) {
  if (is.factor(arm)) arm <- as.character(arm)
  is_number <- is.numeric(arm) && !is.object(arm) && !is_too_long(arm) && all(is.finite(arm))
  if (is_number && called_by_numbers(names)) plain_number(arm) else arm
}

plain_number <- function(x) sprintf("%.15g", x)

# Why a number that is to name an arm could be taken for another one, or NULL.
why_not_by_number <- function(number, names) {
  if (!is.numeric(number) || !called_by_numbers(names)) return(NULL)
  text <- plain_number(number)
  if (all((names[number] == text) %in% TRUE)) return(NULL)
  shown <- c(intersect(text, names), names)[1]
  sprintf("Its arms are called by numbers that are not their places, so an arm is named by a string, such as %s",
          quoted(shown))
}

# The names of the arms, as the user gave them with a parameter; arms without one
# are called by their numbers.
arm_names <- function(value, argument, call = rlang::caller_env()) {
  if (missing(value) || is.object(value) || !is.atomic(value) && !is.list(value)) return(NULL)
  names <- if (is.matrix(value)) rownames(value) else names(value)
  if (is.null(names)) return(NULL)
  names <- ifelse(is.na(names) | names == "", as.character(seq_along(names)), names)
  enc2utf8(check_arm_names(names, argument, call))
}

# Returns whether arms may be called by this column: numbers, strings or a factor.
is_arm_column <- function(arm) is.null(dim(arm)) && (is.factor(arm) || is.character(arm) || is_plain(arm))

check_arm_names <- function(names, argument, call = rlang::caller_env()) {
  check_readable(names, argument, call)
  check_distinct_names(names, argument, call)
  names
}

# Returns the range in which nearly all values of a parameter lie.
likely_range <- function(value) {
  if (!is_prior(value) || value$law != "normal") return(parameter_range(value))
  value$values[1] + c(-4, 4) * value$values[2]
}

parameter_range <- function(value) if (is_prior(value)) value$range else range(value)

spread_to <- function(value, count) if (is_prior(value)) value else rep_len(value, count)

#' @export
print.unruly_arms <- print_formatted

#' @export
format.unruly_arms <- function(x, ...) {
  check_object(x)
  one_line(arms_text(x))
}

arms_text <- function(x) {
  words <- c(bernoulli = "Bernoulli", gaussian = "Gaussian", beta_mean = "beta", linear = "contextual",
             logistic = "logistic contextual", student = "Student", lognormal = "log-normal", survival = "survival",
             tape_pull = "taped (by pull)", tape_round = "taped (by round)",
             tape_context = "taped (by round)")
  kind <- if (x$kind %in% names(words)) words[[x$kind]] else x$kind
  sprintf("%d %s arm%s%s", x$count, kind, if (x$count == 1) "" else "s", arms_details(x))
}

arms_details <- function(x) {
  if (x$kind == "empirical") {
    observed <- unique(range(diff(x$parameters$from)))
    return(sprintf(", %s observed values each%s", paste(format_count(observed), collapse = " to "), names_text(x)))
  }
  if (x$kind == "categorical") return(sprintf(", %d values%s", length(x$parameters$value), names_text(x)))
  if (x$kind %in% c("linear", "logistic")) return(paste0(", contexts of ", count_of(ncol(x$parameters$theta),
                                                                                    "coordinate"), names_text(x)))
  if (x$kind == "tape_context") {
    coordinates <- nrow(x$parameters$context) / if (x$parameters$by_arm) x$count else 1
    return(sprintf(", %d rewards each, contexts of %s%s%s%s", ncol(x$parameters$reward),
                   count_of(coordinates, "coordinate"), if (x$parameters$by_arm) " by arm" else "",
                   if (x$parameters$shuffle) ", shuffled" else "", names_text(x)))
  }
  if (startsWith(x$kind, "tape")) return(sprintf(", %d rewards each%s", ncol(x$parameters$reward), names_text(x)))
  shown <- vapply(x$parameters, parameter_text, "", x$names)
  same <- vapply(x$parameters, function(p) is_prior(p) || length(unique(p)) == 1, NA)
  paste0(": ", paste(names(shown), "=", shown, collapse = "; "), if (all(same)) names_text(x))
}

names_text <- function(x) {
  if (is.null(x$names)) return("")
  first <- x$names[seq_len(min(x$count, 8))]
  sprintf(" (%s%s)", paste(first, collapse = ", "), if (x$count > 8) ", ..." else "")
}

parameter_text <- function(value, names = NULL) {
  if (is_prior(value)) return(prior_text(value))
  if (length(unique(value)) == 1) return(format_numbers(value[1]))
  first <- seq_len(min(length(value), 8))
  shown <- paste0(if (!is.null(names)) paste(names[first], "= "), format_numbers(value[first]))
  paste0("(", paste(shown, collapse = ", "), if (length(value) > 8) ", ...", ")")
}

# --- objects ----------------------------------------------------------------------------

shape.unruly_arms <- function(x) list(
  kind = function(v, x) is_word(v) && is.list(rules_of(paste0("arms_", v))),
  count = function(v, x) is_count(v, 1, 1e8),
  parameters = function(v, x) fits_rules(paste0("arms_", x$kind), v, x$count),
  range = function(v, x) is_reals(v, 2, infinite = TRUE) && v[1] <= v[2],
  sd = function(v, x) is_reals(v, 1, infinite = TRUE) && v >= 0, likely = function(v, x) is_reals(v, 2) && v[1] <= v[2],
  stated = function(v, x) is.null(v) || is_reals(v, 2) && v[1] < v[2] && (identical(x$kind, "constant") ||
                                                                            v[1] <= x$range[1] && v[2] >= x$range[2]),
  length = function(v, x) is_reals(v, 1, infinite = TRUE) && v == table_length(x$kind, x$parameters),
  names = function(v, x) is.null(v) || is_words(v) && length(v) == x$count && !anyDuplicated(v)
)
