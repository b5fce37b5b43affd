# Of processes in one folder each plays what no other is playing.

skip_if_not_installed("nanoparquet")
skip_if_not_installed("jsonlite")

claim_of <- function(path, part, holder) {
  file <- file.path(path, paste0(part, ".claim"))
  writeLines(holder, file, sep = "")
  file
}

test_that("a claim of a living process stands, that of a dead one falls at once", {
  skip_on_os("windows")
  path <- withr::local_tempdir()
  folder <- file.path(path, "part")
  file <- claim_of(path, "part", paste0(unruly:::machine_name(), ".1"))
  expect_false(unruly:::claim_part(folder))
  writeLines(paste0(unruly:::machine_name(), ".999999"), file, sep = "")
  expect_true(unruly:::claim_part(folder))
  expect_identical(unruly:::read_claim(file), unruly:::process_name())
  unruly:::release_part(folder)
  expect_length(list.files(path), 0)
})

test_that("a claim of another machine falls once it is silent for a while, not while it is touched", {
  path <- withr::local_tempdir()
  folder <- file.path(path, "part")
  file <- claim_of(path, "part", "elsewhere.7")
  expect_false(unruly:::claim_part(folder))
  claims <- unruly:::claims
  claims$seen[[file]]$since <- claims$seen[[file]]$since - 100
  Sys.setFileTime(file, Sys.time() + 5)
  expect_false(unruly:::claim_part(folder))
  claims$seen[[file]]$since <- claims$seen[[file]]$since - 100
  expect_true(unruly:::claim_part(folder))
  unruly:::release_part(folder)
})

test_that("a claim that no process wrote is left alone, without a word of R's, and the part is played", {
  path <- withr::local_tempdir()
  for (odd in list("dear diary", "", "a.b.c", "elsewhere.99999999999", as.raw(c(0, 255, 1)))) {
    file <- file.path(path, "part.claim")
    writeBin(if (is.raw(odd)) odd else charToRaw(odd), file)
    expect_silent(taken <- unruly:::claim_part(file.path(path, "part")))
    expect_true(taken)
    expect_silent(unruly:::release_part(file.path(path, "part")))
    expect_identical(readBin(file, raw(), 100), if (is.raw(odd)) odd else charToRaw(odd))
  }
  unlink(file)
  dir.create(file)
  expect_silent(unruly:::claim_part(file.path(path, "part")))
  expect_true(dir.exists(file))
})

test_that("a claim that came in between is put back", {
  path <- withr::local_tempdir()
  file <- claim_of(path, "part", "elsewhere.8")
  expect_false(unruly:::topple_claim(file, "elsewhere.7"))
  expect_identical(unruly:::read_claim(file), "elsewhere.8")
  expect_length(list.files(path), 1)
})

test_that("claims are touched while games are played, and none is left", {
  skip_in_quick()
  path <- withr::local_tempdir()
  claims <- unruly:::claims
  folder <- file.path(path, "part")
  expect_true(unruly:::claim_part(folder))
  file <- unruly:::claim_file(folder)
  Sys.setFileTime(file, Sys.time() - 1000)
  claims$beaten <- -Inf
  run_study(fickle(), policy_uniform(), 10, reps = 1, progress = FALSE)
  expect_gt(as.double(file.mtime(file)), as.double(Sys.time() - 100))
  unruly:::release_part(folder)
  study <- withr::local_tempdir()
  in_folder(study)
  expect_length(list.files(study, "claim"), 0)
})

test_that("a study that fails leaves no claim", {
  path <- withr::local_tempdir()
  failing <- policy_index(function(v) if (v$round > 5) stop("no more") else v$mean)
  expect_error(in_folder(path, policies = failing), class = "unruly_error_own")
  expect_length(list.files(path, "claim"), 0)
})

test_that("two processes that play one folder at once play each part once", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not_installed("callr")
  folder <- withr::local_tempdir()
  path <- file.path(folder, "study")
  go <- file.path(folder, "go")
  play <- function(path, go, log) {
    b <- unruly::bandit(unruly::arms_bernoulli(c(0.3, 0.6)))
    file.create(file.path(dirname(go), paste0("ready", Sys.getpid())))
    while (!file.exists(go)) Sys.sleep(0.001)
    started <- 0
    suppressMessages(trace("start_study", tracer = function() cat("x", file = log, append = TRUE),
                           where = asNamespace("unruly"), print = FALSE))
    unruly::run_study(b, unruly::policy_uniform(), 2e4, reps = 160, seed = 1, record = 3, threads = 1, progress = FALSE, path = path)
  }
  logs <- file.path(folder, c("one", "two"))
  children <- lapply(logs, function(log) callr::r_bg(play, list(path, go, log)))
  wait_for_children(folder)
  file.create(go)
  for (child in children) child$wait(60000)
  studies <- lapply(children, function(child) child$get_result())
  expect_identical(studies[[1]], studies[[2]])
  expect_identical(sum(file.size(logs), na.rm = TRUE), 20) # as many starts as parts
  expect_length(list.files(path, "tmp|bad|claim"), 0)
})

test_that("kill -9 at any moment costs nothing but the part in play", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not_installed("callr")
  path <- withr::local_tempdir()
  play <- function(path) {
    b <- unruly::bandit(unruly::arms_bernoulli(c(0.3, 0.6)))
    unruly::run_study(b, unruly::policy_uniform(), 3e4, reps = 160, seed = 5, record = 20, threads = 1, progress = FALSE, path = path)
  }
  for (delay in c(0.3, 0.7, 1.1)) {
    child <- callr::r_bg(play, list(path = path))
    Sys.sleep(delay)
    child$kill()
    child$wait(5000)
  }
  expect_silent(study <- play(path))
  expect_identical(study, play(NULL))
  expect_length(list.files(path, "tmp|bad|claim"), 0)
})
