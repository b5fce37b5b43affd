# Files hold what the tables hold, whole, once, and of one study.

skip_if_not_installed("nanoparquet")
skip_if_not_installed("jsonlite")

small_study <- function(reps = 6, ...) {
  problems <- list(plain = bandit(arms_bernoulli(c(0.3, 0.6))), "a/b = c" = fickle())
  run_study(problems, list(policy_ucb1(), policy_uniform(label = "50% each")), 80, reps = reps, record = 5, seed = 3,
            keep = "choices", ...)
}

# As duckdb and arrow read it: files below one another, columns of the folders' names.
read_back <- function(path, read = nanoparquet::read_parquet) {
  files <- list.files(path, recursive = TRUE)
  parts <- lapply(files, function(file) {
    folders <- utils::URLdecode(sub("^[a-z]+=", "", strsplit(dirname(file), "/")[[1]][1]))
    policy <- utils::URLdecode(sub("^policy=", "", basename(dirname(file))))
    data.frame(bandit = folders, policy = policy, as.list(read(file.path(path, file))))
  })
  do.call(rbind, parts)
}

in_order <- function(table) {
  table <- as.data.frame(table)
  table <- table[do.call(order, unname(as.list(table[intersect(c("bandit", "policy", "rep", "round", "arm"), names(table))]))), ]
  row.names(table) <- NULL
  table
}

every_table <- c("regret", "pulls", "exits", "choices", "recommendations")

table_of <- function(study, name) {
  if (name == "recommendations") recommendations(study, at = "all") else get(name, asNamespace("unruly"))(study)
}

test_that("every table comes back as it was", {
  skip_in_quick()
  study <- small_study()
  path <- file.path(withr::local_tempdir(), "new")
  expect_identical(expect_invisible(save_tables(study, path, every_table)), path)
  for (name in every_table) {
    expect_identical(in_order(read_back(file.path(path, name))), in_order(table_of(study, name)), info = name)
  }
  expect_setequal(list.files(path), c(every_table, "_study.json"))
  expect_true(dir.exists(file.path(path, "regret", "bandit=a%2Fb%20%3D%20c", "policy=50%25%20each")))
  expect_false(dir.exists(file.path(path, "exits", "bandit=plain"))) # nobody leaves there
})

test_that("a study in a folder is written part by part, and what has come since is added", {
  skip_in_quick()
  folder <- withr::local_tempdir()
  path <- withr::local_tempdir()
  plan_study(fickle(), list(policy_ucb1(), policy_uniform()), 80, reps = 20, seed = 3, record = 10, path = folder, parts = 4)
  for (i in c(1, 3)) run_part(folder, i, progress = FALSE)
  save_tables(folder, path)
  expect_identical(in_order(read_back(file.path(path, "pulls"))), in_order(pulls(suppressMessages(read_study(folder)))))
  first <- list.files(path, "parquet$", recursive = TRUE, full.names = TRUE)
  stamps <- file.mtime(first)
  Sys.setFileTime(first, stamps - 100)
  whole <- run_study(fickle(), list(policy_ucb1(), policy_uniform()), 80, reps = 30, seed = 3, record = 10, path = folder)
  save_tables(folder, path)
  expect_identical(in_order(read_back(file.path(path, "regret"))), in_order(regret(whole)))
  expect_equal(file.mtime(first), stamps - 100) # not written again
})

test_that("a part that cannot be used is told, and the others are written", {
  skip_in_quick()
  folder <- withr::local_tempdir()
  path <- withr::local_tempdir()
  study <- run_study(fickle(), policy_ucb1(), 80, reps = 20, seed = 3, record = 10, path = folder)
  part <- list.files(folder, "^replications", full.names = TRUE)[1]
  writeLines("damaged", file.path(part, "regret.parquet"))
  expect_warning(save_tables(folder, path), class = "unruly_warning_part")
  there <- in_order(read_back(file.path(path, "regret")))
  expect_identical(there, in_order(regret(study)[regret(study)$rep %in% there$rep, ]))
  expect_gt(nrow(there), 0)
  expect_lt(nrow(there), nrow(regret(study)))
})

test_that("CSV has the same numbers", {
  study <- small_study()
  path <- withr::local_tempdir()
  save_tables(study, path, "regret", format = "csv")
  expect_equal(in_order(read_back(file.path(path, "regret"), utils::read.csv)), in_order(regret(study)), tolerance = 1e-14)
})

test_that("names of arms are written as names", {
  study <- run_study(bandit(arms_bernoulli(c(old = 0.3, new = 0.6))), policy_ucb1(), 50, reps = 2, seed = 1)
  path <- withr::local_tempdir()
  save_tables(study, path, "pulls")
  expect_identical(sort(unique(as.character(read_back(file.path(path, "pulls"))$arm))), c("new", "old"))
})

test_that("a folder takes one study, once", {
  skip_in_quick()
  study <- small_study()
  path <- withr::local_tempdir()
  save_tables(study, path, "regret")
  expect_silent(save_tables(study, path, c("regret", "pulls"))) # adds the pulls
  expect_identical(in_order(read_back(file.path(path, "regret"))), in_order(regret(study)))
  expect_error(save_tables(study, path, format = "csv"), "as parquet files", class = "unruly_error_path")
  other <- run_study(fickle(), policy_ucb1(), 80, reps = 2, seed = 3)
  expect_error(save_tables(other, path), "another study", class = "unruly_error_path")
  expect_error(save_tables(small_study(reps = 8), path), "replications 1 to 6", class = "unruly_error_path")
  expect_silent(save_tables(small_study(reps = 2, first_rep = 7), path, "regret"))
  expect_identical(in_order(read_back(file.path(path, "regret"))), in_order(regret(small_study(reps = 8))))
  writeLines("{}", file.path(path, "_study.json"))
  expect_error(save_tables(study, path), "was edited", class = "unruly_error_path")
  full <- withr::local_tempdir()
  writeLines("mine", file.path(full, "notes.txt"))
  expect_error(save_tables(study, full), "is not empty", class = "unruly_error_path")
  expect_identical(list.files(full), "notes.txt")
})

test_that("tables that cannot be written are refused before anything is", {
  skip_in_quick()
  path <- file.path(withr::local_tempdir(), "new")
  few <- run_study(fickle(), policy_ucb1(), 80, reps = 2, seed = 3)
  expect_error(save_tables(few, path, "choices"), "keep = \"choices\"", class = "unruly_error_argument")
  expect_error(save_tables(few, path, "regrets"), "`tables`", class = "unruly_error_argument")
  expect_error(save_tables(few, path, character()), "`tables`", class = "unruly_error_argument")
  expect_error(save_tables(few, path, format = "xlsx"), "`format`", class = "unruly_error_argument")
  expect_error(save_tables(1, path), "`study`", class = "unruly_error_argument")
  expect_error(save_tables(tempfile(), path), class = "unruly_error_path")
  expect_error(save_tables(few, 3), "`path`", class = "unruly_error_argument")
  many <- run_study(fickle(), policy_ucb1(), 80, reps = 2, seed = 3, keep = "moments")
  expect_error(save_tables(many, path), "moments", class = "unruly_error_argument")
  expect_false(file.exists(path))
})

test_that("a table that was cut since it was written is noticed, and written again", {
  skip_on_cran()
  skip_if_not_installed("jsonlite")
  study <- play(bandit(arms_bernoulli(c(0.3, 0.6))), list(policy_ucb1(), policy_uniform()), 20, reps = 3)
  for (format in c("csv", if (rlang::is_installed("nanoparquet")) "parquet")) {
    path <- withr::local_tempfile()
    save_tables(study, path, format = format)
    expect_silent(save_tables(study, path, format = format))
    file <- list.files(path, paste0("[.]", format, "$"), recursive = TRUE, full.names = TRUE)[1]
    whole <- readBin(file, "raw", file.size(file))
    lines <- which(whole == charToRaw("\n"))
    for (left in c(0, 7, length(whole) - 1, if (format == "csv") lines[length(lines) - 1])) { # also at the end of a line
      writeBin(whole[seq_len(left)], file)
      expect_message(save_tables(study, path, format = format), "not as long as its table", class = "unruly_message_tables")
      expect_identical(readBin(file, "raw", file.size(file)), whole)
    }
  }
})

test_that("`trust` and `keep` are looked at whatever they are", {
  skip_in_quick()
  study <- play(bandit(arms_bernoulli(c(0.3, 0.6))), policy_uniform(), 5)
  for (junk in list(data.frame(), sum, NULL, NA, "yes", quote(a), list(), 1, c(TRUE, TRUE))) {
    expect_error(save_tables(study, tempfile(), format = "csv", trust = junk), "`trust`", class = "unruly_error_argument")
    if (!is.null(junk)) expect_error(run_study(bandit(arms_bernoulli(0.5)), policy_uniform(), 5, keep = junk), "`keep`", class = "unruly_error_argument")
  }
})
