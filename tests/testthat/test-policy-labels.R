# Variants of a policy fit in one study: their default labels say what differs.

# Of each constructor the calls that differ from its defaults in one or two of the arguments that are a choice of texts, or
# a flag; the others as in its working call. A call that is refused is no call.
calls_of_variants <- function(constructor, works) {
  defaults <- formals(getExportedValue("unruly", constructor))
  values <- Map(function(default, name) {
    if (name == "family") return(unruly:::choices_of(unruly:::rules_of(constructor)$family))
    if (is.call(default) && identical(default[[1]], quote(c)) && is.character(default[[2]])) return(eval(default))
    if (is.logical(default)) c(TRUE, FALSE)
  }, defaults, names(defaults))
  values <- Filter(Negate(is.null), values)
  if (length(values) == 0) return(list())
  needed <- names(Filter(function(default) identical(default, quote(expr = )), as.list(defaults)))
  given <- works[intersect(names(works), setdiff(needed, names(values)))]
  lapply(split(do.call(expand.grid, c(values, stringsAsFactors = FALSE)), seq_len(prod(lengths(values)))),
         function(row) c(given, as.list(row)))
}

test_that("any two calls of a constructor that differ in a choice have different default labels", {
  skip_in_quick()
  claim <- many_claims()
  works <- working_calls()
  constructors <- grep("^policy_", getNamespaceExports("unruly"), value = TRUE)
  found <- 0
  for (constructor in constructors) {
    make <- getExportedValue("unruly", constructor)
    labels <- c()
    for (call in calls_of_variants(constructor, works[[constructor]])) {
      policy <- tryCatch(do.call(make, call), unruly_error = function(e) NULL)
      if (!inherits(policy, "unruly_policy")) next
      labels <- c(labels, policy$label)
      found <- found + 1
    }
    claim(!anyDuplicated(labels), constructor, toString(labels[duplicated(labels)]))
  }
  expect_claims(claim, 40)
  expect_gt(found, 70)
})

test_that("the default of a constructor has the paper's name, and variants add to it", {
  listed <- policies()
  expect_identical(policy_thompson()$label, listed$label[listed$constructor == "policy_thompson"])
  expect_identical(policy_thompson(family = "gaussian")$label, "Thompson (gaussian)")
  expect_identical(policy_thompson(sd = 2)$label, "Thompson")
  expect_identical(policy_glr_kl_ucb("global")$label, "GLR-kl-UCB (global)")
  expect_identical(policy_glr_kl_ucb("global", explore_growth = FALSE)$label, "GLR-kl-UCB (global, no explore growth)")
  expect_identical(policy_sequential_halving(TRUE)$label, "Sequential halving (fresh)")
  expect_identical(policy_floor(policy_ucb1(), 0.1, type = "clip")$label, "Floor (UCB1) (clip)")
  expect_identical(policy_queue(policy_glr_kl_ucb("global"))$label, "QPM-D (GLR-kl-UCB (global))")
  expect_identical(policy_thompson("bernoulli", label = "Mine")$label, "Mine")
  study <- run_study(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_glr_kl_ucb(), policy_glr_kl_ucb("global"), policy_sequential_halving(),
                     policy_sequential_halving(fresh = TRUE)), 50, reps = 1, seed = 1, threads = 1, progress = FALSE)
  expect_identical(nrow(summary(study)), 4L)
  # Called in other ways.
  expect_identical(do.call(policy_glr_kl_ucb, list("global"))$label, "GLR-kl-UCB (global)")
  expect_identical(lapply("global", policy_glr_kl_ucb)[[1]]$label, "GLR-kl-UCB (global)")
  restarts <- "global"
  expect_identical((function(...) policy_glr_kl_ucb(...))(restarts)$label, "GLR-kl-UCB (global)")
})

test_that("a fixed policy is labelled by its arm, and no label says its settings twice", {
  expect_identical(policy_fixed("C")$label, "Fixed C")
  expect_identical(policy_fixed(2)$label, "Fixed 2")
  expect_identical(policy_fixed("C", label = "always C")$label, "always C")
  named <- bandit(arms_bernoulli(c(A = 0.3, C = 0.6)))
  study <- run_study(named, list(policy_fixed("A"), policy_fixed("C")), 5, reps = 1, seed = 1, threads = 1)
  expect_identical(unique(regret(study)$policy), c("Fixed A", "Fixed C"))
  grid <- policy_grid(policy_ucb1, alpha = c(1, 2))
  expect_identical(names(grid), c("UCB1 (alpha = 1)", "UCB1 (alpha = 2)"))
  expect_output(print(grid[[1]]), "<policy> UCB1 \\(alpha = 1(, [^=]*( = [^=]*)?)*\\)$")
})
