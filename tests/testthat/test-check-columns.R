# Columns of other classes, and list columns, in every table that the package takes: understood, or
# refused by name. A column of the package `units` is a number with a class; where that package is
# installed, its own are tried, too (their arithmetic raises errors of its own).

in_metres <- function(x) {
  structure(x, units = structure(list(numerator = "m", denominator = character()), class = "symbolic_units"), class = "units")
}

metres_of_units <- function(x) getExportedValue("units", "set_units")(x, "m", mode = "standard")

# How each function that takes a table is given it, and a table that it takes.
tables_taken <- function() {
  log <- data.frame(arm = c(1, 2, 1, 2), reward = c(0, 1, 1, 0), time = 1:4, propensity = 0.5, context1 = c(2, 4, 1, 3))
  taught <- function(log) agent_decisions(agent_warm_start(agent(policy_linucb(), c("1", "2"), seed = 1, context = 1), log))
  list(
    bandit_replay = list(take = bandit_replay, table = log),
    summary = list(take = function(log) summary(as_log(log)), table = log[1:4]),
    estimates = list(take = function(log) estimates(log, "naive"), table = log[c(1, 2, 4)]),
    warm_start = list(take = taught, table = log[c(1, 2, 5)]),
    arms_empirical = list(take = arms_empirical, table = log[1:2]),
    arms_empirical = list(take = arms_empirical, table = data.frame(a = 1:2, b = 2:3)),
    bandit_labels = list(take = function(x) bandit_labels(cbind(x, class = rep_len(c("p", "q"), nrow(x))), class), table = log),
    arms_movielens = list(take = function(ratings) arms_movielens(ratings, 1), table = data.frame(n1 = 1:2, n2 = 1, n3 = 1, n4 = 1, n5 = 0))
  )
}

refusal <- function(take, table) {
  tryCatch({
    take(table)
    simpleError("not refused")
  }, error = identity)
}

with_column <- function(table, column, values) {
  table[[column]] <- values
  table
}

test_that("numbers with a class are refused in every column of every table, with the class", {
  skip_in_quick()
  makers <- c(list(in_metres), if (rlang::is_installed("units")) list(metres_of_units))
  claim <- many_claims()
  for (as_metres in makers) {
    tables <- tables_taken()
    for (i in seq_along(tables)) {
      case <- tables[[i]]
      for (column in names(case$table)) {
        given <- with_column(case$table, column, as_metres(as.double(case$table[[column]])))
        error <- refusal(case$take, given)
        claim(inherits(error, "unruly_error_argument"), names(tables)[i], column, "is refused")
        claim(grepl("<units>", conditionMessage(error)), names(tables)[i], column, "is told with its class")
      }
    }
  }
  expect_claims(claim, 50)
})

test_that("a tibble is taken as the data frame that it is", {
  skip_in_quick()
  for (case in tables_taken()) {
    expect_identical(case$take(tibble::as_tibble(case$table)), case$take(case$table))
  }
})

test_that("tables without a row, and columns of nothing but NA, are refused, but where NA has a meaning", {
  skip_in_quick()
  claim <- many_claims()
  tables <- tables_taken()
  # Rewards that were not reported, propensities that are unknown, and nothing to learn.
  meant <- c(outer(c("summary", "estimates"), c("reward", "propensity"), paste), "warm_start rows", "warm_start reward")
  refused <- function(table, i, what) {
    error <- refusal(tables[[i]]$take, table)
    known <- paste(names(tables)[i], what) %in% meant
    claim(inherits(error, if (known) "simpleError" else "unruly_error"), names(tables)[i], what)
  }
  for (i in seq_along(tables)) {
    table <- tables[[i]]$table
    refused(table[0, ], i, "rows")
    for (column in names(table)) refused(with_column(table, column, NA_real_), i, column)
  }
  expect_claims(claim, 34)
})

test_that("list columns are pools or propensities, or refused by name", {
  skip_in_quick()
  claim <- many_claims()
  tables <- tables_taken()
  for (i in seq_along(tables)) {
    case <- tables[[i]]
    for (column in names(case$table)) {
      error <- refusal(case$take, with_column(case$table, column, as.list(case$table[[column]])))
      claim(inherits(error, "unruly_error_argument"), names(tables)[i], column, "is refused")
    }
  }
  expect_claims(claim, 29)
  log <- data.frame(arm = c(1, 2, 1, 2), reward = c(0, 1, 1, 0))
  expect_identical(trait_of(bandit_replay(with_column(log, "pool", list(1:2, 1:3, 1:2, 2))), "replay")$pool, c(1, 2, 1, 3))
  chances <- rep(list(c("1" = 0.5, "2" = 0.5)), 4)
  expect_identical(nrow(measured_estimates(with_column(log, "propensities", chances), "aipw")), 2L)
})

test_that("dates, spans and tables are no contexts, arms or pools; what I() protects is what it was", {
  skip_in_quick()
  log <- data.frame(arm = c(1, 2, 1, 2), reward = c(0, 1, 1, 0))
  for (context in list(Sys.Date() + 0:3, as.difftime(1:4, units = "mins"), Sys.time() + 0:3, structure(1:4, class = "integer64"))) {
    expect_error(bandit_replay(with_column(log, "context", context)), "`log\\$context` must be numbers", class = "unruly_error_argument")
  }
  expect_error(bandit_replay(with_column(log, "pool", data.frame(a = 1:4, b = 2))), "`log\\$pool`", class = "unruly_error_argument")
  protected <- bandit_replay(with_column(log, "context", I(matrix(1:8, 4))))
  expect_identical(trait_of(protected, "replay")$context, t(matrix(1:8, 4) + 0))
  expect_identical(trait_of(bandit_replay(with_column(log, "context", I(factor(c("a", "b", "a", "b"))))), "replay")$context[1, ], c(1, 0, 1, 0))
  a <- agent(policy_ucb1(), c("1", "2"), seed = 1)
  for (arm in list(as.raw(1:4), as.list(1:4), matrix(1:8, 4))) {
    expect_error(agent_warm_start(a, with_column(log, "arm", arm)), class = "unruly_error_argument")
    expect_error(arms_empirical(with_column(log, "arm", arm)), "`arm`", class = "unruly_error_argument")
  }
})

test_that("an agent refuses numbers with a class, too", {
  a <- agent(policy_linucb(), c("a", "b"), seed = 1, context = 1)
  expect_error(agent_choose(a, context = in_metres(1)), "`context` must be .*<units>", class = "unruly_error_argument")
  arm <- agent_choose(a, context = 1)
  expect_error(agent_learn(a, arm, in_metres(1)), "`reward` must be .*<units>", class = "unruly_error_argument")
  expect_error(agent_learn(a, arm, as.difftime(1, units = "mins")), "`reward` must be .*a length of time", class = "unruly_error_argument")
  expect_identical(agent_learn(a, arm, 1), a)
})

# Tables of which some columns are asked for by name.
tables_of_named_columns <- function() {
  waits <- bandit_value(bandit(arms_bernoulli(c(0.3, 0.6))) |> with_waiting(c(0.5, 0.5)), 100)
  own <- data.frame(arm = c(1, 2, 1, 2), reward = c(0, 1, 1, 0), subject = c(1, 1, 2, 2), round = c(1, 2, 1, 2))
  tables <- tables_taken()
  c(tables[!vapply(tables, function(case) "a" %in% names(case$table), NA)], list(
    regret_bound = list(take = function(x) regret_bound(x, 100, bound = policy_wait_ucb()), table = as.data.frame(waits)),
    likelihood = list(take = function(x) choice_likelihood(x, policy_ucb1(), game = subject), table = own),
    estimates = list(take = function(x) estimates(x, "naive", game = c(subject, block)), table = cbind(own, block = "a"))
  ))
}

test_that("a column that is there twice is refused by its name, not read at its first place", {
  skip_on_cran()
  claim <- many_claims()
  tables <- tables_of_named_columns()
  for (i in seq_along(tables)) {
    case <- tables[[i]]
    expect_silent(suppressMessages(suppressWarnings(case$take(case$table))))
    for (column in names(case$table)) {
      twice <- cbind(case$table, case$table[column])
      error <- refusal(function(x) suppressMessages(suppressWarnings(case$take(x))), twice)
      # Features of items are used by their places, all of them, and what is not asked for is not read.
      unread <- names(tables)[i] == "bandit_labels" || grepl("^not refused", conditionMessage(error)) && column %in% c("reward", "rate", "pulls", "total", "benchmark", "regret", "spent", "at")
      claim(unread || inherits(error, "unruly_error_argument") && grepl(paste0("`", column, "`"), conditionMessage(error), fixed = TRUE),
            names(tables)[i], column, "is refused by name")
    }
  }
  expect_claims(claim, 30)
  labelled <- data.frame(1:4, 2:5, c("p", "q", "p", "q"))
  names(labelled) <- c("x", "x", "class")
  expect_identical(ncol(bandit_labels(labelled, class)$arms$tape$context %||% matrix(0, 1, 2)), 2L)
})

test_that("games are distinct whatever their columns hold", {
  log <- data.frame(a = rep(c("a, b", "a"), each = 4), b = rep(c("c", "b, c"), each = 4), arm = rep(1:2, 4), reward = c(1, 0, 1, 1, 0, 0, 1, 0))
  games <- estimates(log, "naive", game = c(a, b), family = "bernoulli")
  expect_identical(games$estimate, c(1, 0.5, 0.5, 0))
  expect_length(unique(games$rep), 2)
})

# Texts of rows against the rows themselves.
test_that("rows that differ have texts, groups and matches that differ", {
  skip_on_cran()
  pieces <- c("a", "b", ", ", " ", ".", "\"", "\\", "\r", "\n", " - ", "NA")
  withr::local_seed(1)
  for (trial in 1:60) {
    two <- c(", ", sample(pieces, 1)) # few pieces meet often
    text <- function(n) replicate(n, paste(sample(two, sample(3, 1), replace = TRUE), collapse = ""))
    rows <- list(c(text(60), NA), c(text(60), "NA"), sample(c(0.1, 0.1 + 2^-54, NA), 61, replace = TRUE))
    whole <- vapply(seq_along(rows[[1]]), function(i) deparse1(lapply(rows, `[`, i), control = "digits17"), "")
    same <- outer(whole, whole, "==")
    texts <- unruly:::row_texts(rows)
    groups <- unruly:::row_groups(rows)
    expect_identical(outer(texts, texts, "=="), same)
    expect_identical(outer(groups, groups, "=="), same)
    order <- sample(61)
    expect_identical(unruly:::match_rows(lapply(rows, `[`, order), rows), match(whole[order], whole))
    alike <- unruly:::rows_alike(rows)
    expect_identical(sort(unlist(alike)), 1:61)
    expect_length(alike, length(unique(whole)))
  }
})
