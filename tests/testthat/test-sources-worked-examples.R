# The worked examples of inst/examples/sources, added to a copy of the sources, built and played.

# New C files are entered in the registry beside them, or above, under the first line that enters another.
enter_type <- function(root, path, code) {
  type <- sub("^const \\w+ (\\w+) .*", "\\1", grep("^const (policy|arms|trait)_type ", code, value = TRUE))
  folder <- dirname(path)
  while (!file.exists(registry <- file.path(root, folder, "registry.c"))) folder <- dirname(folder)
  lines <- readLines(registry)
  at <- grep("(entry) \\", lines, fixed = TRUE)[1]
  writeLines(append(lines, sprintf("  entry(%s) \\", type), at), registry)
}

# A line of a list in R: the measures and statistics of studies.
enter_line <- function(root, file, list, line) {
  path <- file.path(root, "R", file)
  lines <- readLines(path)
  writeLines(append(lines, paste0("  ", line, ","), grep(paste0("^", list, " <- list\\($"), lines)), path)
}

same_sources <- function(one, other) {
  sums <- function(folder) unname(tools::md5sum(list.files(folder, "[.][ch]$", recursive = TRUE, full.names = TRUE)))
  identical(sums(one), sums(other))
}

worked_examples <- function() {
  folder <- sources_root("inst", "examples", "sources")
  paths <- list.files(folder, recursive = TRUE)
  stats::setNames(file.path(folder, paths), paths)
}

test_that("each worked example is added to a file of its name, or to a folder with a registry", {
  paths <- worked_examples()
  expect_setequal(names(paths), c("src/policies/classical/follow_leader.c", "R/policy-classical.R", "src/arms/between.c", "src/arms/laplace.c", "R/arms.R",
                                  "src/traits/tax.c", "R/trait.R"))
  for (path in names(paths)) {
    if (endsWith(path, ".R")) expect_true(file.exists(sources_root(path)), info = path)
    else expect_match(readLines(paths[[path]]), "^const (policy|arms|trait)_type ", all = FALSE, info = path)
  }
})

test_that("the worked examples can be built, and play", {
  skip_on_cran()
  top <- normalizePath(test_path("..", ".."))
  skip_if_not(file.exists(file.path(top, "tools", "objects.R")), "the sources are not there")
  root <- file.path(withr::local_tempdir(), "unruly")
  dir.create(root)
  # Where the library was installed from these sources (tools/install-package.sh) its objects are here: only the examples
  # are compiled, and what they are entered in.
  tree <- file.path(top, ".build", "source", "unruly")
  if (!same_sources(file.path(tree, "src"), file.path(top, "src"))) tree <- top
  file.copy(file.path(tree, c("DESCRIPTION", "NAMESPACE", "R", "src", "inst")), root, recursive = TRUE, copy.date = TRUE)
  if (tree == top) unlink(list.files(file.path(root, "src"), "[.](o|so|dll)$", recursive = TRUE, full.names = TRUE))
  examples <- worked_examples()
  for (path in names(examples)) {
    code <- readLines(examples[[path]])
    cat(code, "", file = file.path(root, path), sep = "\n", append = TRUE)
    if (endsWith(path, ".c")) enter_type(root, path, code)
  }
  enter_line(root, "study-measures.R", "study_measures", "regret_per_turn = measure(of = \"regret\", per_round = TRUE)")
  enter_line(root, "study-statistics.R", "summary_statistics", "q25 = statistic_of_quantile(0.25, \"25%\")")
  r <- function(...) system2(file.path(R.home("bin"), "R"), c(...), stdout = TRUE, stderr = TRUE)
  script <- function(...) system2(file.path(R.home("bin"), "Rscript"), c(...), stdout = TRUE, stderr = TRUE)
  script(shQuote(file.path(top, "tools", "objects.R")), shQuote(root))
  library <- file.path(dirname(root), "library")
  dir.create(library)
  quick <- file.path(dirname(root), "Makevars")
  # Where all is compiled a cache of compilations, if there is one, knows all but the examples.
  writeLines(c("CFLAGS = -O0", if (nzchar(Sys.which("ccache"))) "CC := ccache $(CC)"), quick)
  withr::local_envvar(R_MAKEVARS_USER = quick, MAKEFLAGS = "-j2", R_LIBS = paste(c(library, .libPaths()), collapse = .Platform$path.sep))
  said <- r("CMD", "INSTALL", "--no-docs", "--no-byte-compile", "--no-test-load", "--library", shQuote(library), shQuote(root))
  expect_true(file.exists(file.path(library, "unruly", "libs")), info = paste(utils::tail(said, 20), collapse = "\n"))
  play <- file.path(dirname(root), "play.R")
  writeLines(c(
    sprintf("suppressMessages(library(unruly, lib.loc = %s)); u <- asNamespace('unruly')", deparse(library)),
    "b <- bandit(u$arms_between(c(a = 0, b = 1), 2))",
    "study <- run_study(list(free = b, taxed = u$with_tax(b, 0.5)), list(u$policy_follow_leader(), policy_oracle()), 100, reps = 3, seed = 1,",
    "                   threads = 1, progress = FALSE)",
    "final <- subset(regret(study), round == 100 & policy == 'Oracle')",
    "wrong <- function(code) tryCatch({code; 'runs'}, unruly_error = function(e) conditionMessage(e))",
    "cat(unique(final$benchmark), sum(final$regret), 'Follow the leader' %in% regret(study)$policy, sep = '\\n')",
    "cat(wrong(u$arms_between('a', 1)), wrong(u$with_tax(b, 2)), wrong(with_waiting(u$with_tax(bandit(arms_bernoulli(0.5)), 0), c(0.5, 0.5))), sep = '\\n')",
    "cat(capture.output(print(u$with_tax(b, 0.5))), sep = '\\n')",
    "of_tax <- subset(regret(study), round == 100)",
    "cat('kept', all.equal(of_tax$tax[of_tax$bandit == 'taxed'], of_tax$reward[of_tax$bandit == 'taxed']), anyNA(of_tax$tax), '\\n')",
    "wide <- bandit(u$arms_laplace(c(0, 1)))",
    "rewards <- choices(run_study(wide, policy_fixed(2), 4000, reps = 1, seed = 1, keep = 'choices', threads = 1, progress = FALSE))$reward",
    "cat('wide', abs(mean(rewards) - 1) < 0.1, abs(sd(rewards) - sqrt(2)) < 0.1, any(rewards < -1), wrong(run_study(wide, policy_ucb1(), 10, reps = 2, threads = 1)), '\\n')",
    "pair <- bandit(arms_bernoulli(c(0.2, 0.8)))",
    "kept <- function(keep) run_study(pair, policy_ucb1(), 10, reps = 40, seed = 1, keep = keep, threads = 1, progress = FALSE)",
    "of <- function(x) c(summary(x, what = 'regret_per_turn')$q25, summary(x)$q25 / 10)",
    "told <- lapply(list(kept('summary'), kept('moments'), exact_study(pair, policy_ucb1(), 10)), of)",
    "cat('told', vapply(told, function(x) isTRUE(all.equal(x[1], x[2])), NA), '\\n')",
    "cat(capture.output(print(kept('moments'))), sep = '\\n')"
  ), play)
  seen <- script(shQuote(play))
  expect_identical(seen[1:4], c("150", "75", "0", "TRUE"), info = paste(seen, collapse = "\n"))
  expect_match(seen, "`low` must be numbers, or a prior.", fixed = TRUE, all = FALSE)
  expect_match(seen, "`rate` must be a single number of at least 0 and at most 1.", fixed = TRUE, all = FALSE)
  expect_match(seen, "Waiting and tax cannot be combined", fixed = TRUE, all = FALSE)
  expect_match(seen, "with a tax of 0.5", fixed = TRUE, all = FALSE)
  expect_match(seen, "kept TRUE", fixed = TRUE, all = FALSE, info = paste(seen, collapse = "\n"))
  expect_match(seen, "wide TRUE TRUE TRUE", fixed = TRUE, all = FALSE, info = paste(seen, collapse = "\n"))
  expect_match(seen, "told TRUE TRUE TRUE", fixed = TRUE, all = FALSE, info = paste(seen, collapse = "\n"))
  expect_match(seen, "25%", fixed = TRUE, all = FALSE)
})
