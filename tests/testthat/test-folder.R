# What can happen to a folder: edits, strangers' parts, two processes, a full
# disk. Nothing may be lost, and nothing wrong may be taken for right.

skip_if_not_installed("nanoparquet")
skip_if_not_installed("jsonlite")

part_file <- function(path, part, file) file.path(path, parts_in(path)[part], file)

edit_table <- function(file, edit) {
  table <- as.data.frame(nanoparquet::read_parquet(file))
  nanoparquet::write_parquet(edit(table), file)
}

edit_json <- function(file, edit) {
  writeLines(jsonlite::toJSON(edit(jsonlite::read_json(file)), auto_unbox = TRUE), file)
}

# --- parts ----------------------------------------------------------------------

test_that("a part that was edited, cut or damaged is played again, with a warning that names it", {
  skip_on_cran() # long
  whole <- in_folder(NULL)
  cut <- function(file) writeBin(utils::head(readBin(file, raw(), 1e6), -100), file)
  edits <- list(
    damaged = function(f) writeBin(as.raw(1:100), f("regret.parquet")),
    cut = function(f) cut(f("regret.parquet")),
    emptied = function(f) writeBin(raw(), f("pulls.parquet")),
    gone = function(f) unlink(f("exits.parquet")),
    rows_missing = function(f) edit_table(f("regret.parquet"), function(t) t[-1, ]),
    rows_twice = function(f) edit_table(f("exits.parquet"), function(t) rbind(t, t)),
    number = function(f) edit_table(f("regret.parquet"), function(t) transform(t, regret = regret + 1)),
    text = function(f) edit_table(f("regret.parquet"), function(t) transform(t, regret = as.character(regret))),
    column = function(f) edit_table(f("pulls.parquet"), function(t) t[-1]),
    note_gone = function(f) unlink(f("part.json")),
    note_empty = function(f) writeBin(raw(), f("part.json")),
    note_number = function(f) writeLines("3", f("part.json")),
    note_edited = function(f) edit_json(f("part.json"), function(j) replace(j, "package", "9"))
  )
  for (name in share_of(names(edits))) {
    path <- new_folder()
    edits[[name]](function(file) part_file(path, 2, file))
    warned <- expect_warning(study <- in_folder(path), class = "unruly_warning_part")
    expect_match(flat(conditionMessage(warned)), "1 part of .* replications-0000009-0000016: ", info = name)
    expect_identical(study, whole, info = name)
    # It was not thrown away, and all is well from now on.
    expect_true(file.exists(file.path(path, "replications-0000009-0000016.bad1")), info = name)
    expect_silent(again <- in_folder(path))
    expect_identical(again, whole, info = name)
  }
})

test_that("a part whose checksums were made to fit is still checked for what it must hold", {
  skip_in_quick()
  forged <- function(says, table = "regret", edit = identity, note = identity, write = function(file) edit_table(file, edit), ...) {
    path <- new_folder(...)
    file <- part_file(path, 1, paste0(table, ".parquet"))
    write(file)
    forged <- jsonlite::read_json(part_file(path, 1, "part.json"))
    forged$tables[[table]]$checksum <- unruly:::file_fingerprint(file)
    forged <- unruly:::sealed(unsealed(note(forged)))
    writeLines(jsonlite::toJSON(forged, auto_unbox = TRUE), part_file(path, 1, "part.json"))
    warned <- expect_warning(in_folder(path, ...), class = "unruly_warning_part")
    expect_match(flat(conditionMessage(warned)), says)
  }
  said <- function(table, rows) function(note) {
    note$tables[[table]]$rows <- as.character(rows)
    note
  }
  forged("regret.parquet has other columns", edit = function(t) transform(t[-1, ], regret = as.character(regret)))
  forged("regret.parquet has other rows", edit = function(t) t[-1, ])
  forged("regret.parquet lacks games", edit = function(t) t[-1, ], note = said("regret", 8 * 2 * 10 - 1))
  forged("regret.parquet cannot be read", write = function(file) writeBin(as.raw(1:100), file))
  forged("nodes.parquet lacks games", "nodes", edit = function(t) transform(t, level = level - 1L), keep = "moments")
  for (old in drawn_of(c("unruly part 0", "unruly part 3", "unruly part 4"), 3)) { # of former names of columns and arguments, too; without blocks
    forged("a part of another format", note = function(note) replace(note, "format", old))
  }
})

test_that("parts of another study are not taken for this one's", {
  skip_in_quick()
  whole <- in_folder(NULL)
  strangers <- list(
    "another seed" = list(seed = 4),
    "another study" = list(policies = list(policy_ucb1(), policy_round_robin())),
    "another study" = list(horizon = 81),
    "another study" = list(policies = list(policy_ucb1(), policy_uniform(label = "dice"))),
    "another study" = list(bandit = bandit(arms_bernoulli(prior_uniform(3))) |> with_patience(c(4, 31, Inf)))
  )
  for (i in drawn_of(seq_along(strangers))) {
    path <- new_folder()
    unlink(file.path(path, parts_in(path)[3]), recursive = TRUE)
    stranger <- do.call(new_folder, strangers[[i]])
    file.copy(file.path(stranger, parts_in(stranger)[3]), path, recursive = TRUE)
    warned <- expect_warning(study <- in_folder(path), class = "unruly_warning_part")
    expect_match(flat(conditionMessage(warned)), names(strangers)[i])
    expect_identical(study, whole)
  }
  # The right part under the name of another one.
  path <- new_folder()
  parts <- file.path(path, parts_in(path))
  unlink(parts[2], recursive = TRUE)
  file.rename(parts[1], parts[2])
  warned <- expect_warning(study <- in_folder(path), class = "unruly_warning_part")
  expect_match(flat(conditionMessage(warned)), "of other replications")
  expect_identical(study, whole)
})

test_that("all bad parts are named at once", {
  skip_in_quick()
  path <- new_folder()
  for (i in 1:3) writeBin(raw(), part_file(path, i, "regret.parquet"))
  warned <- expect_warning(in_folder(path), class = "unruly_warning_part")
  expect_match(flat(conditionMessage(warned)), "3 parts of .*-0000008: .*-0000016: .*-0000020: ")
})

# --- the manifest -----------------------------------------------------------------

test_that("a manifest that is none is named for what it is", {
  skip_in_quick()
  odd <- c("is empty" = "", "is not JSON" = "{\"half", "holds 3" = "3", "holds \"abc\"" = "\"abc\"",
           "has the format NULL" = "{\"a\": 1}", "holds a list of length 2" = "[1, 2]",
           "has the format \"unruly study 4\", not \"unruly study 5\"" = "{\"format\": \"unruly study 4\"}")
  for (i in drawn_of(seq_along(odd))) {
    path <- new_folder()
    writeBin(charToRaw(odd[[i]]), file.path(path, "study.json"))
    expect_match(path_error(in_folder(path)), names(odd)[i], fixed = TRUE)
  }
  path <- new_folder()
  writeBin(as.raw(c(0, 255, 254)), file.path(path, "study.json"))
  expect_match(path_error(in_folder(path)), "is not UTF-8 text")
})

test_that("files of a folder that are none are named, without a word of R's", {
  skip_in_quick()
  for (odd in c("study.json", "plan-0001.json")) {
    path <- new_folder()
    unlink(file.path(path, odd))
    dir.create(file.path(path, odd))
    expect_no_warning(refusal <- path_error(in_folder(path)))
    expect_match(refusal, paste0(odd, ". is not .* It is no ordinary file"))
    expect_no_warning(refusal <- path_error(read_study(path)))
    expect_match(refusal, "It is no ordinary file")
  }
  skip_on_os("windows")
  skip_if(Sys.which("mkfifo") == "")
  for (odd in c("study.json", "plan-0001.json")) {
    path <- new_folder()
    unlink(file.path(path, odd))
    system2("mkfifo", shQuote(file.path(path, odd)))
    expect_match(path_error(read_study(path)), "It is no ordinary file")
  }
  path <- new_folder()
  unlink(part_file(path, 1, c("part.json", "regret.parquet")))
  system2("mkfifo", shQuote(part_file(path, 1, "part.json")))
  expect_warning(in_folder(path), "part.json is not there", class = "unruly_warning_part")
})

test_that("an edited manifest is noticed, in any of its fields", {
  skip_in_quick()
  path <- new_folder()
  manifest <- jsonlite::read_json(file.path(path, "study.json"))
  expect_identical(manifest$package, as.character(utils::packageVersion("unruly")))
  edits <- list(
    function(j) {
      j$study$seed <- "4"
      j
    },
    function(j) {
      j$study$horizon <- "81"
      j
    },
    function(j) {
      j$fingerprints$seed <- j$fingerprints$horizon
      j
    },
    function(j) replace(j, "package", "9.9")
  )
  for (edit in edits) {
    edit_json(file.path(path, "study.json"), edit)
    expect_match(path_error(in_folder(path, seed = NULL)), "changed after it was written")
    writeLines(jsonlite::toJSON(manifest, auto_unbox = TRUE), file.path(path, "study.json"))
  }
  expect_identical(in_folder(path, seed = NULL), in_folder(NULL))
})

test_that("a folder of another version of the package is told", {
  skip_in_quick()
  path <- new_folder()
  older <- jsonlite::read_json(file.path(path, "study.json"))
  older$package <- "0.0.1"
  older <- unruly:::sealed(unsealed(older))
  writeLines(jsonlite::toJSON(older, auto_unbox = TRUE), file.path(path, "study.json"))
  expect_warning(in_folder(path), class = "unruly_warning_version")
})

test_that("a folder says nothing of the machine it was begun on: all give the same numbers", {
  skip_in_quick()
  path <- new_folder()
  manifest <- jsonlite::read_json(file.path(path, "study.json"))
  expect_false(any(grepl(R.version$platform, unlist(manifest), fixed = TRUE)))
  manifest$platform <- "another"
  manifest <- unruly:::sealed(unsealed(manifest))
  writeLines(jsonlite::toJSON(manifest, auto_unbox = TRUE), file.path(path, "study.json"))
  expect_silent(in_folder(path))
})

test_that("without its manifest a folder's parts are found again", {
  path <- new_folder()
  unlink(file.path(path, "study.json"))
  expect_silent(again <- in_folder(path))
  expect_identical(again, in_folder(NULL))
})

test_that("numbers decide whether two studies are the same, not how they are written", {
  skip_in_quick()
  close <- function(p) bandit(arms_bernoulli(c(p, 0.5)))
  path <- new_folder(close(0.3))
  refusal <- path_error(in_folder(path, close(0.3 + 1e-16)))
  expect_match(refusal, "its bandits differ")
  expect_match(refusal, "print alike")
  # The same numbers, however R keeps them.
  path <- new_folder(close(0.5) |> with_patience(c(1L, 2L)))
  expect_silent(in_folder(path, close(0.5) |> with_patience(as.double(1:2))))
  for (odd in list(list(scipen = -10), list(digits = 3), list(OutDec = ","), list(scipen = 100))) {
    withr::with_options(odd, expect_silent(in_folder(path, close(0.5) |> with_patience(c(1, 2)))))
  }
})

test_that("names beyond ASCII are the same in every locale", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not(l10n_info()$`UTF-8`) # the child is in the C locale, and gets these names from here
  path <- withr::local_tempdir()
  study <- function(path) {
    in_folder(path, stats::setNames(list(fickle()), "\u00e9t\u00e9 \u4e2d"), policy_ucb1(label = "s\u00f8k"))
  }
  begun <- withr::local_tempdir()
  whole <- study(path)
  code <- c(child_code(study), sprintf("x <- study(%s)", deparse(path)),
            "cat(l10n_info()$`UTF-8`, length(x$replications), identical(names(x$description$bandits), '\\u00e9t\\u00e9 \\u4e2d'))",
            sprintf("x <- study(%s)", deparse(begun)))
  expect_identical(utils::tail(run_child(code, variables = c(LC_ALL = "C")), 1), "FALSE 20 TRUE")
  # And the other way round: begun in C.
  expect_length(parts_in(begun), 3)
  expect_silent(again <- study(begun))
  expect_identical(again, whole)
})

# --- two processes, and dead ones -----------------------------------------------------

test_that("two processes that begin in one folder at once both end with the same study", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not_installed("callr")
  play <- function(path, go) {
    b <- unruly::bandit(unruly::arms_bernoulli(c(0.3, 0.6)))
    file.create(file.path(dirname(go), paste0("ready", Sys.getpid())))
    while (!file.exists(go)) Sys.sleep(0.001)
    unruly::run_study(b, unruly::policy_uniform(), 50, reps = 40, record = 3, threads = 1, progress = FALSE, path = path)
  }
  children <- lapply(1:2, function(i) callr::r_session$new())
  withr::defer(for (child in children) child$close())
  for (i in drawn_of(1:4, 2)) {
    folder <- withr::local_tempdir()
    path <- file.path(folder, "study")
    go <- file.path(folder, "go")
    for (child in children) child$call(play, list(path, go))
    wait_for_children(folder)
    file.create(go)
    studies <- lapply(children, function(child) {
      child$poll_process(30000)
      child$read()$result
    })
    expect_s3_class(studies[[1]], "unruly_study")
    expect_identical(studies[[1]], studies[[2]])
    expect_length(list.files(path, "tmp|bad"), 0)
  }
})

test_that("a part that another process has put there is done", {
  path <- new_folder()
  folder <- file.path(path, parts_in(path)[1])
  stamp <- file.mtime(part_file(path, 1, "part.json"))
  study <- in_folder(NULL, reps = 8)
  expect_no_error(unruly:::write_part(study, folder, NULL))
  expect_identical(file.mtime(part_file(path, 1, "part.json")), stamp)
  expect_length(list.files(path, "tmp"), 0)
})

test_that("files of dead processes are removed, those of living ones are not", {
  skip_on_os("windows")
  path <- new_folder()
  part <- "replications-0000001-0000008"
  here <- unruly:::machine_name()
  dead <- sprintf(c("%s.%s.999999.tmp", "study.json.%2$s.999999.tmp", "plan-0002.json.%2$s.999999.tmp", "%s.claim.%s.999999.tmp",
                    "values-0123456789abcdef.parquet.%2$s.999999.tmp", "%s.elsewhere.999999.tmp", "probe.%2$s.%3$d.tmp"), part, here, Sys.getpid())
  living <- sprintf(c("%s.%s.1.tmp", "replications-0000009-0000016.elsewhere.999999.tmp", "study.json.%2$s.1.tmp"), part, here)
  write <- function(file) {
    if (grepl("^replications-[0-9-]+[.][^c]", basename(file))) dir.create(file)
    writeLines("half", if (dir.exists(file)) file.path(file, "regret.parquet") else file)
  }
  for (file in file.path(path, c(dead, living))) write(file)
  old <- file.path(path, c(dead[6], living))
  for (file in old[-3]) Sys.setFileTime(file, Sys.time() - 2 * 86400) # a living process may take its time
  file.rename(old[3], file.path(path, "aside"))
  write(old[3])
  unlink(file.path(path, "aside"), recursive = TRUE)
  in_folder(path)
  expect_setequal(list.files(path, "tmp$"), living)
})

test_that("processes that are there are alive, whoever looks, and others are not", {
  skip_on_os("windows")
  expect_false(unruly:::is_dead(Sys.getpid()))
  expect_false(unruly:::is_dead(1)) # to which users but root cannot send signals
  for (none in c(NA, 0, 99999999)) expect_true(unruly:::is_dead(none))
  # Asked of the system, not of files that only Linux has.
  expect_identical(grep("/proc", deparse(unruly:::is_dead)), integer())
})

# --- the disk -----------------------------------------------------------------------
test_that("nothing of anybody else's is removed, whatever its name", {
  skip_on_os("windows")
  path <- new_folder()
  here <- unruly:::machine_name()
  part <- "replications-0000001-0000008"
  strangers <- c("mine.1.tmp", "backup.999999.tmp", sprintf("notes.%s.999999.tmp", here), "mine.claim", "thesis.elsewhere.7.tmp",
                 sprintf("study.json.%s.999999.tmp.bak", here), sprintf("%s.999999.tmp", part), sprintf("mystudy.json.%s.999999.tmp", here),
                 "replications-0000001-0000008.mine.claim")
  for (file in strangers) writeBin(charToRaw("dear diary"), file.path(path, file))
  # Folders where we write files, a file where we write a folder, links, and more in a folder than we put there.
  folders <- sprintf(c("study.json.%s.999999.tmp", "probe.%s.999999.tmp", "values-00.parquet.%s.999999.tmp"), here)
  for (folder in file.path(path, folders)) {
    dir.create(folder)
    writeLines("dear diary", file.path(folder, "regret.parquet"))
  }
  shared <- file.path(path, sprintf("%s.%s.999999.tmp", part, here))
  dir.create(shared)
  writeLines("dear diary", file.path(shared, "diary.txt"))
  writeLines("half", file.path(shared, "pulls.parquet"))
  wrong <- sprintf("replications-0000009-0000016.%s.999999.tmp", here)
  writeLines("dear diary", file.path(path, wrong))
  elsewhere <- withr::local_tempdir()
  writeLines("dear diary", file.path(elsewhere, "regret.parquet"))
  links <- sprintf(c("replications-0000017-0000020.%s.999999.tmp", "plan-0009.json.%s.999999.tmp"), here)
  file.symlink(elsewhere, file.path(path, links[1]))
  file.symlink(file.path(elsewhere, "regret.parquet"), file.path(path, links[2]))
  # A claim that no process wrote, and one that is a folder.
  claims <- sprintf("replications-%s.claim", c("0000001-0000008", "0000009-0000016"))
  writeLines("dear diary", file.path(path, claims[1]))
  dir.create(file.path(path, claims[2]))
  before <- list.files(path, "tmp|claim|mine")
  for (file in list.files(path, full.names = TRUE)) if (!nzchar(Sys.readlink(file))) Sys.setFileTime(file, Sys.time() - 1e6)
  expect_silent(in_folder(path))
  expect_setequal(list.files(path, "tmp|claim|mine"), before)
  expect_identical(list.files(shared), "diary.txt")
  expect_identical(list.files(file.path(path, folders)), rep("regret.parquet", 3))
  expect_identical(readLines(file.path(elsewhere, "regret.parquet")), "dear diary")
})

test_that("processes that are numbered apart, as in containers, are those of another machine", {
  skip_if_not(nzchar(Sys.readlink("/proc/self/ns/pid")), "there are no name spaces here")
  space <- gsub("[^0-9]", "", Sys.readlink("/proc/self/ns/pid"))
  here <- unruly:::machine_name()
  expect_match(here, paste0("-", space, "$"))
  path <- new_folder()
  other <- paste0(sub(space, "", here, fixed = TRUE), "4000000000")
  left <- c(sprintf("study.json.%s.999999.tmp", other), sprintf("study.json.%s.%d.tmp", other, Sys.getpid()))
  for (file in left) writeLines("half", file.path(path, file))
  in_folder(path)
  expect_setequal(list.files(path, "tmp"), left)
})

# --- the disk -----------------------------------------------------------------------

test_that("a full disk is an error at once, and what was played is kept", {
  skip_on_cran()
  disk <- small_disk()
  skip_if(is.null(disk), "no file system can be mounted here")
  path <- file.path(disk, "study")
  run <- function() in_folder(path, horizon = 2000, reps = 60)
  expect_message(refusal <- path_error(run()), "last_study")
  expect_match(refusal, "could not be written")
  kept <- last_study()
  expect_s3_class(kept, "unruly_study")
  parts <- parts_in(path)
  # All that is there is whole; the one that did not fit was kept in memory.
  expect_identical(length(kept$replications), 8L * (length(parts) + 1L))
  expect_length(list.files(path, "tmp"), 0)
  whole <- in_folder(NULL, horizon = 2000, reps = 60)
  expect_identical(regret(kept), regret(whole)[regret(whole)$rep <= max(kept$replications), ])
  # With the disk full to the brim nothing is played.
  suppressWarnings(writeBin(raw(40000), file.path(disk, "ballast")))
  expect_match(path_error(suppressMessages(run())), "probe. could not be written")
  expect_identical(length(last_study()$replications), 8L * length(parts))
  # With room again the same call ends well, without a word of bad parts.
  unlink(file.path(disk, "ballast"))
  expect_identical(system2("mount", c("-o", "remount,size=4m", shQuote(disk))), 0L)
  expect_silent(again <- run())
  expect_identical(again, whole)
})

test_that("a full disk at the very start leaves nothing behind", {
  skip_on_cran()
  disk <- small_disk()
  skip_if(is.null(disk), "no file system can be mounted here")
  suppressWarnings(writeBin(raw(100000), file.path(disk, "ballast")))
  expect_match(path_error(in_folder(file.path(disk, "study"))), "could not be written|can be created")
  expect_length(list.files(disk, "json", recursive = TRUE), 0)
})

test_that("files that may not grow further are an error at once, and what was played is kept", {
  skip_on_cran()
  skip_on_os("windows")
  path <- withr::local_tempdir()
  code <- c(child_code(), sprintf("e <- tryCatch(in_folder(%s, horizon = 5000, keep = 'choices'), error = identity)", deparse(path)),
            "cat('', inherits(e, 'unruly_error_path'), length(last_study()$replications), nrow(choices(last_study())), sep = '\n')")
  # 64 blocks of 512 bytes, and the signal that would end R is ignored.
  said <- run_child(code, before = "trap '' XFSZ; ulimit -f 64;")
  expect_identical(utils::tail(said, 3), c("TRUE", "8", "80000"))
  expect_length(parts_in(path), 0)
  expect_length(list.files(path, "tmp"), 0)
  expect_identical(in_folder(path, horizon = 5000, keep = "choices"), in_folder(NULL, horizon = 5000, keep = "choices"))
})

test_that("a folder that cannot be written to is refused before anything is played", {
  skip_on_os("windows")
  skip_if(Sys.info()[["effective_user"]] == "root", "root may write anywhere")
  path <- new_folder()
  unlink(file.path(path, parts_in(path)[1]), recursive = TRUE)
  Sys.chmod(path, "555")
  withr::defer(Sys.chmod(path, "755"))
  expect_message(refusal <- path_error(in_folder(path)), "last_study")
  expect_match(refusal, "could not be written")
  # What was there already, and nothing else.
  expect_identical(last_study()$replications, 9:20)
})

test_that("a complete folder is read where nothing can be written", {
  path <- new_folder()
  Sys.chmod(path, "555")
  withr::defer(Sys.chmod(path, "755"))
  expect_silent(again <- in_folder(path))
  expect_identical(again, in_folder(NULL))
})
