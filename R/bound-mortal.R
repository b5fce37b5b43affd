# The regret bounds of the dying arms paper (Traca, Rudin and Yan 2020).

#' The regret of AG-L
#'
#' An upper bound on the regret of [policy_ag_l()], and with `keep = 1` of
#' [policy_ag()], on Bernoulli arms with known lives (Theorem 2.1): a sum over
#' all histories of the game, worked out exactly, and so for tiny games only.
#'
#' The arms of `init` are played once each. In a later round t, given how often
#' each arm was played before, AG-L explores with a chance whose mean is
#' p = 1 - E max xbar, the greatest mean among the live played arms (1 if there
#' is none), found from the binomial laws of the means. Arm j is then played
#' with a chance of at most p / m + (1 - p) u, m being the number of arms that
#' AG-L explores among, if j is one of them, and u the product over the better
#' live arms i of exp(-n_j d^2 / 2) + exp(-n_i d^2 / 2), with d the difference of
#' their means and n the pulls before round t. The bound is the sum of these
#' chances, multiplied along each history and weighted with the gaps.
#'
#' Histories that played each live arm equally often are summed together, which
#' changes nothing of the sum.
#'
#' Two departures from the print, without which it would not bound the regret of
#' AG-L when `keep` is below 1: the chance to be explored is p over the number of
#' arms that are explored (not of those alive), and arms too close to death to
#' be explored are counted too, as they may still be exploited. For `keep = 1`
#' the two agree. The pulls are those before round t, as in the text (the
#' formula adds the pull in round t).
#'
#' @param bandit A bandit [with_lifetimes()] (or [with_entries()]), or `NULL` where
#'   numbers are given in its place, see [regret_bounds].
#' @param prob Success probabilities of the arms, numbers in \[0, 1\]; at least
#'   two.
#' @param horizon Horizons, whole numbers of at least 1.
#' @param first,last Lives as in [with_lifetimes()]: one round an arm, or one for
#'   all; `NULL` is 1 and `Inf`.
#' @param keep,init As in [policy_ag_l()].
#' @param ... Must be empty.
#' @inheritSection regret_bounds The table
#' @inheritSection regret_bounds How to read a bound
#' @inherit regret_bounds return
#' @section Errors: `unruly_error_argument` when an argument is not as above;
#'   `unruly_error_combination` if an arm of `init` dies before its first play,
#'   or if there are more than 100,000 ways in which the arms may have been
#'   played, summed over the rounds: with 2 arms that is a horizon of some 440,
#'   with 3 arms 80, with 5 arms 24.
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms in
#'   Mortal Bandits, Theorem 2.1 and Supplement A.
#' @seealso [bound_ucb_l()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.9, 0.5, 0.3))) |> with_lifetimes(1, c(12, 20, 20))
#' bound_ag_l(problem, horizon = c(5, 10, 20))
#' @export
bound_ag_l <- function(bandit = NULL, horizon, keep = 0.3, init = NULL, prob = NULL, first = NULL, last = NULL, ...) {
  check_no_dots(...)
  given <- bound_numbers(bandit, list(prob = prob, first = first, last = last), c("lifetimes", "entries"))
  check_bound_bernoulli(bandit)
  means <- check_bound_means(given$prob, argument = "prob")
  check_numbers(means, "prob", min = 0, max = 1)
  horizon <- check_bound_horizon(horizon)
  life <- check_bound_lives(given$first %||% 1, given$last %||% Inf, length(means))
  keep <- check_number(keep, "keep", above = 0, max = 1)
  init <- check_rule(init, rules_of("policy_ucb_l")$init, null = TRUE)
  initial <- initial_arms(life, init, max(horizon))
  check_history_count(length(means), max(horizon) - length(initial), max(horizon))
  by_round <- history_sum(means, life, keep, initial, max(horizon))
  new_bound("Theorem 2.1", horizon, cumsum(by_round)[horizon])
}

check_bound_bernoulli <- function(bandit, call = rlang::caller_env()) {
  if (is.null(bandit) || bandit$arms$kind == "bernoulli") return(invisible())
  abort_argument("bandit", "a bandit of Bernoulli arms", given = arms_text(bandit$arms), call = call)
}

most_histories <- 1e5

# Ways to have distributed the pulls of each round among the arms, summed.
check_history_count <- function(arms, rounds, horizon, call = rlang::caller_env()) {
  count <- if (rounds < 1) 0 else choose(rounds - 1 + arms, arms)
  if (count > most_histories) {
    abort_combination(c(
      "The game is too large for {.fn bound_ag_l}, which sums over all its histories.",
      x = "{format_count(arms)} arms can have been played in about {format_numbers(signif(count, 2))} ways up to round {format_numbers(horizon)}; at most {format_count(most_histories)} are summed."
    ), call = call)
  }
}

# Arms of the first plays: in round i the i-th of them is played.
initial_arms <- function(life, init, horizon, call = rlang::caller_env()) {
  there <- which(life$first == 1)
  initial <- utils::head(there, min(init %||% length(there), horizon))
  dead <- which(life$last[initial] < seq_along(initial))
  if (length(dead) > 0) {
    abort_combination(c("Each arm of {.arg init} must live until its first play.",
                        x = "Arm {initial[dead[1]]} dies before round {dead[1]}."), call = call)
  }
  initial
}

live_arms <- function(life, t) which(life$first <= t & life$last >= t)

# The bound's terms by round. `mass` holds, for each vector of pulls (a row of
# `pulls`), the sum over its histories of the products of chances.
history_sum <- function(means, life, keep, initial, horizon) {
  term <- numeric(horizon)
  pulls <- matrix(0, 1, length(means))
  mass <- 1
  for (t in seq_len(horizon)) {
    live <- live_arms(life, t)
    if (length(live) == 0) next
    gap <- max(means[live]) - means
    if (t <= length(initial)) {
      term[t] <- gap[initial[t]]
      pulls[, initial[t]] <- 1
      next
    }
    explored <- longest_lives(live, life$last, keep)
    chance <- matrix(apply(pulls, 1, play_chances, means = means, live = live, explored = explored),
                     nrow = nrow(pulls), byrow = TRUE)
    term[t] <- sum(mass * (chance %*% gap[live]))
    after <- next_histories(pulls, mass, chance, live, alive_later = life$last > t)
    pulls <- after$pulls
    mass <- after$mass
  }
  term
}

# ceil(keep m) live arms of longest remaining life, the lowest among equals.
longest_lives <- function(live, last, keep) {
  live[order(-last[live], live)][seq_len(ceiling(keep * length(live)))]
}

# At most how likely each live arm is to be played, given the pulls so far.
play_chances <- function(n, means, live, explored) {
  p <- 1 - expected_greatest(n[live], means[live])
  vapply(live, function(j) {
    better <- live[means[live] > means[j]]
    d <- means[better] - means[j]
    u <- prod(exp(-n[j] * d^2 / 2) + exp(-n[better] * d^2 / 2))
    p * (j %in% explored) / length(explored) + (1 - p) * u
  }, 0)
}

# E max of the means of n_j Bernoulli draws, over the arms with n_j > 0.
expected_greatest <- function(n, means) {
  means <- means[n > 0]
  n <- n[n > 0]
  if (length(n) == 0) return(0)
  values <- sort(unique(unlist(lapply(n, function(k) (0:k) / k))))
  below <- values[-length(values)]
  # P(mean <= x), the rounding of x n forgiven.
  each <- mapply(function(k, mean) stats::pbinom(floor(below * k + 1e-9), k, mean), n, means)
  none_above <- apply(matrix(each, length(below)), 1, prod)
  sum(diff(values) * (1 - none_above))
}

# Pulls of arms that are gone no longer matter.
next_histories <- function(pulls, mass, chance, live, alive_later) {
  parts <- lapply(seq_along(live), function(i) {
    pulls[, live[i]] <- pulls[, live[i]] + 1
    pulls
  })
  pulls <- do.call(rbind, parts)
  pulls[, !alive_later] <- 0
  mass <- as.vector(mass * chance)
  key <- do.call(paste, as.data.frame(pulls))
  first <- !duplicated(key)
  list(pulls = pulls[first, , drop = FALSE], mass = as.vector(rowsum(mass, match(key, key[first]))))
}

# --- UCB-L ------------------------------------------------------------------------

#' The regret of UCB-L
#'
#' An upper bound on the regret of [policy_ucb_l()] on arms with known lives
#' (Theorem 2.3, corrected).
#'
#' Arm j lives in rounds s..l; psi(j, t) = scale ln(l - t + 1); r is the width
#' of the range of rewards. The rounds of its life after the first plays are
#' parted by which arm i is then the best; with Delta the gap to it, the arm is
#' played in such an epoch at most
#' \deqn{\min\left(N, u + \sum_t (t - s_i) (t - s_j - u + 1)^+ \left[(t - s_j)^{-4 \psi(j,t)^2 / r^2} + (t - s_i)^{-4
#' \psi(i,t)^2 / r^2}\right]\right)}{min(N, u + sum_t (t - s_i) (t - s_j - u + 1)+ [(t - s_j)^(-4 psi(j,t)^2 / r^2) + (t
#' - s_i)^(-4 psi(i,t)^2 / r^2)])} times, N being the number of rounds in the epoch and u the greatest of ceil(8
#'   psi(j,t)^2 ln(t - s_j) / Delta^2) in it. The bound weights these with
#' Delta and adds the regret of the first plays.
#'
#' The print has psi where its own proof needs psi squared, in u and in the
#' exponents, has r - 2 for r^2 in the supplement, puts the sum outside of the
#' minimum, and counts l - s for the l - s + 1 rounds of an epoch. A term of the
#' sum is left out where either arm cannot have been played yet.
#'
#' The sum is small only where the exponents stay below -3, that is psi above
#' sqrt(3) r / 2. As psi falls to 0 towards the end of a life, the bound of an
#' epoch in which either arm comes near its death is N, which says nothing; it
#' says something for arms that outlive the horizon by far.
#'
#' @param mean Mean rewards of the arms, at least two numbers.
#' @param horizon Horizons, whole numbers from 1 to 1e7.
#' @param scale,init As in [policy_ucb_l()].
#' @param range The range of rewards, two increasing numbers.
#' @inheritParams bound_ag_l
#' @inheritSection regret_bounds The table
#' @inheritSection regret_bounds How to read a bound
#' @inherit regret_bounds return
#' @section Errors: `unruly_error_argument` when an argument is not as above,
#'   `unruly_error_combination` if an arm of `init` dies before its first play.
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms in
#'   Mortal Bandits, Theorem 2.3 and Supplement B.
#' @seealso [bound_ag_l()].
#' @examples
#' bound_ucb_l(horizon = 10^(2:4), scale = 0.04, mean = c(0.9, 0.1, 0.5), last = c(3000, Inf, Inf))
#' @export
bound_ucb_l <- function(bandit = NULL, horizon, scale = 0.011, init = NULL, range = c(0, 1), mean = NULL, first = NULL,
                        last = NULL, ...) {
  check_no_dots(...)
  given <- bound_numbers(bandit, list(mean = mean, first = first, last = last), c("lifetimes", "entries"))
  means <- check_bound_means(given$mean)
  horizon <- check_bound_horizon(horizon)
  check_numbers(horizon, "horizon", max = 1e7)
  life <- check_bound_lives(given$first %||% 1, given$last %||% Inf, length(means))
  scale <- check_number(scale, "scale", min = 0)
  range <- check_range(range)
  init <- check_rule(init, rules_of("policy_ucb_l")$init, null = TRUE)
  regret <- vapply(horizon, function(T) {
    ucb_l_bound(means, life, scale, range[2] - range[1], initial_arms(life, init, T), T)
  }, 0)
  new_bound("Theorem 2.3", horizon, regret)
}

ucb_l_bound <- function(means, life, scale, r, initial, horizon) {
  best <- best_by_round(means, life, horizon)
  first_plays <- sum(means[best[seq_along(initial)]] - means[initial])
  first_plays + sum(vapply(seq_along(means), function(j) {
    if (life$first[j] > horizon) return(0)
    rounds <- seq(life$first[j], min(life$last[j], horizon))
    rounds <- rounds[rounds > length(initial)]
    epochs <- split(rounds, best[rounds])
    sum(vapply(epochs, function(t) epoch_bound(t, j, best[t[1]], means, life, scale, r), 0))
  }, 0))
}

# The best arm alive in each round (NA: none), by laying the arms over the
# rounds from the worst to the best.
best_by_round <- function(means, life, horizon) {
  best <- rep(NA_integer_, horizon)
  for (j in order(means, -seq_along(means))) {
    if (life$first[j] <= horizon) best[life$first[j]:min(life$last[j], horizon)] <- j
  }
  best
}

# The regret that arm j may cause in the rounds t, in which arm i is the best.
epoch_bound <- function(t, j, i, means, life, scale, r) {
  gap <- means[i] - means[j]
  if (gap <= 0) return(0)
  exponent <- function(arm) -4 * life_weight(life$last[arm], t, scale)^2 / r^2
  since_j <- t - life$first[j]
  since_i <- t - life$first[i]
  u <- max(ceiling(8 * life_weight(life$last[j], t, scale)^2 * log(pmax(since_j, 1)) / gap^2))
  term <- since_i * pmax(since_j - u + 1, 0) * (since_j^exponent(j) + since_i^exponent(i))
  gap * min(length(t), u + sum(term[since_i > 0 & since_j > 0]))
}

# psi; a life without end counts as ending in round 2^63.
life_weight <- function(last, t, scale) scale * log(pmin(last, 2^63) - t + 1)

# --- checks -----------------------------------------------------------------------

check_bound_lives <- function(first, last, arms, call = rlang::caller_env()) {
  first <- check_numbers(first, "first", size = arms, min = 1, max = 2^53, whole = TRUE, call = call)
  last <- check_numbers(last, "last", size = arms, min = 1, whole = TRUE, infinite = TRUE, call = call,
                        wanted = "whole numbers of at least 1, or Inf")
  if (any(last < first)) {
    abort_argument("last", "at least `first` for every arm", last, call = call,
                   given = sprintf("%s for arm %d", format_numbers(last[which(last < first)[1]]),
                                   which(last < first)[1]))
  }
  list(first = first, last = last)
}
