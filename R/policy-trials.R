#' Allocation in clinical trials
#' @description
#' Randomises patients to the arms of a trial: equally, in given ratios, or adapted to the outcomes seen so far.
#'
#' **Use it when** the game is a trial and its design states allocation ratios: permuted blocks, Bayesian
#' response-adaptive randomisation, Neyman allocation or a matched control. To maximise rewards use [policy_thompson()].
#'
#' @details
#' In each round the target gives the K available arms shares, and the rule turns shares into propensities, which are
#' always known, as `estimates(method = "aipw")` needs. Let n be the outcomes seen of an arm, S their sum (scaled from
#' `range` to \[0, 1\]), m the outcomes seen of all arms, N the horizon, and p = (S + 1/2) / (n + 1). The posterior of a
#' mean is Beta(1 + S, 1 + n - S), or Normal(xbar, sd^2 / n) for Gaussian rewards. Of [arms_survival()] `"best"` and
#' `"better"` mean the least hazard, with the posterior of [policy_thompson()], family `"survival"`; weights are equal
#' while there is no event. Shares are proportional to:
#'
#' * `"equal"`, numbers: 1, or the number
#' * `"best"`: P(it is the best arm)^c, c = a (m / N)^b with `power = c(a, b)`; a single `power` is a constant c
#' * `"better"`: P(its mean exceeds the control's)^c
#' * `"neyman"`: its standard deviation: sqrt(p (1 - p)), or that of the sample; with `control` the control's times
#'   sqrt(K - 1)
#' * `"rsihr"`: sqrt(p), after its five authors (see References): with two arms, fewest failures for given power.
#'   With more arms only the formula is the same
#' * `"failures"`: 1 / (1 - p): the limit of play-the-winner and drop-the-loser urns
#'
#' More is better: for harms, reverse the reward. Gaussian weights are equal until each arm has an outcome (`"neyman"`:
#' two of them and a positive deviation). Before the control has entered, `"better"` compares Bernoulli arms with a
#' control of which nothing was seen, which makes their weights ((S + 1) / (n + 2))^c, and Gaussian weights are equal.
#' The propensity of an arm depends on the `rule`:
#'
#' * `"chance"`, the default for `"best"` and `"better"`: its share
#' * `"block"`, the default for `"equal"` and numbers: its part of the slots left in a permuted block of `block`
#'   patients, filled by largest remainders
#' * `"dbcd"`, the doubly adaptive biased coin, the default for `"neyman"`, `"rsihr"` and `"failures"`: proportional to
#'   share (share / proportion of pulls)^`gamma`; arms without pulls come first
#' * `"erade"`, the efficient randomised-adaptive design of two arms: the first has `alpha` share if it has too many
#'   pulls, 1 - `alpha` (1 - share) if too few
#'
#' `control_share` replaces the share of the control; the other arms keep their proportions:
#'
#' * a number; `"sqrt"`: 1 / (1 + sqrt(K - 1)); `"greatest"`: w / (1 + w), w the greatest share among the others;
#' * `"matched"`, the default of `"better"`: w / (1 + w) with w = exp(min(50, eta d)) / (K - 1), eta = m / (4 N) and d
#'   the pulls of the most pulled other arm less those of the control.
#'
#' An arm that leaves loses its slots; an arm that enters waits for the next block. An arm that enters an [agent()]
#' later has the number 1 in `target`, and `"erade"` is `"chance"` with more than two arms. Propensities change when
#' outcomes are shown: for fewer updates use [with_batches()], for a floor [policy_floor()]. Ties go to the lowest arm.
#'
#' @section In one sentence:
#' `r sentences_of("policy_allocation")`
#' @section Guarantees: Limits of [trial_design()] hold for allocation in planned numbers. Where shares respond to
#'   outcomes the error is another. For `"best"` with `power = 1`, two arms of median survival 12 months, 400 patients,
#'   20 a month, and [stop_log_rank()] with `trial_design(2, c(80, 160, 240))` it was 0.039 (Monte Carlo error 0.003)
#'   where 0.025 is spent. [calibrate_design()] computes limits for what is played.
#' @section Variability: For `"rsihr"` and success probabilities 0.8 and 0.6, N times the variance of an arm's share of
#'   N = 500 pulls is 0.030 for `"erade"`, 0.085 for `"dbcd"` and 0.31 for `gamma = 0` (40,000 games each, Monte Carlo
#'   errors of 0.7% of these values).
#' @param target `"equal"`, `"best"`, `"better"`, `"neyman"`, `"rsihr"`, `"failures"`, or a positive number per arm, in
#'   the order of the arms and without names, such as `c(2, 1, 1)`. Default: `"equal"`.
#' @param rule `"chance"`, `"block"`, `"dbcd"` or `"erade"`. Default: see the second list.
#' @param control The control: the number or name of an arm. Default: none.
#' @param control_share The control's share: a number in (0, 1), `"sqrt"`, `"greatest"` or `"matched"`. Default: as any
#'   arm's; for `"better"`, `"matched"`.
#' @param power For `"best"` and `"better"`: one number of at least 0, or two. Default: `c(0.5, 1)` for `"best"` (Thall
#'   and Wathen), `c(10, 0.75)` for `"better"` (Villar, Bowden and Wason).
#' @param gamma For `"dbcd"`: a number of at least 0; 0 is `"chance"`. Default: 2.
#' @param alpha For `"erade"`: a number in \[0, 1). Default: 0.5.
#' @param burn_in Pulls of each arm that is there in the first round before the target is used, in permuted blocks: a
#'   whole number of at least 0. Default: 0.
#' @param block For `"block"`: patients per block, a whole number from 1 to 1,000,000. Default: the sum of the numbers
#'   in `target`, which must be whole; other shares require it.
#' @inheritParams policy_top_two
#' @inherit policy_ucb return
#' @section Errors: `unruly_error_argument`: an argument does not fit the target or the rule.
#'
#' `unruly_error_policy` (raised by [run_study()]): the bandit has waiting, a spread, contexts, fairness or a
#' population, more than two arms for `"erade"`, no such control, or rewards outside `range`.
#' @references Zelen (1974), The Randomization and Stratification of Patients to Clinical Trials. Thall and Wathen
#'   (2007), Practical Bayesian Adaptive Randomisation in Clinical Trials, section 3. Trippa, Lee, Wen, Batchelor,
#'   Cloughesy, Parmigiani and Alexander (2012), Bayesian Adaptive Randomized Trial Design for Patients With Recurrent
#'   Glioblastoma. Villar, Bowden and Wason (2015), Multi-armed Bandit Models for the Optimal Design of Clinical
#'   Trials, section 6. Neyman (1934), On the Two Different Aspects of the Representative Method. Rosenberger,
#'   Stallard, Ivanova, Harper and Ricks (2001), Optimal Adaptive Designs for Binary Response Trials. Ivanova (2003), A
#'   Play-the-Winner-Type Urn Design with Reduced Variability. Hu and Zhang (2004), Asymptotic Properties of Doubly
#'   Adaptive Biased Coin Designs, section 2. Hu, Zhang and He (2009), Efficient Randomized-adaptive Designs, section 2.
#' @seealso [stop_posterior()], [stopping_rules]; [exact_study()], which plays all targets and rules.
#' @examples
#' trial <- bandit(arms_bernoulli(c(control = 0.25, a = 0.25, b = 0.4))) |> with_batches(50)
#' designs <- list(policy_allocation(), policy_allocation("best", burn_in = 10),
#'                 policy_allocation("better", control = "control"))
#' study <- run_study(trial, designs, horizon = 300, reps = 20, seed = 1, record = 1)
#' tapply(pulls(study)$pulls, pulls(study)[c("policy", "arm")], mean) # patients of each arm
#' @export
policy_allocation <- function(target = "equal", rule = NULL, control = NULL, control_share = NULL, power = NULL,
                              gamma = 2, alpha = 0.5, burn_in = 0, block = NULL, family = NULL, range = NULL, sd = NULL,
                              label = NULL, ...) {
  if (is.numeric(target)) check_unnamed_ratio(target)
  if (is.null(family) && is.null(sd) && is_bernoulli_target(target)) family <- "bernoulli"
  describe("policy_allocation")
}

is_bernoulli_target <- function(target) is_word(target) && target %in% c("rsihr", "failures")

# Refuses names: a policy does not know the arms yet, so it could not put numbers with names in their order.
check_unnamed_ratio <- function(target, call = rlang::caller_env()) {
  if (is.null(names(target))) return(invisible())
  abort_argument("target", "without names, one number per arm in the order of the bandit's arms", call = call,
                 given = sprintf("the names %s", paste(quoted(names(target)), collapse = ", ")),
                 hint = sprintf("For arms in this order use `target = %s`.", vector_text(unname(target))))
}

# Returns the rule that the core uses if none is given.
usual_rule <- function(target, control_share, block) {
  if (is.numeric(target) || target == "equal") {
    return(if (is.null(control_share) || !is.null(block)) "block" else "chance") # word ok
  }
  if (target %in% c("best", "better")) "chance" else "dbcd" # word ok
}

# Returns whether anything depends on the number of rounds.
grows_with_horizon <- function(target, control_share, power) {
  by_posterior <- is.character(target) && target %in% c("best", "better")
  matched <- identical(control_share, "matched") || is.null(control_share) && identical(target, "better")
  matched || by_posterior && length(power) != 1
}

# Returns whether an agent must be told how many rounds there will be.
must_know_horizon <- function(policy, asks) {
  given <- policy$parameters
  if (policy$constructor == "policy_allocation") {
    return(grows_with_horizon(given$target, given$control_share, given$power))
  }
  !is.na(asks) && (asks == "" || is.null(given[[asks]]))
}

# Returns the arguments that make the number of rounds unnecessary, in words: `asks` is the one that the core names.
instead_of_horizon <- function(policy, asks) {
  if (policy$constructor != "policy_allocation") return(sprintf("`%s` of the policy", asks))
  s <- policy$parameters
  matched <- grows_with_horizon(s$target, s$control_share, 1)
  by_posterior <- s$target[1] %in% c("best", "better") && length(s$power) != 1
  words <- c(if (by_posterior) "a single `power`", if (matched) "a numeric `control_share`")
  sprintf("%s of the policy", paste(words, collapse = " and "))
}
