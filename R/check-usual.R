# The usual values of arguments: the constants in the signatures of constructors, where a default is stated once, and of
# scales of rewards, which are NULL there (from the bandit), the table `core_scales`.

# The usual values of the arguments of a type's constructor: the constants in its signature, of a choice the first. The
# core has them from there too: tools/usual.R writes src/model/usual.h.
usual_of <- function(constructor, type = "") {
  usual <- lapply(formals(constructor), constant_of)
  scales <- if (grepl("^(stop|drop|graduate)_", type)) core_scales(type)
  asked <- intersect(names(usual)[lengths(usual) == 0], names(scales))
  usual[asked] <- scales[asked]
  usual[lengths(usual) > 0]
}

# Returns what the core takes a scale of rewards to be that it is not given. It addresses random numbers, so it never
# changes.
core_scales <- function(type) {
  list(range = c(0, 1), sd = 1,
       family = "bernoulli")
}

# The value of a default that needs nothing but itself, or NULL.
constant_of <- function(default) {
  if (identical(default, quote(expr = )) || !all(all.names(default) %in% c("c", "/", "-"))) return(NULL)
  value <- eval(default, baseenv())
  if (is.character(value)) value[1] else value
}

# Returns what was given for an argument of the function whose frame is `call`, or NULL if that is what is usual.
chosen <- function(argument, call = rlang::caller_env()) {
  if (!identical(call[[argument]], usual_of(function_of(call))[[argument]])) call[[argument]]
}

# Returns what a type's parameters are called in R, where the core calls them otherwise. The core's names address random
# numbers, so they never change. (A function, as tools/usual.R reads it without the package.)
core_names <- function(type) {
  switch(type,
    changes_jumps = c(probability = "chance"), # word ok
    stop_glr = c(rate = "threshold", looks = "at"),
    stop_posterior = , drop_posterior = , graduate_posterior = c(family = "prior", looks = "at"),
    stop_separated = , stop_futility = , stop_equivalence = , stop_evidence = , stop_boundary = , drop_boundary = ,
    graduate_boundary = , stop_settled = c(looks = "at")
  )
}

# Parameters by the core's names, from R's. A prior goes by the family that it is conjugate to.
core_named <- function(type, parameters) {
  known <- core_names(type)
  place <- match(names(parameters), names(known))
  names(parameters)[!is.na(place)] <- known[place[!is.na(place)]]
  if (is_prior_name(type) && identical(parameters[["prior"]], "bernoulli")) parameters[["prior"]] <- "beta"
  parameters
}

# The choices of a text, parted by "|", in R's words: of a family that the core calls a prior.
own_words <- function(type, name, text) {
  if (is_prior_name(type, name)) sub("beta", "bernoulli", text, fixed = TRUE) else text
}

# Returns whether that is what the core calls the family of this type.
is_prior_name <- function(type, name = "prior") identical(unname(core_names(type)["family"]), name)

# R's names, from the core's.
own_names <- function(type, names) {
  known <- core_names(type)
  place <- match(names, known)
  ifelse(is.na(place), names, names(known)[place])
}

# A type's parameters by R's names and in R's words, from the core's.
own_named <- function(type, parameters) {
  if (is_prior_name(type) && identical(parameters[["prior"]], "beta")) parameters[["prior"]] <- "bernoulli"
  names(parameters) <- own_names(type, names(parameters))
  parameters
}
