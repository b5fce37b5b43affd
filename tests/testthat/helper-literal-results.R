# Results of literal versions. These are slow, and most changes concern neither what they do nor what they play on. So what
# they chose stands in literal.txt, which `make literal` writes, one line a case:
#
#   <test file> <case> <hash of the rules> <hash of the choices> <plays>
#
# Rules are the code of the literal version and of all helpers that it reaches, the values in them, the world, and the
# outcomes that were met. The core is always played. If its choices are those of a line with the same rules, the literal
# version would make them too. If no line of the case has these rules, the literal version is played, and must agree
# choice by choice. A case without a line is played, too; `make test-all` and .ci/run want a line of each.
#
# Hashes are fingerprints of the package: of code as calls, which no version of R writes in its own way, and of numbers and
# texts, whatever the locale. Numbers that R computes with the C library may differ elsewhere in their last bits; then
# the literal version is played there.
#
# Where little is tested the literal version is taken for the one that `make test` has hashed: choices of any line of the
# case will do, and its rules are looked at only where there is none.
#
# UNRULY_LITERAL says more (tools/test.R sets it): "write" plays all and appends their lines to the file named by
# UNRULY_LITERAL_LINES; "all" plays all; any other text is one by which a twentieth of the cases is chosen and played, and then
# lines that are out of date are failures, too.

expect_literal_result <- function(case, rules, core, play, differs) {
  file <- literal_test_file()
  played <- FALSE
  if (is_quick()) {
    made <- choices_of(core)
    known <- vapply(literal_lines()[[case]], function(one) identical(one[c(1, 4, 5)], c(file, made)), NA)
    if (any(known)) return(testthat::succeed())
  }
  problem <- literal_problem(case, rules_hash(rules), core, function() {
    played <<- TRUE
    play()
  }, differs, literal_lines(), Sys.getenv("UNRULY_LITERAL"), file)
  tally_literal(paste(file, case), played)
  if (!any(vapply(literal_lines()[[case]], function(one) identical(one[1], file), NA))) note_unwritten(case)
  testthat::expect(is.null(problem), problem)
}

# tools/test.R asks which lines were wanted, and how many were played.
tally_literal <- function(words, played) {
  tally <- getOption("unruly.tally")
  if (!is.environment(tally)) return()
  if (is.null(tally$literals)) tally$literals <- new.env()
  assign(words, TRUE, tally$literals)
  tally$played <- sum(tally$played, played)
}

note_unwritten <- function(case) {
  tally <- getOption("unruly.tally")
  if (is.environment(tally)) tally$unwritten <- unique(c(tally$unwritten, case))
}

# What is wrong, or NULL.
literal_problem <- function(case, rules, core, play, differs, lines, mode, file) {
  line <- c(file, case, rules, choices_of(core))
  known <- lines[[case]]
  if (!is.null(file)) known <- known[vapply(known, function(one) one[1] == file, NA)]
  if (mode != "write" && length(known) == 0) {
    if (is_strict()) return(sprintf("literal.txt has no line for this case: run make literal\n%s", case))
    return(differs(core, play()))
  }
  same <- Filter(function(one) one[3] == rules, known)
  if (mode != "write" && length(same) > 0 && !literal_is_drawn(case, mode)) {
    if (same[[1]][4] != line[4]) return(differs(core, play()) %||% sprintf("The choices are not those of literal.txt: %s", case))
    return(NULL)
  }
  problem <- differs(core, play())
  if (!is.null(problem)) return(problem)
  if (mode == "write") cat(paste(line, collapse = " "), "\n", file = Sys.getenv("UNRULY_LITERAL_LINES"), sep = "", append = TRUE)
  kept <- mode == "write" || any(vapply(known, function(one) identical(one[3:5], line[-(1:2)]), NA))
  if (kept) return(NULL)
  if (length(same) > 0) return(sprintf("The choices are not those of literal.txt: %s", case))
  if (mode != "") sprintf("The literal version agrees, but literal.txt is out of date: run make literal\n%s", case)
}

# ---- the file ---------------------------------------------------------------------

# Lines as words, by their cases.
literal_lines <- function() remembered("literal.txt", read_literal_lines(testthat::test_path("literal.txt")))

read_literal_lines <- function(path) {
  words <- strsplit(readLines(path, encoding = "UTF-8"), " ", fixed = TRUE)
  split(words, vapply(words, `[[`, "", 2))
}

# The test file that runs, NULL where R does not know it.
literal_test_file <- function() {
  for (call in sys.calls()) {
    from <- attr(attr(call, "srcref"), "srcfile")$filename
    if (length(from) == 1 && grepl("^test-.*[.]R$", basename(from))) return(sub("^test-(.*)[.]R$", "\\1", basename(from)))
  }
}

# A twentieth of all, in turn, as `mode` changes.
literal_is_drawn <- function(case, mode) {
  mode == "all" || mode != "" && strtoi(substr(unruly:::fingerprint(c(mode, case)), 1, 6), 16) %% 20 == 0
}

# ---- hashes -----------------------------------------------------------------------

choices_of <- function(core) c(choices_hash(core), if (is.null(dim(core))) length(core) else nrow(core))

choices_hash <- function(choices) unruly:::fingerprint(writeBin(as.integer(choices), raw(), size = 4, endian = "little"))

# A case in words: what is played, for how long, with which seed; eight digits stand for all that words leave out.
literal_case <- function(bandit, policy, horizon, seed = 1, replication = 1) {
  policy <- as_usual(policy)
  arms <- paste0(bandit$arms$kind, ":", bandit$arms$count)
  settings <- Filter(function(value) length(value) == 1 && (is.numeric(value) || is.character(value)), policy$parameters)
  settings <- if (length(settings) > 0) paste0(names(settings), "=", vapply(settings, literal_word, ""), collapse = ",")
  rest <- substr(unruly:::fingerprint(literal_plain(list(bandit$arms, lapply(bandit$traits, without_text), policy$constructor, policy$parameters, unclass(policy)$policy))), 1, 8)
  gsub(" ", "_", sprintf("%s|%s(%s)|%s|%s|%s|%s", paste(c(arms, names(bandit$traits)), collapse = "+"), sub("^policy_", "", policy$constructor),
                         settings %||% "", literal_word(horizon), literal_word(seed), literal_word(replication), rest))
}

# What a trait says of itself is no rule.
without_text <- function(trait) trait[setdiff(names(trait), "text")]

literal_word <- function(value) if (is.character(value)) value else formatC(value, digits = 6, width = 1, decimal.mark = ".")

# Numbers to six digits, the same on every machine; what is no number, text or code by its class.
literal_plain <- function(x) {
  if (is.double(x)) return(array(signif(as.vector(x), 6), if (is.null(dim(x))) length(x) else dim(x)))
  if (is.null(x) || is.character(x) || is.numeric(x) || is.logical(x) || is.language(x)) return(x)
  if (is.function(x)) return(list(formals(x), body(x)))
  if (is.list(x)) return(lapply(unclass(x), literal_plain))
  class(x)
}

# Of functions their code, and what the names in it mean where they were made, down to the packages; what code assigns with
# `<<-` is no rule, but what is made of it.
rules_hash <- function(rules) {
  known <- list()
  words <- list()
  said <- function(x) {
    if (is.function(x)) return(said_of_function(x))
    if (is.null(x) || is.character(x) || is.numeric(x) || is.logical(x) || is.language(x)) return(x)
    if (is.list(x)) return(lapply(unclass(x), said))
    class(x)
  }
  said_of_function <- function(f) {
    if (is.primitive(f) || isNamespace(environment(f))) return("a function of a package")
    at <- Position(function(other) identical(other, f), known)
    if (!is.na(at)) return(at)
    known <<- c(known, list(f))
    at <- length(known)
    code <- list(as.list(formals(f)), body(f))
    owners <- lapply(stats::setNames(nm = names_in_code(code)), literal_owner, environment(f))
    owners <- owners[lengths(owners) > 0]
    words[[at]] <<- list(code, Map(function(name, owner) said(get(name, envir = owner)), names(owners), owners))
    at
  }
  top <- said(rules)
  unruly:::fingerprint(list(top, words))
}

# Found once for the same code, of which there is much.
names_in_code <- function(code) {
  key <- unruly:::fingerprint(code)
  if (is.null(literal_names[[key]])) {
    assigned <- character()
    walk <- function(x) {
      if (is.call(x) && identical(x[[1]], quote(`<<-`))) assigned <<- c(assigned, all.names(x[[2]], functions = FALSE)[1])
      parts <- if (is.recursive(x)) as.list(x)
      for (i in seq_along(parts)) if (!identical(parts[[i]], quote(expr = ))) walk(parts[[i]])
    }
    walk(code)
    used <- unique(unlist(lapply(code[[1]], all.names)))
    literal_names[[key]] <- sort(setdiff(c(used, all.names(code[[2]])), assigned), method = "radix")
  }
  literal_names[[key]]
}

literal_names <- new.env()

# The environment in which a name is found, NULL in that of a package.
literal_owner <- function(name, env) {
  while (!isNamespace(env) && !identical(env, globalenv()) && !identical(env, baseenv()) && !identical(env, emptyenv())) {
    if (exists(name, envir = env, inherits = FALSE)) return(env)
    env <- parent.env(env)
  }
}
