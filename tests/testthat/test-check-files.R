# What is no ordinary file is refused before anything waits for it.

test_that("no function waits for a pipe: all that read or write a file, and no more", {
  skip_on_cran() # long
  skip_on_os("windows")
  skip_if(Sys.which("mkfifo") == "")
  folder <- withr::local_tempdir()
  pipe <- function(...) {
    file <- file.path(folder, ...)
    dir.create(dirname(file), recursive = TRUE, showWarnings = FALSE)
    system2("mkfifo", shQuote(file))
    # Should somebody wait for it, they are let go, so that this test ends.
    system2("sh", c("-c", shQuote(sprintf("for i in 1 2 3 4 5 6 7 8; do sleep 5; : <> %s; done", shQuote(file)))), wait = FALSE, stdout = FALSE, stderr = FALSE)
    file
  }
  study <- run_study(bandit(arms_bernoulli(c(0.2, 0.8))), policy_ucb1(), 20, reps = 2, seed = 1, keep = "choices", threads = 1, progress = FALSE)
  calls <- list(
    read_yahoo_clicks = function() read_yahoo_clicks(c(pipe("clicks"))), read_movielens = function() read_movielens(pipe("ratings")),
    read_open_bandit = function() read_open_bandit(pipe("open")), read_agent = function() read_agent(pipe("agent")),
    read_coupons = function() {
      expect_error(read_coupons(dirname(pipe("c", "coupon_visit_train.csv"))), class = "unruly_error_argument")
      read_coupons(pipe("coupons"))
    },
    read_outbrain = function() {
      files <- c("clicks_train.csv", "promoted_content.csv", "documents_categories.csv")
      read_outbrain(dirname(vapply(files, function(file) pipe("o", file), ""))[1])
    },
    policy_compile = function() policy_compile(pipe("policy.c")),
    save_agent = function() save_agent(agent(policy_ucb1(), 2, seed = 1), pipe("saved")),
    simulate_click_log = function() simulate_click_log(events = 10, days = 1, seed = 1, file = pipe("made")),
    save_report = function() save_report(study, pipe("report.html")), animate_game = function() animate_game(study, pipe("game.gif"))
  )
  takes_file <- Filter(function(name) any(c("file", "files") %in% names(formals(get(name, asNamespace("unruly"))))), getNamespaceExports("unruly"))
  expect_identical(setdiff(takes_file, c(names(calls), "serve_agent")), character())
  for (name in names(calls)) {
    if (name == "save_report" && !(requireNamespace("rmarkdown", quietly = TRUE) && rmarkdown::pandoc_available("2.0"))) next
    if (name == "animate_game" && !requireNamespace("gifski", quietly = TRUE)) next
    expect_error(suppressWarnings(calls[[name]]()), "ordinary file|which does not exist|a file that exists|wrote", class = "unruly_error", info = name)
  }
})

test_that("a plan whose seal was made anew is refused unless it can be played", {
  skip_in_quick()
  skip_if_not_installed("nanoparquet")
  skip_if_not_installed("jsonlite")
  folder <- withr::local_tempdir()
  plan_study(fickle(), policy_ucb1(), 20, reps = 6, seed = 3, record = 2, path = folder, parts = 2)
  run_part(folder, 1, progress = FALSE)
  plan_study(fickle(), policy_ucb1(), 20, reps = 9, seed = 3, record = 2, path = folder)
  junk <- list("-1", "0", "1.5", "NA", "", "1e99", "2147483648", "99999999999", "seven", -1, 0, 1e300, NULL, list(), list("1", "2"), TRUE)
  claim <- many_claims()
  for (plan in c("plan-0001.json", "plan-0002.json")) {
    file <- file.path(folder, plan)
    whole <- unruly:::read_json(file)
    for (part in c("first_rep", "reps", "part_size")) for (value in share_of(junk)) {
      if (part == "part_size" && identical(value, "2147483648")) next # one part
      content <- unsealed(whole)
      content[[part]] <- value
      unruly:::write_json(unruly:::sealed(content), file)
      calls <- list(function() suppressMessages(read_study(folder)), function() run_part(folder, 1, progress = FALSE),
                    function() save_tables(folder, tempfile()),
                    function() plan_study(fickle(), policy_ucb1(), 20, reps = 12, seed = 3, record = 2, path = folder))
      for (f in calls[seq_len(if (part == "reps") 4 else 1)]) {
        error <- tryCatch(f(), error = identity)
        claim(inherits(error, "unruly_error_path") && grepl("is not part of the plan", error$message[1]), plan, part, deparse(value))
      }
    }
    unruly:::write_json(whole, file)
  }
  expect_claims(claim, if (is.na(share_number())) 100 else 15)
  expect_identical(suppressMessages(read_study(folder))$replications, 1:3)
  second <- unsealed(unruly:::read_json(file.path(folder, "plan-0002.json")))
  second$first_rep <- "2" # replications twice
  unruly:::write_json(unruly:::sealed(second), file.path(folder, "plan-0002.json"))
  expect_error(read_study(folder), "does not go on where", class = "unruly_error_path")
})

test_that("an edited exact study is refused or runs, never trips, whatever was edited in it", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  withr::local_options(unruly.threads = 1)
  two <- bandit(arms_bernoulli(c(a = 0.2, b = 0.8)))
  three <- bandit(arms_categorical(rbind(c(0.2, 0.3, 0.5), c(0.1, 0.1, 0.8), c(1, 0, 0)), c(0, 1, 3)))
  studies <- list(
    plain = exact_study(two, list(policy_ucb1(), policy_moss()), 6, record = 3), prior = exact_study(bandit(arms_bernoulli(prior_uniform(2))), policy_ucb1(), 4),
    stops = exact_study(two, policy_ucb1(), 6, record = 3, stop = stop_at(4) | stop_glr()),
    ends = exact_study(list(a = two, b = three), policy_ucb1(), 5, record = 2, stop = stop_glr(family = "bernoulli", range = c(0, 3)), after = "end"),
    never = exact_study(two, policy_ucb1(), 3, stop = stop_at(9))
  )
  takers <- list(regret, pulls, recommendations, summary, function(x) summary(x, "correct"), function(x) summary(x, distribution = TRUE),
                 function(x) summary(x, "pulls", distribution = TRUE), function(x) unruly::autoplot(x), function(x) unruly::autoplot(x, "pulls"),
                 function(x) ggplot2::autolayer(x), print, tibble::as_tibble)
  claim <- many_claims()
  for (name in names(studies)) {
    set.seed(20 + match(name, names(studies)))
    study <- studies[[name]]
    expect_null(unruly:::shape_problem(study, "unruly_exact"))
    # Of the description all but what is inside bandits and policies, which have tests of their own.
    places <- Filter(function(at) at[[1]] != 1 || length(at) < 4, places_in(study))
    for (at in share_of(places[sample(length(places), 25)])) {
      old <- value_at(study, at)
      junk <- list(NULL, NA, -1, 1e9, "a", list(), mean)
      if (is.numeric(old)) junk <- c(junk, list(old[-1], -old, rep(old, 2), replace(old, length(old), NaN), if (is.matrix(old)) t(old)))
      for (value in junk[sample(length(junk), 5)]) {
        edited <- put_at(study, at, value)
        said <- tryCatch({
          utils::capture.output(suppressWarnings(takers[[sample(length(takers), 1)]](edited)))
          ""
        }, unruly_error = function(e) "", error = conditionMessage)
        claim(said == "", name, paste(at, collapse = "."), substr(deparse(value)[1], 1, 50), said)
      }
    }
  }
  expect_claims(claim, if (is.na(share_number())) 500 else 100)
})

test_that("joining rules one by one looks at each rule once, and at what was edited in between", {
  skip_in_quick()
  looked <- 0
  look <- function() looked <<- looked + 1
  suppressMessages(trace("shape_problem", bquote(.(look)()), where = asNamespace("unruly"), print = FALSE))
  withr::defer(suppressMessages(untrace("shape_problem", where = asNamespace("unruly"))))
  joined <- function(n, join) Reduce(join, lapply(seq_len(n), stop_at))
  cost <- function(n, join) {
    looked <<- 0
    joined(n, join)
    looked
  }
  for (join in list(function(a, b) a | b, function(a, b) b & a, function(a, b) if (length(a$parts) %% 2) a | b else a & b)) {
    expect_lte(cost(100, join), 2 * 100)
  }
})

test_that("a joined rule that was edited is refused when it is joined again", {
  rule <- stop_at(1) | stop_at(2)
  rule$parts[[2]]$parameters$round <- -1
  expect_error(rule | stop_at(3), "is not as it was made", class = "unruly_error_argument")
  expect_error(stop_at(3) & rule, "is not as it was made", class = "unruly_error_argument")
  many <- Reduce(`|`, lapply(1:400, stop_at))
  expect_length(many$parts, 400)
  study <- run_study(bandit(arms_bernoulli(c(0.2, 0.8))), policy_ucb1(), 20, reps = 2, seed = 1, stop = many, threads = 1, progress = FALSE)
  expect_true(all(recommendations(study)$round == 1))
})
