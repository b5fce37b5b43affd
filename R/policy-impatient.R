#' SE: successive elimination
#' @description
#' Plays all remaining arms in turn and eliminates those that are clearly worse than another. Its
#' regret is logarithmic in the horizon if all arms wait for their turn.
#'
#' **Use it when** you need a simple baseline whose arms are played equally often until they are eliminated. If arms
#' leave when they are ignored, use [policy_fc_se()].
#'
#' @details
#' The active arms are played in order of their numbers. At the end of a sweep, arm k is eliminated
#' if the mean of some other active arm exceeds its own by more than 4 sd sqrt(ln T / n), where n is
#' the number of observed rewards of each active arm and T the horizon. `error` replaces ln T by ln(1 / error).
#'
#' An arm that has left is skipped and no longer compared. If no active arm is available, the
#' available arm with the greatest mean is played; a tie is broken at random. An arm that enters
#' later joins the active arms. Where the numbers n differ, as then or under delays, 4 sd sqrt(ln T / n) is
#' replaced by the sum of 2 sd sqrt(ln T / n) of both arms (our extension: the paper has no such arms).
#'
#' SE ignores patience: if an arm does not wait for a whole sweep, the regret can be linear in T
#' (Proposition 3.6).
#'
#' @section In one sentence:
#' `r sentences_of("policy_se")`
#' @param error Error probability of the comparisons, a number in (0, 1). Default: 1 / T, where T is
#'   the horizon.
#' @param sd `NULL`, or the standard deviation of an arm's rewards, a positive number, if they are
#'   Gaussian or have lighter tails (are sub-Gaussian). Default: from the bandit, see [run_study()].
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting.
#' @references Even-Dar, Mannor and Mansour (2006), Action Elimination and Stopping Conditions for
#'   the Multi-Armed Bandit and Reinforcement Learning Problems. Shao and Fang (2024), On
#'   Multi-Armed Bandit with Impatient Arms, section 3.3, Proposition 3.6.
#' @seealso [policy_batched_se()] for feedback in batches; [policy_racing()] to name the
#'   best arm.
#' @examples
#' problem <- bandit(arms_constant(c(0, 0, 0, 1 / 2)))
#' impatient <- with_patience(problem, c(20, 20, 3, 2)) # arm 4 leaves after two rounds
#' bandits <- list(patient = problem, impatient = impatient)
#' run_study(bandits, policy_se(), horizon = 2000, reps = 1, seed = 1)
#' @export
policy_se <- function(error = NULL, sd = NULL, label = NULL, ...) describe("policy_se")

#' FC-SE: successive elimination on a feasible cycle
#' @description
#' Plays impatient arms in a cycle in which none waits longer than its patience, and eliminates arms
#' after each cycle. Arms without room in the cycle enter it before they would leave.
#'
#' **Use it when** arms leave after some rounds without a pull (bandits [with_patience()]). If arms also enter later,
#' use [policy_fc_entry()].
#'
#' @details
#' The cycle is the shortest almost uniform one, see [aus_cycle()], of the N = `n_cycle` least
#' patient arms (among equals, the lowest numbers); n is its length. These steps are repeated:
#'
#' 1. The cycle is played once. Empty slots are skipped and take no time.
#' 2. Arm k is eliminated if for some arm j in the cycle xbar_j - 2 sd sqrt(ln T / n_j) > xbar_k + 2
#'    sd sqrt(ln T / n_k), where xbar is a mean, n_j and n_k are numbers of pulls so far and T is
#'    the horizon. Its slots become empty.
#' 3. If N is less than the number K of arms, the others wait, and time is divided into segments of c = `segment`
#'    rounds. With each segment the next N - 1 of those that wait enter the cycle, the least patient first. They
#'    enter between two cycles: as soon as the next cycle would end less than n rounds before the segment does, or
#'    later. If there are too few empty places, uniformly random arms of the cycle are dropped. Each new arm gets
#'    the first slot of the lowest-numbered arm of the original cycle whose slots are all empty.
#'
#' No arm leaves before it is eliminated or dropped. Any feasible cycle can replace the almost
#' uniform one, by `cycle`. Its arms then come first in the ranking, and all others wait.
#'
#' @section In one sentence:
#' `r sentences_of("policy_fc_se")`
#' @section Default segment: c is the smaller of two lengths. The first keeps the waiting arms:
#' floor(min m_k / ceiling((ind(k) - N) / (N - 1))) over the waiting arms, where ind(k) is the rank
#' of arm k by patience m_k. The second minimises the bound on the regret: 3n + ceiling((4 T sqrt(n
#' ln T) / (K - 1))^(2/3)).
#' @param n_cycle N, a whole number from 2 to the number of arms (1 is allowed for a bandit with one
#'   arm). Default: the greatest number of arms that have a cycle, see [cycle_feasibility()].
#' @param segment c, a whole number of rounds above 3n, short enough for the patience of the waiting
#'   arms. It has no effect if all arms are in the cycle. Default: see "Default segment".
#' @param cycle The cycle, instead of `n_cycle`: made by [aus_cycle()] or [pinwheel_cycle()] for the
#'   patience of the arms, with their names or of arms 1, 2, ..., or a vector with the name or number of the arm of
#'   each slot. No arm may wait longer than its patience, see [cycle_feasibility()]. Default: the shortest almost
#'   uniform cycle.
#' @inheritParams policy_se
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has no patience, or has waiting,
#'   entries, lifetimes, rest, absences or a log; the N arms have no cycle, or `cycle` is not feasible; N is too large
#'   or too small; or c is not above 3n, or too long for the arms that wait. The message states what would be
#'   accepted.
#' @references Shao and Fang (2024), On Multi-Armed Bandit with Impatient Arms, Algorithm 1,
#'   Theorems 4.1 and 4.2.
#' @seealso [aus_cycle()], [pinwheel_cycle()], [regret_bound()].
#' @examples
#' problem <- bandit(arms_gaussian(c(0.5, 0.6, 0.9))) |> with_patience(c(4, 4, 2))
#' run_study(problem, list(policy_se(), policy_fc_se()), horizon = 5000, reps = 5, seed = 1)
#'
#' # Two arms wait until there is room:
#' waiting <- bandit(arms_gaussian(c(0.1, 0.2, 0.3, 0.9, 0.5))) |>
#'   with_patience(c(3, 3, 3, 5000, 5000))
#' run_study(waiting, policy_fc_se(), horizon = 1e4, reps = 5, seed = 1)
#'
#' # All four arms can be kept, though not by an almost uniform cycle:
#' patience <- c(3, 4, 5, 8)
#' four <- bandit(arms_gaussian(c(0.1, 0.2, 0.3, 0.9))) |> with_patience(patience)
#' policies <- list(policy_fc_se(n_cycle = 3, label = "three in the cycle"),
#'   policy_fc_se(cycle = pinwheel_cycle(patience)))
#' try(run_study(four, policies, horizon = 5000, reps = 5, seed = 1)) # arm 4 cannot wait
#' run_study(four, policies[2], horizon = 5000, reps = 5, seed = 1)
#' @export
policy_fc_se <- function(n_cycle = NULL, segment = NULL, cycle = NULL, sd = NULL, label = NULL, ...) {
  given <- slots_given(cycle, "cycle", "policy_fc_se", rlang::current_env())
  if (!is.null(cycle)) cycle <- given$slots
  with_own_names(describe("policy_fc_se"), given$names)
}

#' FC-Entry: FC-SE for arms that enter later
#' @description
#' Plays impatient arms in a cycle like [policy_fc_se()], but keeps two places of the cycle free for
#' arms that enter in unknown rounds.
#'
#' **Use it when** arms leave after some rounds without a pull and new arms enter in unknown rounds: bandits
#' [with_patience()] and [with_entries()]. A lower bound on the patience of new arms must be known.
#'
#' @details
#' Of the K0 arms present at the start, the N - 2 least patient (N = `n_cycle`) and two virtual arms
#' of patience `patience_floor` form the shortest almost uniform cycle, of n slots. The other
#' initial arms wait as in FC-SE: with c = `segment` and ind(k) the rank of arm k by patience, arm k
#' enters the cycle around round c ceiling((ind(k) - N + 2) / (N - 3)).
#'
#' An arm that enters the game is played when the slot of a virtual arm comes, in all of its slots: those of a random
#' one if both are free. If neither is free, it replaces the arm in a random one of them, which is dropped.
#' The new arm is kept, but its rewards are not used until it joins at the next end of a segment.
#' From then on it is compared with the others and can be eliminated. After all initial arms have
#' entered the cycle, segments end only when an arm enters.
#'
#' The policy learns that an arm exists when it enters, and is never given its patience. An arm with
#' less patience than `patience_floor` may leave; it is then removed from the cycle.
#'
#' @section In one sentence:
#' `r sentences_of("policy_fc_entry")`
#' @section Default segment: c is the smaller of two lengths. The first is the longest for which the
#' patience of all waiting arms suffices, the least floor(m_k / ceiling((ind(k) - N + 2) / (N -
#' 3))). The second minimises the bound on the regret:
#' \deqn{3n + \lceil (8 (K - N + 3) T \sqrt{n \ln T} / (3 + G'))^{2/3} \rceil,}{3n + ceiling((8 (K -
#' N + 3) T sqrt(n ln T) / (3 + G'))^(2/3)),}
#' where K = `arms`, T is the horizon and G' = ceiling((K0 - N + 2) / (N - 3)) is the number of
#' groups that wait.
#' @param n_cycle N, the number of arms for which there is room in the cycle, including the two
#'   virtual ones: a whole number from 4 to K0 + 2. Required unless `cycle` is given.
#' @param patience_floor A lower bound on the patience of the entering arms: a whole number of
#'   rounds of at least 1, or `Inf`.
#' @param segment c, a whole number of rounds above 3n, short enough for the patience of the initial
#'   arms that wait. Default: see "Default segment".
#' @param arms K, the expected number of arms in all, including the initial ones: a whole number. It
#'   is used for the default of `segment` only. Default: K0 + 2, one arm for each virtual arm, since
#'   the policy does not know how many will enter.
#' @param cycle The cycle, instead of `n_cycle`. Either a vector with the arm of each slot: the
#'   number of an initial arm, or -1 and -2 for the two virtual arms. Or a cycle made by
#'   [aus_cycle()] or [pinwheel_cycle()] for the patience of arms 1, 2, ..., or of arms with these names, and then
#'   twice the `patience_floor`. No arm may wait longer than its patience, and the cycle must contain both
#'   virtual arms and at least two others. Default: the shortest almost uniform cycle.
#' @inheritParams policy_se
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has no patience, or has waiting,
#'   lifetimes, rest, absences or a log; N exceeds K0 + 2, there is no cycle or `cycle` is not feasible; `arms` is
#'   less than K0; or c is not above 3n, or too long for the arms that wait. The message states what would be
#'   accepted.
#' @references Shao and Fang (2024), On Multi-Armed Bandit with Impatient Arms, Algorithm 4, Theorem
#'   4.6.
#' @seealso [with_entries()], [regret_bound()].
#' @examples
#' # The best arm, arm 3, leaves after two rounds without a pull.
#' problem <- bandit(arms_gaussian(c(0.1, 0.2, 0.9, 0.3, 0.5))) |>
#'   with_patience(c(8, 8, 2, 4000, 8)) |>
#'   with_entries(c(1, 1, 1, 1, 2000))
#' run_study(problem, list(policy_ucb(), policy_fc_entry(5, patience_floor = 8)),
#'   horizon = 1e4, reps = 5, seed = 1)
#' @export
policy_fc_entry <- function(n_cycle = NULL, patience_floor, segment = NULL, arms = NULL, cycle = NULL, sd = NULL,
                            label = NULL, ...) {
  names <- NULL
  if (inherits(cycle, "unruly_cycle")) {
    check_object(cycle, "cycle", rlang::current_env())
    last <- length(cycle$patience)
    if (!is.null(cycle$names)) names <- numbered_names(cycle$names[seq_len(last - 2)])
    # The last two places, for the arms that take turns, are -1 and -2. The core, which has their patience, checks
    # whether the cycle keeps them.
    cycle <- as.double(ifelse(cycle$slots > last - 2, last - 2 - cycle$slots, cycle$slots))
  }
  with_own_names(describe("policy_fc_entry"), names)
}
