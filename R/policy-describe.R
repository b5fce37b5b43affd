# Descriptions of policies: made by their constructors, and told to the core.

# Does all that a constructor of policies does, whose frame is `call`. `type`: the constructor's name, by which it is
# known which types it makes. `instead`: parameters in place of the argument `delay`, of which they were made.
describe <- function(type, call = parent.frame(), instead = NULL) {
  arguments <- names(formals(function_of(call)))
  check_frame_dots(call)
  label <- check_text(call$label, "label", null = TRUE, call = call)
  inside <- if ("policy" %in% arguments) inside_of(call)
  given <- given_arguments(setdiff(arguments, c("label", "policy", "...", if (!is.null(instead)) "delay")), call)
  given <- c(instead, given)
  variants <- variants_of(type)
  if (!is.null(variants)) {
    type <- chosen_variant(variants, given, call)
    given <- given[names(given) %in% names(rules_of(type))]
  }
  described_policy(type, given, label, inside, call)
}

described_policy <- function(type, given, label = NULL, inside = NULL, call = rlang::caller_env(), class = type) {
  held <- if (!is.null(inside)) c(describe_policy(filled(inside)), list(label = inside$label))
  made <- judged_with_free(type, given, held, call)
  policy <- list(constructor = type, label = label %||% made$label,
                 parameters = with_names_given(made$parameters, given, call))
  policy$policy <- inside
  structure(policy, class = c(class, "unruly_policy"))
}

# Keeps the names of what is given by arm, for the arms that are to be played.
with_names_given <- function(parameters, given, call = rlang::caller_env()) {
  for (name in intersect(names(parameters), parameters_by_arm)) {
    parameters[[name]] <- with_names_of_arms(parameters[[name]], arm_names(given[[name]], name, call))
  }
  parameters
}

# Judges a range that is to be searched by both of its ends, and by a number in it.
judged_with_free <- function(type, given, held, call) {
  free <- Filter(is_free, given)
  if (length(free) == 0) return(judged(type, given, held, call))
  for (name in names(free)) {
    refuse_free_here(rules_of(type)[[name]], name, call)
    free[[name]] <- complete_free(free[[name]], name, call)
  }
  with <- function(at) utils::modifyList(given, lapply(free, at))
  for (name in names(free)) {
    for (end in c("lower", "upper")) {
      judged(type, utils::modifyList(with(value_of_free), stats::setNames(list(free[[name]][[end]]), name)), held, call)
    }
  }
  made <- judged(type, with(value_of_free), held, call)
  made$parameters[names(free)] <- free
  made
}

refuse_free_here <- function(rule, name, call) {
  if (is.null(rule) || is.na(rule$text) && rule$kind != "whole" && rule$size == "one") return(invisible())
  wanted <- if (is.na(rule$text)) rule$wanted else "a string"
  abort_argument(name, paste0(wanted, ": only single numbers that need not be whole can be free"), given = "`free()`",
                 call = call)
}

inside_of <- function(call) {
  if (eval(quote(missing(policy)), call)) abort_missing("policy", call, "a policy such as `policy_moss()`")
  policy <- check_class(call$policy, "policy", "unruly_policy", "a policy such as `policy_moss()`", call)
  load_compiled(assuming(policy), call)
  policy
}

# --- for the core --------------------------------------------------------------------------------

# The policy as the core expects it.
describe_policy <- function(policy) {
  refuse_free(policy)
  load_compiled(policy)
  c(list(constructor = policy$constructor, parameters = lapply(policy$parameters, describe_own)),
    if (!is.null(policy$policy)) list(policy = describe_policy(policy$policy)),
    if (!is.null(policy$stream)) list(stream = describe_policy(policy$stream)))
}

# Returns what a policy is as eight digits, the address of its random numbers.
identity_of <- function(policy) .Call(C_identity, describe_policy(policy))

# A policy that its constructor would not have made.
edited_text <- function(why, policy) {
  if (why[["wanted"]] == "omitted") return(sprintf("`%s` is not a parameter of %s", why[["argument"]], policy$label))
  sprintf("`%s` of %s must be %s, not %s", why[["argument"]], policy$label, why[["wanted"]], why[["given"]])
}

# --- cycles by names ---------------------------------------------------------------------------

# Returns the slots of a cycle by the arms' numbers, or by places in a list of `names` that is given beside them.
slots_given <- function(cycle, argument, type, call) {
  if (inherits(cycle, "unruly_cycle")) {
    check_class(cycle, argument, "unruly_cycle", "a cycle, as made by `pinwheel_cycle()`", call)
    cycle <- if (is.null(cycle$names)) as.double(cycle$slots) else cycle$names[cycle$slots]
  }
  if (is.factor(cycle)) cycle <- as.character(cycle)
  if (!is.character(cycle)) return(list(slots = cycle))
  good <- !is.object(cycle) && is.null(dim(cycle)) && !anyNA(cycle) && all(is_readable(cycle)) && all(nzchar(cycle))
  if (!good) abort_argument(argument, rules_of(type)[[argument]]$words, cycle, call = call)
  names <- unique(enc2utf8(unname(cycle)))
  list(slots = as.double(match(enc2utf8(cycle), names)), names = numbered_names(names))
}

numbered_names <- function(names) stats::setNames(as.list(names), paste0("name.", seq_along(names)))

# Names of arms, of which slots are places.
with_own_names <- function(policy, names) {
  policy$parameters <- c(policy$parameters, names)
  policy
}
