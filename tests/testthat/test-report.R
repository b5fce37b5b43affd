# Rendering needs pandoc; the rest does not.
skip_without_pandoc <- function() {
  skip_if_not_installed("rmarkdown")
  skip_if_not_installed("ggplot2")
  skip_if_not(rmarkdown::pandoc_available("2.0"), "pandoc 2.0 is not here")
}

two_arms <- function(seed = 1, threads = 1, reps = 5, ...) {
  run_study(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_thompson("bernoulli")), horizon = 100, reps = reps,
            seed = seed, threads = threads, ...)
}

read_html <- function(file) paste(readLines(file, warn = FALSE, encoding = "UTF-8"), collapse = "\n")

# Half of the time of a report goes into its figures.
without_figures <- function(frame = parent.frame()) {
  usual <- ggplot2::autoplot
  utils::assignInNamespace("autoplot", function(...) rlang::abort("none", class = "unruly_error_argument"), "ggplot2")
  withr::defer(utils::assignInNamespace("autoplot", usual, "ggplot2"), frame)
}

# Without printing the page when it fails.
expect_says <- function(page, text, times = TRUE) {
  expect_identical(grepl(text, page, fixed = TRUE), times, label = sprintf("Saying \"%s\"", text))
}

test_that("a report says what was played and what came out, in one file, and needs no home", {
  skip_in_quick()
  skip_without_pandoc()
  study <- two_arms()
  file <- tempfile(fileext = ".html")
  withr::with_envvar(c(HOME = NA), {
    expect_identical(save_report(study, file, title = "My \"two\" <arms> & more"), normalizePath(file))
    expect_identical(Sys.getenv("HOME", NA), NA_character_)
  })
  page <- read_html(file)
  for (text in c("My &quot;two&quot; &lt;arms&gt; &amp; more</h1>", "2 Bernoulli arms", "UCB1 (alpha = 2", "Thompson 1933; Agrawal",
                 glance(study)$hash, glance(study)$hash_results, "Finite-time Analysis", "R version", "<td align=\"left\">1 to 5</td>")) {
    expect_says(page, text)
  }
  figures <- lengths(regmatches(page, gregexpr("src=\"data:image/png", page, fixed = TRUE)))
  expect_gte(figures, 4)
  expect_false(grepl("(src|href)=\"(https?:)?//[^\"]*\\.(js|css|png)", page), label = "needing the network")
  expect_says(page, "Error in", FALSE)
})

test_that("a report reads the same whatever options for writing numbers are set", {
  skip_on_cran() # long
  skip_without_pandoc()
  trial <- bandit(arms_bernoulli(c(0.3, 0.6)))
  study <- run_study(list(effect = trial, null = bandit_null(trial)), list(policy_ucb1(), policy_thompson("bernoulli")), horizon = 2000, reps = 20, seed = 1, threads = 1)
  without_figures()
  for (style in c("study", "ademp")[c(is_drawn(0, one_in = 2), is_drawn(1, one_in = 2))]) {
    page <- function(...) gsub("src=\"data:[^\"]*\"", "", withr::with_options(list(...), read_html(save_report(study, tempfile(fileext = ".html"), style = style))))
    usual <- page()
    expect_true(page(OutDec = ",", scipen = -5, digits = 22, warn = 2) == usual, label = style)
    expect_says(usual, "2,000 rounds")
  }
})

test_that("a replay has a report too, by reward", {
  skip_on_cran() # long
  skip_without_pandoc()
  replay <- run_study(bandit_replay(read_open_bandit()), policy_ucb1(), horizon = 30, reps = 2, seed = 1)
  if (is_drawn(0, one_in = 2)) {
    page <- read_html(save_report(replay, tempfile(fileext = ".html")))
    expect_says(page, "Reward per turn after 30 turns")
    expect_says(page, "Regret", FALSE)
  }
  if (!is_drawn(1, one_in = 2)) return(invisible())
  short <- run_study(bandit_replay(data.frame(arm = rep(1:2, 20), reward = 1), init = 0), list(policy_uniform(), policy_fixed(1)), horizon = 200, reps = 2, seed = 1)
  least <- min(tapply(pulls(short)$pulls, paste(pulls(short)$policy, pulls(short)$rep), sum))
  page <- read_html(save_report(short, tempfile(fileext = ".html")))
  expect_says(page, sprintf("Reward per turn after %d turns", least))
  expect_says(page, "200 rounds, 2 replications") # the horizon is what it was
  expect_says(page, "Difference of the reward per turn to that of")
})

test_that("a fit has a report, by unit and pooled, with what its methods say", {
  skip_on_cran() # long
  skip_without_pandoc()
  made <- choices(run_study(bandit(arms_bernoulli(c(.2, .4, .6, .8))), policy_delta(.3, .2), 100, reps = 5, seed = 1, keep = "choices", threads = 1))
  policies <- list(policy_delta(free(), free(.01, 10)), "My *own* <one>" = policy_delta(.3, free(.01, 10)))
  for (pooled in drawn_of(c(FALSE, TRUE), 2)) {
    fit <- suppressWarnings(fit_policy(made, policies, by = rep, pooled = pooled, starts = 10, threads = 1))
    file <- tempfile(fileext = ".html")
    expect_identical(save_report(fit, file), normalizePath(file))
    page <- read_html(file)
    for (text in c("500 choices of 5 units", "Rescorla", "My *own* &lt;one&gt;", sprintf("%.2f", glance(fit)$log_lik), "R version", sprintf("%.3f", tidy(fit)$estimate[1]),
                   sprintf("%.3f", compare_policies(fit)$frequency))) expect_says(page, text)
    expect_says(page, "The population: mean", pooled)
    expect_identical(lengths(regmatches(page, gregexpr("src=\"data:image/png", page, fixed = TRUE))), 3L)
    expect_says(page, "Error in", FALSE)
  }
  expect_error(save_report(fit, tempfile(fileext = ".html"), style = "ademp"), "style", class = "unruly_error_argument")
})

test_that("the template can be drafted and rendered as it is", {
  skip_on_cran() # long
  skip_without_pandoc()
  folder <- tempfile("draft")
  dir.create(folder)
  draft <- rmarkdown::draft(file.path(folder, "mine.Rmd"), template = "study", package = "unruly", edit = FALSE)
  made <- rmarkdown::render(draft, quiet = TRUE, envir = new.env(parent = globalenv()))
  expect_says(read_html(made), "FC-SE")
})

test_that("bad files are refused before anything is rendered", {
  study <- two_arms()
  expect_error(save_report(study, "report.pdf"), class = "unruly_error_argument")
  expect_error(save_report(study), class = "unruly_error_argument")
  expect_error(save_report(1, "report.html"), class = "unruly_error_argument")
  expect_error(save_report(study, file.path(tempfile(), "report.html")), class = "unruly_error_path")
  expect_error(save_report(study, "report.html", title = 1), class = "unruly_error_argument")
  expect_error(save_report(study, withr::local_tempdir(fileext = ".html")), "it is a folder", class = "unruly_error_path")
})

test_that("a report for which there is no room is an error, and what was there stays", {
  skip_on_cran()
  skip_without_pandoc()
  disk <- small_disk()
  skip_if(is.null(disk), "no file system can be mounted here")
  file <- file.path(disk, "report.html")
  writeLines("as it was", file)
  without_figures()
  expect_match(path_error(save_report(two_arms(), file, title = strrep("long ", 1e4))), "could not be written")
  expect_identical(readLines(file), "as it was")
  expect_identical(list.files(disk), "report.html")
})

test_that("equal games have equal hashes, others do not", {
  skip_on_cran()
  study <- two_arms()
  expect_match(glance(study)$hash, "^[0-9a-f]{32}$")
  expect_identical(glance(study)$hash, glance(two_arms(threads = 2))$hash)
  expect_identical(glance(study)$hash_results, glance(two_arms(threads = 2))$hash_results)
  expect_identical(glance(c(two_arms(reps = 2), two_arms(reps = 3, first_rep = 3)))$hash, glance(study)$hash)
  others <- list(two_arms(seed = 2), two_arms(reps = 6), two_arms(reps = 5, first_rep = 2))
  for (other in others) {
    expect_false(glance(other)$hash == glance(study)$hash)
    expect_false(glance(other)$hash_results == glance(study)$hash_results)
  }
})

test_that("the design of a trial in the ADEMP style begins with its words for a protocol", {
  skip_on_cran() # long
  skip_without_pandoc()
  trial <- bandit(arms_gaussian(c(control = 0, new = 0.5)))
  plan <- trial_design(trial, 1:3, power = 0.8)
  without_figures()
  study <- run_study(list(effect = trial), design = plan, reps = 20, seed = 1, threads = 1)
  page <- gsub("\n", " ", read_html(save_report(study, tempfile(fileext = ".html"), style = "ademp")), fixed = TRUE)
  expect_says(page, "The trial compares new with the control")
  expect_says(page, sprintf("At most %d patients are needed", max(plan$at)))
})

test_that("a report in the ADEMP style has its five parts, with Monte Carlo errors", {
  skip_on_cran() # long
  skip_without_pandoc()
  trial <- bandit(arms_bernoulli(c(control = 0.3, new = 0.6)))
  study <- run_study(list(effect = trial, null = bandit_null(trial)), list(policy_ucb1(), policy_uniform()), 100, reps = 20, seed = 1, threads = 1,
                     stop = stop_glr(0.2, rate = "practical"))
  page <- read_html(save_report(study, tempfile(fileext = ".html"), style = "ademp"))
  for (text in c("Aims</h2>", "Data-generating mechanisms</h2>", "Estimands</h2>", "Methods</h2>", "Design</h2>", "Performance measures</h2>", "Rule to stop by: glr",
                 "At the end of every round.",
                 "coverage: sequence", glance(study)$hash, "Report of a simulation study</h1>")) {
    expect_says(page, text)
  }
  table <- suppressMessages(operating_characteristics(study))
  error <- table[table$measure == "error" & table$policy == "UCB1" & table$bandit == "null", ]
  expect_says(page, measure_cells(with_limits(error), both = TRUE))
  expect_says(page, "Error in", FALSE)
  expect_error(save_report(run_study(trial, policy_ucb1(), 10, seed = 1, keep = "moments"), tempfile(fileext = ".html"), style = "ademp"),
               class = "unruly_error_argument")
})

test_that("a design is told in words", {
  skip_in_quick()
  trial <- bandit(arms_bernoulli(c(control = 0.5, new = 0.4, other = 0.1)))
  told <- function(bandits, policies, ...) {
    d <- run_study(bandits, policies, 300, reps = 2, seed = 1, record = 1, threads = 1, progress = FALSE, ...)$description
    found <- design_table(d)
    stats::setNames(found$plan, found$part)
  }
  plan <- told(with_batches(trial, 50), list(policy_allocation("best", burn_in = 2), policy_allocation("better", control = 1), policy_ucb1()),
               stop = stop_posterior(0.99, looks = c(100, 200)) | stop_at(250), after = "end")
  expect_identical(names(plan), c("Stopping", "Looks", "After a stop", "Allocation (best)", "Allocation (better)", "Outcomes"))
  expect_identical(plan[["Stopping"]], "The posterior probability that the leader is the best arm exceeds 0.99; or round 250 has ended.")
  expect_identical(plan[["Looks"]], "2 looks: at the end of rounds 100, 200.")
  expect_match(plan[["Allocation (best)"]], "posterior probability of being the best, to the power 0.5 (m / N)^1", fixed = TRUE)
  expect_match(plan[["Allocation (best)"]], "at first each arm is given 2 times")
  expect_match(plan[["Allocation (better)"]], "the control (arm 1) has about as many patients as the arm with most of them", fixed = TRUE)
  expect_identical(plan[["Outcomes"]], "Outcomes shown in batches of 50 rounds.")
  shares <- list(policy_allocation(c(2, 1, 1), block = 8), policy_allocation("neyman", control = 2), policy_allocation("rsihr", label = "Mine"),
                 policy_allocation(control = 1, control_share = "sqrt", rule = "chance")) # word ok
  plan <- told(list(a = trial, b = with_delay(trial, 5)), shares,
               stop = (stop_evidence(control = "control", margin = 0.1) & stop_separated(tolerance = 0.2, looks = 1:20 * 10)) | stop_futility(threshold = 0.4) |
                 stop_equivalence(0.3) | stop_glr())
  expect_identical(unname(plan), c(
    paste("(the evidence that an arm is better than the control (arm control) by more than 0.1 reaches its limit (error 0.05); and the interval of",
          "the leader lies above those of all other arms, but for 0.2 (error 0.05)); or no arm is better than 0.4 (error 0.05); or all arms are",
          "within 0.3 of each other (error 0.05); or the evidence that the leader is better than every other arm reaches its limit (error 0.05)."),
    paste("stop_evidence(): at the end of every round; stop_separated(): 20 looks: at the end of rounds 10, 20, 30, ..., 200; stop_futility():",
          "at the end of every round; stop_equivalence(): at the end of every round; stop_glr(): at the end of every round."),
    "The arm that was named is played up to the horizon.",
    "Patients are given arms in the ratio 2:1:1, in permuted blocks of 8.",
    "Patients are given arms in proportion to their standard deviations, by the doubly adaptive biased coin (gamma 2).",
    "Patients are given arms in proportion to the square roots of their success probabilities, by the doubly adaptive biased coin (gamma 2).",
    paste("Patients are given arms with equal shares, each patient independently; the control (arm 1) has a share of 1 / (1 + sqrt(K - 1)),",
          "with K arms."),
    "Each outcome is known before the next choice.", "Rewards shown 5 rounds late."))
  expect_identical(names(plan)[4:9], c("Allocation (2:1:1)", "Allocation (neyman)", "Allocation: Mine", "Allocation (equal, chance)", # word ok
                                       "Outcomes: a", "Outcomes: b"))
  late <- told(with_accrual(trial, rate = 10, follow_up = 6), policy_allocation(), overrun = TRUE, stop = stop_posterior(0.9, looks = at_times(c(12, 24))))
  expect_identical(late[c("Looks", "Outcomes", "After the last patient")],
                   c(Looks = "2 looks: at times 12, 24.", Outcomes = "Poisson arrivals at rate 10, outcomes known after 6.",
                     "After the last patient" = "Outcomes that are outstanding are waited for."))
  late <- told(with_accrual(trial, rate = 10, follow_up = 6), policy_allocation(), overrun = 2.5)
  expect_identical(late[["After the last patient"]], "Outcomes that are outstanding are waited for, for a time of 2.5.")
  leaving <- told(trial, policy_allocation(), stop = stop_boundary(trial_design(3, looks = c(100, 200), adjust = "none", futility = 0), control = "control"),
                  graduate = stop_posterior(0.98, control = "control", margin = 0.05, looks = c(100, 200)),
                  drop = stop_boundary(lower = c(-1, 0), looks = c(100, 200), control = "control") | stop_posterior(below = 0.02, control = "control", looks = 150))
  expect_identical(unname(leaving[1:4]), c(
    paste("The statistic Z of an arm against the control (arm control) is at least 2.7965, 1.9774 in turn; or, for futility, Z of every arm is at",
          "most 0."),
    paste("An arm graduates when the posterior probability that it is better than the control (arm control) by more than 0.05 exceeds 0.98."),
    paste("An arm is dropped when its Z against the control (arm control) is at most -1, 0 in turn; or an arm is dropped when the posterior",
          "probability that it is better than the control (arm control) is below 0.02."),
    paste("stop_boundary(): at outcomes shown: 33 to 66 of each arm, 2 looks; stop_posterior(): 2 looks: at the end of rounds 100, 200;",
          "stop_boundary(): 2 looks: at the end of rounds 100, 200; stop_posterior(): 1 look: at the end of round 150.")))
  expect_identical(names(leaving), c("Stopping", "Graduation", "Dropping", "Looks", "After a stop", "Allocation", "Outcomes"))
  beside <- told(trial |> with_entries(c(1, 1, 50)), policy_allocation(), stop = stop_futility("control", concurrent = TRUE),
                 graduate = stop_boundary(upper = 2, looks = 200, control = "control", concurrent = TRUE),
                 drop = stop_posterior(below = 0.05, control = "control", looks = 200, concurrent = TRUE))
  expect_identical(unname(beside[1:3]), c(
    "No arm is better than the control (arm control, only patients since the other arm entered) (error 0.05).",
    "An arm graduates when its Z against the control (arm control, only patients since the other arm entered) is at least 2.",
    paste("An arm is dropped when the posterior probability that it is better than the control (arm control, only patients since the",
          "other arm entered) is below 0.05.")))
  best <- told(trial, policy_allocation(), drop = stop_posterior(below = 0.05, looks = 100), after = "end")
  expect_identical(best[1:3], c(Dropping = "An arm is dropped when the posterior probability that it is the best of the arms left is below 0.05.",
                                Looks = "1 look: at the end of round 100.", "After a stop" = "The game ends."))
  expect_identical(boundary_words(list(control = 1, sides = 2, upper = c(2.5, 2))),
                   "the statistic Z of an arm against the control (arm 1) is at least 2.5, 2 in turn, or at most as much below 0")
})
