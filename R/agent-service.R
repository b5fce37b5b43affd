#' Serve an agent over HTTP
#' @description
#' Runs a service through which other processes, in any language, ask one agent for choices and report rewards to it.
#'
#' **Use it when** the programs that choose and report are not this R session. Inside R, use [agent_choose()].
#'
#' @details
#' If `file` exists, its agent is served, with the calls made since it was saved, and `agent` is ignored. Otherwise
#' `agent` is served and saved as `file` first. So the same lines start the service for the first time and again. The
#' service runs until it is interrupted. It answers one request after the other; any number of clients can ask at once.
#'
#' @section Crashes: Every call that reaches the agent is appended to `<file>.log`, and answered once it is on the disk.
#'   A service that is killed at any moment and started again goes on as if nothing had happened. `POST /save` rewrites
#'   the file and empties the log, as each start does. Send it now and then: a start repeats the calls of the log, some
#'   thousands per second.
#'
#'   An incomplete last record was never answered and is dropped. Any other change of the log, or the log of another
#'   file, is an error, and nothing is written. If a record cannot be written (the disk is full), or one of the three
#'   files was removed, replaced or changed, this call and all following ones are answered by 503: start the service
#'   again. `<file>.lock` and the log are locked by the system while the process lives, so a second service of the same
#'   file fails. [read_agent()] ignores them.
#' @section Requests: Parameters are a JSON object in the body of a `POST`, named as the arguments of the functions;
#'   `null` is `NA`. Answers are JSON objects.
#'
#'   * `POST /choose` with `context`, `round` returns `arm` (with waiting also `wait`) and `ticket`
#'   * `POST /learn` with `ticket`, `arm`, `reward`, `time`
#'   * `POST /outside` with `arm`, `reward`, `time`, `ticket`, `context`, `round` returns `ticket`
#'   * `POST /enter` with `arm`, `last`, `patience`
#'   * `POST /leave` with `arm`, `away`
#'   * `POST /save`
#'   * `GET /arms` returns `arms`: one row per arm, as [as_tibble()][agent] of an agent
#'   * `GET /status` returns `policy`, `decisions`, `open` (rewards), `round`, `stopped`, `arm` (named) and `reason`
#'
#'   From a shell, with port 8000:
#'
#'   ```
#'   curl -X POST http://127.0.0.1:8000/choose
#'   curl -X POST http://127.0.0.1:8000/learn -d '{"ticket": 1, "arm": "blue", "reward": 1}'
#'   ```
#'
#'   `/learn` needs the ticket, as others ask in between; with waiting, `arm` is an object of `arm` and `wait`.
#'   `/outside` is `agent_learn(chosen = "outside")`. Status 200 means success; all others have an `error`: 400 for a
#'   wrong request, 409 for a call that the agent refuses (with the `class` of R's error), 401 without the token, 403
#'   for another `Host` or `Origin`, 404, 405, 411, 413 (above 64 kB) as usual, 408 if its body came too late while many
#'   others waited, 503 once calls cannot be kept. A connection carries one request at a time: send the next one after
#'   the answer, and close no side before. A request that broke off before its answer may have counted: a ticket that
#'   was reported already is refused.
#' @section Access: On a loopback address, every user and program of the machine has access unless there is a `token`.
#'   Web pages are refused, as browsers send their `Origin` or another `Host`. Other addresses need a token and `hosts`;
#'   put a server with TLS in front, as the token is sent unencrypted. Read `token` from a file or an environment
#'   variable.
#'
#' @param agent An agent, see [agent()], or a function without arguments that makes one, called if `file` does not
#'   exist.
#' @param file Path of the agent's file, as for [save_agent()].
#' @param port A whole number from 1 to 65535.
#' @param host The address to listen at, such as `"::1"` or `"0.0.0.0"` (all). Default: `"127.0.0.1"` (this machine).
#' @param token A string of at least 16 letters, digits and `-._~+/=`, required in the header
#'   `Authorization: Bearer <token>`. Default: `NULL`, none.
#' @param hosts Names by which clients call the service, without port, such as `"bandit.example.org"`. Default: `NULL`,
#'   on a loopback address `host`, `"localhost"`, `"127.0.0.1"` and `"[::1]"`.
#' @param trust `TRUE` to run code in the file, see [read_agent()]. Default: `FALSE`.
#' @param seconds How long to serve, a number above 0. Default: `Inf`.
#' @param ... Must be empty.
#' @return The agent, invisibly, once the time is over.
#' @section Errors: `unruly_error_service`: the file is served already or cannot be locked, or the port is taken.
#'   `unruly_error_path`: the file or its log is damaged or cannot be written. `unruly_error_agent`: the agent's
#'   policy in R does not repeat its choices, see [policy_custom()]. Also those of [read_agent()].
#' @seealso [agent()], [save_agent()]; the article *in-production* of the site.
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

# Checks the token, which is required where other machines can reach the service.
check_token <- function(token, host, call = rlang::caller_env()) {
  wanted <- "a string of at least 16 letters, digits and -._~+/=, "
  if (is.null(token) && is_loopback(host)) return(NULL)
  if (is.null(token)) {
    abort_argument("token", paste0(wanted, "where other machines can reach the service"), token, call = call)
  }
  token <- check_text(token, "token", call = call)
  good <- grepl("^[A-Za-z0-9._~+/=-]{16,}$", token)
  if (!good) abort_argument("token", paste0(wanted, "or NULL"), given = "another string", call = call)
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

# --- one process per file ---------------------------------------------------------------

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
  if (isTRUE(held)) abort_served(file, name, if (name %in% services$locks) "This" else "Another", call)
  if (is.character(held)) abort_service(c("{.path {name}} could not be locked.", x = "{held}"), call)
  service$lock <- held
  service$lock_name <- name
  services$locks <- c(services$locks, name)
  service
}

# The log that is there is not read while another service writes it, whatever has become of the lock.
lock_log <- function(service, call) {
  if (.Platform$OS.type == "windows" || !file.exists(service$log)) return(invisible())
  held <- .Call(C_lock_file, service$log)
  if (is.character(held)) abort_path(c("{.path {service$log}} could not be locked.", x = "{held}"), call)
  if (isTRUE(held)) abort_served(service$file, service$log, "Another", call)
  service$out <- held
}

abort_served <- function(file, name, who, call) {
  abort_service(c("{.path {file}} is served already.", x = "{who} process holds {.path {name}}."), call)
}

end_service <- function(service) {
  close_log(service)
  .Call(C_close_file, service$lock)
  services$locks <- setdiff(services$locks, service$lock_name)
}

# --- its agent --------------------------------------------------------------------------

# As it was when the last answer was given. Nothing is written.
find_agent <- function(service, agent, trust, call) {
  lock_log(service, call)
  logged <- file.exists(service$log)
  if (file.exists(service$file)) {
    service$agent <- read_agent_file(service$file, trust, call)
    serve_own(service$agent, call)
    if (logged) repeat_calls(service, calls_since(service, call), call)
    return(invisible(service))
  }
  if (logged) {
    abort_path(c("{.path {service$file}} does not exist, but the log of its calls does.",
                 i = "Restore the file, or move {.path {service$log}} away."), call)
  }
  if (is.function(agent)) check_served(agent <- agent(), call)
  serve_own(agent, call)
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
                 x = "Call {format_count(i)} now gets another answer.",
                 i = "This is version {package_version_text()} of unruly; another version may have written it."), call)
  }
}

# A number that was read may be an integer.
is_same_answer <- function(made, logged) {
  identical(names(made), names(logged)) &&
    all(vapply(seq_along(made), function(i) isTRUE(made[[i]] == logged[[i]]), NA))
}

# The log states which file is about to be written, so that a new file with an older log is known to hold all of it.
save_service <- function(service, call) {
  text <- agent_text(service$agent, call)
  check_read_again(service$agent, text, call)
  saved <- fingerprint(charToRaw(enc2utf8(text)))
  problem <- if (!is.null(service$before)) write_record(service, list(saved = saved))
  if (!is.null(problem)) abort_path(c("{.path {service$log}} could not be written.", x = "{problem}"), call)
  if (.Platform$OS.type == "windows") close_log(service) # what is open cannot be replaced there
  replace_file(service$file, function(new) write_text(text, new), call)
  service$saved <- file_identity(service$file)
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
    check_body(service, request)
    check_sender(service, request)
    check_length(request)
    what <- check_target(request)
    response(200L, if (what %in% names(service_views)) view_agent(service, what) else
             change_agent(service, what, request$rook.input$read()))
  }, service_refusal = response_of_refusal, error = function(e) response(500L, list(error = "The service failed.")))
}

# Writes a call, then answers. After a call that is not on the disk nothing is answered: the agent may have learned it.
change_agent <- function(service, what, bytes) {
  check_sound(service)
  given <- read_given(bytes, what)
  arguments <- arguments_of(given)
  service$problem <- "A call was not completed."
  if (what == "save") made <- list(answer = no_content, problem = saving_problem(service))
  else {
    before <- .Call(C_agent_extent, service$agent)
    made <- try_call(service$agent, what, arguments)
    if (is.null(made$refused) || is_changed(service$agent, before)) {
      made$problem <- write_record(service, c(list(call = what), if (length(given) > 0) list(given = given),
                                              if (is.null(made$refused)) list(answer = made$answer) else
                                              list(refused = TRUE)))
    }
  }
  service$problem <- made$problem
  check_sound(service)
  if (!is.null(made$refused)) refuse_call_of(made$refused)
  made$answer
}

# By a call that it refused: rounds may have passed before, and what a policy in R does is not known.
is_changed <- function(agent, before) {
  !identical(.Call(C_agent_extent, agent), before) || is_own(.Call(C_agent_description, agent)$policy)
}

saving_problem <- function(service) {
  tryCatch({
    save_service(service, NULL)
    NULL
  }, unruly_error = function(e) first_line(e))
}

# Before each answer: calls are in the files that will be read, and nothing went wrong.
check_sound <- function(service) {
  lost <- if (is.null(service$problem)) lost_file(service)
  if (!is.null(lost)) service$problem <- sprintf("%s is gone, or another file has its name.", lost)
  if (is.null(service$problem)) return(invisible())
  if (!isTRUE(service$told)) {
    service$told <- TRUE
    inform_cli(c("!" = "The service answers no more calls.", x = "{service$problem}",
                 i = "Solve this, and start it again by `serve_agent()`."), class = "unruly_message_service")
  }
  refuse_request(503L, "The service cannot keep its calls, and must be started again.")
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
