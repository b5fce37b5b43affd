# The manuscript's text says what its tables show: sentences are made by paper/words.R from the objects that make the tables,
# and the numbers behind them are in paper/numbers.csv, which `make paper` writes.

words <- function() {
  made <- new.env(parent = asNamespace("unruly"))
  sys.source(sources_root("paper", "words.R"), made)
  made
}
manuscript <- function() readLines(sources_root("paper", "unruly.Rmd"), encoding = "UTF-8")
numbers <- function(table = NULL) {
  found <- utils::read.csv(sources_root("paper", "numbers.csv"))
  if (is.null(table)) found else found[found$table == table, ]
}

# The chunks of the manuscript by their labels.
chunks <- function(lines = manuscript()) {
  starts <- grep("^```\\{r ", lines)
  ends <- vapply(starts, function(at) at + match("```", lines[-seq_len(at)]), 0)
  labels <- sub("^```\\{r ([a-z-]+).*", "\\1", lines[starts])
  stats::setNames(Map(function(from, to) lines[seq(from + 1, length.out = to - from - 1)], starts, ends), labels)
}

# Its prose: without the heading, code, tables and inline code.
prose <- function(lines = manuscript(), section = NULL) {
  lines <- lines[-seq_len(which(lines == "---")[2])]
  if (!is.null(section)) {
    from <- match(section, lines)
    next_one <- grep(if (startsWith(section, "## ")) "^##? " else "^# ", lines)
    lines <- lines[seq(from + 1, c(next_one[next_one > from], length(lines) + 1)[1] - 1)]
  }
  fences <- startsWith(lines, "```")
  lines <- lines[cumsum(fences) %% 2 == 0 & !fences & !startsWith(lines, "|")]
  gsub("`[^`]*`", "", paste(lines, collapse = " "))
}

# A table of contrasts as words.R makes them, from the stored numbers.
contrasts_from <- function(rows, made) {
  parts <- do.call(rbind, strsplit(rows$what, "; "))
  data.frame(design = parts[, 1], against = parts[, 2], measure = parts[, 3], difference = rows$value, se = rows$se,
             side = made$side(rows$value, rows$se))
}

test_that("forty games of the case study give the stored numbers", {
  skip_on_cran()
  made <- words()
  made$options <- function(...) NULL
  code <- chunks()
  for (label in c("trial", "designs")) eval(parse(text = code[[label]]), made)
  found <- made$forty_games(made$play, made$worlds, made$designs)
  stored <- numbers("forty games")
  expect_identical(found$what, stored$what)
  expect_equal(found$value, stored$value, tolerance = 1e-12)
})

test_that("the stored numbers are all that the manuscript compares", {
  found <- numbers()
  expect_setequal(unique(found$table), c("null errors", "null errors at 0.95", "calibrated", "at 0.95", "null at 0.95",
                                         "cost of the delay", "naive bias", "naive coverage", "composition", "forty games"))
  said <- found[found$table != "forty games", ]
  expect_true(all(is.finite(said$value)) && all(said$se >= 0))
  pairs <- c("Top two; Equal shares", "Thompson; Equal shares", "Thompson; Top two")
  expect_setequal(numbers("calibrated")$what, paste(rep(pairs, each = 4), c("error", "power", "sample_size", "cured"), sep = "; "))
})

test_that("calibration and evaluation have seeds of their own", {
  code <- parse(text = chunks()[["calibrate"]])
  seeds <- eval(code[[which(vapply(code, function(call) identical(call[[2]], quote(seed)), NA))]][[3]])
  expect_false(anyDuplicated(seeds) > 0)
  expect_named(seeds, c("calibration", "evaluation"))
  for (label in c("calibrate", "operating", "prompt")) {
    text <- paste(chunks()[[label]], collapse = "")
    expect_match(text, if (label == "calibrate") "seed[\"calibration\"]" else "seed[\"evaluation\"]", fixed = TRUE)
    expect_no_match(text, "seed = [0-9]")
  }
})

test_that("sentences turn with the tables", {
  made <- words()
  rows <- contrasts_from(numbers("calibrated"), made)
  said <- made$pair_sentences(rows)
  digits <- c(error = 3, power = 3, sample_size = 1, cured = 4)
  for (i in which(rows$side != 0)) {
    expect_match(said, sprintf("(%s, s.e.", made$fixed(rows$difference[i], digits[[rows$measure[i]]])), fixed = TRUE)
  }

  first <- rows[rows$design == "Top two" & rows$against == "Equal shares", ]
  altered <- function(difference, se = first$se) {
    first$difference <- difference
    first$se <- se
    first$side <- made$side(difference, se)
    made$pair_sentence(first)
  }
  more <- altered(c(0, 0.1, -30, 0.05), c(0.01, 0.01, 3, 0.01))
  expect_identical(more, paste("Top two against equal shares: more power (0.100, s.e. 0.010), fewer patients (-30.0, s.e. 3.0) and a larger",
                               "share of them cured (0.0500, s.e. 0.0100); they cannot be distinguished in error."))
  less <- altered(c(0.1, -0.1, 30, -0.05), c(0.01, 0.01, 3, 0.01))
  expect_identical(less, paste("Top two against equal shares: a larger error (0.100, s.e. 0.010), less power (-0.100, s.e. 0.010), more",
                               "patients (30.0, s.e. 3.0) and a smaller share of them cured (-0.0500, s.e. 0.0100)."))
  level <- altered(c(0, 0.02, -5, 0.01), c(0.01, 0.01, 3, 0.01))
  expect_identical(level, paste("Top two against equal shares: the two cannot be distinguished in error, power, patients and share cured."))

  other <- rows
  other$side[2] <- -rows$side[2] + (rows$side[2] == 0)
  expect_match(made$changed_sentence(rows, rows), "^all 12 comparisons come out as")
  expect_match(made$changed_sentence(rows, other), "^one of 12 comparisons differs from that after calibration: power of Top two")
  expect_error(made$changed_sentence(rows, rows[12:1, ]))
})

test_that("values are beside a number only as far as their errors reach", {
  made <- words()
  expect_identical(made$target_sentence(c("A", "B", "C"), c(0.941, 0.93, 0.97), c(0.004, 0.004, 0.004), 0.95, "0.95"),
                   "B is below 0.95, C is above 0.95 and A cannot be distinguished from 0.95.")
  expect_identical(made$target_sentence(c("A", "B"), c(0.941, 0.945), 0.004, 0.95), "none can be distinguished from the target.")
  expect_identical(made$target_sentence(c("A", "B"), c(0.91, 0.92), 0.004, 0.95, "0.95"), "all are below 0.95.")
  expect_identical(made$target_sentence(c("A", "B"), c(20, 30), 1, 0, "zero"), "all are above zero.")
  expect_identical(made$target_sentence("A", 20, 1, 0, "zero"), "A is above zero.")
  expect_identical(made$side(c(1, 1.31, 0.69), 0.1, 1), c(0, 1, -1))
  scores <- data.frame(policy = c("A", "B", "C"), score = c(1.1, 0.2, 1.5), se = 0.1)
  expect_identical(made$score_sentence(scores), paste(
    "C (1.500, s.e. 0.100) loses more than equal shares do; A (1.100, s.e. 0.100) cannot be distinguished from equal shares; B (0.200,",
    "s.e. 0.100) loses less than equal shares do."))
  expect_identical(made$listed(c("a", "b", "c")), "a, b and c")
  expect_error(made$holds(FALSE, "more"), "says what its tables do not show")
  expect_identical(made$holds(TRUE, "more"), "more")
})

test_that("differences of designs are paired and have the errors of their parts", {
  made <- words()
  set.seed(1)
  base <- stats::rnorm(400)
  games <- data.frame(bandit = "effect", policy = rep(c("A", "B"), each = 400), rep = rep(1:400, 2), error = FALSE, power = TRUE,
                      sample_size = 100 + 10 * c(base, base + stats::rnorm(400, 0.5, 0.1)), reward = 50)
  found <- made$contrasts_of(games[sample(800), ], "effect")
  found <- found[order(found$design), ]
  size <- found[found$measure == "sample_size", ]
  sign <- if (size$design == "B") 1 else -1
  expect_equal(sign * size$difference, 5, tolerance = 0.05)
  expect_equal(size$se * 20, 1, tolerance = 0.1) # apart it would be 14
  cured <- found[found$measure == "cured", ]
  a <- games[1:400, ]
  b <- games[401:800, ]
  ratio <- function(x, at) sum(x$reward[at]) / sum(x$sample_size[at])
  again <- replicate(500, {
    at <- sample(400, replace = TRUE)
    ratio(b, at) - ratio(a, at)
  })
  expect_equal(sign * cured$difference, ratio(b, 1:400) - ratio(a, 1:400))
  expect_equal(cured$se / stats::sd(again), 1, tolerance = 0.15)
})

test_that("prose about results has no number and no comparison of its own", {
  sections <- c("## Operating characteristics", "## Estimates after the trial", "## Times", "# Two departures are not the sum of two")
  claim <- many_claims()
  for (section in sections) {
    text <- prose(section = section)
    claim(nchar(text) > 200, section, "was not found")
    allowed <- c("Table [0-9]", "[$]T = 10\\^[46][$]", "[$]10\\^[{]-10[}][$]", "probability 0[.]9", "threshold of 0[.]95", "zero", "UCB1", "\\[@[a-z0-9; @]+\\]", "@[a-z]+[0-9]+")
    for (pattern in allowed) text <- gsub(pattern, "", text)
    claim(!grepl("[0-9]", text), section, "has a number in the text:", regmatches(text, regexpr(".{0,30}[0-9].{0,20}", text)))
    words <- "\\b(beat|beats|outperform\\w*|faster|slower|twice|half as|higher than|lower than|more than|fewer than|less than|most visibly|better|worse)\\b"
    said <- gsub("an interval of one treatment may do worse", "", text)
    claim(!grepl(words, said), section, "compares by itself:", regmatches(said, regexpr(paste0(".{0,40}", words, ".{0,20}"), said)))
  }
  expect_claims(claim, 12)
})

test_that("claims are counted and their places listed by paper", {
  made <- words()
  counts <- matrix(c(1, 2, 3, 0, 0, 1), 2, dimnames = list(c("a", "b"), c("confirmed", "misprint", "open")))
  expect_identical(made$ledger_counts(counts), "3 confirmed, 3 misprints and 1 open")
  failed <- data.frame(paper = c("Fang", "Wang", "Wang", "Wang"), place = c("Figure 1", "Section 2", "Section 4, Figure 3", "Section 2"))
  expect_identical(made$places_of(failed), "Figure 1 of Fang; Section 2 and Figure 3 of Wang")
  expect_identical(made$places_of(failed[1, ]), "Figure 1 of Fang")
})

test_that("the manuscript's table of traits has all of them", {
  traits <- grep("^with_", getNamespaceExports("unruly"), value = TRUE)
  listed <- grep("^[|] `with_", manuscript(), value = TRUE)
  expect_setequal(sub("^[|] `(with_[a-z]+)\\(\\)`.*", "\\1", listed), traits)
})

test_that("ratios of times are ratios, and the text's claims about them hold", {
  measured <- utils::read.csv(sources_root("paper", "comparison.csv"))
  expect_named(measured, c("problem", "software", "version", "ratio", "least", "most", "rounds", "regret"))
  first <- !duplicated(measured$problem)
  expect_true(all(measured$software[first] == "unruly") && all(measured$ratio[first] == 1))
  expect_true(all(measured$least <= measured$ratio & measured$ratio <= measured$most))
  expect_true(all(measured$rounds >= 3))
  used <- regmatches(paste(manuscript(), collapse = " "), gregexpr("ratio\\(([a-z_]+), \"[^\"]+\"\\)", paste(manuscript(), collapse = " ")))[[1]]
  expect_gt(length(unique(used)), 12)
})

test_that("all references are in the bibliography, and all of these are referred to", {
  text <- paste(manuscript(), collapse = " ")
  used <- unique(regmatches(text, gregexpr("(?<=@)[a-z]+[0-9]{4}|(?<=@)(whatifbandit|rcore|coba)", text, perl = TRUE))[[1]])
  there <- sub("^@[a-z]+\\{([^,]+),.*", "\\1", readLines(sources_root("paper", "references.bib")))
  expect_identical(setdiff(used, there), character())
  expect_identical(setdiff(there, used), character())
})

test_that("make paper looks for all it needs before it computes", {
  make <- readLines(sources_root("Makefile"))
  lines <- make[seq(match("paper:", make), length.out = 5)]
  expect_lt(grep("paper.sh ready", lines), grep("install-package.sh", lines))
  script <- readLines(sources_root("tools", "paper.sh"))
  for (needed in c("pandoc", "pdflatex", "framed.sty", "booktabs.sty", "lmodern.sty")) expect_true(any(grepl(needed, script, fixed = TRUE)))
  expect_lt(grep("^lacking=", script)[1], grep("^Rscript tools/paper.R$", script)[1])
})
