# An agent behind HTTP: decisions a second, directly and through HTTP, and what kill -9 does to it.
#
#   sh tools/with-library.sh Rscript bench/service.R [kills, 20]
#
# The server is serve_agent(), in a process of its own; the client is this one, with one
# call after the other, each over a connection of its own. Then the server is killed (-9) again and again, in the
# midst of calls, and started anew: every decision and reward that was answered must be there.
library(unruly)
kills <- as.integer(c(commandArgs(TRUE), "20")[1])
make <- function() agent(policy_ucb1(), c("blue", "green", "red"), seed = 1)

# By processor time of this process and of the server, so that other work on the machine matters little.
server <- NULL
used <- function() sum(proc.time()[1:2]) + if (is.null(server)) 0 else sum(server$get_cpu_times()[c("user", "system")])
rate <- function(what, count, decide) {
  before <- used()
  for (i in seq_len(count)) decide(i)
  each <- (used() - before) / count
  cat(sprintf("%-48s %8.0f a second of processor time, %7.1f us each\n", what, 1 / each, 1e6 * each))
}

a <- make()
rate("agent_choose() and agent_learn()", 2e5, function(i) agent_learn(a, agent_choose(a), i %% 2))
a <- make()
log <- data.frame(arm = rep(c("blue", "green"), 5e5), reward = rep(c(0, 1, 1, 0), 2.5e5))
cat(sprintf("%-48s %8.2f s\n", "agent_warm_start() of a million rows", system.time(agent_warm_start(a, log))[["user.self"]]))

file <- tempfile(fileext = ".json")
service <- unruly:::lock_service(file, NULL)
unruly:::find_agent(service, make(), FALSE, NULL)
unruly:::save_service(service, NULL)
rate("with its log, without HTTP", 2000, function(i) {
  found <- unruly:::change_agent(service, "choose", raw())
  unruly:::change_agent(service, "learn", charToRaw(sprintf('{"ticket": %d, "arm": "%s", "reward": 1}', as.integer(found$ticket), found$arm)))
})
unruly:::end_service(service)

# --- over HTTP -------------------------------------------------------------------------------

port <- httpuv::randomPort()
start <- function() {
  server <- callr::r_bg(function(file, make, port) {
    library(unruly)
    environment(make) <- globalenv()
    serve_agent(make, file, port)
  }, list(file, make, port))
  for (i in 1:1200) {
    if (!is.null(tryCatch(ask("/save"), error = function(e) NULL))) return(server)
    Sys.sleep(0.05)
  }
  stop("The server does not answer.")
}

# One answer, over a connection of its own; an error if the server dies before it is whole.
ask <- function(path, body = "") {
  connection <- suppressWarnings(socketConnection("127.0.0.1", port, open = "r+b", blocking = TRUE, timeout = 10))
  on.exit(close(connection))
  cat(sprintf("POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", path, nchar(body), body), file = connection)
  lines <- readLines(connection, warn = FALSE)
  size <- as.integer(sub(".*: *", "", grep("^Content-Length", lines, ignore.case = TRUE, value = TRUE)))
  body <- lines[length(lines)]
  if (length(size) == 0 || nchar(body) < size) stop("no answer")
  jsonlite::parse_json(body)
}

unlink(paste0(file, c("", ".log")))
learn_body <- function(found, reward) sprintf('{"ticket": %d, "arm": "%s", "reward": %d}', found$ticket, found$arm, as.integer(reward))
server <- start()
rate("through HTTP, choice and reward", 2000, function(i) {
  found <- ask("/choose")
  ask("/learn", learn_body(found, i %% 2))
})

answered <- list()
lost <- 0
for (kill in seq_len(kills)) {
  pid <- server$get_pid()
  killer <- callr::r_bg(function(pid, after) {
    Sys.sleep(after)
    tools::pskill(pid, tools::SIGKILL)
  }, list(pid, runif(1)))
  repeat {
    found <- tryCatch(ask("/choose"), error = function(e) NULL)
    if (is.null(found)) break
    answered[[as.character(found$ticket)]] <- c(found, list(reward = NA))
    told <- tryCatch(ask("/learn", learn_body(found, 1)), error = function(e) NULL)
    if (is.null(told)) break
    answered[[as.character(found$ticket)]]$reward <- 1
    if (kill %% 3 == 0 && found$ticket %% 20 == 0 && is.null(tryCatch(ask("/save"), error = function(e) NULL))) break
  }
  killer$wait()
  server <- start()
  ask("/save")
  found <- agent_decisions(read_agent(file))[vapply(answered, `[[`, 0L, "ticket"), ]
  reward <- vapply(answered, function(x) as.numeric(x$reward), 0)
  lost <- lost + sum(as.character(found$arm) != vapply(answered, `[[`, "", "arm")) + sum(!is.na(reward) & is.na(found$reward))
}
invisible(server$kill())
unlink(paste0(file, c("", ".log", ".lock")))
cat(sprintf("%d kills in the midst of %d decisions: %d of those answered lost or changed\n", kills, length(answered), lost))
stopifnot(lost == 0)
