# Rules of parameters, which are said once, in the struct of their type in C (`takes`, see src/model/parameters.h), as
# the core tells them.

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
  attr(rules, "matrices") <- table$name[table$size == "rows"]
  attr(rules, "to_one") <- table$name[table$kind == "number" & table$greatest == 1]
  if (!is_from_outside(type)) type_rules[[type]] <- rules
  rules
}

is_from_outside <- function(constructor) grepl(":", constructor, fixed = TRUE)

choices_of <- function(rule) strsplit(rule$text, "|", fixed = TRUE)[[1]]
