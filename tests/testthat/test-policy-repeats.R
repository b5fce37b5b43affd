# Policies in R of which the same description does not make the same choices: studies and agents say so, looking at an agent
# never changes it, and what could not be read again is not written.

# Each kind makes a new policy, with what it keeps outside of its games as it was at the start.
unrepeatable <- function() {
  list(
    random = function() policy_custom(\(s, v) sample(v$live, 1), label = "Random"),
    closure = function() {
      n <- 0
      policy_custom(\(s, v) {
        n <<- n + 1
        if (n %% 7 < 3) 1 else 2
      }, label = "Closure")
    },
    environment = function() {
      kept <- new.env()
      kept$n <- 0
      policy_custom(\(s, v) if (kept$n %% 5 < 2) 1 else 2, \(s, v, o) kept$n <- kept$n + 1, label = "Environment")
    },
    listed = function() {
      kept <- list(counter = new.env())
      kept$counter$n <- 0
      policy_index(\(v) {
        kept$counter$n <- kept$counter$n + 1
        if (kept$counter$n %% 3 == 0) v$pulls else -v$pulls
      }, label = "Listed")
    },
    shared = function() {
      memory <- new.env()
      memory$pulled <- 0
      policy_custom(start = \(v) memory, choose = \(s, v) {
        s$pulled <- s$pulled + 1
        if (s$pulled < 9) 1 else 2
      }, label = "Shared")
    },
    helper = function() {
      last <- 1
      turn <- function() last <<- 3 - last
      policy_custom(\(s, v) {
        turn()
        last
      }, label = "Helper")
    },
    created = function() policy_custom(\(s, v) {
      n <- get0("unruly_counter", globalenv(), ifnotfound = 0)
      unruly_counter <<- n + 1
      if (n %% 7 < 3) 1 else 2
    }, label = "Created")
  )
}

# What cannot be seen to change, but can be seen in the code.
unsteady <- function() {
  list(
    clock = function() policy_custom(\(s, v) 1 + floor(as.numeric(Sys.time()) * 1e4) %% 2, label = "Clock"),
    option = function() policy_index(\(v) v$mean + getOption("unruly.test.bonus", 1) / v$pulls, label = "Option"),
    variable = function() policy_custom(\(s, v) if (nzchar(Sys.getenv("UNRULY_TEST_ARM"))) 2 else 1, label = "Variable"),
    hidden = function() {
      now <- function() base::proc.time()[[3]]
      policy_custom(\(s, v) if (now() < 0) 2 else 1, label = "Hidden")
    }
  )
}

steady <- function() {
  list(ucb1_in_r(), epsilon_greedy_in_r(0.3), se_in_r(),
       policy_custom(start = \(v) new.env(), choose = \(s, v) {
         s$n <- (if (is.null(s$n)) 0 else s$n) + 1
         n <- 3
         n <- n + s$n
         1 + n %% 2
       }, label = "In its state"))
}

warned_classes <- function(code) {
  told <- character()
  withCallingHandlers(code, warning = function(w) {
    told <<- c(told, paste(class(w)[1], cli::ansi_strip(conditionMessage(w))))
    invokeRestart("muffleWarning")
  })
  told
}

forget_counter <- function() suppressWarnings(rm(list = "unruly_counter", envir = globalenv()))

test_that("a study says once of each policy that its choices follow from more than the seed, and why", {
  withr::defer(forget_counter())
  b <- bandit(arms_bernoulli(c(0.4, 0.6)))
  kinds <- c(unrepeatable(), unsteady())
  for (kind in names(kinds)) {
    told <- warned_classes(run_study(b, list(kinds[[kind]](), policy_ucb1()), horizon = 13, reps = 3, seed = 1))
    expect_length(told, 1)
    wanted <- if (kind == "random") "warning_random .*draws from R's random numbers" else
      if (kind %in% names(unsteady())) "warning_outside .*reads `?(Sys.time|getOption|Sys.getenv|proc.time)" else
        "warning_outside .*changes `?(n|kept|memory|last|unruly_counter)"
    expect_match(told, wanted, info = kind)
  }
  for (policy in steady()) expect_length(warned_classes(run_study(b, policy, horizon = 30, reps = 2, seed = 1)), 0)
})

play_some <- function(a, n) {
  vapply(seq_len(n), function(i) {
    arm <- agent_choose(a)
    agent_learn(a, arm, i %% 2)
    arm
  }, "")
}

test_that("looking at an agent never changes its next choice, and its decisions are those that it made", {
  skip_on_cran()
  withr::defer(forget_counter())
  withr::local_seed(1)
  for (kind in drawn_of(names(unrepeatable()), 2)) {
    run <- function(looks) {
      forget_counter()
      set.seed(3)
      a <- agent(unrepeatable()[[kind]](), c("1", "2"), seed = 1)
      suppressWarnings(unlist(lapply(1:6, function(i) {
        made <- play_some(a, 4)
        if (looks) {
          expect_identical(nrow(agent_decisions(a)), 4L * i)
          expect_identical(utils::tail(as.character(agent_decisions(a)$arm), 4), made)
          expect_identical(nrow(head(a, 2)), 2L)
          agent_why(a)
          as_log(a)
          print(a) |> utils::capture.output()
        }
        made
      }), use.names = FALSE))
    }
    expect_identical(run(TRUE), run(FALSE), info = kind)
  }
})

test_that("an agent says once that its policy does not repeat its choices; what could not be read is not saved, nor served", {
  skip_on_cran() # long
  skip_if_not_installed("jsonlite")
  skip_if_not_installed("httpuv")
  withr::defer(forget_counter())
  withr::local_seed(1)
  kinds <- c(unrepeatable(), unsteady())
  for (kind in drawn_of(names(kinds), 2)) {
    file <- withr::local_tempfile(fileext = ".json")
    forget_counter()
    a <- agent(kinds[[kind]](), c("1", "2"), seed = 1)
    told <- warned_classes(play_some(a, 23))
    expect_length(told, 1)
    before <- .Random.seed
    saved <- tryCatch(save_agent(a, file), unruly_error_agent = function(e) e)
    expect_identical(.Random.seed, before)
    if (inherits(saved, "condition")) {
      expect_match(conditionMessage(saved), "chooses otherwise|refers to a value of type environment")
      expect_false(file.exists(file))
    } else {
      again <- suppressWarnings(read_agent(file, trust = TRUE))
      expect_identical(agent_decisions(again), agent_decisions(a))
    }
    unlink(file)
    error <- expect_error(serve_agent(a, file, port = httpuv::randomPort(), seconds = 0.1), class = "unruly_error_agent")
    expect_false(file.exists(file) || file.exists(paste0(file, ".log")), info = kind)
  }
  for (policy in drawn_of(steady(), 2)) {
    a <- agent(policy, c("1", "2"), seed = 1, horizon = 100)
    expect_length(warned_classes(play_some(a, 23)), 0)
    file <- withr::local_tempfile(fileext = ".json")
    expect_no_error(save_agent(a, file))
  }
})

test_that("a service refuses a choice that it could not make again, and starts on its own log", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  skip_if_not_installed("httpuv")
  withr::defer(forget_counter())
  withr::local_seed(1)
  for (kind in drawn_of(names(unrepeatable()), 2)) {
    file <- file.path(withr::local_tempdir(), "agent.json")
    forget_counter()
    make <- function() agent(unrepeatable()[[kind]](), c("1", "2"), seed = 1)
    if (kind %in% c("environment", "listed", "shared")) { # which no file can hold
      expect_error(open_service(make, file), "of type environment", class = "unruly_error_agent")
      expect_identical(list.files(dirname(file), "json$|log$"), character())
      next
    }
    service <- open_service(make, file)
    statuses <- vapply(1:9, function(i) {
      visit <- asked(service, "/choose")
      if (visit$status == 200) asked(service, "/learn", as_json(c(visit[c("ticket", "arm")], reward = 1)))
      visit$status
    }, 0L)
    expect_true(409L %in% statuses, info = kind)
    made <- agent_decisions(service$agent)
    end_service(service)
    again <- open_service(stop, file, trust = TRUE)
    expect_identical(agent_decisions(again$agent), made, info = kind)
    end_service(again)
  }
  file <- file.path(withr::local_tempdir(), "agent.json")
  error <- expect_error(open_service(function() agent(unsteady()$clock(), c("1", "2")), file), class = "unruly_error_agent")
  expect_match(conditionMessage(error), "Clock.*reads `?Sys.time")
  expect_identical(list.files(dirname(file), "json$|log$"), character())
})
