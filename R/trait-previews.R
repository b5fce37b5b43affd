#' Outcomes that are seen in stages
#' @description
#' Adds previews: of each outcome something is shown some rounds after its pull, and more of it later, until the outcome
#' itself is known.
#'
#' **Use it when** there are early signs, such as views before sales, or a scan before the end of a trial.
#'
#' @details
#' The outcome X of a pull of round s is shown at the end of round s + the last `lag`, as by [with_delay()] with that
#' lag: the games of all policies that do not look at previews are the same. A policy that does, that is
#' [policy_thompson()] with `previews = TRUE`, sees at each earlier lag a preview, which is what it will see next plus
#' independent Gaussian noise, so that its standard deviation around X is the number of `sd` for that stage. The latest
#' preview then says all that is known of X.
#'
#' With one stage this is a delay. In [choices()] and [pulls()] `shown` is about the outcome itself.
#'
#' @param bandit A bandit.
#' @param lag The lags of the stages, in rounds: increasing whole numbers of at least 0.
#' @param sd The standard deviations of the stages around the outcome, in units of reward: numbers of at least 0, one
#'   per lag, that do not rise and end with 0.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @inheritSection with_patience Errors
#' @examples
#' problem <- bandit(arms_gaussian(c(0, 0.5))) |> with_previews(c(10, 50, 200), sd = c(2, 1, 0))
#' policies <- list(final = policy_thompson(), previews = policy_thompson(previews = TRUE))
#' run_study(problem, policies, horizon = 1000, reps = 5, seed = 1)
#' @references Zhang, Baldwin-McDonald, Ciosek, Maystre and Russo (2025), Impatient Bandits: Optimizing for the
#'   Long-Term Without Delay: outcomes seen in stages. The law of the noise here is one of theirs.
#' @seealso [with_delay()].
#' @export
with_previews <- function(bandit, lag, sd, ...) describe_trait("previews")

trait_text.previews <- function(trait) {
  p <- trait$parameters
  sprintf("outcomes shown in stages after %s rounds, with standard deviations %s around them", parameter_text(p$lag),
          parameter_text(p$sd))
}
