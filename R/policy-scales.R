# Scales of rewards. Confidence bounds and step sizes are made for rewards of a known scale: a policy states which
# (`assumes`), a bandit states the scale of its rewards, and a study in which they do not fit raises a warning.

# The scale of a policy's rewards, given as a range or as the standard deviation
# of Gaussian (or lighter-tailed) noise: rewards in [a, b] are at most as noisy as
# those with sd = (b - a) / 2 (Hoeffding's lemma). What matters is the width b - a.
scale_of_policy <- function(range, sd, call = rlang::caller_env()) {
  if (is.null(sd)) {
    range <- check_range(range, call)
    return(list(range = range, width = range[2] - range[1]))
  }
  if (!identical(range, usual_of(function_of(call))$range)) {
    abort_combination("Either {.arg range} or {.arg sd} can state the scale of the rewards, not both.",
                      class = "unruly_error_argument", call = call)
  }
  sd <- check_sd(sd, call)
  list(sd = sd, width = 2 * sd)
}

# For a policy with one of several families of distributions: its parameters, the settings for print(), and what it
# assumes. All are checked already. The usual family is not passed on.
scale_of_family <- function(family, range, sd, call = rlang::caller_env()) {
  check_only_with(range, "range", family == "bernoulli", "Bernoulli rewards", call)
  check_only_with(sd, "sd", family == "gaussian", "Gaussian rewards", call)
  assumes <- switch(family, bernoulli = list(range = range, place = TRUE),
                    gaussian = list(sd = sd, how = "family = \"gaussian\", "))
  list(parameters = list(family = chosen("family", call), range = chosen("range", call), sd = chosen("sd", call)),
       settings = c(list(family = chosen("family", call)), assumes[names(assumes) %in% c("range", "sd")]),
       assumes = assumes)
}

check_range <- function(range, call = rlang::caller_env()) {
  check_rule(range, rules_of("policy_thompson")$range, call = call)
}

check_sd <- function(sd, call = rlang::caller_env()) {
  check_rule(sd, rules_of("policy_thompson")$sd, call = call)
}

# For policies without another scale: widths are made for it, or rewards must lie in it.
usual_width <- list(range = c(0, 1))
usual_place <- list(range = c(0, 1), place = TRUE)

# --- the scale of a bandit's rewards -------------------------------------------

# `range` bounds them, `likely` nearly all of them, `sd` is their noise.
reward_scale <- function(bandit) {
  if (!is.null(bandit$traits$waiting$parameters$pay)) {
    return(list(range = c(0, 1), likely = c(0, 1), sd = 0.5))
  }
  unclass(bandit$arms)[c("range", "likely", "sd")]
}

# The scale of rewards that a policy is made for, by range or standard deviation.
is_scale <- function(v) {
  if (!is.list(v) || is.object(v) || !has_names(v)) return(FALSE)
  range <- v[["range"]]
  sd <- v[["sd"]]
  place <- is.null(v[["place"]]) || isTRUE(v[["place"]]) && is.null(sd)
  if (!place || !(is.null(v[["how"]]) || is_word(v[["how"]])) || is.null(range) == is.null(sd)) return(FALSE)
  if (is.null(range)) is_reals(sd, 1) && sd > 0 else is_reals(range, 2) && range[1] < range[2]
}

# Allows for rounding.
fits <- function(assumes, scale) {
  if (isTRUE(assumes$place)) {
    slack <- 1e-9 * diff(assumes$range)
    return(scale$likely[1] >= assumes$range[1] - slack && scale$likely[2] <= assumes$range[2] + slack)
  }
  scale$sd <= (assumes$sd %||% (diff(assumes$range) / 2)) * (1 + 1e-9)
}

# One warning per study, with the argument that would help.
check_scales <- function(description) {
  scales <- lapply(description$bandits, reward_scale)
  texts <- lapply(description$policies, function(policy) {
    while (!is.null(policy$base)) policy <- policy$base
    if (is.null(policy$assumes)) return(NULL)
    wrong <- scales[!vapply(scales, function(s) fits(policy$assumes, s), NA)]
    if (length(wrong) > 0) rlang::set_names(misfit_text(policy, wrong), policy$label)
  })
  texts <- unlist(unname(texts))
  if (length(texts) == 0) return(invisible())
  lines <- misfit_lines(texts)
  warn_plain(c("The rewards are on another scale than some policies are made for.",
               rlang::set_names(lines, rep("x", length(lines))),
               i = "Too narrow a scale explores too little, and regret may grow like T."),
             class = "unruly_warning_scale")
}

# One line for all policies with the same text; the names of the texts are the policies.
misfit_lines <- function(texts) {
  policies <- split(names(texts), factor(texts, unique(texts)))
  subjects <- vapply(policies, function(p) if (length(p) == 1) paste(p, "is") else paste(few_names(p), "are"), "")
  paste(subjects, names(policies))
}

misfit_text <- function(policy, scales) {
  bounded <- all(is.finite(unlist(lapply(scales, `[[`, "range"))))
  sd <- max(vapply(scales, `[[`, 0, "sd"))
  likely <- rounded_out(range(unlist(lapply(scales, `[[`, "likely"))))
  by_range <- is.null(policy$assumes$sd) && (bounded || isTRUE(policy$assumes$place))
  made_for <- if (is.null(policy$assumes$sd)) paste("rewards in", interval_text(policy$assumes$range)) else
    paste("a standard deviation of", format_numbers(policy$assumes$sd))
  if (!by_range && sd == Inf) {
    return(sprintf("made for %s, without heavy tails; %s has heavy tails. `policy_robust_ucb()` is made for them.",
                   made_for, few_names(names(scales))))
  }
  sd <- rounded_up(sd)
  found <- if (!by_range) paste("a standard deviation of", format_numbers(sd)) else
    paste("rewards", if (bounded) "in" else "mostly in", interval_text(likely))
  mend <- if (by_range) paste("range =", vector_text(likely)) else paste("sd =", format_numbers(sd))
  sprintf("made for %s; %s: %s. %s", made_for, few_names(names(scales)), found,
          if (takes_scale(policy)) sprintf("Try `%s(%s%s)`.", policy$constructor, policy$assumes$how %||% "", mend) else
            "It has no argument for another scale: rescale the rewards.")
}

takes_scale <- function(policy) {
  constructor <- get0(policy$constructor, envir = topenv(), mode = "function")
  !is.null(constructor) && any(c("range", "sd") %in% names(formals(constructor)))
}

few_names <- function(names) {
  rest <- length(names) - 3
  paste0(paste(quoted(utils::head(names, 3)), collapse = ", "), if (rest > 0) sprintf(" and %d more", rest))
}

# Rounded to three digits, never down; ranges to three digits of their width.
rounded_up <- function(x) if (x > 0) signif(ceiling(x / 10^(floor(log10(x)) - 2)) * 10^(floor(log10(x)) - 2), 4) else 0

rounded_out <- function(x) {
  if (diff(x) <= 0) return(x + c(-0.5, 0.5) * max(1, abs(x[1])))
  unit <- 10^(floor(log10(diff(x))) - 2)
  # Twelve digits: ends that are round already stay so.
  c(floor(signif(x[1] / unit, 12)), ceiling(signif(x[2] / unit, 12))) * unit
}

interval_text <- function(x) sprintf("[%s]", paste(exact_text(x), collapse = ", "))

vector_text <- function(x) sprintf("c(%s)", paste(exact_text(x), collapse = ", "))

exact_text <- function(x) vapply(x, format_plain, "", digits = 12)
