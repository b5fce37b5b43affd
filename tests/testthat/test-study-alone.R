# Where the system refuses threads a study is played on R's own: the same numbers, progress, and interrupts.

# R with a pthread_create() that refuses; what the code prints.
without_threads <- function(code) {
  skip_on_cran() # compiles a library that refuses threads, and starts R with it
  skip_on_os(c("windows", "mac", "solaris"))
  folder <- withr::local_tempdir()
  writeLines(c("#include <errno.h>",
               "int pthread_create(void *thread, const void *how, void *(*run)(void *), void *given) { return EAGAIN; }"),
             file.path(folder, "refuse.c"))
  built <- system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", file.path(folder, "refuse.c")), stdout = FALSE, stderr = FALSE)
  skip_if(built != 0, "there is no compiler")
  script <- file.path(folder, "script.R")
  writeLines(c("suppressPackageStartupMessages(library(unruly))", code), script)
  paths <- paste(c(dirname(system.file(package = "unruly")), .libPaths()), collapse = .Platform$path.sep)
  withr::local_envvar(R_LIBS = paths, LD_PRELOAD = file.path(folder, "refuse.so"), OPENBLAS_NUM_THREADS = "1")
  system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", script), stdout = TRUE, stderr = TRUE)
}

test_that("a study without threads has the numbers of one with threads", {
  call <- quote(run_study(
    bandit(arms_bernoulli(c(0.3, 0.6))) |> with_patience(20),
    list(policy_ucb1(), policy_thompson(), policy_custom(\(state, view) view$live[1])),
    horizon = 200, reps = 20, seed = 1, threads = 2
  ))
  usual <- regret(eval(call))
  call$threads <- 1 # one worker, R's thread waits for it
  expect_identical(regret(eval(call)), usual)
  call$threads <- 4
  said <- without_threads(c("study <-", deparse(call), "cat(format(sum(regret(study)$regret), digits = 17), '\\n')"))
  expect_equal(utils::tail(trimws(said), 1), format(sum(usual$regret), digits = 17))
})

test_that("it answers interrupts, and keeps what was finished", {
  skip_if_interrupts_are_ignored()
  said <- without_threads(c(
    "system(sprintf('(sleep 3; kill -INT %d) > /dev/null 2>&1 &', Sys.getpid()))",
    "done <- tryCatch(run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_moss(), horizon = 2e4, reps = 1e5, seed = 1, record = 1),",
    "                 interrupt = function(e) 'interrupted')",
    "cat(done, nrow(regret(last_study())) > 0, '\\n')"
  ))
  expect_equal(utils::tail(trimws(said), 1), "interrupted TRUE")
})
