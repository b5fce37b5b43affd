# The library can be unloaded whatever is still held: R must neither crash nor
# wait for ever.

unloading_code <- function(before, unload) {
  c("library(unruly)", "b <- bandit(arms_bernoulli(c(0.3, 0.6)))",
    "start <- function() unruly:::start_study(list(bandits = list(b = unruly:::check_bandits(b)[[1]]),",
    "  policies = unruly:::check_policies(policy_uniform(), NULL), horizon = 1e6, seed = 1, record = 1e6, keep = 'summary'),",
    "  1:1e5, 2, NULL)", before, unload, "invisible(gc())", "invisible(gc())", "cat('alive')")
}

unloading <- function(before, unload) run_child(unloading_code(before, unload))

ways <- list(
  library = "library.dynam.unload('unruly', system.file(package = 'unruly'))",
  namespace = "unloadNamespace('unruly')"
)

test_that("when a study has ended nothing runs that would keep the library", {
  for (threads in 1:2) run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_uniform(), 10, reps = 4, seed = 1, threads = threads, progress = FALSE)
  expect_equal(.Call(unruly:::C_close), 0)
})

test_that("unloading ends what is under way and leaves nothing to be called later", {
  skip_on_cran()
  skip_on_os("windows")
  held <- list(
    under_way = "handle <- start(); Sys.sleep(0.2)",
    several = "handles <- lapply(1:3, function(i) start()); handles[[2]] <- NULL; invisible(gc())",
    dropped = "handle <- start(); rm(handle)",
    ended = "x <- run_study(b, policy_uniform(), 10, reps = 2, seed = 1, threads = 2); y <- instances(x)",
    nothing = ""
  )
  for (what in drawn_of(names(held))) {
    expect_identical(utils::tail(unloading(held[[what]], ways$library), 1), "alive", info = what)
  }
  # One process loads the package again and again: what was held before is still held, or is let go then.
  code <- unlist(lapply(names(held), function(what) c(unloading_code(held[[what]], ways$namespace), sprintf("cat(' %s\\n')", what))))
  said <- grep("^alive", run_child(code), value = TRUE)
  for (i in seq_along(held)) expect_identical(said[i], paste("alive", names(held)[i]))
})

test_that("after unloading the package can be loaded again", {
  skip_on_cran()
  skip_on_os("windows")
  again <- c(ways$namespace, "library(unruly)", "cat(nrow(regret(run_study(b, policy_uniform(), 10, reps = 2, seed = 1))), '')")
  expect_identical(utils::tail(unloading("handle <- start()", again), 1), "20 alive")
})

# --- tables ------------------------------------------------------------------------

test_that("tables that were made before the package was unloaded are whole after it", {
  skip_on_cran()
  skip_on_os("windows")
  code <- c(
    "suppressPackageStartupMessages(library(unruly))",
    "study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_uniform(), policy_ucb1()), 50, reps = 20, seed = 1,",
    "  keep = 'choices')",
    "tables <- lapply(list(regret, pulls, exits, choices), function(table) table(study))",
    "columns <- unlist(lapply(tables, as.list), recursive = FALSE) # by themselves, in no table",
    "written <- regret(study)$policy",
    "written[3] <- 'mine'",
    "copies <- unserialize(serialize(list(tables, columns, written), NULL))",
    "unloadNamespace('unruly')", "invisible(gc())",
    "cat(identical(list(tables, columns, written), copies), 'unruly' %in% loadedNamespaces(), '')",
    "cat(nrow(tables[[1]]), tables[[1]]$rep[21], sum(columns$rep), written[2:4], '')",
    "suppressPackageStartupMessages(library(unruly))", "cat(identical(regret(study), copies[[1]][[1]]), nrow(summary(study)))"
  )
  expect_identical(paste(run_child(code), collapse = ""),
                   "TRUE FALSE 2000 1 21000 Uniform mine Uniform TRUE 2")
})

test_that("the library is unloaded though there are tables", {
  skip_on_cran()
  skip_on_os("windows")
  loaded <- "cat('unruly' %in% names(getLoadedDLLs()), '')"
  code <- c(
    "suppressPackageStartupMessages(library(unruly))",
    "study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), policy_uniform(), 50, reps = 2, seed = 1)",
    "table <- regret(study)", loaded, "unloadNamespace('unruly')", loaded, "cat(sum(table$rep), table$policy[100])"
  )
  expect_identical(run_child(code), "TRUE FALSE 150 Uniform")
})
