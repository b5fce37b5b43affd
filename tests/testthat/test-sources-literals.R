# literal.txt, and what becomes of a test if a line, a rule or the core is altered (helper-literal-results.R).

# A case of a policy in the core, and what is wrong with it given these lines.
toy_bandit <- bandit(arms_constant(c(0.3, 0.7, 0.5)))
toy_world <- literal_world(3, 50, function(arm, pull, round) c(0.3, 0.7, 0.5)[arm])

toy_case <- function(make, policy = policy_etc(4), mode = "", ...) {
  rules <- rules_hash(list(play_literal, make, toy_world))
  core <- choice_matrix(core_choices(toy_bandit, policy, 50)) + 0
  played <- FALSE
  play <- function() {
    played <<- TRUE
    play_literal(make, toy_world) + 0
  }
  line <- c("toy", "a|toy", rules, choices_hash(core), "50")
  list(line = line, judge = function(line, mode = "") {
    played <<- FALSE
    lines <- if (!is.null(line)) list("a|toy" = list(line))
    problem <- literal_problem("a|toy", rules, core, play, literal_differs(policy), lines, mode, "toy")
    list(problem = problem, played = played)
  })
}

drawn_mode <- Find(function(mode) literal_is_drawn("a|toy", mode), as.character(1:1000))
other_mode <- Find(function(mode) !literal_is_drawn("a|toy", mode), as.character(1:1000))

test_that("a case whose rules and choices are those of its line is not played, and a twentieth is", {
  toy <- toy_case(literal_etc(4))
  for (mode in c("", other_mode)) expect_identical(toy$judge(toy$line, mode), list(problem = NULL, played = FALSE))
  expect_identical(toy$judge(toy$line, drawn_mode), list(problem = NULL, played = TRUE))
  drawn <- vapply(1:4000, function(i) literal_is_drawn(paste("case", i), "some sources"), NA)
  expect_gt(mean(drawn), 0.04)
  expect_lt(mean(drawn), 0.06)
})

test_that("a line that is missing or altered is found", {
  toy <- toy_case(literal_etc(4))
  for (mode in c("", other_mode, drawn_mode)) {
    withr::with_envvar(c(UNRULY_STRICT = "true"), expect_match(toy$judge(NULL, mode)$problem, "run make literal"))
    withr::with_envvar(c(UNRULY_STRICT = "", UNRULY_ALL = ""), expect_identical(toy$judge(NULL, mode), list(problem = NULL, played = TRUE)))
    choices <- toy$judge(replace(toy$line, 4, "0"), mode)
    expect_match(choices$problem, "not those of literal.txt")
    rules <- toy$judge(replace(toy$line, 3, "0"), mode)
    expect_true(rules$played)
    if (mode == "") expect_null(rules$problem) else expect_match(rules$problem, "out of date: run make literal")
  }
})

test_that("a literal version with another constant is played, and found to differ", {
  line <- toy_case(literal_etc(4))$line
  altered <- toy_case(literal_etc(5))$judge(line)
  expect_true(altered$played)
  expect_match(altered$problem, "differs from its literal version")
  # So is another constant in the core, the literal version being what it was.
  core <- toy_case(literal_etc(4), policy_etc(5))$judge(line)
  expect_match(core$problem, "differs from its literal version")
})

test_that("the hash of rules is that of code, of what it reaches, and of nothing else", {
  env <- new.env()
  made <- function(text) eval(parse(text = text, keep.source = TRUE), env)
  env$constant <- 2
  env$helper <- made("function(x) x + constant")
  env$again <- made("function(x) if (x > 0) again(x - 1)")
  rule <- made("function(t) { made <<- t; helper(again(t)) }")
  first <- rules_hash(list(rule))
  expect_identical(rules_hash(list(made("function(t)\n{\n  made <<- t # a word\n  helper( again(t) )\n}"))), first)
  env$made <- 7 # what it has left behind
  expect_identical(rules_hash(list(rule)), first)
  withr::with_options(list(OutDec = ",", scipen = -5, digits = 3, keep.source = FALSE), expect_identical(rules_hash(list(rule)), first))
  env$constant <- 3
  second <- rules_hash(list(rule))
  env$helper <- made("function(x) x - constant")
  third <- rules_hash(list(rule))
  env$again <- made("function(x) if (x > 1) again(x - 1)")
  expect_identical(anyDuplicated(c(first, second, third, rules_hash(list(rule)), rules_hash(list(rule, 1)))), 0L)
  # The same in every version of R and on every machine.
  expect_identical(rules_hash(list(function(x, y = 2L) x + y, c(0.1, 2), "b")), "b59936416a8e79d82ebc00d2b893d8ef")
  expect_identical(choices_hash(cbind(1:3, 4:6)), "54c8061cb390857b804520ca809843c0")
})

test_that("literal.txt has five words a line, each once, sorted by bytes", {
  lines <- readLines(test_path("literal.txt"))
  expect_identical(grep("^[a-z-]+ [^ ]+ [0-9a-f]{32} [0-9a-f]{32} [0-9]+$", lines, invert = TRUE, value = TRUE), character())
  expect_identical(lines, sort(unique(lines), method = "radix"))
  bytes <- readBin(test_path("literal.txt"), raw(), file.size(test_path("literal.txt")))
  expect_false(any(bytes == as.raw(13)))
  expect_gt(length(lines), 4000)
})

test_that("cases that are remembered leave R's random numbers to the test", {
  drawn <- function(horizon) withr::with_seed(3, {
    literal_cases(horizon, 2)
    stats::runif(1)
  })
  expect_identical(drawn(11), drawn(11)) # made, then remembered
})
