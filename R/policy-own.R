#' Policies of your own, in R
#'
#' Two ways to write a policy of your own without C: `policy_index()` from a single function
#' that computes an index for each arm, `policy_custom()` from functions of a state. Such
#' policies play every bandit that the package's policies play, meet the same outcomes, and
#' cost a few microseconds per decision. For large studies write the policy in C, see
#' [policy_compile()].
#'
#' @section The view: A list. Its vectors have one number for each arm of `live`, in that
#'   order; with waiting, `pulls`, `mean`, `total`, `played` and `time` are matrices with one
#'   row for each of these arms and one column for each wait.
#'
#'   | element | what it is |
#'   | --- | --- |
#'   | `round` | the round to be played, from 1 |
#'   | `plays` | plays finished so far |
#'   | `horizon` | T, in rounds |
#'   | `waits` | the longest wait D; 1 without waiting |
#'   | `live` | the numbers of the arms that can be played now, ascending |
#'   | `pulls` | of how many plays the policy was shown the outcome |
#'   | `total`, `mean` | the sum and the mean of what it was shown (`NaN`: nothing yet) |
#'   | `played` | plays made; with delays more than `pulls` |
#'   | `since_pull` | rounds since the arm was pulled last, 1 if that was the round before; `Inf` if it never was |
#'   | `time` | with waiting: the rounds that the plays counted in `pulls` took |
#'   | `patience` | with patience: rounds without a play after which the arm leaves |
#'   | `share`, `penalty` | with fairness |
#'   | `first`, `last` | where arms come and go: the round in which an arm came, and its last, if that is told |
#'   | `context` | with contexts: the numbers of this round |
#'   | `runif(n)`, `rnorm(n)` | the policy's own random numbers, uniform on (0, 1) and standard normal |
#'
#'   Use the random numbers of the view rather than R's: they are addressed like all others in
#'   the package, so that results depend on nothing but the seed. A study warns
#'   (`unruly_warning_random`) if a policy uses R's.
#'
#' @section Outcomes: `observe()` is called once for each play whose outcome is shown, before
#'   the next decision and with the view of that decision, so that counts and means already
#'   include it. `outcome` is a list of `arm`, `wait` (1 without waiting), `observed` (the
#'   reward, or the sum that arrived), `cost` (rounds taken), `delay` (with waiting: the time
#'   the reward took; `NA` if it was not waited for or there is no waiting) and `round` (the
#'   round in which the play began). Outcomes shown after the last decision are not passed on.
#'
#' @param index A function of one argument, the view (see below), that returns one number for
#'   each arm of `view$live` (with waiting a matrix, arms by waits). The action with the
#'   greatest index is played, in a tie the lowest arm, then the lowest wait; `Inf` is
#'   allowed, missing values are an error. The function is not called while there are actions
#'   of which nothing has been seen yet: these come first.
#' @param choose A function of the state and the view that returns the number of
#'   an arm of `view$live`; with waiting, `c(arm, wait)`.
#' @param observe `NULL`, or a function of the state, the view and the outcome
#'   that returns the next state. Without it the state is what `start()` gave.
#' @param start `NULL` (the state is `NULL` at first), or a function of the first
#'   view that returns the state.
#' @param label A single text: its name in tables and plots.
#' @param stream `NULL`, or a policy whose random numbers this one uses instead of its own.
#'   Only then can, say, a version of [policy_epsilon_greedy()] in R make the same choices as
#'   the original.
#' @param ... Must be empty.
#' @section Studies: R itself plays these policies while the threads of [run_study()] play the
#'   others. A random stream, and a folder given by `path`, identify a policy by the code of
#'   its functions and the values that these refer to.
#' @section Errors: `unruly_error_argument` for a bad argument. In a study: an error in your
#'   function is raised again as `unruly_error_own`, with the policy, the bandit, the
#'   replication and the round, and your error as its parent; a choice that cannot be played
#'   is an `unruly_error_choice`, which says what could have been played. Replications that
#'   all policies have finished are kept: see [last_study()].
#' @return A policy, for [run_study()].
#' @examples
#' mine <- policy_index(\(v) v$mean + sqrt(2 * log(v$round) / v$pulls), label = "UCB1 in R")
#' problem <- bandit(arms_bernoulli(c(.3, .5, .6)))
#' run_study(problem, list(mine, policy_ucb1()), horizon = 500, reps = 5, seed = 1)
#'
#' # Win-stay, lose-shift: the state is the arm to play.
#' stay <- policy_custom(
#'   start = \(view) view$live[1],
#'   choose = \(state, view) if (state %in% view$live) state else view$live[1],
#'   observe = \(state, view, outcome) {
#'     if (outcome$observed > 0) outcome$arm else sample_one(view)
#'   },
#'   label = "Win-stay"
#' )
#' sample_one <- \(view) view$live[ceiling(view$runif(1) * length(view$live))]
#' run_study(problem, stay, horizon = 500, reps = 5, seed = 1)
#' @seealso [policy_compile()] for a policy in C, the article *own-policies* of the site.
#' @name own-policies
NULL

#' @rdname own-policies
#' @export
policy_index <- function(index, label = NULL, stream = NULL, ...) {
  check_no_dots(...)
  check_function(index, "index", "a function of the view", 1, view = 1)
  new_own("policy_index", list(index = index), label, stream)
}

#' @rdname own-policies
#' @export
policy_custom <- function(choose, observe = NULL, start = NULL, label = NULL, stream = NULL, ...) {
  check_no_dots(...)
  check_function(choose, "choose", "a function of the state and the view", 2, view = 2)
  check_function(observe, "observe", "a function of the state, the view and the outcome, or NULL", 3, view = 2,
                 null = TRUE)
  check_function(start, "start", "a function of the view, or NULL", 1, view = 1, null = TRUE)
  functions <- list(choose = choose, observe = observe, start = start)
  new_own("policy_custom", functions[!vapply(functions, is.null, NA)], label, stream)
}

own_constructors <- c("policy_index", "policy_custom")

is_own <- function(policy) policy$constructor %in% own_constructors

# To the core the functions are a fingerprint, which addresses the policy's
# random stream and tells folders of studies apart.
new_own <- function(constructor, functions, label, stream, call = rlang::caller_env()) {
  if (!is.null(stream)) check_class(stream, "stream", "unruly_policy",
                                    "a policy, as made by the `policy_*()` functions, or NULL", call)
  parameters <- list(code = fingerprint(lapply(functions, function_words)),
                     tells = if (!is.null(functions$observe)) 1)
  policy <- new_policy(constructor, parameters, label, settings = list(), call = call)
  policy$functions <- functions
  policy$stream <- stream
  policy
}

# `view`: which of its arguments is the view, if any.
check_function <- function(value, argument, wanted, arguments, view = NULL, null = FALSE, call = rlang::caller_env()) {
  if (missing(value)) abort_missing(argument, call, wanted)
  if (null && is.null(value)) return(invisible())
  if (!is.function(value)) abort_argument(argument, wanted, value, call = call)
  taken <- names(formals(args(value)))
  if (length(taken) < arguments && !"..." %in% taken) {
    abort_argument(argument, wanted, given = sprintf("a function of %s", count_of(length(taken), "argument")),
                   call = call)
  }
  if (!is.null(view)) check_taken_from_view(value, argument, taken[view], call)
}

# What a view may have, see src/glue/view.c.
view_parts <- c("round", "plays", "horizon", "waits", "live", "pulls", "mean", "total", "played", "since_pull", "time",
                "patience", "share", "penalty", "first", "last", "context", "runif", "rnorm")

# A list answers NULL when it is asked for what it has not, such as the true means, and the policy would go on with
# that.
check_taken_from_view <- function(f, argument, view, call) {
  absent <- Filter(function(name) !any(startsWith(view_parts, name)), names_taken(body(f), view))
  if (length(absent) == 0) return(invisible())
  names <- sprintf("A view may have %s.", paste(in_code(view_parts), collapse = ", "))
  abort_argument(argument, "a function that takes from the view what is in it",
                 given = sprintf("one that takes `%s$%s`", view, absent[1]),
                 hint = paste(c(did_you_mean(absent[1], view_parts, in_code), names), collapse = " "), call = call)
}

# The names that code takes from a variable by `$` or `[[`; none if it writes to the variable, or means something else
# by its name.
names_taken <- function(code, variable) {
  found <- character()
  changed <- FALSE
  walk <- function(x) {
    if (rlang::is_call(x, c("<-", "<<-", "=")) && variable %in% all.names(x[[2]]) ||
        rlang::is_call(x, "function") && variable %in% names(x[[2]])) changed <<- TRUE
    if (rlang::is_call(x, "$") && identical(x[[2]], as.name(variable)) || rlang::is_call(x, "[[") && is_word(x[[3]]) &&
        identical(x[[2]], as.name(variable))) found <<- c(found, as.character(x[[3]]))
    if (is.call(x)) lapply(Filter(function(part) !identical(part, quote(expr = )), as.list(x)), walk)
  }
  walk(code)
  if (changed) character() else unique(found)
}

# ---- what a function says ------------------------------------------------------

# Its code, and what the names in it mean where it was made: the values of those
# that are found before a package is reached, functions among them.
function_words <- function(f, seen = list()) {
  if (is.primitive(f)) return(list(code = paste(deparse_plain(f), collapse = "\n")))
  found <- captured_names(f)
  list(
    code = function_code(f),
    captured = lapply(found, captured_words, f, c(seen, f))
  )
}

# As it is read from a file (R/check-values.R), so that the same function comes back; code
# that cannot be read again counts as its text.
function_code <- function(f) {
  text <- function_text(f)
  tryCatch(str2lang(text), error = function(e) text)
}

captured_words <- function(name, f, seen) {
  value <- get(name, envir = owner_of(name, environment(f)))
  if (is.function(value)) {
    if (any(vapply(seen, identical, NA, value))) return(name)
    return(function_words(value, seen))
  }
  plain_words(value)
}

# Numbers, texts and lists of them; whatever else is known by its class.
plain_words <- function(value) {
  if (is.null(value) || is.numeric(value) || is.logical(value) || is.character(value)) return(value)
  if (is.list(value)) return(lapply(value, plain_words))
  class(value)
}
