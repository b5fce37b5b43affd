# Policies written in R: the same choices as ours, in every setting; what goes
# wrong in them.

arms <- function() arms_bernoulli(c(0.3, 0.5, 0.6, 0.65))

# The five settings, and others.
settings <- function() {
  list(
    plain = bandit(arms()),
    gaussian = bandit(arms_gaussian(c(0.1, 0.5, 0.4), 0.3)),
    impatient = bandit(arms()) |> with_patience(c(60, 30, 45, Inf)),
    fair = bandit(arms()) |> with_fairness(c(0.1, 0.2, 0.1, 0.3), c(1, 0.5, 0, 2)),
    composite = bandit(arms()) |> with_spread(spread_linear(5)),
    delayed = bandit(arms()) |> with_delay(17),
    entries = bandit(arms()) |> with_entries(c(1, 1, 200, 700)),
    mortal = bandit(arms()) |> with_lifetimes(c(1, 1, 100, 500), c(300, 1000, 1400, 1450)),
    population = bandit_mortal(alive = 8, horizon = 1500, mean_lifetime = 150, reward = prior_uniform(8)),
    composed = bandit(arms()) |> with_patience(c(60, 30, 45, Inf)) |> with_spread(spread_delay(1, 3))
  )
}

farewell <- function() {
  bandit(arms_bernoulli(c(0.9, 0.6))) |> with_waiting(rbind(c(0.1, 0.2, 0.3, 0.4), c(0.7, 0.1, 0.1, 0.1)))
}

test_that("UCB1 as an index in R is UCB1, in every setting", {
  skip_in_quick()
  for (b in drawn_of(settings(), 2)) expect_same_choices(b, ucb1_in_r(), policy_ucb1())
})

test_that("Boltzmann exploration as functions of a state is that, in every setting", {
  skip_on_cran()
  for (b in drawn_of(one_in(3, settings()), 2, 1)) expect_same_choices(b, boltzmann_in_r(0.2), policy_boltzmann(0.2))
})

test_that("SE as functions of a state is SE", {
  skip_in_quick()
  for (b in drawn_of(settings()[c("plain", "gaussian", "impatient", "fair", "composite")], 2)) {
    expect_same_choices(b, se_in_r(), policy_se(), horizon = 4000)
  }
})

test_that("Wait-UCB as an index in R is Wait-UCB", {
  skip_in_quick()
  expect_same_choices(farewell(), wait_ucb_in_r(), policy_wait_ucb(), horizon = 5000)
  expect_same_choices(farewell() |> with_lifetimes(c(1, 300), c(2000, 4000)), wait_ucb_in_r(), policy_wait_ucb(), horizon = 4000)
})

test_that("a replay asks a policy in R as it asks ours", {
  skip_in_quick()
  b <- bandit_replay(changing_log())
  both <- run_study(b, list(ucb1_in_r(), policy_ucb1()), 200, reps = 1, seed = 1, keep = "choices")
  made <- split(choices(both)[setdiff(names(choices(both)), c("policy", "propensity"))], choices(both)$policy)
  expect_identical(made[[1]], made[[2]])
  expect_gt(nrow(made[[1]]), 150)
})

test_that("results do not depend on threads, on the other policies, or on R's own generator", {
  skip_in_quick()
  b <- settings()$impatient
  own <- epsilon_greedy_in_r(0.3)
  one <- run_study(b, list(own, policy_ucb1()), 400, reps = 6, seed = 9, threads = 1)
  set.seed(17)
  before <- .Random.seed
  three <- run_study(b, list(policy_ucb1(), policy_se(), own), 400, reps = 6, seed = 9, threads = more_threads())
  expect_identical(.Random.seed, before)
  of <- function(study) regret(study)[regret(study)$policy == "mine", ]
  expect_identical(of(one), of(three))
  later <- run_study(b, own, 400, reps = 2, first_rep = 5, seed = 9)
  expect_identical(regret(later)[-2], of(one)[of(one)$rep > 4, -2])
})

test_that("the view tells how many rounds ago each arm was pulled, whatever the wait, and Inf if it never was", {
  skip_in_quick()
  asked <- NULL
  look <- policy_custom(function(state, v) {
    asked <<- rbind(asked, data.frame(round = v$round, arm = v$live, since = v$since_pull))
    arm <- v$live[1 + v$plays %% length(v$live)]
    if (v$waits > 1) c(arm, 1 + v$plays %% v$waits) else arm
  })
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  problems <- list(pair, pair |> with_waiting(cbind(c(0.2, 0.8), c(0.8, 0.2))), pair |> with_entries(c(1, 5)),
                   pair |> with_patience(c(2, 3)), pair |> with_delay(4))
  for (problem in problems) {
    asked <- NULL
    played <- choices(looking(run_study(problem, look, 15, reps = 1, seed = 3, keep = "choices")))
    before <- function(round, arm) max(-Inf, played$round[played$arm == arm & played$round < round])
    expect_identical(asked$since, asked$round - mapply(before, asked$round, asked$arm))
    expect_true(any(is.finite(asked$since)))
  }
})

test_that("the view has what the policy may know, and no more", {
  skip_in_quick()
  seen <- list()
  look <- policy_custom(function(state, v) {
    if (v$round == 3) seen[[length(seen) + 1]] <<- v
    v$live[1]
  })
  common <- c("round", "plays", "horizon", "waits", "live", "pulls", "mean", "total", "played", "since_pull")
  draws <- c("runif", "rnorm")
  names_of <- function(b) {
    seen <<- list()
    looking(run_study(b, look, 10, reps = 1, seed = 1))
    names(seen[[1]])
  }
  b <- bandit(arms_bernoulli(c(1, 0)))
  expect_identical(names_of(b), c(common, draws))
  expect_identical(seen[[1]][common], list(round = 3, plays = 2, horizon = 10, waits = 1L, live = 1:2, pulls = c(2, 0),
                                           mean = c(1, NaN), total = c(2, 0), played = c(2, 0), since_pull = c(1, Inf)))
  expect_identical(names_of(b |> with_patience(c(5, Inf))), c(common, "patience", draws))
  expect_identical(seen[[1]]$patience, c(5, Inf))
  expect_identical(names_of(b |> with_fairness(c(0.2, 0.1), 3)), c(common, "share", "penalty", draws))
  expect_identical(seen[[1]][c("share", "penalty")], list(share = c(0.2, 0.1), penalty = c(3, 3)))
  expect_identical(names_of(b |> with_entries(c(1, 3))), c(common, "first", draws))
  expect_identical(seen[[1]]$first, c(1, 3))
  expect_identical(names_of(b |> with_lifetimes(c(1, 1), c(9, 4))), c(common, "first", "last", draws))
  expect_identical(seen[[1]]$last, c(9, 4))
  expect_identical(names_of(b |> with_lifetimes(c(1, 1), c(9, 4), known = FALSE)), c(common, "first", draws))
  linear <- bandit(arms_linear(matrix(1:4, 2), 1, context_normal(2)))
  expect_identical(names_of(linear), c(common, "context", draws))
  expect_length(seen[[1]]$context, 2)
})

test_that("with waiting the view has matrices, and outcomes say what the wait gave", {
  told <- list()
  views <- list()
  p <- policy_custom(
    choose = function(state, v) {
      views[[length(views) + 1]] <<- v
      c(1, 2)
    },
    observe = function(state, v, outcome) told[[length(told) + 1]] <<- outcome
  )
  b <- bandit(arms_constant(c(1, 1))) |> with_waiting(rbind(c(0, 0.5, 0.5), c(1, 0, 0)))
  made <- choices(looking(run_study(b, p, 40, reps = 1, seed = 2, keep = "choices")))
  rows <- do.call(rbind, lapply(told, as.data.frame))
  n <- nrow(rows)
  expect_identical(rows$observed, made$observed[1:n])
  expect_identical(rows$cost, made$cost[1:n])
  expect_identical(rows$round, made$round[1:n])
  expect_setequal(rows$delay, c(2, NA))
  expect_identical(is.na(rows$delay), rows$observed == 0)
  last <- views[[length(views)]]
  expect_identical(dim(last$mean), c(2L, 3L))
  expect_identical(last$pulls[1, 2], as.double(n))
  expect_identical(last$time[1, 2], sum(rows$cost))
  expect_identical(last$total[1, 2], sum(rows$observed))
})

test_that("late outcomes are told when they are shown", {
  told <- numeric()
  p <- policy_custom(
    choose = function(state, v) {
      expect_equal(v$played - v$pulls, min(v$round - 1, 3))
      1
    },
    observe = function(state, v, outcome) told[[length(told) + 1]] <<- v$round - outcome$round
  )
  looking(run_study(bandit(arms_constant(1)) |> with_delay(3), p, 30, reps = 1, seed = 1))
  expect_identical(told, rep(4, 26))
})

test_that("random numbers of the view are the policy's stream", {
  drawn <- NULL
  p <- policy_custom(function(state, v) {
    drawn <<- c(drawn, v$runif(2), v$rnorm(1))
    1
  }, stream = policy_ucb1())
  looking(run_study(bandit(arms_constant(1)), p, 5, reps = 1, seed = 8))
  u <- .Call(unruly:::C_policy_uniforms, unruly:::describe_policy(policy_ucb1(range = c(0, 1))), 8, 1, 15)
  expect_identical(drawn[-seq(3, 15, 3)], u[-seq(3, 15, 3)])
  expect_equal(drawn[seq(3, 15, 3)], qnorm(u[seq(3, 15, 3)]), tolerance = 1e-12)
})

test_that("a policy that draws from R's random numbers is warned about, once", {
  theirs <- policy_custom(choose = \(state, view) sample(view$live, 1), label = "Theirs")
  ours <- policy_custom(choose = \(state, view) ceiling(2 * view$runif(1)), label = "Ours")
  problem <- bandit(arms_bernoulli(c(0.4, 0.6)))
  told <- character()
  withCallingHandlers(
    run_study(problem, list(theirs, ours), horizon = 5, reps = 3, seed = 1),
    unruly_warning_random = function(w) {
      told <<- c(told, conditionMessage(w))
      invokeRestart("muffleWarning")
    }
  )
  expect_length(told, 1)
  expect_match(told, "Theirs draws from R's random numbers")
  expect_no_warning(run_study(problem, ours, horizon = 5, reps = 3, seed = 1))
})

test_that("an error in a function is told with its place, and loses nothing", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.4, 0.6)))
  broken <- policy_index(function(v) {
    if (v$round == 40 && v$total[1] != 16) stop("I do not know") else v$mean
  }, label = "Broken")
  error <- expect_error(run_study(list(easy = b, same = b), list(policy_ucb1(), broken), 100, reps = 500, seed = 1),
                        class = "unruly_error_own")
  expect_s3_class(error$parent, "simpleError")
  expect_match(conditionMessage(error), "Broken.*failed.*replication [0-9]+ of the bandit .easy., round 40.*I do not know")
  expect_identical(error$replication, 1) # a total of 16 is rare
  again <- expect_error(run_study(list(easy = b, same = b), list(policy_ucb1(), broken), 100, reps = 500, seed = 1),
                        class = "unruly_error_own")
  expect_identical(again$replication, error$replication)
})

test_that("replications before a failure are kept, whole", {
  b <- bandit(arms_bernoulli(c(0.4, 0.6)))
  count <- 0
  p <- policy_custom(
    start = function(v) {
      count <<- count + 1
      count
    },
    choose = function(state, v) if (state == 4 && v$round > 5) stop("no more") else 1,
    label = "Three times"
  )
  expect_error(looking(run_study(b, list(p, policy_ucb1()), 50, reps = 6, seed = 1)), class = "unruly_error_own")
  kept <- last_study()
  expect_identical(kept$replications, 1:3)
  full <- run_study(b, list(policy_fixed(1, label = "Three times"), policy_ucb1()), 50, reps = 3, seed = 1)
  expect_identical(regret(kept), regret(full))
})

test_that("jumps out of a function leave no game behind", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.4, 0.6)))
  result <- withRestarts(
    run_study(b, policy_custom(\(state, v) if (v$round == 7) invokeRestart("away", 42) else 1), 50, reps = 3, seed = 1),
    away = identity
  )
  expect_identical(result, 42)
  jumped <- tryCatch(run_study(b, policy_index(\(v) rlang::interrupt()), 50, reps = 3, seed = 1), interrupt = function(i) "interrupted")
  expect_identical(jumped, "interrupted")
  # A study within a function of a policy of another.
  inner <- policy_custom(function(state, v) {
    if (v$round == 1) run_study(b, list(ucb1_in_r(), policy_ucb1()), 20, reps = 2, seed = 5)
    1
  })
  expect_same_choices(b, policy_custom(inner$functions$choose, label = "mine"), policy_fixed(1), horizon = 30)
})

test_that("whatever a function raises is told as the policy's failure", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.4, 0.6)))
  failure <- function(index, fun = policy_index) {
    expect_error(run_study(b, fun(index, label = "Broken"), 10, reps = 2, seed = 1), class = "unruly_error_own")
  }
  of_agent <- function(index) {
    a <- agent(policy_index(index, label = "Broken"), "a", seed = 1)
    agent_learn(a, agent_choose(a), 1)
    expect_error(agent_choose(a), class = "unruly_error_own")
  }
  for_ever <- function(v) for_ever(v)
  expect_match(conditionMessage(failure(for_ever)), "Broken.*failed.*replication 1 .*round 3")
  expect_match(conditionMessage(of_agent(for_ever)), "Broken.*failed.*round 2 of the agent")
  deep <- function(n) if (n > 0) deep(n - 1) else stop("at the bottom")
  expect_match(conditionMessage(failure(function(v) deep(1200))), "at the bottom")
  unreadable <- function(v) stop("bad \xff\xfe")
  expect_match(conditionMessage(failure(unreadable)), "Broken.*failed.*bad <ff>")
  expect_match(conditionMessage(of_agent(unreadable)), "Broken.*failed.*bad <ff>")
  expect_match(conditionMessage(failure(function(v) stop("{stop('evaluated')} }}{.foo {"))), "{stop('evaluated')} }}{.foo {", fixed = TRUE)
  for (condition in list(structure(class = c("mine", "error", "condition"), list()),
                         structure(class = c("mine", "error", "condition"), list(message = 1:3, call = 7)),
                         structure(class = c("error", "condition"), 1))) {
    expect_match(conditionMessage(failure(function(v) stop(condition))), "Broken.*failed")
  }
  # Nobody who looks at the class is to take their error for ours.
  for (class in c("unruly_error_choice", "unruly_error_own", "unruly_error_argument")) {
    error <- failure(function(v) rlang::abort("theirs", class = class))
    expect_match(conditionMessage(error), "Broken.*failed.*theirs")
    expect_identical(error$policy, "Broken")
  }
})

test_that("nothing is said to be kept unless something is", {
  skip_in_quick()
  b <- bandit(arms_bernoulli(c(0.4, 0.6)))
  for (keep in c("summary", "moments")) {
    for (answer in list(function(v) stop("no"), function(v) 7)) {
      count <- 0
      fails_at <- 1
      p <- policy_custom(start = function(v) count <<- count + 1, choose = function(state, v) if (count >= fails_at) answer(v) else 1)
      play <- function() conditionMessage(expect_error(looking(run_study(b, p, 20, reps = 6, seed = 1, keep = keep)), class = "unruly_error_own"))
      expect_no_match(play(), "last_study")
      expect_null(last_study())
      count <- 0
      fails_at <- 3
      told <- play()
      expect_identical(last_study()$replications, 1:2)
      expect_match(told, "kept: see `last_study")
    }
  }
})

test_that("choices that cannot be played are refused in so many words", {
  skip_on_cran() # long
  b <- bandit(arms_bernoulli(c(0.4, 0.6, 0.5))) |> with_lifetimes(c(1, 1, 1), c(3, 10, 10))
  refused <- function(policy, bandit = b) {
    error <- expect_error(run_study(bandit, policy, 10, reps = 2, seed = 1), class = "unruly_error_choice")
    conditionMessage(error)
  }
  expect_match(refused(policy_custom(\(s, v) 1)), "chose arm 1, which.*What can be played: arms 2 and 3.*replication 1.*round 4")
  expect_match(refused(policy_custom(\(s, v) 2.5)), "chose arm 2.5")
  expect_match(refused(policy_custom(\(s, v) NA)), "chose an object of type logical, not an arm")
  expect_match(refused(policy_custom(\(s, v) NA_integer_)), "chose a missing number")
  expect_match(refused(policy_custom(\(s, v) NULL)), "chose an object of type NULL")
  expect_match(refused(policy_custom(\(s, v) factor(v$live[1]))), "chose an object of type factor, not an arm")
  expect_match(refused(policy_custom(\(s, v) structure(v$live[1], class = "integer64"))), "chose an object of type integer64, not an arm")
  expect_match(refused(policy_index(\(v) factor(v$live))), "gave an object of type factor, not a number for each")
  expect_match(refused(policy_custom(\(s, v) c(2, 1))), "chose 2 numbers, not an arm")
  expect_error(run_study(bandit(arms_bernoulli(0.5)), policy_index(\(v) v$runif(-1)), 5, reps = 1, seed = 1, progress = FALSE),
               "failed.*whole number of at least 0", class = "unruly_error_own")
  expect_match(refused(policy_index(\(v) 1)), "gave 1 number, not one for each of 2 actions")
  expect_match(refused(policy_index(\(v) c(1, NaN, 2)[seq_along(v$live)])), "gave a missing number for arm 3")
  expect_match(refused(policy_index(\(v) letters)), "gave an object of type character")
  expect_match(refused(policy_custom(\(s, v) c(1, 9)), farewell()), "chose arm 1 with wait 9.*arms 1 and 2 with waits 1 to 4")
  expect_match(refused(policy_custom(\(s, v) 1), farewell()), "chose 1 number, not c\\(arm, wait\\)")
})

test_that("bad arguments are refused before anything is played", {
  expect_errors(policy_index())
  expect_errors(policy_index(3))
  expect_errors(policy_index(function() 1))
  expect_errors(policy_custom(function(s) 1))
  expect_errors(policy_custom(function(s, v) 1, observe = function(s) 1))
  expect_errors(policy_custom(function(s, v) 1, start = 1))
  expect_errors(policy_index(function(v) 1, stream = "UCB1"))
  expect_errors(policy_index(function(v) 1, label = ""))
  expect_errors({
    policy_custom(function(s, v) 1, observe = function(s, v, o) s + o$reward)
    policy_custom(function(s, v) 1, observe = function(s, v, o) s + o[["observe_d"]])
  })
  expect_no_error(policy_custom(function(s, v) 1, observe = function(s, v, o) c(o$arm, o$obs, o$cost, o$delay, o$round, o$wait)))
  expect_no_error(policy_custom(function(s, v) 1, observe = function(...) NULL))
})

test_that("means that are NaN are pointed to where a choice may come of them, not where a word was chosen", {
  skip_in_quick()
  two <- bandit(arms_bernoulli(c(0.4, 0.6)))
  message_of <- function(code) conditionMessage(expect_error(code, class = "unruly_error_choice"))
  refused <- function(policy) message_of(run_study(two, policy, horizon = 5, reps = 1, seed = 1, progress = FALSE))
  expect_match(refused(policy_custom(\(s, v) which.max(v$mean))), "NaN for arms")
  expect_no_match(refused(policy_custom(\(s, v) "b")), "NaN for arms")
  helper <- agent(policy_custom(\(s, v) "b"), c("a", "b"), seed = 1)
  expect_no_match(message_of(agent_choose(helper)), "NaN for arms")
})

test_that("a function may leave an index empty", {
  plan <- rbind(c(2, 1), c(1, 2), c(2, 2))
  planned <- policy_custom(\(state, view) plan[view$plays + 1, ], label = "planned")
  problem <- bandit(arms_bernoulli(c(0.4, 0.6))) |> with_waiting(c(0, 1))
  made <- choices(run_study(problem, planned, horizon = 5, reps = 1, seed = 1, keep = "choices"))
  expect_identical(as.integer(made$arm), c(2L, 1L, 2L))
  expect_error(policy_custom(\(state, view) view$mu[1, ]), "view\\$mu", class = "unruly_error_argument")
})

test_that("elements of the view go by their whole names", {
  refused <- function(code, words) expect_error(code, words, class = "unruly_error_argument")
  refused(policy_custom(\(state, view) view$liv[1]), "`view\\$liv`.*Did you mean `live`")
  refused(policy_index(\(v) v$mea), "`v\\$mea`.*`mean`")
  refused(policy_custom(\(state, view) 1, start = \(view) view[["hor"]]), "`view\\$hor`.*`horizon`")
  refused(policy_custom(chances = \(state, view) view$shar), "`view\\$shar`")
  # A view that is passed on, written to or of another function is the user's.
  passed <- function(view) view$live[1]
  expect_s3_class(policy_custom(\(state, view) passed(view)), "unruly_policy")
  expect_s3_class(policy_custom(\(state, view) { view$li <- view$live; view$li[1] }), "unruly_policy")
  expect_s3_class(policy_custom(\(state, view) (\(view) view$li)(list(li = 1))), "unruly_policy")
  expect_s3_class(policy_custom(\(state, view) state$view$liv %||% view[[paste0("li", "ve")]][1]), "unruly_policy")
})

test_that("a policy is known by its code and what the code refers to", {
  made <- function(alpha) policy_index(function(v) v$mean + alpha)
  code <- function(p) p$parameters$code
  expect_identical(code(made(1)), code(made(1)))
  expect_false(code(made(1)) == code(made(2)))
  expect_false(code(made(1)) == code(policy_index(function(v) v$mean - alpha)))
  helper <- function(v) v$mean
  first <- code(policy_index(function(v) helper(v)))
  helper <- function(v) -v$mean
  expect_false(first == code(policy_index(function(v) helper(v))))
  recursive <- function(n) if (n > 0) recursive(n - 1) else other(n)
  other <- function(n) recursive(n)
  expect_identical(code(policy_index(recursive)), code(policy_index(recursive)))
})

test_that("a folder goes on with a policy in R, and refuses another code", {
  skip_in_quick()
  skip_if_not_installed("nanoparquet")
  folder <- withr::local_tempdir()
  b <- bandit(arms_bernoulli(c(0.4, 0.6)))
  whole <- run_study(b, ucb1_in_r(), 60, reps = 6, seed = 1)
  stored <- run_study(b, ucb1_in_r(), 60, reps = 6, seed = 1, path = folder)
  expect_identical(regret(stored), regret(whole))
  expect_identical(regret(run_study(b, ucb1_in_r(), 60, reps = 6, seed = 1, path = folder)), regret(whole))
  expect_error(run_study(b, policy_index(\(v) v$mean, label = "mine"), 60, reps = 6, seed = 1, path = folder),
               class = "unruly_error_path")
})

test_that("a choice that is none because nothing was seen of an arm has a hint", {
  skip_in_quick()
  pair <- bandit(arms_bernoulli(c(0.3, 0.6)))
  best <- policy_custom(\(state, view) which.max(view$mean), label = "best")
  expect_error(run_study(pair, best, 10, reps = 1, seed = 1), "`view\\$mean` is NaN for arms of which nothing", class = "unruly_error_choice")
  expect_error(agent_choose(agent(best, c("a", "b"), seed = 1)), "`view\\$mean` is NaN", class = "unruly_error_choice")
  late <- policy_custom(\(state, view) if (anyNA(view$mean)) which(is.nan(view$mean))[1] else 7, label = "late")
  error <- expect_error(run_study(pair, late, 10, reps = 1, seed = 1), class = "unruly_error_choice")
  expect_false(grepl("NaN", conditionMessage(error)))
})
