# Descriptions, made of what a constructor was given. What its arguments may be, what they usually are, and what the
# thing is called is stated once, in the struct of its type in C (`takes`, see src/model/parameters.h). R hands over
# what was given, and makes the user's errors of what is refused. Defaults are never evaluated: signatures are
# documentation, which a test compares with the structs.

# Returns what the core makes of it: list(parameters, label). `held`: a policy inside, as the core expects it. `arms`:
# how many numbers there are of what is given by arm.
judged <- function(type, given, held = NULL, call = rlang::caller_env(), arms = 1) {
  rules <- rules_of(type)
  for (name in intersect(names(given), attr(rules, "to_one"))) given[name] <- list(without_rounding(given[[name]]))
  made <- .Call(C_describe, type, plain_values(given, rules, arms), held, as.double(arms))
  if (is.character(made)) abort_given(type, made, given, call)
  made
}

# Returns the parameters of arms, a law or a prior, whose constructor's frame is `call`: what was given, judged, and
# completed with what is usual. `of`: the arms of a bandit, to which the parameters of a trait belong; NULL: as many
# arms as there are numbers.
described <- function(type, call = rlang::caller_env(), of = NULL) {
  formals <- formals(function_of(call))
  if ("..." %in% names(formals)) check_frame_dots(call)
  rules <- rules_of(type)
  given <- given_arguments(intersect(names(formals), names(rules)), call)
  for (name in setdiff(names(Filter(is_no_default, formals[intersect(names(formals), names(rules))])), names(given))) {
    abort_missing(name, call, rules[[name]]$wanted)
  }
  by_arm <- names(Filter(is_by_arm, rules[names(given)]))
  for (name in by_arm) given[name] <- list(in_order_of_arms(given[[name]], name, of$names, call))
  arms <- of$count %||% common_size(Filter(is_by_number, given[by_arm]), call)
  kept <- Filter(function(value) is_prior(value) || is.matrix(value), given)
  if ("law" %in% names(rules)) given$law <- sub("^[a-z]*_", "", type)
  made <- judged(type, given, arms = arms, call = call)$parameters
  made[names(kept)] <- lapply(kept, function(value) if (is_prior(value)) value else as_numbers(value))
  made[names(made) != "law"]
}

is_no_default <- function(default) identical(default, quote(expr = ))

is_by_arm <- function(rule) rule$size %in% c("one or arms", "arms", "rows")

is_by_number <- function(v) is_prior(v) || is.numeric(v) && !is.object(v) && length(dim(v)) != 1 && length(v) > 0

# Returns the number of arms that parameters agree on; single numbers fit any.
common_size <- function(parameters, call = rlang::caller_env()) {
  sizes <- vapply(parameters, parameter_size, 0)
  fixed <- sizes[sizes != 1 | vapply(parameters, is_prior, NA)]
  pair <- c(fixed[1], fixed[fixed != fixed[1]][1])
  if (!anyNA(pair)) {
    abort_combination(
      c("{.arg {names(pair)[1]}} and {.arg {names(pair)[2]}} must describe the same number of arms.",
        x = "They describe {format_count(pair[1])} and {format_count(pair[2])} arms."),
      class = "unruly_error_argument", call = call
    )
  }
  if (length(fixed) == 0) 1L else as.integer(fixed[[1]])
}

parameter_size <- function(value) if (is_whole_prior(value)) value$k else NROW(value)

# --- what was given ----------------------------------------------------------------------

check_frame_dots <- function(call) {
  if (eval(quote(...length()), call) > 0) refuse_argument(eval(quote(substitute(list(...))), call), call)
}

# Returns the arguments that are not missing in a frame, as they are.
given_arguments <- function(arguments, call) {
  absent <- vapply(arguments, function(name) eval(base::call("missing", as.name(name)), call), NA)
  given <- list()
  for (name in arguments[!absent]) given[name] <- list(one_level_as_text(call[[name]]))
  given
}

# A matrix must be given as one.
plain_values <- function(given, rules, arms) {
  told <- lapply(given, plain, arms)
  for (name in names(given)) {
    of_rows <- name %in% attr(rules, "matrices")
    if (of_rows && is.numeric(given[[name]]) && !is.matrix(given[[name]])) {
      told[[name]] <- list(odd = describe_value(given[[name]]))
    }
  }
  told
}

# Only numbers by arm may be more than that: what is longer is refused before it is copied. (`arms` is NA beyond the
# greatest integer.)
most_values <- 1e7

# Returns a value as the core can judge it: numbers, TRUE or FALSE, a string, or a law with its arguments; NULL;
# anything else in words.
plain <- function(value, arms = 1) {
  if (is.null(value)) return(NULL)
  if (inherits(value, "unruly_rounds")) {
    if (!is.list(value) || !is.numeric(value$values) || length(value$values) == 0 || anyNA(value$values)) {
      return(list(odd = "sizes of rounds that the package did not make"))
    }
    return(list(law = value$law, values = value$values))
  }
  if (is_whole_prior(value)) return(list(prior = value$law, values = as.double(value$values)))
  if (is.object(value) || is.complex(value) || length(value) == 0 || is_too_long(value)) {
    return(list(odd = describe_value(value)))
  }
  if (is.numeric(value) && is.null(dim(value)) && length(value) > max(most_values, arms, na.rm = TRUE)) {
    return(list(odd = length_given(value)))
  }
  if (is.numeric(value) && !anyNA(value)) return(as_numbers(value))
  single <- length(value) == 1 && is.null(dim(value))
  if (single && is.logical(value) && !is.na(value)) return(as.vector(value, "logical"))
  if (single && is_word(value)) return(enc2utf8(as.vector(value, "character")))
  list(odd = if (is.numeric(value)) describe_bad(value, which(is.na(value))[1]) else describe_value(value))
}

is_whole_prior <- function(value) is_prior(value) && is_shaped(value, "unruly_prior")

as_numbers <- function(value) {
  if (is.null(dim(value))) as.vector(value, "double") else array(as.double(value), dim(value))
}

# --- what is refused ----------------------------------------------------------------------

# Raises the error of a refusal, with what to write instead where that is clear.
abort_given <- function(type, why, given, call) {
  argument <- if (why[["argument"]] == "base") "policy" else why[["argument"]]
  value <- given[[argument]]
  shown <- if (is_whole_prior(value)) paste("the prior", prior_text(value)) else why[["given"]]
  abort_refusal(why, call, argument, given = shown, hint = hint_for_given(rules_of(type)[[argument]], value))
}

dates_hint <- "Games have no dates. `at_times()` takes the time since the trial began, in the unit of the accrual."

hint_for_given <- function(rule, value) {
  if (is.null(rule) || length(value) > most_values) return(NULL)
  if (inherits(value, "difftime")) return("Games are counted in rounds, which have no unit of time: give a number.")
  if (inherits(value, c("Date", "POSIXt"))) return(dates_hint)
  if (!is.na(rule$text) && is.character(value)) return(did_you_mean(value, choices_of(rule)))
  if (is.numeric(value) && !is.object(value) && !anyNA(value)) {
    hint_for_percent(value, rule$least, rule$greatest)
  }
}

# --- values that are judged one by one --------------------------------------------------

# Returns a value that the core does not refuse, as the core wants it. `size`: of how many arms it is.
check_rule <- function(value, rule, argument = rule$name, size = NULL, null = FALSE, call = rlang::caller_env(),
                       wanted = NULL) {
  if (missing(value)) abort_missing(argument, call, wanted %||% rule$wanted)
  if (null && is.null(value)) return(NULL)
  if (rule$kind == "text") value <- one_level_as_text(if (identical(value, choices_of(rule))) value[1] else value)
  if (rule$size == "rows") value <- check_matrix(value, argument, call = call, wanted = wanted %||% rule$wanted)
  if (rule$kind == "number" && rule$greatest == 1) value <- without_rounding(value)
  arms <- max(1, if (is.matrix(value)) nrow(value) else size %||% length(value))
  why <- .Call(C_judge, rule$type, rule$name, plain(value, arms), as.double(arms))
  if (!is.null(why)) {
    abort_refusal(why, call, argument, wanted %||% why[["wanted"]], hint = hint_for_given(rule, value))
  }
  if (!is.numeric(value)) return(value)
  value <- as_numbers(value)
  if (is.null(size) || is.matrix(value)) value else rep_len(value, size)
}

# A scale of rewards.
check_range <- function(range, call = rlang::caller_env()) {
  check_rule(range, rules_of("policy_thompson")$range, call = call)
}

check_sd <- function(sd, call = rlang::caller_env()) {
  check_rule(sd, rules_of("policy_thompson")$sd, call = call)
}

# --- values by arm ------------------------------------------------------------------------

# The parameters of laws and policies that may be given by arm.
parameters_by_arm <- c("lag", "mean", "chance", "penalty") # word ok: the name in the core

# Numbers (a matrix: rows) for several arms keep the names that they are given with, until the arms are known.
with_names_of_arms <- function(values, names) {
  if (length(names) < 2 || length(names) != NROW(values)) return(values)
  if (is.matrix(values)) rownames(values) <- names else names(values) <- names
  values
}

# Parameters of which those by arm may have the arms' names, in the order of these arms and without names.
parameters_of_arms <- function(parameters, argument, arms, call = rlang::caller_env()) {
  for (name in intersect(parameters_by_arm, names(parameters))) {
    values <- parameters[[name]]
    if (is.null(if (is.matrix(values)) rownames(values) else names(values))) next
    parameters[[name]] <- unname(in_order_of_arms(values, argument, arms, call))
  }
  parameters
}
