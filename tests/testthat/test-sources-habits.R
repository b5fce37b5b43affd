# Habits that cost something before, found in the parsed code of R/. Each finder has a toy that it must catch.

toy <- function(...) list(toy.R = parsed_lines(c(...)))

# The definitions in whose text one of some words is: a walk through all of the code takes long.
mentioning <- function(code, words) lapply(code, function(file) file[grepl(sprintf("\\b(%s)\\b", words), texts_of(file))])

# Calls `visit` with every call in the code.
walk <- function(code, visit) {
  if (is.call(code)) visit(code)
  if (is.call(code) || is.pairlist(code) || is.list(code)) for (part in as.list(code)) if (!missing(part)) walk(part, visit)
}

# The name of the function that is called, without its package.
called <- function(code) {
  if (!is.call(code)) return("")
  head <- code[[1]]
  if (is.call(head) && is.name(head[[1]]) && as.character(head[[1]]) %in% c("::", ":::")) head <- head[[3]]
  if (is.name(head)) as.character(head) else ""
}

in_short <- function(code) paste(substr(deparse(code), 1, 100), collapse = " ")

# Where `is_bad(call)` holds.
calls_where <- function(code, is_bad) {
  found <- character()
  for (file in names(code)) walk(code[[file]], function(call) if (is_bad(call)) found <<- c(found, paste0(file, ": ", in_short(call))))
  found
}

without_function <- function(code, name) {
  lapply(code, function(file) Filter(function(one) !(called(one) == "<-" && identical(one[[2]], as.name(name))), file))
}

# --- formats of cli -----------------------------------------------------------------------

definitions <- function(code) {
  found <- list()
  for (file in names(code)) for (one in code[[file]]) {
    if (called(one) == "<-" && is.name(one[[2]])) found[[as.character(one[[2]])]] <- list(file = file, value = one[[3]], text = attr(one, "text"))
  }
  found
}

is_function <- function(value) called(value) == "function"

# The argument of a call that `name` names, by name or by its place among `formals`.
argument_of <- function(call, name, formals) {
  given <- as.list(call)[-1]
  names <- names(given)
  if (is.null(names)) names <- rep("", length(given))
  if (name %in% names) return(given[[match(name, names)]])
  place <- match(name, setdiff(formals, names[nzchar(names)]))
  unnamed <- which(names == "")
  if (is.na(place) || place > length(unnamed)) NULL else given[[unnamed[place]]]
}

# What is evaluated as a format: of cli's functions and of ours that pass an argument on to one. Each format must be
# literal: strings, what chooses among literal ones, constants of the package that are literal.
pasted_formats <- function(code) {
  defined <- definitions(code)
  formats <- c(cli_abort = "message", cli_warn = "message", cli_inform = "message", format_error = "message", format_warning = "message",
               format_message = "message", cli_text = "text", cli_alert = "text", format_inline = "text", pluralize = "text",
               cli_progress_bar = "format", abort_cli = "message", warn_cli = "message", inform_cli = "message", in_words = "message")
  usual <- list(cli_progress_bar = c("name", "status", "type", "total", "format"))
  bad <- character()
  sought <- names(formats)
  repeat {
    before <- formats
    check_call <- function(call, owner) {
      f <- called(call)
      if (!f %in% names(formats)) return()
      ours <- if (!is.null(defined[[f]]) && is_function(defined[[f]]$value)) names(defined[[f]]$value[[2]])
      message <- argument_of(call, formats[[f]], ours %||% usual[[f]] %||% formats[[f]])
      if (is.null(message)) return()
      check_format(message, owner, call)
    }
    check_format <- function(format, owner, call) {
      if (is.character(format) || is.null(format)) return()
      if (is.name(format)) {
        name <- as.character(format)
        if (name %in% owner$formals) {
          if (is.na(formats[owner$name])) formats[[owner$name]] <<- name
          return()
        }
        local <- assigned_in(owner$body, name)
        if (length(local) > 0) return(lapply(local, check_format, owner, call))
        if (!is.null(defined[[name]]) && !is_function(defined[[name]]$value)) return(check_format(defined[[name]]$value, owner, call))
      }
      if (called(format) %in% c("paste", "paste0") && all(vapply(as.list(format)[-1], is.character, NA))) return()
      parts <- switch(called(format), c = , list = , `(` = as.list(format)[-1], `{` = as.list(format)[length(format)],
                      `if` = as.list(format)[-(1:2)], switch = as.list(format)[-(1:2)], `[[` = , `[` = as.list(format)[2])
      if (is.null(parts)) return(bad <<- c(bad, sprintf("%s: %s() in %s", owner$file, called(call), in_short(format))))
      for (part in parts) check_format(part, owner, call)
    }
    texts <- vapply(defined, `[[`, "", "text")
    for (name in names(defined)[grepl(sprintf("\\b(%s)\\b", paste(sought, collapse = "|")), texts)]) {
      value <- defined[[name]]$value
      if (!is_function(value) || name %in% c("abort_cli", "warn_cli", "inform_cli", "in_words")) next
      owner <- list(name = name, file = defined[[name]]$file, formals = names(value[[2]]), body = value[[3]])
      walk(value, function(call) check_call(call, owner))
    }
    if (identical(formats, before)) return(list(bad = unique(bad), formats = formats))
    sought <- setdiff(names(formats), names(before))
  }
}

# All values that a local variable is given.
assigned_in <- function(body, name) {
  values <- list()
  walk(body, function(call) {
    if (called(call) %in% c("<-", "=", "<<-") && identical(call[[2]], as.name(name))) values[[length(values) + 1]] <<- call[[3]]
    if (called(call) == "for" && identical(call[[2]], as.name(name))) values[[length(values) + 1]] <<- quote(of_a_loop())
  })
  values
}

test_that("no message of cli is made of anything but literal text", {
  skip_in_quick()
  caught <- function(...) length(pasted_formats(toy(...))$bad)
  expect_identical(caught("f <- function(x) cli::cli_abort(paste('no', x))"), 1L)
  expect_identical(caught("f <- function(x) cli::cli_warn(c('no', x = sprintf('%s', x)), class = 'a')"), 1L)
  expect_identical(caught("f <- function(x) { said <- paste0('It ', x); abort_cli(c('no', i = said)) }"), 1L)
  expect_identical(caught("f <- function(reason, call) abort_cli(c('no', x = reason), call = call)", "g <- function(x) f(sprintf('%s', x))"), 1L)
  expect_identical(caught("f <- function(x) abort_cli(c('no', stats::setNames(x$said, 'x')))"), 1L)
  expect_identical(caught("f <- function(x) for (y in x) inform_cli(y)"), 1L)
  expect_identical(caught("g <- function() f(x = paste(a))", "f <- function(a, x) h(x)", "h <- function(m, b) in_words(m)"), 1L)
  expect_identical(caught("f <- function(x, why) abort_cli(c('{x}: {why}', i = if (x) 'a' else 'b'), call = NULL)", "words <- 'a {x}'",
                          "g <- function(x) { y <- if (x) 'a'; abort_cli(c(words, i = y)) }", "h <- function(x) f(paste(x), x)"), 0L)
  found <- pasted_formats(package_code())
  expect_identical(found$bad, character())
  expect_true(all(c("abort_combination", "abort_path", "abort_workers", "refuse_tables", "abort_agent", "abort_compile") %in% names(found$formats)))
})

test_that("cli's own errors, warnings and messages are raised in one place, and so are rlang's", {
  skip_in_quick()
  direct <- function(code) calls_where(mentioning(code[setdiff(names(code), "check-messages.R")], "cli_[a-z]+|warn|inform|abort"), function(call) {
    called(call) %in% c("cli_abort", "cli_warn", "cli_inform", "cli_text", "cli_alert", "warn", "inform") ||
      called(call) == "abort" && !any(vapply(as.list(call)[-1], function(part) called(part) == "on_console", NA))
  })
  expect_length(direct(toy("f <- function(x) cli::cli_abort('no')", "g <- function(x) rlang::warn(x)", "h <- function() abort('x')",
                           "i <- function(x) rlang::abort(on_console(x))")), 3)
  expect_identical(direct(package_code()), character())
})

# --- the others ---------------------------------------------------------------------------

# One habit each: its finder, a toy with so many of it, and one without.
test_that("texts are not made parts of addresses by URLencode(), which leaves what looks encoded", {
  skip_in_quick()
  of <- function(code) calls_where(mentioning(code, "URLencode"), function(call) called(call) == "URLencode" && !isTRUE(as.list(call)$repeated))
  expect_length(of(toy("f <- function(x) utils::URLencode(x, reserved = TRUE)", "g <- function(x) lapply(x, URLencode(x))")), 2)
  expect_length(of(toy("f <- function(x) URLencode(x, repeated = TRUE)")), 0)
  by_value <- function(code) calls_where(mentioning(code, "URLencode"), function(call) called(call) != "::" && any(vapply(as.list(call)[-1], function(part) {
    identical(part, quote(URLencode)) || identical(part, quote(utils::URLencode))
  }, NA)))
  expect_length(by_value(toy("f <- function(x) vapply(x, utils::URLencode, '')")), 1)
  expect_identical(c(of(package_code()), by_value(package_code())), character())
})

test_that("names are not read as numbers: they were written with the user's decimal mark", {
  skip_in_quick()
  of <- function(code) calls_where(mentioning(without_function(code, "one_hot_tape"), "(row|col|)names|levels"), function(call) { # names of whole numbers by table()
    called(call) %in% c("as.double", "as.numeric", "as.integer") && length(call) > 1 && called(call[[2]]) %in% c("names", "rownames", "colnames", "levels")
  })
  expect_length(of(toy("f <- function(x) as.double(names(tapply(x, x, sum)))", "g <- function(x) as.numeric(levels(x))", "h <- function(x) as.integer(rownames(x))")), 3)
  expect_length(of(toy("f <- function(x) as.integer(x)", "g <- function(x) as.double(x)")), 0)
  expect_identical(of(package_code()), character())
})

test_that("nothing is printed or written by cat() but by print_line(): it raises nothing on a full disk", {
  skip_in_quick()
  of <- function(code) calls_where(mentioning(without_function(code, "print_line"), "cat"), function(call) called(call) == "cat")
  expect_length(of(toy("f <- function(x) cat(x, file = 'a')", "g <- function(x, file) cat(x, '\\n', file = file, append = TRUE)",
                       "h <- function(x) cat(x)")), 3)
  expect_length(of(toy("print_line <- function(x) cat(x, sep = '\\n')")), 0)
  expect_identical(of(package_code()), character())
})

test_that("the session is left as it is: no setwd() that is not undone, no Sys.setlocale()", {
  skip_in_quick()
  # setwd() is undone in the function that calls it, on exit.
  undone <- function(body) {
    there <- FALSE
    walk(body, function(call) if (called(call) == "on.exit" && grepl("setwd(", paste(deparse(call), collapse = ""), fixed = TRUE)) there <<- TRUE)
    there
  }
  of <- function(code) {
    code <- mentioning(code, "setwd|Sys[.]setlocale")
    defined <- definitions(code)
    careful <- names(Filter(function(one) is_function(one$value) && undone(one$value), defined))
    for (name in careful) code <- without_function(code, name)
    calls_where(code, function(call) called(call) %in% c("setwd", "Sys.setlocale"))
  }
  expect_length(of(toy("f <- function(x) setwd(x)", "g <- function() Sys.setlocale('LC_ALL', 'C')", "h <- function(x) { old <- setwd(x); on.exit(setwd(old)) }")), 2)
  expect_identical(of(package_code()), character())
})

test_that("TRUE and FALSE are written out", {
  skip_in_quick()
  # T may be a horizon: an argument or a variable of the function, as in the papers.
  of <- function(code) {
    found <- character()
    look <- function(part, own, file) {
      if (is.name(part) && as.character(part) %in% setdiff(c("T", "F"), own)) found <<- c(found, file)
      if (called(part) %in% c("$", "::", ":::")) return(look(part[[2]], own, file)) # a name of something else follows
      if (called(part) == "function") own <- c(own, names(part[[2]]), Filter(function(name) length(assigned_in(part[[3]], name)) > 0, c("T", "F")))
      if (is.call(part) || is.pairlist(part) || is.list(part)) for (one in as.list(part)) if (!missing(one)) look(one, own, file)
    }
    for (file in names(code <- mentioning(code, "T|F"))) look(code[[file]], character(), file)
    found
  }
  expect_length(of(toy("f <- function(x, y = T) if (y) F else x$T", "g <- function(T = 1) T^2", "h <- function() { T <- 5; function(x) x * T }", "i <- function(x = T) x")), 3)
  expect_identical(of(package_code()), character())
})

test_that("lines of R have at most 120 columns, but for strings and rows of tables", {
  skip_on_cran()
  files <- list.files(sources_root("R"), "[.]R$", full.names = TRUE)
  lines <- unlist(lapply(stats::setNames(files, basename(files)), readLines, encoding = "UTF-8"))
  lines <- lines[nchar(lines) > 120 & !grepl("^#' [|]", lines)]
  without_strings <- gsub('"([^"\\\\]|\\\\.){60,}"', "", lines)
  expect_identical(lines[lines == without_strings | nchar(without_strings) > 120], stats::setNames(character(), character()))
})

# Where a package is missing, a wrong argument is still the argument's error.
test_that("arguments are looked at before packages are asked for", {
  skip_on_cran()
  offenders <- function(file) {
    found <- lapply(file, function(e) {
      if (!is.call(e) || !identical(e[[1]], as.name("<-")) || !is.call(e[[3]]) || !identical(e[[3]][[1]], as.name("function"))) return(NULL)
      body <- as.list(e[[3]][[3]])
      asks <- vapply(body, function(s) is.call(s) && identical(deparse(s[[1]])[1], "rlang::check_installed"), NA)
      checks <- vapply(body, function(s) any(grepl("^(check_|abort_argument$)", setdiff(all.names(s), "check_installed"))), NA)
      if (any(asks) && any(which(checks) > which(asks)[1])) deparse(e[[2]])
    })
    unlist(found)
  }
  found <- unlist(lapply(mentioning(package_code(), "check_installed"), offenders), use.names = FALSE)
  # What the package reads is what is checked (a page of stories, an agent's text, the parts of a folder), or it is asked
  # for what can be drawn, or is no argument (pandoc).
  expect_setequal(found, c("autoplot.default", "play_bandit", "save_agent", "save_report", "save_tables"))
})

# "a b" with "c" and "a" with "b c" paste to one: what distinguishes rows is row_groups(), match_rows(), rows_alike() or
# row_texts().
test_that("keys are not made by pasting", {
  skip_in_quick()
  pastes <- function(code) called(code) == "paste" && is.null(as.list(code)$collapse) && length(as.list(code)) > 2
  keyed <- c("match", "%in%", "duplicated", "ave", "tapply", "split", "rowsum")
  is_key <- function(call) {
    called(call) == "interaction" || called(call) == "split" && any(vapply(as.list(call)[-1], called, "") == "list") ||
      called(call) == "paste" && any(c("\r", "\n", "\t") %in% as.list(call)$sep) && pastes(call) ||
      called(call) %in% keyed && any(vapply(as.list(call)[-1], pastes, NA))
  }
  of <- function(code) calls_where(mentioning(code, "paste|interaction|split"), is_key)
  expect_length(of(toy("f <- function(x, y) match(paste(x, y), y)", "g <- function(x) split(x, list(x$a, x$b))", "h <- function(x) interaction(x)",
                       "i <- function(x, y) { key <- paste(x, y, sep = '\\r'); y[key] }")), 4)
  expect_length(of(toy("f <- function(x, y) match(x, y)", "g <- function(x) paste(x, collapse = '\\n')")), 0)
  expect_identical(of(package_code()), character())
})

# Sentences that begin so hide their subject: a name of a test begins with what is tested, and most comments with a verb or a noun.
test_that("names of tests, and nearly all comments, begin with their subject", {
  root <- testthat::test_path("..", "..")
  skip_if_not(dir.exists(file.path(root, "R")), "the sources are not there")
  first <- "(What|Of|Whether|Whose|Which|Where|How|Who|That|With what) "
  found <- function(lines, pattern, ...) grep(pattern, lines, value = TRUE, ...)
  expect_length(found("test_that(\"what is late is shown\", {", paste0("^ *test_that\\(\"", first), ignore.case = TRUE), 1)
  tests <- unlist(lapply(list.files(file.path(root, "tests", "testthat"), "^test-.*[.]R$", full.names = TRUE), readLines))
  expect_identical(found(tests, paste0("^ *test_that\\(\"", first), ignore.case = TRUE), character())
  files <- c(list.files(file.path(root, "R"), full.names = TRUE), list.files(file.path(root, "src"), "[.][ch]$", full.names = TRUE, recursive = TRUE))
  expect_lt(length(found(unlist(lapply(files, readLines)), paste0("^ *(#|/?[*]) ", first))), 60)
})
