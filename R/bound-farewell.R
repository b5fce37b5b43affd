# The regret bounds for arms that take their time: Wait-UCB's as printed
# (Sharoff, Mehta & Ganti 2020), those of the policies it is compared with
# derived anew, as that paper gives them in order of growth only.

#' The regret of Wait-UCB
#'
#' An upper bound on the regret of [policy_wait_ucb()] (Theorem 2), or on how often
#' it plays each of the actions that are not best (Lemma 2).
#'
#' Action (k, j) plays arm k and waits for j rounds at most. With
#' \eqn{\mu_{kj}}{mu} the mean number of rounds that it takes, \eqn{\Delta_{kj}}{Delta} how far its
#' reward per round is below the best action's, \eqn{\alpha_j = 8(j-1)/3}{alpha = 8 (j - 1) / 3} and
#' \eqn{\beta_j = \sqrt{2} (\sqrt{j-1} + 1)}{beta = sqrt(2) (sqrt(j - 1) + 1)}, the
#' regret at horizon T is, up to constants, at most
#' \deqn{\sum_{(k,j): \Delta_{kj} > 0} \mu_{kj} \frac{\left(\beta_j + \sqrt{\beta_j^2 + 2 \Delta_{kj} \alpha_j}\right)^2
#' \ln T}{\Delta_{kj}}}{sum mu (beta + sqrt(beta^2 + 2 Delta alpha))^2 ln T / Delta} and the expected number of plays of
#' (k, j) at most
#' \deqn{\frac{\left(\beta_j + \sqrt{\beta_j^2 + 2 \Delta_{kj} \alpha_j}\right)^2 \ln T}{\Delta_{kj}^2} + \frac{4
#' \pi^2}{3}.}{(beta + sqrt(beta^2 + 2 Delta alpha))^2 ln T / Delta^2 + 4 pi^2 / 3.}
#'
#' The constants, which Theorem 2 writes as O(1), follow from the proof. They are
#' \deqn{\frac{4 \pi^2}{3} \sum_{(k,j)} \mu_{kj} \Delta_{kj} + g^* \max_{(k,j)} \mu_{kj}}{4 pi^2 / 3 sum mu Delta + g*
#' max mu} with \eqn{g^*}{g*} the reward per round of the best action. The second term is ours: it is
#' for the last action, which the end of the game cuts off, as [regret()] counts
#' it. (The paper's Theorem 1 takes the number of finished actions for a stopping
#' time, which it is not; with the cut-off action counted it is one.)
#'
#' The policy does not know the horizon, so that one game may be held against the
#' bound at all rounds. The bound is for play without side feedback. Rewards lie in
#' \[0, 1\].
#'
#' @param bandit A bandit [with_waiting()], or the table that [waiting_value()] gives
#'   of one: a data frame with a row an action and the columns `arm` and `wait` (whole
#'   numbers of at least 1), `time` (the mean number of rounds that the action takes,
#'   from 1 to `wait`) and `gap` (how far its reward per round is below the best one,
#'   from 0 to 1; 0 for at least one action; gaps of up to 1e-12 count as 0). The
#'   column `rate` (the reward per round) is needed for `constants` only.
#' @param horizon One or several horizons (budgets): whole numbers of rounds of at
#'   least 1.
#' @param what `"regret"`, or `"pulls"` for the plays of each action that is not best.
#' @param constants `TRUE` to add the constants to the regret: without them, the
#'   value is the part that grows, and it may lie below the regret if the horizon is
#'   short. The bound on the pulls always has them.
#' @param ... Must be empty.
#' @return A tibble. If `what` is `"regret"`, as described in [regret_bounds], with
#'   `bound` being `"Theorem 2"`. If `what` is `"pulls"`, a row for each horizon and
#'   action with the columns `bound` (`"Lemma 2"`), `arm`, `wait`, `round` and `pulls`.
#' @section Errors: `unruly_error_argument` for a bad argument.
#' @references P. Sharoff, N. A. Mehta and R. Ganti (2020). A farewell to arms:
#'   sequential reward maximization on a budget with a giving up option. AISTATS.
#'   Lemma 2, Theorem 2, appendices C to E.
#' @seealso [regret_bounds], [bound_ucb_simplex()], [bound_budget_ucb()]
#' @examples
#' values <- data.frame(
#'   arm = 1, wait = 1:3, time = c(1, 1.8, 2.5), rate = c(0.2, 0.3, 0.36), gap = c(0.16, 0.06, 0)
#' )
#' bound_wait_ucb(values, horizon = 10^(3:5))
#' bound_wait_ucb(values, horizon = 10^(3:5), constants = TRUE)
#' bound_wait_ucb(values, horizon = 1e5, what = "pulls")
#' @export
bound_wait_ucb <- function(bandit, horizon, what = c("regret", "pulls"), constants = FALSE, ...) {
  check_no_dots(...)
  values <- check_waiting_values(bandit, rate = isTRUE(constants))
  horizon <- check_bound_horizon(horizon)
  what <- check_choice(what, "what", c("regret", "pulls"))
  constants <- check_flag(constants, "constants")
  alpha <- 8 * (values$wait - 1) / 3
  beta <- sqrt(2) * (sqrt(values$wait - 1) + 1)
  growth <- ((beta + sqrt(beta^2 + 2 * values$gap * alpha)) / values$gap)^2
  bound_of_pulls(c(regret = "Theorem 2", pulls = "Lemma 2"), values, growth, 4 * pi^2 / 3, horizon, what, constants)
}

#' The regret of UCB-Simplex and Budget-UCB on arms that take their time
#'
#' Upper bounds on the regret of [policy_ucb_simplex()] and [policy_budget_ucb()] when
#' an action is an arm and a wait, or on how often they play each action that is not
#' best.
#'
#' The paper gives these bounds in order of growth only, as
#' \eqn{(D^2 / \Delta) \sum_j (1 / \mu_j) \ln T}{(D^2 / Delta) sum_j (1 / mu_j) ln T} for a single
#' arm. What these functions compute has that growth, but we derived it ourselves, for
#' the indices as they are here; it is not a quotation of Flajolet and Jaillet or of
#' Xia et al., whose constants may differ. With \eqn{\mu_{kj}}{mu} and \eqn{\Delta_{kj}}{Delta} as in
#' [bound_wait_ucb()], D the longest wait and \eqn{g^*}{g*} the best reward per round, the
#' regret is, up to constants, at most
#' \deqn{\sum_{(k,j): \Delta_{kj} > 0} \frac{8 (1 + \kappa)^2 \ln T}{\mu_{kj} \Delta_{kj}}}{sum 8 (1 + kappa)^2 ln T /
#' (mu Delta)} for UCB-Simplex, and the same with \eqn{D g^*}{D g*} in place of \eqn{\kappa}{kappa} for Budget-UCB. It
#' is the sum of \eqn{\mu_{kj} \Delta_{kj}}{mu Delta} times the expected plays of each action, at most
#' \deqn{\frac{8 (1 + \kappa)^2 \ln T}{\mu_{kj}^2 \Delta_{kj}^2} + 1 + 2 b\, \zeta(3)}{8 (1 + kappa)^2 ln T / (mu
#' Delta)^2 + 1 + 2 b zeta(3)} with b = 1 for UCB-Simplex and 2 for Budget-UCB, and \eqn{\zeta(3) = 1.202...}{zeta(3) =
#' 1.202...}.
#'
#' @section Why:
#' Costs are in units of D rounds, c' = cost / D, and \eqn{g' = D g^*}{g' = D g*} is the best
#' reward per unit. Let \eqn{e = \sqrt{2 \ln s / n}}{e = sqrt(2 ln s / n)}, r be the reward, bars
#' denote means over the n plays of an action.
#'
#' UCB-Simplex. The index \eqn{(\bar{r} + (1 + \kappa) e) / \bar{c}'}{(rbar + (1 + kappa) e) / cbar'}
#' is below g' only if the mean of \eqn{r - g' c'}{r - g' c'} is below
#' \eqn{-(1 + \kappa) e}{-(1 + kappa) e}. For the best action that variable has mean 0, for another
#' \eqn{-\mu \Delta}{-mu Delta}, and it lies in an interval of length at most
#' \eqn{1 + \kappa}{1 + kappa} if \eqn{\kappa \ge g'}{kappa >= g'}. By Hoeffding's inequality it is off by
#' \eqn{(1 + \kappa) e}{(1 + kappa) e} with probability \eqn{s^{-4}}{s^-4} at most. So once
#' \eqn{(1 + \kappa) e \le \mu \Delta / 2}{(1 + kappa) e <= mu Delta / 2}, a play needs one of two such
#' events, for one of at most s values of n: \eqn{2 s^{-3}}{2 s^-3} in all.
#'
#' Budget-UCB. The index is at least
#' \eqn{\min(\bar{r} + e, 1) / \max(\bar{c}' - e, \lambda)}{min(rbar + e, 1) / max(cbar' - e, lambda)}, and so
#' at least g' for the best action unless one of its two means is off by e. If neither
#' is for another action, its index exceeds its reward per unit q by at most
#' \eqn{2 (1 + q) x / (1 - 2 x)}{2 (1 + q) x / (1 - 2 x)}, x being e over its mean cost. That is no more than
#' the gap if \eqn{e \le \mu \Delta / (2 (1 + g'))}{e <= mu Delta / (2 (1 + g'))}. Again each mean
#' is off with probability \eqn{s^{-4}}{s^-4} at most. \eqn{\lambda}{lambda} must not exceed the least
#' mean cost, as the default 1/D never does.
#'
#' The number of actions is at most T, as each takes a round at least. The
#' constants that `constants = TRUE` adds to the regret are the sum of
#' \eqn{(1 + 2 b\, \zeta(3))\, \mu_{kj} \Delta_{kj}}{(1 + 2 b zeta(3)) mu Delta} and, for the action that the end of
#' the game cuts off, \eqn{g^* \max \mu_{kj}}{g* max mu}.
#'
#' @inheritParams bound_wait_ucb
#' @param bandit A bandit or a table, as in [bound_wait_ucb()]; the column `rate` (the
#'   reward per round) is needed.
#' @param kappa The policy's bound on the reward per unit of cost: a number of at
#'   least D times the best rate, or `NULL` for the policy's default, D.
#' @return A tibble as in [bound_wait_ucb()]; `bound` is `"UCB-Simplex (derived)"` or
#'   `"Budget-UCB (derived)"`.
#' @section Errors: `unruly_error_argument` for a bad argument.
#' @references P. Sharoff, N. A. Mehta and R. Ganti (2020). A farewell to arms:
#'   sequential reward maximization on a budget with a giving up option. AISTATS.
#'   Section 6.2.
#'
#'   A. Flajolet and P. Jaillet (2017). Logarithmic regret bounds for bandits with
#'   knapsacks. arXiv:1510.01800.
#'
#'   Y. Xia, W. Ding, X.-D. Zhang, N. Yu and T. Qin (2016). Budgeted bandit problems
#'   with continuous random costs. ACML.
#' @seealso [regret_bounds], [bound_wait_ucb()]
#' @examples
#' values <- data.frame(
#'   arm = 1, wait = 1:3, time = c(1, 1.8, 2.5), rate = c(0.2, 0.3, 0.36), gap = c(0.16, 0.06, 0)
#' )
#' bound_ucb_simplex(values, horizon = 10^(3:5))
#' bound_budget_ucb(values, horizon = 10^(3:5))
#' bound_budget_ucb(values, horizon = 1e5, what = "pulls")
#' @export
bound_ucb_simplex <- function(bandit, horizon, kappa = NULL, what = c("regret", "pulls"), constants = FALSE, ...) {
  check_no_dots(...)
  values <- check_waiting_values(bandit, rate = TRUE)
  horizon <- check_bound_horizon(horizon)
  kappa <- check_bound_kappa(kappa, values)
  what <- check_choice(what, "what", c("regret", "pulls"))
  constants <- check_flag(constants, "constants")
  label <- "UCB-Simplex (derived)"
  bound_of_pulls(c(regret = label, pulls = label), values, knapsack_growth(values, kappa), 1 + 2 * zeta_3,
                 horizon, what, constants)
}

#' @rdname bound_ucb_simplex
#' @export
bound_budget_ucb <- function(bandit, horizon, what = c("regret", "pulls"), constants = FALSE, ...) {
  check_no_dots(...)
  values <- check_waiting_values(bandit, rate = TRUE)
  horizon <- check_bound_horizon(horizon)
  what <- check_choice(what, "what", c("regret", "pulls"))
  constants <- check_flag(constants, "constants")
  label <- "Budget-UCB (derived)"
  growth <- knapsack_growth(values, max(values$wait) * max(values$rate))
  bound_of_pulls(c(regret = label, pulls = label), values, growth, 1 + 4 * zeta_3, horizon, what, constants)
}

# The sum of 1 / s^3 over s = 1, 2, ...
zeta_3 <- 1.2020569031595942

# What the plays of an action grow by when ln T grows by 1.
knapsack_growth <- function(values, kappa) {
  8 * ((1 + kappa) / (values$time * values$gap))^2
}

# From a bound `growth` ln T + `constant` on the plays of each action to the
# table: the plays themselves or the regret that they cost.
bound_of_pulls <- function(label, values, growth, constant, horizon, what, constants) {
  worse <- which(values$gap > 0)
  if (what == "pulls") {
    each <- rep(seq_along(horizon), each = length(worse))
    row <- rep(worse, length(horizon))
    return(tibble::tibble(
      bound = label[["pulls"]], arm = values$arm[row], wait = values$wait[row], round = horizon[each],
      pulls = growth[row] * log(horizon[each]) + constant
    ))
  }
  cost <- values$time[worse] * values$gap[worse]
  regret <- log(horizon) * sum(cost * growth[worse])
  if (constants) regret <- regret + constant * sum(cost) + max(values$rate) * max(values$time)
  new_bound(label[["regret"]], horizon, regret)
}

# ---- checks --------------------------------------------------------------

# A plain list of the columns; gaps that are 0 but for rounding become 0.
check_waiting_values <- function(values, rate, call = rlang::caller_env()) {
  columns <- c("arm", "wait", "time", "gap", if (rate) "rate")
  wanted <- paste0("a bandit with waiting, or a data frame with the columns ",
                   paste0("`", columns, "`", collapse = ", "))
  if (missing(values)) abort_argument("bandit", wanted, given = "nothing", call = call)
  if (inherits(values, "unruly_bandit")) values <- bandit_waiting_values(values, call)
  if (!is.data.frame(values) || nrow(values) == 0) abort_argument("bandit", wanted, values, call = call)
  absent <- setdiff(columns, names(values))
  if (length(absent) > 0) {
    abort_argument("bandit", wanted, values, given = paste0("a data frame without `", absent[1], "`"), call = call,
                   hint = did_you_mean(absent, names(values), in_code))
  }
  if (is.factor(values[["arm"]])) values$arm <- as.integer(values$arm) # named arms
  rounding <- 1e-12
  column <- function(name, ...) check_numbers(values[[name]], paste0("bandit$", name), ..., call = call)
  found <- list(
    arm = column("arm", min = 1, whole = TRUE), wait = column("wait", min = 1, whole = TRUE),
    time = column("time", min = 1 - rounding), gap = column("gap", min = 0, max = 1 + rounding)
  )
  if (rate) found$rate <- column("rate", min = 0, max = 1 + rounding)
  check_waiting_actions(found, call)
  found$gap[found$gap <= 1e-12] <- 0
  found
}

check_waiting_actions <- function(values, call) {
  twice <- which(duplicated(data.frame(values$arm, values$wait)))
  if (length(twice) > 0) {
    abort_argument("bandit", "a table with one row an action", values,
                   given = sprintf("two rows for arm %s with wait %s", format_count(values$arm[twice[1]]),
                                   format_count(values$wait[twice[1]])), call = call)
  }
  long <- which(values$time > values$wait * (1 + 1e-12))
  if (length(long) > 0) {
    abort_argument("bandit$time", "at most `wait`, as no action takes longer", values$time,
                   given = sprintf("%s for a wait of %s", format_numbers(values$time[long[1]]),
                                   format_count(values$wait[long[1]])), call = call)
  }
  if (min(values$gap) > 1e-12) {
    abort_argument("bandit$gap", "0 for at least one action, the best one", values$gap, call = call)
  }
  # Only where both are there: the gap is what the rate lacks of the best.
  if (!is.null(values$rate) && any(abs(values$rate + values$gap - max(values$rate)) > 1e-8)) {
    abort_argument("bandit$gap", "the largest `rate` minus `rate`", values$gap, call = call)
  }
}

bandit_waiting_values <- function(bandit, call) {
  check_bandit(bandit, "bandit", call)
  if (!has_trait(bandit, "waiting")) {
    abort_combination("A bound for arms that take their time wants a bandit {.fn with_waiting}.", call = call)
  }
  waiting_value(bandit)
}

check_bound_kappa <- function(kappa, values, call = rlang::caller_env()) {
  longest <- max(values$wait)
  if (is.null(kappa)) return(longest)
  least <- longest * max(values$rate)
  # Rounding of D times the best rate must not refuse that very number.
  check_number(kappa, "kappa", min = least * (1 - 1e-12), call = call,
               wanted = sprintf("NULL or a single number of at least %s, the longest wait times the best rate",
                                format_numbers(least)))
}
