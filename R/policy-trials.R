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
#' mean is Beta(1 + S, 1 + n - S), or Normal(xbar, sd^2 / n) for Gaussian rewards. Shares are proportional to:
#'
#' | `target` | weight of an arm |
#' | --- | --- |
#' | `"equal"`, numbers | 1, or the number |
#' | `"best"` | P(it is the best arm)^c, c = a (m / N)^b with `power = c(a, b)`; a single `power` is a constant c |
#' | `"better"` | P(its mean exceeds the control's)^c |
#' | `"neyman"` | its standard deviation: sqrt(p (1 - p)), or that of the sample; with `control` the control's times sqrt(K - 1) |
#' | `"rsihr"` | sqrt(p), after its five authors (see References): with two arms, fewest failures for given power. With more arms only the formula is the same |
#' | `"failures"` | 1 / (1 - p): the limit of play-the-winner and drop-the-loser urns |
#'
#' More is better: for harms, reverse the reward. Gaussian weights are equal until each arm has an outcome (`"neyman"`:
#' two of them and a positive deviation).
#'
#' | `rule` | propensity of an arm | default for |
#' | --- | --- | --- |
#' | `"chance"` | its share | `"best"`, `"better"` |
#' | `"block"` | its part of the slots left in a permuted block of `block` patients, filled by largest remainders | `"equal"`, numbers |
#' | `"dbcd"` | doubly adaptive biased coin: proportional to share (share / proportion of pulls)^`gamma`; arms without pulls come first | `"neyman"`, `"rsihr"`, `"failures"` |
#' | `"erade"` | efficient randomised-adaptive design, two arms: the first has `alpha` share if it has too many pulls, 1 - `alpha` (1 - share) if too few | |
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
#' @section Variability: For `"rsihr"` and success probabilities 0.8 and 0.6, N times the variance of an arm's share of
#'   N = 500 pulls is 0.030 for `"erade"`, 0.085 for `"dbcd"` and 0.31 for `gamma = 0` (40,000 games each, Monte Carlo
#'   errors of 0.7% of these values).
#' @param target `"equal"`, `"best"`, `"better"`, `"neyman"`, `"rsihr"`, `"failures"`, or a positive number per arm, in
#'   the order of the arms and without names, such as `c(2, 1, 1)`. Default: `"equal"`.
#' @param rule `"chance"`, `"block"`, `"dbcd"` or `"erade"`. Default: see the second table.
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
#' @section Errors: `unruly_error_argument`: an argument is not as described above, or it does not fit the target or the
#' rule.
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
  asked <- list(target = target, control_share = control_share)
  if (is.numeric(target)) target <- "equal"
  if (is.character(control_share)) control_share <- NULL
  check_arguments("policy_allocation")
  asked <- list(target = check_trial_weights(asked$target, target),
                control_share = check_share_of_control(asked$control_share, control_share))
  if (is.null(family) && is.null(sd) && target %in% c("rsihr", "failures")) family <- "bernoulli"
  scale <- scale_of_family(family, range, sd)
  given <- c(asked["target"], list(rule = rule, control = control), asked["control_share"],
             list(power = power, gamma = chosen("gamma"), alpha = chosen("alpha"), burn_in = chosen("burn_in"),
                  block = block))
  check_allocation(given, scale$family)
  core <- c(core_allocation(given), list(family = scale$family, range = range, sd = sd))
  policy <- new_policy("policy_allocation", core, label %||% allocation_label(asked$target, rule, family),
                       settings = c(given, scale$settings), assumes = scale$assumes, open = FALSE)
  target <- asked$target # with these it is made again
  control_share <- asked$control_share
  with_open_scale(policy, rlang::current_env())
}

# As the core has them: numbers in the place of texts have names of their own.
core_allocation <- function(given) {
  grows <- grows_with_horizon(given$target, given$control_share, given$power)
  core <- given[c("rule", "control", "gamma", "alpha", "burn_in", "block")]
  core[if (is.numeric(given$target)) "ratio" else "target"] <- list(given$target)
  core[if (is.numeric(given$control_share)) "control_share" else "share_rule"] <- list(given$control_share)
  core["power"] <- list(if (!grows) given$power %||% 1)
  core["growth"] <- list(if (grows && !is.null(given$power)) c(given$power, 0)[1:2])
  core
}

# Numbers in the place of a choice, or the choice that was checked. A policy does not know the arms yet, so it could not
# put numbers with names in their order.
check_trial_weights <- function(asked, choice, call = rlang::caller_env()) {
  if (!is.numeric(asked)) return(choice)
  if (!is.null(names(asked))) {
    abort_argument("target", "without names, one number per arm in the order of the bandit's arms", call = call,
                   given = sprintf("the names %s", paste(quoted(names(asked)), collapse = ", ")),
                   hint = sprintf("For arms in this order use `target = %s`.", vector_text(unname(asked))))
  }
  check_rule(asked, rules_of("policy_allocation")$ratio, "target", call = call,
             wanted = "one of \"equal\", \"best\", \"better\", \"neyman\", \"rsihr\", \"failures\", or a positive number per arm")
}

# A choice in the place of a number, or the number that was checked.
check_share_of_control <- function(asked, number, call = rlang::caller_env()) {
  if (!is.character(asked)) return(number)
  choices <- choices_of(rules_of("policy_allocation")$share_rule)
  if (is_word(asked) && asked %in% choices) return(unname(asked))
  wanted <- sprintf("a number above 0 and below 1, or one of %s", paste(quoted(choices), collapse = ", "))
  abort_argument("control_share", wanted, asked, hint = did_you_mean(asked, choices), call = call)
}

# The rule that the core uses if none is given.
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

# The arguments that make the number of rounds unnecessary, in words: `asks` is the one that the core names.
instead_of_horizon <- function(policy, asks) {
  constructor <- policy$constructor
  if (constructor != "policy_allocation") return(sprintf("`%s` of the policy", own_names(constructor, asks)))
  s <- policy$settings
  matched <- grows_with_horizon(s$target, s$control_share, 1)
  by_posterior <- s$target[1] %in% c("best", "better") && length(s$power) != 1
  words <- c(if (by_posterior) "a single `power`", if (matched) "a numeric `control_share`")
  sprintf("%s of the policy", paste(words, collapse = " and "))
}

# Refuses what does not fit together.
check_allocation <- function(given, family, call = rlang::caller_env()) {
  target <- given$target
  rule <- given$rule %||% usual_rule(target, given$control_share, given$block)
  check_trial_target(target, rule, given$control, given$control_share, family, call)
  unless <- function(relevant, argument, condition) {
    if (relevant || is.null(given[[argument]])) return(invisible())
    abort_argument(argument, paste("given only with", condition), given[[argument]], call = call)
  }
  unless(target[1] %in% c("best", "better"), "power", "the targets \"best\" and \"better\"")
  unless(rule == "dbcd", "gamma", "the rule \"dbcd\"")
  unless(rule == "erade", "alpha", "the rule \"erade\"")
  unless(rule == "block", "block", "the rule \"block\"")
  if (length(given$power) > 2) abort_argument("power", "one or two numbers of at least 0", given$power, call = call)
  whole <- if (is.numeric(target)) all(target == floor(target)) else target == "equal"
  if (rule != "block" || !is.null(given$block) || whole && is.null(given$control_share)) return(invisible())
  ratios <- is.numeric(target) && is.null(given$control_share)
  abort_combination(c("Blocks of these shares need {.arg block}, the number of patients in each.",
                      i = "Supply {.arg block}, e.g. {.code block = 20}.",
                      i = if (ratios) "Or supply {.arg target} as whole numbers, e.g. {.code c(2, 1, 1)}."),
                    class = "unruly_error_argument", call = call)
}

control_wanted <- "Supply the number or the name of the control, e.g. {.code control = 1}."

check_trial_target <- function(target, rule, control, control_share, family, call) {
  if (is.null(control) && identical(target, "better")) {
    abort_combination(c("The target {.val better} needs {.arg control}.", i = control_wanted),
                      class = "unruly_error_argument", call = call)
  }
  if (is.null(control) && !is.null(control_share)) {
    abort_combination(c("{.arg control_share} needs {.arg control}.", i = control_wanted),
                      class = "unruly_error_argument", call = call)
  }
  if (target[1] %in% c("best", "better") && rule %in% c("dbcd", "erade")) {
    abort_combination("The target {.val {target}} goes with the {.arg rule} \"chance\" or \"block\", not {.val {rule}}.", # word ok
                      class = "unruly_error_argument", call = call)
  }
  if (identical(family, "gaussian") && target[1] %in% c("rsihr", "failures")) {
    abort_combination(c("The target {.val {target}} is for Bernoulli rewards.",
                        i = "{.val neyman} is for Gaussian rewards, too."),
                      class = "unruly_error_argument", call = call)
  }
}

# "Allocation (best)", "Allocation (2:1, chance)". # word ok
allocation_label <- function(target, rule, family) {
  shown <- if (is.character(target)) target else paste(format_numbers(target), collapse = ":")
  words <- c(if (nchar(shown) <= 20) shown else "given", rule, if (identical(family, "gaussian")) family)
  sprintf("Allocation (%s)", paste(words, collapse = ", "))
}
