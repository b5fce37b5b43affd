# Services of agents: nothing that was answered is lost, whatever ends them, and nobody but those who may changes anything.
# The first tests do without HTTP; the last ones are over HTTP, on this machine only.

two_arms <- function() agent(policy_thompson("bernoulli"), c("blue", "green"), seed = 7)

local_service <- function(make, file = withr::local_tempfile(fileext = ".json", .local_envir = frame), ..., frame = parent.frame()) {
  service <- open_service(make, file, ...)
  withr::defer(try(end_service(service), silent = TRUE), frame)
  service
}

# What a caller may ask: target and body.
random_request <- function(service, open) {
  arms <- as_tibble(service$agent)$arm
  what <- sample(c("choose", "learn", "outside", "enter", "leave", "save", "skip"), 1, prob = c(10, 6, 2, 1, 0.3, 0.5, 0.3))
  if (what == "learn" && length(open) > 0) {
    visit <- open[[sample(length(open), 1)]]
    return(list("/learn", as_json(list(arm = visit$arm, ticket = visit$ticket, reward = sample(c(0, 1, 0.1 + 0.2, 1 / 3), 1)))))
  }
  switch(what,
    outside = list("/outside", as_json(list(arm = sample(arms, 1), reward = 1))),
    enter = list("/enter", as_json(list(arm = sample(c("arm \"1\"", "arm\n2", "\u00e4rm", "\\", "<a>"), 1)))),
    leave = list("/leave", as_json(list(arm = sample(arms, 1)))),
    save = list("/save", ""),
    skip = list("/choose", as_json(list(round = sample(300, 1)))),
    list("/choose", "")
  )
}

same_agent <- function(a, b) {
  identical(agent_decisions(a), agent_decisions(b)) && identical(as_tibble(a), as_tibble(b)) &&
    identical(.Call(unruly:::C_agent_journal, a)[c("calls", "numbers")], .Call(unruly:::C_agent_journal, b)[c("calls", "numbers")])
}

# The files of a service as they are now, where another one finds them.
copied_service <- function(service, folder = tempfile("copy")) {
  dir.create(folder)
  file.copy(c(service$file, service$log), folder)
  file.path(folder, basename(service$file))
}

test_that("a service that is ended at any moment goes on as if it had not been", {
  skip_on_cran() # long
  skip_if_not_installed("jsonlite")
  withr::local_seed(if (is.na(share_number())) 1 else share_number())
  policies <- list(policy_ucb1(), policy_thompson("bernoulli"), policy_epsilon_greedy(0.3), policy_exp3())
  claim <- many_claims()
  for (policy in policies) {
    make <- function() agent(policy, c("blue", "green"), seed = 7, horizon = 1000)
    service <- local_service(make)
    open <- list()
    copies <- 0
    # Of all runs together services are opened again eighty times: what goes wrong in one of twenty is seen in 98 of 100 runs.
    for (i in seq_len(if (is.na(share_number())) 70 else 25)) {
      call <- random_request(service, open)
      answer <- asked(service, call[[1]], call[[2]])
      claim(answer$status %in% c(200, 400, 409), policy$label, call[[1]], answer$status)
      if (call[[1]] == "/choose" && answer$status == 200) open <- c(open, list(answer))
      if (!yes(0.15)) next
      file <- copied_service(service)
      torn <- list(raw(), charToRaw("12 ab"), charToRaw('90 0123456789abcdef0123456789abcdef {"call":"cho'), raw(300), c(raw(300), as.raw(10L)))
      # What was being written, and never answered: two of the five at a time, all of them in turn.
      copies <- copies + 1
      for (tail in torn[(2 * copies + 0:1) %% length(torn) + 1]) {
        bytes <- unruly:::read_bytes(service$log)
        if (length(tail) > 0) bytes <- c(utils::head(bytes, -length(unruly:::log_end)), tail)
        writeBin(bytes, paste0(file, ".log"))
        again <- open_service(function() stop("not made anew"), file)
        claim(same_agent(again$agent, service$agent), policy$label, i, length(tail))
        end_service(again)
        file.copy(service$file, file, overwrite = TRUE)
      }
      unlink(dirname(file), recursive = TRUE)
    }
    claim(nrow(agent_decisions(service$agent)) > 5, policy$label, "was asked often")
  }
  expect_claims(claim, 110)
})

test_that("a log that was cut in its last record is that of the calls before; cut elsewhere, or damaged, it is refused", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  whole_run <- is.na(share_number())
  withr::local_seed(if (whole_run) 2 else share_number())
  service <- local_service(two_arms)
  for (i in 1:6) asked(service, "/choose")
  whole <- unruly:::read_bytes(service$log)
  saved <- unruly:::read_bytes(service$file)
  folder <- withr::local_tempdir()
  file <- file.path(folder, "copy.json")
  log <- paste0(file, ".log")
  opened <- function(bytes) {
    writeBin(saved, file)
    writeBin(bytes, log)
    tryCatch({
      service <- open_service(two_arms, file)
      on.exit(end_service(service))
      nrow(agent_decisions(service$agent))
    }, unruly_error_path = function(e) {
      if (identical(unruly:::read_bytes(log), bytes) && identical(unruly:::read_bytes(file), saved)) "refused" else "refused, and written"
    })
  }
  claim <- many_claims()
  ends <- c(0, which(whole == as.raw(10L))) # of the log's head, its six records, and its end
  expect_length(ends, 9)
  for (i in 1:8) {
    for (cut in ends[i] + 0:3) { # at the end of a record, and in the end of the log
      wanted <- if (cut > ends[i] && i < 8) i - 2L else "refused"
      claim(identical(opened(whole[seq_len(cut)]), if (identical(wanted, -1L)) "refused" else wanted), "cut after", i - 2, "records and", cut - ends[i])
    }
  }
  for (cut in sort(sample((ends[7] + 1):(ends[8] - 1), if (whole_run) 25 else 8))) claim(identical(opened(whole[seq_len(cut)]), 5L), "cut at", cut)
  claim(identical(opened(whole), 6L), "whole")
  for (place in sample(length(whole), if (whole_run) 40 else 12)) {
    bytes <- whole
    bytes[place] <- as.raw(bitwXor(as.integer(bytes[place]), 1L))
    found <- opened(bytes)
    # What follows the last record may be the beginning of one that was never answered.
    claim(identical(found, "refused") || place > ends[8] && identical(found, 6L), "changed at", place)
  }
  line <- function(i) whole[(ends[i] + 1):ends[i + 1]]
  lines <- function(...) unlist(lapply(c(..., 8), line))
  claim(identical(opened(lines(1:7)), 6L), "put together")
  claim(identical(opened(lines(1, 2, 4, 5)), "refused"), "a record is missing")
  claim(identical(opened(lines(1, 3, 2, 4)), "refused"), "in another order")
  claim(identical(opened(lines(1:7, 7)), "refused"), "a record twice")
  claim(identical(opened(c(whole, line(8))), "refused"), "two ends")
  claim(identical(opened(raw()), "refused"), "empty")
  claim(identical(opened(charToRaw("hello\n")), "refused"), "something else")
  expect_claims(claim, if (whole_run) 100 else 55)
})

contents <- function(folder) lapply(stats::setNames(nm = list.files(folder, full.names = TRUE, all.files = TRUE, no.. = TRUE)), unruly:::read_bytes)

test_that("nothing is answered that the files of the service would not show again", {
  skip_in_quick()
  skip_on_os("windows") # where they cannot be removed
  skip_if_not_installed("jsonlite")
  lose <- list(removed = unlink, replaced = function(file) {
    bytes <- unruly:::read_bytes(file)
    unlink(file)
    writeBin(bytes, file)
    Sys.setFileTime(file, as.POSIXct("2001-01-01"))
  }, moved = function(file) file.rename(file, paste0(file, ".moved")),
  folder = function(file) {
    unlink(file)
    dir.create(file)
  })
  for (how in names(lose)) {
    for (which in c("", ".log", ".lock")) {
      service <- open_service(two_arms, file.path(withr::local_tempdir(), "agent.json"))
      expect_identical(asked(service, "/choose")$status, 200L)
      lose[[how]](paste0(service$file, which))
      for (target in c("/choose", "/save", "/outside")) expect_identical(asked(service, target)$status, 503L, info = paste(how, which))
      for (target in c("/arms", "/status")) expect_identical(asked(service, target, method = "GET")$status, 503L, info = paste(how, which))
      expect_identical(nrow(agent_decisions(service$agent)), 1L)
      end_service(service)
    }
  }
})

test_that("neither a lock that is removed nor one that its own process opens and closes lets a second service in", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not_installed("callr")
  skip_if_not_installed("jsonlite")
  others <- callr::r_session$new(callr::r_session_options(libpath = .libPaths()))
  withr::defer(others$close())
  other <- function(file) {
    helper <- normalizePath(testthat::test_path("helper-service.R"))
    others$run(function(file, helper) {
      library(unruly)
      source(helper)
      tryCatch({
        service <- open_service(stop, file)
        end_service(service)
        "served"
      }, error = function(e) class(e)[1])
    }, list(file, helper))
  }
  file <- file.path(withr::local_tempdir(), "agent.json")
  service <- open_service(two_arms, file)
  asked(service, "/choose")
  for (name in c(service$lock_name, service$log)) {
    readLines(name)
    unruly:::read_bytes(name)
    close(file(name, "r+b"))
    expect_identical(other(file), "unruly_error_service")
  }
  before <- contents(dirname(file))
  unlink(service$lock_name)
  expect_identical(other(file), "unruly_error_service")
  expect_identical(contents(dirname(file))[names(before)[1:2]], before[1:2])
  expect_identical(asked(service, "/choose")$status, 503L)
  end_service(service)
  expect_identical(other(file), "served")
})

test_that("nothing is lost or made twice, if the process ends before or after the file is saved", {
  skip_if_not_installed("jsonlite")
  service <- local_service(two_arms)
  for (i in 1:5) asked(service, "/choose")
  text <- unruly:::agent_text(service$agent, NULL)
  expect_null(unruly:::write_record(service, list(saved = unruly:::fingerprint(charToRaw(text)))))
  file <- copied_service(service) # ended before the file was replaced
  withr::defer(unlink(dirname(file), recursive = TRUE))
  bytes <- unruly:::read_bytes(paste0(file, ".log"))
  again <- open_service(stop, file)
  expect_identical(nrow(agent_decisions(again$agent)), 5L)
  end_service(again)
  unruly:::write_text(text, file) # and before the log began anew
  writeBin(bytes, paste0(file, ".log"))
  expect_identical(nrow(agent_decisions(local_service(stop, file)$agent)), 5L)
})

test_that("a log of another file, or without its file, is refused and stays", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  service <- local_service(two_arms)
  for (i in 1:3) asked(service, "/choose")
  file <- copied_service(service)
  withr::defer(unlink(dirname(file), recursive = TRUE))
  log <- unruly:::read_bytes(paste0(file, ".log"))
  save_agent(two_arms(), file)
  asked(service, "/save")
  file.copy(service$file, file, overwrite = TRUE) # a later one
  expect_error(open_service(two_arms, file), "continues another file", class = "unruly_error_path")
  unlink(file)
  expect_error(open_service(two_arms, file), "does not exist, but", class = "unruly_error_path")
  expect_identical(unruly:::read_bytes(paste0(file, ".log")), log)
  expect_false(file.exists(file))
})

test_that("a service of an agent in R, of one that waits, and of one with contexts are found again", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  index <- policy_index(function(arm) arm$mean + sqrt(2 * log(arm$round) / arm$pulls))
  agents <- list(
    own = function() agent(index, c("a", "b"), seed = 1),
    waiting = function() agent(policy_wait_ucb(), c("a", "b"), waiting = 3, seed = 1),
    contexts = function() agent(policy_linucb(), c("a", "b"), context = 2, seed = 1),
    stopping = function() agent(policy_uniform(), c("a", "b"), stop = stop_at(6), after = "end", seed = 1)
  )
  for (kind in names(agents)) {
    service <- local_service(agents[[kind]])
    for (i in 1:8) {
      visit <- asked(service, "/choose", if (kind == "contexts") "{\"context\": [0.1, 0.30000000000000004]}" else "")
      expect_identical(visit$status, if (kind == "stopping" && i > 6) 409L else 200L)
      if (visit$status != 200) next
      told <- c(list(ticket = visit$ticket, arm = if (kind == "waiting") visit[c("wait", "arm")] else visit$arm, reward = 0.7),
                if (kind == "waiting") list(time = 1))
      if (kind == "waiting" && i == 3) told <- list(ticket = visit$ticket, arm = visit[c("arm", "wait")], reward = NULL)
      body <- as.character(jsonlite::toJSON(told, auto_unbox = TRUE, null = "null"))
      expect_identical(asked(service, "/learn", body)$status, 200L, info = kind)
    }
    file <- copied_service(service)
    if (kind == "own") expect_error(open_service(stop, file), class = "unruly_error_trust")
    again <- local_service(stop, file, trust = TRUE)
    expect_true(same_agent(again$agent, service$agent), info = kind)
    expect_identical(asked(again, "/status", method = "GET"), asked(service, "/status", method = "GET"))
  }
})

# --- who may ask what ---------------------------------------------------------------------

# Requests that change nothing, and the status that each has.
refused_requests <- function() {
  learn <- function(...) list("/learn", as_json(list(...)))
  c(
    list(list(404L, "/"), list(404L, ""), list(404L, "/s"), list(404L, "/choos"), list(404L, "/choose/"), list(404L, "/Choose"), list(404L, "/../choose"),
         list(404L, "/quit"), list(404L, "choose\n")),
    lapply(names(unruly:::service_calls), function(what) list(405L, paste0("/", what), method = "GET")),
    lapply(c("GET", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "post", "FOO", ""), function(method) list(405L, "/choose", method = method)),
    lapply(c("POST", "DELETE", "HEAD"), function(method) list(405L, "/arms", method = method)),
    list(list(400L, "/choose?"), list(400L, "/choose?round=3"), list(400L, "/learn?ticket=1&arm=blue&reward=1"), list(400L, "/arms?x", method = "GET"))[-1],
    lapply(list(c("rewardX", 1), c("rewar", 1), c("Reward", 1), c("", 1), c("chosen", "outside"), c("n", 5), c("a", 1)), function(extra) {
      c(list(400L), learn(ticket = 1, arm = "blue"), NULL) |> (\(r) { r[[3]] <- sub("}$", sprintf(",\"%s\":%s}", extra[1], deparse(extra[2])), r[[3]]); r })()
    }),
    lapply(c('{"ticket":1,"arm":"blue","reward":1,"reward":0}', '{"ticket":1}', '{"arm":"blue","reward":1}', '{"ticket":1,"arm":"blue","reward":"1"}',
             '{"ticket":1,"arm":"red","reward":1}', '{"ticket":"1","arm":"blue","reward":1}', '{"ticket":1.5,"arm":"blue","reward":1}', '{"ticket":99,"arm":"blue","reward":1}',
             '{"ticket":1,"arm":null,"reward":1}', '{"ticket":1,"arm":["blue","green"],"reward":1}', '{"ticket":1,"arm":{"arm":"blue"},"reward":1}',
             '{"ticket":1,"arm":{"x":"blue","y":1},"reward":1}', '{"ticket":1,"arm":{"arm":"blue","wait":1},"reward":1}', '{"ticket":1,"arm":"blue","reward":1e999}',
             '{"ticket":1,"arm":"blue","reward":[1]', '{"ticket":1,"arm":"blue","reward":null}', '{"ticket":1,"arm":"blue","reward":{}}', '{"ticket":[],"arm":"blue","reward":1}',
             '{"ticket":1,"arm":"blue","reward":1} x', '{"ticket":1,"arm":"blue","reward":NaN}', "[1,2]", "1", "null", "\"text\"", "{", "file.create('x')",
             "/etc/passwd", "http://127.0.0.1/", strrep("[", 60000), paste0("{\"context\":", strrep("[", 60000)), "ticket=1&arm=blue&reward=1"),
           function(body) list(400L, "/learn", body)),
    lapply(list(as.raw(0:255), charToRaw("{\"ticket\": %n%s}"), as.raw(c(0x7b, 0x7d, 0)), as.raw(c(0x7b, 0xff, 0x7d))), function(body) list(400L, "/learn", body)),
    list(list(400L, "/choose", '{"context":[1,2]}'), list(400L, "/choose", '{"round":0}'), list(400L, "/choose", '{"round":null}'), list(400L, "/choose", '{"k":2}'),
         list(400L, "/enter", '{"arm":"blue"}'), list(400L, "/enter", '{}'), list(400L, "/leave", '{"arm":"red"}'), list(400L, "/leave", '{"arm":"blue","away":"yes"}'),
         list(400L, "/outside", '{"arm":"red","reward":1}'), list(400L, "/save", '{"file":"elsewhere"}'),
         list(413L, "/choose", strrep(" ", 65537)), list(413L, "/choose", CONTENT_LENGTH = "99999999999"), list(400L, "/choose", CONTENT_LENGTH = "-1"),
         list(411L, "/choose", HTTP_TRANSFER_ENCODING = "chunked"))
  )
}

test_that("requests that are not exactly a call are refused, and change nothing", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  service <- local_service(two_arms)
  asked(service, "/choose")
  asked(service, "/learn", '{"ticket":1,"arm":"blue","reward":1}')
  asked(service, "/choose")
  before <- agent_decisions(service$agent)
  claim <- many_claims()
  for (wrong in refused_requests()) {
    found <- do.call(asked, c(list(service), wrong[-1]))
    claim(identical(found$status, wrong[[1]]), "status", found$status, substr(paste(format(wrong), collapse = " "), 1, 200))
    claim(is.character(found$error), "an error in words")
    claim(identical(agent_decisions(service$agent), before), "no change", substr(paste(format(wrong), collapse = " "), 1, 200))
  }
  expect_claims(claim, 180)
  file <- copied_service(service)
  expect_true(same_agent(local_service(stop, file)$agent, service$agent)) # what refusals reached the agent is repeated
})

test_that("names of arms are those that were sent, or are refused", {
  skip_if_not_installed("jsonlite")
  service <- local_service(two_arms)
  none <- c("x\\u0000y", "\\u0000", "\\uD800", "a\\uDC00\\uD800", "\\ud83d x", "\\\\\\u0000", "\\uD83D\\u0041")
  for (text in none) expect_identical(asked(service, "/enter", sprintf("{\"arm\":\"%s\"}", text))$status, 400L, info = text)
  some <- c("\\uD83D\\uDE00" = "\U1F600", "\\\\u0000" = "\\u0000", "\\u00e4" = "\u00e4", "\\uFFFD" = "\uFFFD", "\\\\\\u0041" = "\\A")
  for (text in names(some)) {
    expect_identical(asked(service, "/enter", sprintf("{\"arm\":\"%s\"}", text))$status, 200L, info = text)
    expect_identical(utils::tail(as_tibble(service$agent)$arm, 1), some[[text]])
  }
  expect_identical(nrow(as_tibble(service$agent)), 2L + length(some))
})

test_that("refused requests that change nothing are not written down, and warnings that are errors end no service", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  service <- local_service(two_arms)
  asked(service, "/choose")
  size <- file.size(service$log)
  for (i in 1:5) asked(service, "/enter", as_json(list(arm = "blue", last = strrep("9", 30000))))
  for (i in 1:5) asked(service, "/learn", as_json(list(ticket = 1, arm = strrep("x", 60000))))
  expect_identical(file.size(service$log), size)
  withr::local_options(warn = 2)
  ours <- local_service(function() agent(policy_ucb1(), c("blue", "green"), seed = 1))
  for (i in 1:4) {
    visit <- asked(ours, "/choose")
    expect_identical(visit$status, 200L)
    expect_identical(asked(ours, "/learn", as_json(c(visit[c("ticket", "arm")], reward = 7)))$status, 200L)
  }
  again <- local_service(stop, copied_service(ours))
  expect_true(same_agent(again$agent, ours$agent))
  strange <- local_service(function() agent(policy_custom(\(s, v) {
    warning("odd")
    1
  }), c("blue", "green"), seed = 1))
  expect_identical(asked(strange, "/choose")$status, 200L)
})

test_that("only those with the token, who call the service by its name and come from no other page, are heard", {
  skip_if_not_installed("jsonlite")
  service <- local_service(two_arms, token = "abcdefgh12345678")
  right <- list(HTTP_AUTHORIZATION = "Bearer abcdefgh12345678")
  ask <- function(...) do.call(asked, c(list(service, "/choose"), utils::modifyList(right, list(...), keep.null = TRUE)))$status
  for (token in c("", "Bearer", "Bearer abcdefgh1234567", "Bearer abcdefgh123456789", "bearer abcdefgh12345678", "abcdefgh12345678", "Bearer Abcdefgh12345678")) {
    expect_identical(ask(HTTP_AUTHORIZATION = token), 401L)
  }
  expect_identical(asked(service, "/choose")$status, 401L)
  for (host in c("evil.example", "127.0.0.1.evil.example", "evil.example:8000", "", "localhost@evil.example", "127.0.0.1, evil.example")) {
    expect_identical(ask(HTTP_HOST = host), 403L)
  }
  for (origin in c("http://evil.example", "null", "http://127.0.0.1:3000", "http://127.0.0.1:8000.evil.example", "file://", "")) {
    expect_identical(ask(HTTP_ORIGIN = origin), 403L)
  }
  expect_identical(nrow(agent_decisions(service$agent)), 0L)
  early <- function(...) unruly:::refuse_early(service, request("/choose", ...))$status
  expect_identical(early(), 401L)
  expect_null(early(HTTP_AUTHORIZATION = right[[1]]))
  expect_identical(c(ask(), ask(HTTP_ORIGIN = "http://127.0.0.1:8000"), ask(HTTP_HOST = "LocalHost"), ask(HTTP_HOST = "[::1]:80")), rep(200L, 4))
})

test_that("a service that others can reach needs a token and hosts", {
  skip_if_not_installed("jsonlite")
  file <- withr::local_tempfile()
  refused <- function(argument, ...) {
    error <- tryCatch(serve_agent(two_arms, file, 8000, ..., seconds = 0.1), error = identity)
    expect_s3_class(error, "unruly_error_argument")
    expect_identical(error$argument, argument)
    expect_false(file.exists(paste0(file, ".lock")))
  }
  token <- strrep("a", 20)
  refused("token", host = "0.0.0.0")
  refused("token", host = "192.168.1.7", hosts = "there")
  refused("hosts", host = "0.0.0.0", token = token)
  refused("hosts", hosts = "http://there")
  refused("hosts", hosts = "there:8000")
  refused("token", token = "short")
  refused("token", token = "has a blank in its midst")
  refused("seconds", seconds = 0) |> expect_error() # given twice
})

# --- what is not on the disk is not answered -------------------------------------------------

test_that("on a full disk nothing is answered that is not written, and all of it is there afterwards", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not_installed("jsonlite")
  folder <- withr::local_tempdir()
  file <- file.path(folder, "agent.json")
  helper <- normalizePath(testthat::test_path("helper-service.R"))
  said <- run_child(c(
    "library(unruly)", sprintf("source(%s)", deparse(helper)), sprintf("file <- %s", deparse(file)),
    "service <- open_service(function() agent(policy_thompson(family = 'bernoulli'), c('blue', 'green'), seed = 7), file)",
    "for (i in 1:200) {",
    "  found <- asked(service, '/choose')",
    "  cat('said', found$status, found$ticket, found$arm, '\\n')",
    "}", "cat('views', asked(service, '/arms', method = 'GET')$status, asked(service, '/save')$status, '\\n')"),
    before = "trap '' XFSZ; ulimit -f 16;")
  answers <- strsplit(grep("^said", said, value = TRUE), " ")
  status <- vapply(answers, `[`, "", 2)
  answered <- answers[status == "200"]
  expect_gt(length(answered), 20)
  expect_identical(status, rep(c("200", "503"), c(length(answered), 200 - length(answered))))
  expect_identical(grep("^views", said, value = TRUE), "views 503 503 ")
  service <- local_service(stop, file)
  there <- agent_decisions(service$agent)
  expect_identical(nrow(there), length(answered))
  expect_identical(as.character(there$arm), vapply(answered, `[`, "", 4))
})

test_that("once a write has failed everything is answered by 503, also where it was the file that could not be saved", {
  skip_on_cran()
  skip_if_not_installed("jsonlite")
  for (fails in c("the log", "the file")) {
    service <- local_service(two_arms)
    asked(service, "/choose")
    saved <- unruly:::read_bytes(service$file)
    if (fails == "the log") unruly:::close_log(service) else {
      unlink(service$file)
      dir.create(service$file) # which no file replaces
    }
    expect_identical(asked(service, if (fails == "the log") "/choose" else "/save")$status, 503L)
    for (target in c("/choose", "/save", "/learn", "/enter")) expect_identical(asked(service, target)$status, 503L)
    for (target in c("/arms", "/status")) expect_identical(asked(service, target, method = "GET")$status, 503L)
    end_service(service)
    if (dir.exists(service$file)) unlink(service$file, recursive = TRUE)
    writeBin(saved, service$file)
    expect_identical(nrow(agent_decisions(local_service(stop, service$file)$agent)), 1L)
  }
})

# --- two services ------------------------------------------------------------------------

test_that("a second service of a file fails before it touches anything, by whatever name it calls the file", {
  skip_on_cran()
  skip_if_not_installed("callr")
  skip_if_not_installed("httpuv")
  skip_if_not_installed("jsonlite")
  folder <- withr::local_tempdir()
  file <- file.path(folder, "agent.json")
  first <- start_service(two_arms, file)
  withr::defer(first$child$kill())
  for (i in 1:20) http(first$port, "/choose")
  before <- contents(folder)
  elsewhere <- withr::local_tempdir()
  names <- file
  if (.Platform$OS.type == "unix" && file.symlink(file, file.path(elsewhere, "link"))) names <- c(names, file.path(elsewhere, "link"))
  for (name in c(names, file.path(folder, ".", "agent.json"))) {
    for (port in c(first$port, httpuv::randomPort())) {
      expect_error(serve_agent(two_arms, name, port, seconds = 0.1), "is served already", class = "unruly_error_service")
    }
  }
  withr::with_dir(folder, expect_error(serve_agent(two_arms, "agent.json", first$port, seconds = 0.1), class = "unruly_error_service"))
  expect_identical(contents(folder), before)
  expect_identical(http(first$port, "/choose")$ticket, 21L)
  # The port is somebody else's: nothing is written either.
  other <- file.path(elsewhere, "other.json")
  save_agent(two_arms(), other)
  bytes <- unruly:::read_bytes(other)
  expect_error(serve_agent(two_arms, other, first$port, seconds = 0.1), "Nothing can be served", class = "unruly_error_service")
  expect_identical(unruly:::read_bytes(other), bytes)
  expect_false(file.exists(paste0(other, ".log")))
  first$child$kill()
  first$child$wait()
  again <- suppressMessages(serve_agent(stop, file, httpuv::randomPort(), seconds = 0.1)) # the lock fell with the process
  expect_identical(nrow(agent_decisions(again)), 21L)
})

test_that("within a process a file is served once, and again after it has ended", {
  skip_if_not_installed("jsonlite")
  service <- local_service(two_arms)
  asked(service, "/choose")
  expect_error(open_service(two_arms, service$file), "This process holds", class = "unruly_error_service")
  asked(service, "/choose")
  end_service(service)
  expect_identical(nrow(agent_decisions(local_service(stop, service$file)$agent)), 2L)
})

# --- over HTTP -----------------------------------------------------------------------------

extended <- identical(Sys.getenv("UNRULY_EXTENDED_TESTS"), "true")

test_that("a server that is killed at random moments, in the midst of calls, loses nothing that it answered", {
  skip_on_cran()
  skip_if_not_installed("callr")
  skip_if_not_installed("httpuv")
  skip_if_not_installed("jsonlite")
  withr::local_seed(3)
  file <- file.path(withr::local_tempdir(), "agent.json")
  port <- httpuv::randomPort()
  arms <- character() # as answered, by ticket
  rewards <- numeric()
  for (kill in seq_len(if (extended && is.na(share_number())) 8 else 3)) {
    server <- start_service(two_arms, file, port)
    for (i in seq_len(sample(12, 1))) {
      visit <- http(port, "/choose")
      arms[visit$ticket] <- visit$arm
      rewards[visit$ticket] <- NA
      told <- http(port, "/learn", as_json(visit[c("ticket", "arm")] |> c(reward = i %% 2)))
      if (told$status == 200) rewards[visit$ticket] <- i %% 2
      if (yes(0.1)) http(port, "/save")
    }
    flying <- lapply(1:3, function(i) open_http(port)) # these are never answered, or are they?
    for (connection in flying) send_http(connection, sample(c("/choose", "/save"), 1))
    Sys.sleep(stats::runif(1, 0, 0.02))
    server$child$kill()
    server$child$wait()
    for (connection in flying) {
      answer <- tryCatch(suppressWarnings(receive_http(connection)), error = function(e) NULL)
      if (!is.null(answer$ticket)) {
        arms[answer$ticket] <- answer$arm
        rewards[answer$ticket] <- NA
      }
      close(connection)
    }
  }
  there <- agent_decisions(local_service(stop, file)$agent)
  known <- which(!is.na(arms))
  expect_gt(length(known), 5)
  expect_identical(as.character(there$arm)[known], arms[known])
  told <- which(!is.na(rewards))
  expect_identical(there$reward[told], rewards[told])
})

test_that("bodies that stay away hold nobody up, and nothing but HTTP is spoken", {
  skip_on_cran()
  skip_if_not_installed("callr")
  skip_if_not_installed("httpuv")
  skip_if_not_installed("jsonlite")
  server <- start_service(two_arms, file.path(withr::local_tempdir(), "agent.json"))
  withr::defer(server$child$kill())
  begun <- lapply(1:90, function(i) {
    connection <- open_http(server$port)
    writeBin(charToRaw("POST /choose HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 2000\r\n\r\n{"), connection)
    connection
  })
  for (i in 1:5) expect_identical(http(server$port, "/choose", "{}")$ticket, i)
  files <- system2("ls", sprintf("/proc/%d/fd", server$child$get_pid()), stdout = TRUE, stderr = FALSE)
  if (length(files) > 0) expect_lt(length(files), 90 + 80) # connections, and an open file for some bodies only
  writeBin(charToRaw(paste0(strrep(" ", 1998), "}")), begun[[1]]) # too late
  writeBin(charToRaw(paste0(strrep(" ", 1998), "}")), begun[[90]])
  expect_identical(receive_http(begun[[1]])$status, 408L)
  expect_identical(receive_http(begun[[90]])$ticket, 6L)
  for (connection in begun) close(connection)
  upgrade <- c("Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", "", "")
  for (path in c("/status", "/choose", "/nothing")) {
    connection <- open_http(server$port)
    writeBin(charToRaw(paste(c(sprintf("GET %s HTTP/1.1", path), upgrade), collapse = "\r\n")), connection)
    expect_match(rawToChar(readBin(connection, raw(), 15)), "^HTTP/1.1 400", info = path)
    close(connection)
  }
})

test_that("many clients at once get tickets of their own, and junk from others harms nobody", {
  skip_on_cran()
  skip_if_not_installed("callr")
  skip_if_not_installed("httpuv")
  skip_if_not_installed("jsonlite")
  file <- file.path(withr::local_tempdir(), "agent.json")
  server <- start_service(two_arms, file, token = "abcdefgh12345678")
  withr::defer(server$child$kill())
  each <- if (extended) 50 else 10 # R opens some 120 connections at most
  clients <- function(port, each, helper) {
    source(helper)
    connections <- lapply(seq_len(each), function(i) open_http(port))
    on.exit(for (connection in connections) close(connection))
    for (connection in connections) send_http(connection, "/choose", token = "abcdefgh12345678")
    lapply(connections, receive_http)
  }
  helper <- normalizePath(testthat::test_path("helper-service.R"))
  children <- lapply(1:2, function(i) callr::r_bg(clients, list(server$port, each, helper)))
  withr::local_seed(4)
  junk <- list(as.raw(0:255), charToRaw("GET / HTTP/9.9\r\n\r\n"), charToRaw(strrep("A", 1e5)), charToRaw("POST /choose HTTP/1.1\r\n\r\n"), raw(0),
               charToRaw("POST /choose HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n"),
               charToRaw("POST /choose HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
               charToRaw("GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"),
               charToRaw("POST /learn HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{"), as.raw(sample(0:255, 2000, TRUE)))
  idle <- lapply(junk, function(bytes) {
    connection <- open_http(server$port)
    try(writeBin(bytes, connection), silent = TRUE)
    connection
  })
  answers <- unlist(lapply(children, function(child) child$wait()$get_result()), recursive = FALSE)
  for (connection in idle) close(connection)
  expect_identical(vapply(answers, `[[`, 0L, "status"), rep(200L, 2 * each))
  tickets <- vapply(answers, `[[`, 0L, "ticket")
  expect_setequal(tickets, seq_len(2 * each))
  expect_identical(http(server$port, "/choose", token = "wrong")$status, 401L)
  expect_identical(http(server$port, "/status", method = "GET", token = "abcdefgh12345678")$decisions, as.integer(2 * each))
  server$child$kill()
  server$child$wait()
  there <- agent_decisions(local_service(stop, file)$agent)
  expect_identical(as.character(there$arm)[tickets], vapply(answers, `[[`, "", "arm"))
})
