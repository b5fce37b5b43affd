# Rules of parameters, which are said once, in the struct of their type in C (`takes`, see src/model/parameters.h): what
# the core tells of them, and values that it judges one by one.

type_rules <- new.env(parent = emptyenv())

# The rules of a type, by the names of its parameters: "policy_ucb1", "arms_beta",
# "trait_patience", "spread_delay", "prior_normal". What comes from outside may change.
rules_of <- function(type) {
  if (!is.null(type_rules[[type]])) return(type_rules[[type]])
  table <- .Call(C_rules, type)
  table$sums <- table$sum %in% c("rows sum to 1", "sum to 1")
  table$type <- rep(type, length(table$name))
  rules <- lapply(seq_along(table$name), function(i) lapply(table, `[[`, i))
  names(rules) <- table$name
  attr(rules, "strings") <- table$name[table$kind == "text"]
  attr(rules, "to_one") <- table$name[table$kind == "number" & table$greatest == 1]
  if (!is_from_outside(type)) type_rules[[type]] <- rules
  rules
}

is_from_outside <- function(constructor) grepl(":", constructor, fixed = TRUE)

choices_of <- function(rule) strsplit(rule$text, "|", fixed = TRUE)[[1]]

# Returns a value that the core does not refuse, as the core wants it. `size`: as many numbers as there are arms, for
# which one will do with `recycle`.
check_rule <- function(value, rule, argument = rule$name, size = NULL, null = FALSE, recycle = TRUE,
                       call = rlang::caller_env(), wanted = NULL) {
  if (missing(value)) abort_missing(argument, call, wanted %||% rule$wanted)
  if (null && is.null(value)) return(NULL)
  if (rule$kind == "text") value <- one_level_as_text(if (identical(value, choices_of(rule))) value[1] else value)
  if (rule$size == "rows") value <- check_matrix(value, argument, call = call, wanted = wanted %||% rule$wanted)
  if (rule$kind == "number" && rule$greatest == 1) value <- without_rounding(value)
  if (is.null(dim(value)) && is.numeric(value)) {
    check_vector_length(value, argument, size, recycle, wanted %||% rule$wanted, call)
  }
  arms <- max(1, if (is.matrix(value)) nrow(value) else size %||% length(value))
  why <- .Call(C_judge, rule$type, rule$name, plain(value), as.double(arms), recycle)
  if (!is.null(why)) {
    abort_refusal(why, call, argument, wanted %||% why[["wanted"]], hint = hint_for_given(rule, value))
  }
  if (!is.numeric(value)) return(value)
  value <- as_numbers(value)
  if (is.null(size) || is.matrix(value)) value else rep_len(value, size)
}

# A scale of rewards.
check_range <- function(range, call = rlang::caller_env()) {
  check_rule(range, rules_of("policy_thompson")$range, call = call)
}

check_sd <- function(sd, call = rlang::caller_env()) {
  check_rule(sd, rules_of("policy_thompson")$sd, call = call)
}
