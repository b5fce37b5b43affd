# Policies by the names of their types in the core. A function may make several of these, by an argument.

types_of_policies <- function() grep("::", unruly:::policy_types(), fixed = TRUE, value = TRUE, invert = TRUE)

# The function that makes a type, with the arguments of that type alone; else the function of that name.
function_of_type <- function(name) {
  if (name %in% types_of_policies()) unruly:::maker_of_type(name) else get(name_of_maker(name), asNamespace("unruly"))
}

# Its name as users call it.
name_of_maker <- function(type) {
  if (type %in% types_of_policies()) return(unruly:::maker_name(type))
  if (type %in% unruly:::unexported) "policy_fixed" else sub("^(drop|graduate)_", "stop_", sub("^trait_", "with_", type))
}

# Its arguments, with the one that chooses it.
with_choice <- function(type, arguments) {
  chosen <- if (type %in% types_of_policies()) unruly:::variant_of(type)
  if (!is.null(chosen)) arguments[[chosen$argument]] <- chosen$value
  arguments
}

call_of_type <- function(type, arguments) as.call(c(as.name(name_of_maker(type)), with_choice(type, arguments)))
