#' A bandit: arms with traits
#' @description
#' Makes the problem that policies play from arms that behave well; traits then make it misbehave.
#'
#' **Use it when** you set up any study or exact result.
#'
#' @details
#' A trait takes a bandit and returns one, so traits are added with the pipe and can be combined:
#' [with_patience()], [with_entries()], [with_lifetimes()], [with_waiting()], [with_fairness()],
#' [with_spread()], [with_delay()], [with_accrual()], [with_changes()], [with_wear()], [with_rest()],
#' [with_absences()], [with_batches()]. [bandit_mortal()] and [bandit_replay()] make whole bandits.
#'
#' @section Traits that cannot be combined, and why:
#' `r combinations_text()`
#'
#' @param arms What a pull pays: an object made by one of the [arms] constructors.
#' @param ... Must be empty.
#' @return A bandit, an object of class `unruly_bandit`: a list that describes the problem. Nothing
#'   is drawn before [run_study()].
#' @section Errors: `unruly_error_argument`: `arms` is not an arms object.
#'   `unruly_error_combination`: a trait is added to a bandit that cannot have it.
#' @examples
#' bandit(arms_gaussian(mean = c(0.5, 0.6, 0.9), sd = 1)) |>
#'   with_patience(c(4, 4, 2))
#' @seealso [arms], [run_study()].
#' @export
bandit <- function(arms, ...) {
  check_no_dots(...)
  check_class(arms, "arms", "unruly_arms", "arms, such as those of `arms_bernoulli()`")
  new_bandit(arms)
}

new_bandit <- function(arms, traits = list()) {
  structure(list(arms = arms, traits = traits), class = "unruly_bandit")
}

new_trait <- function(name, parameters, text) {
  list(name = name, parameters = parameters, text = text)
}

has_trait <- function(bandit, name) name %in% names(bandit$traits)

arm_count <- function(bandit) bandit$arms$count

# Returns how many waits an action can have.
wait_count <- function(bandit) {
  if (has_trait(bandit, "waiting")) ncol(bandit$traits$waiting$parameters$delay) else 1L
}

#' @export
print.unruly_bandit <- print_formatted

#' @export
format.unruly_bandit <- function(x, ...) {
  check_object(x)
  also <- words_of_traits(x)
  if (has_trait(x, "replay")) return(one_line(paste("<bandit>", also)))
  lines <- c(paste("<bandit>", arms_text(x$arms)), vapply(x$traits, function(trait) paste("  with", trait$text), ""),
             if (length(also) > 0) paste0("  ", also))
  one_line(unname(lines))
}

# Several bandits are a list.
#' @export
c.unruly_bandit <- function(...) list_of_objects(list(...), "unruly_bandit", "a bandit or a list of bandits")

# Returns what some traits say of the whole bandit besides their text.
words_of_traits <- function(bandit) {
  unlist(lapply(names(bandit$traits), function(name) trait_words(structure(list(), class = name), bandit)))
}

# Refuses arithmetic with what is no number. Traits are put on with the pipe.
refuse_operator <- function(e1, e2) {
  given <- if (inherits(e1, names(operator_hints))) e1 else e2
  hint <- operator_hints[[intersect(class(given), names(operator_hints))[1]]]
  if (.Generic %in% c("==", "!=")) hint <- "{.fn identical} compares two objects."
  operator <- .Generic
  abort_combination(c("{.code {operator}} does not work on {describe_value(given)}.", i = hint),
                    call = as.call(c(as.name(operator), substitute(e1), if (!missing(e2)) substitute(e2))))
}

operator_hints <- list(
  unruly_bandit = "Traits are added with the pipe: {.code bandit(...) |> with_patience(...)}.",
  unruly_arms = "{.code bandit(arms)} makes a bandit of them, and traits are added with the pipe: {.code |> with_patience(...)}.",
  unruly_policy = "Several policies are a list: {.code list(policy_ucb1(), policy_moss())}.",
  unruly_study = "{.code c(a, b)} joins studies that differ in their replications."
)

#' @export
Ops.unruly_bandit <- refuse_operator

#' @export
Ops.unruly_arms <- refuse_operator

#' @export
Ops.unruly_policy <- refuse_operator

#' @export
Ops.unruly_study <- refuse_operator

# The bandit as the core wants it: numbers, strings and priors by name.
describe_bandit <- function(bandit) {
  list(
    arms = bandit$arms$kind,
    count = as.double(bandit$arms$count),
    parameters = lapply(bandit$arms$parameters, describe_parameter),
    traits = lapply(unname(bandit$traits), function(trait) {
      list(name = trait$name, parameters = lapply(trait$parameters, describe_parameter))
    })
  )
}

# The bandit as the core is asked about it: with a horizon that it was made for, and names. `known`: how many of its
# traits need not be looked at again, and the arms. A rule for penalties is worked out when it is played.
bandit_in_question <- function(bandit, known = length(bandit$traits)) {
  traits <- lapply(unname(bandit$traits), function(trait) {
    made_for <- if (trait$name == "population") list(horizon = bandit$horizon)
    list(name = trait$name,
         parameters = c(lapply(trait$parameters, plain_numbers, arm_count(bandit)), lapply(made_for, as.double)))
  })
  arms <- bandit$arms
  c(described_arms(arms$kind, arms$count, arms$parameters)[c("arms", "count", "parameters")],
    list(traits = traits, names = arms$names, known = 1 + known))
}

bandit_line <- function(bandit) {
  if (has_trait(bandit, "replay")) return(words_of_traits(bandit))
  paste(c(arms_text(bandit$arms), vapply(bandit$traits, function(t) t$text, "")), collapse = ", ")
}

# --- its arms ---------------------------------------------------------------------------

# With `steps`, how their means change in place of the arms.
draw_arms <- function(bandit, seed, replications, horizon, steps = FALSE) {
  bandit$traits$fairness <- NULL # it has no part in the draws, and its rules need them
  drawn <- lapply(runs_of(replications), function(run) {
    .Call(C_instances, describe_bandit(bandit), seed, as.double(run[1]), as.double(length(run)), horizon,
          as.double(steps)) %||%
      rlang::interrupt()
  })
  if (length(drawn) == 1) return(drawn[[1]])
  do.call(Map, c(list(c), unname(drawn)))
}

# Within a study arms are numbers. Where some have names, the column becomes a
# factor of names (of numbers in bandits without), in the order of the arms.
name_arms <- function(table, bandits) {
  names <- lapply(bandits, function(b) b$arms$names)
  if (is.null(table[["arm"]]) || all(lengths(names) == 0)) return(table)
  text <- plain_texts(table$arm)
  for (b in base::names(names)[lengths(names) > 0]) {
    here <- if (is.null(table[["bandit"]])) TRUE else table$bandit == b
    text[here] <- names[[b]][table$arm[here]]
  }
  numbers <- sort(unique(table$arm))
  levels <- union(unlist(names, use.names = FALSE), intersect(plain_texts(numbers), text))
  table$arm <- factor(text, levels)
  table
}

# The numbers again.
number_arms <- function(table, bandits) {
  if (!is.factor(table$arm)) return(table$arm)
  text <- as.character(table$arm)
  number <- integer(length(text))
  for (b in base::names(bandits)) {
    here <- table$bandit == b
    names <- bandits[[b]]$arms$names
    number[here] <- if (is.null(names)) as.integer(text[here]) else match(text[here], names)
  }
  number
}

check_control <- function(control, arms, call = rlang::caller_env()) {
  wanted <- if (is.null(arms$names)) sprintf("the number of an arm, from 1 to %d", arms$count) else
    sprintf("the number or the name of one of %s", count_of(arms$count, "arm"))
  control <- arm_as_given(control, arms$names)
  if (is.character(control) && length(control) == 1 && control %in% arms$names) return(match(control, arms$names))
  if (is.character(control)) abort_argument("control", wanted, control, hint = did_you_mean(control, arms$names),
                                            call = call)
  check_whole(control, "control", min = 1, max = arms$count, wanted = wanted, call = call)
}
