#' Impatient arms
#' @description
#' Adds patience: an arm that is not pulled for `patience[k]` rounds in a row leaves for good.
#'
#' **Use it when** arms leave if they are ignored, such as advertisers and crowd workers.
#'
#' @details
#' Arm k leaves at the end of round t if it was not pulled in the last `patience[k]` rounds. A gap
#' of exactly `patience[k]` rounds between two pulls is safe. The clock of an arm starts when it
#' enters. The regret compares with the best arm of all, even after it has left.
#'
#' @param bandit A bandit.
#' @param patience Whole numbers of rounds of at least 1, one for all arms or one per arm;
#'   `Inf` for an arm that never leaves.
#' @param ... Must be empty.
#' @return The bandit, with the trait added.
#' @section Errors: `unruly_error_combination`: the bandit cannot have the trait (see [bandit()]).
#' @examples
#' bandit(arms_gaussian(c(0.5, 0.6, 0.9))) |> with_patience(c(4, 4, 2))
#' @references Shao and Fang (2024), On Multi-Armed Bandit with Impatient Arms,
#'   section 2.
#' @seealso [exits()], [policy_fc_se()], [cycle_feasibility()].
#' @export
with_patience <- function(bandit, patience, ...) describe_trait("patience")

trait_text.patience <- function(trait) paste("patience", parameter_text(trait$parameters$patience))

#' Arms that enter later
#' @description
#' Adds entries: arm k can be played from round `first[k]` on, and policies do not see it earlier.
#'
#' **Use it when** some arms are newcomers.
#'
#' @details
#' The regret compares with the best arm that has entered so far, even if it has left.
#'
#' @param bandit A bandit.
#' @param first The first rounds of the arms, whole numbers of at least 1, one per arm. At
#'   least one arm must enter in round 1.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @inheritSection with_patience Errors
#' @examples
#' bandit(arms_bernoulli(c(0.5, 0.4, 0.9))) |> with_entries(c(1, 1, 50))
#' @references Shao and Fang (2024), On Multi-Armed Bandit with Impatient Arms,
#'   section 5.
#' @seealso [with_lifetimes()] for arms that also die, [policy_fc_entry()].
#' @export
with_entries <- function(bandit, first, ...) describe_trait("entries")

trait_text.entries <- function(trait) paste("entries in rounds", parameter_text(trait$parameters$first))

#' Arms with given lifetimes
#' @description
#' Adds lifetimes: arm k exists in rounds `first[k]` to `last[k]`, both included, whatever is played.
#'
#' **Use it when** arms are born and die in rounds that you know. For random lifetimes, use
#' [bandit_mortal()].
#'
#' @details
#' The regret compares with the best arm that is alive in each round.
#'
#' @param bandit A bandit.
#' @param first,last First and last rounds of the arms, whole numbers, one per arm or one for
#'   all, with `1 <= first <= last`; `last` may be `Inf`.
#' @param known `TRUE` if policies see `last` of the arms that are alive, or `FALSE`. Default: `TRUE`.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @inheritSection with_patience Errors
#' @examples
#' bandit(arms_bernoulli(c(0.9, 0.5, 0.7))) |>
#'   with_lifetimes(first = c(1, 1, 40), last = c(60, Inf, Inf))
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms
#'   in Mortal Bandits.
#' @seealso [bandit_mortal()] for a population in which dead arms are replaced.
#' @export
with_lifetimes <- function(bandit, first, last, known = TRUE, ...) describe_trait("lifetimes")

trait_text.lifetimes <- function(trait) {
  sprintf("lifetimes that policies %s", if (trait$parameters$known) "see" else "do not see")
}

#' Arms whose pulls take time
#' @description
#' Adds waiting: a pull takes a random number of rounds, and the player states in advance how long
#' to wait for it.
#'
#' **Use it when** pulls are calls, auctions or training runs on which the player can give up.
#'
#' @details
#' An action is an arm and a [wait][glossary] j in 1..D. A pull of arm k draws a delay tau. It takes
#' min(tau, j) rounds and pays only if tau <= j.
#'
#' The horizon is a budget of rounds: a pull that would end after it pays nothing and ends the game.
#' The regret compares with the best constant pair of an arm and a wait. The benchmark is
#' `g* x round`, where g is the mean reward of a pair divided by its mean time.
#'
#' @param bandit A bandit whose rewards lie in \[0, 1\].
#' @param delay The distributions of the delays: a matrix of probabilities,
#'   `delay[k, d] = P(tau = d)` for arm k, one row per arm (a single row or a vector serves
#'   all arms), each row summing to 1, D columns.
#' @param pay `NULL`, or a matrix of the shape of `delay` with
#'   `pay[k, d] = P(V = 1 | tau = d)`: the reward is then 0 or 1 and depends on the delay, and
#'   the rewards of the bandit's arms are not used. Default: `NULL`.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @inheritSection with_patience Errors
#' @examples
#' bandit(arms_bernoulli(c(0.7, 0.9))) |>
#'   with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8)))
#' @references Sharoff, Mehta and Ganti (2020), A Farewell to Arms, section 2.
#' @seealso [bandit_value()], [policy_wait_ucb()].
#' @export
with_waiting <- function(bandit, delay, pay = NULL, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  check_addition(bandit, "waiting")
  delay <- in_order_of_arms(delay, "delay", bandit$arms$names)
  delay <- check_delay(delay, arm_count(bandit))
  if (!is.null(pay)) pay <- check_pay(in_order_of_arms(pay, "pay", bandit$arms$names), dim(delay))
  add_waiting(bandit, delay, pay, text = sprintf("waiting up to %d rounds%s", ncol(delay),
                                            if (is.null(pay)) "" else ", pay depending on the delay"))
}

# `vain`: the greatest time of a pull in vain; NULL: its wait.
add_waiting <- function(bandit, delay, pay, vain = NULL, text, call = rlang::caller_env()) {
  add_trait(bandit, "waiting", c(list(delay = delay, pay = pay), if (!is.null(vain)) list(vain = vain)), text, call)
}

check_delay <- function(delay, arms, call = rlang::caller_env(), argument = "delay") {
  check_chances(delay, argument, "a matrix of probabilities, one row per arm, each summing to 1", arms, call = call)
}

check_pay <- function(pay, shape, call = rlang::caller_env()) {
  wanted <- sprintf("NULL or a %d x %d matrix of probabilities", shape[1], shape[2])
  pay <- check_matrix(one_row(pay), "pay", min = 0, max = 1, wanted = wanted, call = call)
  if (ncol(pay) != shape[2] || !nrow(pay) %in% c(1, shape[1])) {
    abort_argument("pay", wanted, pay, call = call)
  }
  pay[rep_len(seq_len(nrow(pay)), shape[1]), , drop = FALSE]
}

# --- adding a trait ---------------------------------------------------------------

# Returns the bandit in a constructor's frame with a trait, of whose parameters those by arm may have the arms' names.
describe_trait <- function(name, call = rlang::caller_env()) {
  check_frame_dots(call)
  absent <- eval(quote(missing(bandit)), call)
  bandit <- if (absent) check_bandit(call = call) else check_bandit(call$bandit, call = call)
  check_addition(bandit, name, call)
  parameters <- described(paste0("trait_", name), call, bandit$arms)
  add_trait(bandit, name, parameters, trait_text(structure(list(parameters = parameters), class = name)), call)
}

# Names a trait that has no words of its own.
trait_text.default <- function(trait) paste(class(trait), parameter_text(unlist(trait$parameters)))

# --- which traits can be combined -------------------------------------------------

# The core is asked about the bandit with the trait, before it is handed out.
add_trait <- function(bandit, name, parameters, text, call = rlang::caller_env()) {
  bandit$traits[[name]] <- new_trait(name, parameters, text)
  why <- .Call(C_refuses, bandit_in_question(bandit, length(bandit$traits) - 1), NULL, NULL)
  if (!is.null(why)) abort_parameter(paste0("trait_", name), why, call)
  bandit
}

# The same of its name alone, before anything is made of what was given.
check_addition <- function(bandit, name, call = rlang::caller_env()) {
  asked <- bandit_in_question(bandit)
  asked$traits <- c(asked$traits, list(list(name = name, parameters = NULL)))
  why <- .Call(C_refuses, asked, NULL, NULL)
  if (is.null(why)) return(invisible())
  if (why[["code"]] == "means") why[["given"]] <- arms_text(bandit$arms)
  abort_refusal(why, call)
}

# Returns what a trait cannot be combined with, another one or a kind of arms, and why, as the traits state in C:
# one element per pair, symmetric.
trait_conflicts <- function() {
  if (is.null(type_rules$conflicts)) type_rules$conflicts <- do.call(Map, c(list(c), unname(.Call(C_conflicts))))
  unname(type_rules$conflicts)
}

# The table above for the help page.
combinations_text <- function() {
  pairs <- vapply(trait_conflicts(), function(v) sprintf("* %s and %s: %s.", v[1], spoken_of(v[2]), v[3]), "")
  paste(c(pairs, "* any trait and a replay: the log determines what happens.",
          "* arms other than Bernoulli, Gaussian and constant ones, and changes or wear: they have no mean that could change alone.",
          "* arms that may pay outside \\[0, 1\\] and waiting: its policies assume that range.",
          "* an adversarial spread and waiting: the spread counts successive rounds, and a pull takes several."),
          collapse = "\n")
}

spoken_of <- function(other) switch(other, tape_round = "a tape by round", contexts = "arms with contexts", other)

refuse_traits <- function(one, other, reason, call) {
  one <- capital(one)
  abort_combination(c("{one} and {other} cannot be combined.", x = "Reason: {reason}."), call = call)
}
