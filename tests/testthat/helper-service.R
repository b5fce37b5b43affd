# Services of agents (R/agent-service.R): without HTTP, as requests that httpuv would hand over; and over HTTP, on this
# machine only.

# As serve_agent() begins, without listening.
open_service <- function(agent, file, token = NULL, trust = FALSE) {
  service <- unruly:::lock_service(file, NULL)
  opened <- FALSE
  on.exit(if (!opened) unruly:::end_service(service))
  service$token <- token
  service$hosts <- unruly:::check_hosts(NULL, "127.0.0.1")
  unruly:::find_agent(service, agent, trust, NULL)
  unruly:::save_service(service, NULL)
  opened <- TRUE
  service
}

end_service <- function(service) unruly:::end_service(service)

request <- function(target, body = "", method = "POST", ...) {
  bytes <- if (is.raw(body)) body else charToRaw(enc2utf8(body))
  fields <- list(REQUEST_METHOD = method, PATH_INFO = sub("[?].*", "", target), QUERY_STRING = sub("^[^?]*", "", target),
                 HTTP_HOST = "127.0.0.1:8000", CONTENT_LENGTH = as.character(length(bytes)), rook.input = list(read = function() bytes))
  utils::modifyList(fields, list(...))
}

# Status and content of the answer to a request.
asked <- function(service, ...) {
  found <- suppressMessages(unruly:::answer_request(service, request(...)))
  c(list(status = found$status), jsonlite::parse_json(rawToChar(found$body)))
}

as_json <- function(given) as.character(jsonlite::toJSON(given, auto_unbox = TRUE, digits = NA))

# --- over HTTP --------------------------------------------------------------------------

# A service in a process of its own, which answers; `url` has its port.
start_service <- function(make, file, port = httpuv::randomPort(), token = NULL) {
  child <- callr::r_bg(function(make, file, port, token) {
    library(unruly)
    environment(make) <- globalenv()
    serve_agent(make, file, port, token = token, seconds = 300)
  }, list(make, file, port, token), libpath = .libPaths(), stderr = "2>&1", stdout = tempfile())
  for (i in 1:400) {
    if (!is.null(tryCatch(http(port, "/status", method = "GET", token = token), error = function(e) NULL))) break
    if (!child$is_alive()) stop("The service has ended: ", paste(readLines(child$get_output_file()), collapse = "\n"))
    Sys.sleep(0.05)
  }
  list(child = child, port = port)
}

open_http <- function(port) suppressWarnings(socketConnection("127.0.0.1", port, open = "r+b", blocking = TRUE, timeout = 20))

send_http <- function(connection, target, body = "", method = "POST", token = NULL) {
  head <- c(sprintf("%s %s HTTP/1.1", method, target), "Host: 127.0.0.1", "Connection: close",
            if (!is.null(token)) paste("Authorization: Bearer", token), sprintf("Content-Length: %d", nchar(body, "bytes")), "", "")
  writeBin(c(charToRaw(paste(head, collapse = "\r\n")), charToRaw(enc2utf8(body))), connection)
}

# Status and content; an error if the answer is not whole.
receive_http <- function(connection) {
  bytes <- raw()
  while (length(more <- readBin(connection, raw(), 65536)) > 0) bytes <- c(bytes, more)
  text <- rawToChar(bytes)
  size <- regmatches(text, regexec("(?i)content-length: *([0-9]+)", text, perl = TRUE))[[1]][2]
  body <- substring(text, regexpr("\r\n\r\n", text, fixed = TRUE) + 4)
  if (is.na(size) || nchar(body, "bytes") < as.integer(size)) stop("no answer")
  c(list(status = as.integer(substr(text, 10, 12))), jsonlite::parse_json(body))
}

# One request, over a connection of its own.
http <- function(port, ...) {
  connection <- open_http(port)
  on.exit(close(connection))
  send_http(connection, ...)
  receive_http(connection)
}
