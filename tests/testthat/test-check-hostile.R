# Labels that would do something, through every output of the package: they are shown as texts.

hostile_study <- function(labels = hostile_labels()) {
  names <- c("<i>b</i>\n```", "[b](javascript:b)")
  arms <- stats::setNames(c(0.2, 0.8), c("<u>\033[2J", "*b*{stop('evaluated')}"))
  run_study(stats::setNames(list(bandit(arms_bernoulli(arms)), bandit(arms_bernoulli(unname(arms)))), names),
            lapply(labels, function(label) policy_ucb1(label = label)), 20, reps = 3, seed = 1, record = 3, stop = stop_at(15), threads = 1,
            progress = FALSE)
}

hostile_bandit <- function() bandit(arms_bernoulli(stats::setNames(c(0.3, 0.6), c("<u>\033[2J\nx", "*b*{stop('evaluated')}"))))

remembered_hostile <- function() remembered("hostile", hostile_study())

few_hostile <- function() remembered("few hostile", hostile_study(share_of(hostile_labels(), 12)))

printed <- function(x) paste(utils::capture.output(print(x)), collapse = "\n")

test_that("print() shows labels as texts, a line stays a line, and columns are straight", {
  skip_in_quick()
  study <- remembered_hostile()
  expect_harmless(printed(study))
  expect_harmless(printed(operating_characteristics(few_hostile())))
  exact <- exact_study(stats::setNames(list(hostile_bandit()), "e\033\nx"), list(policy_ucb1(label = "p\033\nx")), 5, threads = 1)
  expect_harmless(printed(exact))
  expect_no_match(printed(exact), "\nx")
  claim <- many_claims()
  harmless <- function(x, lines, ...) {
    text <- printed(x)
    claim(!grepl("(?![\n\u200c\u200d])[\\p{Cc}\\p{Cf}]", text, perl = TRUE) && lengths(strsplit(text, "\n")) == lines, ..., text)
  }
  for (label in share_of(hostile_labels())) {
    policy <- policy_ucb1(label = label)
    harmless(policy, 1, "policy", label)
    harmless(agent(policy, c("a", label), seed = 1), 3, "agent", label)
    harmless(bandit(arms_bernoulli(stats::setNames(c(0.3, 0.6), c("other", label)))), 1, "bandit", label)
    harmless(stop_futility(control = label), 1, "stop", label)
  }
  expect_claims(claim, if (is.na(share_number())) 150 else 30)
  withr::local_options(cli.width = 400)
  table <- summary(study)[seq_along(hostile_labels()), ]
  table$policy <- unruly:::one_line(table$policy)
  lines <- unruly:::table_lines(table)
  expect_length(unique(nchar(c(lines$head, lines$rows), "width")), 1)
})

test_that("errors, warnings and messages evaluate nothing and move no console", {
  skip_in_quick()
  claim <- many_claims()
  told <- function(code) {
    said <- character()
    hear <- function(c) {
      said <<- c(said, conditionMessage(c))
      rlang::cnd_muffle(c)
    }
    tryCatch(withCallingHandlers(code, warning = hear, message = hear), error = function(e) said <<- c(said, conditionMessage(e)))
    paste(said, collapse = "\n")
  }
  b <- bandit(arms_bernoulli(c(0.2, 0.8)))
  # Those that mean something to a console or to cli.
  labels <- share_of(grep("[{}<`%\\p{Cc}\\p{Cf}]", hostile_labels(), value = TRUE, perl = TRUE))
  for (label in labels) {
    said <- list(
      missing = told(compare_policies(run_study(b, policy_ucb1(label = label), 5, reps = 2, seed = 1, threads = 1, progress = FALSE), label)),
      own = told(run_study(stats::setNames(list(b), label), policy_index(function(v) stop("no"), label), 5, reps = 1, seed = 1, progress = FALSE)),
      choice = told(run_study(b, policy_custom(function(state, view) 7, label = label), 5, reps = 1, seed = 1, progress = FALSE)),
      refused = told(run_study(stats::setNames(list(b), label), policy_wait_ucb(label = label), 5, reps = 1)),
      arms = told(agent_learn(agent(policy_ucb1(label = label), c("a", label), seed = 1), label, 1)),
      own_plays = told(agent_learn(agent(policy_sequential_halving(label = label), c("a", "b"), seed = 1, horizon = 10), "a", 1, chosen = "outside")),
      path = told(read_study(file.path(tempdir(), "no", gsub("\n", "", label)))),
      file = told(read_agent(file.path(tempdir(), "no", label))),
      stopping = told(run_study(stats::setNames(list(bandit(arms_tape(matrix(0.5, 2, 9), by = "round"))), label), policy_ucb1(), 5, stop = stop_glr()))
    )
    for (kind in names(said)) {
      claim(nzchar(said[[kind]]) || kind == "missing", kind, label, "says something")
      claim(!grepl("(?![\n\u200c\u200d])[\\p{Cc}\\p{Cf}]", said[[kind]], perl = TRUE), kind, label, said[[kind]])
      claim(grepl("stop('evaluated')", said[[kind]], fixed = TRUE) || !grepl("evaluated", said[[kind]]), kind, label, "was evaluated")
    }
  }
  expect_claims(claim, if (is.na(share_number())) 400 else 60)
})

test_that("text from a daemon is shown, and evaluated by nobody", {
  job <- list(call = NULL)
  pool <- list2env(list(lost = 0L))
  found <- structure("Error: {stop('evaluated')} {.emph x}", class = c("miraiError", "errorValue", "try-error"))
  expect_error(unruly:::collect_part(job, pool, 1, found), "[{]stop[(]'evaluated'[)][}]", class = "unruly_error_workers")
  expect_error(unruly:::collect_part(job, pool, 1, list(version = "{stop('evaluated')}")), "[{]stop[(]'evaluated'[)][}]", class = "unruly_error_workers")
})

test_that("tables for papers hold labels as texts", {
  skip_on_cran()
  skip_if_not_installed("knitr")
  skip_if_not_installed("xml2")
  study <- remembered_hostile()
  labels <- unruly:::one_line(summary(study)$policy)
  tex <- as_table(study, format = "latex")
  claim <- many_claims()
  for (label in labels[nzchar(trimws(labels))]) claim(grepl(paste0("& ", unruly:::as_tex(trimws(label)), " & "), gsub(" +", " ", tex), fixed = TRUE) || grepl("  ", label), label)
  expect_claims(claim, 40)
  expect_match(tex, "95\\\\% interval")
  page <- xml2::read_html(paste(as_table(study, format = "html"), collapse = "\n"), encoding = "UTF-8")
  expect_identical(trimws(xml2::xml_text(xml2::xml_find_all(page, "//tbody/tr/td[2]"))), trimws(labels))
  expect_length(xml2::xml_find_all(page, "//td/*"), 0)
  skip_if_not_installed("commonmark")
  page <- xml2::read_html(commonmark::markdown_html(as.character(as_table(study, format = "markdown")), extensions = "table"), encoding = "UTF-8")
  expect_identical(trimws(xml2::xml_text(xml2::xml_find_all(page, "//tbody/tr/td[2]"))), trimws(labels))
  expect_length(xml2::xml_find_all(page, "//td/*"), 0)
})

test_that("tables of gt hold labels as texts", {
  skip_if_not_installed("gt")
  skip_if_not_installed("xml2")
  page <- xml2::read_html(as.character(gt::as_raw_html(as_table(remembered_hostile(), format = "gt"))), encoding = "UTF-8")
  expect_length(xml2::xml_find_all(page, "//script | //img | //i | //b | //td//a"), 0)
})

test_that("reports hold labels as texts: no script, no link, no mark-up", {
  skip_on_cran() # long
  skip_if_not_installed("rmarkdown")
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("xml2")
  skip_if_not(rmarkdown::pandoc_available("2.0"))
  study <- few_hostile()
  for (style in c("study", "ademp")[c(is_drawn(0, one_in = 2), is_drawn(1, one_in = 2))]) {
    file <- save_report(study, withr::local_tempfile(fileext = ".html"), title = "<b>t</b> [a](javascript:t)", style = style)
    page <- xml2::read_html(file, encoding = "UTF-8")
    found <- function(path) xml2::xml_find_all(page, path)
    expect_length(found("//body//script[contains(., 'alert')] | //head//script[contains(., 'alert')]"), 0)
    expect_false(any(grepl("^(javascript|http://e.x)", xml2::xml_attr(found("//a"), "href"))))
    expect_length(found("//table//*[self::a or self::b or self::i or self::em or self::strong or self::code or self::img or self::math or self::span]"), 0)
    expect_length(found("//img[contains(@src, 'e.x') or @onerror]"), 0)
    expect_match(xml2::xml_text(found("//h1")[1]), "<b>t</b> [a](javascript:t)", fixed = TRUE)
    cells <- xml2::xml_text(found("//td | //th"))
    labels <- trimws(unruly:::one_line(names(study$description$policies)))
    expect_identical(setdiff(gsub(" +", " ", labels), gsub(" +", " ", trimws(cells))), character())
    expect_length(found("//pre//*[self::b or self::i or self::u or self::script]"), 0)
  }
})

test_that("figures draw labels as they are", {
  skip_on_cran() # long
  skip_if_not_installed("ggplot2")
  study <- run_study(stats::setNames(list(hostile_bandit()), "<i>b</i>%d{stop('evaluated')}"), lapply(share_of(hostile_labels()[1:12]), function(label) policy_ucb1(label = label)),
                     20, reps = 2, seed = 1, record = 3, threads = 1, progress = FALSE)
  expect_no_error(suppressWarnings(save_figures(study, withr::local_tempdir(), "pdf")))
  for (from in seq(13, length(hostile_labels()) - 1, by = 12)) {
    if (!is_drawn(from %/% 12)) next
    few <- run_study(hostile_bandit(), lapply(hostile_labels()[from:min(from + 11, length(hostile_labels()))], function(label) policy_ucb1(label = label)),
                     20, reps = 2, seed = 1, record = 3, threads = 1, progress = FALSE)
    file <- withr::local_tempfile(fileext = ".png")
    expect_no_error(suppressWarnings(unruly:::draw_to_file(unruly::autoplot(few), file, "png", 7, 4)))
  }
})

test_that("tables in files come back whole, under the labels, below the folder that was given", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  study <- remembered_hostile()
  above <- withr::local_tempdir()
  path <- file.path(above, "one", "two")
  save_tables(study, path, format = "csv")
  files <- list.files(path, "csv$", recursive = TRUE)
  expect_length(files, 2 * 2 * length(hostile_labels()))
  expect_setequal(list.files(above, recursive = TRUE, all.files = TRUE), c(file.path("one", "two", files), "one/two/_study.json"))
  policies <- vapply(sub("^policy=", "", basename(dirname(files))), utils::URLdecode, "", USE.NAMES = FALSE)
  expect_setequal(policies, hostile_labels())
  rows <- sum(vapply(grep("^regret", files, value = TRUE), function(file) nrow(utils::read.csv(file.path(path, file))), 0L))
  expect_identical(rows, nrow(regret(study)))
})

test_that("a label that is too long for the name of a folder is named before anything is written", {
  skip_if_not_installed("jsonlite")
  label <- strrep("l", 300)
  study <- run_study(bandit(arms_bernoulli(c(0.2, 0.8))), policy_ucb1(label = label), 5, reps = 1, seed = 1, threads = 1, progress = FALSE)
  path <- file.path(withr::local_tempdir(), "new")
  expect_error(save_tables(study, path, format = "csv"), "label \"lllll.* of 300 letters", class = "unruly_error_argument")
  expect_false(dir.exists(path))
})

test_that("text from a sealed file is shown, and evaluated by nobody", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  skip_if_not_installed("nanoparquet")
  path <- withr::local_tempdir()
  study <- run_study(bandit(arms_bernoulli(c(0.2, 0.8))), policy_ucb1(), 5, reps = 1, seed = 1, threads = 1, progress = FALSE)
  save_tables(study, path, format = "csv")
  file <- file.path(path, "_study.json")
  for (text in share_of(hostile_labels())) {
    content <- unsealed(unruly:::read_json(file))
    content$files <- text
    unruly:::write_json(unruly:::sealed(content), file)
    said <- path_error(save_tables(study, path, format = "csv"))
    expect_harmless(said)
    if (grepl("evaluated", text)) expect_match(said, "stop('evaluated')", fixed = TRUE)
  }
})

test_that("a policy in C may have any name of a file", {
  skip_on_cran() # long
  folder <- withr::local_tempdir()
  broken <- file.path(folder, "a\"b\\ ?\u202e\u001b{stop('evaluated')}\n#error x.c")
  skip_if_not(suppressWarnings(tryCatch(file.create(broken), error = function(e) FALSE)))
  writeLines("this is no C", broken)
  error <- expect_error(policy_compile(broken), class = "unruly_error_compile")
  expect_harmless(conditionMessage(error))
  expect_no_match(conditionMessage(error), "\n#error")
  file.copy(system.file("examples", "ucb1.c", package = "unruly"), broken, overwrite = TRUE)
  expect_no_error(policy_compile(broken))
})
