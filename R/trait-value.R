# The value of a bandit: what its best choices earn, of those that traits allow.

#' The value of a bandit
#' @description
#' Computes what the best choices of a bandit earn where its traits make that a question. With
#' [waiting][with_waiting()] it does so for every arm and wait, with [mortal arms][bandit_mortal()] per round, and with
#' [fairness][with_fairness()] by an oracle's shares of the pulls.
#'
#' **Use it when** you want to know how long to wait, which arms are worth their share at a given penalty, how far
#' policies on mortal arms can still improve, or how close the benchmark of [regret()] comes to what can be earned.
#'
#' @param bandit A bandit with waiting, of mortal arms, or with fairness. Its arms must have numbers for parameters, not
#'   [priors] (with waiting unless the delay determines the reward; of mortal arms the mean rewards must be drawn from a
#'   prior, or equal).
#' @param horizon With waiting: one or more budgets, whole numbers of rounds from 1 to 1e8, within which the exact
#'   expected rewards are computed, too. Default: `NULL`, only the values per round.
#' @param ... Must be empty.
#' @return By the bandit's trait:
#'
#'   * waiting: a tibble of class `unruly_waiting_value`, see "Waiting";
#'   * mortal arms: a single number, in units of reward per round, see "Mortal arms";
#'   * fairness: a tibble with one row per arm, see "Fairness".
#' @section Waiting: The tibble has one row per action (and horizon), ordered by arm, then wait, with the columns
#'   * `arm`, `wait`;
#'   * `reward`: the mean reward of a pull, \eqn{E[V 1(\tau \le j)]}{E[V 1(tau <= j)]};
#'   * `time`: the mean number of rounds that a pull takes, \eqn{E[\min(\tau, j)]}{E[min(tau, j)]};
#'   * `rate`: reward / time, the paper's g;
#'   * `gap`: the greatest rate minus this one.
#'
#'   With `horizon` also
#'   * `round`: the horizon;
#'   * `pulls`: the expected number of pulls that end by then, if only this action is chosen;
#'   * `total`: the expected reward by then;
#'   * `benchmark`: the greatest rate times the round, as in [regret()];
#'   * `regret`: benchmark minus total. (The pseudo-regret of [regret()] counts each pull at its mean reward: benchmark
#'     minus `pulls` times `reward`.)
#'
#'   `autoplot()` draws the rates against the wait, one line per arm, with the best marked.
#'
#'   The regret of the best action stays below a constant at all horizons (Theorem 1). With p(c) the probability that a
#'   pull takes c rounds and r(c) the mean reward of such pulls times p(c), the expected reward within t rounds is
#'   \deqn{W(t) = \sum_{c \le t} \left[ r(c) + p(c) W(t - c) \right],}{W(t) = sum over c <= t of r(c) + p(c) W(t - c),}
#'   and likewise for the expected number of pulls. A pull that would end after the budget pays nothing.
#' @section Mortal arms: In a population in which every dying arm is replaced, no policy earns more per round, in the
#'   long run, than the reference mu*. A policy that knows mu* can come close to it: it draws fresh arms until one is at
#'   least as good as mu*, and keeps that arm until it dies. [policy_stochastic()] plays against this reference.
#'
#'   With X the mean reward of a fresh arm, F its distribution function and L the mean lifetime (in rounds for timed, in
#'   pulls for budgeted deaths), mu* is the fixed point of
#'   \deqn{\Gamma(m) = \frac{E X + (1 - F(m)) (L - 1) E[X | X \ge m]}{1 + (1 - F(m)) (L - 1)}}{Gamma(m) = (E X + (1 -
#'   F(m)) (L - 1) E[X | X >= m]) / (1 + (1 - F(m)) (L - 1))} which is the root of E X - m + (L - 1) E (X - m)+, a
#'   decreasing function. For means uniform on \[0, 1\] it is sqrt(L) / (1 + sqrt(L)).
#' @section Fairness: An oracle serves the arms whose gap is at most their penalty, pays the penalty for the others, and
#'   gives the remaining rounds to the best arm. The regret compares with this. With the gap Delta of an arm, its
#'   penalty rate A and its share tau, an arm is `"optimal"` if Delta = 0, `"critical"` if A >= Delta > 0 and
#'   `"non-critical"` if Delta > A. The tibble has the columns
#'   * `arm`: its number, or a factor of the names if arms have names;
#'   * `mean`, `share`, `penalty`;
#'   * `set`: `"optimal"`, `"critical"` or `"non-critical"`;
#'   * `pulls`, as a share of all rounds: tau for critical and for all but the lowest-numbered optimal arm, 0 for
#'     non-critical ones, the rest for the lowest-numbered optimal arm;
#'   * `loss` per round, min(Delta, A) tau; the sum is the paper's L* per round.
#' @section Errors: `unruly_error_argument`: `bandit` is none of these, or its means are drawn where they must be given;
#'   a bad `horizon`, or one for a bandit without waiting or with arms that come and go (entries, lifetimes).
#' @references Sharoff, Mehta and Ganti (2020), A Farewell to Arms, section 4, equations 1 and 2, Theorem 1.
#'   Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal Multi-Armed Bandits, section 3. Fang, Li and Samorodnitsky
#'   (2022), On Penalization in Stochastic Multi-armed Bandits, equations (7) to (9).
#' @seealso [regret_bound()], which takes the table of waiting; [fair_penalty()]; [bandit_auction()] and
#'   [bandit_cross_validation()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.7, 0.9))) |>
#'   with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8)))
#' value <- bandit_value(problem)
#' value
#' bandit_value(problem, horizon = c(10, 1000))
#' if (requireNamespace("ggplot2", quietly = TRUE)) autoplot(value)
#'
#' bandit_value(bandit_mortal(alive = 20, horizon = 500, mean_lifetime = 100))
#' bandit_value(bandit(arms_bernoulli(c(0.8, 0.6, 0.3))) |> with_fairness(share = 0.2, penalty = 0.4))
#' @export
bandit_value <- function(bandit, horizon = NULL, ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  wanted <- "a bandit with waiting, of mortal arms, or with fairness"
  check_class(bandit, "bandit", "unruly_bandit", wanted)
  if (has_trait(bandit, "waiting")) return(waiting_value(bandit, horizon, call))
  if (!is.null(horizon)) abort_argument("horizon", "left out for a bandit without waiting", horizon)
  if (has_trait(bandit, "population")) return(mortal_value(bandit, call))
  if (has_trait(bandit, "fairness")) return(fair_optimum(bandit, call))
  abort_argument("bandit", wanted, given = paste("one with", if (length(bandit$traits) == 0) "no trait" else
    paste(names(bandit$traits), collapse = ", ")))
}
