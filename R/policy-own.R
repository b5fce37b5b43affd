#' Policies of your own, in R
#' @description
#' Make policies from R functions: `policy_index()` from one that computes an index for each arm,
#' `policy_custom()` from functions of a state. They play every bandit that the package's policies
#' play, and meet the same outcomes.
#'
#' **Use it when** you try an idea. A decision costs a few microseconds; for large studies write the policy in C, see
#' [policy_compile()].
#'
#' @section In one sentence:
#' `r sentences_of("policy_index", "policy_custom")`
#' @section The view: A list, whose elements go by their whole names. Its vectors have one number for each arm of
#' `live`, in that order; with waiting, `pulls`, `mean`, `total`, `played` and `time` are matrices with one row per
#' arm and one column per wait.
#'
#' * `round`: the round to be played, from 1
#' * `plays`: pulls finished so far
#' * `horizon`: T, in rounds
#' * `waits`: the longest wait D; 1 without waiting
#' * `live`: the numbers of the arms that can be played now, ascending
#' * `pulls`: the number of pulls whose outcome was shown
#' * `total`, `mean`: the sum and the mean of what was shown (`NaN`: nothing yet)
#' * `played`: the number of pulls; with delays more than `pulls`
#' * `since_pull`: rounds since the arm was pulled last, 1 if that was the round before; `Inf` if it never was (its
#'   patience then counts from the round in which it came)
#' * `time`: with waiting, the rounds that the pulls counted in `pulls` took
#' * `patience`: with patience, the rounds without a pull after which the arm leaves
#' * `share`, `penalty`: with fairness, those of [with_fairness()]
#' * `first`, `last`: if arms come and go, the round in which an arm came, and its last, if lifetimes are known
#' * `context`: with contexts, the numbers of this round
#' * `runif(n)`, `rnorm(n)`: the policy's own random numbers, uniform on (0, 1) and standard normal
#'
#' Use the random numbers of the view rather than R's, so that results depend on nothing but the
#' seed.
#'
#' @section Outcomes: `observe()` is called once per pull whose outcome is shown, before the next
#' decision and with the view of that decision; counts and means already include the outcome.
#' `outcome` is a list of `arm`, `wait` (1 without waiting), `observed` (the reward, or the sum that
#' arrived), `cost` (rounds taken), `delay` (with waiting: the time the reward took; `NA` if the
#' wait was too short or there is no waiting) and `round` (the round in which the pull began).
#' Outcomes shown after the last decision are not passed on.
#'
#' @param index A function of one argument, the view, that returns one number for each arm of
#'   `view$live` (with waiting a matrix, arms by waits). The action with the greatest index is
#'   played, in a tie the lowest arm, then the shortest wait. `Inf` is allowed; missing values are
#'   an error. Actions of which nothing has been seen come first, without a call of the function.
#' @param choose A function of the state and the view that returns the number of an arm of
#'   `view$live`; with waiting, `c(arm, wait)`. Default: `NULL`, where `chances` is given.
#' @param observe A function of the state, the view and the outcome that returns the next state.
#'   Default: `NULL`, the state stays what `start()` returned.
#' @param start A function of the first view that returns the first state. Default: `NULL`, the
#'   state is `NULL`.
#' @param chances Instead of `choose`: a function of the state and the view that returns the propensity of each arm of
#'   `view$live` (with waiting a matrix, arms by waits): numbers of at least 0 whose sum is 1 within 1e-6. It is called
#'   once per decision and does not draw; the arm is drawn by these propensities. With it, choices have propensities, so
#'   that [estimates()] can weight them, and [exact_study()] can enumerate games where it uses no more than counts and
#'   means. Default: `NULL`.
#' @param label The policy's name in tables and plots, a single string. Default: `NULL`, the name of
#'   the type.
#' @param stream A policy whose random numbers this one uses instead of its own. A version of
#'   [policy_epsilon_greedy()] in R, for example, then makes the same choices as the original.
#'   Default: `NULL`.
#' @param ... Must be empty.
#' @section Studies: These policies run in R's own thread while the threads of [run_study()] play
#' the others. A random stream, and a folder given by `path`, identify a policy by the code of its
#' functions and the values that these refer to.
#' @section Repeatable choices: With the same seed and the same rewards, a policy must make the same
#' choices, whatever was played before. Studies and agents warn once of each policy that draws from
#' R's random numbers (`unruly_warning_random`), that changes a variable or an environment outside of
#' its functions, as `<<-` does, or whose code reads a clock, an option or an environment variable
#' (`unruly_warning_outside`). What is changed outside runs on from one replication into the next:
#' keep it in the state. If the variable only records what the policy sees, the warning can be
#' ignored. [save_agent()] refuses an agent whose policy makes other choices when it is asked again,
#' and [serve_agent()] refuses the policies above.
#' @section Errors: `unruly_error_own` (in a study): your function raised an error. It states the policy, the bandit,
#'   the replication and the round; your error is its parent.
#'
#' `unruly_error_choice` (in a study): a choice cannot be played; the message lists what could have
#' been. [last_study()] keeps the replications that all policies have finished.
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
#'
#' # Softmax over means, with propensities:
#' soft <- policy_custom(label = "Softmax", chances = \(state, view) {
#'   weight <- exp(ifelse(view$pulls > 0, view$mean, 0) / 0.1)
#'   weight / sum(weight)
#' })
#' choices(run_study(problem, soft, horizon = 100, seed = 1, keep = "choices"))
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
policy_custom <- function(choose = NULL, observe = NULL, start = NULL, chances = NULL, label = NULL, stream = NULL,
                          ...) {
  check_no_dots(...)
  if (is.null(chances)) {
    check_function(if (!is.null(choose)) choose, "choose", "a function of the state and the view", 2, view = 2)
  } else {
    check_stated_chances(chances, choose)
  }
  check_function(observe, "observe", "a function of the state, the view and the outcome, or NULL", 3, view = 2,
                 null = TRUE)
  if (!is.null(observe)) check_parts_taken(observe, "observe", "outcome", 3, rlang::current_env())
  check_function(start, "start", "a function of the view, or NULL", 1, view = 1, null = TRUE)
  functions <- list(choose = choose, observe = observe, start = start, chances = chances)
  new_own("policy_custom", functions[!vapply(functions, is.null, NA)], label, stream)
}

# A function that states chances takes the place of one that chooses, and does not draw.
check_stated_chances <- function(chances, choose, call = rlang::caller_env()) {
  if (!is.null(choose)) {
    abort_argument("chances", "left out beside `choose`", given = "both", call = call,
                   hint = "`chances()` states propensities, by which the package draws the arm.")
  }
  check_function(chances, "chances", "a function of the state and the view", 2, view = 2, call = call)
  draws <- intersect(names_taken(body(chances), names(formals(args(chances)))[2]), c("runif", "rnorm"))
  if (length(draws) == 0) return(invisible())
  abort_argument("chances", "a function that does not draw", given = sprintf("one that uses `%s()`", draws[1]),
                 hint = "The arm is drawn by the propensities that it returns.", call = call)
}

# The core gets a fingerprint of the functions, which addresses the policy's random stream and identifies folders of
# studies.
new_own <- function(constructor, functions, label, stream, call = rlang::caller_env()) {
  if (!is.null(stream)) check_class(stream, "stream", "unruly_policy",
                                    "a policy, as made by the `policy_*()` functions, or NULL", call)
  label <- check_text(label, "label", null = TRUE, call = call)
  parameters <- list(code = fingerprint(lapply(functions, function_words)), tells = !is.null(functions$observe))
  if (!is.null(functions$chances)) parameters$states <- TRUE
  policy <- described_policy(constructor, parameters, label, call = call)
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
  check_no_more_needed(value, argument, wanted, setdiff(taken[-seq_len(arguments)], "..."), call)
  if (!is.null(view)) check_parts_taken(value, argument, "view", view, call)
}

# What a function needs besides would be missing in the middle of a game. `more`: names of its further arguments.
check_no_more_needed <- function(f, argument, wanted, more, call) {
  needed <- Filter(function(name) rlang::is_missing(formals(args(f))[[name]]), more)
  used <- intersect(needed, if (is.primitive(f)) needed else all.names(body(f)))
  if (length(used) == 0) return(invisible())
  abort_argument(argument, wanted, given = sprintf("one that also needs `%s`", used[1]), call = call,
                 hint = if (used[1] %in% view_parts) sprintf("The view has it: `view$%s`.", used[1]))
}

# The elements that a view may have, see src/glue/view.c.
view_parts <- c("round", "plays", "horizon", "waits", "live", "pulls", "mean", "total", "played", "since_pull", "time",
                "patience", "share", "penalty", "first", "last", "context", "runif", "rnorm")

outcome_parts <- c("arm", "wait", "observed", "cost", "delay", "round")

# A list returns NULL for an element that it lacks, such as the true means, and the policy would continue with that. By
# `$` the beginning of a name is that element, unless there is another that begins so: in outcomes, which all have the
# same ones, there never is.
# `of`: what the argument at this place of the function is.
check_parts_taken <- function(f, argument, of, place, call) {
  parts <- if (of == "view") view_parts else outcome_parts
  name <- names(formals(args(f)))[place]
  known <- function(taken) if (of == "view") taken %in% parts else any(startsWith(parts, taken))
  absent <- Filter(Negate(known), names_taken(body(f), name))
  if (length(absent) == 0) return(invisible())
  a <- if (of == "view") "A" else "An"
  there <- sprintf("%s %s may have %s.", a, of, paste(in_code(parts), collapse = ", "))
  meant <- if (of == "outcome" && absent[1] == "reward") sprintf("The reward is `%s$observed`.", name)
  abort_argument(argument, sprintf("a function that uses elements of the %s", of),
                 given = sprintf("one that uses `%s$%s`", name, absent[1]),
                 hint = paste(c(meant %||% did_you_mean(absent[1], parts, in_code), there), collapse = " "),
                 call = call)
}

# The names that code takes from a variable by `$` or `[[`; none if it writes to the variable, or uses its name for
# something else.
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

# ---- the content of a function ------------------------------------------------------

# Its code, and the values of the names in it where it was made, if they are found before a package is reached;
# functions among them.
function_words <- function(f, seen = list()) {
  if (is.primitive(f)) return(list(code = paste(deparse_plain(f), collapse = "\n")))
  found <- captured_names(f)
  list(
    code = function_code(f),
    captured = lapply(found, captured_words, f, c(seen, f))
  )
}

# As it is read from a file (R/check-values.R), so that the same function results; code that cannot be read again is
# represented by its text.
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

# Numbers, strings and lists of them; anything else is represented by its class.
plain_words <- function(value) {
  if (is.null(value) || is.numeric(value) || is.logical(value) || is.character(value)) return(value)
  if (is.list(value)) return(lapply(value, plain_words))
  class(value)
}
