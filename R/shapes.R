# What the objects of the package consist of. A class is easily written on
# something else, and an object easily edited, so whoever takes an object looks
# at what is in it: what no constructor would have put there is refused by name.

# NULL, or what is wrong with an object, to be read after "one".
shape_problem <- function(x, class) {
  parts <- shapes()[[class]]
  if (is.null(parts)) return(NULL)
  if (!is.list(x)) return("that is not a list")
  x <- unclass(x)
  for (part in names(parts)) {
    if (!isTRUE(tryCatch(parts[[part]](x[[part]], x), error = function(e) FALSE))) {
      return(sprintf("whose `%s` is not as it was made", part))
    }
  }
}

# A predicate for each part, of the part and of the whole.
shapes <- function() {
  list(
    unruly_prior = list(
      law = function(v, x) is_word(v) && v %in% c("uniform", "beta", "normal"), k = function(v, x) is_count(v, 1, 1e7),
      values = function(v, x) is_reals(v, 2) && all(abs(v) <= largest_number) && are_prior_values(x$law, v),
      range = function(v, x) is_reals(v, 2, infinite = TRUE) && v[1] <= v[2]
    ),
    unruly_arms = list(
      count = function(v, x) is_count(v, 1, 1e8), parameters = function(v, x) are_parameters(v) && length(v) > 0,
      range = function(v, x) is_reals(v, 2, infinite = TRUE) && v[1] <= v[2],
      length = function(v, x) is_reals(v, 1, infinite = TRUE) && v >= 1, kind = function(v, x) is_word(arms_text(x))
    ),
    unruly_bandit = list(
      arms = function(v, x) is_shaped(v, "unruly_arms"), traits = function(v, x) are_traits(v),
      horizon = function(v, x) is.null(v) || is_count(v, 1)
    ),
    unruly_rule = list(
      code = function(v, x) is.language(v) && !is.expression(v) || is_reals(v, 1)
    ),
    unruly_policy = list(
      constructor = function(v, x) is_word(v), label = function(v, x) is_word(v),
      parameters = function(v, x) is.list(v) && !is.object(v) && has_names(v)
    ),
    unruly_spread = list(
      law = function(v, x) is_word(v), parameters = function(v, x) are_parameters(v), text = function(v, x) is_word(v)
    ),
    unruly_rounds = list(
      round_size = function(v, x) is_word(v) && v %in% c("power", "doubling"),
      round_beta = function(v, x) if (x$round_size == "power") is_reals(v, 1) && v > 0 else is.null(v),
      round_c = function(v, x) is_reals(v, 1) && v >= 0
    ),
    unruly_log = list(
      labels = function(v, x) is.character(v), arms = function(v, x) is_count(v, 1, 1e7) && v == length(x$labels),
      arm = function(v, x) is_reals(v) && all(v >= 1 & v <= x$arms & v == round(v)),
      reward = function(v, x) is_reals(v, length(x$arm)), shown = function(v, x) is_reals(v, length(x$arm)) && all(v == x$arm),
      pool = function(v, x) is_reals(v, length(x$arm)) && all(v >= 1 & v < length(x$pool_from)),
      pool_from = function(v, x) is_reals(v) && !is.unsorted(v) && v[1] == 0 && v[length(v)] == length(x$pool_members),
      pool_members = function(v, x) is_reals(v) && all(v >= 1 & v <= x$arms)
    ),
    unruly_cycle = list(
      patience = function(v, x) is_reals(v, infinite = TRUE) && all(v >= 1),
      slots = function(v, x) is_reals(v) && all(v %in% seq_along(x$patience)),
      length = function(v, x) is_reals(v, 1) && v == length(x$slots),
      counts = function(v, x) is_reals(v, length(x$patience)) && sum(v) == x$length
    ),
    unruly_study = list(
      description = function(v, x) is_description(v),
      replications = function(v, x) is_reals(v) && all(v >= 1) && !is.unsorted(v, strictly = TRUE),
      tables = function(v, x) is.list(v) && all(vapply(v[c("regret", "pulls", "exits")], is.data.frame, NA)) &&
        is.numeric(v$regret$regret) && nrow(v$regret) ==
          prod(lengths(c(x["replications"], x$description[c("bandits", "policies", "record")])))
    ),
    unruly_waiting_value = list(
      arm = function(v, x) is_reals(v), wait = function(v, x) is_reals(v, length(x$arm)),
      rate = function(v, x) is_reals(v, length(x$arm)), gap = function(v, x) is_reals(v, length(x$arm))
    ),
    unruly_series = list(
      studies = function(v, x) is.list(v) && length(v) > 0 && all(vapply(v, is_shaped, NA, "unruly_study")),
      horizons = function(v, x) is_reals(v, length(x$studies)),
      experiment = function(v, x) is_word(v) && v %in% names(experiment_registry())
    )
  )
}

is_shaped <- function(x, class) inherits(x, class) && is.null(shape_problem(x, class))

is_word <- function(v) is.character(v) && length(v) == 1 && !is.na(v)

is_reals <- function(v, size = length(v), infinite = FALSE) {
  is.numeric(v) && !is.object(v) && length(v) == size && length(v) > 0 && !anyNA(v) && (infinite || all(is.finite(v)))
}

is_count <- function(v, min = 0, max = 2^53) is_reals(v, 1) && v == round(v) && v >= min && v <= max

has_names <- function(v) length(v) == 0 || !is.null(names(v)) && all(nzchar(names(v))) && !anyDuplicated(names(v))

# The beta law has positive shapes, the normal one no negative deviation.
are_prior_values <- function(law, v) {
  switch(law, uniform = v[1] <= v[2], beta = all(v >= smallest_number), normal = v[2] >= 0)
}

# What describe_parameter() can describe: the core looks at lengths and ranges.
are_parameters <- function(v) is.list(v) && !is.object(v) && has_names(v) && all(vapply(v, is_parameter, NA))

is_parameter <- function(v) {
  if (is_prior(v)) return(is_shaped(v, "unruly_prior"))
  if (is_rule(v)) return(is_shaped(v, "unruly_rule"))
  is.null(v) || is_word(v) || isTRUE(v) || isFALSE(v) || is_reals(v, infinite = TRUE)
}

are_traits <- function(v) {
  sound <- function(trait) is.list(trait) && is_word(trait$name) && is_word(trait$text) && are_parameters(trait$parameters)
  is.list(v) && !is.object(v) && has_names(v) && all(vapply(v, sound, NA)) &&
    identical(names(v) %||% character(), unname(vapply(v, function(trait) trait$name, "")))
}

is_description <- function(v) {
  all_shaped <- function(x, class) is.list(x) && length(x) > 0 && has_names(x) && all(vapply(x, is_shaped, NA, class))
  is.list(v) && all_shaped(v$bandits, "unruly_bandit") && all_shaped(v$policies, "unruly_policy") &&
    is_count(v$horizon, 1) && is_count(v$seed, -2^53) && is_reals(v$record) && is_word(v$keep)
}

# For print() and its kin, which R calls for whatever has the class.
check_object <- function(x, argument = "x", call = rlang::caller_env()) {
  class <- intersect(class(x), names(shapes()))[1]
  problem <- shape_problem(x, class)
  if (is.null(problem)) return(invisible(x))
  abort_argument(argument, paste0(describe_object(x), ", as made by the package"), call = call, given = paste("one", problem))
}
