# Functions that make several policies, by the value of an argument. The struct of each type in C states the call that
# makes it: "policy_lucb(interval = \"kl\")".

# Returns maker, argument and value of each type that shares its function with others, by type.
shared_makers <- function() {
  if (is.null(type_rules$shared)) {
    listed <- registry()
    shared <- !is.na(listed$call)
    parts <- regmatches(listed$call[shared], regexec("^(\\w+)\\((\\w+) = \"(.*)\"\\)$", listed$call[shared]))
    parts <- lapply(parts, function(part) list(maker = part[2], argument = part[3], value = part[4]))
    type_rules$shared <- stats::setNames(parts, listed$constructor[shared])
  }
  type_rules$shared
}

# The same of one type; NULL: its function makes no other.
variant_of <- function(type) shared_makers()[[type]]

# The types that a function makes, by the values of its argument, whose name is an attribute; NULL: it makes one.
variants_of <- function(maker) {
  if (is.null(type_rules$variants)) {
    shared <- shared_makers()
    types <- split(names(shared), vapply(shared, `[[`, "", "maker"))
    type_rules$variants <- lapply(types, function(of) {
      structure(stats::setNames(of, vapply(shared[of], `[[`, "", "value")), argument = shared[[of[1]]]$argument)
    })
  }
  type_rules$variants[[maker]]
}

# Returns the type that was chosen in the frame of a function that makes several: by its argument, else the first one
# that takes what was given.
chosen_variant <- function(variants, given, call) {
  argument <- attr(variants, "argument")
  choices <- eval(formals(function_of(call))[[argument]])
  others <- names(Filter(Negate(is.null), given[names(given) != argument]))
  takes_all <- function(value) all(others %in% names(rules_of(variants[[value]])))
  chosen <- if (argument %in% names(given)) given[[argument]] else Find(takes_all, choices) %||% choices[1]
  value <- check_choice(chosen, argument, choices, call = call)
  type <- variants[[value]]
  refuse_of_others(type, given[others], sprintf("%s = %s", argument, quoted(value)), call)
  type
}

# Arguments that only another of the policies has.
refuse_of_others <- function(type, given, choice, call) {
  for (name in setdiff(names(given), names(rules_of(type)))) {
    abort_argument(name, sprintf("left out with `%s`", choice), given[[name]], call = call)
  }
}

# Returns the name of the function that makes a type.
maker_name <- function(type) variant_of(type)$maker %||% type

# The argument that chooses each type, in words; empty where its function makes no other.
choice_words <- function(types) {
  vapply(types, function(type) {
    variant <- variant_of(type)
    if (is.null(variant)) "" else sprintf("%s = \"%s\"", variant$argument, variant$value)
  }, "", USE.NAMES = FALSE)
}

# A call that makes a type, with more arguments in words.
call_text <- function(type, more = NULL) {
  variant <- variant_of(type)
  usual <- is.null(variant) || identical(eval(formals(get(variant$maker))[[variant$argument]])[1], variant$value)
  own <- if (!usual) choice_words(type)
  sprintf("%s(%s)", maker_name(type), paste(c(own, more), collapse = ", "))
}

# A function that makes a type of the package, with the arguments of that type alone.
maker_of_type <- function(type) {
  variant <- variant_of(type)
  make <- get0(maker_name(type), topenv(), mode = "function", inherits = FALSE)
  if (is.null(variant)) return(make)
  f <- function() {
    given <- as.list(match.call())[-1]
    given[[variant$argument]] <- variant$value
    eval(as.call(c(as.name(variant$maker), given)), parent.frame())
  }
  formals(f) <- formals(make)[names(formals(make)) %in% c(names(rules_of(type)), "policy", "label", "...")]
  f
}

# For the help pages of policies, which roxygen2 writes.
sentences_of <- function(...) {
  if (...length() == 1) return(does_of(...))
  listed <- registry()
  paste0("* `", vapply(c(...), called_in_help, ""), "`: ",
         listed$does[match(c(...), listed$constructor)], ".", collapse = "\n")
}

called_in_help <- function(type) {
  argument <- choice_words(type)
  if (nzchar(argument)) argument else paste0(type, "()")
}
