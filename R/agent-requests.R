# Requests to a service (R/agent-service.R), and their answers. A request is what httpuv hands over;
# nothing here opens a connection.

# Calls that change the agent, by POST: the parameters that each call takes, the necessary ones first.
service_calls <- list(
  choose = list(needs = character(), takes = c("context", "round")),
  learn = list(needs = c("ticket", "arm"), takes = c("ticket", "arm", "reward", "time")),
  outside = list(needs = "arm", takes = c("arm", "reward", "time", "ticket", "context", "round")),
  enter = list(needs = "arm", takes = c("arm", "last", "patience")),
  leave = list(needs = "arm", takes = c("arm", "away")),
  save = list(needs = character(), takes = character())
)

# Views of the agent, by GET.
service_views <- list(
  arms = function(agent) list(arms = as_tibble.unruly_agent(agent)),
  status = function(agent) {
    standing <- .Call(C_agent_standing, agent, NULL)
    named <- recommend_agent(agent)
    list(policy = .Call(C_agent_description, agent)$policy$label, decisions = standing$ticket, open = standing$late,
         round = standing$round, stopped = named$stopped, arm = named$arm, reason = named$reason)
  }
)

largest_request <- 65536 # bytes
deepest_request <- 100 # brackets

# --- refusing --------------------------------------------------------------------------

# Ends the request with this status and these words.
refuse_request <- function(status, message, ..., headers = list()) {
  stop(structure(class = c("service_refusal", "error", "condition"),
                 list(message = message, call = NULL, status = status, body = c(list(error = message), ...),
                      headers = headers)))
}

# Before anything is read of what was sent. A page of another origin, or one whose name was made to lead here, is
# somebody's browser used by somebody else.
check_sender <- function(service, request) {
  host <- tolower(request$HTTP_HOST %||% "")
  if (!sub(":[0-9]*$", "", host) %in% service$hosts) refuse_request(403L, "The service does not answer to this Host.")
  origin <- request$HTTP_ORIGIN
  if (!is.null(origin) && !identical(sub("^https?://", "", tolower(origin)), host)) {
    refuse_request(403L, "The service does not answer pages of another origin.")
  }
  if (!is.null(service$token) && !is_same_text(request$HTTP_AUTHORIZATION %||% "", paste("Bearer", service$token))) {
    refuse_request(401L, "The service needs its token: \"Authorization: Bearer ...\".",
                   headers = list("WWW-Authenticate" = "Bearer"))
  }
}

# In a time that does not depend on how much of it is right.
is_same_text <- function(given, wanted) {
  given <- charToRaw(given)
  wanted <- charToRaw(wanted)
  length(given) == length(wanted) && sum(given != wanted) == 0
}

check_length <- function(request) {
  if (!is.null(request$HTTP_TRANSFER_ENCODING)) refuse_request(411L, "A request must state its length.")
  length <- request$CONTENT_LENGTH %||% request$HTTP_CONTENT_LENGTH %||% ""
  if (nzchar(length) && !grepl("^[0-9]{1,15}$", length)) refuse_request(400L, "The length of the request is no number.")
  if (nzchar(length) && as.double(length) > largest_request) refuse_request(413L, "The request is too long.")
}

# Returns which call or view is asked for.
check_target <- function(request) {
  what <- sub("^/", "", request$PATH_INFO %||% "")
  method <- if (what %in% names(service_calls)) "POST" else if (what %in% names(service_views)) "GET" else
    refuse_request(404L, sprintf("There is %s.",
                                 paste0("/", c(names(service_calls), names(service_views)), collapse = ", ")))
  if (!identical(request$REQUEST_METHOD, method)) {
    refuse_request(405L, sprintf("/%s is asked for by %s.", what, method), headers = list(Allow = method))
  }
  if (!(request$QUERY_STRING %||% "") %in% c("", "?")) {
    refuse_request(400L, "Parameters are sent as a JSON object in the body, not in the address.")
  }
  what
}

# --- parameters ------------------------------------------------------------------------

# Those of a call, by name.
read_given <- function(bytes, what) {
  if (length(bytes) > largest_request) refuse_request(413L, "The request is too long.")
  given <- if (all(bytes %in% charToRaw(" \t\r\n"))) list() else json_object(bytes)
  known <- service_calls[[what]]
  wrong <- setdiff(names(given), known$takes)
  if (length(wrong) > 0) {
    refuse_request(400L, sprintf("/%s has no parameter %s.%s", what, quoted(wrong[1]), if (length(known$takes) > 0)
      sprintf(" It has %s.", paste(quoted(known$takes), collapse = ", ")) else ""))
  }
  if (anyDuplicated(names(given))) refuse_request(400L, sprintf("The parameter %s is there twice.",
                                                                quoted(names(given)[anyDuplicated(names(given))])))
  missing <- setdiff(known$needs, names(given))
  if (length(missing) > 0) refuse_request(400L, sprintf("/%s needs the parameter %s.", what, quoted(missing[1])))
  given
}

json_object <- function(bytes) {
  refuse <- function(...) refuse_request(400L, "The body must be a JSON object.")
  if (sum(bytes %in% charToRaw("[{")) > deepest_request) refuse()
  tryCatch({
    if (any(bytes == as.raw(0L))) stop()
    text <- rawToChar(bytes)
    if (!validUTF8(text)) stop()
    Encoding(text) <- "UTF-8"
    if (escapes_no_character(text)) stop()
    given <- read_json_text(text)
    if (!grepl("^[ \t\r\n]*[{]", text) || !is.list(given)) stop()
    given
  }, error = refuse)
}

# Returns whether an escape of a JSON text stands for no character: for the end of a string in C, or for half of a
# pair, where a reader would cut off or replace.
escapes_no_character <- function(text) {
  text <- gsub("\\\\", "", text, fixed = TRUE) # backslashes that are escaped
  text <- gsub("\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}", "", text)
  grepl("\\\\u(0000|[dD][89a-fA-F])", text)
}

# A call of R takes these.
arguments_of <- function(given) {
  arguments <- lapply(given, plain_vector)
  for (name in intersect(names(given), c("reward", "time"))) if (is.null(given[[name]])) arguments[[name]] <- NA_real_
  nothing <- names(arguments)[vapply(arguments, is.null, NA)]
  if (length(nothing) > 0) refuse_request(400L, sprintf("The parameter %s must not be null.", quoted(nothing[1])))
  if (is.list(arguments$arm)) arguments$arm <- action_of_list(arguments$arm)
  arguments
}

# A list of strings, or of numbers, is a vector of these; a list of anything else stays one, and is refused where it is
# used.
plain_vector <- function(value) {
  if (!is.list(value) || !is.null(names(value)) || length(value) == 0) return(value)
  are <- function(is) all(vapply(value, function(v) is(v) && length(v) == 1, NA))
  if (are(is.character)) return(vapply(value, identity, ""))
  if (are(is.numeric)) return(vapply(value, as.double, 0))
  value
}

# An arm and a wait, where arms take their time.
action_of_list <- function(arm) {
  if (!identical(sort(names(arm)), c("arm", "wait"))) {
    refuse_request(400L, "The parameter \"arm\" must be a string, or an object of \"arm\" and \"wait\".")
  }
  arm[c("arm", "wait")]
}

# --- calling ---------------------------------------------------------------------------

# The answer to the caller. What happens to the agent follows from these arguments alone.
call_agent <- function(agent, what, arguments) {
  arguments <- c(list(agent), arguments)
  switch(what,
    choose = {
      chosen <- do.call(agent_choose, arguments)
      c(if (is.list(chosen)) chosen else list(arm = chosen), list(ticket = agent_ticket(agent)))
    },
    learn = {
      do.call(agent_learn, arguments)
      no_content
    },
    outside = {
      do.call(agent_learn, c(arguments, list(chosen = "outside")))
      list(ticket = agent_ticket(agent))
    },
    enter = {
      do.call(agent_enter, arguments)
      no_content
    },
    leave = {
      do.call(agent_leave, arguments)
      no_content
    }
  )
}

no_content <- structure(list(), names = character())

# The answer, or the error by which the agent refused. Warnings are for whoever runs the service.
try_call <- function(agent, what, arguments) {
  withCallingHandlers(
    tryCatch(list(answer = call_agent(agent, what, arguments)), unruly_error = function(e) list(refused = e)),
    warning = function(w) {
      inform_plain(c("!" = conditionMessage(w)), class = "unruly_message_service")
      tryInvokeRestart("muffleWarning")
    }
  )
}

refuse_call_of <- function(error) {
  status <- if (inherits(error, "unruly_error_argument")) 400L else 409L
  refuse_request(status, cli::ansi_strip(conditionMessage(error)), class = class(error)[1])
}

# --- answering -------------------------------------------------------------------------

# The same refusals, as soon as the head of the request is there; NULL: go on.
refuse_early <- function(service, request) {
  tryCatch({
    check_sender(service, request)
    check_length(request)
    if (!is.null(request$HTTP_UPGRADE)) refuse_request(400L, "The service speaks HTTP only.")
    await_body(service, request)
    NULL
  }, service_refusal = response_of_refusal)
}

# ---- bodies that stay away ------------------------------------------------------------

# httpuv holds an open file for each body that has begun, and R can have about a hundred. So the oldest of many are no
# longer waited for.
most_bodies <- 40

await_body <- function(service, request) {
  if (!is.environment(request) || (request$CONTENT_LENGTH %||% request$HTTP_CONTENT_LENGTH %||% "0") == "0") return()
  service$bodies <- c(service$bodies, list(request))
  if (length(service$bodies) <= most_bodies) return()
  oldest <- service$bodies[[1]]
  service$bodies <- service$bodies[-1]
  if (inherits(oldest$.bodyData, "connection")) close(oldest$.bodyData)
  oldest$.bodyData <- structure(raw(), class = "unruly_no_body") # what still comes is written to nothing
}

check_body <- function(service, request) {
  service$bodies <- Filter(function(waiting) !identical(waiting, request), service$bodies)
  if (is.environment(request) && inherits(request$.bodyData, "unruly_no_body")) {
    refuse_request(408L, "The body of the request came too late.")
  }
}

#' @export
seek.unruly_no_body <- function(con, ...) 0

#' @export
close.unruly_no_body <- function(con, ...) invisible()

response_of_refusal <- function(e) response(e$status, e$body, e$headers)

response <- function(status, content, headers = list()) {
  body <- jsonlite::toJSON(content, auto_unbox = TRUE, digits = NA, na = "null", null = "null")
  list(status = status, body = charToRaw(enc2utf8(as.character(body))),
       headers = c(list("Content-Type" = "application/json", "Cache-Control" = "no-store",
                        "X-Content-Type-Options" = "nosniff"), headers))
}
