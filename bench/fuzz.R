# Feeds junk to everything: each exported function with odd values for its
# arguments, and the glue with corrupted descriptions. Only errors of the
# package may come out of the former, only R errors out of the latter, and the
# process must live. From the package's folder, best with a build that has
# -fsanitize=address,undefined:
#   Rscript bench/fuzz.R [seconds, 60 by default] [seed]

library(unruly)
source("tests/testthat/helper-errors.R")

arguments <- commandArgs(TRUE)
seconds <- if (length(arguments) > 0) as.double(arguments[1]) else 60
set.seed(if (length(arguments) > 1) as.integer(arguments[2]) else 1)
setwd(tempdir()) # `path` may make folders

# ---- exported functions -------------------------------------------------------

calls <- working_calls()
values <- odd_values()

# Random numbers of sizes that break things.
odd_number <- function() {
  x <- sample(c(0, 1, 2, 0.5, 10^runif(1, -320, 308), 2^sample(0:1023, 1), sample.int(100, 1), NA, NaN, Inf), 1)
  rep(sample(c(-1, 1, 1, 1), 1) * x, sample(c(1, 1, 1, 0, 2, 3), 1))
}

fuzz_function <- function() {
  name <- sample(names(calls), 1)
  given <- calls[[name]]
  for (argument in sample(names(given), sample(length(given), 1))) {
    if (name == "run_study" && argument %in% c("horizon", "reps", "path", "threads")) next
    if (name == "first_exit" && argument == "limit") next
    value <- if (runif(1) < 0.5) values[[sample(length(values), 1)]] else odd_number()
    given <- replace_argument(given, argument, value)
  }
  if (name == "summary" && !inherits(given$object, "unruly_study")) return(TRUE)
  error <- error_of(name, given)
  fine <- is.null(error) || inherits(error, "unruly_error") && !inherits(error, "unruly_error_internal")
  if (!fine) {
    cat("BAD:", name, "\n ", conditionMessage(error), "\n")
    utils::str(given, max.level = 1, give.attr = FALSE)
  }
  fine
}

# ---- the glue -----------------------------------------------------------------

internal <- function(name) getFromNamespace(name, "unruly")

descriptions <- function() {
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  problems <- list(
    pair, with_patience(pair, c(2, 3)), with_entries(pair, c(1, 3)), with_lifetimes(pair, 1, c(9, Inf)),
    with_waiting(pair, matrix(0.5, 2, 2)), with_waiting(pair, matrix(0.5, 2, 2), matrix(0.5, 2, 2)),
    with_fairness(pair, 0.2, 1), with_spread(pair, spread_delay(1, 2)), with_spread(pair, spread_window(0, 3)),
    with_spread(pair, spread_linear(3)), with_spread(pair, spread_geometric(0.5)), with_spread(pair, spread_power(2)),
    with_spread(pair, spread_adversarial(2)), mortal_arms(3, 50, 10), mortal_arms(3, 50, 10, death = "budgeted"),
    bandit_replay(data.frame(arm = c(1, 2, 1), reward = c(0, 1, 1))),
    bandit(arms_gaussian(prior_normal(3), 1)), bandit(arms_beta(1, c(1, 2))), bandit(arms_beta(mean = c(0.1, 0.2))),
    bandit(arms_categorical(matrix(1, 2, 2), c(0, 1))), bandit(arms_tape(matrix(1, 2, 50))),
    bandit(arms_tape(matrix(1, 2, 50), by = "round")), bandit(arms_constant(c(0, 1)))
  )
  policies <- lapply(internal("policies")()$constructor, function(name) {
    tryCatch(get(name, asNamespace("unruly"))(), error = function(e) NULL)
  })
  list(bandits = lapply(problems, internal("describe_bandit")),
       policies = lapply(Filter(Negate(is.null), policies), internal("describe_policy")))
}

odd_values_of_lists <- function() {
  c(values, list(-1, 1e9, 3e9, "patience", list(prior = "uniform", values = 1), list(prior = "beta", values = "a"),
            list(prior = 1, values = c(0, 1)), c(-5, 1e12), double(), quote(x), sum))
}

# Replaces, drops or doubles a random element at a random depth.
corrupt <- function(x) {
  if (!is.list(x) || length(x) == 0 || runif(1) < 0.2) {
    if (is.double(x) && length(x) > 0 && runif(1) < 0.6) return(corrupt_numbers(x))
    return(odd_values_of_lists()[[sample(length(odd_values_of_lists()), 1)]])
  }
  i <- sample(length(x), 1)
  kind <- runif(1)
  if (kind < 0.1) return(x[-i])
  if (kind < 0.15) return(unname(x))
  if (kind < 0.2) return(c(x, x[i]))
  x[i] <- list(corrupt(x[[i]]))
  x
}

corrupt_numbers <- function(x) {
  kind <- sample(4, 1)
  if (kind == 1) return(x[-1])
  if (kind == 2) return(as.integer(x[is.finite(x)]))
  x[sample(length(x), 1)] <- sample(c(-1, 0, 0.5, 3, 100, 1e9, 1e18, 1e300, NA, NaN, Inf, -Inf), 1)
  x
}

# What is valid but would keep the machine busy.
too_large <- function(plan, part, most) {
  is.list(plan) && is.numeric(plan[[part]]) && isTRUE(max(plan[[part]], 0) > most)
}

fuzz_glue <- function(all) {
  bandits <- all$bandits[sample(length(all$bandits), 1)]
  policies <- all$policies[sample(length(all$policies), sample(3, 1))]
  plan <- list(horizon = 50, seed = 1, first_rep = 1, reps = 2, threads = 1, record = c(1, 10, 50), keep_choices = 1,
               plain = 0)
  what <- sample(5, 1)
  if (what <= 2) bandits <- corrupt(bandits)
  if (what == 3) policies <- corrupt(policies)
  if (what == 4) plan <- corrupt(plan)
  if (what == 5) bandits <- corrupt(corrupt(bandits))
  if (too_large(plan, "reps", 1e4) || too_large(plan, "horizon", 1e6) || too_large(plan, "threads", 8)) return(invisible())
  # To look at after a crash.
  if (nzchar(Sys.getenv("FUZZ_LAST"))) saveRDS(list(bandits, policies, plan), Sys.getenv("FUZZ_LAST"))
  tryCatch({
    handle <- .Call(internal("C_study_start"), bandits, policies, plan)
    if (is.list(handle)) return(invisible())
    for (slice in 1:40) if (.Call(internal("C_study_wait"), handle, 50)[1] == 1) break
    .Call(internal("C_study_stop"), handle)
    .Call(internal("C_study_collect"), handle)
  }, error = function(e) refused <<- refused + 1)
}

fuzz_entries <- function() {
  pick <- function() odd_values_of_lists()[[sample(length(odd_values_of_lists()), 1)]]
  name <- sample(c("C_philox", "C_outcome_uniforms", "C_policy_uniforms", "C_draws", "C_instances", "C_aus_cycle",
                   "C_max_feasible_arms", "C_first_exit", "C_pinwheel_cycle", "C_study_start", "C_study_wait",
                   "C_study_collect", "C_study_stop"), 1)
  count <- internal(name)$numParameters
  try(do.call(.Call, c(list(internal(name)), lapply(seq_len(count), function(i) pick())), quote = TRUE), silent = TRUE)
}

# ---- both ---------------------------------------------------------------------

bad <- refused <- tried <- 0
all <- descriptions()
start <- proc.time()[["elapsed"]]
while (proc.time()[["elapsed"]] - start < seconds) {
  for (i in 1:20) bad <- bad + !fuzz_function()
  for (i in 1:60) fuzz_glue(all)
  for (i in 1:20) fuzz_entries()
  tried <- tried + 1
}
cat(sprintf("%d calls of functions, %d of them bad; %d corrupted studies, %g refused.\n", 20 * tried, bad, 60 * tried, refused))
quit(status = as.integer(bad > 0))
