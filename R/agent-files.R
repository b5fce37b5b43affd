#' Save an agent and read it again
#' @description
#' Writes an agent to a file and reads it again. The agent that was read continues exactly as the original would, with
#' the same random numbers.
#'
#' **Use it when** an agent must outlive its R session. [saveRDS()] cannot store agents. For other processes, use
#' [serve_agent()].
#'
#' @details
#' The file holds the arguments of the agent, everything it was asked and everything that was reported. Reading feeds
#' all that to the policy again and checks that its choices are those in the file.
#'
#' @section Size and time: Both grow with the number of decisions. For a million decisions the file has 4 megabytes if
#'   rewards are small whole numbers, and 15 otherwise. Reading a million decisions takes, by policy:
#'
#'   * those that learn from a list of past pulls, without making each choice again: UCB1, KL-UCB, Thompson sampling,
#'     Exp3, LUCB, most others: 0.1 seconds
#'   * these inside [policy_doubling()], [policy_restart()]: 0.1 seconds
#'   * these but Exp3, its relatives and LUCB, inside [policy_sleeping()], [policy_floor()]: 0.1 seconds
#'   * [policy_clw()], eliminations, [policy_queue()], Thompson sampling with a beta prior and rewards other than 0
#'     and 1, policies in R: as long as choosing took
#'
#'   Policies of the first three kinds are asked again for the last few thousand choices only, which verify the others.
#'   An agent with a policy of your own is read again before its file is written, so saving takes as long as reading.
#' @section Format: A file is JSON: `format`, `package` (the version that wrote it), `policy`, `agent` (other arguments
#'   of [agent()]), `arms` (names of all arms ever), `calls` (a letter each, `c` for a choice, `l` for a reward),
#'   `numbers` (of the calls, in base 64), `mark` (the call from which the policy is asked again, and the random numbers
#'   and turns of clocks used by then), `stopped` (of an agent that stopped: round, named arm and rule), `hash` and
#'   `checksum`.
#' @section Trust: Nothing in a file is run as code, except policies of your own ([policy_index()], [policy_custom()],
#'   [policy_compile()]): the file holds their code, and reading it needs `trust`. Trust files whose author you know. A
#'   policy that another package registers is named with its package, which reading loads.
#'
#' @param agent An agent, see [agent()].
#' @param file Path of the file, a string. An existing file is replaced once the new one is complete, and keeps its
#'   permissions; a symbolic link leads to the file that is replaced. Folders, pipes and devices are refused.
#' @param trust `TRUE` to run code in the file. Default: `FALSE`: a file with code is refused; in an interactive session
#'   the code is shown and you are asked.
#' @param ... Must be empty.
#' @return `save_agent()`: `file`, invisibly. `read_agent()`: an agent.
#' @section Errors: `unruly_error_path`: the file cannot be written or does not exist, is not an agent's, is damaged, or
#'   this version of the package makes other choices than the one that wrote it. `unruly_error_agent`: a policy of your
#'   own makes other choices when it is asked again, so nothing is written. `unruly_error_trust`: it holds code.
#' @seealso [agent()], [serve_agent()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' buttons <- agent(policy_thompson(), c("blue", "green"), seed = 1)
#' for (i in 1:20) agent_learn(buttons, agent_choose(buttons), reward = i %% 2)
#' file <- tempfile(fileext = ".json")
#' save_agent(buttons, file)
#' again <- read_agent(file)
#' identical(agent_choose(buttons), agent_choose(again))
#' @export
save_agent <- function(agent, file, ...) {
  check_no_dots(...)
  check_agent(agent)
  file <- check_text(file, "file")
  rlang::check_installed("jsonlite", "to save agents.")
  call <- rlang::current_env()
  text <- agent_text(agent, call)
  check_read_again(agent, text, call)
  replace_file(file, function(new) write_text(text, new), call)
  invisible(file)
}

agent_format <- "unruly agent 4"

agent_text <- function(agent, call) {
  journal <- .Call(C_agent_journal, agent)
  journal$numbers <- if (!is.null(journal)) .Call(C_numbers_to_text, journal$numbers)
  if (is.null(journal$numbers)) abort_agent("The agent has made too many decisions to be saved.", call)
  given <- .Call(C_agent_description, agent)
  content <- c(list(format = agent_format, package = package_version_text(), policy = policy_content(given$policy),
                    agent = agent_content(given)), journal[c("arms", "calls", "numbers", "mark")],
               without_nulls(list(stopped = stopped_content(agent),
                                  strayed = if (.Call(C_agent_strayed, agent, 0)) TRUE)))
  content <- sealed(content)
  paste0(jsonlite::toJSON(with_exact_numbers(content), auto_unbox = TRUE, null = "null", json_verbatim = TRUE,
                          pretty = TRUE), "\n")
}

agent_content <- function(given) {
  given[rule_arguments] <- lapply(given[rule_arguments], stop_content)
  c(list(arms = length(given$arms)), without_nulls(given[setdiff(names(given), c("policy", "arms", "own", "design"))]))
}

# A policy as lists of strings and numbers; its class is the constructor's name. What is NULL is left to the core and
# not written.
policy_content <- function(policy) {
  values <- function(part) lapply(without_nulls(part), value_content)
  content <- list(constructor = policy$constructor, label = policy$label, parameters = values(policy$parameters))
  if (!is.null(policy$policy)) content$policy <- policy_content(policy$policy)
  own <- unclass(policy)[intersect(own_parts, names(policy))]
  if (length(own) > 0) content$own <- own_text(own)
  content
}

# Parts with code, which policies of users bring along.
own_parts <- c("functions", "source", "stream")

own_text <- function(own) {
  refuse <- function(what) abort_agent("The policy cannot be saved: it refers to {what}.", NULL)
  as.character(jsonlite::toJSON(write_value(own, NULL, refuse), auto_unbox = TRUE))
}

own_of_text <- function(text, wrong) {
  own <- tryCatch(read_value(read_json_text(text), fetch = function(...) wrong()), error = function(e) wrong())
  if (!is.list(own) || !has_names(own) || !all(names(own) %in% own_parts)) wrong()
  own
}

# A rule, and what follows it, as lists of strings and numbers.
stop_content <- function(rule) {
  if (is.null(rule)) return(NULL)
  without_nulls(list(kind = rule$kind, parameters = lapply(without_nulls(rule$parameters), value_content),
                     parts = if (joins_stops(rule)) lapply(rule$parts, stop_content), after = rule$after))
}

# Returns how it has stopped, for readers of the file, and checked when it is read.
stopped_content <- function(agent) {
  found <- recommend_agent(agent)
  if (found$stopped) without_nulls(list(round = found$round, arm = if (!is.na(found$arm)) found$arm,
                                        reason = found$reason))
}

value_content <- function(value) {
  if (is.character(value) || is.logical(value)) return(value)
  if (is.list(value)) return(list(law = value$law, number = as.double(value$values)))
  if (is.null(dim(value))) list(number = as.double(value)) else list(number = as.double(value), rows = nrow(value))
}

# Numbers with as many digits as it takes; infinite ones are too large for a
# double, as JSON has no other word for them.
with_exact_numbers <- function(content) {
  if (is.list(content)) return(lapply(content, with_exact_numbers))
  if (is.numeric(content)) structure(.Call(C_exact_numbers, as.double(content)), class = "json") else content
}

# --- reading -----------------------------------------------------------------------

#' @rdname save_agent
#' @export
read_agent <- function(file, trust = FALSE, ...) {
  check_no_dots(...)
  file <- check_text(file, "file")
  trust <- check_flag(trust, "trust")
  rlang::check_installed("jsonlite", "to read agents.")
  read_agent_file(file, trust, rlang::current_env())
}

read_agent_file <- function(file, trust, call) {
  if (!is_file(file)) {
    abort_argument("file", "a file that `save_agent()` wrote", file, class = "unruly_error_path", call = call)
  }
  content <- tryCatch(read_agent_content(file), error = function(e) refuse_agent_file(file, conditionMessage(e), call))
  described <- function(part) {
    tryCatch(part, unruly_error = function(e) refuse_agent_file(file, paste("does not describe an agent:",
                                                                            first_line(e)), call))
  }
  policy <- described(policy_of_content(content$policy))
  check_trust(list(policy = policy), file, trust, call)
  load_compiled(policy, call)
  unknown <- setdiff(constructors_of(policy), registry()$constructor)
  if (length(unknown) > 0) {
    abort_path(c("The policy of {.path {file}} is not available.",
                 x = "No installed package registers {unknown[1]}."), call)
  }
  agent <- described(agent_of_content(content, policy))
  if (isTRUE(content$strayed)) .Call(C_agent_strayed, agent, 1)
  replay_agent(agent, content, file, call)
}

first_line <- function(e) sub("[.]$", "", header_of(e))

refuse_agent_file <- function(file, what, call) {
  abort_path(c("{.path {file}} is not the file of an agent.", x = "It {what}."), call)
}

# Each `stop()` completes "It ...".
read_agent_content <- function(file) content_of_bytes(read_bytes(file))

content_of_bytes <- function(bytes) {
  journal <- cut_journal(bytes)
  if (!is.null(journal)) bytes <- charToRaw(paste(journal[c("before", "between", "after")], collapse = ""))
  content <- json_of_bytes(bytes, simplifyVector = TRUE, simplifyDataFrame = FALSE, simplifyMatrix = FALSE)
  if (!is.null(journal)) content[c("calls", "numbers")] <- journal[c("calls", "numbers")]
  if (!has_names(content)) stop("holds something else")
  if (!identical(content$format, agent_format)) {
    stop(sprintf("has the format %s, not \"%s\"", describe_value(content$format), agent_format))
  }
  problem <- seal_problem(content)
  if (!is.null(problem)) stop(problem)
  content
}

# The journal may be megabytes, which a reader of JSON copies time and again. So it is taken out, where it
# stands as it was written, and leaves two empty strings behind; else NULL, and all is read as JSON.
cut_journal <- function(bytes) {
  find <- function(what, from) grepRaw(what, bytes, from, fixed = TRUE)
  calls <- "\n  \"calls\": \""
  numbers <- "\",\n  \"numbers\": \""
  first <- find(calls, 1) + nchar(calls)
  if (length(first) == 0) return(NULL)
  end <- find(numbers, first)
  if (length(end) == 0) return(NULL)
  second <- end + nchar(numbers)
  last <- find("\"", second)
  if (length(last) == 0) return(NULL)
  lengths <- diff(c(1, first, end, second, last, length(bytes) + 1))
  parts <- tryCatch(readChar(bytes, lengths, useBytes = TRUE), error = function(e) NULL) # of bytes that are 0
  if (!is.null(parts)) as.list(stats::setNames(parts, c("before", "calls", "between", "numbers", "after")))
}

# Refuses to write a text whose choices code of users would not make again. R's random numbers stay what they are.
check_read_again <- function(agent, text, call) {
  given <- .Call(C_agent_description, agent)
  if (!has_own_code(given$policy)) return(invisible())
  content <- content_of_bytes(charToRaw(enc2utf8(text)))
  random <- random_state()
  on.exit(restore_random_state(random))
  made <- tryCatch(suppressWarnings({
    twin <- agent_of_content(content, policy_of_content(content$policy))
    make_calls(twin, content$calls, .Call(C_numbers_of_text, content$numbers), content$arms,
               mark_of_content(content, twin), call)
  }), unruly_error = function(e) list(problem = "differs", done = 0, parent = e))
  if (made$problem != "") abort_differs(given, made$done + 1, ", so the agent could not be read", call)
}

# The call from which a policy is asked again; one in R is asked for all its choices.
mark_of_content <- function(content, agent) {
  if (is_own(.Call(C_agent_description, agent)$policy)) c(0, 0) else content$mark
}

# The description is looked at like one that a user gives. An unruly_error says
# what is wrong.
agent_of_content <- function(content, policy) {
  wrong <- function(part) abort_argument(part, "as it was written", given = "something else", call = NULL)
  if (!is_words(content$arms)) wrong("arms")
  for (part in c("calls", "numbers")) if (!is_word(content[[part]])) wrong(part)
  if (!is_reals(content$mark) || !length(content$mark) %in% 2:10) wrong("mark")
  given <- content$agent
  if (!is.list(given) || !has_names(given)) wrong("agent")
  taken <- given$taken
  given$taken <- NULL
  if (!is.null(taken) && !isTRUE(taken)) wrong("agent")
  known <- c("arms", setdiff(names(formals(agent)), "..."))
  if (!all(names(given) %in% known)) wrong("agent")
  if (!is_count(given$arms, 1, length(content$arms))) wrong("agent")
  rules <- rules_of_content(given[intersect(rule_arguments, names(given))], wrong)
  given[rule_arguments] <- NULL
  if (is.null(given$seed) || !all(vapply(given, is_reals, NA, infinite = TRUE))) wrong("agent")
  if (!is.null(given$awake)) given$awake <- timetable_of_content(given$awake, given$arms, wrong)
  if (isTRUE(taken)) policy$taken <- TRUE
  do.call(agent, c(list(policy = policy, arms = content$arms[seq_len(given$arms)]),
                   given[names(given) != "arms"], rules),
                   quote = TRUE)
}

# As agent() takes them; a rule that joins none stands for none.
rules_of_content <- function(contents, wrong) {
  rules <- lapply(rlang::set_names(names(contents)), function(name) {
    rule <- rule_of_content(contents[[name]], function() wrong(name))
    if (name == "stop") rule$after <- contents$stop$after
    if (!is_rule_of_study(rule, name) || name == "stop" && is.null(rule$after)) wrong(name)
    rule
  })
  if (length(rules) > 0 && is.null(rules$stop)) wrong("stop")
  after <- rules$stop$after
  if (identical(rules$stop, utils::modifyList(no_stop(), list(after = after)))) rules$stop <- NULL
  c(rules, if (!is.null(after)) list(after = after))
}

rule_of_content <- function(content, wrong) {
  if (!is.list(content) || !has_names(content) || !is_word(content$kind)) wrong()
  new_stop(content$kind, values_of_content(content$parameters, wrong),
           if (!is.null(content$parts)) lapply(content$parts, rule_of_content, wrong))
}

# As agent() takes it: a row a round, or a vector.
timetable_of_content <- function(awake, arms, wrong) {
  rows <- awake[1]
  if (!rows %in% c(1, arms) || length(awake) < 2 || !all(awake[-1] %in% 0:1) ||
      (length(awake) - 1) %% rows != 0) wrong("agent")
  if (rows == 1) awake[-1] == 1 else t(matrix(awake[-1] == 1, rows))
}

policy_of_content <- function(content) {
  wrong <- function() abort_argument("policy", "as it was written", given = "something else", call = NULL)
  if (!is.list(content) || !has_names(content) || !is_word(content$constructor)) wrong()
  if (!is_constructor(content$constructor)) wrong()
  policy <- list(constructor = content$constructor, label = content$label,
                 parameters = values_of_content(content$parameters, wrong))
  if (!is.null(content$policy)) policy$policy <- policy_of_content(content$policy)
  if (!is.null(content$own)) {
    if (!is_word(content$own)) wrong()
    policy <- c(policy, own_of_text(content$own, wrong))
  }
  policy <- structure(policy, class = c(if (is.null(policy$source)) content$constructor else "policy_compiled",
                                        "unruly_policy"))
  if (!is_shaped(policy, "unruly_policy") || !are_parameters(policy$parameters)) wrong()
  policy
}

# One of ours, or one that is compiled or registered when the policy is loaded.
is_constructor <- function(name) {
  name %in% .Call(C_policies)$constructor || startsWith(name, compiled_prefix) || grepl(registered_pattern, name)
}

values_of_content <- function(part, wrong) {
  if (is.null(part) || is.list(part) && length(part) == 0) return(list())
  if (!is.list(part) || !has_names(part)) wrong()
  lapply(part, value_of_content, wrong)
}

value_of_content <- function(value, wrong) {
  if (is_word(value) || isTRUE(value) || isFALSE(value)) return(value)
  if (!is.list(value) || !is_reals(value[["number"]], infinite = TRUE)) wrong()
  number <- as.double(value[["number"]])
  if (is_word(value[["law"]])) return(list(law = value[["law"]], values = number))
  if (is.null(value$rows)) return(number)
  if (!is_count(value$rows, 1, length(number)) || length(number) %% value$rows != 0) wrong()
  matrix(number, value$rows)
}

# Those of a journal; a policy in R is asked again.
make_calls <- function(agent, calls, numbers, arms, mark, call) {
  repeat {
    made <- .Call(C_agent_replay, agent, calls, numbers, enc2utf8(arms), as.double(mark))
    if (made$problem != "asks") return(made)
    ask_own(agent, call)
  }
}

replay_agent <- function(agent, content, file, call) {
  numbers <- .Call(C_numbers_of_text, content$numbers)
  if (is.null(numbers)) refuse_agent_file(file, "is damaged: its numbers are none", call)
  made <- make_calls(agent, content$calls, numbers, content$arms, mark_of_content(content, agent), call)
  table <- if (made$problem == "") .Call(C_agent_table, agent)
  there <- table$arm[table$state < 3 & table$wait == 1]
  if (made$problem == "" && !anyDuplicated(there)) return(check_stopped(agent, content, file, call))
  if (made$problem == "differs") {
    abort_path(c("The policy of {.path {file}} makes other choices than it did.",
                 x = "The first choice that differs is that of call {format_count(made$done + 1)}.",
                 i = "The file was written by version {content$package} of unruly; this is {package_version_text()}."),
                 call)
  }
  if (made$problem == "failed") {
    abort_path(c("The policy of the agent in {.path {file}} failed.", x = "{made$message}"), call)
  }
  refuse_agent_file(file, sprintf("is damaged: call %s cannot have been made", format_count(made$done + 1)), call)
}

# Checks that it has stopped as the file says.
check_stopped <- function(agent, content, file, call) {
  parts <- function(stopped) if (!is.null(stopped)) list(as.double(stopped$round), stopped$arm, stopped$reason)
  if (identical(parts(stopped_content(agent)),
                tryCatch(parts(content$stopped), error = function(e) "something else"))) return(agent)
  abort_path(c("The agent of {.path {file}} stops at another round than it did.",
               i = "The file was written by version {content$package} of unruly; this is {package_version_text()}."),
               call)
}
