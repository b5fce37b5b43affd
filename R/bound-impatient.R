# The regret bounds for impatient arms (Shao & Fang 2024). Where the print of a
# formula is damaged it was put together again from its proof; the help pages
# say so.

#' The least regret that impatience costs
#'
#' Whatever the policy, there is an instance on which it has at least this regret
#' (Theorem 3.2). For the arms cannot all be kept for longer than Q rounds, and
#' after Q pulls the best arm may well be the one that is gone.
#'
#' With K arms, horizon T and \eqn{Q = Q(K, m)} the longest that all arms can be
#' kept, see [first_exit()], the bound is
#' \deqn{\sqrt{\frac{1}{Q} \ln\frac{K}{K-1}} \left[1 - f^{-1}\left(\frac{1}{2} \ln\frac{K}{K-1}\right)\right] (T -
#' Q)}{sqrt(ln(K / (K - 1)) / Q) [1 - f^-1(ln(K / (K - 1)) / 2)] (T - Q)} with \eqn{f(p) = p \ln p + (1-p) \ln(1-p) + p
#' \ln\frac{K}{K-1}}{f(p) = p ln p + (1 - p) ln(1 - p) + p ln(K / (K - 1))} and its inverse on \eqn{((K-1)/(2K-1), 1]}.
#' It is 0 for horizons up to Q, and always if Q is infinite.
#'
#' The rewards are Normal with standard deviation 1. The instances of the proof
#' have one arm of mean \eqn{\sqrt{\ln(K/(K-1))/Q}}{sqrt(ln(K / (K - 1)) / Q)} and
#' others of mean 0.
#'
#' @param bandit A bandit [with_patience()], or `NULL` where numbers are
#'   given in its place, see [regret_bounds].
#' @param patience The patience of each arm in rounds, as in [with_patience()]; at
#'   least two arms.
#' @param horizon One or several horizons: whole numbers of rounds of at least 1.
#' @param first_exit `NULL` to have Q searched for by [first_exit()], or Q if it
#'   is known: a whole number of at least 1, or `Inf`. A number above Q is fine
#'   too, for instance that of Lemma 3.3: the bound then holds, but is lower.
#' @param ... Must be empty.
#' @return A tibble as described in [regret_bounds]; `bound` is `"Theorem 3.2"`.
#' @section Errors: `unruly_error_argument` for a bad argument. If the search for
#'   Q stops at its limit, a warning of class `unruly_warning_limit`; the bound
#'   then uses the least upper bound on Q known by then.
#' @references Y. Shao and Z. Fang (2024). On multi-armed bandit with impatient
#'   arms. ICML. Theorem 3.2, appendix C.
#' @seealso [regret_bounds]
#' @examples
#' bound_impatient_lower(horizon = 10^(1:4), patience = c(2, 2, 2))
#' # Arms that can be kept for ever need not cost anything:
#' bound_impatient_lower(bandit(arms_gaussian(1:3)) |> with_patience(c(2, 4, 4)), horizon = 1e4)
#' @export
bound_impatient_lower <- function(bandit = NULL, horizon, first_exit = NULL, patience = NULL, ...) {
  check_no_dots(...)
  given <- bound_numbers(bandit, list(patience = patience), "patience")
  patience <- check_bound_patience(given$patience)
  if (length(patience) < 2) {
    abort_argument("patience", "the patience of at least two arms", patience)
  }
  horizon <- check_bound_horizon(horizon)
  q <- if (is.null(first_exit)) search_bound_exit(patience) else check_bound_exit(first_exit)
  new_bound("Theorem 3.2", horizon, lower_bound_value(length(patience), q, horizon))
}

lower_bound_value <- function(arms, q, horizon) {
  if (is.infinite(q)) return(rep(0, length(horizon)))
  slope <- sqrt(log_arms_ratio(arms) / q) * chance_of_loss(arms)
  slope * pmax(horizon - q, 0)
}

# ln(K / (K - 1)), also for a great many arms.
log_arms_ratio <- function(arms) -log1p(-1 / arms)

# 1 - f^-1(ln(K / (K - 1)) / 2), the probability with which the best arm is lost
# at least. It is small if there are many arms, so the root is sought for it
# rather than for 1 minus it, and on a log scale.
chance_of_loss <- function(arms) {
  ratio <- log_arms_ratio(arms)
  excess <- function(log_q) {
    q <- exp(log_q)
    (1 - q) * (log1p(-q) + ratio) + q * log_q - ratio / 2
  }
  # f falls from ln(K / (K - 1)) at q = 0 to below 0 at q = K / (2K - 1).
  root <- stats::uniroot(excess, c(log(ratio) - 50, log(arms / (2 * arms - 1))), tol = 1e-14)
  exp(root$root)
}

check_bound_exit <- function(first_exit, call = rlang::caller_env()) {
  check_numbers(first_exit, "first_exit", size = 1, min = 1, whole = TRUE, infinite = TRUE,
                wanted = "NULL, a whole number of rounds of at least 1, or Inf", call = call)
}

# If the search stops at its limit, an upper bound on Q serves as well: the
# theorem's bound falls with Q.
search_bound_exit <- function(patience, search = first_exit, call = rlang::caller_env()) {
  tryCatch(search(patience), unruly_warning_limit = function(stopped) {
    most <- stopped$most
    warn_cli(
      c("The first exit is not known: the search for it was stopped after {format_count(stopped$states)} states.",
        i = if (is.finite(most)) "It is at most {format_count(most)}; the bound for that number holds, but may be too low." else
          "As nothing limits it, the bound is 0.",
        i = "Search further with {.fn first_exit} and give the result as {.arg first_exit}."),
      class = c("unruly_warning_limit", "unruly_warning"),
      least = stopped$least, most = most, states = stopped$states, call = call
    )
    most
  })
}

#' The regret of UCB if the best arm is patient
#'
#' If the best arm has more patience than UCB pulls the others in all, it does not
#' leave, and UCB's regret is at most (Theorem D.1)
#' \deqn{K \Delta_{\max} + 3 \sum_{k \ne k^*} \Delta_k + \sum_{k \ne k^*} \frac{16 \ln T}{\Delta_k}}{K Delta_max + 3
#' sum_{k != k*} Delta_k + sum_{k != k*} 16 ln T / Delta_k} with \eqn{\Delta_k}{Delta_k} = how far the mean of arm k is
#' below the best one and
#' \eqn{\Delta_{\max}}{Delta_max} the largest of these. The condition is
#' \deqn{m_{k^*} > \sum_{k \ne k^*} \lceil 16 \ln T / \Delta_k^2 \rceil.}{m_k* > sum_{k != k*} ceiling(16 ln T /
#' Delta_k^2).}
#'
#' The policy is [policy_ucb()] with its default, delta = 1/T^2, and the rewards
#' are 1-sub-Gaussian around their means, for instance Normal with a standard
#' deviation of at most 1, or anything in \[0, 1\]. The patience of the other arms
#' does not matter. The last sum and the rounding up in the condition are damaged
#' in the print of the paper that we worked from; they were put together again
#' from the proof.
#'
#' @param mean The mean reward of each arm: at least two numbers, a single one of
#'   which is the largest.
#' @param patience The patience of each arm in rounds, one number for all or one an
#'   arm, as in [with_patience()].
#' @inheritParams bound_impatient_lower
#' @return A tibble as described in [regret_bounds]; `bound` is `"Theorem D.1"`.
#' @section Errors: `unruly_error_argument` for a bad argument,
#'   `unruly_error_combination` if the best arm is not patient enough at one of
#'   the horizons.
#' @references Y. Shao and Z. Fang (2024). On multi-armed bandit with impatient
#'   arms. ICML. Appendix D, Theorem D.1.
#' @seealso [regret_bounds]
#' @examples
#' bound_ucb_impatient(horizon = 10^(2:5), mean = c(0, 0.5, 1), patience = c(5, 5, 1e4))
#' # The best arm may leave:
#' try(bound_ucb_impatient(horizon = 1e5, mean = c(0, 0.5, 1), patience = c(5, 5, 100)))
#' @export
bound_ucb_impatient <- function(bandit = NULL, horizon, mean = NULL, patience = NULL, ...) {
  check_no_dots(...)
  given <- bound_numbers(bandit, list(mean = mean, patience = patience), "patience")
  means <- check_bound_means(given$mean)
  patience <- check_bound_patience(given$patience, length(means))
  horizon <- check_bound_horizon(horizon)
  gaps <- max(means) - means
  best <- which(gaps == 0)
  if (length(best) > 1) {
    abort_argument("mean", "such that a single arm is the best", means,
                   given = sprintf("%d arms with the largest mean", length(best)))
  }
  others <- gaps[-best]
  check_bound_best_stays(patience[best], others, horizon)
  regret <- length(means) * max(gaps) + 3 * sum(others) + 16 * log(horizon) * sum(1 / others)
  new_bound("Theorem D.1", horizon, regret)
}

check_bound_best_stays <- function(patience, gaps, horizon, call = rlang::caller_env()) {
  needed <- vapply(horizon, function(t) sum(ceiling(16 * log(t) / gaps^2)), 0)
  if (all(patience > needed)) return(invisible())
  first <- which(patience <= needed)[1]
  abort_combination(
    c("Theorem D.1 supposes that the best arm's patience exceeds UCB's pulls of the other arms.",
      x = "At horizon {format_count(horizon[first])} these are up to {format_count(needed[first])}, but the patience is {format_count(patience)}."),
    call = call
  )
}

#' The regret of FC-SE
#'
#' Upper bounds on the regret of [policy_fc_se()]: Theorem 4.1 if all arms are in
#' its cycle (N = K), Theorem 4.2 if some wait (N < K).
#'
#' Theorem 4.1, with \eqn{n_k} the slots of arm k in the cycle:
#' \deqn{\sum_{k \ne k^*} \left[\Delta_k n_k + \frac{32 \ln T}{\Delta_k} \left(1 + \frac{n_k}{n_{k^*}}\right)\right] + 2
#' K \Delta_{\max}}{sum_{k != k*} [Delta_k n_k + (32 ln T / Delta_k) (1 + n_k / n_k*)] + 2 K Delta_max}
#'
#' Theorem 4.2, with n the length of the cycle, c that of a segment and
#' \eqn{G = \lceil (K-N)/(N-1) \rceil}{G = ceiling((K - N) / (N - 1))}:
#' \deqn{(K-1)\, c\, (1+G) + 8 T (1+G) \sqrt{\frac{n \ln T}{c - 3n}} + 2 K \Delta_{\max}}{(K - 1) c (1 + G) + 8 T (1 +
#' G) sqrt(n ln T / (c - 3 n)) + 2 K Delta_max} It supposes N of at least 2, c > 3n, and gaps of at most 1. The default
#' of c is the one of the policy, and depends on the horizon:
#' \deqn{\min\left\{\left\lfloor \min_{k: ind(k) > N} \frac{m_k}{\lceil (ind(k)-N)/(N-1) \rceil} \right\rfloor, 3n +
#' \left\lceil \left(\frac{4 T \sqrt{n \ln T}}{K-1}\right)^{2/3} \right\rceil\right\}}{min{ floor(min m_k /
#' ceiling((ind(k) - N) / (N - 1))), 3 n + ceiling((4 T sqrt(n ln T) / (K - 1))^(2/3)) }} with ind(k) the rank of arm k
#' by patience. If the patience is what limits c, the bound grows faster than \eqn{T^{2/3}}.
#'
#' The rewards are 1-sub-Gaussian around their means, for instance Normal with a
#' standard deviation of at most 1, or anything in \[0, 1\]. The paper supposes that
#' a single arm is the best. Several may be here: none of them is eliminated in the
#' proof, the sum in Theorem 4.1 leaves them out, and \eqn{n_{k^*}}{n_k*} is the most
#' slots that one of them has. The formulas, damaged in the print that we worked
#' from, were put together again from their proofs.
#'
#' @param mean The mean reward of each arm: at least two numbers.
#' @param n_cycle N, how many of the least patient arms are in the cycle: a whole
#'   number of at least 2. By default as many as can be, see [max_feasible_arms()].
#' @param segment c, the length of a segment in rounds: a whole number, or `NULL`
#'   for the default. It has no effect if all arms are in the cycle.
#' @inheritParams bound_ucb_impatient
#' @return A tibble as described in [regret_bounds]; `bound` is `"Theorem 4.1"` or
#'   `"Theorem 4.2"`.
#' @section Errors: `unruly_error_argument` for a bad argument, also an `n_cycle`
#'   for which there is no cycle or a `segment` that the waiting arms have not the
#'   patience for; `unruly_error_combination` if N < 2, if c is not above 3n (as in
#'   a game of one round), or if Theorem 4.2 meets gaps above 1.
#' @references Y. Shao and Z. Fang (2024). On multi-armed bandit with impatient
#'   arms. ICML. Theorems 4.1 and 4.2, appendix F.
#' @seealso [regret_bounds]
#' @examples
#' problem <- bandit(arms_gaussian(c(0.5, 0.6, 0.9))) |> with_patience(c(4, 4, 2))
#' bound_fc_se(problem, horizon = 10^(2:5))
#' # Two arms wait until there is room in the cycle:
#' bound_fc_se(
#'   horizon = 10^(4:6),
#'   mean = c(0.1, 0.2, 0.3, 0.9, 0.5), patience = c(3, 3, 3, 5000, 5000)
#' )
#' @export
bound_fc_se <- function(bandit = NULL, horizon, n_cycle = NULL, segment = NULL, mean = NULL, patience = NULL, ...) {
  check_no_dots(...)
  given <- bound_numbers(bandit, list(mean = mean, patience = patience), "patience")
  means <- check_bound_means(given$mean)
  patience <- check_bound_patience(given$patience, length(means))
  horizon <- check_bound_horizon(horizon)
  in_cycle <- check_bound_cycle(n_cycle, patience)
  segment <- check_bound_segment(segment)
  gaps <- max(means) - means
  if (in_cycle == length(means)) {
    return(new_bound("Theorem 4.1", horizon, all_in_cycle_value(gaps, aus_cycle(patience)$counts, horizon)))
  }
  check_bound_gaps(gaps, "Theorem 4.2")
  by_patience <- order(patience)
  n <- aus_cycle(patience[by_patience[seq_len(in_cycle)]])$length
  waiting <- patience[by_patience[-seq_len(in_cycle)]]
  factor <- 1 + ceiling((length(means) - in_cycle) / (in_cycle - 1))
  best <- (4 * horizon * sqrt(n * log(horizon)) / (length(means) - 1))^(2 / 3)
  segment <- bound_segment_lengths(segment, waiting, in_cycle - 1, n, best, horizon)
  regret <- (length(means) - 1) * segment * factor +
    8 * horizon * factor * sqrt(n * log(horizon) / (segment - 3 * n)) + 2 * length(means) * max(gaps)
  new_bound("Theorem 4.2", horizon, regret)
}

all_in_cycle_value <- function(gaps, counts, horizon) {
  best <- max(counts[gaps == 0])
  worse <- gaps > 0
  once <- sum(gaps * counts) + 2 * length(gaps) * max(gaps)
  once + 32 * log(horizon) * sum((1 + counts[worse] / best) / gaps[worse])
}

check_bound_cycle <- function(n_cycle, patience, call = rlang::caller_env()) {
  most <- max_feasible_arms(patience)
  if (most < 2) {
    abort_combination(
      c("FC-SE needs a cycle of at least two arms.",
        x = "No cycle keeps more than {most} of the {length(patience)} arms of this {.arg patience}."),
      call = call
    )
  }
  if (is.null(n_cycle)) return(most)
  n_cycle <- check_whole(n_cycle, "n_cycle", min = 2, max = length(patience), call = call)
  if (n_cycle > most) {
    abort_argument("n_cycle", sprintf("at most %d, the most arms that a cycle can keep", most), n_cycle, call = call)
  }
  n_cycle
}

check_bound_segment <- function(segment, call = rlang::caller_env()) {
  if (is.null(segment)) return(NULL)
  check_whole(segment, "segment", min = 1, wanted = "NULL or a single whole number of rounds of at least 1",
              call = call)
}

# The length of a segment for each horizon. The arms in `waiting`, by ascending
# patience, join `group` at the end of a segment, and must not have left by then.
# `best` is what minimises the bound, apart from 3 cycle lengths.
bound_segment_lengths <- function(segment, waiting, group, n, best, horizon, call = rlang::caller_env()) {
  most <- floor(min(waiting / ceiling(seq_along(waiting) / group)))
  if (!is.null(segment) && segment > most) {
    abort_argument("segment",
                   sprintf("at most %s, so that the waiting arms stay until they are played", format_count(most)),
                   segment, call = call)
  }
  segment <- if (is.null(segment)) pmin(most, 3 * n + ceiling(best)) else rep(segment, length(horizon))
  if (any(segment <= 3 * n)) {
    first <- which(segment <= 3 * n)[1]
    abort_combination(
      c("A segment must be longer than three cycles of {format_count(n)} slots, {format_count(3 * n)} rounds.",
        x = "At horizon {format_count(horizon[first])} it has {format_count(segment[first])} rounds.",
        i = if (most <= 3 * n) "The patience of the waiting arms allows {format_count(most)} at most."),
      call = call
    )
  }
  segment
}

#' The regret of FC-Entry
#'
#' An upper bound on the regret of [policy_fc_entry()] if the arms enter one by one
#' with at least three segments between them (Theorem 4.6):
#' \deqn{2 K \Delta_{\max} + (K-1)\, c\, (3+G') + 16 (K-1) (K-N+3)\, T \sqrt{\frac{n \ln T}{c - 3n}}}{2 K Delta_max + (K
#' - 1) c (3 + G') + 16 (K - 1) (K - N + 3) T sqrt(n ln T / (c - 3 n))} with K the number of arms, those that enter
#'   counted, \eqn{K_0}{K0} of which are there
#' at the start, n the length of the cycle for the N - 2 least patient of these and
#' two virtual arms, c the length of a segment, and
#' \eqn{G' = \lceil (K_0-N+2)/(N-3) \rceil}{G' = ceiling((K0 - N + 2) / (N - 3))}.
#'
#' The regret is the dynamic one: it compares with the best arm that has entered by
#' then, as that of a bandit [with_entries()] does. The default of c is the one of
#' the policy when it expects K arms:
#' \deqn{\min\left\{\left\lfloor \min_{k: ind(k) > N-2} \frac{m_k}{\lceil (ind(k)-N+2)/(N-3) \rceil} \right\rfloor, 3n +
#' \left\lceil \left(\frac{8 (K-N+3) T \sqrt{n \ln T}}{3+G'}\right)^{2/3} \right\rceil\right\}}{min{ floor(min m_k /
#' ceiling((ind(k) - N + 2) / (N - 3))), 3 n + ceiling((8 (K - N + 3) T sqrt(n ln T) / (3 + G'))^(2/3)) }} with ind(k)
#' the rank of arm k by patience among the \eqn{K_0}{K0}.
#'
#' The theorem supposes \eqn{3 < N < K_0 + 2}{3 < N < K0 + 2}, c > 3n, gaps of at most 1 and rewards
#' that are 1-sub-Gaussian around their means. The condition on the entries is cut
#' off in the print that we worked from. We read it as: between any two entries lie
#' at least 3c rounds; nothing is asked of the first.
#'
#' @param bandit A bandit [with_patience()] and [with_entries()], or `NULL` where
#'   numbers are given in its place, see [regret_bounds].
#' @param mean The mean reward of each of the K arms: at least two numbers.
#' @param patience The patience of each of them in rounds, one number for all or one an
#'   arm, as in [with_patience()].
#' @param first The round from which each arm can be played, as in [with_entries()].
#'   At least three arms must be there in round 1, and one must enter; those that enter
#'   must do so 3c rounds apart.
#' @param patience_floor What the policy is told that the patience of the entering arms
#'   is at least: a whole number of rounds of at least 1; `NULL` is the least there is.
#' @param n_cycle N, for how many arms there is room in the cycle, the two virtual
#'   ones counted: a whole number of at least 4.
#' @param segment c, the length of a segment in rounds: a whole number, or `NULL`
#'   for the default.
#' @inheritParams bound_impatient_lower
#' @return A tibble as described in [regret_bounds]; `bound` is `"Theorem 4.6"`.
#' @section Errors: `unruly_error_argument` for a bad argument,
#'   `unruly_error_combination` if there is no cycle, c is not above 3n (as in a game
#'   of one round), a gap exceeds 1, or entries are too close.
#' @references Y. Shao and Z. Fang (2024). On multi-armed bandit with impatient
#'   arms. ICML. Theorem 4.6, appendix G.
#' @seealso [regret_bounds]
#' @examples
#' problem <- bandit(arms_gaussian(c(0.1, 0.2, 0.3, 0.4, 0.9))) |>
#'   with_patience(c(8, 8, 8, 1e5, 8)) |>
#'   with_entries(c(1, 1, 1, 1, 500))
#' bound_fc_entry(problem, horizon = 10^(4:6), n_cycle = 5)
#' @export
bound_fc_entry <- function(bandit = NULL, horizon, n_cycle, patience_floor = NULL, segment = NULL, mean = NULL,
                           patience = NULL, first = NULL, ...) {
  check_no_dots(...)
  given <- bound_numbers(bandit, list(mean = mean, patience = patience, first = first), c("patience", "entries"))
  means <- check_bound_means(given$mean)
  patience <- check_bound_patience(given$patience, length(means))
  entries <- check_bound_entries(given$first, length(means))
  patience_floor <- check_bound_floor(patience_floor, min(patience[entries > 1]))
  patience <- patience[entries == 1]
  horizon <- check_bound_horizon(horizon)
  n_cycle <- check_bound_entry_cycle(n_cycle, length(patience))
  segment <- check_bound_segment(segment)
  gaps <- max(means) - means
  check_bound_gaps(gaps, "Theorem 4.6")

  arms <- length(means)
  by_patience <- order(patience)
  held <- seq_len(n_cycle - 2)
  n <- bound_entry_cycle_length(patience[by_patience[held]], patience_floor)
  waiting <- patience[by_patience[-held]]
  factor <- 3 + ceiling(length(waiting) / (n_cycle - 3))
  best <- (8 * (arms - n_cycle + 3) * horizon * sqrt(n * log(horizon)) / factor)^(2 / 3)
  segment <- bound_segment_lengths(segment, waiting, n_cycle - 3, n, best, horizon)
  check_bound_sparse(sort(entries[entries > 1]), segment, horizon)
  regret <- 2 * arms * max(gaps) + (arms - 1) * segment * factor +
    16 * (arms - 1) * (arms - n_cycle + 3) * horizon * sqrt(n * log(horizon) / (segment - 3 * n))
  new_bound("Theorem 4.6", horizon, regret)
}

# The round from which each arm can be played.
check_bound_entries <- function(first, size, call = rlang::caller_env()) {
  wanted <- "the round from which each arm can be played: 1 for at least three arms, later for at least one"
  check_bound_given(first, "first", wanted, call)
  first <- check_numbers(first, "first", size = size, min = 1, whole = TRUE, recycle = FALSE, wanted = wanted,
                         call = call)
  if (sum(first == 1) < 3 || all(first == 1)) abort_argument("first", wanted, first, call = call)
  first
}

check_bound_floor <- function(patience_floor, least, call = rlang::caller_env()) {
  if (is.null(patience_floor)) return(least)
  wanted <- sprintf("NULL or a single whole number of rounds from 1 to %s, the least patience of an arm that enters",
                    format_count(least))
  check_whole(patience_floor, "patience_floor", min = 1, max = min(least, 2^53), wanted = wanted, call = call)
}

check_bound_entry_cycle <- function(n_cycle, starting, call = rlang::caller_env()) {
  wanted <- sprintf("a single whole number from 4 to %d, one more than the arms there at the start", starting + 1)
  if (missing(n_cycle)) abort_argument("n_cycle", wanted, given = "nothing", call = call)
  check_whole(n_cycle, "n_cycle", min = 4, max = starting + 1, wanted = wanted, call = call)
}

bound_entry_cycle_length <- function(patience, patience_floor, call = rlang::caller_env()) {
  tryCatch(aus_cycle(c(patience, patience_floor, patience_floor))$length, unruly_error_infeasible = function(e) {
    abort_combination(
      c("There is no cycle for the {length(patience)} least patient arms and two virtual ones of patience {format_count(patience_floor)}.",
        x = "The patience of these arms is {describe_value(patience)}.",
        i = "With a smaller {.arg n_cycle} there may be one."),
      class = "unruly_error_infeasible", call = call
    )
  })
}

# Theorem 4.6 wants 3 segments between two entries.
check_bound_sparse <- function(entries, segment, horizon, call = rlang::caller_env()) {
  if (length(entries) < 2 || min(diff(entries)) >= 3 * max(segment)) return(invisible())
  longest <- which.max(segment)
  abort_combination(
    c("Theorem 4.6 supposes that three segments lie between any two entries.",
      x = "The closest are {format_count(min(diff(entries)))} rounds apart, but at horizon {format_count(horizon[longest])} three segments have {format_count(3 * segment[longest])}."),
    call = call
  )
}
