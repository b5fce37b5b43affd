# Policies in words: their parameters, and what of their scale of rewards is still to come from a bandit.

#' @export
print.unruly_policy <- print_formatted

#' @export
format.unruly_policy <- function(x, ...) {
  check_object(x)
  one_line(paste("<policy>", policy_text(x)))
}

policy_details <- function(x) {
  words <- parameter_words(x)
  if (length(words) == 0) return("")
  details <- paste0(" (", paste(words, collapse = ", "), ")")
  if (endsWith(x$label, details)) "" else details # a label that has them already
}

# Label and details. What the label has in brackets is left out if the details repeat it: a variant, of which they
# have the parameter, or the settings of a grid.
policy_text <- function(x) {
  details <- policy_details(x)
  variant <- regmatches(x$label, regexpr(" [(][^()]*[)]$", x$label))
  said <- strsplit(gsub("^ [(]|[)]$", "", variant), ", ", fixed = TRUE)
  repeated <- nzchar(details) && length(variant) == 1 &&
    all(said[[1]] %in% c(names(shown_parameters(x)), parameter_words(x)))
  paste0(if (repeated) substr(x$label, 1, nchar(x$label) - nchar(variant)) else x$label, details)
}

# --- parameters --------------------------------------------------------------------------------

from_bandit <- "from the bandit"

# Returns the parameters of a policy as people read them, by name: numbers, texts and switches that are not usual, what
# is worked out of the game in words, and what of the scale is still to come.
shown_parameters <- function(policy) {
  shown <- lapply(rules_of(policy$constructor), shown_parameter, policy$parameters)
  word <- open_word(policy)
  if (is.null(word)) return(without_nulls(shown))
  at <- which(names(shown) %in% scale_names & vapply(shown, is.null, NA))[1]
  shown[[at]] <- from_bandit
  names(shown)[at] <- word
  without_nulls(shown)
}

shown_parameter <- function(rule, given) {
  value <- given[[rule$name]]
  if (is.null(value)) return(if (!is.na(rule$otherwise) && is_worked_out(rule, given)) rule$otherwise)
  if (is_free(value)) return(free_text(value))
  if (is.list(value)) return(rounds_text(value))
  first <- if (!is.na(rule$text) && (length(rule$usual) > 0 || rule$from_bandit)) choices_of(rule)[1]
  if (is.character(value) && identical(value, first)) return(NULL)
  if (is.logical(value) && identical(as.double(value), rule$usual)) NULL else value
}

# Returns whether something is worked out for this parameter beside these.
is_worked_out <- function(rule, given) {
  has <- function(names) names[names %in% names(given)]
  parts <- function(names) if (!is.na(names)) strsplit(names, "|", fixed = TRUE)[[1]]
  length(has(parts(rule$not_with))) == 0 && (is.na(rule$only_with) || length(has(parts(rule$only_with))) > 0) &&
    (is.na(rule$serves) || length(has(parts(rule$serves))) < length(parts(rule$serves)))
}

# Returns "alpha = 1", a string per parameter that is shown.
parameter_words <- function(x) {
  given <- shown_parameters(x)
  if (grepl("^policy_fixed", x$constructor) && startsWith(x$label, "Fixed ")) given$arm <- NULL # the label has it
  given <- given[rep(!is_own(x), length(given))]
  if (!is.null(given$cycle)) given$cycle <- slots_by_name(x$parameters)$cycle
  shown <- vapply(given, value_text, "")
  if (length(given) > 0) paste0(names(given), ifelse(shown == from_bandit, " ", " = "), shown)
}

# Returns parameters with names in the slots of a cycle that has names beside it.
slots_by_name <- function(given) {
  beside <- startsWith(as.character(names(given)), "name.")
  if (!any(beside)) return(given)
  names <- unlist(given[beside], use.names = FALSE)
  slots <- intersect(c("arm", "cycle"), names(given))
  v <- given[[slots]]
  given[[slots]] <- ifelse(v > 0, names[pmax(v, 1)], v)
  given[!beside]
}

value_text <- function(v) {
  if (is.character(v) && length(v) > 1) {
    return(sprintf("(%s)", paste(c(utils::head(v, 8), if (length(v) > 8) "..."), collapse = ", ")))
  }
  if (is.numeric(v) && length(v) == 2) return(sprintf("(%s)", paste(format_numbers(v), collapse = ", ")))
  if (is.numeric(v)) parameter_text(v) else as.character(v)
}

rounds_text <- function(x) {
  v <- x$values
  if (x$law == "listed") {
    shown <- paste(whole_text(utils::head(v, 6)), collapse = ", ")
    return(paste0("f(1), f(2), ... = ", shown, if (length(v) > 6) ", ..."))
  }
  if (x$law == "power") return(sprintf("f(k) = ceiling(%g k^%g)", v[2], v[1]))
  sprintf("f(k) = 2^(k + %g), f(1) = 2^(2 + %g)", v[1], v[1])
}

# --- scales that are still to come ------------------------------------------------------------

scale_names <- c("family", "range", "sd")

# Returns what a policy takes of a scale beside its other parameters.
taken_scales <- function(policy) {
  if (is_from_outside(policy$constructor)) return(character())
  takes <- Filter(function(rule) rule$from_bandit && may_apply(rule, policy$parameters), rules_of(policy$constructor))
  intersect(scale_names, names(takes))
}

# Returns whether no text that is known rules it out.
may_apply <- function(rule, given) {
  if (is.na(rule$only_if)) return(TRUE)
  parts <- strsplit(rule$only_if, "=", fixed = TRUE)[[1]]
  is.null(given[[parts[1]]]) || given[[parts[1]]] %in% strsplit(parts[2], "|", fixed = TRUE)[[1]]
}

# Returns what of its scale is still to come, or NULL.
open_word <- function(policy) {
  given <- policy$parameters
  if (!is.null(given$range) || !is.null(given$sd)) return(NULL)
  takes <- taken_scales(policy)
  if ("family" %in% takes && is.null(given$family)) return("family")
  takes <- setdiff(takes, "family")
  if (length(takes) > 0) paste(takes, collapse = " or ")
}
