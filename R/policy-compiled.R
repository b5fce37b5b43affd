#' A policy of your own, in C
#' @description
#' Compiles a policy written in C, so that it runs in threads at the speed of the package's own
#' policies. It returns a constructor of policies.
#'
#' **Use it when** a policy of your own is to be played in large studies. Try the idea in R first, see [policy_index()].
#'
#' @details
#' The C file begins with `#include <unruly/policy.h>`, fills a constant of type `policy_type` and
#' ends with `UNRULY_POLICY(that constant)`. It is compiled against the headers of the package with
#' the compiler that R uses for packages (`R CMD SHLIB`). The headers are in `system.file("include",
#' "unruly", package = "unruly")`: `model/policy.h` documents what a policy is given and what it
#' must do; `index.h` and `race.h` in `policies/search` find the greatest index without evaluating
#' all of them.
#'
#' A policy that draws may state its propensities in `.chances`; then its choices can be weighted ([estimates()]) and
#' have a likelihood ([choice_likelihood()], [fit_policy()]). With `.counts_suffice = ""` it says that these follow from
#' the round, counts and sums alone, and [exact_study()] enumerates its games. `softmax.c`, beside the `ucb1.c` of the
#' example, does both.
#'
#' A file is compiled again in the same session only if it, a header of yours that it includes, or
#' the package has changed. `policy_compile()` then returns a constructor of the new policy, and
#' policies made before keep the old code. A policy carries its source with these headers, so that
#' other processes can compile it for themselves.
#'
#' @param file The path of the C file, a single string.
#' @param parameters For a type that does not state its parameters in `takes`: a named list of them with their defaults,
#'   numbers (one or several) or single strings. They become arguments of the constructor, which accepts values of
#'   the same kind: if the default is a single number, so is the value. The C code reads them by
#'   name, as in `parameters_number_or(given, "alpha", 4)`. Beside `takes` it may name parameters that have no usual
#'   value there. Default: none.
#' @param ... Must be empty.
#' @section Parameters: A type that states in `takes` which parameters it has needs no list here: names, order and
#' defaults of the constructor's arguments are those that it states, and the core judges what is given, as it does for
#' the package's own policies. A parameter that is left out has its usual value. None is taken from
#' the bandit: `FROM_BANDIT` is for the package's own policies.
#' @section Safety: The compiled code runs inside R: code that writes to memory that is not its own
#' can end the session. A choice that cannot be played is an error of the study.
#' @section Endless loops: A study waits until its policies return, and a policy that does not
#' return cannot be interrupted. With `options(unruly.patience = 60)`, a game in which the policy
#' makes no choice for 60 seconds ends the study with an error of class `unruly_error_patience`.
#' [last_study()] keeps the finished replications. The thread is abandoned: it occupies a core and
#' keeps its memory until the policy returns or R ends. After Ctrl-C, or when another policy fails,
#' the study waits no longer than this either, and 30 seconds if the option is not set. What runs in
#' the session's own thread cannot be abandoned: the `start()` of a policy before a study begins,
#' and every call of a policy in an [agent()].
#' @section Errors: `unruly_error_compile`: there is no compiler, the file does not compile (with the compiler's
#'   messages), or it is not a policy for this version of the package.
#' @return A function that makes policies, with the parameters as arguments, then `label`.
#' @examples
#' # a UCB1, with the choices of policy_ucb1()
#' file <- system.file("examples", "ucb1.c", package = "unruly")
#' cat(readLines(file), sep = "\n")
#' if (interactive()) { # compiling takes a second or two
#'   policy_mine <- policy_compile(file)
#'   run_study(bandit(arms_bernoulli(c(.3, .6))), list(policy_mine(label = "Mine"), policy_ucb1()),
#'     horizon = 1000, reps = 10, seed = 1)
#' }
#' @seealso [policy_registered()] for policies of a package; the article *own-policies* of the site.
#' @export
policy_compile <- function(file, parameters = list(), ...) {
  check_no_dots(...)
  call <- environment()
  file <- check_text(file, "file", call = call)
  if (!is_file(file)) abort_argument("file", "a file that exists", file, call = call)
  check_defaults(parameters, call)
  source <- read_source(file)
  folder <- dirname(normalizePath(file)) # before the working directory is another
  compile_source(source, folder, basename(file), call)
  check_agree(parameters, rules_of(compiled_name(source)), call)
  constructor_of(compiled_name(source), parameters, source)
}

#' Policies registered by another package
#' @description
#' Makes a policy of a type that the C code of another package has registered with
#' `unruly_register()`. The constructor in that package checks its arguments and calls this
#' function.
#'
#' **Use it when** you write a package with policies in C. In a script use [policy_compile()].
#'
#' @details
#' `unruly_register()` is declared in the header `unruly/register.h` (`LinkingTo: unruly`). When a
#' policy registers, the version of the interface and the sizes of its structures are checked. A
#' package that was compiled with another version of unruly is refused, with the advice to install
#' it again.
#'
#' @param name The name under which the type was registered, a single string such as
#'   `"mypackage::policy_mine"`.
#' @param parameters A named list of numbers or single strings that the C code reads by name; `NULL`
#'   for those that the C code sets itself. Default: no parameters.
#' @param label The policy's name in tables and plots, a single string. Default: `NULL`, the label
#'   of its type.
#' @param ... Must be empty.
#' @section Errors: `unruly_error_argument`: `name` is not registered.
#' @return A policy, for [run_study()].
#' @examples
#' # In a package: policy_mine <- function(alpha = 2, label = NULL)
#' #   unruly::policy_registered("mypackage::policy_mine", list(alpha = alpha), label)
#' try(policy_registered("mypackage::policy_mine"))
#' @export
policy_registered <- function(name, parameters = list(), label = NULL, ...) {
  check_no_dots(...)
  name <- check_text(name, "name")
  if (!name %in% registry()$constructor) {
    abort_argument("name", "the name of a registered policy", name, hint = did_you_mean(name, registry()$constructor))
  }
  check_defaults(parameters, environment())
  check_taken(parameters, rules_of(name), environment())
  described_outside(name, parameters, label, environment())
}

# ---- parameters ---------------------------------------------------------------

check_defaults <- function(parameters, call) {
  wanted <- "a named list of parameters: numbers, or single strings"
  if (!is.list(parameters) || is.object(parameters) || !has_names(parameters)) {
    abort_argument("parameters", wanted, parameters, call = call)
  }
  for (name in names(parameters)) check_setting(parameters[[name]], name, call)
  if ("label" %in% names(parameters)) abort_argument("parameters", "without an element named `label`", parameters,
                                                     call = call)
}

check_setting <- function(value, name, call) {
  if (is.null(value) || is_word(value)) return(invisible())
  if (is.numeric(value) && !is.object(value) && length(value) > 0 && !anyNA(value)) return(invisible())
  abort_argument(name, "a number, several numbers, or a single string", value, call = call)
}

# A setting is of the kind of its default: a string, a number, or several numbers.
check_like <- function(value, default, name, call) {
  check_setting(value, name, call)
  if (is.null(value) || is.null(default)) return(invisible())
  if (is.character(default) != is.character(value)) {
    abort_argument(name, if (is.character(default)) "a single string" else "numeric, as its default is", value,
                   call = call)
  }
  if (length(default) == 1 && length(value) != 1) abort_argument(name, "a single number", value, call = call)
}

# Makes a policy from outside: one whose type says what its parameters are is judged and completed by it.
described_outside <- function(name, given, label, call, class = name) {
  label <- check_text(label, "label", null = TRUE, call = call)
  if (length(rules_of(name)) > 0) return(described_policy(name, given, label, call = call, class = class))
  listed <- registry()
  structure(list(constructor = name, label = label %||% listed$label[match(name, listed$constructor)],
                 parameters = lapply(without_nulls(given), plain_parameter)), class = c(class, "unruly_policy"))
}

plain_parameter <- function(value) if (is.numeric(value)) replace(value, TRUE, as.double(value)) else value

# Refuses what a type does not take, if it states what it does.
check_taken <- function(parameters, rules, call) {
  unknown <- setdiff(names(parameters), names(rules))
  if (length(rules) == 0 || length(unknown) == 0) return(invisible())
  taken <- paste0("`", names(rules), "`", collapse = ", ")
  abort_argument("parameters", sprintf("parameters that the policy takes: %s", taken), call = call,
                 given = sprintf("`%s`", unknown[1]), hint = did_you_mean(unknown, names(rules), in_code))
}

# A list of defaults says nothing else than the type does.
check_agree <- function(parameters, rules, call) {
  check_taken(parameters, rules, call)
  for (name in intersect(names(parameters), names(rules))) {
    stated <- usual_value(rules[[name]])
    if (is.null(stated) || isTRUE(all.equal(stated, parameters[[name]], tolerance = 0))) next
    abort_argument("parameters", sprintf("a list with the usual values of the policy, or without them: `%s = %s`", name,
                                         describe_value(stated)), parameters[[name]], call = call)
  }
}

# What a type says is usual, or NULL.
usual_value <- function(rule) {
  if (length(rule$usual) == 0) return(NULL)
  if (!is.na(rule$text)) return(choices_of(rule)[rule$usual + 1])
  if (rule$kind == "flag") rule$usual == 1 else rule$usual
}

# Returns the arguments of a type as a signature has them: without a default if they must be given, all choices of a
# text, and NULL if something else than a constant is usual.
signature_of_rules <- function(rules) {
  lapply(rules, function(rule) {
    usual <- usual_value(rule)
    if (is.null(usual)) return(if (rule$required) quote(expr = ))
    if (is.character(usual)) union(usual, choices_of(rule)) else usual
  })
}

# function(<parameters>, label = NULL), which checks and makes the policy.
constructor_of <- function(name, parameters, source) {
  stated <- signature_of_rules(rules_of(name))
  make <- function(label) { # its arguments are put in below
    call <- environment()
    policy <- described_outside(name, given_outside(parameters, names(stated), call), label, call, "policy_compiled")
    policy$source <- source
    policy
  }
  formals(make) <- c(replace(stated, names(parameters), parameters), alist(label = NULL))
  make
}

# Returns what was given for the arguments of a constructor: of a type that states them what was not left out, else all,
# each of the kind of its default.
given_outside <- function(parameters, stated, call) {
  if (length(stated) > 0) {
    given <- given_arguments(stated, call)
    return(c(given, parameters[setdiff(names(parameters), names(given))]))
  }
  given <- mget(as.character(names(parameters)), envir = call)
  for (name in names(given)) check_like(given[[name]], parameters[[name]], name, call)
  given
}
