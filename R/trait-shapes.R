# Parts of a bandit, traits included.

shape.unruly_bandit <- function(x) list(
  arms = function(v, x) is_shaped(v, "unruly_arms"), traits = function(v, x) are_traits(v, x$arms$count),
  horizon = function(v, x) is.null(v) || is_count(v, 1)
)

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
# them of these, as numbers for the core, which must not differ.
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

is_law_trait <- function(trait, arms) {
  law <- law_of_trait(trait)
  fits_law(trait$name, law$parameters, law$law, arms) &&
    (is.null(law$parameters[["mean"]]) || nrow(law$parameters$mean) == arms)
}
