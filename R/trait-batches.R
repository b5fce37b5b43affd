#' Feedback in batches
#' @description
#' Adds batches: outcomes are shown only when a batch of rounds ends, all of them in the order of the
#' pulls.
#'
#' **Use it when** rewards come in a nightly report or at the interim looks of a trial.
#'
#' @details
#' Between the ends of batches, policies learn nothing new. The regret is that of the pulls, as
#' without batches.
#'
#' * With a [delay][with_delay()], an outcome is shown at the end of the batch in which it would have
#'   arrived. Without batches, late outcomes follow that of the round's own pull; with them, even of
#'   size 1, all are in the order of the pulls.
#' * With [waiting][with_waiting()], a pull belongs to the batch in which it ends.
#' * What arrives from a [spread][with_spread()] is shown at the end of its batch.
#'
#' Outcomes that would be shown after the horizon, or after the last of `ends`, are not seen, unless
#' `run_study(overrun = TRUE)` waits for them. In
#' [choices()], `observed` is the sum of everything shown at the end of a round. This trait can be
#' combined with every other trait, but not with a replay.
#'
#' @param bandit A bandit.
#' @param size Number of rounds in a batch, a whole number of at least 1.
#' @param ends Instead of `size`: the last rounds of the batches, increasing whole numbers of
#'   at least 1, such as [batch_ends()] gives.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @inheritSection with_patience Errors
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.3, 0.6))) |> with_batches(100)
#' run_study(problem, list(policy_ucb1(), policy_thompson()), horizon = 1000, reps = 5, seed = 1)
#' bandit(arms_bernoulli(c(0.3, 0.6))) |> with_batches(ends = c(10, 100, 1000))
#' @references Gao, Han, Ren and Zhou (2019), Batched Multi-armed Bandits Problem.
#' @seealso [policy_batched_se()], [with_delay()].
#' @export
with_batches <- function(bandit, size = NULL, ends = NULL, ...) describe_trait("batches")

trait_text.batches <- function(trait) {
  p <- trait$parameters
  if (is.null(p$ends)) return(paste("outcomes shown in batches of", count_of(p$size, "round")))
  paste("outcomes shown in batches that end in rounds", parameter_text(p$ends))
}

# Either of the two, as a list; with both the core refuses them.
check_batches <- function(size, ends, of_size = "size", of_ends = "ends", call = rlang::caller_env()) {
  rules <- rules_of("trait_batches")
  ends <- check_rule(ends, rules$ends, of_ends, null = TRUE, call = call)
  size <- check_rule(size, rules$size, of_size, null = !is.null(ends), call = call)
  without_nulls(list(size = size, ends = ends))
}
