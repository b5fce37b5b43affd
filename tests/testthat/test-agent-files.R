# Agents in files: exact, whole, and never trusted.
skip_if_not_installed("jsonlite")

reading <- function(path) {
  tryCatch({
    read_agent(path)
    "runs"
  }, unruly_error_path = function(e) "refused")
}

# With the numbers of the calls as numbers.
read_content <- function(path) {
  content <- jsonlite::fromJSON(path, simplifyDataFrame = FALSE, simplifyMatrix = FALSE)
  content$numbers <- .Call(unruly:::C_numbers_of_text, content$numbers)
  content
}

# Writes what was edited so that the checksum fits.
write_content <- function(content, path) {
  content <- unsealed(content)
  if (is.numeric(content$numbers)) content$numbers <- .Call(unruly:::C_numbers_to_text, as.double(content$numbers))
  content <- unruly:::sealed(content)
  text <- jsonlite::toJSON(unruly:::with_exact_numbers(content), auto_unbox = TRUE, null = "null", json_verbatim = TRUE)
  writeLines(text, path)
}

# Agents with something in every part of their files.
busy_agents <- function() {
  withr::local_seed(40)
  a <- agent(policy_queue(policy_ars_ucb(round_size = c(1, 3, 9))), c("a", "b\u00e9", "c"), horizon = 500, seed = -3, patience = c(9, 50, Inf),
             range = c(-10, 10))
  for (i in 1:40) {
    arm <- agent_choose(a)
    if (runif(1) < 0.5) agent_learn(a, arm, rnorm(1))
  }
  b <- agent(policy_linucb(bonus = "lifetime"), c("a", "b"), seed = 2, context = 3, first = c(1, 5), last = c(30, Inf), sd = 2)
  for (i in 1:20) {
    arm <- agent_choose(b, context = rnorm(3))
    agent_learn(b, arm, rnorm(1))
    if (i == 10) agent_enter(b, "new", last = 40)
  }
  w <- agent(policy_wait_ucb("side", index = "hoeffding"), c("a", "b", "c"), waiting = 4, seed = 1)
  for (i in 1:30) {
    if (i == 20) agent_leave(w, "c")
    action <- agent_choose(w)
    agent_learn(w, action, if (i %% 3) runif(1), time = if (i %% 2) action$wait else NA)
  }
  f <- agent(policy_flearn(learner = "thompson", family = "bernoulli"), c("a", "b"), share = c(0.1, 0.3), penalty = 2, seed = 1)
  for (i in 1:30) agent_learn(f, agent_choose(f), runif(1))
  e <- agent(policy_exp3(), c("a", "b"), horizon = 1000, seed = 1)
  agent_leave(e, "a", away = TRUE)
  for (i in 1:10) agent_learn(e, agent_choose(e), runif(1))
  agent_enter(e, "a")
  list(a, b, w, f, e)
}

test_that("files are exact: numbers, names, policies", {
  skip_in_quick()
  path <- withr::local_tempfile()
  odd <- c(0.1, 1 / 3, 1e-300, -5e-324, 1e100, -0, 2^53 + 2, pi * 1e-17)
  a <- agent(policy_epsilon_greedy(0.5), c("caf\u00e9", "\"quoted\\", "new\nline"), seed = 2^53 - 1, rep = 7)
  for (x in odd) agent_learn(a, agent_choose(a), x)
  save_agent(a, path)
  b <- read_agent(path)
  expect_identical(as_tibble(a), as_tibble(b))
  expect_identical(.Call(unruly:::C_agent_journal, a), .Call(unruly:::C_agent_journal, b))
  expect_identical(.Call(unruly:::C_agent_description, a), .Call(unruly:::C_agent_description, b))
  save_agent(b, path)
  again <- readLines(path)
  save_agent(a, path)
  expect_identical(readLines(path), again)
  for (agent in busy_agents()) {
    save_agent(agent, path)
    b <- read_agent(path)
    expect_identical(as_tibble(agent), as_tibble(b))
    expect_identical(capture.output(agent), capture.output(b))
    expect_identical(.Call(unruly:::C_agent_journal, agent), .Call(unruly:::C_agent_journal, b))
  }
})

test_that("numbers as text are read as the same numbers, and what is no such text is refused", {
  to_text <- function(x) .Call(unruly:::C_numbers_to_text, x)
  of_text <- function(x) .Call(unruly:::C_numbers_of_text, x)
  bits <- function(x) vapply(x, function(v) paste(rev(writeBin(v, raw(), endian = "little")), collapse = ""), "")
  edges <- c(0, -0, 1, 55, 56, 57, 16383, 16384, 2^30 - 1, 2^30, 2^53, -1, 0.5, 1 / 3, 5e-324, 1.7e308, -pi, Inf, -Inf)
  expect_identical(bits(of_text(to_text(edges))), bits(edges))
  expect_identical(of_text(to_text(numeric())), numeric())
  expect_identical(to_text(c(0, 1, 55)), "AB3")
  expect_identical(nchar(to_text(56)), 3L)
  expect_identical(nchar(to_text(16384)), 6L)
  expect_identical(nchar(to_text(0.5)), 12L)
  withr::local_seed(44)
  many <- c(runif(500), rnorm(500) * 10^sample(-300:300, 500, TRUE), sample(1e6, 500), sample(20000, 500))
  expect_identical(bits(of_text(to_text(many))), bits(many))
  for (wrong in c("+", "A A", "-", "_AAAAAAAAAAA", "4", "4A", "8AAAA", "9AAAAAAAAAA", "9AAAAAAAAA=A")) expect_null(of_text(!!wrong))
})

# After `rounds` rounds whose rewards are `reward(i)`.
agent_after <- function(policy, rounds, reward) {
  a <- agent(policy, c("a", "b", "c"), horizon = 1000, seed = 5)
  for (i in seq_len(rounds)) agent_learn(a, agent_choose(a), reward(i))
  a
}

test_that("a policy is asked again for its last choices only, where what it was told suffices", {
  skip_in_quick()
  withr::local_options(unruly.span = 20)
  path <- withr::local_tempfile()
  mark_of <- function(policy, reward = function(i) i %% 2, rounds = 100) {
    save_agent(agent_after(policy, rounds, reward), path)
    read_content(path)$mark
  }
  # A span of calls, at least, is left to be checked.
  expect_identical(as.numeric(mark_of(policy_ucb1())), c(180, 0))
  expect_identical(as.numeric(mark_of(policy_ucb1(), rounds = 19)), c(0, 0))
  expect_identical(as.numeric(mark_of(policy_uniform())), c(180, 90))
  # To learn of 0.3 with a beta prior it throws a coin between two choices.
  expect_gt(mark_of(policy_thompson("bernoulli"))[1], 0)
  expect_identical(as.numeric(mark_of(policy_thompson("bernoulli"), function(i) 0.3)), c(0, 0))
  # With which chance Exp3 made a choice follows from what it was told before.
  expect_identical(as.numeric(mark_of(policy_exp3())), c(180, 90))
  expect_identical(as.numeric(mark_of(policy_lucb(interval = "kl"))), c(180, 0))
  # What CLW draws in each round does not show in its choices; nor does what Exp3 chose inside another policy.
  expect_identical(as.numeric(mark_of(policy_clw(length = 2))), c(0, 0))
  expect_identical(as.numeric(mark_of(policy_floor(policy_exp3(), 0.1))), c(0, 0))
  expect_gt(mark_of(policy_floor(policy_ucb1(), 0.1))[1], 0)
})

test_that("the choices after the mark prove what stands before it", {
  skip_in_quick()
  withr::local_options(unruly.span = 20)
  path <- withr::local_tempfile()
  save_agent(agent_after(policy_thompson(sd = 1), 100, function(i) i %% 7), path)
  content <- read_content(path)
  choices <- seq(1, 199, by = 2)
  edited <- function(at, by) {
    x <- content
    x$numbers[at] <- by
    write_content(x, path)
    path_error(read_agent(path))
  }
  # A choice after the mark; rewards before it; turns of the clock.
  expect_match(edited(195, (content$numbers[195] + 1) %% 3), "makes other choices.*call 195")
  expect_match(edited(choices[20:60] + 1, 1e6), "makes other choices")
  expect_identical(as.numeric(content$mark[1:2]), c(180, 0))
  content$mark[3] <- content$mark[3] + 1
  expect_match(edited(integer(), 0), "makes other choices")
})

test_that("a file is replaced when the new one is complete, and nothing is left beside it", {
  folder <- withr::local_tempdir()
  path <- file.path(folder, "agent.json")
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  expect_identical(save_agent(a, path), path)
  agent_learn(a, agent_choose(a), 1)
  save_agent(a, path)
  expect_identical(list.files(folder), "agent.json")
  expect_identical(agent_choose(read_agent(path)), "b")
  expect_error(save_agent(a, file.path(folder, "no", "such", "folder")), class = "unruly_error_path")
  expect_error(read_agent(folder), class = "unruly_error_path")
})

test_that("a file keeps its rights, and a link leads to the file that is replaced", {
  skip_on_os("windows")
  folder <- withr::local_tempdir()
  path <- file.path(folder, "agent.json")
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  save_agent(a, path)
  for (mode in c("600", "664", "777")) {
    Sys.chmod(path, mode, use_umask = FALSE)
    save_agent(a, path)
    expect_identical(format(file.mode(path)), mode)
  }
  link <- file.path(folder, "link")
  far <- file.path(withr::local_tempdir(), "far")
  file.symlink("agent.json", link)
  file.symlink(link, far)
  agent_learn(a, agent_choose(a), 1)
  save_agent(a, far)
  expect_identical(Sys.readlink(c(link, far)), c("agent.json", link))
  expect_identical(agent_choose(read_agent(path)), "b")
  expect_identical(agent_choose(read_agent(far)), "b")
  # To nowhere: there it is written.
  file.symlink(file.path(folder, "new.json"), file.path(folder, "dangling"))
  save_agent(a, file.path(folder, "dangling"))
  expect_identical(agent_choose(read_agent(file.path(folder, "new.json"))), "b")
  expect_setequal(list.files(folder), c("agent.json", "link", "new.json", "dangling"))
})

test_that("only ordinary files are written and read", {
  skip_in_quick()
  skip_on_os("windows")
  folder <- withr::local_tempdir()
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  refused <- function(path) {
    expect_match(path_error(save_agent(a, path)), "is no ordinary file")
    expect_match(path_error(read_agent(path)), "must be a file that `save_agent\\(\\)` wrote")
  }
  refused(folder)
  expect_match(path_error(save_agent(a, file.path(folder, "none", "agent.json"))), "Its folder does not exist")
  file.symlink("round", file.path(folder, "round"))
  refused(file.path(folder, "round"))
  skip_if(Sys.which("mkfifo") == "")
  system2("mkfifo", shQuote(file.path(folder, "pipe")))
  file.symlink("pipe", file.path(folder, "to_pipe"))
  refused(file.path(folder, "pipe"))
  refused(file.path(folder, "to_pipe"))
  expect_setequal(list.files(folder), c("round", "pipe", "to_pipe"))
})

test_that("files that dead savers of the same agent left are removed, and nothing else", {
  skip_on_os("windows")
  folder <- withr::local_tempdir()
  path <- file.path(folder, "agent.json")
  here <- unruly:::machine_name()
  left <- sprintf(c("agent.json.%s.999999.tmp", "agent.json.%s.1.tmp", "other.json.%s.999999.tmp", "agentxjson.%s.999999.tmp",
                    "agent.json.elsewhere.9.tmp", "agent.json.%s.999999.tmp.tmp", "agent.json.999999.tmp"), here)
  for (file in file.path(folder, left)) writeLines("half", file)
  save_agent(agent(policy_ucb1(), c("a", "b"), seed = 1), path)
  expect_setequal(list.files(folder), c("agent.json", left[-1]))
})

test_that("a saver that is killed, or has no room, leaves the file that was there", {
  skip_on_cran()
  skip_on_os("windows")
  folder <- withr::local_tempdir()
  path <- file.path(folder, "agent.json")
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  save_agent(a, path)
  said <- run_child(c("library(unruly)", "a <- agent(policy_ucb1(), c('a', 'b'), seed = 1)",
                      "for (i in 1:20000) agent_learn(a, agent_choose(a), i / 7)", sprintf("path <- %s", deparse(path)),
                      "e <- tryCatch(save_agent(a, path), error = identity)", "cat('', inherits(e, 'unruly_error_path'), sep = '\\n')"),
                    before = "trap '' XFSZ; ulimit -f 64;")
  expect_identical(utils::tail(said, 1), "TRUE")
  expect_identical(list.files(folder), "agent.json")
  expect_identical(agent_choose(read_agent(path)), "a")
})

test_that("a file is read however its JSON is laid out, and none whose journal holds bytes of 0", {
  path <- withr::local_tempfile()
  a <- agent(policy_exp3(), c("a", "b"), seed = 1, horizon = 100)
  for (i in 1:20) agent_learn(a, agent_choose(a), i / 20)
  save_agent(a, path)
  text <- paste(readLines(path), collapse = "\n")
  expect_false(is.null(unruly:::cut_journal(charToRaw(text))))
  plain <- gsub("\n +", "", text)
  expect_null(unruly:::cut_journal(charToRaw(plain)))
  writeLines(plain, path)
  expect_identical(as_tibble(read_agent(path)), as_tibble(a))
  bytes <- charToRaw(text)
  bytes[regexpr("clcl", text)] <- as.raw(0)
  expect_null(unruly:::cut_journal(bytes))
  writeBin(bytes, path)
  expect_error(read_agent(path), class = "unruly_error_path")
})

test_that("damaged files are refused, never trusted, and never crash R", {
  skip_on_cran() # long
  withr::local_options(unruly.span = 8)
  withr::local_seed(41)
  path <- withr::local_tempfile()
  broken <- withr::local_tempfile()
  outcomes <- character()
  for (a in drawn_of(busy_agents(), 2)) {
    save_agent(a, path)
    bytes <- readBin(path, raw(), file.size(path))
    for (i in 1:20) {
      edited <- bytes
      at <- sample(length(bytes), sample(3, 1))
      edited[at] <- as.raw(sample(1:255, length(at), replace = TRUE))
      if (i %% 10 == 0) edited <- edited[seq_len(sample(length(edited), 1))]
      if (i %% 10 == 5) edited <- append(edited, sample(bytes, 9), sample(length(bytes), 1))
      writeBin(edited, broken)
      outcomes <- c(outcomes, reading(broken))
    }
  }
  expect_gte(length(outcomes), if (is.na(share_number())) 100 else 40)
  # A change of white space is none.
  expect_gt(mean(outcomes == "refused"), 0.8)
  for (junk in list("", "{}", "{\"\": 1}", "[]", "null", "3", "\"a\"", "{\"format\": \"unruly agent 1\"}", "{\"format\": \"unruly agent 4\"}", "{\"format\": [1, 2]}",
                    "{\"format\": %n%n%s}", "\xff\xfe")) {
    writeBin(charToRaw(junk), broken)
    expect_identical(reading(broken), "refused")
  }
})

# Every place in a nested list, as a list of paths.
places_in <- function(x, at = list()) {
  if (!is.list(x) || length(x) == 0) return(list(at))
  inside <- lapply(seq_along(x), function(i) places_in(x[[i]], c(at, i)))
  c(if (length(at) > 0) list(at), unlist(inside, recursive = FALSE))
}

test_that("files that were made up to deceive are refused or describe an agent", {
  skip_on_cran() # long
  withr::local_options(unruly.span = 8)
  withr::local_seed(42)
  path <- withr::local_tempfile()
  made_up <- withr::local_tempfile()
  junk <- list(NULL, -1, 0, 0.5, 1e300, Inf, -Inf, 2^31, 2^53, "a", "", TRUE, list(), c(1, 2, 3), c("a", "b"), list(number = 1e300),
               list(number = c(1, 2), rows = 2), list(a = 1), "policy_oracle", "policy_custom", numeric(50))
  outcomes <- character()
  for (a in drawn_of(busy_agents())) {
    save_agent(a, path)
    content <- read_content(path)
    parts <- c("package", "policy", "agent", "arms", "calls", "numbers", "mark")
    places <- places_in(content[parts])
    for (place in places) {
      for (value in junk[sample(length(junk), 2)]) {
        edited <- content[parts]
        if (is.null(value)) edited[[unlist(place)]] <- NULL else edited[[unlist(place)]] <- value
        write_content(c(content["format"], edited), made_up)
        outcomes <- c(outcomes, reading(made_up))
      }
    }
  }
  expect_gt(length(outcomes), 130 / parts_of_share())
  expect_gt(mean(outcomes == "refused"), 0.5)
})

test_that("journals that were made up are refused or played", {
  skip_on_cran() # long
  withr::local_options(unruly.span = 8)
  withr::local_seed(43)
  path <- withr::local_tempfile()
  made_up <- withr::local_tempfile()
  odd <- c(-1, 0, 1, 2, 3, 0.5, 1e9, 1e300, Inf, -Inf, 2^31, 2^53)
  letters_used <- strsplit("cltupsexaz", "")[[1]]
  outcomes <- character()
  for (a in drawn_of(busy_agents(), 2)) {
    save_agent(a, path)
    content <- read_content(path)
    for (i in 1:20) {
      edited <- content
      calls <- strsplit(edited$calls, "")[[1]]
      if (i %% 2) calls[sample(length(calls), 2)] <- sample(letters_used, 2)
      if (i %% 3) edited$numbers[sample(length(edited$numbers), 2)] <- sample(odd, 2)
      if (i %% 4 == 0) edited$mark <- c(sample(length(calls) + 2, 1), sample(200, 1))
      if (i %% 7 == 0) edited$arms <- edited$arms[-1]
      if (i %% 5 == 0) edited$numbers <- utils::head(edited$numbers, -3)
      edited$calls <- paste(calls, collapse = "")
      write_content(edited, made_up)
      outcomes <- c(outcomes, reading(made_up))
    }
  }
  expect_gte(length(outcomes), if (is.na(share_number())) 100 else 40)
  expect_gt(mean(outcomes == "refused"), 0.8)
})

test_that("the messages read well: files of agents", {
  path <- withr::local_tempfile()
  named <- file.path(withr::local_tempdir(), "agent.json")
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  for (i in 1:5) agent_learn(a, agent_choose(a), i / 5)
  save_agent(a, path)
  content <- read_content(path)
  read_edited <- function(edit) {
    write_content(edit(content), named)
    withr::with_dir(dirname(named), read_agent("agent.json"))
  }
  read_text <- function(text) {
    writeLines(text, named)
    withr::with_dir(dirname(named), read_agent("agent.json"))
  }
  unversioned <- function(lines) gsub("this is [0-9.]+", "this is <version>", gsub("version [0-9.]+", "version <version>", lines))
  expect_errors(transform = unversioned, {
    read_text("not JSON")
    read_text("{\"format\": \"unruly study 2\"}")
    read_text("{\"format\": \"unruly agent 2\"}")
    read_text(sub("\"a\"", "\"c\"", readLines(path), fixed = TRUE))
    read_edited(function(x) utils::modifyList(x, list(agent = list(rep = 0))))
    read_edited(function(x) utils::modifyList(x, list(policy = list(constructor = "policy_best"))))
    read_edited(function(x) utils::modifyList(x, list(numbers = replace(x$numbers, 3, 0))))
    read_edited(function(x) utils::modifyList(x, list(numbers = x$numbers[-1])))
    read_edited(function(x) utils::modifyList(x, list(numbers = "A?")))
    read_edited(function(x) utils::modifyList(x, list(mark = 1)))
    read_edited(function(x) utils::modifyList(x, list(mark = c(99, 0))))
    read_edited(function(x) utils::modifyList(x, list(calls = sub("c$", "cq", x$calls), arms = "a")))
  })
})

test_that("the numbers of a policy that was edited never reach the core", {
  skip_on_cran() # long
  settings <- list(bandit(beta_arms(3)), bandit(beta_arms(3)) |> with_patience(c(9, 9, 40)), bandit(beta_arms(3)) |> with_fairness(0.2, 1),
                   bandit(beta_arms(3)) |> with_waiting(c(0.5, 0.3, 0.2)), bandit(beta_arms(3)) |> with_lifetimes(1, c(60, 90, Inf)),
                   bandit(arms_linear(diag(2), 1, context_normal(2))))
  refused <- function(policy) {
    all(vapply(settings, function(b) {
      problem <- tryCatch(whatever_scale(run_study(b, policy, 5, reps = 1, seed = 1, progress = FALSE)), unruly_error = identity)
      inherits(problem, c("unruly_error_object", "unruly_error_policy", "unruly_error_argument"))
    }, NA))
  }
  told <- function(policy) lapply(settings, function(b) unruly:::describe_policy(unruly:::resolve_policies(list(policy), b)[[1]]))
  spoilt <- function(x) rep(-1e300, length(x))
  all <- each_policy()
  for (policy in all) {
    number <- match(policy$constructor, names(all))
    closed <- as_usual(policy)
    for (name in drawn_of(names(Filter(is.numeric, closed$parameters)), 4, number)) {
      edited <- closed
      edited$parameters[[name]] <- spoilt(closed$parameters[[name]])
      expect_true(refused(edited), info = paste(policy$constructor, name))
    }
    if (is.null(unruly:::open_word(unruly:::assuming(policy)))) next
    for (name in drawn_of(names(Filter(is.numeric, policy$parameters)), 4, number)) {
      edited <- policy
      edited$parameters[[name]] <- spoilt(policy$parameters[[name]])
      expect_true(refused(edited) || identical(told(edited), told(policy)), info = paste(policy$constructor, name, "open"))
    }
  }
})
