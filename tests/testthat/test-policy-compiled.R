# Policies in C from outside: compiled from a file, and registered by a package.

skip_on_os("windows") # makes take long there, and the sources are the same
skip_if(Sys.which("make") == "", "there is no make")

example <- function() system.file("examples", "ucb1.c", package = "unruly")

# A file that differs from the example by these replacements.
edited <- function(..., from = readLines(example())) {
  changes <- list(...)
  for (what in names(changes)) {
    expect_true(any(grepl(what, from, fixed = TRUE)))
    from <- gsub(what, changes[[what]], from, fixed = TRUE)
  }
  file <- withr::local_tempfile(fileext = ".c", .local_envir = parent.frame())
  writeLines(from, file)
  file
}

arms <- function() arms_bernoulli(c(0.3, 0.5, 0.6, 0.65))

test_that("UCB1 from a file is UCB1, in every setting", {
  skip_in_quick()
  mine <- policy_compile(example())
  expect_s3_class(mine(), "unruly_policy")
  expect_identical(as.list(formals(mine)), list(alpha = 2, label = NULL))
  b <- bandit(arms())
  for (bandit in list(
    b, b |> with_patience(c(60, 30, 45, Inf)), b |> with_fairness(0.1, 1), b |> with_spread(spread_linear(5)),
    b |> with_delay(17), b |> with_lifetimes(c(1, 1, 100, 500), c(300, 1000, 1400, 1450)),
    bandit_mortal(alive = 40, horizon = 3000, mean_lifetime = 400, reward = prior_uniform(40))
  )) {
    expect_same_choices(bandit, mine(label = "mine"), policy_ucb1(), horizon = 3000)
  }
  expect_same_choices(b, mine(alpha = 0.3, label = "mine"), policy_ucb1(alpha = 0.3), horizon = 3000)
  # Without keeping choices it plays by stretches.
  long <- run_study(b, list(mine(), policy_ucb1()), 1e5, reps = 3, seed = 2)
  final <- split(regret(long)[-2], regret(long)$policy)
  expect_identical(final[[1]], final[[2]])
})

# A policy that plays the arm of its headers: one beside it, one in a folder, which includes another one.
with_headers <- function(folder, arm, frame = parent.frame()) {
  dir.create(file.path(folder, "parts"), showWarnings = FALSE)
  write <- function(name, ...) writeLines(c(...), file.path(folder, name))
  write("beside.h", "#pragma once", "enum { ONE = 1 };")
  write("parts/arm.h", "#ifndef ARM_H", "#define ARM_H", "#include \"number.h\"", "#include \"../beside.h\"", "enum { ARM = NUMBER - ONE };", "#endif")
  write("parts/number.h", sprintf("enum { NUMBER = %d };", arm))
  write("fixed.c", "#include <unruly/policy.h>", "#include \"beside.h\"", "  #  include <parts/arm.h>", "#include \"parts/arm.h\"",
        "/* not this one:", "#include \"absent.h\"", "*/", "#ifdef NEVER_DEFINED", "#include \"absent.h\"", "#endif",
        "static status nothing(policy *p, const view *v, const parameters *g) { (void)p, (void)v, (void)g; return status_ok; }",
        "static int always(policy *p, const view *v) { (void)p; return v->live[ARM]; }",
        "static const policy_type fixed = {.constructor = \"policy_fixed_here\", .label = \"Here\", .paper = \"mine\",",
        "  .start = nothing, .choose = always};", "UNRULY_POLICY(fixed)")
  file.path(folder, "fixed.c")
}

test_that("a policy is what its file and all headers of the user say, here and elsewhere", {
  skip_in_quick()
  skip_if_not_installed("callr")
  skip_if_not_installed("jsonlite")
  without_optimisation()
  folder <- withr::local_tempdir()
  b <- bandit(arms_constant(c(0.1, 0.2, 0.3)))
  of <- function(policy) unique(choices(run_study(b, policy, 5, reps = 1, seed = 1, keep = "choices"))$arm)
  made <- lapply(1:2, function(arm) policy_compile(with_headers(folder, arm))())
  expect_identical(lapply(made, of), list(1L, 2L))
  expect_length(unique(vapply(made, function(policy) policy$constructor, "")), 2)
  expect_identical(policy_compile(with_headers(folder, 2))()$constructor, made[[2]]$constructor)
  a <- agent(made[[2]], c("a", "b", "c"), seed = 1)
  for (i in 1:3) agent_learn(a, agent_choose(a), 0)
  file <- withr::local_tempfile(fileext = ".json")
  save_agent(a, file)
  unlink(folder, recursive = TRUE)
  elsewhere <- callr::r(function(file) unruly::agent_choose(unruly::read_agent(file, trust = TRUE)), list(file), libpath = .libPaths())
  expect_identical(elsewhere, "b")
})

test_that("a header that cannot be compiled is named with its line, and one that includes itself ends", {
  skip_in_quick()
  without_optimisation()
  folder <- withr::local_tempdir()
  file <- with_headers(folder, 1)
  writeLines(c("enum { NUMBER = 1 };", "int oops = ;"), file.path(folder, "parts", "number.h"))
  expect_error(policy_compile(file), "number.h:2", class = "unruly_error_compile")
  writeLines("#include \"number.h\"", file.path(folder, "parts", "number.h"))
  expect_error(policy_compile(file), class = "unruly_error_compile")
})

test_that("headers that include each other are read once each", {
  folder <- withr::local_tempdir()
  guarded <- function(name, ...) {
    writeLines(c(sprintf("#ifndef %s_H", name), sprintf("#define %s_H", name), sprintf("#include \"%s.h\"", c(...)),
                 sprintf("enum { %s = 1 };", name), "#endif"), file.path(folder, paste0(name, ".h")))
  }
  guarded("A", "B", "C", "A")
  guarded("B", "A", "C", "B")
  guarded("C", "A", "B", "C")
  file <- file.path(folder, "all.c")
  writeLines(c("#include \"A.h\"", "int last;"), file)
  source <- read_source(file)
  expect_false(any(grepl("include", source)))
  expect_lt(length(source), 100)
})

test_that("a policy from a file has the random stream of what it calls itself", {
  skip_in_quick()
  without_optimisation()
  file <- withr::local_tempfile(fileext = ".c")
  writeLines(c(
    "#include <unruly/policy.h>",
    "static status nothing(policy *p, const view *v, const parameters *g) { (void)p, (void)v, (void)g; return status_ok; }",
    "static int any(policy *p, const view *v) { (void)p; return random_action(v); }",
    "static const policy_type uniform = {.constructor = \"policy_uniform\", .label = \"Mine\", .paper = \"mine\",",
    "  .start = nothing, .choose = any};",
    "UNRULY_POLICY(uniform)"
  ), file)
  expect_same_choices(bandit(arms()), policy_compile(file)(label = "mine"), policy_uniform())
})

test_that("a policy from outside that says what it takes is checked by it", {
  skip_in_quick()
  without_optimisation()
  mine <- policy_compile(example())
  refused <- tryCatch(mine(alpha = -1), error = identity)
  expect_s3_class(refused, "unruly_error_argument")
  expect_match(conditionMessage(refused), "`alpha` must be a single number above 0.", fixed = TRUE)
  expect_error(policy_registered(mine()$constructor, list(alpha = 0)), "`alpha` must be", class = "unruly_error_argument")
  expect_error(policy_registered(mine()$constructor, list(beta = 1)), "parameters that the policy takes", class = "unruly_error_argument")
  edited <- mine()
  edited$parameters$beta <- 1
  expect_error(run_study(bandit(arms()), edited, 10, reps = 1, seed = 1), "`beta` is not a parameter", class = "unruly_error_object")
})

test_that("the arguments of a constructor are those that the struct states, and a list must agree", {
  skip_in_quick()
  without_optimisation()
  takes <- c("{\"count\", A_WHOLE(1, 9), REQUIRED}", "{\"alpha\", A_POSITIVE, USUALLY(2)}", "{\"way\", A_TEXT(\"near|far\"), USUALLY(1)}",
             "{\"span\", A_RANGE, USUALLY(0, 2)}", "{\"eager\", A_FLAG, USUALLY(1)}", "{\"first\", A_NUMBER}", "{\"sd\", A_POSITIVE, .only_with = \"first\"}")
  file <- edited("{\"alpha\", A_POSITIVE, USUALLY(2)}" = paste(takes, collapse = ", "))
  mine <- policy_compile(file)
  stated <- as.list(formals(mine))
  expect_identical(names(stated)[1], "count")
  expect_identical(stated$count, quote(expr = ))
  expect_identical(stated[-1], list(alpha = 2, way = c("far", "near"), span = c(0, 2), eager = TRUE, first = NULL, sd = NULL, label = NULL))
  policy <- mine(3)
  expect_identical(policy$parameters, list(count = 3, alpha = 2, way = "far", span = c(0, 2), eager = TRUE))
  expect_identical(policy, mine(3, alpha = 2, way = "far", first = NULL))
  expect_error(mine(), "`count` must be a single whole number", class = "unruly_error_argument")
  expect_error(mine(3, eager = 1), "`eager` must be TRUE or FALSE", class = "unruly_error_argument")
  expect_error(mine(3, way = "nea"), "Did you mean", class = "unruly_error_argument")
  expect_error(policy_compile(file, list(beta = 1)), "parameters that the policy takes", class = "unruly_error_argument")
  expect_error(policy_compile(file, list(alpha = 3)), "`alpha = 2`", class = "unruly_error_argument")
  expect_identical(policy_compile(file, list(alpha = 2, first = 1))(3)$parameters, list(count = 3, alpha = 2, way = "far", span = c(0, 2), eager = TRUE, first = 1))
})

test_that("the same file is compiled once, a changed one again, and old policies stay what they were", {
  skip_in_quick()
  without_optimisation()
  file <- edited("USUALLY(2)" = "USUALLY(2.5)")
  first <- policy_compile(file)
  loaded <- length(getLoadedDLLs())
  policy_compile(file)
  expect_length(getLoadedDLLs(), loaded)
  old <- first(label = "old")
  before <- regret(run_study(bandit(arms()), old, 500, reps = 2, seed = 1))
  writeLines(sub("return contender_mean(a) +", "return contender_mean(a) + 2 *", readLines(file), fixed = TRUE), file)
  new <- policy_compile(file)(label = "new")
  both <- regret(run_study(bandit(arms()), list(old, new), 500, reps = 2, seed = 1))
  expect_identical(both[both$policy == "old", ], before)
  expect_false(identical(both$regret[both$policy == "new"], before$regret))
})

test_that("a file may be given by a relative path, and include what lies beside it", {
  without_optimisation()
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  writeLines("#define MY_FACTOR 2.25", "mine.h")
  text <- sub("USUALLY(2)", "USUALLY(MY_FACTOR)", readLines(example()), fixed = TRUE)
  writeLines(c("#include \"mine.h\"", text), "beside.c")
  mine <- expect_silent(policy_compile("beside.c"))
  expect_same_choices(bandit(arms()), mine(label = "mine"), policy_ucb1(alpha = 2.25), horizon = 500)
})

test_that("an agent with such a policy is read in a process that has never seen it, also within another policy", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  without_optimisation()
  saved <- policy_compile(edited("My UCB1" = "Saved"), list(alpha = 2))()
  policies <- drawn_of(list(saved, policy_queue(saved), policy_index(\(v) v$mean, stream = saved)), 3) # the first that is read compiles
  files <- file.path(withr::local_tempdir(), paste0(seq_along(policies), ".json"))
  agents <- lapply(policies, agent, arms = c("a", "b", "c"), seed = 1)
  for (k in seq_along(policies)) {
    for (i in 1:30) agent_learn(agents[[k]], agent_choose(agents[[k]]), i %% 3)
    save_agent(agents[[k]], files[k])
  }
  said <- run_child(c("library(unruly)", sprintf("a <- read_agent(%s, trust = TRUE)\ncat(agent_choose(a), '\\n')", vapply(files, deparse, ""))))
  expect_identical(trimws(utils::tail(said, length(agents))), vapply(agents, agent_choose, ""))
})

test_that("folders, files and labels may be called whatever there can be", {
  without_optimisation()
  skip_on_cran() # long
  names <- c("a$b $(touch owned)", "`touch owned` it's \"so\"", "#1; touch owned", "new\nline a:b", "per%cent {stop('evaluated')} trailing\\", " space ")
  for (i in seq_along(names)) {
    if (!is_drawn(i, one_in = 3)) next
    folder <- file.path(withr::local_tempdir(), names[i])
    dir.create(folder)
    withr::local_dir(folder)
    writeLines(sprintf("#define MY_FACTOR (2.25 + %d * 1e-9)", i), "mine.h")
    file <- paste0(names[i], ".c")
    text <- sub("USUALLY(2)", "USUALLY(MY_FACTOR)", readLines(example()), fixed = TRUE)
    writeLines(c("#include \"mine.h\"", sprintf("/* %d */", i), text), file)
    mine <- policy_compile(file)
    expect_s3_class(mine(label = names[i]), "unruly_policy")
    if (i %in% c(1, 4, 5)) { # $, a new line, braces: what messages may stumble over
      writeLines(c("#include \"mine.h\"", sprintf("/* %d */ x y;", i)), file)
      broken <- expect_error(policy_compile(file), class = "unruly_error_compile")
      expect_match(conditionMessage(broken), "could not be compiled.*error", info = names[i])
    }
    expect_setequal(list.files(), c(file, "mine.h")) # nothing was run or left there
  }
})

test_that("a policy takes its source to another process, and its label not into what is compiled there", {
  without_optimisation()
  skip_on_cran() # long
  skip_if_not_installed("callr")
  labels <- c("{stop('evaluated')}", "\"; x y new\nline */ x y", "$(touch owned) end\\")
  policies <- lapply(drawn_of(seq_along(labels), 3), function(i) {
    policy_compile(edited("My UCB1" = paste("Label", i)), list(alpha = 2))(label = labels[i])
  })
  played <- function(policies) {
    problem <- unruly::bandit(unruly::arms_bernoulli(c(0.3, 0.6)))
    unruly::regret(unruly::run_study(problem, policies, 300, reps = 2, seed = 1))
  }
  expect_identical(callr::r(played, list(policies)), played(policies))
  broken <- policies[[1]]
  broken$label <- labels[1]
  broken$source <- c(broken$source, "x y;")
  broken$constructor <- compiled_name(broken$source)
  error <- expect_error(run_study(bandit(arms()), broken, 10), class = "unruly_error_compile")
  expect_match(conditionMessage(error), "{stop('evaluated')} in C", fixed = TRUE)
})

test_that("sources that do not compile, or are no policy, are refused with the reason", {
  skip_in_quick()
  without_optimisation()
  for (wrong in drawn_of(c("double alpha;;; x y;", "double {alpha};"), 2)) { # braces: what messages may stumble over
    broken <- expect_error(policy_compile(edited("double alpha;" = wrong)), class = "unruly_error_compile")
    expect_match(conditionMessage(broken), "could not be compiled.*:[0-9]+:[0-9]+: error")
  }
  expect_error(policy_compile(edited("UNRULY_POLICY(ucb1)" = "const int nothing = sizeof ucb1;")),
               class = "unruly_error_compile", regexp = "does not end with UNRULY_POLICY")
  expect_error(policy_compile(edited(".choose = ucb1_choose," = "")), class = "unruly_error_compile",
               regexp = "lacks start\\(\\) or choose\\(\\)")
  for (other in drawn_of(c("UNRULY_INTERFACE + 1, UNRULY_SIZES_HERE", "UNRULY_INTERFACE, {1}"), 2)) {
    expect_error(policy_compile(edited("UNRULY_POLICY(ucb1)" = paste0(
      "const unruly_registration *unruly_registered(void);",
      "const unruly_registration *unruly_registered(void) {",
      " static const unruly_registration r = {", other, ", &ucb1}; return &r; }"
    ))), class = "unruly_error_compile", regexp = "another version of unruly")
  }
})

test_that("bad arguments are refused", {
  expect_errors(policy_compile("nowhere.c"))
  expect_errors(policy_compile(example(), list(2)))
  expect_errors(policy_compile(example(), list(alpha = NA)))
  expect_errors(policy_compile(example(), list(label = "x")))
  mine <- policy_compile(example(), list(alpha = 2))
  expect_errors(mine(alpha = TRUE))
  expect_errors(policy_registered("somebody::policy_of_theirs"))
})

test_that("a choice that cannot be played is an error of the study", {
  skip_in_quick()
  without_optimisation()
  wrong <- policy_compile(edited("return index_choose(p, v, v->round, &rule);" = "(void)rule; return v->round > 5 ? 77 : 0;"))
  error <- expect_error(run_study(bandit(arms()), wrong(), 10, reps = 1, seed = 1), class = "unruly_error_core")
  expect_match(conditionMessage(error), "cannot be played")
  expect_error(run_study(bandit(arms()), wrong(), 10, reps = 1, seed = 1, keep = "moments"), "cannot be played", class = "unruly_error_core")
})

test_that("the error says what to set if nothing may be run from the folder for temporary files", {
  skip_on_cran()
  without_optimisation()
  folder <- withr::local_tempdir()
  mounted <- .Platform$OS.type == "unix" && nzchar(Sys.which("mount")) &&
    suppressWarnings(system2("mount", c("-t", "tmpfs", "-o", "size=4m,noexec", "none", shQuote(folder)), stdout = FALSE, stderr = FALSE)) == 0
  skip_if_not(mounted, "a file system can be mounted here")
  withr::defer(system2("umount", shQuote(folder)))
  code <- c("library(unruly)", sprintf("e <- tryCatch(policy_compile(%s), error = identity)", deparse(example())),
            "cat('\n', inherits(e, 'unruly_error_compile'), gsub('[[:space:]]+', ' ', conditionMessage(e)))")
  said <- utils::tail(run_child(code, variables = c(TMPDIR = folder)), 1)
  expect_match(said, "^ TRUE .*cannot be loaded.*the environment variable `TMPDIR`")
})

test_that("another package brings a policy", {
  skip_on_cran() # long
  skip_if_not_installed("callr")
  library <- withr::local_tempdir()
  source <- file.path(withr::local_tempdir(), "registered")
  dir.create(source)
  file.copy(list.files(test_path("registered"), full.names = TRUE), source, recursive = TRUE)
  said <- suppressWarnings(system2(file.path(R.home("bin"), "R"),
                                   c("CMD", "INSTALL", "--no-docs", "--no-byte-compile", "--no-test-load", paste0("--library=", shQuote(library)), shQuote(source)),
                                   stdout = TRUE, stderr = TRUE,
                                   env = c(paste0("R_LIBS=", paste(.libPaths(), collapse = ":")), "PKG_CFLAGS='-Wall -Wextra -pedantic'")))
  expect_true(dir.exists(file.path(library, "registered")), info = paste(said, collapse = "\n"))
  # R's own headers may be warned of, ours and the package's own lines may not.
  ours <- grep("warning: ", grep("^[^ ]*(unruly/|[.]c:)", said, value = TRUE), value = TRUE)
  expect_identical(ours, character())
  saved <- withr::local_tempfile(fileext = ".json")
  seen <- callr::r(function(saved) {
    library(unruly)
    theirs <- "registered" # by a name that checks of dependencies do not read
    library(theirs, character.only = TRUE)
    b <- bandit(arms_bernoulli(c(0.3, 0.5, 0.6, 0.65)))
    made <- policy_follow_leader()
    leader <- policy_epsilon_greedy(0)
    study <- run_study(b, list(made, leader), 400, reps = 5, seed = 1)
    waiting <- bandit(arms_constant(1)) |> with_waiting(1)
    result <- list(
      regret = split(regret(study)$regret, regret(study)$policy),
      listed = paste0(theirs, "::policy_follow_leader") %in% policies()$constructor,
      refused = inherits(try(run_study(waiting, made, 10), silent = TRUE), "try-error"),
      other = mean(regret(run_study(b, policy_follow_leader(optimism = 3), 400, reps = 5, seed = 1))$regret)
    )
    a <- agent(made, c("a", "b"), seed = 1)
    for (i in 1:20) agent_learn(a, agent_choose(a), i %% 3)
    save_agent(a, saved)
    result$next_choice <- agent_choose(a)
    fresh <- function(saved) unruly::agent_choose(unruly::read_agent(saved))
    result$in_another <- callr::r(fresh, list(saved), libpath = .libPaths())
    place <- find.package(theirs)
    unloadNamespace(theirs)
    result$back <- mean(regret(run_study(b, made, 400, reps = 5, seed = 1))$regret) # loads it again
    unloadNamespace(theirs)
    unlink(place, recursive = TRUE)
    result$forgotten <- tryCatch(run_study(b, made, 10), error = conditionMessage)
    result$unread <- tryCatch(read_agent(saved), error = conditionMessage)
    result
  }, list(saved), libpath = c(library, .libPaths()))
  expect_identical(seen$regret[[1]], seen$regret[[2]])
  expect_false(seen$other == mean(seen$regret[[1]]))
  expect_true(seen$listed)
  expect_true(seen$refused)
  expect_identical(seen$back, mean(seen$regret[[1]]))
  expect_match(seen$forgotten, "not registered")
  expect_identical(seen$in_another, seen$next_choice)
  expect_match(flat(seen$unread), "No installed package registers registered::policy_follow_leader")
})

test_that("values are of the kind of their defaults", {
  skip_in_quick()
  make <- policy_compile(edited(".takes = TAKES({\"alpha\", A_POSITIVE, USUALLY(2)})," = ""), list(alpha = 2, mode = "a", weights = c(1, 2)))
  expect_error(make(alpha = "x"), "`alpha` must be numeric, as its default is", class = "unruly_error_argument")
  expect_error(make(alpha = c(1, 5)), "`alpha` must be a single number", class = "unruly_error_argument")
  expect_error(make(mode = 3), "`mode` must be a single string", class = "unruly_error_argument")
  expect_s3_class(make(alpha = NULL, weights = 1:3), "unruly_policy")
})

# ---- what a compiled policy returns ------------------------------------------------

# Plays at random; `lie` says what it returns that it must not. Its chances are told in two ways.
liar <- c(
  "#include <unruly/policy.h>",
  "#include <limits.h>",
  "#include <string.h>",
  "typedef struct liar { int lie; int64_t seen; } liar;",
  "static int lie_of(const policy *p) { return ((const liar *)p->state)->lie; }",
  "static status bad(int code, int message) {",
  "  status s = status_error((status_code)code, \"A reason\");",
  "  if (message) memset(s.message, 0xff, sizeof s.message); /* no UTF-8, and no end */",
  "  return s; }",
  "static status start(policy *p, const view *v, const parameters *g) {",
  "  const int lie = ((liar *)p->state)->lie = (int)parameters_number_or(g, \"lie\", 0);",
  "  (void)v;",
  "  switch (lie) {",
  "  case 1: return bad(77, 0); case 2: return bad(-3, 0); case 3: return bad(STATUS_STOPPED, 0); case 4: return bad(STATUS_BAD_PARAMETER, 1);",
  "  case 5: return bad(77, 1); case 6: return bad(STATUS_INTERNAL, 1); default: return status_ok; } }",
  "static int choose(policy *p, const view *v) {",
  "  const int lie = lie_of(p);",
  "  if (lie == 11) p->failure = bad(77, 0);",
  "  if (lie == 12) p->failure = bad(STATUS_BAD_PARAMETER, 1);",
  "  if (lie == 13) p->failure = bad(STATUS_STOPPED, 0);",
  "  if (lie >= 11 && lie <= 13) return -1;",
  "  if (lie == 14) return -5;",
  "  if (lie == 15) return INT_MAX;",
  "  return v->actions[stream_below(v->random, v->action_count)]; }",
  "static void observe(policy *p, const view *v, const outcome *o) {",
  "  (void)v, (void)o;",
  "  if (lie_of(p) == 21) p->failure = bad(77, 1);",
  "  if (lie_of(p) == 22) p->failure = bad(STATUS_STOPPED, 1); }",
  "static bool chances(policy *p, const view *v, double *chance) {",
  "  even_chances(v, chance);",
  "  switch (lie_of(p)) {",
  "  case 31: chance[0] = NAN; break;",
  "  case 32: chance[0] = -.25, chance[1] = .75; break;",
  "  case 33: chance[0] /= 2; break;",
  "  case 34: chance[0] = 1; break;",
  "  case 35: chance[0] = INFINITY; break;",
  "  case 36: chance[v->action_count - 1] = -1e-300; break;",
  "  case 37: for (int i = 0; i < v->action_count; i++) chance[i] = i == 0; break; /* and it plays the others, too */",
  "  default: break; }",
  "  return true; }",
  "static int recommend(const policy *p, const view *v) {",
  "  switch (lie_of(p)) {",
  "  case 41: return v->arms;",
  "  case 42: return -2;",
  "  case 43: return INT_MAX;",
  "  case 44: return INT_MIN;",
  "  default: return -1; } }",
  "static int both(policy *p, const view *v, double *chance, bool *known) {",
  "  *known = chances(p, v, chance);",
  "  return choose(p, v); }",
  "static const policy_type liars = {.constructor = \"liar\", .label = \"Liar\", .paper = \"mine\", .takes = TAKES({\"lie\", A_NUMBER}),",
  "  .state_size = sizeof(liar), .start = start, .choose = choose, .observe = observe, .chances = chances, .recommend = recommend, .bytes_suffice = true};",
  "UNRULY_POLICY(liars)"
)

# What the code raises: an error of ours in text that can be shown, or nothing.
raised <- function(code) {
  error <- tryCatch({
    whatever_scale(code)
    NULL
  }, error = identity)
  if (is.null(error)) return(NULL)
  expect_s3_class(error, "unruly_error")
  expect_true(validUTF8(conditionMessage(error)))
  expect_false(grepl("session|bug", conditionMessage(error)))
  conditionMessage(error)
}

test_that("returns of a compiled policy are checked: classed errors, wherever it is asked, and the session goes on", {
  skip_on_cran() # long
  without_optimisation()
  first <- policy_compile(edited(from = liar), list(lie = 0))
  second <- policy_compile(edited(".bytes_suffice = true" = ".choose_with_chances = both, .counts_suffice = \"\"", from = liar), list(lie = 0))
  b <- bandit(arms_bernoulli(c(a = 0.3, b = 0.6, c = 0.5)))
  play_agent <- function(policy, stop = NULL, look = recommendations) {
    a <- agent(policy, c("a", "b", "c"), seed = 1, stop = stop)
    for (i in 1:5) agent_learn(a, agent_choose(a), 1)
    capture.output(print(a))
    look(a)
  }
  asks <- list(
    summary = function(p) run_study(b, p, 20, 2, seed = 1, threads = 1),
    threads = function(p) run_study(b, p, 20, 3, seed = 1, threads = 2, keep = "moments"),
    choices = function(p) run_study(b, p, 20, 2, seed = 1, keep = "choices"),
    scores = function(p) run_study(b, p, 20, 2, seed = 1, keep = "scores"),
    stops = function(p) run_study(b, p, 20, 2, seed = 1, stop = stop_at(5)),
    agent = function(p) play_agent(p),
    decisions = function(p) play_agent(p, look = agent_decisions),
    stopped = function(p) play_agent(p, stop_at(3)),
    exact = function(p) exact_study(bandit(arms_bernoulli(c(0.3, 0.6, 0.5))), p, 5),
    sleeping = function(p) run_study(b, policy_sleeping(p), 20, 2, seed = 1, keep = "choices"),
    clipped = function(p) run_study(b, policy_floor(p, 0.1, type = "clip"), 20, 2, seed = 1),
    deep = function(p) run_study(b, policy_restart(policy_floor(policy_doubling(p, 3), 0.1, type = "clip"), 7), 20, 2, seed = 1)
  )
  always <- c(1:6, 11:15, 21, 22)
  with_chances <- 31:36
  impossible <- 37
  when_named <- 41:44
  told <- c("choices", "scores", "sleeping", "decisions", "clipped", "deep") # what asks for chances
  undivided <- c("choices", "scores", "sleeping", "decisions") # and hands them on as they are
  for (policy in list(first, second)) {
    byte <- identical(policy, first)
    lies <- c(0, always, with_chances, impossible, when_named)
    for (lie in lies) for (ask in names(asks)) {
      # Each is asked of one of the two policies, and where the two differ of both.
      if (lie != 0 && ask != "exact" && (match(lie, lies) + match(ask, names(asks)) + byte) %% 2 == 0) next
      if (!is_drawn(match(lie, lies), match(ask, names(asks)))) next
      said <- raised(asks[[ask]](policy(lie)))
      about <- paste(ask, lie, if (byte) "bytes" else "counts")
      counted <- ask == "exact" && !byte # by chances, naming the greatest mean
      if (lie == 0) expect_null(said, info = about)
      else if (lie %in% with_chances && (ask %in% told || counted)) expect_match(flat(said), "Liar states propensities that", info = about)
      else if (lie %in% impossible && ask %in% undivided) expect_match(flat(said), "chose an arm to which it gave the probability 0", info = about)
      else if (lie %in% when_named && !counted && ask != "decisions") expect_match(flat(said), "an arm that does not exist", info = about)
      else if (lie %in% always && !counted) expect_false(is.null(said), info = about)
      if (!is.null(said) && lie %in% c(1:3, 13, 22)) expect_match(flat(said), "a status that it may not give", info = about)
    }
  }
  expect_s3_class(run_study(b, first(), 20, 2, seed = 1), "unruly_study")
  for (text in drawn_of(c(label = "Liar", paper = "mine"), 2)) {
    changed <- stats::setNames(list(paste0("\"\\xff", text, "\"")), paste0("\"", text, "\""))
    refused <- tryCatch(policy_compile(do.call(edited, c(changed, list(from = liar)))), error = identity)
    expect_s3_class(refused, "unruly_error_compile")
    expect_match(conditionMessage(refused), "not UTF-8")
  }
})
