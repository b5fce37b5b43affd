# What is read from a file is parsed, never fetched, and what code it carries is
# not run before the user has said that it may be.

skip_if_not_installed("jsonlite")

# A policy that leaves a mark where it is run.
marking <- function(mark) {
  policy_custom(choose = function(s, v) {
    file.create(mark)
    v$live[1]
  }, label = "Marking")
}

saved <- function(policy, envir = parent.frame()) {
  a <- agent(policy, c("a", "b"), seed = 1)
  agent_learn(a, agent_choose(a), 1)
  file <- withr::local_tempfile(fileext = ".json", .local_envir = envir)
  save_agent(a, file)
  file
}

planned <- function(policies = policy_ucb1(), bandit = fickle(), envir = parent.frame()) {
  path <- withr::local_tempdir(.local_envir = envir)
  plan_study(bandit, policies, 20, reps = 8, seed = 1, path = path)
  path
}

# Puts this in the place of the question.
local_question <- function(ask, envir = parent.frame()) {
  namespace <- asNamespace("unruly")
  was <- namespace$ask_trust
  put <- function(f) {
    rlang::env_binding_unlock(namespace, "ask_trust")
    assign("ask_trust", f, namespace)
    rlang::env_binding_lock(namespace, "ask_trust")
  }
  put(ask)
  withr::defer(put(was), envir = envir)
}

# Refused, without a trace of what the code would have done.
expect_untrusted <- function(read, mark = tempfile()) {
  unlink(mark)
  refusal <- expect_error(read, class = "unruly_error_trust")
  expect_s3_class(refusal, "unruly_error_path")
  expect_match(flat(conditionMessage(refusal)), "contains code")
  expect_match(flat(conditionMessage(refusal)), "trust = TRUE", fixed = TRUE)
  expect_false(file.exists(mark))
  refusal
}

test_that("a file that holds the path or the address of another is not followed", {
  skip_in_quick()
  mark <- withr::local_tempfile()
  file <- saved(marking(mark))
  plain <- saved(policy_ucb1())
  pointer <- withr::local_tempfile()
  unlink(mark)
  for (text in c(file, plain, normalizePath(plain), paste0("file://", plain), "http://127.0.0.1:1/agent.json", "http://127.0.0.1:1")) {
    writeBin(charToRaw(text), pointer)
    expect_match(path_error(read_agent(pointer)), "is not JSON")
    expect_match(path_error(read_agent(pointer, trust = TRUE)), "is not JSON")
  }
  expect_false(file.exists(mark))
})

test_that("an agent whose policy is code is read only by those who trust it", {
  skip_in_quick()
  rlang::local_interactive(FALSE)
  mark <- withr::local_tempfile()
  file <- saved(marking(mark))
  refusal <- expect_untrusted(read_agent(file), mark)
  expect_match(flat(conditionMessage(refusal)), "policy$functions$choose", fixed = TRUE)
  expect_match(deparse(refusal$call)[1], "read_agent")
  expect_s3_class(read_agent(file, trust = TRUE), "unruly_agent")
  expect_true(file.exists(mark))
  expect_s3_class(read_agent(saved(policy_queue(policy_ucb1()))), "unruly_agent")
})

test_that("a study whose policies or rules are code is read only by those who trust it", {
  skip_in_quick()
  skip_if_not_installed("nanoparquet")
  rlang::local_interactive(FALSE)
  mark <- withr::local_tempfile()
  path <- planned(list(policy_ucb1(), marking(mark)))
  refusal <- expect_untrusted(run_part(path, 1, progress = FALSE), mark)
  expect_match(flat(conditionMessage(refusal)), "policies$Marking$functions$choose", fixed = TRUE)
  expect_match(deparse(refusal$call)[1], "run_part")
  played <- run_part(path, 1, progress = FALSE, trust = TRUE)
  expect_true(file.exists(mark))
  expect_untrusted(read_study(path), mark)
  expect_identical(regret(read_study(path, trust = TRUE)), regret(played))
  # A rule is code like any other.
  rule <- planned(bandit = bandit(arms_bernoulli(prior_uniform(3))) |> with_fairness(0.1, ~ (max(mean) - min(mean)) / 2))
  refusal <- expect_untrusted(run_part(rule, 1, progress = FALSE))
  expect_match(flat(conditionMessage(refusal)), "penalty", fixed = TRUE)
  expect_s3_class(run_part(rule, 1, progress = FALSE, trust = TRUE), "unruly_study")
  # Numbers need no trust.
  expect_s3_class(run_part(planned(), 1, progress = FALSE), "unruly_study")
})

test_that("a policy in C is neither compiled nor loaded before it is trusted", {
  skip_in_quick()
  skip_on_os("windows")
  skip_if(Sys.which("make") == "", "there is no make")
  skip_if_not_installed("nanoparquet")
  mark <- withr::local_tempfile()
  file <- withr::local_tempfile(fileext = ".c")
  writeLines(c(readLines(system.file("examples", "ucb1.c", package = "unruly")), "#include <stdio.h>",
               sprintf("__attribute__((constructor)) static void loaded(void) { FILE *f = fopen(\"%s\", \"w\"); if (f) fclose(f); }", mark)),
             file)
  mine <- policy_compile(file, list(alpha = 2))(label = "Mine")
  expect_true(file.exists(mark))
  path <- planned(mine)
  agent <- saved(mine)
  unlink(mark)
  said <- run_child(c("library(unruly)", sprintf("path <- %s", deparse(path)), sprintf("file <- %s", deparse(agent)),
                      sprintf("mark <- %s", deparse(mark)),
                      "refused <- function(code) inherits(tryCatch(code, error = identity), 'unruly_error_trust')",
                      "cat(refused(read_agent(file)), refused(run_part(path, 1)), refused(read_study(path)), file.exists(mark), '\n')",
                      "a <- read_agent(file, trust = TRUE)", "cat(file.exists(mark), agent_choose(a), '\n')",
                      "s <- run_part(path, 1, progress = FALSE, trust = TRUE)", "cat(nrow(regret(s)) > 0, '\n')"))
  expect_identical(trimws(utils::tail(said, 3)), c("TRUE TRUE TRUE FALSE", "TRUE b", "TRUE"))
})

test_that("in an interactive session the code is shown, and asked about once", {
  skip_in_quick()
  skip_if_not_installed("nanoparquet")
  rlang::local_interactive(TRUE)
  half <- function(x) x / 2
  path <- planned(policy_index(\(v) half(v$mean), label = "Asked"))
  asked <- 0
  answer <- "no"
  local_question(function() {
    asked <<- asked + 1
    answer == "yes"
  })
  shown <- capture.output(expect_untrusted(run_part(path, 1, progress = FALSE)))
  expect_match(shown, "half(v$mean)", fixed = TRUE, all = FALSE)
  expect_match(shown, "x/2", fixed = TRUE, all = FALSE)
  expect_match(shown, "policies$Asked$functions$index:", fixed = TRUE, all = FALSE)
  expect_identical(asked, 1)
  answer <- "yes"
  capture.output(run_part(path, 1, progress = FALSE))
  expect_identical(asked, 2)
  expect_silent(read_study(path))
  expect_identical(asked, 2)
  expect_silent(run_part(planned(), 1, progress = FALSE))
  expect_identical(asked, 2)
})

test_that("text from a folder cannot deceive the terminal", {
  shown <- unruly:::on_console(unruly:::code_lines("a\tb\r\u001b[2Jc\u202ed\ne"))
  expect_identical(shown, c("a  b\ufffd\ufffd[2Jc\ufffdd", "e"))
})

test_that("code is found wherever it hides", {
  inner <- function(x) if (x > 0) inner(x - 1) else x + 1
  f <- unruly:::read_value(unruly:::write_value(function(x) inner(x), NULL, stop), stop)
  found <- unruly:::code_in(list(a = 1, b = list(f, "c"), quote(x + 1), source = "text"))
  expect_identical(names(found), c("b[[1]]", "b[[1]] takes `inner`", "[[3]]"))
  hidden <- list(constructor = "compiled:0", source = c("int", "x;"))
  expect_identical(unruly:::code_in(list(p = hidden)), c("p$source" = "int\nx;"))
})

test_that("a function with attributes is none that we wrote", {
  content <- unruly:::write_value(sum, NULL, stop)
  content$attributes <- unruly:::write_value(list(class = "odd"), NULL, stop)
  expect_identical(content$kind, "primitive")
  expect_error(unruly:::read_value(content, stop), "attributes")
  expect_null(attributes(sum))
})
