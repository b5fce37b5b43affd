# Shapes of spreads: their weights, and how large they are in the sense of Theorem 1.

#' The shape of a spread
#'
#' Shows when a reward arrives: `as_tibble()` lists the share that arrives at each lag (the expected share, if the lag
#' is random), `summary()` measures how late that is, `autoplot()` draws it.
#'
#' `d1` and `d2` measure a spread as Theorem 1 of the composite feedback paper does. With
#' \eqn{r_{i, \tau}}{r(i, tau)} the part of a reward of arm i that arrives at lag tau,
#'
#' \deqn{d_1 = \sum_{l \ge 1} \max_i E\Big[\sum_{\tau \ge l} r_{i, \tau}\Big], \quad d_2 = \sum_{l \ge 1} \max_i
#' Var\Big[\sum_{\tau \ge l} r_{i, \tau}\Big].}{d1 = sum over l >= 1 of max_i E[sum over tau >= l of r(i, tau)], d2 the
#' same with the variance.}
#'
#' `d1` is the largest mean of the arms times the mean lag. The sums of infinite spreads are computed over 100,000 lags,
#' with an integral for the rest; for `spread_power()` `d1` is infinite if gamma is at most 2, and `d2`, of random
#' rewards, if it is at most 1.5.
#'
#' @param x,object A spread, see [spreads]; not `spread_adversarial()`, whose lags depend on the play, except to draw
#'   it.
#' @param lags The lags to list, whole numbers of at least 0. Default: all lags of a finite spread; for an infinite one
#'   those up to the lag by which 99% has arrived, at most 1,000.
#' @param arms The arms whose rewards are spread: Bernoulli, Gaussian, beta, constant or categorical [arms] without a
#'   prior, or a tape by pull. Default: one arm whose reward is always 1.
#' @param ... Must be empty.
#' @return `as_tibble()`, `as.data.frame()`: `lag`, `weight` (the share that arrives at this lag) and `later` (the share
#'   that arrives at this lag or later). `summary()`: a tibble with one row, `d1` and `d2`. `autoplot()`: a ggplot.
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for Multi-armed Bandit with Composite and Anonymous
#'   Feedback, Theorem 1.
#' @examples
#' as_tibble(spread_linear(4))
#' summary(spread_delay(10, 30), arms = arms_bernoulli(c(0.2, 0.5, 0.9)))
#' summary(spread_window(10, 31), arms = arms_bernoulli(c(0.2, 0.5, 0.9)))
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(spread_power(2))
#' @name spread_methods
NULL

#' @rdname spread_methods
#' @export
as_tibble.unruly_spread <- function(x, lags = NULL, ...) {
  check_no_dots(...)
  check_spread_with_weights(x, "x")
  lags <- if (is.null(lags)) usual_lags(x) else check_numbers(lags, "lags", min = 0, whole = TRUE)
  spread_weights(x, lags)
}

#' @rdname spread_methods
#' @export
as.data.frame.unruly_spread <- function(x, ...) as.data.frame(as_tibble.unruly_spread(x, ...))

#' @rdname spread_methods
#' @export
summary.unruly_spread <- function(object, arms = NULL, ...) {
  check_no_dots(...)
  check_spread_with_weights(object, "object")
  if (is.null(arms)) arms <- arms_constant(1)
  check_class(arms, "arms", "unruly_arms", "arms, such as `arms_bernoulli()`")
  late_sums(rep(list(object), arms$count), arms_moments(arms))
}

check_spread_with_weights <- function(spread, argument, call = rlang::caller_env()) {
  check_class(spread, argument, "unruly_spread", "a spread, such as `spread_delay()`", call)
  if (spread$law == "adversarial") {
    abort_argument(argument, "a spread whose weights do not depend on the play", call = call,
                   given = "an adversarial spread")
  }
}

spread_weights <- function(spread, lags = usual_lags(spread)) {
  tibble(lag = lags, weight = weight_at(spread, lags), later = later_share(spread, lags))
}

# First and last lag; Inf without end.
lag_range <- function(spread) {
  p <- spread$parameters
  switch(spread$law,
    delay = c(p$min, p$max), window = c(p$from, p$to - 1), linear = c(1, p$length),
    custom = c(p$from, p$from + length(p$weights) - 1), adversarial = c(1, p$length), c(1, Inf)
  )
}

usual_lags <- function(spread) {
  range <- lag_range(spread)
  if (is.finite(range[2])) return(seq(range[1], range[2]))
  lags <- as.double(1:1000)
  lags[seq_len(min(1000, sum(later_share(spread, lags) > 0.01)))]
}

weight_at <- function(spread, lag) {
  p <- spread$parameters
  range <- lag_range(spread)
  inside <- lag >= range[1] & lag <= range[2]
  at <- switch(spread$law,
    delay = , window = rep(1 / (range[2] - range[1] + 1), length(lag)),
    linear = 2 * (if (p$direction == "decreasing") p$length + 1 - lag else lag) / (p$length * (p$length + 1)),
    geometric = (1 - p$gamma) * p$gamma^(lag - 1),
    power = lag^-p$gamma / riemann_zeta(p$gamma),
    custom = p$weights[pmin(pmax(lag - p$from + 1, 1), length(p$weights))]
  )
  ifelse(inside, at, 0)
}

# The share that arrives at this lag or later.
later_share <- function(spread, lag) {
  p <- spread$parameters
  range <- lag_range(spread)
  from <- pmax(lag, range[1])
  left <- pmax(range[2] - from + 1, 0) # lags that are left
  switch(spread$law,
    delay = , window = left / (range[2] - range[1] + 1),
    linear = left * (if (p$direction == "decreasing") left + 1 else from + p$length) / (p$length * (p$length + 1)),
    geometric = p$gamma^(from - 1),
    power = hurwitz_zeta(p$gamma, from) / riemann_zeta(p$gamma),
    custom = rev(cumsum(c(0, rev(p$weights))))[pmin(from - p$from, length(p$weights)) + 1]
  )
}

# The sum of n^-s over n = a, a + 1, ..., by Euler and Maclaurin from a + 30 on.
hurwitz_zeta <- function(s, a) {
  n <- 30
  direct <- 0
  for (i in n:1) direct <- direct + (a + i - 1)^-s # the smallest first
  b <- a + n
  direct + b^(1 - s) / (s - 1) + b^-s / 2 + s * b^(-s - 1) / 12 - s * (s + 1) * (s + 2) * b^(-s - 3) / 720
}

riemann_zeta <- function(s) hurwitz_zeta(s, 1)

# Returns the caption of a spread that goes on beyond the lags that are drawn.
lags_caption <- function(data) {
  share <- sum(data$weight)
  if (is.null(data[["case"]]) && share < 0.9995) {
    sprintf("%s%% of a reward arrives in these lags", format_numbers(round(100 * share, 1)))
  }
}

adversarial_bars <- function(spread) {
  p <- spread$parameters
  cases <- c("Other plays", sprintf("The best arm, played %g times or more in succession", p$streak))
  tibble(lag = c(1, p$length), weight = 1, case = factor(cases, cases))
}

# d1 and d2 of a bandit, whose arms may have different spreads.
spread_moments <- function(bandit, call = rlang::caller_env()) {
  if (!has_trait(bandit, "spread")) {
    abort_argument("bandit", "a bandit with a spread", given = "a bandit without one", call = call)
  }
  moving <- intersect(c("changes", "wear"), names(bandit$traits))
  if (length(moving) > 0) abort_argument("bandit", "a bandit whose means do not change",
                                         given = paste("one with", moving[1]), call = call)
  spreads <- rep_len(bandit$traits$spread$spreads, arm_count(bandit))
  if (any(vapply(spreads, function(s) s$law == "adversarial", NA))) {
    abort_argument("bandit", "a bandit whose spread does not depend on the play",
                   given = "one with an adversarial spread", call = call)
  }
  late_sums(spreads, arms_moments(bandit$arms, call, "bandit"))
}

# `worth`: the mean and the variance of what a pull of each arm is worth.
late_sums <- function(spreads, worth) {
  last <- max(1, vapply(spreads, function(s) min(lag_range(s)[2], 1e5), 0))
  mean <- variance <- 0
  for (i in seq_along(spreads)) {
    later <- late_moments(spreads[[i]], worth$mean[i], worth$variance[i], last)
    mean <- pmax(mean, later$mean)
    variance <- pmax(variance, later$variance)
  }
  tibble(d1 = sum(mean[-1]) + mean[1], d2 = sum(variance[-1]) + variance[1])
}

# Mean and variance of what arrives at lag 1..last or later; the first element
# is what is beyond, summed over lags.
late_moments <- function(spread, mean, variance, last) {
  share <- later_share(spread, seq_len(last))
  beyond <- shares_beyond(spread, last)
  if (spread$law != "delay") {
    times <- function(x, sums) if (x == 0) 0 * seq_along(sums) else x * sums # the sum can be infinite
    return(list(mean = times(mean, c(beyond[1], share)), variance = times(variance, c(beyond[2], share^2))))
  }
  # All of X, or nothing: Var = P E[X^2] - (P E[X])^2.
  list(mean = mean * c(0, share), variance = c(0, share * (variance + mean^2) - (share * mean)^2))
}

# Sums of later_share() and of its square over the lags after `last`.
shares_beyond <- function(spread, last) {
  g <- spread$parameters$gamma
  switch(spread$law,
    geometric = c(g^last / (1 - g), g^(2 * last) / (1 - g^2)),
    power = {
      scale <- 1 / ((g - 1) * riemann_zeta(g))
      c(if (g > 2) scale * last^(2 - g) / (g - 2) else Inf,
        if (g > 1.5) scale^2 * last^(3 - 2 * g) / (2 * g - 3) else Inf)
    },
    c(0, 0)
  )
}

# Means and variances of what pulls are worth.
arms_moments <- function(arms, call = rlang::caller_env(), argument = "arms") {
  of <- if (argument == "bandit") "a bandit of " else ""
  p <- arms$parameters
  if (any(vapply(p, is_prior, NA)) || arms$kind == "tape_round") {
    abort_argument(argument, paste0(of, "arms with known means"), call = call,
                   given = if (arms$kind == "tape_round") "a tape by round" else "arms drawn from a prior")
  }
  each <- switch(arms$kind,
    bernoulli = list(p$prob, p$prob * (1 - p$prob)),
    gaussian = list(p$mean, p$sd^2),
    constant = list(p$value, 0 * p$value),
    beta_mean = list(p$mean, p$mean * (1 - p$mean) / 2),
    beta = list(p$shape1 / (p$shape1 + p$shape2),
                p$shape1 * p$shape2 / ((p$shape1 + p$shape2)^2 * (p$shape1 + p$shape2 + 1))),
    categorical = weighted_moments(p$prob / rowSums(p$prob), p$value),
    tape_pull = list(rowMeans(p$reward), rowMeans((p$reward - rowMeans(p$reward))^2)),
    abort_argument(argument,
                   paste0(of, "Bernoulli, Gaussian, beta, constant or categorical arms, or of a tape by pull"),
                   given = paste(arms$kind, "arms"), call = call)
  )
  list(mean = rep_len(each[[1]], arms$count), variance = rep_len(each[[2]], arms$count))
}

weighted_moments <- function(prob, value) {
  mean <- drop(prob %*% value)
  list(mean, drop(prob %*% value^2) - mean^2)
}
