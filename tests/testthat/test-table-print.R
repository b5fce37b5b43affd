# What users read. How long a study took is the only thing that varies.
expect_printed <- function(x) {
  expect_snapshot(print(x), transform = function(lines) sub("^Time taken: .*", "Time taken: <time>", lines), cran = FALSE)
}

steps <- bandit(arms_constant(c(0.25, 0.5))) |> with_patience(c(4, Inf))

test_that("one bandit: ranked, compared with what, whole labels, one notation, no column for the bandit", {
  long <- policy_fixed(2, label = "A label of which every single word matters to those who read it")
  study <- play(steps, list(policy_uniform(), long, policy_oracle()), 1000, reps = 3, seed = 123456789, keep = "summary")
  expect_printed(study)
  printed <- capture.output(print(study))
  expect_match(printed, "seed 123456789$", all = FALSE)
  expect_false(any(grepl("bandit +A label", printed)))
  found <- summary(study)
  begun <- substr(found$policy[order(found$mean)], 1, 30) # long labels are wrapped
  lines <- vapply(begun, function(label) grep(paste0("^ *", label), printed), 0L)
  expect_false(is.unsorted(lines))
})

test_that("several bandits, several comparators", {
  several <- list(
    plain = bandit(arms_bernoulli(c(red = 0.2, blue = 0.6))), other = bandit(arms_constant(c(1e-3, 5e4))),
    late = steps |> with_entries(c(1, 50)), slow = bandit(arms_bernoulli(c(0.4, 0.6))) |> with_waiting(c(0.5, 0.5)),
    fair = bandit(arms_bernoulli(c(0.4, 0.6))) |> with_fairness(0.3, 1), tape = bandit(arms_tape(diag(200)[1:2, ], "round")),
    mortal = bandit_mortal(3, 200, 20)
  )
  run <- function(bandits) play(bandits, list(policy_uniform(), policy_round_robin()), 200, reps = 2, keep = "summary")
  expect_printed(run(several[1:3]))
  expect_printed(run(several[4:5]))
  expect_printed(run(several[6:7]))
  printed <- capture.output(print(run(several)))
  expect_length(grep("^ +(Uniform|Round robin) ", printed), 14) # all rows, since they are few
  expect_false(any(grepl("more row", printed)))
})

test_that("one replication, a replay, and a record that ends early", {
  expect_printed(play(steps, policy_uniform(), 50, keep = "summary"))
  log <- data.frame(arm = rep(1:2, 5), reward = 1)
  expect_printed(play(bandit_replay(log), policy_fixed(1), 20, reps = 2, keep = "summary"))
  expect_printed(play(steps, list(policy_uniform(), policy_oracle()), 1000, reps = 2, record = c(10, 100), keep = "summary"))
})

test_that("intervals of what cannot be negative end at 0, as they are drawn", {
  study <- play(steps, list(policy_uniform(), policy_oracle()), 1000, reps = 3, keep = "summary")
  found <- summary(study)[1, ]
  expect_lt(found$mean - qt(0.975, 2) * found$se, 0)
  expect_identical(found$lower, 0)
  expect_false(any(grepl("[-]", grep("^ +(Uniform|Oracle)", capture.output(print(study)), value = TRUE))))
})

test_that("prints of many bandits and policies have 25 lines beyond 20 rows, and say how to see the rest", {
  skip_in_quick()
  several <- stats::setNames(lapply(1:12, function(i) bandit(arms_bernoulli(c(i / 13, 0.95)))), paste("bandit", 1:12))
  policies <- list(policy_ucb1(), policy_uniform())
  rows <- function(printed) length(grep("^ +(UCB1|Uniform)", printed))
  said <- function(printed) as.numeric(sub(".*and ([0-9]+) more row.*", "\\1", grep("more rows?: `print\\(summary\\(study\\), n = Inf\\)`", printed, value = TRUE)))
  study <- play(c(several, list(late = steps |> with_entries(c(1, 5)))), policies, 20, reps = 2, keep = "summary")
  printed <- capture.output(print(study))
  expect_length(printed, 25)
  expect_identical(rows(printed) + said(printed), 26)
  expect_match(printed, "... and 5 more bandits", fixed = TRUE, all = FALSE)
  many <- policy_grid(policy_epsilon_greedy, epsilon = seq(0.01, 0.4, length.out = 40))
  printed <- capture.output(print(play(several[[1]], c(many, policies), 20, reps = 2, keep = "summary")))
  expect_lte(length(printed), 25)
  expect_identical(length(grep("^ +(Eps|UCB1|Uniform)", printed)) + said(printed), 42)
  bandits <- stats::setNames(rep(several[1], 60), paste("bandit", 1:60))
  expect_lte(length(capture.output(print(exact_study(bandits, policies, 2, threads = 1)))), 25)
})

test_that("tables show whole columns at width 80: what tells rows apart and what they say, texts cut off last", {
  skip_in_quick()
  withr::local_options(width = 80, cli.width = 80, pillar.width = NULL)
  labels <- paste("A policy of a long name,", c("the first", "the second", "the third"))
  listed <- lapply(labels, function(label) policy_fixed(2, label = label))
  study <- play(steps, listed, 50, reps = 3, keep = "summary")
  compared <- compare_policies(study)
  named <- function(x, columns) {
    printed <- capture.output(print(x))
    expect_lte(max(nchar(printed)), 80)
    expect_match(printed, paste0("^ +", paste(columns, collapse = " +"), " *$"), all = FALSE)
    printed
  }
  printed <- named(compared, c("bandit", "policy", "difference", "lower", "upper", "p_value"))
  expect_match(printed[1], "2 . 9")
  expect_match(printed, labels[3], fixed = TRUE, all = FALSE)
  expect_match(printed, "3 more variables: baseline", all = FALSE)
  named(policies(), c("constructor", "label", "does", "argument"))
  seen <- data.frame(at = c(100, 200), z = c(2, 3.1), se = c(0.2, 0.141))
  analysed <- trial_analysis(seen, trial_design(looks = c(100, 200, 300, 400)), at = "all")
  named(analysed, c("look", "information", "z", "limit_upper", "decision", "p_value", "estimate", "lower", "upper"))
  expect_true("sequential_p" %in% names(analysed))
  printed <- capture.output(print(analysed, width = 300))
  expect_match(printed, "sequential_p", all = FALSE)
  expect_false(any(grepl("more variable", printed)))
})

test_that("lines are wrapped at the width of the console", {
  long <- policy_fixed(2, label = "A label of which every single word matters to those who read it")
  study <- play(steps, list(policy_uniform(), long), 1000, reps = 3, keep = "summary")
  for (width in c(45, 60, 80)) {
    withr::local_options(width = width, cli.width = width)
    printed <- capture.output(print(study))
    expect_lte(max(nchar(printed)), width)
    expect_length(grep("^ +(Uniform|A label) ", printed), 2)
  }
})

test_that("the time taken is printed, adds up where studies are joined, and is no part of them", {
  skip_in_quick()
  run <- function(reps, first) play(steps, policy_uniform(), 20, reps = reps, first_rep = first)
  a <- run(2, 1)
  expect_output(print(a), "Time taken: [0-9.]+ seconds")
  expect_output(print(c(a, run(2, 3))), "Time taken: ")
  expect_identical(run(2, 1), a)
  times <- c(0.0123, 3, 99, 150, 7200, 3e5)
  expect_equal(vapply(times, unruly:::format_seconds, ""),
               c("0.012 seconds", "3 seconds", "99 seconds", "2.5 minutes", "2 hours", "3.5 days"))
})

test_that("numbers of a table are in one notation", {
  shown <- function(...) unname(unlist(unruly:::format_figures(list(...))))
  expect_equal(shown(c(0.5, 250)), c("0.5", "250.0"))
  expect_equal(shown(c(12345.678, -3)), c("12,345.7", "-3.0"))
  expect_equal(shown(c(0.0123456, 0.5)), c("0.0123", "0.5000"))
  expect_equal(shown(c(2345678, 0.4)), c("2,345,678", "0"))
  expect_equal(shown(c(-1e-15, NA, 1)), c("0.000", "", "1.000"))
  expect_true(all(grepl("e", shown(c(1e20, 5)))))
})

test_that("policies print what they assume and their defaults", {
  expect_snapshot({
    policy_ucb()
    policy_ucb(0.1, sd = 2)
    policy_ucb1()
    policy_ucb1(alpha = 0.5, sd = 60)
    policy_se()
    policy_fc_se()
    policy_fc_entry(4, 9)
    policy_exp3(range = c(-1, 1))
    policy_thompson()
    policy_thompson("bernoulli", range = c(0, 5))
    policy_kl_ucb()
    policy_ars_ucb()
    policy_epsilon_greedy()
    policy_epsilon_greedy(decay = 20)
    policy_ag()
  })
})

test_that("policies(bandit) lists who can play it; what each needs is shown at width 100", {
  skip_in_quick()
  plain <- bandit(arms_bernoulli(c(0.2, 0.8)))
  playable <- function(b) with(policies(b), ifelse(nzchar(argument), sprintf("%s(%s)", constructor, argument), constructor))
  expect_false(any(c("policy_wait_ucb(index = \"paper\")", "policy_fc_se", "policy_ht_ucb", "policy_ucb_l(bonus = \"lifetime\")") %in% playable(plain)))
  expect_true(all(c("policy_fc_se", "policy_ucb1") %in% playable(plain |> with_patience(5))))
  expect_true("policy_ht_ucb" %in% playable(plain |> with_fairness(0.1, 1)))
  waits <- playable(plain |> with_waiting(c(0.5, 0.5)))
  expect_true("policy_wait_ucb(index = \"paper\")" %in% waits && !"policy_se" %in% waits)
  expect_false("policy_lucb(interval = \"kl\")" %in% playable(bandit(arms_gaussian(1:2))))
  expect_true("policy_kl_ucb" %in% playable(bandit(arms_gaussian(1:2)))) # as Gaussian, by default
  expect_named(policies(plain), c(names(policies()), "recommended"))
  expect_error(policies(1), class = "unruly_error_argument")
  withr::local_options(width = 100, pillar.width = 100)
  printed <- capture.output(print(policies()[c("constructor", "argument", "needs")], n = Inf))
  expect_match(printed, "policy_fc_se .*\"patience\"", all = FALSE)
  expect_match(printed, "policy_wait_ucb .*\"waiting\"", all = FALSE)
})

# --- the usual generics ------------------------------------------------------------

test_that("studies are tables and plots to the usual generics", {
  skip_in_quick()
  study <- play(steps, list(policy_uniform(), policy_oracle()), 30, reps = 3)
  ends <- regret(study)[regret(study)$round == max(regret(study)$round), ]
  expect_identical(as_tibble(study), ends)
  expect_identical(as.data.frame(study), as.data.frame(ends))
  expect_error(rbind(study, study), "c\\(a, b\\)", class = "unruly_error_combination")
  exact <- exact_study(bandit(arms_bernoulli(c(0.2, 0.8))), policy_ucb1(), 5)
  expect_error(rbind(exact, exact), "no rows or columns to bind", class = "unruly_error_combination")
  expect_error(rbind(exact, study), "no rows or columns to bind.$", class = "unruly_error_combination")
  expect_error(cbind(study, 1), "no rows or columns to bind", class = "unruly_error_combination")
  skip_if_not_installed("ggplot2")
  file <- withr::local_tempfile(fileext = ".png")
  for (wrong in list(\() ggplot2::ggsave(study), \() ggplot2::ggsave(file, study))) {
    expect_error(suppressMessages(wrong()), "ggsave(file, autoplot(study))", fixed = TRUE, class = "unruly_error_argument")
  }
  skip_if_not_installed("ggplot2")
  withr::local_pdf(NULL)
  expect_s3_class(plot(study), "ggplot")
  expect_equal(plot(study, "reward")$labels$y, "Mean cumulative reward")
})

test_that("unknown arguments are refused everywhere dots are not used", {
  skip_in_quick()
  study <- play(steps, policy_uniform(), 30, reps = 2)
  refused <- function(code) expect_error(code, "has no argument|an argument too many", class = "unruly_error_argument")
  cycle <- aus_cycle(c(2, 4, 4))
  things <- list(study, steps, arms_bernoulli(0.5), policy_ucb1(), prior_uniform(2), spread_delay(1, 2), cycle,
                 round_sizes(2), bandit_replay(data.frame(arm = 1, reward = 1)), read_open_bandit())
  for (thing in things) refused(print(thing, digits = 3))
  refused(summary(study, whta = "reward"))
  refused(as_tibble(study, where = 1))
  refused(as.data.frame(study, what = 1))
  refused(as_tibble(cycle, what = 1))
  refused(as_tibble(read_open_bandit(), what = 1))
  skip_if_not_installed("ggplot2")
  refused(autoplot(study, typo = "reward"))
  refused(autoplot(cycle, typo = 1))
  refused(autoplot(bandit_value(bandit(arms_constant(1)) |> with_waiting(c(0.5, 0.5))), typo = 1))
})

test_that("no method swallows what it does not know", {
  table <- getNamespace("unruly")$.__S3MethodsTable__.
  for (name in ls(table)) {
    method <- get(name, table)
    if ("..." %in% names(formals(method))) expect_true("..." %in% all.names(body(method)), info = name)
  }
})
