# The scale of a bandit's rewards, and whether what a policy is made for (`assumes`) fits it: confidence bounds and step
# sizes are made for rewards of a known scale.

# For policies without another scale: widths are made for it, or rewards must lie in it.
usual_width <- list(range = c(0, 1))
usual_place <- list(range = c(0, 1), place = TRUE)

# Returns whether a policy can be made again with these: its constructor checks their values, but code would run before.
are_open_arguments <- function(v, constructor) {
  is.list(v) && !is.object(v) && !is_from_outside(constructor) && constructor %in% registry()$constructor &&
    !any(vapply(v, is.language, NA)) &&
    (length(v) == 0 || has_names(v) && all(names(v) %in% names(formals(get(constructor, topenv())))))
}

# --- the scale of a bandit's rewards -------------------------------------------

# `range` bounds them, `likely` nearly all of them, `sd` is their noise.
reward_scale <- function(bandit) {
  if (!is.null(bandit$traits$waiting$parameters$pay)) {
    return(list(range = c(0, 1), likely = c(0, 1), sd = 0.5))
  }
  unclass(bandit$arms)[c("range", "likely", "sd")]
}

# Returns what a bandit states about its rewards before any is seen: `range`, finite bounds; or `sd`, the greatest
# sub-Gaussian parameter of an arm, Inf for heavy tails; or NULL. `sums`: rewards that arrive together can leave the
# range. The numbers of a table are what a policy is to find out, so these arms state a range only if they were given
# one, or if all lie in [0, 1].
stated_scale <- function(bandit) {
  c(stated_of_arms(bandit), if (has_trait(bandit, "spread")) list(sums = TRUE))
}

stated_of_arms <- function(bandit) {
  if (!is.null(bandit$traits$waiting$parameters$pay)) return(list(range = c(0, 1)))
  arms <- bandit$arms
  if (!is.null(arms$stated)) return(list(range = arms$stated))
  range <- arms$range
  if (is_tabled(arms)) return(if (range[1] >= 0 && range[2] <= 1) list(range = c(0, 1)))
  if (all(is.finite(range))) return(if (range[1] < range[2]) list(range = range))
  if (arms$sd > 0) list(sd = arms$sd)
}

# Returns whether the rewards of the arms are a table of numbers; those of a log are, too.
is_tabled <- function(arms) arms$kind == "constant" || arms$kind == "empirical" || startsWith(arms$kind, "tape")

# The scale of rewards that a policy is made for, by range or standard deviation.
is_scale <- function(v) {
  if (!is.list(v) || is.object(v) || !has_names(v)) return(FALSE)
  range <- v[["range"]]
  sd <- v[["sd"]]
  place <- is.null(v[["place"]]) || isTRUE(v[["place"]]) && is.null(sd)
  if (!place || is.null(range) == is.null(sd)) return(FALSE)
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
  made_for <- made_for_text(policy$assumes)
  if (!by_range && sd == Inf) {
    return(sprintf("made for %s, without heavy tails; %s has heavy tails. `policy_robust_ucb()` is made for them.",
                   made_for, few_names(names(scales))))
  }
  sd <- rounded_up(sd)
  found <- if (!by_range) paste("a standard deviation of", format_numbers(sd)) else
    paste("rewards", if (bounded) "in" else "mostly in", interval_text(likely))
  mend <- if (by_range) paste("range =", vector_text(likely)) else paste("sd =", format_numbers(sd))
  sprintf("made for %s; %s: %s. %s", made_for, few_names(names(scales)), found,
          if (takes_scale(policy)) sprintf("Try `%s(%s)`.", policy$constructor, mend) else
            "It has no argument for another scale: rescale the rewards.")
}

made_for_text <- function(assumes) {
  if (is.null(assumes$sd)) paste("rewards in", interval_text(assumes$range)) else
    paste("a standard deviation of", format_numbers(assumes$sd))
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
