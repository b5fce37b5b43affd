# The usual values of arguments: the constants in the signatures of constructors, where a default is stated once.

# The usual values of a function's arguments: the constants in its signature, of a choice the first. The
# core has them from there too: tools/usual.R writes src/model/usual.h. A scale given by `range` or else `sd` is a width
# to it.
usual_of <- function(constructor) {
  usual <- lapply(formals(constructor), constant_of)
  if ("range" %in% names(usual) && "sd" %in% names(usual) && is.null(usual$sd)) usual$width <- diff(usual$range)
  usual[lengths(usual) > 0]
}

# The value of a default that needs nothing but itself, or NULL.
constant_of <- function(default) {
  if (identical(default, quote(expr = )) || !all(all.names(default) %in% c("c", "/", "-"))) return(NULL)
  value <- eval(default, baseenv())
  if (is.character(value)) value[1] else value
}

# What was given for an argument of the function whose frame is `call`, or NULL if that is what is usual.
chosen <- function(argument, call = rlang::caller_env()) {
  if (!identical(call[[argument]], usual_of(function_of(call))[[argument]])) call[[argument]]
}

# What a type's parameters are called in R, where the core calls them otherwise. The core's names address random
# numbers, so they never change. (A function, as tools/usual.R reads it without the package.)
core_names <- function(type) {
  switch(type,
    policy_ucb = , policy_se = , policy_glr_kl_ucb = c(error = "delta"),
    policy_floor = c(min_propensity = "chance"),
    policy_restart = c(rounds = "at"),
    changes_jumps = c(probability = "chance"),
    stop_glr = c(rate = "threshold", looks = "at"),
    stop_separated = , stop_posterior = , stop_futility = , stop_equivalence = , stop_settled = c(looks = "at")
  )
}

# Parameters by the core's names, from R's.
core_named <- function(type, parameters) {
  known <- core_names(type)
  place <- match(names(parameters), names(known))
  names(parameters)[!is.na(place)] <- known[place[!is.na(place)]]
  parameters
}

# R's names, from the core's.
own_names <- function(type, names) {
  known <- core_names(type)
  place <- match(names, known)
  ifelse(is.na(place), names, names(known)[place])
}
