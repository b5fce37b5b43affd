# Regret bounds: which there are, for which bandits, and the table they come in. One file per paper computes them.

regret_bound <- function(bandit, horizon = NULL, bound = NULL, what = "regret", ...) {
  call <- rlang::current_env()
  options <- check_bound_options(..., call = call)
  check_bound_subject(bandit, call)
  chosen <- if (!is.null(bound)) known_bound(bound, call)
  what <- if (missing(what) && !is.null(chosen)) chosen$what[1] else
    check_choice(what, "what", bound_measures, single = TRUE, call = call)
  if (is.null(chosen)) chosen <- bounds_that_exist(bandit, what, call) else check_bound_what(what, chosen, call)
  chosen <- if (is.null(bound)) chosen else list(chosen)
  check_bound_options_taken(options, chosen, call)
  horizon <- if (!what %in% identification_measures) check_bound_horizon(horizon, call)
  tables <- if (is.null(bound)) computed_bounds(chosen, bandit, horizon, what, options, call) else
    lapply(chosen, bound_table, bandit, horizon, what, options, call)
  bound_of_tables(tables, bandit)
}

bound_measures <- c("regret", "pulls", "shortfall", "lower", "sample_size", "share", "time")

identification_measures <- c("sample_size", "share", "time")

# ---- which bounds there are ------------------------------------------------

# `what` it can give, its first the default; `find` computes it from the bandit, horizons, policy, what and options;
# `exists` says for which bandits it is stated; `policy` makes the one whose bound is given where none is asked for
# (NULL: one must be), `lower`: whatever it is asked for, it is a lower bound.
known_bounds <- function() {
  plain <- function(b) length(b$traits) == 0
  with_traits <- function(all, any = character()) function(b) {
    traits <- names(b$traits)
    all(all %in% traits) && all(traits %in% c(all, any)) && length(traits) > 0
  }
  has <- function(trait) function(b) has_trait(b, trait)
  mortal <- with_traits(character(), c("lifetimes", "entries"))
  waiting <- list(what = c("regret", "pulls"), exists = has("waiting"), options = "constants")
  late <- function(...) list(what = "regret", exists = with_traits("spread"), ...)
  list(
    lai_robbins = list(what = c("regret", "lower"), lower = TRUE, find = find_lai_robbins,
                       exists = function(b) plain(b) && !has_priors(b)),
    bayes_optimal = list(what = c("regret", "lower"), lower = TRUE, find = find_bayes_optimal, options = "threads",
                         exists = function(b) plain(b) && b$arms$kind == "bernoulli" && has_priors(b)),
    identification = list(what = identification_measures, lower = TRUE, find = find_identification, options = "error",
                          exists = function(b) plain(b) && !has_priors(b)),
    impatient_lower = list(what = c("regret", "lower"), lower = TRUE, find = find_impatient_lower,
                           options = "first_exit", exists = with_traits("patience")),
    policy_ucb = list(what = "regret", find = find_ucb, policy = policy_ucb, exists = with_traits("patience")),
    policy_fc_se = list(what = "regret", find = find_fc_se, policy = policy_fc_se, exists = with_traits("patience")),
    policy_fc_entry = list(what = "regret", find = find_fc_entry, exists = with_traits(c("patience", "entries"))),
    policy_wait_ucb = c(waiting, find = find_wait_ucb, policy = policy_wait_ucb),
    policy_ucb_simplex = c(waiting, find = find_ucb_simplex, policy = policy_ucb_simplex),
    policy_budget_ucb = c(waiting, find = find_budget_ucb, policy = policy_budget_ucb),
    policy_ht_ucb = list(what = c("regret", "pulls", "shortfall", "lower"), find = find_ht_ucb, policy = policy_ht_ucb,
                         exists = has("fairness")),
    policy_ars_ucb = late(find = find_ars_ucb, policy = function() policy_ars_ucb(alpha = 5)), # it supposes more than 4
    policy_ars_exp3 = late(find = find_ars_exp3, policy = policy_ars_exp3),
    policy_ars_clw = late(find = find_ars_clw, policy = policy_ars_clw, options = "constant"),
    policy_ag = list(what = "regret", find = find_ag, policy = policy_ag, exists = mortal),
    policy_ag_l = list(what = "regret", find = find_ag, policy = policy_ag_l, exists = mortal),
    policy_ucb_l = list(what = "regret", find = find_ucb_l, policy = policy_ucb_l, exists = mortal)
  )
}

has_priors <- function(b) any(vapply(b$arms$parameters, is_prior, NA))

named_bounds <- c("lai_robbins", "impatient_lower", "bayes_optimal", "identification")

# The one that was asked for, with its policy.
known_bound <- function(bound, call) {
  known <- known_bounds()
  if (!inherits(bound, "unruly_policy")) {
    wanted <- paste0("a policy, NULL or one of ", paste(quoted(named_bounds), collapse = ", "))
    if (!is_word(bound) || !bound %in% named_bounds) {
      abort_argument("bound", wanted, bound, hint = did_you_mean(bound, named_bounds), call = call)
    }
    return(c(known[[bound]], name = bound))
  }
  check_class(bound, "bound", "unruly_policy", "a policy", call)
  if (!bound$constructor %in% names(known)) {
    constructors <- paste0(setdiff(names(known), named_bounds), "()")
    abort_argument("bound", "a policy with a proved bound", given = policy_text(bound), call = call,
                   hint = paste0("There are bounds for ", paste(in_code(constructors), collapse = ", "), "."))
  }
  chosen <- known[[bound$constructor]]
  chosen$policy <- bound
  c(chosen, name = bound$constructor)
}

check_bound_what <- function(what, chosen, call) {
  if (what %in% chosen$what) return(invisible())
  abort_argument("what", sprintf("one of %s for this bound", paste(quoted(chosen$what), collapse = ", ")), what,
                 call = call)
}

# All that are stated for such a bandit and measure.
bounds_that_exist <- function(bandit, what, call) {
  known <- known_bounds()
  known <- Map(function(bound, name) c(bound, name = name), known, names(known))
  stated <- Filter(function(bound) {
    if (is.data.frame(bandit)) "constants" %in% bound$options else bound$exists(bandit)
  }, known)
  if (length(stated) == 0) {
    abort_argument("bandit", "one for which there is a bound", call = call,
                   given = paste("one with", if (has_trait(bandit, "population")) "arms that die and are replaced" else
                     traits_or_arms(bandit)),
                   hint = if (has_trait(bandit, "population")) "`mortal_value(bandit)` gives the greatest reward per round.")
  }
  found <- Filter(function(bound) what %in% bound$what, stated)
  if (length(found) > 0) return(found)
  there <- intersect(bound_measures, unlist(lapply(stated, `[[`, "what")))
  abort_argument("what", sprintf("one of %s for this bandit", paste(quoted(there), collapse = ", ")), what, call = call)
}

traits_or_arms <- function(bandit) {
  if (length(bandit$traits) == 0) return(arms_text(bandit$arms))
  paste(vapply(bandit$traits, `[[`, "", "text"), collapse = " and ")
}

# ---- computing them --------------------------------------------------------

bound_table <- function(chosen, bandit, horizon, what, options, call) {
  table <- chosen$find(bandit, horizon, chosen$policy, what, options, call)
  lower <- isTRUE(chosen$lower) || what == "lower"
  table$what <- rep(if (lower && what == "regret") "lower" else what, nrow(table))
  if (lower && is.null(table[["holds"]])) table$holds <- rep(if (chosen$name == "lai_robbins") NA else TRUE, nrow(table))
  table
}

# What cannot be computed is named; an error if that is all of it.
computed_bounds <- function(chosen, bandit, horizon, what, options, call) {
  tables <- lapply(chosen, function(one) {
    if (is.function(one$policy)) one$policy <- one$policy()
    if (startsWith(one$name, "policy_") && is.null(one$policy)) return(needs_policy_text(one$name))
    tryCatch(bound_table(one, bandit, horizon, what, options, call), unruly_error = function(e) e)
  })
  failed <- !vapply(tables, is.data.frame, NA)
  if (!any(failed)) return(tables)
  why <- vapply(tables[failed], function(e) if (is.character(e)) e else why_not_text(e), "")
  named <- paste0(vapply(names(why), bound_call_text, ""), ": ", why)
  if (!all(failed)) {
    inform_plain(c("Some bounds cannot be computed:", rlang::set_names(named, "*")), class = "unruly_message_bounds")
    return(tables[!failed])
  }
  if (length(why) == 1 && !is.character(tables[[1]])) rlang::cnd_signal(tables[[1]])
  abort_plain(c("No bound can be computed for this `bandit`.", rlang::set_names(named, "x")),
              class = c("unruly_error_combination", "unruly_error"), call = call)
}

needs_policy_text <- function(name) sprintf("it has parameters without defaults, so supply `bound = %s(...)`.", name)

bound_call_text <- function(name) if (startsWith(name, "policy_")) paste0("`", name, "()`") else quoted(name)

# An error in one line: what is wrong, and the number that is.
why_not_text <- function(error) {
  e <- error
  e$use_cli_format <- FALSE
  body <- c(e$message, unname(e$body)[names(e$body) %in% "x"])
  if (length(e$body) == 0) body <- sub("^[x*!i] ", "", strsplit(e$message, "\n", fixed = TRUE)[[1]])
  gsub("[[:space:]]+", " ", paste(utils::head(body, 2), collapse = " "))
}

# One below the other, with the columns that any of them has.
bound_of_tables <- function(tables, bandit) {
  columns <- c("bound", "round", "arm", "wait", "error", "what", "value", "holds")
  columns <- intersect(columns, unlist(lapply(tables, names)))
  whole <- lapply(tables, function(table) {
    table[setdiff(columns, names(table))] <- NA
    if ("holds" %in% columns) table$holds <- ifelse(is.na(table$holds) & table$what != "lower", TRUE, table$holds)
    table[columns]
  })
  table <- do.call(rbind, unname(whole))
  if (inherits(bandit, "unruly_bandit")) table <- name_arms(table, list(bandit = bandit)) else
    if (is.factor(bandit[["arm"]]) && "arm" %in% columns) table$arm <- factor(levels(bandit$arm)[table$arm], levels(bandit$arm))
  new_table(table, "unruly_bound")
}

shape.unruly_bound <- function(x) list(
  bound = function(v, x) are_labels(v) && are_columns(x, c("bound", "round", "what", "value")),
  round = function(v, x) is.numeric(v) || is.logical(v) && all(is.na(v)), what = function(v, x) are_labels(v),
  value = function(v, x) is.numeric(v) && !is.object(v)
)

new_bound <- function(bound, horizon, value) tibble::tibble(bound = bound, round = horizon, value = value)

# ---- what a bound is about -------------------------------------------------

# The numbers of a bound, by name; `traits` are those that the bound is about.
bound_numbers <- function(bandit, names, traits, call) {
  check_bandit(bandit, call = call)
  other <- setdiff(names(bandit$traits), traits)
  if (length(other) > 0) {
    wanted <- paste("a bandit without traits other than", paste(traits, collapse = " and "))
    abort_argument("bandit", wanted, given = sprintf("one with %s", other[1]), call = call)
  }
  lapply(stats::setNames(nm = names), function(name) bandit_numbers(bandit, name, call))
}

bandit_numbers <- function(bandit, name, call) {
  parameters <- function(trait) bandit$traits[[trait]]$parameters
  switch(name,
    mean = arm_means(bandit, call),
    patience = parameters("patience")$patience %||%
      abort_argument("bandit", "a bandit with patience", given = "one without", call = call),
    first = parameters("entries")$first %||% parameters("lifetimes")$first %||% rep(1, arm_count(bandit)),
    last = parameters("lifetimes")$last,
    arms = arm_count(bandit),
    length = longest_lag(bandit, call)
  )
}

longest_lag <- function(bandit, call) {
  spreads <- bandit$traits$spread$spreads
  if (is.null(spreads)) abort_argument("bandit", "a bandit with a spread", given = "one without", call = call)
  longest <- max(vapply(spreads, function(s) if (s$law == "adversarial") s$parameters$length else lag_range(s)[2], 0))
  if (is.finite(longest)) return(longest)
  abort_argument("bandit", "a bandit whose spread has an end", given = "one whose spread has none", call = call)
}

# A policy's parameter, as it was given or by default.
policy_parameter <- function(policy, name) policy$settings[[name]] %||% policy$parameters[[name]]

# Parameters for which the bound is not stated.
refuse_parameter <- function(policy, why, call) {
  abort_argument("bound", sprintf("a policy for which the bound is stated: %s", why), call = call,
                 given = policy_text(policy))
}

# ---- checks --------------------------------------------------------------

check_bound_subject <- function(bandit, call) {
  if (!missing(bandit) && is.data.frame(bandit)) return(invisible())
  check_class(bandit, "bandit", "unruly_bandit", "a bandit, or a table of `waiting_value()`", call,
              hint = hint_for_bandit(bandit, call))
}

check_bound_horizon <- function(horizon, call, min = 1) {
  wanted <- sprintf("one or several whole numbers of rounds of at least %d", min)
  if (is.null(horizon)) abort_missing("horizon", call, wanted)
  check_numbers(horizon, "horizon", min = min, whole = TRUE, wanted = wanted, call = call)
}

check_bound_means <- function(means, call) {
  if (length(means) >= 2) return(means)
  abort_argument("bandit", "a bandit of at least two arms", given = "one of a single arm", call = call)
}

# Some theorems suppose the paper's scale of rewards.
check_bound_gaps <- function(gaps, theorem, call) {
  if (max(gaps) > 1) {
    abort_combination(
      c("{theorem} supposes that no mean reward is more than 1 below the best.",
        x = "The largest gap of the means is {format_numbers(max(gaps))}."),
      call = call
    )
  }
}

# ---- options ---------------------------------------------------------------

bound_option_names <- c("error", "constants", "constant", "first_exit", "threads")

check_bound_options <- function(..., call) {
  names <- rlang::names2(substitute(list(...)))[-1]
  if (!all(names %in% bound_option_names)) refuse_argument(substitute(list(...))[c(1, 1 + which(!names %in% bound_option_names))], call, bound_option_names)
  twice <- names[duplicated(names)]
  if (length(twice) > 0) abort_argument(twice[1], "given once", given = "twice", call = call)
  list(...)
}

check_bound_options_taken <- function(options, chosen, call) {
  taken <- unlist(lapply(chosen, `[[`, "options"))
  other <- setdiff(names(options), taken)
  if (length(other) == 0) return(invisible())
  takers <- names(Filter(function(bound) other[1] %in% bound$options, known_bounds()))
  abort_argument(other[1], sprintf("omitted: it belongs to the %s of %s", if (length(takers) == 1) "bound" else "bounds",
                                   paste(vapply(takers, bound_call_text, ""), collapse = ", ")),
                 options[[other[1]]], call = call)
}
