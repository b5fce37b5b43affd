# What a message says to try is tried: the call is made again as it says, and the message does not come back.

# The messages of warnings and errors of a call; the names are which they are.
raised_by <- function(play) {
  warned <- character()
  failed <- tryCatch(
    withCallingHandlers({
      play()
      NULL
    }, warning = function(w) {
      warned <<- c(warned, conditionMessage(w))
      rlang::cnd_muffle(w)
    }, message = rlang::cnd_muffle),
    unruly_error = conditionMessage
  )
  c(warned, failed)
}

# What stands in backticks behind "Try": the function, if there is one, and its arguments.
hint_in <- function(message) {
  found <- regmatches(message, regexec("Try `(?:([a-z_0-9]+)\\()?([^`]*?)\\)?`", message, perl = TRUE))[[1]]
  if (length(found) == 0) return(NULL)
  code <- if (nzchar(found[2])) found[3] else sub("`$", "", sub("^Try `", "", found[1]))
  list(of = found[2], given = as.list(str2lang(sprintf("list(%s)", code)))[-1])
}

# Numbers of sizes and places that ranges have, with digits to the last bit.
awkward_rewards <- function(trial, n = 30) {
  withr::local_seed(trial)
  width <- 10^stats::runif(1, -4, 6)
  width * (sample(c(0, 0, 1, -1, 1e3, 1e7), 1) + stats::rexp(n))
}

scaled_policies <- c("kl_ucb", "thompson", "exp3", "ucb1", "ucb", "moss", "imed", "ars_ucb", "ag", "se", "top_two", "kl_ucb_switch", "ucb_v", "tsallis_inf")

test_that("a range or a deviation that a study says to try is not refused again", {
  skip_on_cran()
  claim <- many_claims()
  followed <- 0
  known <- Filter(function(name) exists(paste0("policy_", name), asNamespace("unruly")), scaled_policies)
  for (trial in 1:12) {
    reward <- awkward_rewards(trial)
    bandits <- list(replay = bandit_replay(data.frame(arm = rep(1:2, 15), reward = reward)), constant = bandit(arms_constant(reward[1:3])),
                    observed = bandit(arms_empirical(split(reward, rep(1:2, 15)))),
                    categorical = bandit(arms_categorical(diag(2), range(reward))), normal = bandit(arms_gaussian(reward[1:2], sd = 1)))
    for (name in known) for (b in names(bandits)) {
      if (!is_drawn(trial, match(name, known), match(b, names(bandits)), one_in = 12)) next
      make <- getExportedValue("unruly", paste0("policy_", name))
      if (!all(c("range") %in% names(formals(make)))) next
      for (given in list(list(), list(range = c(0, 1)))) {
        try <- function(given) raised_by(function() run_study(bandits[[b]], do.call(make, given), 10, reps = 2, seed = 1, progress = FALSE))
        said <- try(given)
        hint <- if (length(said) > 0) hint_in(said[1])
        if (is.null(hint)) next
        followed <- followed + 1
        again <- try(hint$given)
        claim(!any(grepl("Try", again)), name, b, trial, said[1], again[1])
      }
    }
  }
  expect_claims(claim, if (is.na(share_number())) 100 else 8)
})

test_that("the range that a log's rewards span is one that the log may state", {
  skip_on_cran()
  for (trial in drawn_of(1:48)) {
    reward <- awkward_rewards(trial)
    said <- raised_by(function() run_study(bandit_replay(data.frame(arm = rep(1:2, 15), reward = reward)), policy_kl_ucb(range = c(-1e-9, 1e-9)), 5))
    expect_silent(bandit_replay(data.frame(arm = rep(1:2, 15), reward = reward), range = eval(hint_in(said[1])$given$range)))
  }
})

test_that("a range that a rule says to try is not refused again", {
  skip_on_cran()
  rules <- list(stop_glr = function(...) stop_glr(..., rate = "practical"), stop_separated = stop_separated,
                stop_equivalence = function(...) stop_equivalence(0.1, ...))
  for (trial in 1:8) for (name in names(rules)) {
    if (!is_drawn(trial, match(name, names(rules)))) next
    reward <- awkward_rewards(trial)
    for (on in list(bandit(arms_categorical(diag(2), range(reward))), bandit(arms_gaussian(0:1)))) {
      try <- function(...) raised_by(function() run_study(on, policy_uniform(), 10, reps = 2, seed = 1, stop = rules[[name]](...), progress = FALSE))
      hint <- hint_in(try(range = c(0, 1e-9)))
      if (name == "stop_separated" && !all(is.finite(on$arms$range))) next # such rewards it cannot judge on any scale
      expect_false(is.null(hint))
      expect_length(do.call(try, lapply(hint$given, eval)), 0)
    }
  }
  exact <- function(...) raised_by(function() exact_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_ucb1(), 10, stop = stop_glr(...)))
  for (given in list(list(range = c(0, 0.5)), list(family = "gaussian", sd = 1))) {
    hint <- hint_in(do.call(exact, given)[1])
    if (!is.null(hint)) expect_false(any(grepl("Try", do.call(exact, lapply(hint$given, eval)))))
  }
})

test_that("a range that an agent says to try takes the reward that was refused", {
  skip_on_cran()
  plain <- function(make) list(make = function(policy, rule, ...) agent(policy(), c("a", "b"), seed = 1, stop = rule(), ...), policy = make, rule = function() NULL)
  ruled <- function(make) list(make = function(policy, rule, ...) agent(policy(), c("a", "b"), seed = 1, stop = rule(), ...), policy = policy_uniform, rule = make)
  cases <- list(
    plain(function(...) policy_thompson(...)), plain(function(range = c(0, 2)) policy_thompson(range = range)),
    plain(function(range = NULL) policy_queue(policy_kl_ucb(range = range))), plain(function(range = c(0, 1)) policy_queue(policy_kl_ucb(range = range))),
    plain(function(range = c(0, 1)) policy_ucb1(range = range)), plain(policy_ucb1), plain(function(range = c(0, 1)) policy_floor(policy_ucb1(range = range), 0.1)),
    ruled(function(range = c(0, 1)) stop_glr(range = range)), ruled(function(...) stop_glr(...)), ruled(function(...) stop_posterior(...)),
    ruled(function(range = c(0, 1)) stop_separated(range = range))
  )
  for (trial in 1:8) for (i in seq_along(cases)) {
    if (!is_drawn(trial, i)) next
    case <- cases[[i]]
    reward <- max(abs(awkward_rewards(trial)), 3)
    try <- function(policy = case$policy, rule = case$rule, ...) raised_by(function() {
      a <- case$make(policy, rule, ...)
      agent_learn(a, agent_choose(a), reward)
    })
    said <- try()
    hint <- hint_in(said[1])
    expect_false(is.null(hint), info = paste(i, said[1]))
    range <- eval(hint$given$range)
    again <- if (hint$of == "agent") try(range = range) else
      if (startsWith(hint$of, "stop_")) try(rule = function() case$rule(range = range)) else try(policy = function() case$policy(range = range))
    expect_length(again, 0)
  }
})

test_that("the hints of a study without its games work", {
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_uniform()), 50, reps = 3, seed = 1, keep = "moments")
  said <- raised_by(function() recommendations(study))
  advice <- sub(".*Try", "", said)
  tried <- regmatches(advice, gregexpr("`[a-z_]+\\(\\)`", advice))[[1]]
  expect_length(tried, 2)
  for (call in gsub("[`()]", "", tried)) expect_no_error(do.call(call, list(study)))
})

# A new hint gets its test here; that of contexts has its own in test-log-contexts.R.
test_that("every hint of the package is tried", {
  lines <- unlist(lapply(list.files(sources_root("R"), full.names = TRUE), function(file) {
    code <- grep("^ *#", readLines(file, encoding = "UTF-8"), value = TRUE, invert = TRUE)
    if (any(grepl("\\bTry (`|\\{)", code))) sprintf("%s %d", basename(file), length(unlist(gregexpr("\\bTry (`|\\{)", grep("\\bTry (`|\\{)", code, value = TRUE)))))
  }))
  expect_identical(lines, c("agent-errors.R 1", "agent-scales.R 1", "exact-study.R 1", "log-contexts.R 1", "policy-playable.R 1", "policy-scales.R 1", "stopping.R 2", "table.R 1"))
})
