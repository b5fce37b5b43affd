#' Arms: what a pull pays
#'
#' An arms object says what a pull of each arm pays. Wrap it in [bandit()] and
#' add traits. All rewards of a study are addressed by the seed, the
#' replication, the arm and the number of the pull, so that every policy meets
#' the same outcomes.
#'
#' * `arms_bernoulli()`: 1 with probability `prob[k]`, else 0.
#' * `arms_gaussian()`: Normal(`mean[k]`, `sd[k]`).
#' * `arms_beta()`: Beta(`shape1[k]`, `shape2[k]`); `arms_beta(mean = m)` is
#'   Beta(m, 1 - m).
#' * `arms_categorical()`: `value[v]` with probability `prob[k, v]`.
#' * `arms_constant()`: `value[k]`, always.
#' * `arms_tape()`: rewards written down beforehand, `reward[k, n]` at the n-th
#'   pull of arm k, or with `by = "round"` `reward[k, t]` in round t (an
#'   oblivious adversary, a data set).
#'
#' @param prob For `arms_bernoulli()`: success probabilities in \[0, 1\], one an
#'   arm, or a [prior][priors]. For `arms_categorical()`: a matrix of weights
#'   of at least 0, one row an arm and one column a value; rows are normalised.
#' @param mean Means, one an arm, or a prior; for `arms_beta()` in \[0, 1\].
#'   No mean, deviation or reward may exceed 1e100 in size.
#' @param sd Standard deviations of at least 0, one for all or one an arm, or a
#'   prior without negative values.
#' @param shape1,shape2 Positive shapes, one for all or one an arm, or priors
#'   without negative values.
#' @param value For `arms_categorical()`: the values that can be paid, one a
#'   column of `prob`. For `arms_constant()`: one number an arm, or a prior.
#' @param reward A numeric matrix: one row an arm, one column a pull or round.
#'   It must have at least as many columns as the study has rounds. The mean of
#'   an arm is the mean of its row.
#' @param by `"pull"` or `"round"`. With `"round"` the regret compares with the
#'   best single arm in hindsight.
#' @return An arms object, of class `unruly_arms`.
#' @section Errors: `unruly_error_argument` when an argument is not as above.
#' @examples
#' arms_bernoulli(c(0.2, 0.5, 0.7))
#' arms_gaussian(mean = prior_uniform(5), sd = 1 / 5)
#' arms_beta(mean = c(0.3, 0.6))
#' arms_categorical(rbind(c(1, 1, 2), c(2, 1, 1)), value = c(0, 0.5, 1))
#' arms_tape(matrix(c(1, 0, 0, 1), nrow = 2))
#' @name arms
NULL

#' @rdname arms
#' @export
arms_bernoulli <- function(prob) {
  prob <- check_parameter(prob, "prob", min = 0, max = 1)
  new_arms("bernoulli", parameter_size(prob), list(prob = prob), range = c(0, 1))
}

#' @rdname arms
#' @export
arms_gaussian <- function(mean, sd = 1) {
  mean <- check_parameter(mean, "mean", largest = largest_reward)
  sd <- check_parameter(sd, "sd", min = 0, largest = largest_reward)
  count <- common_size(list(mean = mean, sd = sd))
  new_arms("gaussian", count, list(mean = spread_to(mean, count), sd = spread_to(sd, count)),
           range = c(-Inf, Inf))
}

#' @rdname arms
#' @export
arms_beta <- function(shape1, shape2, mean) {
  if (!missing(mean)) {
    if (!missing(shape1) || !missing(shape2)) {
      abort_combination(c("{.fn arms_beta} takes either {.arg mean} or {.arg shape1} and {.arg shape2}.",
                          x = "It was given both."))
    }
    mean <- check_parameter(mean, "mean", min = 0, max = 1)
    return(new_arms("beta_mean", parameter_size(mean), list(mean = mean), range = c(0, 1)))
  }
  shape1 <- check_parameter(shape1, "shape1", above = 0)
  shape2 <- check_parameter(shape2, "shape2", above = 0)
  count <- common_size(list(shape1 = shape1, shape2 = shape2))
  new_arms("beta", count, list(shape1 = spread_to(shape1, count), shape2 = spread_to(shape2, count)),
           range = c(0, 1))
}

#' @rdname arms
#' @export
arms_categorical <- function(prob, value) {
  prob <- check_matrix(prob, "prob", min = 0,
                       wanted = "a matrix of weights of at least 0, one row an arm and one column a value")
  value <- check_numbers(value, "value", size = ncol(prob), recycle = FALSE)
  check_largest(value, "value")
  if (any(rowSums(prob) <= 0)) {
    abort_argument("prob", "a matrix in which every row has a positive weight", prob,
                   given = sprintf("only zeros in row %d", which(rowSums(prob) <= 0)[1]))
  }
  new_arms("categorical", nrow(prob), list(prob = prob, value = value), range = range(value))
}

#' @rdname arms
#' @export
arms_constant <- function(value) {
  value <- check_parameter(value, "value", largest = largest_reward)
  new_arms("constant", parameter_size(value), list(value = value), range = parameter_range(value))
}

#' @rdname arms
#' @export
arms_tape <- function(reward, by = c("pull", "round")) {
  reward <- check_matrix(reward, "reward",
                         wanted = "a numeric matrix, one row an arm and one column a pull or round")
  check_largest(reward, "reward")
  by <- check_choice(by, "by", c("pull", "round"))
  new_arms(paste0("tape_", by), nrow(reward), list(reward = reward), range = range(reward),
           length = ncol(reward))
}

# `count` arms of a kind; `range` bounds the rewards, `length` that of a tape.
new_arms <- function(kind, count, parameters, range, length = Inf) {
  structure(
    list(kind = kind, count = as.integer(count), parameters = parameters, range = range, length = length),
    class = c(paste0("arms_", kind), "unruly_arms")
  )
}

# Greater ones would overflow in the sums over rounds.
largest_reward <- 1e100

check_largest <- function(value, argument, largest = largest_reward, call = rlang::caller_env()) {
  bad <- which(abs(value) > largest)
  if (length(bad) == 0) return(invisible())
  abort_argument(argument, sprintf("no larger in size than %s", format_numbers(largest)), value,
                 given = describe_bad(value, bad[1]), call = call)
}

# Numbers, or a prior whose values stay within the bounds. Priors see to
# `largest` themselves.
check_parameter <- function(value, argument, min = -Inf, max = Inf, above = -Inf, largest = Inf,
                            call = rlang::caller_env()) {
  range <- range_text(min, max, above, space = TRUE)
  wanted <- paste0("numbers", range, if (nzchar(range)) ", or a prior of such numbers" else ", or a prior")
  if (missing(value)) abort_missing(argument, call, wanted)
  if (!is_prior(value)) {
    value <- check_numbers(value, argument, min = min, max = max, above = above, wanted = wanted, call = call)
    check_largest(value, argument, largest, call)
    return(value)
  }
  check_class(value, argument, "unruly_prior", wanted, call)
  if (value$range[1] < min || value$range[2] > max || value$range[1] < above) {
    abort_argument(argument, wanted, value, given = paste("the prior", prior_text(value)), call = call)
  }
  value
}

parameter_size <- function(value) if (is_prior(value)) value$k else length(value)

parameter_range <- function(value) if (is_prior(value)) value$range else range(value)

# The number of arms that parameters agree on; single numbers fit any.
common_size <- function(parameters, call = rlang::caller_env()) {
  sizes <- vapply(parameters, parameter_size, 0)
  fixed <- unique(sizes[sizes != 1 | vapply(parameters, is_prior, NA)])
  if (length(fixed) > 1) {
    abort_combination(
      c("{.arg {names(sizes)[1]}} and {.arg {names(sizes)[2]}} must describe the same number of arms.",
        x = "They describe {sizes[1]} and {sizes[2]} arms."),
      class = "unruly_error_argument", call = call
    )
  }
  if (length(fixed) == 0) 1L else as.integer(fixed)
}

spread_to <- function(value, count) if (is_prior(value)) value else rep_len(value, count)

#' @export
print.unruly_arms <- function(x, ...) {
  check_object(x)
  cat(arms_text(x), "\n", sep = "")
  invisible(x)
}

arms_text <- function(x) {
  kind <- c(bernoulli = "Bernoulli", gaussian = "Gaussian", beta = "beta", beta_mean = "beta",
            categorical = "categorical", constant = "constant", tape_pull = "taped (by pull)",
            tape_round = "taped (by round)")[[x$kind]]
  sprintf("%d %s arm%s%s", x$count, kind, if (x$count == 1) "" else "s", arms_details(x))
}

arms_details <- function(x) {
  if (x$kind == "categorical") return(sprintf(", %d values", length(x$parameters$value)))
  if (startsWith(x$kind, "tape")) return(sprintf(", %d rewards each", ncol(x$parameters$reward)))
  shown <- vapply(x$parameters, parameter_text, "")
  paste0(": ", paste(names(shown), "=", shown, collapse = "; "))
}

parameter_text <- function(value) {
  if (is_prior(value)) return(prior_text(value))
  if (length(unique(value)) == 1) return(format_numbers(value[1]))
  shown <- format_numbers(value[seq_len(min(length(value), 8))])
  paste0("(", paste(shown, collapse = ", "), if (length(value) > 8) ", ...", ")")
}
