# An agent behind HTTP that forgets nothing when it is killed. One process owns it; others ask.
#
# Every call is written to a log before it is answered. An agent that is read from its file makes
# the choices it would have made, so the calls since then are simply made again. The log's first
# line is the checksum of the file that it continues: a log of an older file is in that file.

open_service <- function(file, make) {
  service <- new.env()
  service$file <- file
  service$log <- paste0(file, ".log")
  service$agent <- if (file.exists(file)) unruly::read_agent(file) else make()
  for (call in calls_since(service)) {
    if (!identical(act(service$agent, call), call$answer)) stop("The log is not that of the agent.")
  }
  save_service(service)
}

# Those that were written whole: a last line that was not was never answered.
calls_since <- function(service) {
  if (!file.exists(service$log)) return(list())
  text <- readChar(service$log, file.size(service$log), useBytes = TRUE)
  lines <- strsplit(sub("[^\n]*$", "", text), "\n")[[1]]
  if (length(lines) == 0 || lines[1] != tools::md5sum(service$file)) return(list())
  lapply(lines[-1], jsonlite::parse_json)
}

save_service <- function(service) {
  if (!is.null(service$out)) close(service$out)
  unruly::save_agent(service$agent, service$file)
  service$out <- file(service$log, "wb")
  write_line(service, tools::md5sum(service$file))
}

write_line <- function(service, line) {
  cat(line, "\n", sep = "", file = service$out)
  flush(service$out)
  invisible(service)
}

json <- function(x) as.character(jsonlite::toJSON(x, auto_unbox = TRUE, digits = NA))

# What can be asked of the agent. The answer is all that a caller gets to know.
act <- function(agent, call) {
  ticket <- if (!is.null(call$ticket)) as.numeric(call$ticket)
  reward <- if (!is.null(call$reward)) as.numeric(call$reward)
  switch(call$what,
    choose = list(arm = unruly::choose(agent), ticket = as.integer(unruly::ticket(agent))),
    learn = {
      unruly::learn(agent, call$arm, reward, ticket = ticket)
      list()
    },
    outside = {
      unruly::learn(agent, call$arm, reward, ticket = ticket, chosen = "outside")
      list(ticket = as.integer(unruly::ticket(agent)))
    },
    enter = {
      unruly::enter(agent, call$arm)
      list()
    },
    leave = {
      unruly::leave(agent, call$arm)
      list()
    }
  )
}

respond <- function(service, call) {
  if (call$what == "save") {
    save_service(service)
    return(list())
  }
  call$answer <- act(service$agent, call)
  write_line(service, json(call))
  call$answer
}

# /choose, /learn?ticket=3&arm=blue&reward=1, /enter?arm=red, ...
serve <- function(service, port) {
  answer <- function(request) {
    found <- tryCatch(respond(service, call_of(request)), error = function(e) list(error = conditionMessage(e)))
    list(status = if (is.null(found$error)) 200L else 400L, headers = list("Content-Type" = "application/json"), body = json(found))
  }
  httpuv::runServer("127.0.0.1", port, list(call = answer))
}

call_of <- function(request) {
  parts <- strsplit(strsplit(sub("^[?]", "", request$QUERY_STRING), "&")[[1]], "=")
  given <- lapply(parts, function(part) utils::URLdecode(part[2]))
  names(given) <- vapply(parts, `[`, "", 1)
  what <- match.arg(sub("^/", "", request$PATH_INFO), c("choose", "learn", "outside", "enter", "leave", "save"))
  c(list(what = what), given)
}
