# What the objects of the package consist of. A class is easily written on
# something else, and an object easily edited, so whoever takes an object looks
# at what is in it: what no constructor would have put there is refused by name.

# NULL, or what is wrong with an object, to be read after "one".
shape_problem <- function(x, class) {
  parts <- shapes[[class]]
  if (is.null(parts)) return(NULL)
  if (class == "unruly_tape") x <- list(reward = unclass(x), origin = attr(x, "origin"), notes = attr(x, "notes"))
  if (!is.list(x)) return("that is not a list")
  part <- first_wrong(parts, unclass(x))
  if (!is.null(part)) sprintf("whose `%s` is not as it was made", part)
}

first_wrong <- function(parts, x) {
  part <- NULL
  tryCatch({
    for (part in names(parts)) if (!isTRUE(parts[[part]](x[[part]], x))) return(part)
    NULL
  }, error = function(e) part)
}

# A predicate for each part, of the part and of the whole. Parameters are what the rules of
# their type say (R/check-rules.R).
shapes <- list(
  unruly_prior = list(
    law = function(v, x) is_word(v) && length(rules_of(paste0("prior_", v))) == 2,
    k = function(v, x) is_count(v, 1, 1e7),
    values = function(v, x) fits_prior(x$law, v),
    range = function(v, x) is_reals(v, 2, infinite = TRUE) && v[1] <= v[2]
  ),
  unruly_arms = list(
    kind = function(v, x) is_word(v) && is.list(rules_of(paste0("arms_", v))),
    count = function(v, x) is_count(v, 1, 1e8),
    parameters = function(v, x) fits_rules(paste0("arms_", x$kind), v, x$count),
    range = function(v, x) is_reals(v, 2, infinite = TRUE) && v[1] <= v[2],
    sd = function(v, x) is_reals(v, 1, infinite = TRUE) && v >= 0, likely = function(v, x) is_reals(v, 2) && v[1] <= v[2],
    length = function(v, x) is_reals(v, 1, infinite = TRUE) && v == table_length(x$kind, x$parameters),
    names = function(v, x) is.null(v) || is_words(v) && length(v) == x$count && !anyDuplicated(v)
  ),
  unruly_context = list(
    law = function(v, x) is_word(v) && v %in% c("normal", "sphere"), d = function(v, x) is_count(v, 1, most_coordinates)
  ),
  unruly_tape = list(
    reward = function(v, x) is.matrix(v) && is_reals(v), origin = function(v, x) is_word(v),
    notes = function(v, x) length(v) == 0 || is_words(v)
  ),
  unruly_bandit = list(
    arms = function(v, x) is_shaped(v, "unruly_arms"), traits = function(v, x) are_traits(v, x$arms$count),
    horizon = function(v, x) is.null(v) || is_count(v, 1)
  ),
  unruly_rule = list(
    code = function(v, x) is.language(v) && !is.expression(v) || is_reals(v, 1)
  ),
  unruly_optimum = list(
    prior = function(v, x) is_shaped(v, "unruly_prior") && !is.null(beta_shapes(v)) && v$k >= 2 && v$k <= 4,
    horizon = function(v, x) is_count(v, 1, 1e5), value = function(v, x) is_reals(v, 1), best = function(v, x) is_reals(v, 1),
    regret = function(v, x) is_reals(v, 1)
  ),
  unruly_exact = list(
    description = function(v, x) is_description_exact(v), arms = function(v, x) isTRUE(all.equal(v, exact_bandits(x$description$bandits, NULL), tolerance = 1e-12)),
    laws = function(v, x) are_laws(v, x$description, x$arms)
  ),
  unruly_policy = list(
    constructor = function(v, x) is_word(v) && (is_from_outside(v) || is.list(rules_of(v))),
    label = function(v, x) is_word(v),
    parameters = function(v, x) if (is_from_outside(x$constructor)) are_parameters(v) else fits_rules(x$constructor, v),
    settings = function(v, x) are_settings(v),
    assumes = function(v, x) is.null(v) || is_scale(v),
    base = function(v, x) if (x$constructor %in% wrappers) is_shaped(v, "unruly_policy") && holds(x, v) else is.null(v),
    functions = function(v, x) if (x$constructor %in% own_constructors) is.list(v) && all(vapply(v, is.function, NA)) else is.null(v),
    stream = function(v, x) is.null(v) || is_shaped(v, "unruly_policy"),
    source = function(v, x) if (is_compiled(x)) is_words(v) && identical(x$constructor, compiled_name(v)) else is.null(v)
  ),
  unruly_spread = list(
    law = function(v, x) is_word(v), parameters = function(v, x) fits_spread(x$law, v),
    text = function(v, x) is_word(v)
  ),
  unruly_changes = list(
    law = function(v, x) is_word(v), parameters = function(v, x) fits_law("changes", v, x$law),
    text = function(v, x) is_word(v)
  ),
  unruly_wear = list(
    law = function(v, x) is_word(v), parameters = function(v, x) fits_law("wear", v, x$law),
    text = function(v, x) is_word(v)
  ),
  unruly_delay = list(
    parameters = function(v, x) are_parameters(v) && is_delay_law(v), text = function(v, x) is_word(v)
  ),
  unruly_rounds = list(
    round_size = function(v, x) {
      fits_rules("policy_ars_ucb", x) &&
        identical(sort(names(without_nulls(x))), switch(v, listed = c("round_size", "round_sizes"), doubling = c("round_c", "round_size"),
                                                        power = c("round_beta", "round_c", "round_size")))
    },
    round_c = function(v, x) switch(x$round_size, power = v > 0, doubling = is_count(v, 0, 50), TRUE)
  ),
  unruly_log = list(
    labels = function(v, x) is.character(v), arms = function(v, x) is_count(v, 1, 1e7) && v == length(x$labels),
    arm = function(v, x) is_reals(v) && all(v >= 1 & v <= x$arms & v == round(v)),
    reward = function(v, x) is_reals(v, length(x$arm)), shown = function(v, x) is_reals(v, length(x$arm)) && all(v == x$arm),
    pool = function(v, x) is_reals(v, length(x$arm)) && all(v >= 1 & v < length(x$pool_from)),
    pool_from = function(v, x) is_reals(v) && !is.unsorted(v) && v[1] == 0 && v[length(v)] == length(x$pool_members),
    pool_members = function(v, x) is_reals(v) && all(v >= 1 & v <= x$arms),
    time = function(v, x) is.null(v) || is_reals(v, length(x$arm)),
    propensity = function(v, x) is.null(v) || is_reals(v, length(x$arm)) && all(v > 0 & v <= 1),
    context = function(v, x) is.null(v) || is.matrix(v) && is_reals(v) && nrow(v) == length(x$arm),
    truth = function(v, x) is.null(v) || is_reals(v, x$arms),
    malformed = function(v, x) is.null(v) || is_reals(v) && all(v >= 0) && has_names(v)
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
    tables = function(v, x) is.list(v) && (!keeps(x$description, "scores") || is_table(v$scores)) && if (keeps_moments(x)) are_moments(v, x) else
      all(vapply(v[c("regret", "recommendations", "pulls", "exits")], is_table, NA)) &&
        (is.null(v$choices) || is_table(v$choices)) && (is.null(x$description$stop) || is_table(v$stops)) &&
        is.numeric(v$regret$regret) && is.numeric(v$recommendations$simple_regret) &&
        all(c(nrow(v$regret), nrow(v$recommendations)) ==
          prod(lengths(c(x["replications"], x$description[c("bandits", "policies", "record")]))))
  ),
  unruly_precision = list(
    half_width = function(v, x) is_reals(v, 1) && v > 0, what = function(v, x) is_word(v),
    max = function(v, x) is_count(v, 1), level = function(v, x) is_reals(v, 1) && v > 0 && v < 1,
    baseline = function(v, x) is.null(v) || is_word(v) && x$what == "difference"
  ),
  unruly_stop = list(
    kind = function(v, x) is_word(v) && (joins_stops(x) || is.list(rules_of(paste0("stop_", v)))),
    parameters = function(v, x) if (joins_stops(x)) is.list(v) && length(v) == 0 else fits_rules(paste0("stop_", x$kind), v, 1),
    parts = function(v, x) if (joins_stops(x)) length(v) > 1 && all(vapply(v, is_shaped, NA, "unruly_stop")) else is.null(v),
    after = function(v, x) is.null(v) || is_word(v) && v %in% c("commit", "end")
  ),
  unruly_waiting_value = list(
    wait = function(v, x) is_column(v), rate = function(v, x) is_column(v), gap = function(v, x) is_column(v),
    arm = function(v, x) (is.factor(v) || is_column(v)) && are_columns(x, c("arm", "wait", "rate", "gap")) && is_key(x, c("arm", "wait"))
  ),
  unruly_estimates = list(
    method = function(v, x) are_labels(v), estimate = function(v, x) is.numeric(v), lower = function(v, x) is.numeric(v),
    upper = function(v, x) is.numeric(v), se = function(v, x) is.null(v) || is.numeric(v),
    round = function(v, x) is.null(v) || is_column(v), pulls = function(v, x) is.null(v) || is_column(v),
    truth = function(v, x) is.null(v) || is.numeric(v),
    rep = function(v, x) is_name_of_game(v), bandit = function(v, x) is_name_of_game(v), policy = function(v, x) is_name_of_game(v),
    arm = function(v, x) {
      (are_labels(v) || is_column(v)) && is_reals(attr(x, "level"), 1) &&
        are_columns(x, c("arm", "estimate", "lower", "upper", "method")) && is_key(x, c("bandit", "policy", "rep", "round", "arm", "method"))
    }
  ),
  unruly_characteristics = list(
    bandit = function(v, x) is.null(v) || are_labels(v), policy = function(v, x) are_labels(v),
    value = function(v, x) is.numeric(v), mcse = function(v, x) is.numeric(v),
    figure = function(v, x) {
      are_labels(v) && is_reals(attr(x, "level"), 1) && are_columns(x, c("policy", "figure", "value", "mcse")) &&
        is_key(x, c("bandit", "policy", "figure"))
    }
  ),
  unruly_calibration = list(
    parameter = function(v, x) is_reals(v, 1), figure = function(v, x) is_word(v),
    value = function(v, x) all(vapply(x[c("value", "se", "target", "mcse", "reps")], is.numeric, NA)) && all(lengths(x) == 1),
    target = function(v, x) is.data.frame(attr(x, "tried"))
  ),
  unruly_series = list(
    studies = function(v, x) is.list(v) && length(v) > 0 && all(vapply(v, is_shaped, NA, "unruly_study")),
    horizons = function(v, x) is_reals(v, length(x$studies)),
    experiment = function(v, x) is_word(v) && v %in% names(experiment_registry())
  )
)

is_table <- function(v) {
  is.data.frame(v) && has_names(v) && all(vapply(v, function(column) is.atomic(column) && is.null(dim(column)), NA)) &&
    all(lengths(unclass(v)) == nrow(v))
}

# The columns of a table that has rows, as a list, and among them these.
are_columns <- function(x, these) {
  has_names(x) && !anyDuplicated(names(x)) && all(these %in% names(x)) && length(x[[1]]) > 0 && length(unique(lengths(x))) == 1 &&
    all(vapply(x[these], function(column) is.atomic(column) && is.null(dim(column)), NA))
}

are_labels <- function(v) is_words(if (is.factor(v)) as.character(v) else v)

# Those of a log may be anything, or absent.
is_name_of_game <- function(v) is.null(v) || is_column(v) || is.null(dim(v)) && is_words(as.character(v))

# No two rows are the same in these columns, those of them that there are.
is_key <- function(x, columns) !anyDuplicated(row_groups(x[intersect(columns, names(x))]))

is_from_outside <- function(constructor) grepl(":", constructor, fixed = TRUE)

is_shaped <- function(x, class) inherits(x, class) && is.null(shape_problem(x, class))

is_word <- function(v) is_words(v) && length(v) == 1

is_words <- function(v) is.character(v) && !is.object(v) && is.null(dim(v)) && !anyNA(v) && all(is_readable(v))

is_reals <- function(v, size = length(v), infinite = FALSE) {
  is.numeric(v) && !is.object(v) && length(v) == size && length(v) > 0 && !anyNA(v) && (infinite || all(is.finite(v)))
}

is_column <- function(v, size = length(v)) is_reals(v, size) && is.null(dim(v))

is_count <- function(v, min = 0, max = 2^53) is_reals(v, 1) && v == round(v) && v >= min && v <= max

has_names <- function(v) length(v) == 0 || !is.null(names(v)) && all(is_readable(names(v)) & nzchar(names(v))) && !anyDuplicated(names(v))

fits_prior <- function(law, v) {
  law <- paste0("prior_", law)
  is_reals(v, 2) && fits_rules(law, stats::setNames(as.list(v), names(rules_of(law))), 1)
}

fits_spread <- function(law, p) {
  fits_rules(paste0("spread_", law), c(list(law = law), p), 1)
}

# Fixed lags, means of geometric ones, or a table of chances with the lag of its
# first column.
is_delay_law <- function(p) {
  if (!fits_rules("trait_delay", p, max(1, lengths(p[c("lag", "mean")])))) return(FALSE)
  if (length(p) == 1) return(names(p) %in% c("lag", "mean"))
  identical(names(p), c("chance", "from")) && is.matrix(p$chance)
}

# What policy_details() can write.
are_settings <- function(v) {
  is_setting <- function(s) is.null(s) || is_word(s) || isTRUE(s) || isFALSE(s) || is_reals(s, infinite = TRUE)
  is.list(v) && !is.object(v) && has_names(v) && all(vapply(v, is_setting, NA))
}

# The scale of rewards that a policy is made for, by range or deviation.
is_scale <- function(v) {
  if (!is.list(v) || is.object(v) || !has_names(v)) return(FALSE)
  range <- v[["range"]]
  sd <- v[["sd"]]
  place <- is.null(v[["place"]]) || isTRUE(v[["place"]]) && is.null(sd)
  if (!place || !(is.null(v[["how"]]) || is_word(v[["how"]])) || is.null(range) == is.null(sd)) return(FALSE)
  if (is.null(range)) is_reals(sd, 1) && sd > 0 else is_reals(range, 2) && range[1] < range[2]
}

# What describe_parameter() can describe: the core looks at lengths and ranges.
are_parameters <- function(v) is.list(v) && !is.object(v) && has_names(v) && all(vapply(v, is_parameter, NA))

is_parameter <- function(v) {
  if (is_prior(v)) return(is_shaped(v, "unruly_prior"))
  if (is_rule(v)) return(is_shaped(v, "unruly_rule"))
  is.null(v) || is_word(v) || isTRUE(v) || isFALSE(v) || is_reals(v, infinite = TRUE)
}

are_traits <- function(v, arms) {
  sound <- function(trait) {
    is.list(trait) && is_word(trait$name) && is_word(trait$text) &&
      fits_rules(paste0("trait_", trait$name), trait$parameters, arms) &&
      (trait$name != "spread" || is_spread_trait(trait)) &&
      (!trait$name %in% c("changes", "wear") || is_law_trait(trait, arms))
  }
  is.list(v) && !is.object(v) && has_names(v) && all(vapply(v, sound, NA)) &&
    identical(names(v) %||% character(), unname(vapply(v, function(trait) trait$name, "")))
}

# A spread has its laws twice: as they were given, and, as with_spread() makes
# them of these, as numbers for the core, which must not be told another story.
is_spread_trait <- function(trait) {
  given <- trait[["spreads"]]
  if (!is.list(given) || is.object(given) || length(given) == 0) return(FALSE)
  distinct <- unique(given)
  if (!all(vapply(distinct, is_shaped, NA, "unruly_spread"))) return(FALSE)
  laws <- unlist(lapply(seq_along(distinct), function(i) {
    law <- c(list(law = distinct[[i]]$law), distinct[[i]]$parameters)
    stats::setNames(law, paste0(i, ".", names(law)))
  }), recursive = FALSE)
  identical(trait$parameters, c(list(laws = length(distinct), of_arm = match(given, distinct)), laws))
}

# A law by which means change, for as many arms as it has numbers for.
fits_law <- function(kind, p, law, arms = max(1, vapply(p, NROW, 0L))) {
  fits_rules(paste0(kind, "_", law), p, arms) &&
    (is.null(p[["prior"]]) || is_prior(p$prior)) && (is.null(p[["round"]]) || NROW(p$mean) %in% c(length(p$round), arms))
}

is_law_trait <- function(trait, arms) {
  law <- law_of_trait(trait)
  fits_law(trait$name, law$parameters, law$law, arms) && (is.null(law$parameters[["mean"]]) || nrow(law$parameters$mean) == arms)
}

is_description <- function(v) {
  all_shaped <- function(x, class) is.list(x) && length(x) > 0 && has_names(x) && all(vapply(x, is_shaped, NA, class))
  is.list(v) && all_shaped(v$bandits, "unruly_bandit") && all_shaped(v$policies, "unruly_policy") &&
    is_count(v$horizon, 1) && is_count(v$seed, -2^53) && are_checkpoints(v$record, v$horizon) && is_words(v$keep) && length(v$keep) > 0 &&
    is_stop_of_study(v$stop)
}

is_stop_of_study <- function(v) is.null(v) || is_shaped(v, "unruly_stop") && is_word(v$after)

are_checkpoints <- function(v, horizon) {
  is_column(v) && all(v == round(v) & v >= 1 & v <= horizon) && !is.unsorted(v, strictly = TRUE)
}

are_chances <- function(v, size = length(v)) (is_column(v, size) || size == 0 && length(v) == 0) && all(v >= 0 & v <= 1 + 1e-9)

are_wholes <- function(v, min, max) is.double(v) && all(is.finite(v) & v == round(v) & v >= min & v <= max)

# Games that a rule has stopped, a row each: counts of plays, the arm named, the rule, the chance; and their rewards.
are_stopped <- function(law, d, arms) {
  rules <- if (is.null(d$stop)) 0 else length(stop_reasons(d$stop))
  games <- law$games
  rewards <- law$rewards
  is.matrix(games) && ncol(games) == arms + 3 && is.matrix(rewards) && ncol(rewards) == 3 && (rules > 0 || nrow(games) == 0) &&
    are_wholes(games[, seq_len(arms)], 0, d$horizon) && are_wholes(games[, arms + 1], 1, arms) && are_wholes(games[, arms + 2], 1, rules) &&
    are_chances(games[, arms + 3]) && are_wholes(rewards[, 1], 1, d$horizon) && are_wholes(rewards[, 2], 0, Inf) && are_chances(rewards[, 3])
}

is_description_exact <- function(v) {
  all_shaped <- function(x, class) is.list(x) && length(x) > 0 && has_names(x) && all(vapply(x, is_shaped, NA, class))
  all_shaped(v$bandits, "unruly_bandit") && all_shaped(v$policies, "unruly_policy") && is_count(v$horizon, 1) &&
    are_checkpoints(v$record, v$horizon) && identical(v$keep, "exact") && is_stop_of_study(v$stop)
}

# A law for each bandit, policy and checkpoint.
are_laws <- function(v, d, arms) {
  is_look <- function(look, round, core) {
    are_chances(look$counts, choose(round + core$arms - 1, core$arms - 1)) && are_chances(look$reward, core$span * round + 1) &&
      are_chances(look$named, core$arms) && is_column(look$mean, core$arms)
  }
  of_policy <- function(law, core) {
    length(law$looks) == length(d$record) && all(mapply(is_look, law$looks, d$record, MoreArgs = list(core = core))) &&
      are_stopped(law, d, core$arms)
  }
  of_bandit <- function(laws, arms) {
    is.list(laws) && identical(names(laws), names(d$policies)) && all(vapply(laws, of_policy, NA, arms$core))
  }
  is.list(v) && identical(names(v), names(d$bandits)) && all(mapply(of_bandit, v, arms))
}

are_moments <- function(v, study) {
  columns <- list(nodes = c("index", "level", "mean", "slot", "squares"), sketch = c("class", "count", "slot"),
                  extremes = c("greatest", "least", "slot"), figures = "figure")
  sound <- function(name) {
    table <- v[[name]]
    is.data.frame(table) && identical(sort(names(table)), columns[[name]]) &&
      (name == "figures" || all(vapply(table, is_reals, NA, nrow(table))))
  }
  all(vapply(names(columns), sound, NA)) && is_words(v$figures$figure) && !is.unsorted(v$sketch$slot) &&
    all(v$nodes$level >= 0 & v$nodes$level <= 31 & v$nodes$index >= 0 & v$nodes$index * 2^v$nodes$level < 2^31) &&
    identical(as.double(node_replications(v$nodes)), as.double(study$replications))
}

# For print() and its kin, which R calls for whatever has the class.
check_object <- function(x, argument = "x", call = rlang::caller_env()) {
  class <- intersect(class(x), names(shapes))[1]
  problem <- shape_problem(x, class)
  if (is.null(problem)) return(invisible(x))
  abort_argument(argument, paste0(describe_object(x), ", as made by the package"), call = call, given = paste("one", problem))
}
