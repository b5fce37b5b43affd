#' ARS-UCB: UCB with adaptive round sizes
#' @description
#' Plays arms in runs of growing length, so that most of what arrives during a run was earned by the
#' arm being played. It needs no information about how late rewards are.
#'
#' **Use it when** rewards arrive late and mixed together, so that it is unknown which pull paid what: bandits
#' [with_spread()]. If the mean delay is known, compare it with [policy_odaaf()].
#'
#' @details
#' Each arm is first played f(1) times. Then, again and again, the arm with the greatest min(M_i /
#' n_i + w sqrt(alpha ln t / n_i), b) is played f(K_i) times, for its K_i-th run, K_i = 2, 3, ...
#' Here rewards lie in \[a, b\], w = b - a, n_i is the number of pulls of arm i and M_i the sum of
#' everything observed while arm i was played. Ties go to the arm with the fewest pulls, then to the
#' lowest. The last run is cut off at the horizon.
#'
#' @section In one sentence:
#' `r sentences_of("policy_ars_ucb")`
#' @param alpha Width of the confidence bounds, a positive number. Default: 4.
#' @param round_size Lengths f(1), f(2), ... of an arm's runs (the paper calls them rounds):
#'   made by `round_sizes()`, or increasing whole numbers of at least 1, the last of
#'   which is repeated. Default: f(k) = k^2.
#' @param range `NULL`, or the range \[a, b\] of the rewards (totals), two increasing numbers.
#'   Default: from the bandit, see [run_study()].
#' @param beta Exponent of the lengths, a positive number; left out if they double.
#' @param c A positive factor, f(k) = ceiling(c k^beta). Default: 1. If they double, a whole number from 0 to 50,
#'   f(k) = 2^(k + c) with f(1) = 2^(2 + c). Default: 0.
#' @param doubling `TRUE`: each run of an arm is twice as long as the one before. Default: `FALSE`.
#' @inheritParams policy_uniform
#' @return `policy_ars_ucb()`: a policy, an object of class `unruly_policy`.
#'
#' `round_sizes()`: lengths of runs, an object of class `unruly_rounds`.
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting.
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for Multi-armed Bandit with
#'   Composite and Anonymous Feedback, Algorithm 1.
#' @seealso [policy_ars_exp3()] for rewards from an adversary, [regret_bound()].
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.2, 0.8))) |> with_spread(spread_delay(10, 30))
#' run_study(problem, policy_ars_ucb(), horizon = 2000, reps = 5, seed = 1)
#' @export
policy_ars_ucb <- function(alpha = 4, round_size = round_sizes(2), range = NULL, label = NULL, ...) {
  listed <- !missing(round_size) && is.numeric(round_size) && !is.object(round_size) && !is_too_long(round_size)
  if (listed) round_size <- rounds_listed(round_size)
  describe("policy_ars_ucb")
}

#' @rdname policy_ars_ucb
#' @export
round_sizes <- function(beta, c = if (doubling) 0 else 1, doubling = FALSE, ...) {
  doubling <- check_flag(doubling, "doubling")
  if (doubling && !missing(beta)) abort_argument("beta", "left out with `doubling = TRUE`", beta)
  describe_rounds(if (doubling) "doubling" else "power")
}

# Makes sizes of a list of numbers, which are judged where they are used.
rounds_listed <- function(sizes) new_rounds("listed", as.double(sizes))

describe_rounds <- function(law, call = parent.frame()) {
  check_frame_dots(call)
  type <- paste0("rounds_", law)
  made <- judged(type, given_arguments(names(rules_of(type)), call), call = call)
  new_rounds(law, unlist(made$parameters, use.names = FALSE))
}

new_rounds <- function(law, values) structure(list(law = law, values = values), class = "unruly_rounds")

#' @export
print.unruly_rounds <- print_formatted

#' @export
format.unruly_rounds <- function(x, ...) {
  check_object(x)
  paste("<rounds>", rounds_text(x))
}

#' ODAAF: elimination in phases for anonymous delays
#' @description
#' Eliminates arms in phases, between which it waits for rewards that are under way. It uses the
#' mean of the delay, and its variance or a bound if known.
#'
#' **Use it when** rewards arrive late and mixed together (bandits [with_spread()]) and the mean delay or the length of
#' the spread is known. [policy_ars_ucb()] needs neither.
#'
#' @details
#' In phase m = 1, 2, ..., with Delta = 2^-m, each remaining arm is played in one block until it has
#' n_m recorded observations in all. Then arm j is eliminated if its mean is more than Delta below
#' the greatest. Between phases the arm with the greatest mean is played n_m - n_(m-1) times,
#' unrecorded, so that what is under way can arrive (the bridge). When one arm remains, it is played
#' until the end.
#'
#' With L = max(ln(T Delta^2), 0) the number of observations is n_m = (sqrt(2L) + sqrt(2L + 8/3
#' Delta L + B Delta))^2 / Delta^2, where T is the horizon, E the mean of the delay, V its variance
#' and d a bound on it:
#'
#' * if only E is known, B = 6 m E;
#' * if V is known too, B = 4 (E + 2V);
#' * if d is known too, n_m = max(min(m d, n(B = 6 m E)), n(B = 4 E)).
#'
#' With `rewards = "spread"` it is the version of Garg and Akash for rewards that are spread over
#' `length` = d rounds, with (sqrt(L/2) + sqrt(L/2 + 2 m d Delta))^2 / Delta^2 observations; its
#' constants are ours. All numbers are rounded up, and n_m is at least n_(m-1) + 1. Arms are played
#' in order of their numbers; a tie of means in the bridge goes to the arm with the lowest number.
#' Arms that enter later join in the next phase.
#'
#' @section In one sentence:
#' `r sentences_of("policy_odaaf", "policy_odaaf_composite")`
#' @param mean_delay E, the mean delay in rounds, a number of at least 0.
#' @param max_delay d, a bound on the delay in rounds, a number of at least 0. Default: `NULL`,
#'   unknown.
#' @param var_delay V, the variance of the delay in rounds^2, a number of at least 0; not together
#'   with `max_delay`. Default: `NULL`, unknown.
#' @param length For `"spread"`, instead of `mean_delay`: d, the longest lag in rounds over which a reward is spread, a
#'   number of at least 0.
#' @param rewards `"delayed"`: each reward arrives at once, later (Pike-Burke and others); `"spread"`: in parts (Garg
#'   and Akash). Default: the first of these that takes the arguments given.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_combination`: both `max_delay` and `var_delay` are given.
#'
#' `unruly_error_policy` (raised by [run_study()]): the bandit has waiting.
#' @references Pike-Burke, Agrawal, Szepesvari and Grunewalder (2018), Bandits with Delayed,
#'   Aggregated Anonymous Feedback, Algorithm 1 and sections 4.1 to 4.3. Garg and Akash (2019),
#'   Stochastic Bandits with Delayed Composite Anonymous Feedback.
#' @examples
#' problem <- bandit(arms_bernoulli(c(0.2, 0.8))) |> with_spread(spread_delay(10, 30))
#' policies <- list(policy_odaaf(20), policy_odaaf(20, max_delay = 30, label = "ODAAF (bound)"))
#' run_study(problem, policies, horizon = 2000, reps = 5, seed = 1)
#' @export
policy_odaaf <- function(mean_delay, max_delay = NULL, var_delay = NULL, length, rewards = c("delayed", "spread"),
                         label = NULL, ...) describe("policy_odaaf")

#' ARS-EXP3: Exp3 with adaptive round sizes
#' @description
#' Plays arms drawn by the weights of Exp3 in runs of growing length. It competes with the best
#' single arm although rewards arrive late and mixed together, even if an adversary reacts to the
#' player.
#'
#' **Use it when** rewards in \[0, 1\] come from an adversary and arrive late and mixed together, and how late is
#' unknown. If it is known, see [policy_clw()].
#'
#' @details
#' Runs k = 1, 2, ... have length g(k) = ceiling(k^beta). For each run an arm a is drawn with
#' probabilities p_i = (1 - gamma) e_i / sum(e) + gamma / N, where e_i = exp(w_i / g(K)) and K is
#' the number of complete runs in T rounds. Arm a is played g(k) times. With Z the sum of what
#' arrives meanwhile, w_a grows by gamma min(Z, g(k)) / (N p_a). For the rounds left over, one more
#' arm is drawn.
#'
#' N is the number of arms that are available when an arm is drawn. An arm that enters gets the
#' average weight of the others, and a run whose arm leaves is abandoned (our choices).
#'
#' @section In one sentence:
#' `r sentences_of("policy_ars_exp3")`
#' @param beta Exponent of the lengths of the runs, a number in \[0, 1\]. Default: 1/2.
#' @param gamma Probability of uniform exploration, a number in (0, 1\]. Default: min(1, sqrt(N ln
#'   N / ((e - 1) ((beta + 1) T)^(1 / (beta + 1))))).
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting.
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for Multi-armed Bandit with
#'   Composite and Anonymous Feedback, Algorithm 2.
#' @seealso [regret_bound()] for the bound on its regret; [policy_exp3()], which ignores delays.
#' @examples
#' tape <- simulate_tape(c(0.3, 0.7), horizon = 2000, seed = 1)
#' problem <- bandit(arms_tape(tape, by = "round")) |> with_spread(spread_adversarial(10))
#' run_study(problem, list(policy_ars_exp3(), policy_exp3()), horizon = 2000, reps = 5, seed = 1)
#' @export
policy_ars_exp3 <- function(beta = 1 / 2, gamma = NULL, label = NULL, ...) describe("policy_ars_exp3")

#' CLW and ARS-CLW: Exp3 for composite anonymous losses
#' @description
#' Draws arms by the weights of Exp3 and updates them from sums over d rounds, within which every
#' reward must have arrived. CLW knows the length d; ARS-CLW plays in phases of doubling length and guesses it in each.
#'
#' **Use it when** an adversary has fixed rewards in \[0, 1\] in advance, they arrive mixed together: with
#' `length` if the longest lag is known, else with `spread = "guessed"`. If the adversary reacts to the player, use
#' [policy_ars_exp3()].
#'
#' @section CLW:
#' An arm is drawn by weights in round 1 and after each update round; otherwise the arm stays. After
#' each pull a bit B_t is drawn. In an update round the weight of the arm played is multiplied by
#' exp(-eta loss / p), where p is the probability with which it was drawn. With T the horizon and N
#' the number of arms:
#'
#' * `"2018"`: t is an update round if B_t = 1 and the last one is at least 2d rounds back;
#'   P(B_t = 1) = 1 / (2 (2d - 1)). The loss is 1 - (the sum of the last d observations) / 2d, and
#'   eta = 4 sqrt(d ln N / ((4N + 1) T)).
#' * `"2022"`: t is an update round if B_t = 1, the 2d bits before it are 0 and t > 2d; P(B_t = 1) =
#'   1 / (2d + 1). The loss is 1 - (the sum of the last d + 1 observations) / (2d + 1), and eta =
#'   sqrt(d ln N / (N T)).
#'
#' Losses are not clipped, even if `length` is too small. N is the number of arms that are available
#' when an arm is drawn. An arm that enters gets the average weight of the others, and if the arm in
#' play leaves, another is drawn (our choices).
#'
#' @section ARS-CLW:
#' Phases end in rounds T_1 = `start`, T_2 = 2 T_1, T_3 = 2 T_2, ... In phase k the length of the
#' spread is taken to be d = ceiling(T_k^guess), and Exp3 begins afresh. An arm is drawn with
#' probabilities p_i = (1 - gamma) w_i / sum(w) + gamma / N in the first round of the phase and
#' after each round that ends a block; otherwise the arm stays. Here gamma = min(1, sqrt(2 d N ln
#' N / (T_k + d))).
#'
#' Bits B are drawn 2d - 1 rounds ahead, with P(B_t = 1) = 1 / 2d. Round t ends a block if B_t = 1
#' and the 2d - 1 bits after it are 0. Then the weight of the arm is multiplied by exp(gamma x / (N
#' p)), where x is the sum of the last d observations divided by 2d, and p the probability with
#' which the arm was drawn. Bits and observations carry over from phase to phase. Gains are not clipped.
#'
#' @section In one sentence:
#' `r sentences_of("policy_clw", "policy_ars_clw")`
#' @param length d, the longest lag in rounds over which a reward is spread, a whole number of at
#'   least 1.
#' @param version `"2018"`, the algorithm of the conference paper, or `"2022"`, its correction in
#'   the journal. Default: `"2018"`.
#' @param guess For `"guessed"`: exponent of the guessed length, a number in (0, 1). Default: 1/3.
#' @param start For `"guessed"`: last round of the first phase, a whole number of at least 1. Default: 64.
#' @param spread Whether the length of the spread is `"known"` (CLW) or `"guessed"` (ARS-CLW). Default: the first of
#'   these that takes the arguments given.
#' @inheritParams policy_uniform
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_policy` (raised by [run_study()]): the bandit has waiting, or the guess would be
#'   above 1e8.
#' @references Cesa-Bianchi, Gentile and Mansour (2018), Nonstochastic Bandits with Composite
#'   Anonymous Feedback (COLT). Cesa-Bianchi, Cesari, Colomboni, Gentile and Mansour (2022),
#'   Nonstochastic Bandits with Composite Anonymous Feedback (Journal of Machine Learning Research). Wang, Wang
#'   and Huang (2021), Adaptive Algorithms for Multi-armed Bandit with Composite and Anonymous Feedback, Algorithm 3 in
#'   appendix C (ARS-CLW).
#' @examples
#' tape <- simulate_tape(c(0.3, 0.7), horizon = 2000, seed = 1)
#' problem <- bandit(arms_tape(tape, by = "round")) |> with_spread(spread_delay(5, 10))
#' policies <- list(policy_clw(10), policy_clw(10, "2022"), policy_clw(spread = "guessed"))
#' run_study(problem, policies, horizon = 2000, reps = 5, seed = 1)
#' @export
policy_clw <- function(length, version = "2018", guess = 1 / 3, start = 64, spread = c("known", "guessed"),
                       label = NULL, ...) describe("policy_clw")

shape.unruly_rounds <- function(x) list(
  law = function(v, x) is_word(v) && v %in% c("power", "doubling", "listed"),
  values = function(v, x) is_reals(v) && fits_rules("policy_ars_ucb", list(round_size = list(law = x$law, values = v)))
)
