# How the sources hang together: rooms, arrows between them, names.

test_that("OBJECTS in src/Makevars lists exactly the C files", {
  sources <- sources_root("src")
  lines <- readLines(file.path(sources, "Makevars"))
  listed <- regmatches(lines, regexpr("[A-Za-z0-9_/]+\\.o\\b", lines))
  there <- sub("c$", "o", list.files(sources, "\\.c$", recursive = TRUE))
  expect_setequal(listed, there)
  expect_false(anyDuplicated(listed) > 0)
})

# --- what includes what -------------------------------------------------------------------

resolved <- function(path) {
  kept <- character()
  for (part in strsplit(path, "/")[[1]]) {
    kept <- if (part == "..") head(kept, -1) else if (part == ".") kept else c(kept, part)
  }
  paste(kept, collapse = "/")
}

# The text of each file of src, and the files of ours that each includes.
source_texts <- function() {
  root <- sources_root("src")
  files <- list.files(root, pattern = "[.][ch]$", recursive = TRUE)
  remembered("texts of src", lapply(stats::setNames(nm = files), function(file) readLines(file.path(root, file))))
}

source_includes <- function(texts = source_texts()) {
  included <- function(file) {
    lines <- grep('^#include "', texts[[file]], value = TRUE)
    named <- sub('^#include "([^"]+)".*', "\\1", lines)
    vapply(file.path(dirname(file), named), resolved, "", USE.NAMES = FALSE)
  }
  lapply(stats::setNames(nm = names(texts)), included)
}

room_of <- function(file) ifelse(grepl("/", file), sub("/[^/]*$", "", file), "init")

# Each room may use itself and those named here.
floors <- list(
  base = character(),
  random = "base",
  inference = "base",
  model = c("random", "base"),
  arms = c("model", "random", "base"),
  traits = c("model", "random", "base"),
  logs = "base",
  schedule = c("random", "base"),
  stopping = c("policies", "inference", "model", "base"),
  game = c("model", "random", "base"),
  study = c("game", "model", "random", "base"),
  agent = c("game", "model", "random", "base"),
  exact = c("game", "model", "random", "base"),
  fit = c("game", "model", "random", "base")
)

test_that("rooms of the core use only those below them", {
  skip_on_cran()
  includes <- source_includes()
  claim <- many_claims()
  for (file in names(includes)) {
    room <- sub("/.*", "", room_of(file))
    if (room == "policies") allowed <- c("policies", "schedule", "model", "random", "base")
    else if (room %in% c("glue", "init")) next # knows all
    else allowed <- c(room, floors[[room]])
    claim(all(sub("/.*", "", room_of(includes[[file]])) %in% allowed), file, "includes what does not lie below it")
  }
  expect_claims(claim, 80)
})

test_that("no two headers need each other", {
  skip_in_quick()
  includes <- source_includes()
  expect_identical(circles(includes[grepl("[.]h$", names(includes))]), character())
  expect_identical(circles(list(a.h = "b.h", b.h = "a.h", c.h = "a.h")), c("a.h", "b.h", "c.h"))
})

test_that("the core does not ask for one type by its name", {
  texts <- source_texts()
  core <- texts[room_of(names(texts)) %in% c("base", "model", "game", "study", "agent")]
  expect_gt(length(core), 40)
  expect_length(grep("&(arms|trait|policy)_[a-z]|[!=]= *&(arms|trait)_", unlist(core), value = TRUE), 0)
})

test_that("every source includes exact.h, so that no processor gives other numbers", {
  skip_in_quick()
  includes <- source_includes()
  exact <- "base/exact.h"
  repeat {
    reach <- names(includes)[vapply(includes, function(used) any(used %in% exact), NA)]
    if (all(reach %in% exact)) break
    exact <- union(exact, reach)
  }
  sources <- grep("[.]c$", names(includes), value = TRUE)
  expect_identical(setdiff(sources, exact), character())
})

# --- what calls what ----------------------------------------------------------------------

without_comments <- function(lines) {
  text <- paste(lines, collapse = "\n")
  text <- gsub("(?s)/[*].*?[*]/", " ", text, perl = TRUE)
  gsub('"([^"\\\\\n]|\\\\.)*"', '""', text, perl = TRUE)
}

# Functions that a file defines for others: a line that begins with a type, up
# to the brace.
defined_names <- function(text) {
  found <- gregexpr("(?m)^(?!static|typedef|#|else|return)[A-Za-z_][A-Za-z0-9_ *]*[ *]([a-z]\\w*|[A-Z]_\\w+)\\([^;{}]*\\)\\s*\\{", text, perl = TRUE)
  sub("(?s)^.*?(\\w+)\\(.*$", "\\1", regmatches(text, found)[[1]], perl = TRUE)
}

source_calls <- function(texts) {
  bare <- vapply(texts[grepl("[.]c$", names(texts))], without_comments, "")
  defined <- lapply(bare, defined_names)
  home <- stats::setNames(rep(names(defined), lengths(defined)), unlist(defined))
  called <- function(file) {
    own <- sub(".*?(\\w+)\\($", "\\1", regmatches(bare[[file]], gregexpr("(?m)^static [^;{}=]*?\\w+\\(", bare[[file]], perl = TRUE))[[1]])
    words <- unique(regmatches(bare[[file]], gregexpr("(?<![.>\\w])[A-Za-z_]\\w*(?=\\()", bare[[file]], perl = TRUE))[[1]])
    setdiff(unique(home[intersect(setdiff(words, own), names(home))]), file)
  }
  lapply(stats::setNames(nm = names(bare)), called)
}

test_that("no two files need each other to be linked", {
  skip_on_cran()
  toy <- list("one.c" = c("int one(int x)", "{", "  return two(x);", "}"),
              "two.c" = c("/* three() */", "int two(int x)", "{", "  return x ? one(x - 1) : 0;", "}"),
              "three.c" = c("static int one(int x)", "{", "  return x;", "}", "int three(void) { return one(3); }", "int four(void) { return two(three()); }"),
              "five.c" = c("int five(void) { return four(); }"))
  expect_identical(setdiff(circles(source_calls(toy)), c("three.c", "five.c")), c("one.c", "two.c"))
  expect_identical(unname(source_calls(toy)[["three.c"]]), "two.c")
  calls <- source_calls(source_texts())
  expect_gt(sum(lengths(calls)), 300)
  expect_identical(circles(calls), character())
})

# What each object needs of the others, functions and data, by what `nm -A -g -P` prints of them.
object_needs <- function(lines) {
  parts <- strsplit(lines, "[: ]+")
  object <- basename(vapply(parts, `[`, "", 1))
  name <- vapply(parts, `[`, "", 2)
  is_used <- vapply(parts, `[`, "", 3) == "U"
  home <- stats::setNames(object[!is_used], name[!is_used])
  used <- split(unname(home[name[is_used]]), object[is_used])
  lapply(stats::setNames(nm = unique(object)), function(one) setdiff(used[[one]], c(one, NA)))
}

# The newest objects that tools/core-tests.sh has compiled, if no source is newer.
core_objects <- function() {
  folders <- file.path(sources_root(".build"), c("core-all", "core-plain", "core-shared"))
  sources <- list.files(sources_root("src"), "[.]c$", recursive = TRUE, full.names = TRUE)
  sources <- grep("/(glue/.*|init)[.]c$", sources, value = TRUE, invert = TRUE)
  for (folder in folders) {
    objects <- list.files(folder, "[.]o$", full.names = TRUE)
    if (length(objects) == length(sources) && min(file.mtime(objects)) > max(file.mtime(sources))) return(objects)
  }
  skip("there are no objects of these sources: run `make ctest`")
}

test_that("no two objects need each other, by a call or by their data", {
  toy <- c("of/one.o: one T 0 12", "of/one.o: two U", "of/two.o: two T 0 12", "of/two.o: table U", "of/three.o: table R 0 8",
           "of/three.o: one U", "of/four.o: table U", "of/four.o: sqrt U")
  expect_identical(object_needs(toy)$two.o, "three.o")
  expect_identical(setdiff(circles(object_needs(toy)), "four.o"), c("one.o", "two.o", "three.o"))
  expect_identical(circles(object_needs(toy[-6])), character())
  skip_on_cran()
  skip_if(Sys.which("nm") == "", "nm is not there")
  needs <- object_needs(system2("nm", c("-A", "-g", "-P", core_objects()), stdout = TRUE))
  expect_gt(sum(lengths(needs)), 500)
  expect_identical(circles(needs), character())
})

# --- what CRAN asks for --------------------------------------------------------------------

test_that("no test that CRAN runs asks for more than two threads by number", {
  skip_in_quick()
  files <- list.files(sources_root("tests", "testthat"), "[.]R$", full.names = TRUE)
  expect_gt(length(files), 150)
  asking <- Filter(function(file) {
    lines <- readLines(file)
    any(grepl("[^.]threads = ([3-9]|[1-9][0-9])", lines)) && !any(lines == "skip_on_cran()")
  }, files)
  expect_identical(basename(asking), character())
})

# The text of a page without its code; the filter of tools for that reads the file again for each of its words.
words_of_help <- function(lines) {
  code <- "alias|code|command|deqn|docType|email|eqn|examples|figure|href|keyword|name|out|pkg|usage|url|verb"
  text <- paste(sub("(?<!\\\\)%.*", "", lines, perl = TRUE), collapse = "\n")
  text <- gsub(sprintf("\\\\(%s)(\\{(?:[^{}\\\\]|\\\\.|(?2))*+\\})", code), " ", text, perl = TRUE)
  strsplit(gsub("\\\\(tabular\\{[^}]*\\}|item\\{[a-z_., ]*\\}|[A-Za-z]+(\\[[^]]*\\])?)|\\\\", " ", text, perl = TRUE), "\n")[[1]]
}

test_that("no word of help, vignettes, README and NEWS is misspelt: a dictionary has it, or inst/WORDLIST", {
  skip_on_cran()
  skip_if_not_installed("spelling")
  description <- gsub("<[^>]*>", "", read.dcf(sources_root("DESCRIPTION"))[1, ])
  ignored <- c("unruly", strsplit(description[["Authors@R"]], "[^[:alpha:]]+")[[1]],
               readLines(sources_root("inst", "WORDLIST"), encoding = "UTF-8"))
  pages <- c(list.files(sources_root("vignettes"), "[.]Rmd$", full.names = TRUE, recursive = TRUE), sources_root("README.md"), sources_root("NEWS.md"))
  help <- unlist(lapply(list.files(sources_root("man"), "[.]Rd$", full.names = TRUE), function(file) words_of_help(readLines(file, encoding = "UTF-8"))))
  unknown <- c(spelling::spell_check_files(pages, ignored, "en_GB")$word,
               spelling::spell_check_text(c(help, description[c("Title", "Description")]), ignored, "en_GB")$word)
  # Whether words with digits are looked up depends on the dictionary's version.
  expect_identical(grep("[0-9]", unknown, value = TRUE, invert = TRUE), character())
})

# --- names --------------------------------------------------------------------------------

test_that("the first word of a file of R says its room, and tests have their topics' names", {
  rooms <- c("agent", "arcade", "arms", "bandit", "bound", "check", "describe", "estimates", "exact", "experiment", "fit", "folder", "ledger", "log", "paper", "plot", "policy",
             "report", "run", "schedule", "stopping", "study", "table", "trait", "unruly")
  first_word <- function(files) sub("[-.].*", "", files)
  expect_setequal(first_word(list.files(sources_root("R"))), rooms)
  tests <- sub("^test-", "", list.files(sources_root("tests", "testthat"), "^test-"))
  expect_setequal(setdiff(first_word(tests), rooms), c("composition", "engine", "help", "random", "sources"))
})

test_that("the tests and files that STANDARDS.md names are there", {
  standards <- sources_root("tools", "STANDARDS.md")
  lines <- grep("^[|] [A-Z]+[0-9]", readLines(standards), value = TRUE)
  expect_gt(length(lines), 90)
  tests <- sources_root("tests", "testthat")
  named <- function(lines, pattern) regmatches(lines, gregexpr(pattern, lines))
  names_of_tests <- function(file) {
    if (!file.exists(file.path(tests, file))) return(character())
    found <- grep("^test_that[(]", readLines(file.path(tests, file)), value = TRUE)
    sub('^test_that[(]"(.*)", [{]$', "\\1", found)
  }
  claim <- many_claims()
  files <- unlist(named(lines, "`(R|src|tests|bench|inst|paper)/[^` ]*`"))
  for (file in gsub("`", "", files)) claim(length(Sys.glob(file.path(sources_root(), file))) > 0, file)
  of_tests <- lapply(named(lines, "`(test|helper)-[a-z-]+[.]R`"), function(files) gsub("`", "", files))
  for (file in unique(unlist(of_tests))) claim(file.exists(file.path(tests, file)), file)
  # What stands in quotes, code aside, is how a test of one of the line's files begins.
  quoted <- named(gsub("`[^`]*`", "", lines), '"[^"]+"')
  for (i in which(lengths(of_tests) > 0)) {
    there <- unlist(lapply(grep("^test-", of_tests[[i]], value = TRUE), names_of_tests))
    for (text in gsub('^"|"$', "", quoted[[i]])) claim(any(startsWith(there, text)), lines[i], text)
  }
  expect_claims(claim, 100)
})

test_that("no function of the package is defined twice", {
  skip_in_quick()
  root <- testthat::test_path("..", "..", "R")
  skip_if_not(dir.exists(root))
  lines <- unlist(lapply(list.files(root, full.names = TRUE), readLines))
  defined <- sub(" .*", "", grep("^[[:alnum:]_.]+ <- function", lines, value = TRUE))
  expect_gt(length(defined), 300)
  expect_identical(defined[duplicated(defined)], character())
})

test_that("a shell can read every script", {
  scripts <- list.files(sources_root("tools"), "[.]sh$", full.names = TRUE)
  expect_gt(length(scripts), 15)
  unreadable <- Filter(function(script) system2("sh", c("-n", shQuote(script)), stderr = FALSE) != 0, scripts)
  expect_identical(basename(unreadable), character())
})

test_that("a fuzzer that lacks a package says so, instead of finding faults", {
  skip_on_cran()
  for (package in c("callr", "withr")) skip_if_not_installed(package)
  # A library in which there is nothing but the package: all others are those of R itself.
  library <- withr::local_tempdir()
  file.symlink(system.file(package = "unruly"), file.path(library, "unruly"))
  skip_if_not(file.exists(file.path(library, "unruly", "DESCRIPTION"))) # no links here
  run <- processx::run(file.path(R.home("bin"), "Rscript"), c("--no-environ", "--no-site-file", "bench/fuzz.R", "5", "1"),
                       env = c("current", R_LIBS = library, R_LIBS_USER = library, R_LIBS_SITE = library),
                       wd = dirname(sources_root("DESCRIPTION")), error_on_status = FALSE)
  expect_identical(run$status, 2L)
  expect_match(run$stderr, "missing packages: .*jsonlite")
  expect_false(grepl("findings", run$stdout))
})

test_that("the torture calls every entry of the core, and says which it does not", {
  skip_on_cran() # reads the sources once more
  skip_if_not_installed("processx")
  skip_if(Sys.which("make") == "")
  root <- normalizePath(dirname(sources_root("DESCRIPTION")))
  torture <- function(wd) {
    processx::run(file.path(R.home("bin"), "Rscript"), c("--no-environ", "tools/torture.R", "0"), wd = wd, error_on_status = FALSE,
                  env = c("current", R_LIBS = paste(.libPaths(), collapse = .Platform$path.sep)))
  }
  # Where it says that all other entries were called, it need not be asked again in each run.
  if (is_drawn(0)) {
    run <- torture(root)
    expect_identical(run$status, 0L, info = paste(run$stdout, run$stderr))
    expect_match(run$stdout, "nothing was lost")
  }
  # With one more entry than there is.
  other <- withr::local_tempdir()
  dir.create(file.path(other, "src"))
  for (file in c("DESCRIPTION", "R", "tools")) file.symlink(file.path(root, file), file.path(other, file))
  skip_if_not(file.exists(file.path(other, "DESCRIPTION"))) # no links here
  writeLines(c(readLines(file.path(root, "src", "init.c")), "ENTRY(C_of_nobody, 1),"), file.path(other, "src", "init.c"))
  run <- torture(other)
  expect_identical(run$status, 1L)
  expect_match(run$stdout, "\nNever called: C_of_nobody.\n", fixed = TRUE)
})
