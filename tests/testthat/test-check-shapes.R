# Objects with one of our classes that we did not make, or that were edited.

# Runs or refuses: what base R says when it trips over something is neither.
outcome <- function(f, x) {
  tryCatch({
    utils::capture.output(suppressWarnings(f(x)))
    "runs"
  }, unruly_error = function(e) "refused", error = function(e) conditionMessage(e))
}

test_that("objects of another shape with our class are refused wherever they are taken", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  functions <- takers()
  claim <- many_claims()
  for (class in share_of(names(functions))) {
    for (junk in list(list(), 1, "a", NULL, list(1, 2), list(k = 1, law = "a", values = NULL), mean)) {
      fake <- if (is.null(junk)) structure(list(NULL), class = class) else structure(junk, class = class)
      for (i in seq_along(functions[[class]])) {
        claim(identical(outcome(functions[[class]][[i]], fake), "refused"), class, i, deparse(junk))
      }
    }
  }
  expect_claims(claim, 300 / parts_of_share(12))
})

test_that("an edited object is refused or runs, never trips, whichever part was edited", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  functions <- takers()
  objects <- made()
  expect_setequal(names(objects), names(functions))
  withr::local_options(unruly.memory = 1e9, unruly.threads = 1)
  claim <- many_claims()
  junk <- list(NULL, NA, -1, 0.5, 1e300, Inf, "a", list(), list(1), matrix(1i, 2, 2), 1:7, mean, quote(f(x)), factor("a"), character())
  for (class in share_of(names(functions))) {
    for (part in names(objects[[class]])) {
      for (value in drawn_within_of(junk, match(part, names(objects[[class]])))) {
        edited <- objects[[class]]
        attributes <- attributes(edited)
        edited <- unclass(edited)
        edited[part] <- list(value)
        attributes(edited) <- attributes
        f <- functions[[class]][[1]]
        claim(outcome(f, edited) %in% c("runs", "refused"), class, part, paste(deparse(value), collapse = ""))
      }
    }
  }
  expect_claims(claim, 500 / (3 * parts_of_share()))
})

test_that("working objects have the right shape", {
  skip_on_cran()
  objects <- made()
  for (class in names(objects)) expect_null(unruly:::shape_problem(objects[[class]], class))
  for (b in list(bandit_mortal(3, 50, 10), bandit_replay(read_open_bandit()), bandit_auction(c(0.5, 0.5), c(0.4, 0.6), fee = 1),
                 bandit(arms_categorical(matrix(1, 2, 2), c(0, 1))), bandit(arms_tape(matrix(1, 2, 5), by = "round")))) {
    expect_null(unruly:::shape_problem(b, "unruly_bandit"))
  }
})

test_that("the part that was edited is named", {
  b <- bandit(arms_bernoulli(c(0.2, 0.8)))
  b$traits$patience <- list(name = "patience")
  expect_errors({
    run_study(b, policy_ucb1(), 5)
    print(structure(list(), class = "unruly_prior"))
    run_study(bandit(arms_bernoulli(0.5)), list(policy_ucb1(), structure(list(), class = "unruly_policy")), 5)
  })
})

test_that("edited numbers are found by the core's own checks, by class", {
  skip_on_cran() # long
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  window <- with_spread(pair, spread_window(0, 3))
  for (to in list(0, -5, 1e9, 0.5, Inf, c(3, 3), matrix(3, 2, 2), "a", TRUE, NULL)) {
    edited <- window
    edited$traits$spread$parameters["to"] <- list(to)
    refusal <- tryCatch(run_study(edited, policy_ucb1(), 50, reps = 1, seed = 1, threads = 1, progress = FALSE), error = identity)
    expect_true(inherits(refusal, "unruly_error") || inherits(refusal, "unruly_study"), info = deparse(to))
  }
})

test_that("tables of a study that were edited into something else are refused", {
  skip_on_cran() # long
  study <- run_study(bandit(arms_bernoulli(c(0.2, 0.8))), policy_ucb1(), 20, reps = 2, seed = 1, keep = "choices", progress = FALSE)
  edit <- function(table, column, to) {
    study$tables[[table]][[column]] <- NULL
    study$tables[[table]] <- unclass(study$tables[[table]])
    study$tables[[table]][[column]] <- to
    class(study$tables[[table]]) <- c("tbl_df", "tbl", "data.frame")
    study
  }
  expect_null(unruly:::shape_problem(study, "unruly_study"))
  for (table in c("regret", "pulls", "choices")) {
    for (to in list(quote(x), 1:3, sum, matrix(1, nrow(study$tables[[table]]), 2))) {
      expect_error(summary(edit(table, "policy", to)), "`tables` is not as it was made", class = "unruly_error_argument")
    }
    nameless <- study
    attr(nameless$tables[[table]], "names") <- NULL
    expect_error(summary(nameless), "`tables` is not as it was made", class = "unruly_error_argument")
  }
})

test_that("values of waiting and labels that were edited are refused", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  for (names in list(NULL, c("a", "b"))) {
    value <- bandit_value(bandit(arms_bernoulli(stats::setNames(c(0.2, 0.8), names))) |> with_waiting(c(0.5, 0.5)))
    expect_no_error(ggplot2::autoplot(value))
    edited <- unclass(value)
    edited$rate <- matrix(1, 4, 2)
    attributes(edited) <- attributes(value)
    expect_error(ggplot2::autoplot(edited), "`rate` is not as it was made", class = "unruly_error_argument")
    value$rate <- matrix(1, 4, 2) # now a plain tibble
    expect_error(autoplot(value), "something that can be drawn", class = "unruly_error_argument")
  }
  policy <- policy_ucb1()
  policy$label <- "\xff"
  expect_error(print(policy), "`label` is not as it was made", class = "unruly_error_argument")
})

test_that("a description is looked at again once it was edited, however often it was found sound", {
  skip_in_quick()
  study <- play(bandit(arms_bernoulli(c(0.2, 0.8))), policy_ucb1(), 20, reps = 2)
  edits <- list(horizon = -1, seed = "a", record = 5:1, keep = character(), bandits = list(), stop = 7)
  for (part in names(edits)) {
    expect_identical(nrow(summary(study)), 1L)
    edited <- study
    edited$description[[part]] <- edits[[part]]
    expect_error(summary(edited), "`description` is not as it was made", class = "unruly_error_argument", label = part)
    expect_error(summary(edited), class = "unruly_error_argument", label = part) # nor later
  }
  edited <- study
  edited$description$policies[[1]]$parameters <- list(alpha = "much")
  expect_error(summary(edited), "`description` is not as it was made", class = "unruly_error_argument")
})

test_that("code that was put in the place of a parameter does not run", {
  run <- FALSE
  policy <- policy_ucb()
  policy$parameters$error <- quote({
    run <<- TRUE
    0.1
  })
  expect_error(run_study(bandit(arms_bernoulli(c(0.2, 0.8))), policy, 5), "`parameters` is not as it was made", class = "unruly_error_argument")
  expect_error(agent(policy, c("a", "b")), "`parameters` is not as it was made", class = "unruly_error_argument")
  expect_error(unruly:::resolve_policy(policy, list(range = c(0, 1))), class = "unruly_error_argument")
  expect_false(run)
})

test_that("a table that has other rows than its columns, or a column that is none, is refused", {
  skip_if_not_installed("ggplot2")
  bound <- regret_bound(bandit(arms_bernoulli(c(0.2, 0.8))), c(10, 100))
  refused <- function(table) expect_error(ggplot2::autoplot(table), "is not as it was made", class = "unruly_error_argument")
  for (rows in list(integer(), NULL, 1:3)) refused(structure(unclass(bound), row.names = rows, class = class(bound)))
  edited <- unclass(bound)
  edited$holds <- bandit(arms_bernoulli(c(0.2, 0.8)))
  refused(structure(edited, class = class(bound)))
})
