#' A population of mortal arms
#' @description
#' Makes a bandit of arms that are born and die, such as news and coupons. At any time `alive` arms live, and each arm
#' that dies is replaced by a fresh one drawn from `reward`.
#'
#' **Use it when** items come and go at random. For lifetimes that you know see [with_lifetimes()].
#'
#' @details
#' Lifetimes are geometric: an arm dies with probability `1 / mean_lifetime` in each round (`"timed"`) or at each of its
#' pulls (`"budgeted"`). Arms are numbered in the order of their births.
#'
#' @param alive Number of arms alive at all times, a whole number of at least 1.
#' @param horizon The longest horizon of the studies of this population, in rounds: a whole number of at least 1.
#' @param mean_lifetime Mean lifetime in rounds (timed) or pulls (budgeted), a
#'   number of at least 1.
#' @param reward A [prior][priors] on \[0, 1\] of the success probability of Bernoulli arms, or [arms] whose parameters
#'   are priors or single numbers; their number of arms does not matter. Default: uniform on \[0, 1\].
#' @param death `"timed"` or `"budgeted"`: what an arm dies of. Default: `"timed"`.
#' @param known `TRUE` if policies see the last round of living arms, which only timed deaths allow. Default: `FALSE`.
#' @param init How many of the arms alive in round 1 are pulled once each at the start by policies that make such first
#'   pulls (such as [policy_ag()]), unless they have a number of their own: a whole number, or `NULL` for all. Default:
#'   1, as Chakrabarti et al. have no round of first pulls: with many arms and short lives it would cost most of the
#'   attainable reward.
#' @param ... Must be empty.
#' @return A bandit, see [bandit()]. It keeps the mean lifetime and the prior, which [bandit_value()] uses.
#' @references Chakrabarti, Kumar, Radlinski and Upfal (2008), Mortal
#'   Multi-Armed Bandits. Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms in Mortal Bandits.
#' @seealso [bandit_value()], the greatest reward per round that any policy can earn.
#' @examples
#' population <- bandit_mortal(alive = 20, horizon = 500, mean_lifetime = 100)
#' bandit_value(population)
#' run_study(population, policy_ag(), horizon = 500, reps = 5, seed = 1)
#' @export
bandit_mortal <- function(alive, horizon, mean_lifetime, reward = prior_uniform(alive),
                          death = c("timed", "budgeted"), known = FALSE, init = 1, ...) {
  check_no_dots(...)
  alive <- check_arm_count(alive, "alive")
  horizon <- check_whole(horizon, "horizon", min = 1)
  p <- described("trait_population")
  arms <- population_arms(reward, alive)
  b <- new_bandit(arms)
  b$horizon <- horizon
  law <- law_of_means(arms)
  reference <- if (!is.null(law)) reference_of(p$mean_lifetime, law)
  init <- if (missing(init)) 1 else p$init
  add_trait(b, "population",
            list(mean_lifetime = p$mean_lifetime, death = p$death, known = p$known, reference = reference, init = init),
            sprintf("%s deaths after %s %s on average, each dead arm replaced", p$death,
                    format_numbers(p$mean_lifetime), if (p$death == "timed") "rounds" else "pulls"))
}

population_arms <- function(reward, alive, call = rlang::caller_env()) {
  if (is_prior(reward)) {
    check_object(reward, "reward", call)
    if (reward$range[1] < 0 || reward$range[2] > 1) {
      abort_argument("reward", "a prior on [0, 1], or arms", reward,
                     given = paste("the prior", prior_text(reward)), call = call)
    }
    reward <- arms_bernoulli(reward)
  }
  check_class(reward, "reward", "unruly_arms", "a prior on [0, 1], or arms with priors", call)
  check_births(reward, call)
  reward$count <- alive
  reward["names"] <- list(NULL) # arms that are born and die are numbers
  reward$parameters <- lapply(reward$parameters, function(p) {
    if (is_prior(p)) new_prior(p$law, alive, p$values, p$range) else p[1]
  })
  reward
}

# Returns whether newborn arms can be drawn. The number of the arms that were given does not matter.
check_births <- function(reward, call) {
  asked <- bandit_in_question(new_bandit(reward))
  asked$traits <- list(list(name = "population", parameters = list(mean_lifetime = 1)))
  why <- .Call(C_refuses, asked, NULL, NULL)
  if (!is.null(why)) abort_refusal(why, call, "reward", given = arms_text(reward))
}
