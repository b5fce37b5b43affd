# The applications of farewell to arms as ready bandits.

#' Repeated second-price auctions with participation costs
#' @description
#' Makes a bandit [with_waiting()] of repeated auctions, in which the bidder learns how much to bid to get the most out
#' of a budget.
#'
#' **Use it when** you model bids on a budget of money.
#'
#' @details
#' In each auction the bidder pays a participation cost, `fee`, and bids against others. If
#' the bid reaches the highest rival bid M (a tie is won), the bidder gets an item worth V and
#' pays M as well; otherwise the bidder gets nothing. The budget is money: the horizon of the
#' study, in the units in which bids are counted.
#'
#' The wait of an action is the most that an auction may cost, so a wait of j is a bid of `j - fee`; the "delay" is
#' `fee + M`, the cost of winning. A lost auction costs the `fee` only. (In the paper's model an unsuccessful pull costs
#' its wait; auctions differ in this, and this bandit follows the auctions. A wait below the fee is a pull at that cost
#' that cannot win.) Arms are kinds of items, or venues.
#'
#' @param rival Distribution of the highest rival bid: a matrix of probabilities,
#'   `rival[k, m] = P(M = m)`, m = 1, 2, ... units of money, one row per arm, rows summing
#'   to 1. A vector is a single row that serves all arms.
#' @param value The value of an item, in \[0, 1\]: an [arms] object if it does not depend on
#'   the rival bid, such as `arms_beta(mean = 0.6)`; or a matrix of the shape of `rival` (a
#'   vector for one row), where `value[k, m]` is the probability that an item with highest
#'   rival bid m is worth 1, otherwise it is worth 0.
#' @param fee The participation cost, in whole units of money, at least 1. Default: 1.
#' @param ... Must be empty.
#' @return A bandit, as [bandit()] makes it. Its longest wait is `fee` plus the
#'   highest possible rival bid.
#' @section Errors: `unruly_error_combination` if the items of `value` can be worth less than 0 or more than 1.
#' @references Sharoff, Mehta and Ganti (2020), A Farewell to Arms, section 2.2. Weed,
#'   Perchet and Rigollet (2016), Online Learning in Repeated Auctions.
#' @seealso [bandit_value()] for the best bid; [bandit_cross_validation()].
#' @examples
#' # Rival bids of 1 to 4 units; taking part costs 2. Items for which others bid
#' # much are often worth more.
#' auction <- bandit_auction(
#'   rival = c(0.3, 0.3, 0.2, 0.2),
#'   value = c(0.4, 0.6, 0.7, 0.9),
#'   fee = 2
#' )
#' worth <- bandit_value(auction)
#' worth$wait[which.max(worth$rate)] - 2 # the best bid
#'
#' study <- run_study(auction, list(policy_wait_ucb(), policy_wait_ucb("side")),
#'   horizon = 5000, reps = 10, seed = 1)
#' study
#' @export
bandit_auction <- function(rival, value, fee = 1, ...) {
  check_no_dots(...)
  arms <- if (!missing(value) && inherits(value, "unruly_arms")) value$count
  rival <- check_chances(rival, "rival", probabilities_of("rival bids"), arms)
  fee <- check_whole(fee, "fee", min = 1, max = 1e6)
  none <- matrix(0, nrow(rival), fee)
  if (is.null(arms)) {
    value <- check_shape(value, "value", dim(rival))
    arms <- arms_bernoulli(rowSums(rival * value))
    pay <- cbind(none, value)
  } else {
    arms <- value
    pay <- NULL
  }
  text <- sprintf("auctions: bids up to %d, taking part costs %s%s", ncol(rival), format_numbers(fee),
                  if (is.null(pay)) "" else ", worth depending on the rival bid")
  add_waiting(bandit(arms), cbind(none, rival), pay, vain = fee, text = text)
}

#' Cross-validation within a time budget
#' @description
#' Makes a bandit [with_waiting()] of cross-validations. The player learns which configuration of a learning algorithm,
#' with which time limit, gets the most out of a budget of time.
#'
#' **Use it when** runs take random times and may be aborted.
#'
#' @details
#' The arms are configurations. A pull cross-validates one: it runs it on each of `folds` parts of the data, one after
#' another, each run taking a random time. The player may give up when a time limit has passed, gaining nothing, and
#' start again with another configuration. A finished cross-validation pays the mean score of its runs.
#'
#' The delay is the sum of the independent times of the runs; waits are time limits from 1 to `folds` times the longest
#' run. The reward is 1 with a probability equal to the expected mean score given the total time, else 0.
#'
#' @param time Distribution of the time of a single run: a matrix of probabilities,
#'   `time[k, d] = P(d units of time)` for configuration k, d = 1, 2, ..., rows summing to 1
#'   (a vector is one row).
#' @param score The expected score of a run, in \[0, 1\]: one number per configuration (or one
#'   for all), or a matrix of the shape of `time` if the score of a run depends on how long it
#'   took.
#' @param folds Number of runs of a cross-validation: a whole number from 1 to 1,000. Default: 5.
#' @param ... Must be empty.
#' @return A bandit, as [bandit()] makes it.
#' @references Sharoff, Mehta and Ganti (2020), A Farewell to Arms, section 2.2.
#' @seealso [bandit_value()] for the best configuration and limit; [bandit_auction()].
#' @examples
#' # Three configurations; a run takes 1 to 4 minutes. The second is the most
#' # accurate, but some of its runs do not settle down before minute 4, and score less.
#' problem <- bandit_cross_validation(
#'   time = rbind(c(0.7, 0.3, 0, 0), c(0.2, 0.5, 0, 0.3), c(0, 0, 0.5, 0.5)),
#'   score = rbind(c(0.5, 0.5, 0, 0), c(0.9, 0.9, 0, 0.4), c(0, 0, 0.9, 0.9)),
#'   folds = 3
#' )
#' worth <- bandit_value(problem)
#' worth[which.max(worth$rate), ]
#'
#' study <- run_study(problem, list(policy_wait_ucb("side"), policy_budget_ucb()),
#'   horizon = 1e4, reps = 5, seed = 1)
#' study
#' @export
bandit_cross_validation <- function(time, score, folds = 5, ...) {
  check_no_dots(...)
  time <- check_chances(time, "time", probabilities_of("times of a run"))
  score <- check_scores(score, dim(time))
  folds <- check_whole(folds, "folds", min = 1, max = 1000)
  laws <- lapply(seq_len(nrow(time)), function(k) all_folds(time[k, ], score[k, ], folds))
  delay <- do.call(rbind, lapply(laws, function(law) law$delay))
  pay <- do.call(rbind, lapply(laws, function(law) law$pay))
  b <- bandit(arms_bernoulli(pmin(rowSums(delay * pay), 1)))
  add_waiting(b, delay, pay,
              text = sprintf("cross-validation in %s, time limits up to %d", count_of(folds, "fold"), ncol(delay)))
}

# The distribution of the total time of all runs, and the expected mean score given it:
# runs being alike, that is the expected score of the first.
all_folds <- function(time, score, folds) {
  others <- 1 # no time at all; element i is time i - 1
  for (fold in seq_len(folds - 1)) others <- convolve_laws(others, c(0, time))
  total <- convolve_laws(others, c(0, time))
  first <- convolve_laws(others, c(0, time * score))
  list(delay = total[-1] / sum(total), pay = ifelse(total > 0, pmin(first / total, 1), 0)[-1])
}

convolve_laws <- function(a, b) {
  sum <- numeric(length(a) + length(b) - 1)
  for (i in seq_along(a)) {
    at <- i - 1 + seq_along(b)
    sum[at] <- sum[at] + a[i] * b
  }
  sum
}

# ---- checks --------------------------------------------------------------

probabilities_of <- function(what) sprintf("a matrix of probabilities of %s, one row per arm, each summing to 1", what)

check_shape <- function(value, argument, shape, wanted = NULL, call = rlang::caller_env()) {
  wanted <- wanted %||% sprintf("arms that pay between 0 and 1, or a %d x %d matrix of probabilities", shape[1],
                                shape[2])
  if (missing(value)) abort_missing(argument, call, wanted)
  value <- check_matrix(one_row(value), argument, min = 0, max = 1, wanted = wanted, call = call)
  if (!identical(dim(value), as.integer(shape))) abort_argument(argument, wanted, value, call = call)
  value
}

check_scores <- function(score, shape, call = rlang::caller_env()) {
  wanted <- sprintf("numbers from 0 to 1, 1 or %d of them, or a %d x %d matrix", shape[1], shape[1], shape[2])
  if (missing(score)) abort_missing("score", call, wanted)
  if (is.matrix(score)) return(check_shape(score, "score", shape, wanted, call))
  score <- check_numbers(score, "score", size = shape[1], min = 0, max = 1, call = call)
  matrix(score, shape[1], shape[2])
}
