# Fingerprints are written into files and address random streams: they must be the
# same for ever, whatever the version of R, of other packages, and the machine.

fingerprint <- function(x) unruly:::fingerprint(x)

test_that("fingerprints are these and no others", {
  # From another implementation of MurmurHash3, of the bytes that
  # src/glue/fingerprint.c describes.
  expect_identical(fingerprint(NULL), "fe31d183b08745ce90c7e0fbb43cf3b4")
  expect_identical(fingerprint(1:3), "089b49bbd768250ffa4b8128a5e5ec15")
  expect_identical(fingerprint(c(0.1, -0, NA, NaN, Inf)), "80228655ae6cbc6473fba0f58a046c80")
  expect_identical(fingerprint(c("", "\u00e9t\u00e9 \u4e2d", NA)), "e587306d1054448662f3ebf19b80cc38")
  expect_identical(fingerprint(list(a = 1, b = "x")), "aca0c7b92c2259f71a8cb4c1c8ac94e2")
  expect_identical(fingerprint(matrix(1:6, 2)), "28205c5d950f88a4a440be32a6eaeb22")
  expect_identical(fingerprint(as.raw(1:9)), "ea00b2eaebc37c640b7e2362112d9856")
  expect_identical(fingerprint(quote(f(x, k = 1L) + TRUE)), "09aa27ae85b3e972e446bbe81dd67336")
})

test_that("so are those of what users make", {
  policy <- policy_index(function(v) v$mean + sqrt(0.3 * log(v$round) / v$plays))
  expect_identical(policy$parameters$code, "aea68d9a0619f5ccb5b8704cbd5c29f0")
  study <- run_study(bandit(arms_bernoulli(c(0.25, 0.5))), list(policy_uniform(), policy), 10, reps = 2, seed = 1, threads = 1)
  expect_identical(glance(study)$hash, "ae6d3036c5690a8cde95faf8874411a4")
})

test_that("a fingerprint does not depend on how R stores a value", {
  table <- regret(run_study(bandit(arms_bernoulli(c(0.25, 0.5))), policy_uniform(), 10, reps = 2, seed = 1, threads = 1))
  same <- list(
    list(1:1000, as.double(1:1000)), list(c(TRUE, NA), c(1, NA)), list(rev(1:3000), rev(1:3000) + 0),
    list(as.character(1:2000), paste0(1:2000)), list("\u00e9", iconv("\u00e9", "UTF-8", "latin1")),
    list(c(NaN, 0), c(-NaN, -0)), list(structure(1:2, class = "odd", note = "x"), 1:2),
    list(list(), stats::setNames(list(), character())), list(data.frame(a = 1), list(a = 1)),
    list(table$round, table$round + 0), list(table$policy, paste0(table$policy))
  )
  for (pair in same) expect_identical(fingerprint(pair[[1]]), fingerprint(pair[[2]]), info = deparse(pair[[1]])[1])
})

test_that("different values have different fingerprints", {
  different <- list(
    NULL, list(), list(NULL), numeric(), character(), 0, 1, "1", list(1), list(list(1)), c(1, 2), list(1, 2), list(c(1, 2)), NA, NaN,
    "NA", NA_character_, "", c("", ""), c("a", "b"), c("ab", ""), c("", "ab"), "a\nb", c(a = 1), c(b = 1), list(a = 1), as.raw(1),
    matrix(1:4, 2), matrix(1:4, 1), 1:4, quote(x), "x", quote(x()), quote(x(1)), quote(x(1L)), quote(x(a = 1)), quote(x(TRUE)), 1i, 0.1,
    0.1 + 2^-56, -1, Inf, -Inf, numeric(512), numeric(513)
  )
  found <- vapply(different, fingerprint, "")
  expect_match(found, "^[0-9a-f]{32}$")
  expect_identical(anyDuplicated(found), 0L)
})

test_that("values without a fingerprint are refused", {
  for (x in list(new.env(), factor("a"), list(list(globalenv())), sum)) {
    expect_error(fingerprint(x), class = "unruly_error_object")
  }
})

test_that("the fingerprint of a function is that of its code, not of its layout", {
  code <- function(text) policy_index(eval(parse(text = text, keep.source = TRUE)[[1]]))$parameters$code
  plain <- code("function(v) { v$mean + 0.3 }")
  expect_identical(code("function(v) {\n  # a word\n  v$mean +\n    3e-1 }"), plain)
  expect_identical(code("\\(v) { v$mean + 0.3 }"), plain)
  expect_identical(policy_index(compiler::cmpfun(function(v) { v$mean + 0.3 }))$parameters$code, plain)
  for (other in c("function(v) v$mean + 0.3", "function(w) { w$mean + 0.3 }", "function(v, ...) { v$mean + 0.3 }",
                  "function(v) { v$mean + 0.30000000000000004 }", "function(v) { v$mean + 3L }")) {
    expect_false(code(other) == plain, info = other)
  }
  # Numbers put into code by hand are those that are read from its text.
  by_hand <- eval(substitute(function(v) v$mean + sum(b), list(b = -0.5)))
  expect_identical(policy_index(by_hand)$parameters$code, code("function(v) v$mean + sum(-0.5)"))
})

test_that("code is written with the digits that people write", {
  skip_if_not_installed("jsonlite")
  text <- function(f) unruly:::write_value(f, NULL, stop)$text
  expect_identical(text(function(v) v$mean + 0.3), "function (v) \nv$mean + 0.3")
  expect_match(text(function(v) v + 0.30000000000000004), "0.30000000000000004", fixed = TRUE)
})

# ---- files of earlier versions ---------------------------------------------------

test_that("files say of what kind their checksums are, and older files are named as such", {
  skip_if_not_installed("jsonlite")
  path <- withr::local_tempfile(fileext = ".json")
  a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  save_agent(a, path)
  content <- jsonlite::fromJSON(path)
  expect_identical(content$hash, unruly:::fingerprint_kind)
  writeLines(jsonlite::toJSON(content[names(content) != "hash"], auto_unbox = TRUE, digits = NA), path)
  refusal <- expect_error(read_agent(path), class = "unruly_error_path")
  expect_match(flat(conditionMessage(refusal)), "written by an earlier version of unruly")
})

test_that("folders of earlier versions, too: whole, or without their manifest", {
  skip_in_quick()
  skip_if_not_installed("jsonlite")
  skip_if_not_installed("nanoparquet")
  older <- function(file) {
    content <- jsonlite::read_json(file)
    expect_identical(content$hash, unruly:::fingerprint_kind)
    content$hash <- NULL
    content$checksum <- strrep("0", 32)
    writeLines(jsonlite::toJSON(content, auto_unbox = TRUE), file)
  }
  path <- new_folder()
  for (file in c("study.json", "plan-0001.json", file.path(parts_in(path)[1], "part.json"))) older(file.path(path, file))
  for (read in list(in_folder, read_study, function(path) run_part(path, 1))) {
    refusal <- path_error(read(path))
    expect_match(refusal, "It was written by an earlier version of unruly")
    expect_match(refusal, "Go on with the version that wrote it, [0-9.]+, or use another folder")
    expect_length(gregexpr("is not a manifest", refusal)[[1]], 1)
  }
  unlink(file.path(path, "study.json"))
  expect_match(path_error(in_folder(path)), "plan-0001.json.* is not part of the plan .*earlier version")
  unlink(file.path(path, "plan-0001.json"))
  warned <- expect_warning(study <- in_folder(path), class = "unruly_warning_part")
  expect_match(flat(conditionMessage(warned)), "part.json was written by an earlier version of unruly")
  expect_identical(study, in_folder(NULL))
})

test_that("nothing that is written rests on another package's hash", {
  root <- testthat::test_path("..", "..", "R")
  skip_if_not(dir.exists(root))
  lines <- unlist(lapply(list.files(root, full.names = TRUE), readLines))
  expect_length(grep("rlang::hash", lines), 1) # how long a study took is known in this session only
})
