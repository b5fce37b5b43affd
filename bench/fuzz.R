# Feeds junk to everything, in a child process, so that a crash or a hang is a
# finding and not the end:
# - each exported function with odd values for its arguments;
# - edited objects of every class to the functions that take them;
# - corrupted descriptions, and anything else, to the glue;
# - names, files and policies of hostile users (bench/fuzz-hostile.R).
# Only errors of the package may come out, and none may take over ten seconds.
# Each call has a number, from which all of it follows; the functions have their
# turns. From the package's folder, best with a build that has
# -fsanitize=address,undefined; packages of which it lacks some are no finding:
#   Rscript bench/fuzz.R [seconds, 60 by default] [seed, 1 by default]
#   Rscript bench/fuzz.R calls 300 [seed]     until each function was called so often
#   Rscript bench/fuzz.R one SEED NUMBER      makes one call again, and shows it

arguments <- commandArgs(TRUE)
longest <- 10 # seconds that a call may take
diary <- Sys.getenv("FUZZ_DIARY")

# ---- the parent: watches -----------------------------------------------------

# What the calls are made of. Of other packages that are not here the functions say so, which is no finding.
require_packages <- function() {
  needed <- c("unruly", "processx", "withr", "testthat", "ggplot2", "jsonlite", "nanoparquet")
  missing <- needed[!nzchar(vapply(needed, function(package) system.file(package = package), ""))]
  if (length(missing) == 0) return(invisible())
  message("Nothing was fuzzed: missing packages: ", paste(missing, collapse = ", "), ". `sh tools/install-needs.sh test` installs them.")
  quit(status = 2L)
}

start_child <- function(seed, from, calls, diary) {
  library <- paste(.libPaths(), collapse = .Platform$path.sep)
  processx::process$new(file.path(R.home("bin"), "Rscript"), c("bench/fuzz.R", "child", seed, from, calls),
                        env = c("current", FUZZ_DIARY = diary, R_LIBS = library), stdout = paste0(diary, ".out"),
                        stderr = "2>&1", cleanup_tree = TRUE)
}

# The diary has a line a call, "NUMBER what"; "BAD ..." for findings, and "LACKS ..." for calls that want a package
# which is not here.
last_call <- function(lines) {
  calls <- grep("^[0-9]+ ", lines, value = TRUE)
  if (length(calls) == 0) "0 nothing" else calls[length(calls)]
}

call_number <- function(call) as.integer(sub(" .*$", "", call))

# Follows a child until it ends, hangs or the time is up; what was found.
follow <- function(child, diary, until) {
  seen <- ""
  since <- Sys.time()
  repeat {
    Sys.sleep(0.2)
    call <- last_call(readLines(diary, warn = FALSE))
    if (call != seen) since <- Sys.time()
    seen <- call
    if (!child$is_alive()) return(list(call = call, found = if (child$get_exit_status() != 0) "CRASH"))
    hangs <- difftime(Sys.time(), since, units = "secs") > longest + if (call_number(call) == 0) 60 else 0
    if (hangs || Sys.time() > until) {
      child$kill_tree()
      return(list(call = call, found = if (hangs) "HANG"))
    }
  }
}

watch <- function(seconds, seed, calls) {
  diary <- tempfile("fuzz")
  until <- Sys.time() + seconds
  findings <- lacking <- character()
  from <- 1
  while (Sys.time() < until && length(findings) < 20) {
    file.create(diary)
    child <- start_child(seed, from, calls, diary)
    end <- follow(child, diary, until)
    lines <- readLines(diary, warn = FALSE)
    findings <- c(findings, grep("^BAD", lines, value = TRUE), if (!is.null(end$found)) paste(end$found, end$call))
    lacking <- c(lacking, sub("^LACKS ", "", grep("^LACKS", lines, value = TRUE)))
    if (identical(end$found, "CRASH")) cat(utils::tail(readLines(paste0(diary, ".out"), warn = FALSE), 30), sep = "\n")
    from <- max(call_number(end$call), from) + 1
    if ("END" %in% lines) break
  }
  cat(sprintf("%d calls, %d findings (seed %s).\n", from - 1, length(findings), seed))
  cat(findings, sep = "\n")
  if (length(lacking) > 0) cat("Not fuzzed, for want of packages:", sprintf("%s (%d calls)", names(table(lacking)), table(lacking)), "\n")
  if (length(findings) > 0) cat("\nAgain, by its number: Rscript bench/fuzz.R one", seed, "NUMBER\n")
  quit(status = as.integer(length(findings) > 0))
}

# ---- values ------------------------------------------------------------------

pick <- function(x) x[[sample(length(x), 1)]]

# Random numbers of sizes that break things.
odd_number <- function() {
  x <- sample(c(0, 1, 2, 0.5, 10^runif(1, -320, 308), 2^sample(0:1023, 1), sample.int(100, 1), NA, NaN, Inf), 1)
  rep(sample(c(-1, 1, 1, 1), 1) * x, sample(c(1, 1, 1, 0, 2, 3), 1))
}

odd_value <- function(all) if (runif(1) < 0.5) pick(all$values) else odd_number()

# Replaces, drops or doubles a random element at a random depth.
corrupt <- function(x, all) {
  if (is.list(x) && is.object(x)) return(edited(x, all))
  if (!is.list(x) || length(x) == 0 || runif(1) < 0.2) {
    if (is.double(x) && length(x) > 0 && runif(1) < 0.6) return(corrupt_numbers(x))
    return(if (runif(1) < 0.3) pick(all$glue_values) else odd_value(all))
  }
  i <- sample(length(x), 1)
  kind <- runif(1)
  if (kind < 0.1) return(x[-i])
  if (kind < 0.15) return(unname(x))
  if (kind < 0.2) return(c(x, x[i]))
  x[i] <- list(corrupt(x[[i]], all))
  x
}

corrupt_numbers <- function(x) {
  kind <- sample(4, 1)
  if (kind == 1) return(x[-1])
  if (kind == 2) return(as.integer(x[is.finite(x) & abs(as.numeric(x)) < 2^31]))
  x[sample(length(x), 1)] <- sample(c(-1, 0, 0.5, 3, 100, 1e9, 1e18, 1e300, NA, NaN, Inf, -Inf), 1)
  x
}

# An object whose parts, at any depth, were edited; its class stays.
edited <- function(object, all) {
  class <- class(object)
  parts <- corrupt(unclass(object), all)
  if (is.null(parts) || is.symbol(parts)) parts <- list() # these take no class
  structure(parts, class = class)
}

# ---- calls: list(what, run), and whether R's own errors are fine ---------------

# What is valid but would keep the machine busy for as long as it says.
is_long_work <- function(name, argument) {
  argument %in% list(run_study = c("horizon", "reps", "path", "threads"), run_experiment = c("horizon", "reps", "path"),
                     cycle_feasibility = "limit", read_open_bandit = "file", serve_agent = c("seconds", "host"))[[name]]
}

# Generics that the package exports again, as tibble's as_tibble(), answer for other classes in their own words.
is_generic_of_others <- function(name) {
  !identical(environment(function_of_type(name)), asNamespace("unruly"))
}

call_function <- function(all, turn) {
  name <- names(all$calls)[turn %% length(all$calls) + 1]
  given <- all$calls[[name]]
  kept <- c(Filter(function(a) is_long_work(name, a), names(given)), if (is_generic_of_others(name)) names(given)[1])
  for (argument in setdiff(sample(names(given), sample(length(given), 1)), kept)) {
    given <- replace_argument(given, argument, odd_value(all))
  }
  # Other classes have a summary() of their own.
  if (name == "summary" && !inherits(given$object, "unruly_study")) given$object <- all$objects$unruly_study
  list(what = name, run = function() error_of(name, given), given = given)
}

# What is too slow for the tests.
slow_calls <- function() {
  list(policy_compile = list(file = system.file("examples", "ucb1.c", package = "unruly"), parameters = list(alpha = 2)),
       save_report = list(study = small_study(), file = tempfile(fileext = ".html"), title = NULL, quiet = TRUE))
}

call_with_edited <- function(all) {
  class <- sample(names(all$takers), 1)
  object <- edited(all$objects[[class]], all)
  i <- sample(length(all$takers[[class]]), 1)
  list(what = sprintf("%s, taker %d", class, i), given = object, run = function() {
    tryCatch({
      utils::capture.output(suppressWarnings(all$takers[[class]][[i]](object)))
      NULL
    }, error = identity)
  })
}

internal <- function(name) getFromNamespace(name, "unruly")

glue_plan <- function() {
  list(horizon = 50, seed = 1, first_rep = 1, reps = 2, threads = 1, record = c(1, 10, 50), keep_choices = 1, keep_rows = 1,
       keep_scores = 0, keep_prospects = 0, plain = 0, overrun = 0)
}

# What is corrupted later must be a study now.
check_glue <- function(all) {
  tables <- play_glue(all$bandits[1], list(internal("describe_policy")(policy_ucb1())), glue_plan())
  stopifnot(length(tables$regret$regret) == 6)
}

# A policy that refuses its bandit is a list, too.
play_glue <- function(bandits, policies, plan) {
  handle <- .Call(internal("C_study_start"), bandits, policies, plan)
  if (is.list(handle)) return(handle)
  for (slice in 1:40) if (.Call(internal("C_study_wait"), handle, 50)[1] == 1) break
  .Call(internal("C_study_collect"), handle)
}

call_glue <- function(all) {
  bandits <- all$bandits[sample(length(all$bandits), 1)]
  policies <- all$policies[sample(length(all$policies), sample(3, 1))]
  plan <- glue_plan()
  what <- sample(5, 1)
  if (what %in% c(1, 2, 5)) bandits <- corrupt(bandits, all)
  if (what == 5) bandits <- corrupt(bandits, all)
  if (what == 3) policies <- corrupt(policies, all)
  if (what == 4) plan <- corrupt(plan, all)
  list(what = "the glue: a study", run = function() run_glue(bandits, policies, plan), given = list(bandits, policies, plan))
}

too_large <- function(plan, part, most) {
  is.list(plan) && is.numeric(plan[[part]]) && isTRUE(max(plan[[part]], 0) > most)
}

# Large counts are R's to refuse, which knows how much memory there is.
is_large_bandit <- function(b) is.list(b) && is.numeric(b$count) && isTRUE(max(b$count, 0) > 1e5)

run_glue <- function(bandits, policies, plan) {
  if (too_large(plan, "reps", 1e4) || too_large(plan, "horizon", 1e5) || too_large(plan, "threads", 8)) return(NULL)
  if (is.list(bandits) && any(vapply(bandits, is_large_bandit, NA))) return(NULL)
  tryCatch({
    play_glue(bandits, policies, plan)
    NULL
  }, error = identity)
}

call_entry <- function(all) {
  names <- c("C_philox", "C_outcome_uniforms", "C_policy_uniforms", "C_draws", "C_instances", "C_aus_cycle",
             "C_max_feasible_arms", "C_first_exit", "C_pinwheel_cycle", "C_study_start", "C_study_wait", "C_study_collect", "C_sync")
  name <- sample(names, 1)
  given <- lapply(seq_len(internal(name)$numParameters), function(i) pick(all$glue_values))
  list(what = name, given = given, raw = TRUE, run = function() {
    tryCatch({
      do.call(.Call, c(list(internal(name)), given), quote = TRUE)
      NULL
    }, error = identity)
  })
}

# The schedules' own entries raise R's errors: nobody but the package calls them.
lacks_package <- function(error) inherits(error, c("rlib_error_package_not_found", "packageNotFoundError"))

is_fine <- function(error, call) {
  is.null(error) || isTRUE(call$raw) || inherits(error, "unruly_error") && !inherits(error, "unruly_error_internal")
}

# ---- the child: calls -----------------------------------------------------------

descriptions <- function() {
  pair <- bandit(arms_bernoulli(c(0.2, 0.8)))
  problems <- list(
    pair, with_patience(pair, c(2, 3)), with_entries(pair, c(1, 3)), with_lifetimes(pair, 1, c(9, Inf)),
    with_waiting(pair, matrix(0.5, 2, 2)), with_waiting(pair, matrix(0.5, 2, 2), matrix(0.5, 2, 2)),
    with_fairness(pair, 0.2, 1), with_spread(pair, spread_delay(1, 2)), with_spread(pair, spread_window(0, 3)),
    with_spread(pair, spread_linear(3)), with_spread(pair, spread_geometric(2)), with_spread(pair, spread_power(2)),
    with_spread(pair, spread_adversarial(2)), bandit_mortal(3, 50, 10), bandit_mortal(3, 50, 10, death = "budgeted"),
    bandit_replay(data.frame(arm = c(1, 2, 1), reward = c(0, 1, 1))),
    bandit(arms_gaussian(prior_normal(3), 1)), bandit(arms_beta(1, c(1, 2))), bandit(arms_beta(mean = c(0.1, 0.2))),
    bandit(arms_categorical(matrix(1, 2, 2), c(0, 1))), bandit(arms_tape(matrix(1, 2, 50))),
    bandit(arms_tape(matrix(1, 2, 50), by = "round")), bandit(arms_constant(c(0, 1)))
  )
  policies <- lapply(internal("policies")()$constructor, function(name) {
    tryCatch(function_of_type(name)(), error = function(e) NULL)
  })
  list(bandits = lapply(problems, internal("describe_bandit")),
       policies = lapply(Filter(Negate(is.null), policies), internal("describe_policy")))
}

prepare <- function() {
  suppressPackageStartupMessages(library(unruly))
  for (helper in c("rules", "types", "errors")) source(sprintf("tests/testthat/helper-%s.R", helper))
  source("bench/fuzz-hostile.R")
  setwd(tempdir()) # `path` may make folders
  options(unruly.threads = 1, unruly.memory = 5e8)
  values <- odd_values()
  c(descriptions(), list(
    calls = c(working_calls(), slow_calls()), values = values, objects = made(), takers = takers(), agent_contents = agent_contents(),
    glue_values = c(values, list(-1, 1e9, 3e9, "patience", list(prior = "uniform", values = 1), list(prior = "beta", values = "a"),
                                 list(prior = 1, values = c(0, 1)), c(-5, 1e12), double(), quote(x), sum))
  ))
}

kinds <- list("function", "edited", "glue", "hostile", "function", "edited", "entry", "hostile")

# All of a call follows from the seed and its number.
make_call <- function(all, seed, number) {
  set.seed(seed)
  set.seed(sample.int(.Machine$integer.max, 1) %/% 2 + number)
  switch(kinds[[number %% length(kinds) + 1]], "function" = call_function(all, number %/% (length(kinds) / 2)), edited = call_with_edited(all),
         glue = call_glue(all), entry = call_entry(all), hostile = pick(list(call_with_names, call_agent_file, call_own))(all))
}

# How many calls it takes until each function was called so often.
calls_for <- function(all, times) times * length(all$calls) * length(kinds) / sum(kinds == "function")

say <- function(...) cat(..., "\n", sep = "", file = diary, append = TRUE)

run_calls <- function(seed, number, times) {
  all <- prepare()
  check_glue(all)
  while (number <= calls_for(all, times)) {
    call <- make_call(all, seed, number)
    say(number, " ", call$what)
    error <- call$run()
    if (lacks_package(error)) say("LACKS ", call$what)
    else if (!is_fine(error, call)) say("BAD ", number, " ", call$what, ": ", gsub("\n", " ", conditionMessage(error)))
    number <- number + 1
  }
  say("END")
}

run_one <- function(seed, number) {
  all <- prepare() # it draws random numbers itself
  call <- make_call(all, seed, number)
  cat(call$what, "\n")
  utils::str(call$given, give.attr = FALSE, max.level = 3)
  print(call$run())
}

require_packages()
kind <- if (length(arguments) > 0) arguments[1] else "60"
number_of <- function(i, otherwise) if (length(arguments) >= i) as.double(arguments[i]) else otherwise
switch(kind, child = run_calls(number_of(2, 1), number_of(3, 1), number_of(4, Inf)), one = run_one(number_of(2, 1), number_of(3, 1)),
       calls = watch(Inf, number_of(3, 1), number_of(2, 300)), watch(as.double(kind), number_of(2, 1), Inf))
