# Policies that a function makes from free parameters: its arguments, whose defaults are free().

# Puts a policy with `make()`, a function of named values, in the place of each such function.
with_made_policies <- function(policies, argument, call) {
  if (is.function(policies)) return(list(made_policy(policies, argument, call)))
  if (!is.list(policies) || inherits(policies, "unruly_policy")) return(policies)
  at <- vapply(policies, is.function, NA)
  policies[at] <- lapply(policies[at], made_policy, argument, call)
  policies
}

# As check_policies(), functions included.
check_fitted_policies <- function(policies, argument, call) {
  if (missing(policies)) return(check_policies(call = call))
  given <- with_free_names(with_made_policies(policies, argument, call))
  checked <- check_policies(plain_policies(given), call, argument)
  for (i in which(vapply(given, inherits, NA, "unruly_tied"))) {
    checked[[i]] <- replace(given[[i]], "label", list(names(checked)[i]))
  }
  checked
}

# Policies of one label are told apart by the parameters that are free in some of them only: "Delta + stick".
with_free_names <- function(policies) {
  if (is.object(policies) || !is.list(policies) || !all(vapply(policies, inherits, NA, "unruly_policy"))) {
    return(policies)
  }
  labels <- element_names(policies, vapply(policies, function(p) p$label, ""))
  free <- lapply(policies, function(policy) sub("^(base[.])+", "", names(free_parameters(policy))))
  for (label in unique(labels[duplicated(labels)])) {
    alike <- which(labels == label)
    common <- Reduce(intersect, free[alike])
    labels[alike] <- vapply(free[alike], function(own) paste(c(label, setdiff(own, common)), collapse = " + "), "")
  }
  stats::setNames(policies, labels)
}

# Those that functions make, for checks.
plain_policies <- function(policies) {
  if (!is.list(policies) || is.object(policies)) return(policies)
  lapply(policies, function(policy) if (inherits(policy, "unruly_tied")) policy$make() else policy)
}

made_policy <- function(f, argument, call) {
  wanted <- "functions whose arguments have defaults, `free()` among them, and which return a policy"
  arguments <- as.list(formals(args(f)))
  if (length(arguments) == 0 || any(vapply(arguments, identical, NA, quote(expr = )))) {
    abort_argument(argument, wanted, given = "a function with an argument without a default", call = call)
  }
  values <- lapply(arguments, function(code) tryCatch(eval(code, environment(f)), error = function(e) NULL))
  free <- Filter(is_free, values)
  if (length(free) == 0) abort_argument(argument, wanted, given = "a function without `free()`", call = call)
  free <- Map(complete_free, free, names(free), list(call))
  make <- function(values = NULL) {
    given <- lapply(stats::setNames(nm = names(free)), function(n) values[[n]] %||% middle_of(free[[n]]))
    policy <- telling_errors(do.call(f, given), function(e) {
      if (inherits(e, "unruly_error")) rlang::cnd_signal(e)
      abort_plain(c("A function of `free()` parameters failed.",
                    i = sprintf("With %s.", toString(paste(names(given), "=", vapply(given, format_numbers, ""))))),
                  class = c("unruly_error_own", "unruly_error"), parent = e, call = call)
    })
    if (inherits(policy, "unruly_policy") && length(free_parameters(policy)) == 0) return(policy)
    abort_argument(argument, wanted, given = "a function that returns no policy, or one with free parameters",
                   call = call)
  }
  structure(list(constructor = "function", label = make()$label, parameters = free, make = make),
            class = c("unruly_tied", "unruly_policy"))
}

middle_of <- function(x) if (x$log) sqrt(x$lower * x$upper) else (x$lower + x$upper) / 2

# Returns a function of a unit and of its parameters, for the core: c(log-likelihood, zero).
judge_of_units <- function(task) {
  choices <- task$choices
  parts <- lapply(seq_len(nrow(choices$units)), function(unit) choices_of_unit(choices, unit))
  before <- cumsum(c(0, choices$trials))
  function(unit, x) {
    policy <- filled(task$policy, rlang::set_names(as.list(x), task$free$names))
    plays <- policy_of_choices(policy, parts[[unit]], task$call)
    found <- likelihood_of_choices(parts[[unit]], plays, FALSE, 1L, task$call)
    c(found$log_lik, found$zero + before[unit])
  }
}
