# The composing fuzzer, a small run of it: `make compose` makes longer ones, of any seed.

test_that("the claims about every composition hold of some at random", {
  skip_on_cran() # long
  skip_if_not_installed("jsonlite")
  skip_if_not_installed("nanoparquet")
  expect_identical(compose(seed = 37, if (is.na(share_number())) 1:45 else share_number() + 1:15, each = 3), character())
})

test_that("`make compose` draws settings, tells how many and evaluates a finding again", {
  skip_in_quick()
  skip_if_not_installed("processx")
  root <- dirname(sources_root("tools", "compose.R"))
  library <- paste(c(dirname(system.file(package = "unruly")), .libPaths()), collapse = .Platform$path.sep)
  run <- function(...) {
    processx::run(file.path(R.home("bin"), "Rscript"), c("tools/compose.R", ...), env = c("current", R_LIBS = library), wd = dirname(root),
                  error_on_status = FALSE)
  }
  drawn <- run("3", "1")
  expect_identical(drawn$status, 0L, info = drawn$stderr)
  expect_match(drawn$stdout, "1 settings, 0 findings")
  again <- run('holds("plain", setting(bandit = bandit(arms_bernoulli(0.5)), policy = policy_ucb1(), horizon = 3))')
  expect_identical(again$status, 0L, info = again$stderr)
  expect_match(again$stdout, "It holds")
  expect_identical(run('holds("nothing", setting(bandit = bandit(arms_bernoulli(0.5)), policy = policy_ucb1(), horizon = 3))')$status, 1L)
})

many_settings <- function() remembered("many settings", lapply(1:800, function(i) compose_setting(1, i)))

test_that("every constructor that makes a part of a setting is composed, or left out for a reason", {
  skip_in_quick()
  drawn <- many_settings()
  reached <- unique(unlist(lapply(drawn, function(s) c(all.names(s$bandit), all.names(s$policy), all.names(s$stop)))))
  parts <- grep("^(policy|arms|with|stop|changes|wear|spread|delay|context|prior|bandit|mortal)_", getNamespaceExports("unruly"), value = TRUE)
  expect_setequal(setdiff(parts, reached), names(left_out_of_compositions))
  expect_true(all(nzchar(left_out_of_compositions)))
})

test_that("whatever makes outcomes late, partial or silent is drawn often", {
  skip_in_quick()
  drawn <- vapply(many_settings(), code_of, "")
  among <- function(...) mean(Reduce(`&`, lapply(c(...), grepl, drawn)))
  frequent <- c(silent = among("zero = Inf"), zeros = among("zero = [^I]"), never = among("never = "), longest = among("longest = "),
                previews = among("with_previews"), looking = among("with_previews", "previews = TRUE"), survival = among("arms_survival", "with_accrual"),
                hazards = among("arms_survival", "with_accrual", "policy_thompson\\(\"survival|policy_allocation"), log_rank = among("with_accrual", "stop_log_rank"),
                conversion = among("policy_conversion"), matured = among("policy_matured"), opse = among("policy_opse"), tsallis = among("policy_tsallis_inf"),
                rising = among("policy_rising_ucb"), dates = among("bandit_replay", "outcome_time"))
  expect_identical(names(frequent)[frequent < 0.01], character())
})

test_that("settings are code that gives the same settings", {
  for (i in 1:30) {
    s <- compose_setting(2, i)
    expect_identical(eval(str2lang(code_of(s))), s)
  }
  expect_identical(code_of(compose_setting(2, 7)), code_of(compose_setting(2, 7)))
})

test_that("a fault is found, and told by a small expression", {
  skip_on_cran() # long
  helpers <- environment(compose)
  helpers$invariant_broken <- function(p) if ("policy_ucb1" %in% all.names(p$setting$policy)) "a fault"
  withr::defer(rm("invariant_broken", envir = helpers))
  s <- setting(bandit = bandit(arms_bernoulli(c(0.2, 0.8))) |> with_patience(9) |> with_delay(3), policy = policy_sleeping(policy_ucb1(alpha = 2)),
               horizon = 40, seed = 9, stop = stop_at(20))
  expect_identical(as_finding("broken", s, 5),
                   "broken (setting 5): a fault\n  holds(\"broken\", setting(bandit = bandit(arms_bernoulli(c(0.2, 0.8))), policy = policy_ucb1(), horizon = 1, seed = 1))")
})

test_that("errors that users should not see are findings", {
  skip_on_cran() # long
  of <- function(...) wrong_refusal(tryCatch(rlang::abort("why", ...), error = identity))
  expect_null(of(class = c("unruly_error_argument", "unruly_error")))
  expect_match(of(), "rlang_error")
  expect_match(of(class = c("unruly_error_core", "unruly_error")), "unruly_error_core")
  expect_match(of(class = c("unruly_error_internal", "unruly_error")), "unruly_error_internal")
  expect_match(of(class = c("unruly_error_policy", "unruly_error")), "without a reason")
  small <- rlang::error_cnd(c("unruly_error_policy", "unruly_error"), message = "why", bullets = c("why", x = "so it is."))
  expect_match(wrong_refusal(small), "without a capital")
  expect_match(wrong_refusal(simpleError("oops")), "simpleError: oops")
})
