# The script that puts an agent behind HTTP, without HTTP: killed at any moment, nothing that was
# answered is lost.
service_script <- function() {
  env <- new.env(parent = globalenv())
  sys.source(system.file("scripts", "agent-service.R", package = "unruly"), env)
  env
}

# What a caller may ask, as it would come over HTTP.
random_call <- function(service, open) {
  arms <- as_tibble(service$agent)$arm
  what <- sample(c("choose", "learn", "outside", "enter", "leave", "save"), 1, prob = c(10, 6, 2, 1, 0.3, 0.5))
  if (what == "learn" && length(open) > 0) {
    visit <- open[[sample(length(open), 1)]]
    return(list(what = "learn", arm = visit$arm, ticket = as.character(visit$ticket), reward = sample(c("0", "1", "0.3"), 1)))
  }
  switch(what,
    outside = list(what = "outside", arm = sample(arms, 1), reward = "1"),
    enter = list(what = "enter", arm = paste0("arm", sample(9, 1))),
    leave = list(what = "leave", arm = sample(arms, 1)),
    save = list(what = "save"),
    list(what = "choose")
  )
}

test_that("a service that is killed at any moment goes on as if it had not been", {
  skip_on_cran() # long
  skip_if_not_installed("jsonlite")
  env <- service_script()
  withr::local_seed(1)
  for (policy in list(policy_ucb1(), policy_thompson("beta"), policy_epsilon_greedy(0.3))) {
    make <- function() agent(policy, c("blue", "green"), seed = 7)
    file <- withr::local_tempfile(fileext = ".json")
    service <- env$open_service(file, make)
    withr::defer(try(close(service$out), silent = TRUE))
    open <- list()
    for (i in 1:150) {
      call <- random_call(service, open)
      answer <- tryCatch(env$respond(service, call), unruly_error = function(e) NULL) # refused: it is no call then
      if (call$what == "choose" && !is.null(answer)) open <- c(open, list(answer))
      if (!yes(0.1)) next
      if (yes(0.5)) cat('{"what":"choose","answer":{"arm":"bl', file = service$out) # a line that was never answered
      flush(service$out)
      before <- service
      service <- env$open_service(file, make)
      close(before$out)
      expect_identical(decisions(service$agent), decisions(before$agent))
      expect_identical(as_tibble(service$agent), as_tibble(before$agent))
    }
    expect_gt(nrow(decisions(service$agent)), 30)
  }
})

test_that("a log of an older file is not gone through again, and one of another agent is refused", {
  skip_if_not_installed("jsonlite")
  env <- service_script()
  make <- function() agent(policy_ucb1(), c("blue", "green"), seed = 7)
  file <- withr::local_tempfile(fileext = ".json")
  service <- env$open_service(file, make)
  for (i in 1:5) env$respond(service, list(what = "choose"))
  save_agent(service$agent, file) # killed before the log begins anew
  close(service$out)
  service <- env$open_service(file, make)
  expect_identical(nrow(decisions(service$agent)), 5L)
  env$respond(service, list(what = "choose"))
  close(service$out)
  lines <- readLines(service$log)
  writeLines(sub("\"ticket\":6", "\"ticket\":9", lines), service$log)
  expect_error(env$open_service(file, make), "not that of the agent")
})

test_that("requests are read as calls, and mistakes are answered", {
  skip_if_not_installed("jsonlite")
  env <- service_script()
  expect_identical(env$call_of(list(PATH_INFO = "/learn", QUERY_STRING = "?ticket=3&arm=a%20b&reward=1")),
                   list(what = "learn", ticket = "3", arm = "a b", reward = "1"))
  expect_identical(env$call_of(list(PATH_INFO = "/choose", QUERY_STRING = "")), list(what = "choose"))
  expect_error(env$call_of(list(PATH_INFO = "/quit", QUERY_STRING = "")))
})
