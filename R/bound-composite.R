# The regret bounds for composite anonymous feedback (Wang, Wang and Huang
# 2021). The constants of Theorems 1 and 2 are those of the proofs.

find_ars_ucb <- function(bandit, horizon, policy, what, options, call) {
  means <- check_total_means(bound_numbers(bandit, "mean", "spread", call)$mean, call)
  alpha <- policy_parameter(policy, "alpha")
  rounds <- structure(policy$parameters$round_size, class = "unruly_rounds")
  check_theorem_1(alpha, rounds, call)
  gaps <- max(means) - means
  first <- 8 * alpha * log(horizon) * sum(1 / gaps[gaps > 0])
  d <- bandit_spread_moments(bandit, call)
  constant <- ars_ucb_constant(length(means), alpha, rounds, d$d1, d$d2)
  table <- rbind(new_bound("Theorem 1, first term", horizon, first), new_bound("Theorem 1", horizon, first + constant))
  if (is.finite(constant)) return(table)
  log_constant <- log_of_ars_ucb_constant(length(means), alpha, rounds, d$d1, d$d2)
  tell_overflow(log_constant, alpha)
  table$log_value <- ifelse(is.finite(table$value), log(table$value), log_constant)
  table
}

# Beside such a constant the first term is nothing.
tell_overflow <- function(log_constant, alpha) {
  size <- sprintf("its natural logarithm is %s", format_numbers(signif(log_constant, 6)))
  if (!is.finite(log_constant)) size <- "even its logarithm does"
  inform_plain(c(sprintf("The constant of Theorem 1 of ARS-UCB exceeds the greatest number: %s (column `log_value`).", size),
                 i = sprintf("It falls as `alpha` (%s) grows: `bound = policy_ars_ucb(alpha = 16)`.", format_numbers(alpha))),
               class = "unruly_message_bounds")
}

check_total_means <- function(means, call) {
  means <- check_bound_means(means, call)
  if (all(means >= 0 & means <= 1)) return(means)
  abort_argument("bandit", "a bandit whose mean totals lie in [0, 1]", call = call,
                 given = sprintf("one with a mean of %s", format_numbers(means[means < 0 | means > 1][1])))
}

# Errors come from the user's call.
bandit_spread_moments <- function(bandit, call) {
  tryCatch(spread_moments(bandit), unruly_error = function(e) {
    e$call <- rlang::frame_call(call)
    rlang::cnd_signal(e)
  })
}

check_theorem_1 <- function(alpha, round_size, call) {
  if (alpha <= 4) {
    abort_combination(c("Theorem 1 assumes that {.arg alpha} is above 4.",
                        x = "It is {format_numbers(alpha)}."), call = call)
  }
  increasing <- switch(round_size$law, doubling = TRUE,
                       power = all(diff(size_of_rounds(round_size, 1:1000)) >= 1), FALSE)
  if (!increasing) {
    abort_combination(c("Theorem 1 assumes rounds whose sizes increase without end.",
                        i = "Use {.fn round_sizes} with {.arg beta} of at least 1, or {.code doubling = TRUE}."),
                        call = call)
  }
}

# f(k) of `rounds_*()`.
size_of_rounds <- function(rounds, k) {
  switch(rounds$law,
    doubling = 2^(pmax(k, 2) + rounds$values),
    power = ceiling(rounds$values[2] * k^rounds$values[1]),
    rounds$values[pmin(k, length(rounds$values))]
  )
}

ars_ucb_constant <- function(arms, alpha, rounds, d1, d2) {
  start <- rounds_until_slow(rounds)
  n <- pulls_until_certain(rounds, d2 * 48 / (sqrt(alpha) - 2)^2)
  t1 <- exp((4 * d1 / (sqrt(alpha) - 2))^2)
  t2 <- exp(n / alpha) + arms * (start + 2 * n)
  2 * max(t1, t2) + 8 * arms + arms * start
}

# The natural logarithm of ars_ucb_constant(), to which sums add nothing where it overflows.
log_of_ars_ucb_constant <- function(arms, alpha, rounds, d1, d2) {
  n <- pulls_until_certain(rounds, d2 * 48 / (sqrt(alpha) - 2)^2)
  log(2) + max((4 * d1 / (sqrt(alpha) - 2))^2, n / alpha, log(arms * 2 * n))
}

# F(k0). Beyond k = 4 (beta + 1) a power grows by less than the sum of those
# before; doubling sizes are equal to that sum.
rounds_until_slow <- function(rounds) {
  if (rounds$law == "doubling") return(0)
  k <- seq_len(ceiling(4 * (rounds$values[1] + 1)) + 10)
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

find_ars_exp3 <- function(bandit, horizon, policy, what, options, call) {
  given <- bound_numbers(bandit, c("arms", "length"), "spread", call)
  if (!is.null(policy$parameters$gamma)) refuse_parameter(policy, "ARS-EXP3 with its default `gamma`", call)
  beta <- policy_parameter(policy, "beta")
  rounds <- vapply(horizon, whole_rounds, 0, beta = beta)
  estimate <- ((beta + 1) * horizon)^(1 / (beta + 1))
  regret <- 3 * ceiling(rounds^beta) * sqrt(given$arms * log(given$arms) * estimate) + 2 * given$length * rounds +
    ceiling((rounds + 1)^beta)
  new_bound("Theorem 2", horizon, regret)
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

find_ars_clw <- function(bandit, horizon, policy, what, options, call) {
  given <- bound_numbers(bandit, c("arms", "length"), "spread", call)
  guess <- policy_parameter(policy, "guess")
  constant <- check_number(if ("constant" %in% names(options)) options$constant else 1, "constant", above = 0,
                           call = call)
  regret <- sqrt(horizon * (2 * horizon)^guess * given$arms * log(given$arms)) + given$length^(1 / guess)
  new_bound("Theorem 3 (order)", horizon, constant * regret)
}
