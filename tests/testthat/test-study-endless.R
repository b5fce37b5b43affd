# Policies in C that do not return. Each runs in a process of its own, which must
# go on and end by itself.

skip_without_make <- function() {
  skip_on_cran() # waits for policies that never return
  skip_on_os("windows") # makes take long there
  skip_if(Sys.which("make") == "", "there is no make")
}

# C whose `what` hangs, in replications that are drawn, until a file is there. It sleeps meanwhile: threads that are
# left behind would otherwise take the processors from all that comes after.
endless_source <- function(what = "choose") {
  c(
    "#include <unruly/policy.h>",
    "#include <stdio.h>",
    "#include <stdlib.h>",
    "#include <time.h>",
    "typedef struct hanging { int plays; } hanging;",
    "static void hang(void) {",
    "  const char *until = getenv(\"UNRULY_TEST_UNTIL\");",
    "  for (FILE *f = NULL; !f; f = until ? fopen(until, \"r\") : NULL) {",
    "    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);",
    "  }",
    "}",
    "static status begin(policy *p, const view *v, const parameters *g) { (void)p, (void)v, (void)g; return status_ok; }",
    "static int any(policy *p, const view *v) {",
    "  hanging *h = p->state;",
    sprintf("  if (%d && h->plays == 7 && stream_uniform(v->random) < 0.2) hang();", what == "choose"),
    "  return random_action(v);",
    "}",
    "static void tell(policy *p, const view *v, const outcome *o) {",
    "  (void)o;",
    sprintf("  if (++((hanging *)p->state)->plays == 8 && %d && stream_uniform(v->random) < 0.2) hang();", what == "observe"),
    "}",
    "static const policy_type endless = {.constructor = \"policy_endless\", .label = \"Endless\", .paper = \"none\",",
    "  .state_size = sizeof(hanging), .start = begin, .choose = any, .observe = tell};",
    "UNRULY_POLICY(endless)"
  )
}

# What a child says that compiles it and goes on with `code`.
endless <- function(code, what = "choose", before = "", variables = character()) {
  file <- withr::local_tempfile(fileext = ".c")
  writeLines(endless_source(what), file)
  setup <- c(
    "suppressPackageStartupMessages(library(unruly))",
    sprintf("endless <- policy_compile(%s)()", encodeString(file, quote = "\"")),
    "b <- bandit(arms_bernoulli(c(0.3, 0.6)))",
    "play <- function(policies = list(endless, policy_uniform()), reps = 50, threads = 2, ...) {",
    "  run_study(b, policies, 100, reps = reps, seed = 1, threads = threads, progress = FALSE, ...)",
    "}",
    "said <- function(...) cat(..., '\\n')", "several <- 4",
    "refusal <- function(...) suppressMessages(tryCatch(play(...), unruly_error_patience = identity))"
  )
  without_optimisation() # half of the time that compiling takes
  run_child(c(setup, code), before = before, variables = variables)
}

test_that("a policy that does not return costs the study, not the session", {
  skip_without_make()
  for (what in drawn_of(c("choose", "observe"), 2)) {
    found <- endless(what = what, code = c(
      "options(unruly.patience = 1)",
      "failed <- refusal()",
      "said(inherits(failed, 'unruly_error_core'), failed$policy, failed$bandit)",
      "kept <- last_study()",
      "said(inherits(kept, 'unruly_study'), length(kept$replications) > 0, length(kept$replications) < 50)",
      # What was finished is what it would have been.
      "whole <- play(policy_uniform())",
      "mine <- regret(kept)[regret(kept)$policy == 'Uniform', -2]",
      "other <- regret(whole)[regret(whole)$rep %in% kept$replications, -2]",
      "said(isTRUE(all.equal(mine, other, check.attributes = FALSE)))",
      "rm(kept, failed)", "for (i in 1:3) invisible(gc())",
      "again <- refusal(keep = 'moments')", "said(class(again)[1])",
      "many <- refusal(threads = several, keep = 'choices')", "said(class(many)[1])",
      "said(nrow(regret(play(policy_uniform()))) > 0)"
    ))
    expect_identical(trimws(found), c("TRUE Endless bandit", "TRUE TRUE TRUE", "TRUE", "unruly_error_patience",
                                      "unruly_error_patience", "TRUE"), info = what)
  }
})

test_that("a game that ends after all finds everything that it uses, and then it is freed", {
  skip_without_make()
  until <- withr::local_tempfile()
  found <- endless(variables = c(UNRULY_TEST_UNTIL = until), code = c(
    "options(unruly.patience = 1)",
    "for (keep in c('summary', 'choices', 'moments')) invisible(refusal(keep = keep, threads = several))",
    "invisible(suppressMessages(suppressWarnings(last_study())))",
    "for (i in 1:3) { x <- lapply(1:200, function(j) runif(1e4)); invisible(gc()) }",
    "left <- function() .Call(unruly:::C_close)",
    "assign('study', NULL, asNamespace('unruly')$last)", "invisible(gc())",
    "said(left() >= 3)",
    sprintf("invisible(file.create(%s))", encodeString(until, quote = "\"")),
    "for (i in 1:200) if (left() > 0) Sys.sleep(0.05)",
    "said(left())",
    "said(nrow(regret(play())) > 0)"
  ))
  expect_identical(trimws(found), c("TRUE", "0", "TRUE"))
})

test_that("the words say what becomes of the thread, and the library stays loaded as long as it runs in it", {
  skip_without_make()
  found <- endless(c(
    "options(unruly.patience = 1)", "aloud <- function(m) cat(conditionMessage(m), '\\n')",
    "failed <- tryCatch(withCallingHandlers(play(), message = aloud), unruly_error_patience = identity)", "aloud(failed)", "rm(failed)",
    "unloadNamespace('unruly')", "invisible(gc())", "Sys.sleep(0.2)",
    "said('unruly' %in% loadedNamespaces(), 'unruly' %in% names(getLoadedDLLs()))",
    "suppressPackageStartupMessages(library(unruly))", "said(nrow(regret(run_study(b, policy_uniform(), 10, reps = 2, seed = 1))))"
  ))
  text <- flat(paste(found, collapse = " "))
  expect_match(text, "Endless.*has not answered for 1 second on the bandit", all = FALSE)
  expect_match(text, "cannot be ended.*occupies a core and its memory", all = FALSE)
  expect_identical(utils::tail(trimws(found), 2), c("FALSE TRUE", "20"))
})

test_that("policies that take long are waited for", {
  skip_without_make()
  until <- withr::local_tempfile()
  expect_identical(trimws(endless(
    before = paste("(sleep 3; touch", shQuote(until), ") &"), variables = c(UNRULY_TEST_UNTIL = until),
    code = "said(length(unique(regret(play())$rep)))"
  )), "50")
})

test_that("the option is checked", {
  b <- bandit(arms_bernoulli(c(0.3, 0.6)))
  for (value in list(0, -1, NA, "a", c(1, 2), TRUE)) {
    withr::local_options(unruly.patience = value)
    expect_error(run_study(b, policy_uniform(), 5, reps = 1), "unruly.patience", class = "unruly_error_argument")
  }
  withr::local_options(unruly.patience = 20)
  expect_s3_class(run_study(b, policy_uniform(), 5, reps = 1, progress = FALSE), "unruly_study")
})
