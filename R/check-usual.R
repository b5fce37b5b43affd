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
