# Rules of parameters, which are said once, in the struct of their type in C (`takes`, see
# src/model/parameters.h). R asks for it, and makes the user's errors of it.

type_rules <- new.env(parent = emptyenv())

# The rules of a type, by the names of its parameters: "policy_ucb1", "arms_beta",
# "trait_patience", "spread_delay", "prior_normal". What comes from outside may change.
rules_of <- function(type) {
  if (!is.null(type_rules[[type]])) return(type_rules[[type]])
  table <- .Call(C_rules, type)
  table$sums <- table$sum %in% c("rows sum to 1", "sum to 1")
  rules <- lapply(seq_along(table$name), function(i) lapply(table, `[[`, i))
  names(rules) <- table$name
  attr(rules, "strings") <- table$name[table$kind == "text"]
  attr(rules, "to_one") <- table$name[table$kind == "number" & table$greatest == 1]
  if (!is_from_outside(type)) type_rules[[type]] <- rules
  rules
}

is_from_outside <- function(constructor) grepl(":", constructor, fixed = TRUE)

# Checks the arguments of the function whose frame is `call`, those that the type has rules
# for, and that there are no others, and puts what the core wants in their place. What is NULL by default may be NULL,
# and those named by `null`.
check_arguments <- function(type, null = character(), call = rlang::caller_env()) {
  rules <- rules_of(type)
  defaults <- formals(function_of(call))
  if ("..." %in% names(defaults)) {
    given <- eval(quote(substitute(list(...))), call)
    if (length(given) > 1) refuse_argument(given, call)
  }
  named <- names(rules)[match(names(defaults), names(rules), nomatch = 0)]
  if (startsWith(type, "arms_")) check_sizes(named, rules, call)
  strings <- match(named, attr(rules, "strings"), nomatch = 0) > 0
  for (name in c(named[!strings], named[strings])) { # an argument `c` before defaults that call c()
    rule <- rules[[name]]
    may_be_null <- is.null(defaults[[name]]) || name %in% null
    if (identical(defaults[[name]], quote(expr = )) && is_absent(name, call)) {
      abort_missing(name, call, rule_words(rule, may_be_null))
    }
    other <- if (rule$size == "one") c(rule$from, rule$beyond)
    than <- if (!all(is.na(other))) call[[other[!is.na(other)]]]
    assign(name, check_rule(call[[name]], rule, null = may_be_null, than = than, call = call), call)
  }
}

is_absent <- function(name, frame) eval(call("missing", as.name(name)), frame)

# Checks that arguments with a number per arm are of one length, before the numbers are looked at.
check_sizes <- function(named, rules, call) {
  given <- Filter(function(name) rules[[name]]$size == "one or arms" && !is_absent(name, call), named)
  values <- mget(given, call)
  are_numbers <- vapply(values, function(v) is_prior(v) || is.numeric(v) && !is.object(v) && length(v) > 0, NA)
  common_size(values[are_numbers], call)
}

# Returns the number of arms that parameters agree on; single numbers fit any.
common_size <- function(parameters, call = rlang::caller_env()) {
  sizes <- vapply(parameters, parameter_size, 0)
  fixed <- sizes[sizes != 1 | vapply(parameters, is_prior, NA)]
  pair <- c(fixed[1], fixed[fixed != fixed[1]][1])
  if (!anyNA(pair)) {
    abort_combination(
      c("{.arg {names(pair)[1]}} and {.arg {names(pair)[2]}} must describe the same number of arms.",
        x = "They describe {format_count(pair[1])} and {format_count(pair[2])} arms."),
      class = "unruly_error_argument", call = call
    )
  }
  if (length(fixed) == 0) 1L else as.integer(fixed[[1]])
}

parameter_size <- function(value) if (is_shaped(value, "unruly_prior")) value$k else length(value)

# A value as the core wants it. `than` is what it must not be less than, or exceed, where the
# rule has it by the value of another; `size` is the length wanted.
check_rule <- function(value, rule, argument = rule$name, size = if (rule$size == "two") 2, null = FALSE, than = NULL,
                       recycle = TRUE, call = rlang::caller_env(), wanted = rule_words(rule, null, than)) {
  if (missing(value)) abort_missing(argument, call, wanted)
  if (null && is.null(value)) return(NULL)
  if (identical(rule$not_with, "times") && inherits(value, "unruly_times")) {
    return(check_class(value, argument, "unruly_times", wanted, call))
  }
  if (rule$kind == "flag") return(check_flag(value, argument, call))
  if (rule$kind == "text") return(check_choice(value, argument, choices_of(rule), single = null, call = call))
  if (rule$named) value <- one_level_as_text(value)
  if (rule$named && is.character(value)) return(check_text(value, argument, call = call))
  if (rule$drawn && is_prior(value)) return(check_prior(value, argument, rule, wanted, call))
  value <- check_by_size(value, rule, argument, size, limits_of(rule, than), recycle, call, wanted)
  if (rule$greatest < largest_number) check_largest(value, argument, rule$greatest, call)
  if (rule$even && any(value %% 2 != 0)) abort_argument(argument, wanted, value, call = call)
  down <- if (rule$increasing) which(diff(value) <= 0)
  if (length(down) == 0) return(value)
  given <- if (rule$size == "two") describe_value(value) else
    sprintf("%s after %s", format_numbers(value[down[1] + 1]), format_numbers(value[down[1]]))
  abort_argument(argument, if (rule$size == "two") "two increasing numbers" else rule$words, given = given, call = call)
}

check_by_size <- function(value, rule, argument, size, limits, recycle, call, wanted) {
  whole <- rule$kind == "whole"
  endless <- rule$greatest == Inf
  if (rule$size == "rows") return(check_matrix(value, argument, NULL, limits$min, limits$max, call, wanted))
  if (rule$size != "one") {
    return(check_numbers(value, argument, size, limits$min, limits$max, limits$above, limits$below,
                         recycle && rule$size != "two", whole, endless, call, wanted))
  }
  if (endless && identical(value, Inf)) return(Inf)
  if (whole) return(check_whole(value, argument, max(limits$min, limits$above + 1), limits$max, call, wanted))
  check_number(value, argument, limits$min, limits$max, limits$above, limits$below, call, wanted)
}

# A prior whose draws stay within the limits; of what is positive it may begin at 0.
check_prior <- function(value, argument, rule, wanted, call) {
  check_class(value, argument, "unruly_prior", wanted, call)
  limits <- limits_of(rule)
  if (value$range[1] >= max(limits$min, limits$above) && value$range[2] <= limits$max) return(value)
  abort_argument(argument, wanted, value, given = paste("the prior", prior_text(value)), call = call)
}

# Limits as one would say them: what is only there to keep sums from overflowing, or
# quotients from vanishing, is stated when it is broken.
limits_of <- function(rule, than = NULL) {
  min <- if (rule$least <= -largest_coordinate) -Inf else rule$least
  max <- if (rule$greatest >= largest_coordinate) Inf else rule$greatest
  above <- -Inf
  if (rule$least == smallest_number) above <- 0
  if (rule$above) above <- min
  if (!is.null(than) && !is.na(rule$beyond)) above <- than
  if (!is.null(than) && !is.na(rule$from)) min <- than
  list(min = if (above > -Inf) -Inf else min, max = if (rule$below) Inf else max, above = above,
       below = if (rule$below) max else Inf)
}

choices_of <- function(rule) strsplit(rule$text, "|", fixed = TRUE)[[1]]

rule_words <- function(rule, null = FALSE, than = NULL) {
  if (rule$kind == "flag") return("TRUE or FALSE")
  if (rule$kind == "text") return(paste("one of", paste(quoted(choices_of(rule)), collapse = ", ")))
  range <- limits_text(rule, than)
  noun <- switch(rule$size, one = "a single number", rows = "a numeric matrix", "numbers")
  if (rule$kind == "whole") noun <- sub("number", "whole number", noun, fixed = TRUE)
  paste0(if (null) "NULL or ", if (is.na(rule$words)) paste0(noun, range) else rule$words,
         if (rule$drawn) paste0(", or a prior", if (nzchar(range)) " of such numbers"))
}

limits_text <- function(rule, than) {
  limits <- limits_of(rule, than)
  if (is.null(than)) return(range_text(limits$min, limits$max, limits$above, limits$below, space = TRUE))
  most <- if (limits$max < Inf) format_limit(limits$max)
  if (!is.na(rule$beyond)) return(sprintf(" above `%s`, %s, and at most %s", rule$beyond, format_limit(than), most))
  if (!is.null(most)) return(sprintf(" from `%s`, %s, to %s", rule$from, format_limit(than), most))
  sprintf(" of at least `%s`, %s", rule$from, format_numbers(than))
}

# A scale of rewards.
check_range <- function(range, call = rlang::caller_env()) {
  check_rule(range, rules_of("policy_thompson")$range, call = call)
}

check_sd <- function(sd, call = rlang::caller_env()) {
  check_rule(sd, rules_of("policy_thompson")$sd, call = call)
}
