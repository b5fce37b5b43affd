#' Impatient arms
#'
#' For arms that leave for good when they are ignored, such as advertisers and crowd workers:
#' arm k leaves at the end of round t if it has not been pulled for `patience[k]` rounds in a
#' row. A gap of exactly `patience[k]` rounds between two pulls is safe.
#'
#' The clock of an arm starts when it enters. The regret compares with the best arm of all,
#' even after it has left.
#'
#' @param bandit A bandit.
#' @param patience Whole numbers of rounds of at least 1, one for all arms or one per arm;
#'   `Inf` for an arm that never leaves.
#' @param ... Must be empty.
#' @return The bandit, with the trait added.
#' @section Errors: `unruly_error_argument` for a bad `patience`,
#'   `unruly_error_combination` if the bandit cannot have patience.
#' @references Shao and Fang (2024), On Multi-Armed Bandit with Impatient Arms,
#'   section 2.
#' @examples
#' bandit(arms_gaussian(c(0.5, 0.6, 0.9))) |> with_patience(c(4, 4, 2))
#' @export
with_patience <- function(bandit, patience, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  check_addition(bandit, "patience")
  patience <- in_order_of_arms(patience, "patience", bandit$arms$names)
  rule <- rules_of("trait_patience")$patience
  patience <- check_rule(patience, rule)
  if (has_trait(bandit, "population") && length(patience) != 1) {
    abort_argument("patience", "a single number for a population, since it applies to newborn arms too", patience)
  }
  patience <- check_rule(patience, rule, size = arm_count(bandit))
  add_trait(bandit, "patience", list(patience = patience),
            paste("patience", parameter_text(patience)))
}

#' Arms that enter later
#'
#' For newcomers: arm k can be played from round `first[k]` on, and policies are not told of
#' it before that. The regret compares with the best arm that has entered so far, even if it
#' has left.
#'
#' @param bandit A bandit.
#' @param first The first rounds of the arms, whole numbers of at least 1, one per arm; at
#'   least one arm must be there in round 1.
#' @param from The former name of `first`, which still works.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @section Errors: `unruly_error_argument` for a bad `first`,
#'   `unruly_error_combination` if the bandit cannot have entries.
#' @references Shao and Fang (2024), On Multi-Armed Bandit with Impatient Arms,
#'   section 5.
#' @examples
#' bandit(arms_bernoulli(c(0.5, 0.4, 0.9))) |> with_entries(c(1, 1, 50))
#' @export
with_entries <- function(bandit, first, from, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  check_addition(bandit, "entries")
  if (!missing(from)) {
    if (!missing(first)) abort_argument("from", "omitted: it is the former name of `first`", from)
    first <- from
  }
  first <- in_order_of_arms(first, "first", bandit$arms$names)
  first <- check_rule(first, rules_of("trait_entries")$first, size = arm_count(bandit), recycle = FALSE)
  if (min(first) > 1) {
    abort_argument("first", "1 for at least one arm, so that there is one to play in round 1", first,
                   given = sprintf("rounds from %s on", format_numbers(min(first))))
  }
  add_trait(bandit, "entries", list(first = first), paste("entries in rounds", parameter_text(first)))
}

#' Arms with given lifetimes
#'
#' For arms that are born and die whatever the player does, in rounds that you know: arm k
#' lives in rounds `first[k]` to `last[k]`, both included, and can be played only then. The
#' regret compares with the best arm alive in each round. For random lifetimes see
#' [mortal_arms()].
#'
#' @param bandit A bandit.
#' @param first,last First and last rounds of the arms, whole numbers, one per arm (or one for
#'   all), with `1 <= first <= last`; `last` may be `Inf`.
#' @param known `TRUE` if policies are told `last` of the arms that are alive, or `FALSE`.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @section Errors: `unruly_error_argument` for bad rounds,
#'   `unruly_error_combination` if the bandit cannot have lifetimes.
#' @references Traca, Rudin and Yan (2020), Reducing Exploration of Dying Arms
#'   in Mortal Bandits.
#' @seealso [mortal_arms()] for a whole population in which the dead are
#'   replaced.
#' @examples
#' bandit(arms_bernoulli(c(0.9, 0.5, 0.7))) |>
#'   with_lifetimes(first = c(1, 1, 40), last = c(60, Inf, Inf))
#' @export
with_lifetimes <- function(bandit, first, last, known = TRUE, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  check_addition(bandit, "lifetimes")
  first <- in_order_of_arms(first, "first", bandit$arms$names)
  last <- in_order_of_arms(last, "last", bandit$arms$names)
  rules <- rules_of("trait_lifetimes")
  first <- check_rule(first, rules$first, size = arm_count(bandit))
  last <- check_rule(last, rules$last, size = arm_count(bandit))
  known <- check_rule(known, rules$known)
  if (any(last < first)) {
    k <- which(last < first)[1]
    abort_argument("last", "at least `first` for every arm", last,
                   given = sprintf("%s for arm %d, which is born in round %s",
                                   format_numbers(last[k]), k, format_numbers(first[k])))
  }
  add_trait(bandit, "lifetimes", list(first = first, last = last, known = known),
            sprintf("lifetimes that policies are %stold", if (known) "" else "not "))
}

#' Arms that take their time
#'
#' For pulls that take a random time, on which the player may give up: calls, auctions,
#' training runs. An action is an arm and a wait j in 1..D. A pull of arm k draws a delay tau;
#' it takes min(tau, j) rounds and pays only if tau <= j.
#'
#' The horizon is a budget of rounds: a pull that would end after it pays nothing and ends the
#' game. The regret compares with the best constant (arm, wait) pair: `g* x round`, where g is
#' the mean reward of a pair divided by its mean time.
#'
#' @param bandit A bandit whose rewards lie in \[0, 1\].
#' @param delay The distributions of the delays: a matrix of probabilities,
#'   `delay[k, d] = P(tau = d)` for arm k, one row per arm (a single row or a vector serves
#'   all arms), each row summing to 1, D columns.
#' @param pay `NULL`, or a matrix of the shape of `delay` with
#'   `pay[k, d] = P(V = 1 | tau = d)`: the reward is then 0 or 1 and depends on the delay, and
#'   the rewards of the bandit's arms are not used.
#' @param ... Must be empty.
#' @inherit with_patience return
#' @section Errors: `unruly_error_argument` for a bad `delay` or `pay`,
#'   `unruly_error_combination` if the bandit cannot have waiting.
#' @references Sharoff, Mehta and Ganti (2020), A Farewell to Arms, section 2.
#' @examples
#' bandit(arms_bernoulli(c(0.7, 0.9))) |>
#'   with_waiting(rbind(c(0.8, 0.2, 0), c(0.1, 0.1, 0.8)))
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

# `vain`: the most that a play in vain takes; NULL: its wait.
add_waiting <- function(bandit, delay, pay, vain = NULL, text, call = rlang::caller_env()) {
  if (is.null(pay) && (bandit$arms$range[1] < 0 || bandit$arms$range[2] > 1)) {
    abort_combination(c(
      "Waiting needs rewards in [0, 1].",
      x = "These arms pay between {format_numbers(b$arms$range[1])} and {format_numbers(b$arms$range[2])}.",
      i = "Use Bernoulli, beta, constant, categorical or taped arms with such values."
    ), call = call)
  }
  add_trait(bandit, "waiting", c(list(delay = delay, pay = pay), if (!is.null(vain)) list(vain = vain)), text)
}

check_delay <- function(delay, arms, call = rlang::caller_env(), argument = "delay") {
  check_chances(delay, argument, "a matrix of probabilities, one row an arm, each summing to 1", arms, call = call)
}

check_pay <- function(pay, shape, call = rlang::caller_env()) {
  wanted <- sprintf("NULL or a %d x %d matrix of probabilities", shape[1], shape[2])
  pay <- check_matrix(one_row(pay), "pay", min = 0, max = 1, wanted = wanted, call = call)
  if (ncol(pay) != shape[2] || !nrow(pay) %in% c(1, shape[1])) {
    abort_argument("pay", wanted, pay, call = call)
  }
  pay[rep_len(seq_len(nrow(pay)), shape[1]), , drop = FALSE]
}

#' Rewards that arrive late, spread out and mixed together
#'
#' For rewards that trickle in and do not say which pull they belong to, such as sales after
#' advertisements: the reward of a pull is distributed over later rounds, and the player sees
#' only the sum of everything that arrives in a round. If the source of a reward is known, use
#' [with_delay()].
#'
#' The regret is that of the totals: the whole reward of a pull counts in the round of the
#' pull.
#'
#' @param bandit A bandit.
#' @param spread How a reward is spread: one of the [spreads], or a list of them, one per arm
#'   (not for populations).
#' @param ... Must be empty.
#' @inherit with_patience return
#' @section Errors: `unruly_error_argument` if `spread` is not a spread,
#'   `unruly_error_combination` if the bandit cannot have it.
#' @references Wang, Wang and Huang (2021), Adaptive Algorithms for
#'   Multi-armed Bandit with Composite and Anonymous Feedback, section 2.
#' @examples
#' bandit(arms_bernoulli(c(0.2, 0.8))) |> with_spread(spread_delay(10, 30))
#' bandit(arms_bernoulli(c(0.2, 0.8))) |>
#'   with_spread(list(spread_delay(1, 3), spread_geometric(0.9)))
#' @export
with_spread <- function(bandit, spread, ...) {
  check_no_dots(...)
  check_bandit(bandit)
  check_addition(bandit, "spread")
  spread <- in_order_of_arms(spread, "spread", bandit$arms$names)
  spreads <- check_spreads(spread, bandit)
  adversarial <- any(vapply(spreads, function(s) s$law == "adversarial", NA))
  if (adversarial && has_trait(bandit, "waiting")) refuse_adversarial_waiting()
  distinct <- unique(spreads)
  # The core reads the laws by number: "1.law", "1.min", ...
  laws <- unlist(lapply(seq_along(distinct), function(i) {
    law <- c(list(law = distinct[[i]]$law), distinct[[i]]$parameters)
    stats::setNames(law, paste0(i, ".", names(law)))
  }), recursive = FALSE)
  text <- if (length(distinct) == 1) distinct[[1]]$text else sprintf("spread in %d ways, by arm", length(distinct))
  bandit <- add_trait(bandit, "spread", c(list(laws = length(distinct), of_arm = match(spreads, distinct)), laws),
                 paste("rewards", text))
  bandit$traits$spread$spreads <- spreads
  bandit
}

# One spread for all arms, or a list of one an arm.
check_spreads <- function(spread, bandit, call = rlang::caller_env()) {
  wanted <- "a spread, as made by `spread_delay()` and its kin, or a list of them"
  if (missing(spread)) abort_missing("spread", call, wanted)
  if (inherits(spread, "unruly_spread")) return(list(check_class(spread, "spread", "unruly_spread", wanted, call)))
  if (has_trait(bandit, "population")) {
    abort_argument("spread", "a single spread for a population, since it applies to newborn arms too", spread,
                   call = call)
  }
  check_elements(spread, "spread", "unruly_spread", wanted, call)
  if (length(spread) != arm_count(bandit)) {
    abort_argument("spread", sprintf("%s: one per arm, %d", wanted, arm_count(bandit)), call = call,
                   given = sprintf("a list of %d", length(spread)))
  }
  unname(spread)
}

refuse_adversarial_waiting <- function(call = rlang::caller_env()) {
  abort_combination(c(
    "An adversarial spread and waiting do not go together.",
    i = "The adversary counts rounds in succession, and with waiting a pull takes several."
  ), call = call)
}

# --- which traits go together -------------------------------------------------

add_trait <- function(bandit, name, parameters, text) {
  bandit$traits[[name]] <- new_trait(name, parameters, text)
  bandit
}

# What a trait does not go with, another one or a kind of arms, and why, as the traits say in C:
# one row a pair, symmetric.
trait_conflicts <- function() {
  if (is.null(type_rules$conflicts)) type_rules$conflicts <- do.call(Map, c(list(c), unname(.Call(C_conflicts))))
  unname(type_rules$conflicts)
}

check_addition <- function(bandit, name, call = rlang::caller_env()) {
  if (has_trait(bandit, "replay")) {
    refuse_traits(name, "a replay", "the log decides what happens", call)
  }
  if (has_trait(bandit, name)) {
    abort_combination(c("The bandit already has {name}.", i = "Start from {.fn bandit} to change a trait."),
                      call = call)
  }
  for (conflict in trait_conflicts()) {
    other <- setdiff(conflict[1:2], name)
    if (length(other) > 1) next
    if (has_trait(bandit, other) || bandit$arms$kind == other || other == "contexts" &&
        has_contexts(bandit$arms)) refuse_traits(name, spoken_of(other), conflict[3], call)
  }
  if (name == "waiting" && has_trait(bandit, "spread") &&
      any(vapply(bandit$traits$spread$spreads, function(s) s$law == "adversarial", NA))) refuse_adversarial_waiting(call)
}

# The table above for the help page.
combinations_text <- function() {
  pairs <- vapply(trait_conflicts(), function(v) sprintf("* %s and %s: %s.", v[1], spoken_of(v[2]), v[3]), "")
  paste(c(pairs, "* any trait and a replay: the log decides what happens.",
          "* arms other than Bernoulli, Gaussian and constant ones, and changes or wear: their law has no mean that could be another and leave the rest as it is.",
          "* arms that may pay outside \\[0, 1\\] and waiting: its policies are made for that range.",
          "* an adversarial spread and waiting: it counts rounds in succession, and a pull takes several."),
          collapse = "\n")
}

spoken_of <- function(other) switch(other, tape_round = "a tape by round", contexts = "arms with contexts", other)

refuse_traits <- function(one, other, reason, call) {
  one <- paste0(toupper(substr(one, 1, 1)), substring(one, 2))
  abort_combination(c("{one} and {other} do not go together.", x = "Reason: {reason}."), call = call)
}
