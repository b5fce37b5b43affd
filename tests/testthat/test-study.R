two <- function() {
  list(
    impatient = bandit(arms_gaussian(mean = prior_uniform(4), sd = 1)) |> with_patience(c(4, 6, 30, Inf)),
    mortal = bandit_mortal(4, 400, 50) |> with_spread(spread_delay(1, 6))
  )
}
several <- function() list(policy_ucb1(), policy_uniform(), policy_thompson())

run <- function(bandit = two(), policies = several(), horizon = 150, reps = 6, seed = 7, ..., threads = 1) {
  whatever_scale(run_study(bandit, policies, horizon, reps = reps, seed = seed, keep = "choices", threads = threads,
                           progress = FALSE, ...))
}

tables_of <- function(study) {
  c(study$tables, list(replications = study$replications, instances = instances(study)))
}

rows <- function(table, policy = NULL, reps = NULL, bandit = NULL) {
  keep <- rep(TRUE, nrow(table))
  if (!is.null(policy)) keep <- keep & table$policy == policy
  if (!is.null(reps)) keep <- keep & table$rep %in% reps
  if (!is.null(bandit)) keep <- keep & table$bandit == bandit
  table[keep, ]
}

test_that("two threads play unless more are asked for, or fewer", {
  withr::local_options(unruly.threads = NULL)
  withr::local_envvar(`_R_CHECK_LIMIT_CORES_` = "", OMP_THREAD_LIMIT = "")
  before <- unruly:::machine$cores
  withr::defer(assign("cores", before, unruly:::machine))
  by_default <- function(cores) {
    assign("cores", cores, unruly:::machine)
    unruly:::check_threads(NULL, NULL)
  }
  expect_identical(c(by_default(1), by_default(2), by_default(64)), c(1, 2, 2))
  withr::local_envvar(OMP_THREAD_LIMIT = "1")
  expect_identical(by_default(64), 1)
  withr::local_envvar(OMP_THREAD_LIMIT = "40")
  expect_identical(by_default(64), 2)
  withr::local_envvar(`_R_CHECK_LIMIT_CORES_` = "true") # two processes play the tests
  expect_identical(by_default(64), 1)
  withr::local_options(unruly.threads = 5)
  expect_identical(by_default(64), 5)
})

# --- the same numbers, however they are come by --------------------------------

test_that("one thread, two and four give identical studies", {
  skip_in_quick()
  one <- run()
  expect_identical(run(threads = 2), one)
  expect_identical(run(threads = more_threads()), one)
  withr::local_options(unruly.threads = 2)
  expect_identical(run(threads = NULL), one)
})

test_that("replications played alone are rows of the whole", {
  whole <- run()
  part <- run(reps = 2, first_rep = 4)
  expect_equal(part$replications, 4:5)
  for (name in names(whole$tables)) {
    expect_identical(part$tables[[name]], rows(whole$tables[[name]], reps = 4:5))
  }
})

test_that("c() of a study and its extension is the whole, in any order", {
  skip_in_quick()
  whole <- run()
  first <- run(reps = 2)
  middle <- run(reps = 1, first_rep = 3)
  last <- run(reps = 3, first_rep = 4)
  expect_identical(c(first, middle, last), whole)
  expect_identical(c(last, first, middle), whole)
  expect_identical(c(whole), whole)
  plain <- function(...) run_study(two(), policy_ucb(), 50, seed = 1, threads = 1, progress = FALSE, ...)
  expect_identical(c(plain(reps = 2), plain(reps = 3, first_rep = 3)), plain(reps = 5))
})

test_that("studies with a gap between their replications can be joined and read", {
  skip_in_quick()
  joined <- c(run(reps = 1), run(reps = 1, first_rep = 5))
  expect_equal(joined$replications, c(1, 5))
  expect_equal(unique(instances(joined)$rep), c(1, 5))
  expect_equal(unique(summary(joined)$reps), 2)
})

test_that("studies that differ, or share replications, are not joined", {
  a <- run(reps = 2)
  expect_errors({
    c(a, a)
    c(a, run(reps = 2, first_rep = 3, seed = 8))
    c(a, run(reps = 2, first_rep = 3, horizon = 149))
    c(a, run(reps = 2, first_rep = 3, policies = policy_ucb1()))
    c(a, 1)
  })
})

test_that("the order of policies, and others beside them, change nothing", {
  skip_in_quick()
  whole <- run()
  back <- run(policies = rev(several()))
  alone <- run(policies = policy_uniform())
  for (name in names(whole$tables)) {
    for (policy in c("UCB1", "Uniform", "Thompson")) {
      if (nrow(rows(whole$tables[[name]], policy)) == 0) next
      expect_identical(rows(back$tables[[name]], policy), rows(whole$tables[[name]], policy))
    }
    expect_identical(alone$tables[[name]], rows(whole$tables[[name]], "Uniform"))
  }
})

test_that("two bandits in one study are each as alone", {
  skip_in_quick()
  whole <- run()
  for (name in c("impatient", "mortal")) {
    alone <- run(two()[name])
    for (table in c("regret", "exits", "choices", "pulls")) {
      expect_identical(alone$tables[[table]], rows(whole$tables[[table]], bandit = name))
    }
  }
})

test_that("a label changes the name and nothing else", {
  skip_in_quick()
  a <- run(policies = policy_uniform())
  b <- run(policies = policy_uniform(label = "dice"))
  c <- run(policies = list(cards = policy_uniform()))
  expect_identical(choices(b)[-2], choices(a)[-2])
  expect_identical(choices(c)[-2], choices(a)[-2])
  expect_equal(unique(c(choices(b)$policy, choices(c)$policy)), c("dice", "cards"))
})

test_that("keeping choices and other checkpoints do not change the figures", {
  skip_in_quick()
  kept <- run(record = 20)
  other <- whatever_scale(run_study(two(), several(), 150, reps = 6, seed = 7, record = 20, threads = 1,
                                    progress = FALSE))
  expect_identical(regret(other), regret(kept))
  expect_identical(pulls(other), pulls(kept))
  expect_identical(exits(other), exits(kept))
  every <- run(record = 1:150)
  expect_identical(regret(kept), regret(every)[regret(every)$round %in% regret(kept)$round, ])
})

test_that("other seeds, and seeds far apart, give other studies", {
  seeds <- c(0, 1, -1, 2^31, 2^32, 2^32 + 1, -2^53, 2^53 - 1)
  rewards <- vapply(seeds, function(s) {
    sum(choices(run(bandit(arms_gaussian(0)), policy_ucb1(), 20, reps = 1, seed = s))$reward)
  }, 0)
  expect_length(unique(rewards), length(seeds))
})

# --- seeds and R's own generator ------------------------------------------------

test_that("a given seed leaves .Random.seed as it is, also if there is none", {
  set.seed(1)
  before <- .Random.seed
  run()
  expect_identical(.Random.seed, before)
  rm(".Random.seed", envir = globalenv())
  run()
  expect_false(exists(".Random.seed", envir = globalenv(), inherits = FALSE))
  set.seed(1)
})

test_that("without a seed set.seed() decides, and the study remembers what was drawn", {
  skip_in_quick()
  set.seed(42)
  a <- run(seed = NULL)
  set.seed(42)
  b <- run(seed = NULL)
  expect_identical(a, b)
  expect_false(identical(choices(run(seed = NULL)), choices(a)))
  expect_identical(run(seed = a$description$seed), a)
})

# --- checkpoints ------------------------------------------------------------------

test_that("a number is that many rounds spread on a log scale, the horizon among them", {
  skip_on_cran()
  rounds <- function(record, horizon = 1000) {
    unique(regret(run_study(bandit(arms_constant(1)), policy_ucb1(), horizon, reps = 1, seed = 1, record = record,
                            threads = 1, progress = FALSE))$round)
  }
  expect_equal(rounds(1), 1000)
  expect_equal(range(rounds(10)), c(1, 1000))
  expect_lte(length(rounds(10)), 10)
  expect_equal(rounds(4), c(1, 10, 100, 1000))
  expect_equal(rounds(1e6, 30), 1:30)
  expect_equal(rounds(c(700, 3, 3, 20)), c(3, 20, 700))
  expect_equal(rounds(1, 1), 1)
  expect_equal(rounds(200, 1), 1)
  expect_equal(rounds(200, 2), 1:2)
})

test_that("figures between the last checkpoint asked for and the horizon are played all the same", {
  short <- run_study(bandit(arms_constant(1)), policy_ucb1(), 100, reps = 1, seed = 1, record = c(5, 9), threads = 1,
                     progress = FALSE)
  expect_equal(regret(short)$round, c(5, 9))
  expect_equal(sum(pulls(short)$pulls), 100)
  expect_output(print(short), "study")
})

# --- refusals -----------------------------------------------------------------------

test_that("studies that cannot be run are refused with the argument named, before any work", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  p <- policy_ucb1()
  expect_errors({
    run_study()
    run_study(b)
    run_study(b, p)
    run_study(1, p, 10)
    run_study(list(), p, 10)
    run_study(list(a = b, a = b), p, 10)
    run_study(b, list(), 10)
    run_study(b, "policy_ucb1", 10)
    run_study(b, list(p, p), 10)
    run_study(b, p, 0)
    run_study(b, p, 1.5)
    run_study(b, p, NA)
    run_study(b, p, Inf)
    run_study(b, p, c(10, 20))
    run_study(b, p, 10, reps = 0)
    run_study(b, p, 10, reps = 1e10)
    run_study(b, p, 10, first_rep = 0)
    run_study(b, p, 10, seed = 1.5)
    run_study(b, p, 10, seed = NA)
    run_study(b, p, 10, seed = 2^53)
    run_study(b, p, 10, record = 0)
    run_study(b, p, 10, record = c(1, 11))
    run_study(b, p, 10, keep = "everything")
    run_study(b, p, 10, threads = 0)
    run_study(b, p, 10, progress = NA)
    run_study(b, p, 10, path = "")
    run_study(bandit(arms_tape(matrix(1, 1, 5))), p, 10)
    run_study(bandit_mortal(2, 5, 3), p, 10)
    run_study(b, policy_fixed(3), 10)
    run_study(b, policy_fixed(1, wait = 2), 10)
    run_study(b, policy_wait_ucb(), 10)
  })
})

test_that("a policy that cannot play is named, with the bandit", {
  refusal <- tryCatch(run(list(first = bandit(arms_constant(1:3)), second = bandit(arms_constant(1))),
                          list(policy_ucb1(), policy_fixed(2, label = "stubborn"))), error = identity)
  expect_s3_class(refusal, "unruly_error_policy")
  expect_equal(refusal$policy, "stubborn")
  expect_equal(refusal$bandit, "second")
})

# --- errors and interrupts lose nothing ---------------------------------------------

test_that("when time runs out finished replications are kept and the session goes on", {
  skip_on_cran()
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  cut <- function() {
    on.exit(setTimeLimit())
    setTimeLimit(elapsed = 0.7)
    run_study(b, policy_uniform(), 2e5, reps = 1e5, seed = 1, record = 3, threads = 1, progress = FALSE)
  }
  expect_message(expect_error(cut(), "time limit"), "Stopped after")
  kept <- last_study()
  expect_s3_class(kept, "unruly_study")
  n <- length(kept$replications)
  expect_gt(n, 0)
  expect_lt(n, 1e5)
  # What was kept are whole replications, as if they had been run by themselves.
  first <- run_study(b, policy_uniform(), 2e5, reps = 2, seed = 1, record = 3, threads = 1, progress = FALSE)
  expect_null(last_study())
  expect_identical(rows(regret(kept), reps = 1:2), rows(regret(first), reps = kept$replications))
})

test_that("an interrupt is answered soon, and finished replications are kept", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_interrupts_are_ignored()
  skip_if_not_installed("callr")
  folder <- withr::local_tempdir()
  child <- callr::r_bg(function(folder) {
    b <- unruly::bandit(unruly::arms_bernoulli(c(0.3, 0.6)))
    file.create(file.path(folder, "begun"))
    seen <- tryCatch(unruly::run_study(b, unruly::policy_uniform(), 2e5, reps = 1e5, seed = 1, threads = 1,
                                       record = 3, progress = FALSE),
                     interrupt = function(e) "interrupted")
    list(seen = if (is.character(seen)) seen, kept = length(unruly::last_study()$replications),
         again = nrow(unruly::regret(unruly::run_study(b, unruly::policy_ucb1(), 10, reps = 1, seed = 1))))
  }, list(folder = folder))
  withr::defer(child$kill())
  for (i in 1:200) if (file.exists(file.path(folder, "begun"))) break else Sys.sleep(0.05)
  Sys.sleep(0.8)
  child$interrupt()
  # The study would take hours; a second is promised, and a busy machine gets more.
  child$wait(10000)
  expect_false(child$is_alive())
  found <- child$get_result()
  expect_equal(found$seen, "interrupted")
  expect_gt(found$kept, 0)
  expect_equal(found$again, 10)
})

# --- looking at it ---------------------------------------------------------------------

test_that("descriptions print in a line or two", {
  expect_snapshot({
    bandit(arms_gaussian(mean = c(0.5, 0.6, 0.9), sd = 1)) |> with_patience(c(4, 4, 2))
    bandit(arms_bernoulli(prior_beta(12, 1, 2))) |> with_entries(c(1, 1:11)) |> with_spread(spread_linear(5))
    bandit_mortal(3, 100, 10, known = TRUE)
    bandit(arms_constant(1)) |> with_waiting(c(0.5, 0.5)) |> with_lifetimes(1, 9)
    bandit(arms_bernoulli(c(0.1, 0.9))) |> with_fairness(0.1, c(1, 2))
    arms_tape(matrix(0, 2, 3), by = "round")
    arms_categorical(rbind(1:3, 3:1), c(0, 0.5, 1))
    prior_normal(2, 0, 1)
    spread_adversarial(4)
    policy_fixed(2)
    policy_ucb1(label = "mine")
    read_open_bandit()
  })
})

test_that("instances of joined studies are drawn for their replications only, however far apart", {
  arms <- bandit(arms_bernoulli(prior_uniform(2)))
  parts <- lapply(c(1, 2^31 - 1), function(r) {
    run_study(arms, policy_uniform(), 5, reps = 1, first_rep = r, seed = 1, progress = FALSE)
  })
  expect_equal(instances(c(parts[[2]], parts[[1]])), rbind(instances(parts[[1]]), instances(parts[[2]])))
})

test_that("a single long game tells how far it has come, so that the time left is known from the start", {
  skip_in_quick()
  description <- list(bandits = list(bandit = bandit(arms_bernoulli(c(0.3, 0.6)))),
                      policies = list(Thompson = policy_thompson()), horizon = 1e12, seed = 1, record = 1e12, keep = "summary")
  handle <- unruly:::start_study(description, 1, 1, NULL)
  done <- 0
  for (look in 1:600) {
    state <- .Call(unruly:::C_study_wait, handle, 50)
    expect_equal(state[1], 0)
    if (state[2] > done && done > 0) break
    done <- state[2]
  }
  expect_gt(state[2], done)
  expect_gt(done, 0)
  expect_lt(state[2], 0.5)
  invisible(.Call(unruly:::C_study_collect, handle))
  whole <- unruly:::start_study(replace(description, c("horizon", "record"), 100), 1:3, 2, NULL)
  while ((state <- .Call(unruly:::C_study_wait, whole, 50))[1] == 0) NULL
  expect_equal(state[2], 3)
})

test_that("checkpoints change no digit of the regret, also of rounds in which no arm is played", {
  life <- bandit_mortal(2, 8, 11, prior_beta(2, 1, 3), death = "timed", init = 1)
  at_end <- function(record) {
    study <- run_study(life, policy_moss(), 6, reps = 20, seed = 138, record = record, stop = stop_at(3), threads = 1, progress = FALSE)
    table <- regret(study)
    table$regret[table$round == 6]
  }
  expect_identical(at_end(6), at_end(1:6))
  expect_identical(at_end(c(2, 4, 6)), at_end(1:6))
})
