# The library can be unloaded whatever is still held: R must neither crash nor
# wait for ever.

unloading <- function(before, unload) {
  run_child(c(
    "library(unruly)", "b <- bandit(arms_bernoulli(c(0.3, 0.6)))",
    "start <- function() unruly:::start_study(list(bandits = list(b = unruly:::check_bandits(b)[[1]]),",
    "  policies = unruly:::check_policies(policy_uniform(), NULL), horizon = 1e6, seed = 1, record = 1e6, keep = 'summary'),",
    "  1:1e5, 2, NULL)", before, unload, "invisible(gc())", "invisible(gc())", "cat('alive')"))
}

ways <- list(
  library = "library.dynam.unload('unruly', system.file(package = 'unruly'))",
  namespace = "unloadNamespace('unruly')"
)

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
  for (way in names(ways)) {
    for (what in names(held)) {
      expect_identical(utils::tail(unloading(held[[what]], ways[[way]]), 1), "alive", info = paste(way, what))
    }
  }
})

test_that("after unloading the package can be loaded again", {
  skip_on_cran()
  skip_on_os("windows")
  again <- c(ways$namespace, "library(unruly)", "cat(nrow(regret(run_study(b, policy_uniform(), 10, reps = 2, seed = 1))), '')")
  expect_identical(utils::tail(unloading("handle <- start()", again), 1), "20 alive")
})
