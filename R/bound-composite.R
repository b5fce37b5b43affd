# The regret bounds for composite anonymous feedback (Wang, Wang and Huang
# 2021). The constants of Theorems 1 and 2 are those of the proofs.

#' The regret of ARS-UCB
#'
#' Theorem 1: for alpha above 4 and round sizes f that increase,
#' \deqn{\sum_{i: \Delta_i > 0} \frac{8 \alpha \ln T}{\Delta_i} + c}{sum_{i: Delta_i > 0} 8 alpha ln T / Delta_i + c}
#' with a c that does not grow with T. From the proof, N being the number of
#' arms, F(k) = f(1) + ... + f(k) and k0 the least number such that F(k) >=
#' f(k + 1) for all k above it,
#' \deqn{c = 2 T^* + 8 N + N F(k_0), \quad T^* = \max(t_1, t_2)}{c = 2 T* + 8 N + N F(k0), T* = max(t1, t2)}
#' \deqn{t_1 = \exp\left(\left(\frac{4 d_1}{\sqrt\alpha - 2}\right)^2\right), \quad t_2 =
#' \exp\left(\frac{n}{\alpha}\right) + N (F(k_0) + 2 n)}{t1 = exp((4 d1 / (sqrt(alpha) - 2))^2), t2 = exp(n / alpha) + N
#' (F(k0) + 2 n)} where n is the greatest F(k) with \eqn{12 d_2 k / F(k) > (\sqrt\alpha - 2)^2 / 4}{12 d2 k / F(k) >
#' (sqrt(alpha) - 2)^2 / 4} (0 if there is none). These are exponentials: for any spread but a short one c is far beyond
#' every horizon, often `Inf`. The first term, which says how fast the regret grows in the end, is given as a bound of
#' its own name.
#'
#' The totals lie in \[0, 1\]. The paper supposes that a single arm is the best;
#' where several are, the sum leaves them out.
#'
#' @param bandit A bandit [with_spread()], or `NULL` where numbers are given in its
#'   place, see [regret_bounds].
#' @param mean The mean total of each arm: at least two numbers in \[0, 1\].
#' @param alpha,round_size Those of [policy_ars_ucb()]; alpha above 4, `round_size`
#'   made by [rounds_power()] with sizes that increase, or by [rounds_doubling()].
#' @param d1,d2 The d1 and d2 of [summary()][spread_methods] of a spread, numbers of at least 0 (they
#'   may be `Inf`); `NULL`: those of the bandit, or without one the first term alone.
#' @inheritParams bound_impatient_lower
#' @return A tibble as described in [regret_bounds]; `bound` is `"Theorem 1, first
#'   term"` and, with `d1` and `d2`, `"Theorem 1"`.
#' @section Errors: `unruly_error_argument` for a bad argument,
#'   `unruly_error_combination` if the theorem does not hold for `alpha` or
#'   `round_size`, or if only one of `d1` and `d2` is given.
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for
#'   Multi-armed Bandit with Composite and Anonymous Feedback, Theorem 1 and
#'   appendix A.
#' @seealso [regret_bounds]
#' @examples
#' bound_ars_ucb(horizon = 10^(3:5), mean = c(0.2, 0.8))
#' problem <- bandit(arms_bernoulli(c(0.2, 0.8))) |> with_spread(spread_delay(1, 2))
#' bound_ars_ucb(problem, 10^(3:5), alpha = 25, round_size = rounds_power(2, c = 20))
#' @export
bound_ars_ucb <- function(bandit = NULL, horizon, alpha = 5, round_size = rounds_power(2), mean = NULL, d1 = NULL,
                          d2 = NULL, ...) {
  check_no_dots(...)
  means <- check_total_means(bound_numbers(bandit, list(mean = mean), "spread")$mean)
  horizon <- check_bound_horizon(horizon)
  alpha <- check_number(alpha, "alpha", above = 0)
  check_class(round_size, "round_size", "unruly_rounds", "made by `rounds_power()` or `rounds_doubling()`")
  check_theorem_1(alpha, round_size)
  gaps <- max(means) - means
  first <- 8 * alpha * log(horizon) * sum(1 / gaps[gaps > 0])
  table <- new_bound("Theorem 1, first term", horizon, first)
  if (!is.null(bandit) && is.null(d1) && is.null(d2)) {
    d <- spread_moments(bandit)
    d1 <- d$d1
    d2 <- d$d2
  }
  if (is.null(d1) != is.null(d2)) {
    abort_combination(c("{.arg d1} and {.arg d2} go together.", x = "Only one of them was given."))
  }
  if (is.null(d1)) return(table)
  constant <- ars_ucb_constant(length(means), alpha, round_size, check_spread_moment(d1, "d1"),
                               check_spread_moment(d2, "d2"))
  rbind(table, new_bound("Theorem 1", horizon, first + constant))
}

check_total_means <- function(means, call = rlang::caller_env()) {
  means <- check_bound_means(means, call)
  check_numbers(means, "mean", min = 0, max = 1, wanted = "the mean totals of at least two arms, in [0, 1]",
                call = call)
}

check_spread_moment <- function(value, argument, call = rlang::caller_env()) {
  check_numbers(value, argument, size = 1, min = 0, infinite = TRUE, call = call,
                wanted = "a single number of at least 0, or Inf")
}

check_theorem_1 <- function(alpha, round_size, call = rlang::caller_env()) {
  if (alpha <= 4) {
    abort_combination(c("Theorem 1 supposes that {.arg alpha} is above 4.",
                        x = "It is {format_numbers(alpha)}."), call = call)
  }
  increasing <- switch(round_size$round_size, doubling = TRUE,
                       power = all(diff(size_of_rounds(round_size, 1:1000)) >= 1), FALSE)
  if (!increasing) {
    abort_combination(c("Theorem 1 supposes rounds whose sizes increase without end.",
                        i = "Use {.fn rounds_power} with {.arg beta} of at least 1, or {.fn rounds_doubling}."),
                        call = call)
  }
}

# f(k) of `rounds_*()`.
size_of_rounds <- function(rounds, k) {
  switch(rounds$round_size,
    doubling = 2^(pmax(k, 2) + rounds$round_c),
    power = ceiling(rounds$round_c * k^rounds$round_beta),
    rounds$round_sizes[pmin(k, length(rounds$round_sizes))]
  )
}

ars_ucb_constant <- function(arms, alpha, rounds, d1, d2) {
  start <- rounds_until_slow(rounds)
  n <- pulls_until_certain(rounds, d2 * 48 / (sqrt(alpha) - 2)^2)
  t1 <- exp((4 * d1 / (sqrt(alpha) - 2))^2)
  t2 <- exp(n / alpha) + arms * (start + 2 * n)
  2 * max(t1, t2) + 8 * arms + arms * start
}

# F(k0). Beyond k = 4 (beta + 1) a power grows by less than the sum of those
# before; doubling sizes are equal to that sum.
rounds_until_slow <- function(rounds) {
  if (rounds$round_size == "doubling") return(0)
  k <- seq_len(ceiling(4 * (rounds$round_beta + 1)) + 10)
  sizes <- size_of_rounds(rounds, c(k, length(k) + 1))
  total <- cumsum(sizes)[k]
  late <- which(total < sizes[k + 1])
  if (length(late) == 0) 0 else total[max(late)]
}

# The greatest F(k) with k / F(k) > 1 / x, that is F(k) < k x. As F(k) / k
# increases these are the first k.
pulls_until_certain <- function(rounds, x) {
  if (is.infinite(x)) return(Inf)
  most <- 64
  repeat {
    total <- cumsum(size_of_rounds(rounds, seq_len(most)))
    certain <- total >= seq_len(most) * x
    if (any(certain)) break
    if (most > 4e6) return(Inf) # exp() of it overflows long before
    most <- 2 * most
  }
  below <- which(!certain)
  if (length(below) == 0) 0 else total[max(below)]
}

#' The regret of ARS-EXP3
#'
#' Theorem 2: with g(k) = ceiling(k^beta) and the default gamma of
#' [policy_ars_exp3()], for N arms whose totals, in \[0, 1\], were fixed beforehand and
#' whose rewards arrive within d rounds, in a way that may depend on what was
#' played,
#' \deqn{3 g(K) \sqrt{N \ln N \bar K} + 2 d K + g(K+1) = O\left(\sqrt{N \ln N}\, T^{(2 \beta + 1) / (2 \beta + 2)} + d\,
#' T^{1 / (\beta + 1)}\right)}{3 g(K) sqrt(N ln N Kbar) + 2 d K + g(K + 1) = O(sqrt(N ln N) T^((2 beta + 1) / (2 beta +
#' 2)) + d T^(1 / (beta + 1)))} where K is the number of whole rounds of play in T rounds and
#' \eqn{\bar K = ((\beta + 1) T)^{1 / (\beta + 1)}}{Kbar = ((beta + 1) T)^(1 / (beta + 1))}
#' is the proof's estimate of it, which gamma uses. The constants are those of
#' the proof in appendix B.
#'
#' @param bandit A bandit [with_spread()] that ends, or `NULL` where `arms` and
#'   `length` are given.
#' @param arms Number of arms N, a whole number of at least 1.
#' @param length The longest lag d of the spread in rounds, a whole number of at
#'   least 0.
#' @param beta That of [policy_ars_exp3()], a number in \[0, 1\].
#' @inheritParams bound_impatient_lower
#' @return A tibble as described in [regret_bounds]; `bound` is `"Theorem 2"`.
#' @section Errors: `unruly_error_argument` for a bad argument.
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for
#'   Multi-armed Bandit with Composite and Anonymous Feedback, Theorem 2 and
#'   appendix B.
#' @seealso [regret_bounds]
#' @examples
#' bound_ars_exp3(horizon = 10^(4:7), arms = 10, length = 10)
#' @export
bound_ars_exp3 <- function(bandit = NULL, horizon, beta = 1 / 2, arms = NULL, length = NULL, ...) {
  check_no_dots(...)
  given <- bound_numbers(bandit, list(arms = arms, length = length), "spread")
  arms <- check_bound_arms(given$arms)
  horizon <- check_bound_horizon(horizon)
  length <- check_bound_length(given$length)
  beta <- check_number(beta, "beta", min = 0, max = 1)
  rounds <- vapply(horizon, whole_rounds, 0, beta = beta)
  estimate <- ((beta + 1) * horizon)^(1 / (beta + 1))
  regret <- 3 * ceiling(rounds^beta) * sqrt(arms * log(arms) * estimate) + 2 * length * rounds +
    ceiling((rounds + 1)^beta)
  new_bound("Theorem 2", horizon, regret)
}

check_bound_arms <- function(arms, call = rlang::caller_env()) {
  check_bound_given(arms, "arms", "the number of arms", call)
  check_whole(arms, "arms", min = 1, call = call)
}

check_bound_length <- function(length, call = rlang::caller_env()) {
  check_bound_given(length, "length", "the longest lag of the spread", call)
  check_whole(length, "length", call = call)
}

# The greatest K with ceiling(1^beta) + ... + ceiling(K^beta) <= T. Sizes
# ceiling(k^beta) = j last up to k = j^(1 / beta).
whole_rounds <- function(horizon, beta) {
  if (beta == 0) return(horizon)
  rounds <- total <- 0
  size <- 1
  repeat {
    last <- last_of_size(size, beta)
    if (total + (last - rounds) * size > horizon) return(rounds + floor((horizon - total) / size))
    total <- total + (last - rounds) * size
    rounds <- last
    size <- size + 1
    if (size > 1e4) return(many_rounds(horizon, beta))
  }
}

# The same to nine digits where rounds are long: K of them last K^(1 + beta) / (1 + beta) + K / 2.
many_rounds <- function(horizon, beta) {
  first <- ((1 + beta) * horizon)^(1 / (1 + beta))
  floor(first - first^(1 - beta) / 2)
}

# The greatest k with ceiling(k^beta) <= size, whatever rounding does.
last_of_size <- function(size, beta) {
  if (size == 1) return(1) # also where 2^beta is 1 but for rounding
  k <- floor(size^(1 / beta))
  while (is.finite(k) && k + 1 > k && ceiling((k + 1)^beta) <= size) k <- k + 1
  while (is.finite(k) && k - 1 < k && ceiling(k^beta) > size) k <- k - 1
  k
}

#' The regret of ARS-CLW
#'
#' Theorem 3, for an adversary who fixes all rewards beforehand: with h(T) the
#' guess of the length of the spread in a phase that ends in round T,
#' \deqn{O\left(\sqrt{T\, h(2T)\, N \ln N} + h^{-1}(d)\right)}{O(sqrt(T h(2T) N ln N) + h^-1(d))}
#' The theorem gives the order only: the table has `constant` times what stands
#' in the brackets, for h(T) = T^guess, as in [policy_ars_clw()]. It shows how the
#' regret grows and is no bound by itself.
#'
#' @param guess That of [policy_ars_clw()], a number above 0 and below 1.
#' @param constant Factor, a positive number.
#' @inheritParams bound_ars_exp3
#' @return A tibble as described in [regret_bounds]; `bound` is `"Theorem 3
#'   (order)"`.
#' @section Errors: `unruly_error_argument` for a bad argument.
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for
#'   Multi-armed Bandit with Composite and Anonymous Feedback, Theorem 3 in
#'   appendix C.
#' @seealso [regret_bounds]
#' @examples
#' bound_ars_clw(horizon = 10^(4:7), arms = 7, length = 10)
#' @export
bound_ars_clw <- function(bandit = NULL, horizon, guess = 1 / 3, constant = 1, arms = NULL, length = NULL, ...) {
  check_no_dots(...)
  given <- bound_numbers(bandit, list(arms = arms, length = length), "spread")
  arms <- check_bound_arms(given$arms)
  horizon <- check_bound_horizon(horizon)
  length <- check_bound_length(given$length)
  guess <- check_number(guess, "guess", above = 0, below = 1)
  constant <- check_number(constant, "constant", above = 0)
  regret <- sqrt(horizon * (2 * horizon)^guess * arms * log(arms)) + length^(1 / guess)
  new_bound("Theorem 3 (order)", horizon, constant * regret)
}
