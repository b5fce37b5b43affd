# What cannot fit into memory is refused before any work starts.

two_arms <- function() bandit(arms_bernoulli(c(0.3, 0.6)))

asked <- function(..., bandit = two_arms(), policies = policy_uniform(), horizon = 10, reps = 1) {
  refusal <- tryCatch({
    run_study(bandit, policies, horizon, reps = reps, seed = 1, threads = 1, progress = FALSE, ...)
    NULL
  }, error = identity)
  if (is.null(refusal)) "fits" else if (inherits(refusal, "unruly_error_argument")) refusal$argument else class(refusal)
}

test_that("the argument that takes most is named, with how much it is and what there is", {
  skip_on_cran() # long
  withr::local_options(unruly.memory = 1e9)
  expect_identical(asked(reps = 1e8, record = 1), "reps")
  expect_identical(asked(horizon = 1e7, record = 1e6, reps = 100), "record")
  expect_identical(asked(horizon = 1e8, keep = "choices"), "keep")
  expect_identical(withr::with_options(list(unruly.memory = 1e8), asked(bandit = bandit(arms_bernoulli(rep(0.5, 1e6))))), "threads")
  expect_identical(asked(bandit = bandit(arms_bernoulli(rep(0.5, 1e5))), reps = 1e3), "reps")
  expect_identical(asked(reps = 100, keep = "choices"), "fits")
  expect_errors({
    run_study(two_arms(), policy_uniform(), 10, reps = 2e9, record = 1, threads = 1)
    run_study(two_arms(), policy_uniform(), 1e14, reps = 1, keep = "choices", threads = 1)
  })
})

test_that("births and exits of a population count", {
  withr::local_options(unruly.memory = 1e9)
  timed <- bandit_mortal(1000, 1e5, 10)
  expect_identical(asked(bandit = timed, horizon = 1e5, reps = 10, record = 1), "reps")
  expect_identical(asked(bandit = timed, horizon = 1e5, reps = 1, record = 1), "bandit")
  expect_identical(asked(bandit = timed, horizon = 100, reps = 1, record = 1), "fits")
})

test_that("a study that would take more memory than there is is refused", {
  skip_in_quick()
  withr::local_options(unruly.memory = 1e10)
  expect_identical(asked(horizon = 1e6, reps = 150, record = 1:1e6), "record") # 12 GB of rows
  expect_identical(asked(horizon = 1, reps = 4.4e7), "reps") # 27 GB of games
  expect_identical(asked(horizon = 1e8, keep = "choices"), "keep") # 12 GB of choices
})

test_that("instances that cannot be listed are refused", {
  skip_on_cran() # long
  study <- run_study(bandit(arms_bernoulli(rep(0.5, 1e6))), policy_uniform(), 1, reps = 4, seed = 1, threads = 1)
  withr::local_options(unruly.memory = 3e8)
  refusal <- expect_error(instances(study), class = "unruly_error_argument")
  expect_match(flat(conditionMessage(refusal)), "4e\\+06 rows: about 320 MB in all, where 300 MB may be used")
  withr::local_options(unruly.memory = 4e8)
  expect_identical(nrow(instances(study)), 4000000L)
})

test_that("the limit is what the machine has free, or what the user says", {
  withr::local_options(unruly.memory = NULL)
  limit <- unruly:::memory_limit(NULL)
  expect_gt(limit, 1e7)
  withr::local_options(unruly.memory = 5)
  expect_identical(unruly:::memory_limit(NULL), 5)
  # Small studies fit anywhere.
  expect_identical(asked(), "fits")
  withr::local_options(unruly.memory = "much")
  expect_identical(asked(reps = 1e8), "options(unruly.memory)")
  # A container's limit, less what is in use and cannot be let go.
  group <- withr::local_tempdir()
  expect_identical(unruly:::free_group_memory(group), Inf)
  writeLines("max", file.path(group, "memory.max"))
  writeLines("3000", file.path(group, "memory.current"))
  expect_identical(unruly:::free_group_memory(group), Inf)
  writeLines("10000", file.path(group, "memory.max"))
  writeLines(c("anon 100", "inactive_file 500"), file.path(group, "memory.stat"))
  expect_identical(unruly:::free_group_memory(group), 7500)
})

test_that("the system is asked where there is no /proc, and does not promise what it has not", {
  asked <- .Call(unruly:::C_free_memory)
  expect_gt(asked, 1e6)
  skip_if_not(file.exists("/proc/meminfo"))
  total <- grep("^MemTotal:", readLines("/proc/meminfo"), value = TRUE)
  expect_lte(asked, as.double(gsub("[^0-9]", "", total)) * 1024)
})

test_that("sizes read as one says them", {
  expect_identical(vapply(c(0, 999, 1500, 2.34e9, 1e21), unruly:::format_bytes, ""),
                   c("0 B", "999 B", "1.5 kB", "2.34 GB", "1000 EB"))
})
