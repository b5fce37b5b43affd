# Tables of ours after what users do with tables: whole ones keep their class, others are plain tibbles, and all of them print.

plain_class <- c("tbl_df", "tbl", "data.frame")

shown <- function(x) paste(capture.output(print(x, width = 200)), collapse = "\n")

# Whatever comes of a table is one of two things, and prints. Of tables with the same class, attributes and columns, of the same
# types and as long, one is printed.
claim_polite <- function(claim, x, class, what, printed = NULL) {
  kind <- rlang::hash(list(attributes(x)[setdiff(names(attributes(x)), "row.names")], lapply(x, function(column) attributes(column) %||% typeof(column)), nrow(x)))
  if (is.null(printed[[kind]])) {
    text <- tryCatch(shown(x), error = function(e) NULL)
    claim(!is.null(text), class, what, "prints")
    if (!is.null(printed)) printed[[kind]] <- TRUE
  }
  is_plain <- identical(class(x), plain_class)
  is_whole <- identical(class(x), c(class, "unruly_table", plain_class)) && is.null(unruly:::shape_problem(x, class))
  claim(is_plain || is_whole, class, what, "is whole or plain, not", class(x))
  claim(.row_names_info(x) <= 0, class, what, "has automatic row names")
  if (is_plain) claim(identical(setdiff(names(attributes(x)), c("names", "row.names", "class")), character()), class, what, "has nothing of a whole one")
}

base_verbs <- function(table) {
  first <- names(table)[1]
  set <- function(f) f(table)
  rlang::quos(
    rows = table[1, ], none = table[0, ], `all rows` = table[rev(seq_len(nrow(table))), ], twice = table[c(1, 1), ],
    columns = table[1:2], `but one` = table[-1], `one column` = table[first], `rows and columns` = table[1, 1:3],
    `both, by name` = table[seq_len(nrow(table)), names(table)], logical = table[rep(TRUE, nrow(table)), ],
    subset = subset(table, TRUE), head = head(table, 2), tail = tail(table, 1), bound = rbind(table, table),
    `bound in parts` = rbind(table[1, ], table[-1, ]), `beside a tibble` = rbind(table, tibble::as_tibble(table)),
    renamed = set(function(x) { names(x)[1] <- "other"; x }), `renamed to the same` = set(function(x) { names(x) <- names(x); x }),
    colnames = set(function(x) { colnames(x)[2] <- "other"; x }), dropped = set(function(x) { x[[1]] <- NULL; x }),
    `dropped by $` = set(function(x) { x$arm <- NULL; x$measure <- NULL; x }), added = set(function(x) { x$extra <- 1; x }),
    `added a list` = set(function(x) { x$extra <- rep(list(1:2), nrow(x)); x }), `of another type` = set(function(x) { x[[first]] <- as.character(x[[first]]); x }),
    `all the same` = set(function(x) { x[[2]] <- rep(x[[2]][1], nrow(x)); x }), `a cell` = set(function(x) { x[1, 2] <- NA; x }),
    `a factor` = set(function(x) { x[[first]] <- factor(x[[first]]); x }), `a column by [` = set(function(x) { x[, first] <- NA; x })
  )
}

dplyr_verbs <- function(table) {
  first <- names(table)[1]
  rlang::quos(
    select = dplyr::select(table, 2:3), `select all` = dplyr::select(table, dplyr::everything()), `select but` = dplyr::select(table, -1),
    rename = dplyr::rename(table, other = 1), filter = dplyr::filter(table, dplyr::row_number() < 2), `filter none` = dplyr::filter(table, FALSE),
    mutate = dplyr::mutate(table, extra = 1), `mutate a factor` = dplyr::mutate(table, dplyr::across(1, factor)),
    `mutate a type` = dplyr::mutate(table, dplyr::across(2, as.character)), arrange = dplyr::arrange(table, dplyr::desc(.data[[first]])),
    slice = dplyr::slice(table, 1), `slice twice` = dplyr::slice(table, c(1, 1)), distinct = dplyr::distinct(table, .data[[first]]),
    transmute = dplyr::transmute(table, extra = 1), relocate = dplyr::relocate(table, 2), bind = dplyr::bind_rows(table, table),
    `bind columns` = dplyr::bind_cols(table, tibble::tibble(more = seq_len(nrow(table)))), count = dplyr::count(table, .data[[first]]),
    summarise = dplyr::summarise(table, n = dplyr::n()), ungrouped = dplyr::ungroup(dplyr::group_by(table, .data[[first]])),
    join = dplyr::left_join(table, dplyr::mutate(dplyr::distinct(table, .data[[first]]), joined = 1), by = first),
    `by row` = dplyr::ungroup(dplyr::rowwise(table))
  )
}

test_that("a changed table is whole or a plain tibble, and prints", {
  skip_on_cran() # long
  claim <- many_claims()
  printed <- new.env()
  tables <- small_tables()
  for (class in names(tables)) {
    claim_polite(claim, tables[[class]], class, "as made", printed)
    claim(inherits(tables[[class]], class), class, "has its class")
    for (verbs in c(list(base_verbs), if (requireNamespace("dplyr", quietly = TRUE)) list(dplyr_verbs))) {
      made <- verbs(tables[[class]])
      for (what in names(made)) {
        if (is_drawn(match(class, names(tables)), match(what, names(made)), one_in = 12)) {
          claim_polite(claim, rlang::eval_tidy(made[[what]]), class, what, printed)
        }
      }
    }
  }
  expect_claims(claim, 80)
})

test_that("a table keeps its class where it can, and loses it where it must", {
  tables <- small_tables()
  figures <- tables$unruly_characteristics
  keeps <- function(x) inherits(x, "unruly_table")
  expect_true(keeps(figures[figures$bandit == "null", ]))
  expect_true(keeps(figures[figures$bandit == "null", -1]))
  expect_false(keeps(figures[-1])) # rows of two bandits that nobody can tell apart
  expect_false(keeps(rbind(figures, figures)))
  expect_true(keeps(rbind(figures[1:5, ], figures[-(1:5), ])))
  expect_identical(rbind(figures[1:5, ], figures[-(1:5), ]), figures)
  renamed <- figures
  names(renamed)[3] <- "other"
  expect_false(keeps(renamed))
  names(renamed)[3] <- "figure"
  expect_false(keeps(renamed)) # nobody knows what it was
  level <- tables$unruly_estimates
  expect_identical(attr(level[level$arm == 1, ], "level"), 0.95)
  expect_null(attr(level[c("arm", "estimate")], "level"))
})

test_that("grouped tables have neither class nor attributes, and print", {
  skip_in_quick()
  skip_if_not_installed("dplyr")
  for (table in drawn_of(small_tables())) {
    grouped <- dplyr::group_by(table, .data[[names(table)[1]]])
    expect_false(any(startsWith(class(grouped), "unruly_")))
    expect_identical(setdiff(names(attributes(grouped)), c("names", "row.names", "class", "groups")), character())
    expect_match(shown(grouped), "Groups")
    expect_identical(class(dplyr::ungroup(grouped)), plain_class)
    rows <- dplyr::rowwise(table)
    expect_identical(setdiff(names(attributes(rows)), c("names", "row.names", "class", "groups")), character())
  }
})

test_that("added columns are shown, and the figures by policy where there are none", {
  skip_in_quick()
  for (table in drawn_of(small_tables())) {
    table$elephants <- seq_len(nrow(table))
    if (inherits(table, "unruly_calibration")) next # prints what was found
    expect_match(shown(table), "elephants")
  }
  figures <- small_tables()$unruly_characteristics
  wide <- capture.output(print(figures))
  expect_match(wide[2], "UCB1 +Uniform")
  figures$policy <- factor(figures$policy, c("Uniform", "UCB1"))
  expect_identical(capture.output(print(figures)), wide)
  expect_match(shown(figures[figures$value > 1e9, ]), "A tibble: 0")
  expect_match(shown(figures), "# Operating characteristics")
})

test_that("figures and tidied tables do without the columns that a table may lack", {
  skip_in_quick()
  skip_if_not_installed("ggplot2")
  tables <- small_tables()
  few <- tables$unruly_estimates[tables$unruly_estimates$bandit == "null" & tables$unruly_estimates$policy == "UCB1", ]
  for (left in list("bandit", c("bandit", "policy"), c("bandit", "policy", "round", "se", "pulls"), c("bandit", "truth"))) {
    less <- few[setdiff(names(few), left)]
    expect_s3_class(less, "unruly_estimates")
    for (type in list(NULL, "intervals")) expect_s3_class(ggplot2::ggplot_build(autoplot(less, type)), "ggplot_built")
    expect_identical(nrow(unruly:::tidy.unruly_estimates(less)), nrow(less))
    expect_true(is.data.frame(unruly:::augment.unruly_estimates(less)))
  }
  figures <- tables$unruly_characteristics
  figures <- figures[figures$bandit == "null", -1]
  figures$measure <- factor(figures$measure)
  expect_s3_class(ggplot2::ggplot_build(autoplot(figures)), "ggplot_built")
  expect_error(autoplot(figures[0, ]), class = "unruly_error_argument")
})

test_that("an edited table prints, whatever it holds, and is refused by what needs a whole one", {
  skip_in_quick()
  tables <- small_tables()
  claim <- many_claims()
  junk_of_all_kinds <- list(NULL, NA, "a", list(1, 2), mean, matrix(1i, 2, 2), 1:7, character(), quote(x))
  met <- 0
  for (class in names(tables)) {
    for (part in names(tables[[class]])) {
      if (!is_drawn(match(class, names(tables)), match(part, names(tables[[class]])), one_in = 12)) next
      # Three kinds of junk for each column, all kinds for each class.
      kinds <- (met + 0:2) %% length(junk_of_all_kinds) + 1
      met <- met + 3
      for (junk in junk_of_all_kinds[kinds]) {
        edited <- unclass(tables[[class]])
        edited[part] <- list(junk)
        attributes(edited) <- attributes(tables[[class]])
        claim(tryCatch(is.character(shown(edited)), error = function(e) FALSE), class, part, deparse(junk))
      }
    }
  }
  expect_claims(claim, 60 / parts_of_share())
})

test_that("tables that the package returns have automatic row names", {
  skip_in_quick()
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  study <- run_study(list(a = pair, b = with_patience(pair, 2)), list(policy_ucb1(), policy_uniform()), 20, reps = 2, seed = 1, threads = 1,
                     keep = c("choices", "scores"), progress = FALSE)
  series <- run_experiment("impatient-cycle", reps = 2, horizon = c(50, 60), threads = 1)
  exact <- exact_study(pair, policy_ucb1(), 5, threads = 1)
  tables <- c(small_tables(), list(
    regret(study), pulls(study), exits(study), choices(study), instances(study), recommendations(study), summary(study), summary(study, at = "all"),
    compare_policies(study, "UCB1"), study_scores(study),
    measured_estimates(study, at = "all", method = "aipw", weights = c("constant", "uniform")),
    regret(series), summary(series), regret(exact), pulls(exact), summary(exact), summary(exact, distribution = TRUE), summary(exact, "pulls", distribution = TRUE),
    policies(), experiments(), as_tibble(small_agent()), agent_decisions(small_agent()), as_tibble(as_log(small_agent())), as_tibble(as_log(study, policy = "UCB1", bandit = "a")), as_tibble(study, "settings"),
    measured_estimates(small_agent()), estimates(data.frame(arm = c(1, 2, 1), reward = 1:3), "naive"), as_tibble(aus_cycle(c(2, 4, 4))),
    bandit_value(with_waiting(pair, c(0.5, 0.5)), c(10, 20)), regret_bound(pair, 10^(0:6))
  ))
  rows <- vapply(tables, .row_names_info, 0L)
  expect_identical(which(rows > 0), which(FALSE & rows > 0))
})
