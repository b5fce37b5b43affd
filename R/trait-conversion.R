# Policies for conversions, which take the law of the lags as with_delay() does.

#' Policies for conversions that come late or never
#' @description
#' Play the arm with the greatest rate of conversions where nobody reports that there is none. Each pull counts by
#' the probability that a conversion would have been shown by now. How late they are is known, or estimated.
#'
#' **Use it when** clicks turn into orders, or mails into answers, hours or days later and some arms are slower than
#' others. `delay` says how late conversions are, or has that estimated.
#'
#' @details
#' Let F_k(a) be the probability that a conversion of arm k is shown by age a, by the law `delay`; in round t a pull
#' of round s has the age t - 1 - s, and the exposure E of an arm is the sum of F_k(min(age, `within`)) over
#' its pulls. S is the sum of its outcomes that were shown with a lag of at most `within`. Then S / E estimates the
#' conversion rate. Zeros that are shown are ignored.
#'
#' * `rule = "poisson"` plays the arm with the greatest q >= p = S / E such that E (q - p + p ln(p / q)) <= ln(t);
#'   if p is 0, that is ln(t) / E.
#' * `rule = "hoeffding"` plays the arm with the greatest S / E + sqrt(2 N ln(t)) / E, N being its pulls. Without
#'   delays this is [policy_ucb1()], choice by choice.
#' * `rule = "thompson"` draws a rate for each arm from the gamma distribution of shape `prior[1]` + S and rate
#'   `prior[2]` + E, and plays the arm with the greatest draw.
#'
#' The first two play arms with an exposure of at most 1e-9 first: the one pulled least, then the lowest. The arm that
#' is [named][recommendations] is the one with the greatest S / E.
#'
#' `delay = "estimated"` estimates one law for all arms from the lags of the conversions shown so far (Lynden-Bell's
#' estimate for truncated lags), anew whenever their number has grown by a fifth, and needs a finite `within`. S / E is
#' then the rate of conversions within that time, which favours fast arms: where arms differ in speed, `within` must be
#' long enough for the slowest. Before the first conversion all exposures are 0.
#'
#' With [batches][with_batches] ages are those at the end of the last batch.
#'
#' @section In one sentence:
#' `r sentences_of("policy_conversion", "policy_conversion_hoeffding", "policy_conversion_thompson")`
#' @param delay `NULL`: the law of the bandit for lags of outcomes other than 0, and for losses (`never`). Or the law to
#'   count by, in any form that [with_delay()] takes, by arm with the names of the arms if they have any; `0`
#'   counts each silent pull as a no at once. Or `"estimated"`. Default: `NULL`.
#' @param within Only conversions within so many rounds count: a whole number of at least 0, or `Inf` (days are
#'   converted by the pulls per day, as in the examples of [policy_matured()], also those of `delay`); with
#'   `delay = "estimated"` at most 1,000,000. Default: `Inf`.
#' @param rule How the arm is chosen, see Details: `"poisson"`, `"hoeffding"` or `"thompson"`. Default: `"poisson"`.
#' @param prior Only with `rule = "thompson"`: two positive numbers, shape and rate of the gamma prior. Default:
#'   `c(1, 1)`.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors:
#' * `unruly_error_argument`: an argument is not what it must be; `delay = "estimated"` without `within`.
#' * `unruly_error_policy` (raised by [run_study()]): rewards outside of \[0, 1\]; waiting, a spread, accrual or
#'   contexts; `delay` states lags for another number of arms. By [agent()], which has no bandit to ask: `delay` is
#'   `NULL`. Where laws of `delay` have names, arms with others are an `unruly_error_argument` there.
#' @references Vernade, Cappe and Perchet (2017), Stochastic Bandit Models for Delayed Conversions, sections 4 and 5.
#'   The constant of the Hoeffding bound, Thompson sampling and laws that are estimated are ours.
#' @seealso [with_delay()] for silence; [policy_matured()], [policy_tsallis_inf()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(slow = 0.1, fast = 0.07))) |>
#'   with_delay(delay_geometric(c(300, 50)), zero = Inf)
#' policies <- list(policy_conversion(), policy_conversion(rule = "thompson"),
#'   naive = policy_conversion(delay = 0))
#' run_study(problem, policies, horizon = 2000, reps = 5, seed = 1)
#' policy_conversion(delay = "estimated", within = 500)
#' @export
policy_conversion <- function(delay = NULL, within = Inf, rule = c("poisson", "hoeffding", "thompson"), prior = c(1, 1),
                              label = NULL, ...) {
  describe("policy_conversion", instead = law_to_count_by(delay))
}

law_to_count_by <- function(delay, call = rlang::caller_env()) {
  if (is.null(delay)) return(list())
  if (is.character(delay)) {
    wanted <- "NULL, \"estimated\", or the lags of conversions, such as `delay_geometric(20)`"
    if (!identical(delay, "estimated")) abort_argument("delay", wanted, delay, call = call)
    return(list(delay = delay))
  }
  as_delay(delay, NULL, "delay", call)$parameters
}
