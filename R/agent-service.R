#' Serve an agent over HTTP
#'
#' Other processes, in any language, ask one agent and tell it what came of it. What was answered is on
#' the disk: a service that is killed at any moment and started again goes on as if nothing had happened.
#'
#' The service runs until it is interrupted, or its process ends. It is one process, which answers one request after
#' the other; any number of clients may ask at once.
#'
#' If `file` is there, the agent in it is served, with the calls that were made since it was saved, and `agent` is not
#' looked at. Else the agent that is given is served, and saved as `file` first. So the same lines start the
#' service for the first time and again.
#'
#' Every call that reaches the agent is appended to `<file>.log`, and answered when it is on the disk. `POST /save`
#' writes the file anew and empties the log, as each start does; do so now and then, since a start repeats what is in
#' the log, some thousands of calls a second.
#' A last record that was not wholly written was never answered, and is dropped. Any other change of the
#' log, or a log of another file, is an error, and nothing is written. If a record cannot be written (the disk is full),
#' this call and all that follow are answered by 503: ask again once the service was started anew.
#'
#' `<file>.lock` is locked by the system for as long as the process lives. A second service of the same file fails
#' before it touches anything. The lock's file stays, and means nothing by itself. It is no obstacle to [read_agent()],
#' which finds the agent as it was saved last.
#'
#' @section Requests: Parameters are a JSON object in the body of a `POST`. They are those of the functions of the same
#'   name, by their exact names; `null` is `NA`. Answers are JSON objects.
#'
#' | request | parameters | answer |
#' | --- | --- | --- |
#' | `POST /choose` | `context`, `round` | `arm` (with waiting also `wait`), `ticket` |
#' | `POST /learn` | `ticket`, `arm`, `reward`, `time` | |
#' | `POST /outside` | `arm`, `reward`, `time`, `ticket`, `context`, `round` | `ticket` |
#' | `POST /enter` | `arm`, `last`, `patience` | |
#' | `POST /leave` | `arm`, `away` | |
#' | `POST /save` | | |
#' | `GET /arms` | | `arms`: a row an arm, as [as_tibble()][agents] of an agent |
#' | `GET /status` | | `policy`, `decisions`, `open` (rewards to come), `round`, `stopped`, `arm` (named now), `reason` |
#'
#' From a shell, with port 8000:
#'
#' ```
#' curl -X POST http://127.0.0.1:8000/choose
#' curl -X POST http://127.0.0.1:8000/learn -d '{"ticket": 1, "arm": "blue", "reward": 1}'
#' curl http://127.0.0.1:8000/arms
#' ```
#'
#' `/learn` needs the ticket, as others ask in between; with waiting `arm` is an object of `arm` and `wait`. `/outside`
#' tells of a choice of somebody else, as `agent_learn(chosen = "outside")` does.
#'
#' Anything but 200 has an `error` in words: 400 for a request that is wrong, and 409 for one that the agent refuses now
#' (with the `class` of R's error), 401 without the token, 403 for another `Host` or `Origin`, 404, 405, 411 and 413 as
#' usual (bodies of more than 64 kB), 503 once a record could not be written. A request that was cut off before its
#' answer came may have been counted: a ticket that was told already is refused.
#'
#' @section Who may ask: On a loopback address every user and every program of the machine, unless there is a `token`.
#'   Web pages may not: their browser sends another `Origin`, or another `Host`. For other addresses a token and the
#'   hosts must be given; put a server that speaks TLS in front, as the token is sent as it is. Let `token` come from a
#'   file or an environment variable.
#'
#' @param agent An agent, see [agent()], or a function without arguments that makes one, called if `file` is not there.
#' @param file Name of the agent's file, as for [save_agent()].
#' @param port A whole number from 1 to 65535.
#' @param host The address at which the service listens, such as `"127.0.0.1"` (this machine only), `"::1"` or
#'   `"0.0.0.0"` (all).
#' @param token `NULL`, or a text of at least 16 letters, digits and `-._~+/=`, which requests must have in their head
#'   `Authorization: Bearer <token>`.
#' @param hosts `NULL`, or the names by which clients call the service, without port, such as `"bandit.example.org"`. On
#'   a loopback address `NULL` means `host`, `"localhost"`, `"127.0.0.1"` and `"[::1]"`.
#' @param trust As for [read_agent()]: `TRUE` if code in the file may run.
#' @param seconds How long to serve, a number above 0; by default for ever.
#' @param ... Must be empty.
#' @return The agent, invisibly, once the time is over.
#' @section Errors: `unruly_error_service` if the file is served already, the file cannot be locked, or the port cannot
#'   be had; `unruly_error_path` if the file or its log is damaged, or cannot be written; `unruly_error_argument` if an
#'   argument is not as above; those of [read_agent()].
#' @seealso [agent()], [save_agent()], the article *in-production* of the site
#' @examplesIf all(vapply(c("httpuv", "jsonlite"), requireNamespace, NA, quietly = TRUE))
#' file <- file.path(tempdir(), "banner.json")
#' make <- function() agent(policy_thompson(), c("blue", "green"), seed = 1)
#' serve_agent(make, file, port = httpuv::randomPort(), seconds = 0.1)
#' unlink(paste0(file, c("", ".log", ".lock")))
#' @export
serve_agent <- function(agent, file, port, host = "127.0.0.1", token = NULL, hosts = NULL, trust = FALSE, seconds = Inf,
                        ...) {
  check_no_dots(...)
  call <- rlang::current_env()
  if (missing(agent)) abort_missing("agent", call, served_wanted)
  if (!is.function(agent)) check_served(agent, call)
  file <- check_text(file, "file")
  port <- check_whole(port, "port", min = 1, max = 65535)
  host <- check_text(host, "host")
  token <- check_token(token, host)
  hosts <- check_hosts(hosts, host)
  trust <- check_flag(trust, "trust")
  seconds <- check_numbers(seconds, "seconds", size = 1, above = 0, infinite = TRUE,
                           wanted = "a single number above 0, or Inf")
  rlang::check_installed(c("httpuv", "jsonlite"), "to serve agents.")
  service <- lock_service(file, call)
  on.exit(end_service(service))
  service$token <- token
  service$hosts <- hosts
  find_agent(service, agent, trust, call)
  server <- listen(service, host, port, call)
  on.exit(httpuv::stopServer(server), add = TRUE, after = FALSE)
  save_service(service, call)
  inform_cli(c(i = "Serving {.path {file}} at {service_address(host, port)}."), class = "unruly_message_service")
  attend(seconds)
  invisible(service$agent)
}

served_wanted <- "an agent, as made by `agent()`, or a function that makes one"

check_served <- function(agent, call) {
  if (!inherits(agent, "unruly_agent")) abort_argument("agent", served_wanted, agent, call = call)
  check_agent(agent, "agent", call)
}

is_loopback <- function(host) host %in% c("localhost", "::1") || grepl("^127[.][0-9.]+$", host)

# Where anybody can reach it, anybody must not be heard.
check_token <- function(token, host, call = rlang::caller_env()) {
  wanted <- "a text of at least 16 letters, digits and -._~+/=, "
  if (is.null(token) && is_loopback(host)) return(NULL)
  if (is.null(token)) abort_argument("token", paste0(wanted, "where others can reach the service"), token, call = call)
  token <- check_text(token, "token", call = call)
  good <- grepl("^[A-Za-z0-9._~+/=-]{16,}$", token)
  if (!good) abort_argument("token", paste0(wanted, "or NULL"), given = "another text", call = call)
  token
}

check_hosts <- function(hosts, host, call = rlang::caller_env()) {
  wanted <- "names by which clients call the service, without port"
  if (is.null(hosts) && is_loopback(host)) {
    return(unique(c(tolower(if (grepl(":", host)) paste0("[", host, "]") else host), "localhost", "127.0.0.1",
                    "[::1]")))
  }
  good <- is_words(hosts) && length(hosts) > 0 && all(grepl("^([A-Za-z0-9._-]+|[[][0-9A-Fa-f:.]+[]])$", hosts))
  if (!good) abort_argument("hosts", wanted, hosts, call = call)
  tolower(hosts)
}

abort_service <- function(message, call, .envir = parent.frame()) {
  abort_combination(message, class = "unruly_error_service", call = call, .envir = .envir)
}

# --- one process a file -----------------------------------------------------------------

services <- new.env(parent = emptyenv())
services$locks <- character() # of this process

# Before anything is opened. By the name of what is there, however it was called.
lock_service <- function(file, call) {
  target <- link_target(path.expand(file))
  if (!dir.exists(dirname(target))) abort_argument("file", "in a folder that is there", file,
                                                   class = "unruly_error_path", call = call)
  service <- new.env(parent = emptyenv())
  service$file <- file.path(normalizePath(dirname(target), winslash = "/"), basename(target))
  service$log <- paste0(service$file, ".log")
  name <- paste0(service$file, ".lock")
  held <- if (name %in% services$locks) TRUE else .Call(C_lock_file, name)
  if (isTRUE(held)) {
    abort_service(c("{.path {file}} is served already.",
                    x = "{if (name %in% services$locks) 'This' else 'Another'} process holds {.path {name}}."), call)
  }
  if (is.character(held)) abort_service(c("{.path {name}} could not be locked.", x = "{held}"), call)
  service$lock <- held
  service$lock_name <- name
  services$locks <- c(services$locks, name)
  service
}

end_service <- function(service) {
  close_log(service)
  .Call(C_close_file, service$lock)
  services$locks <- setdiff(services$locks, service$lock_name)
}

# --- its agent --------------------------------------------------------------------------

# As it was when the last answer was given. Nothing is written.
find_agent <- function(service, agent, trust, call) {
  logged <- file.exists(service$log)
  if (file.exists(service$file)) {
    service$agent <- read_agent_file(service$file, trust, call)
    if (logged) repeat_calls(service, calls_since(service, call), call)
    return(invisible(service))
  }
  if (logged) {
    abort_path(c("{.path {service$file}} is not there, but calls of its agent are.",
                 i = "Bring the file back, or move {.path {service$log}} away."), call)
  }
  if (is.function(agent)) check_served(agent <- agent(), call)
  service$agent <- agent
  invisible(service)
}

# An agent makes the choices that it would have made, so calls are simply made again, those that were refused too:
# a refusal may come after rounds have passed.
repeat_calls <- function(service, calls, call) {
  for (i in seq_along(calls)) {
    record <- calls[[i]]
    made <- tryCatch(try_call(service$agent, record$call, arguments_of(record$given)), error = function(e) NULL)
    same <- if (isTRUE(record$refused)) !is.null(made$refused) else is_same_answer(made$answer, record$answer)
    if (same) next
    abort_path(c("{.path {service$log}} is not the log of {.path {service$file}}.",
                 x = "Call {format_count(i)} is answered otherwise than it was.",
                 i = "This is version {package_version_text()} of unruly; another version may have written it."), call)
  }
}

# A number that was read may be an integer.
is_same_answer <- function(made, told) {
  identical(names(made), names(told)) && all(vapply(seq_along(made), function(i) isTRUE(made[[i]] == told[[i]]), NA))
}

# The log says which file is about to come, so that whoever finds the file and the older log knows that the
# file has it all.
save_service <- function(service, call) {
  text <- agent_text(service$agent, call)
  saved <- fingerprint(charToRaw(enc2utf8(text)))
  problem <- if (!is.null(service$out)) write_record(service, list(saved = saved))
  if (!is.null(problem)) abort_path(c("{.path {service$log}} could not be written.", x = "{problem}"), call)
  close_log(service)
  replace_file(service$file, function(new) write_text(text, new), call)
  begin_log(service, saved, call)
}

# --- answering --------------------------------------------------------------------------

view_agent <- function(service, what) {
  check_sound(service)
  service_views[[what]](service$agent)
}

# The response to a request: status, headers, body.
answer_request <- function(service, request) {
  tryCatch({
    check_sender(service, request)
    check_length(request)
    what <- check_target(request)
    response(200L, if (what %in% names(service_views)) view_agent(service, what) else
             change_agent(service, what, request$rook.input$read()))
  }, service_refusal = response_of_refusal, error = function(e) response(500L, list(error = "The service failed.")))
}

# What is not on the disk is not answered, and nothing is after it: the agent may know what the disk does not.
change_agent <- function(service, what, bytes) {
  check_sound(service)
  given <- read_given(bytes, what)
  arguments <- arguments_of(given)
  service$problem <- "A call was cut off."
  if (what == "save") made <- list(answer = no_content, problem = saving_problem(service))
  else {
    made <- try_call(service$agent, what, arguments)
    made$problem <- write_record(service, c(list(call = what), if (length(given) > 0) list(given = given),
                                            if (is.null(made$refused)) list(answer = made$answer) else
                                            list(refused = TRUE)))
  }
  service$problem <- made$problem
  if (!is.null(made$problem)) {
    inform_cli(c("!" = "The service answers nothing any more.", x = "{made$problem}",
                 i = "Start it again once this is mended."),
                    class = "unruly_message_service")
    check_sound(service)
  }
  if (!is.null(made$refused)) refuse_call_of(made$refused)
  made$answer
}

saving_problem <- function(service) {
  tryCatch({
    save_service(service, NULL)
    NULL
  }, unruly_error = function(e) first_line(e))
}

check_sound <- function(service) {
  if (!is.null(service$problem)) {
    refuse_request(503L, "The service could not write down a call, and must be started again.")
  }
}

# --- listening --------------------------------------------------------------------------

service_address <- function(host, port) sprintf("http://%s:%d", if (grepl(":", host)) paste0("[", host, "]") else host,
                                                as.integer(port))

listen <- function(service, host, port, call) {
  app <- list(call = function(request) answer_request(service, request),
              onHeaders = function(request) refuse_early(service, request))
  tryCatch(httpuv::startServer(host, as.integer(port), app, quiet = TRUE), error = function(e) {
    abort_service(c("Nothing can be served at {service_address(host, port)}.",
                    i = "Another process may have this port, or {.arg host} is no address of this machine."), call)
  })
}

# In slices, between which R answers interrupts.
attend <- function(seconds) {
  end <- proc.time()[["elapsed"]] + seconds
  while ((left <- end - proc.time()[["elapsed"]]) > 0) httpuv::service(max(1, 1000 * min(left, 0.25)))
}
