# The claims, the stored numbers, and what is played again. Verdicts by rule: test-ledger-rules.R.

test_that("every claim says what it is, and ids are unique", {
  claims <- all_claims()
  expect_identical(anyDuplicated(names(claims)), 0L)
  expect_match(names(claims), "^(impatient|farewell|fairness|composite|mortal|change|wear|best|infer|limit|late)-")
  told <- many_claims()
  for (id in names(claims)) {
    one <- claims[[id]]
    told(one$kind %in% c("theorem", "figure", "number", "example", "remark"), id, "kind")
    told(grepl("[.]$", one$says) && nchar(one$says) > 20, id, "says")
    told(one$source %in% c("check", names(experiment_registry()), names(ledger_studies())), id, "source")
    told(is.function(one$quantity) || !is.null(one$blocked), id, "has neither quantity nor reason")
    told(is.null(one$quantity) || !is.null(one$needed), id, "needed")
    # No verdict stands in the registry.
    told(!any(unlist(one[c("says", "measure", "printed")]) %in% verdict_levels), id, "verdict")
  }
  expect_claims(told)
  corrected <- grep("-corrected$", names(claims), value = TRUE)
  expect_true(all(sub("-corrected$", "", corrected) %in% names(claims)))
  # Each of our own studies is the source of a claim, too.
  expect_setequal(setdiff(vapply(claims, `[[`, "", "source"), c("check", names(experiment_registry()))), names(ledger_studies()))
})

test_that("the stored numbers are complete, small, and no verdict is among them", {
  file <- ledger_file()
  stored <- stored_parts()
  expect_lt(file.size(file), 25000)
  expect_named(stored, c("claim", "part", "found", "se", "df", "exact", "reps", "seed", "version", "hash"))
  expect_false(any(unlist(lapply(verdict_levels, grepl, readLines(file), fixed = TRUE))))
  claims <- all_claims()
  expect_true(all(stored$claim %in% names(claims)))
  expect_identical(anyDuplicated(stored[c("claim", "part")]), 0L)
  expect_identical(stored$claim, sort(stored$claim, method = "radix"))
  for (id in unique(stored$claim)) {
    parts <- names(claims[[id]]$needed)
    if (is.null(claims[[id]]$needed$text)) expect_setequal(stored$part[stored$claim == id], parts)
  }
})

# The rules again, from the contract: without with_misprints() and judge_part().
literal_verdict <- function(parts, table, id) {
  claim <- all_claims()[[id]]
  if (!is.null(claim$blocked)) return("cannot be checked")
  mine <- parts[parts$claim == id, ]
  if (id == "fairness-fig-3" && anyNA(mine$estimate)) return("cannot be checked")
  verdicts <- vapply(seq_len(nrow(mine)), function(i) {
    needed <- if (is.null(claim$needed$text)) claim$needed[[mine$term[i]]] else claim$needed
    if (is.na(mine$conf.low[i])) return("open")
    if (mine$conf.low[i] > needed$low && mine$conf.high[i] < needed$high) "yes"
    else if (mine$conf.high[i] <= needed$low || mine$conf.low[i] >= needed$high) "no" else "open"
  }, "")
  other <- claim$second
  seen <- if (!is.null(other)) as.character(table$verdict[table$claim == other]) else ""
  if (all(verdicts == "yes")) return("confirmed")
  if (any(verdicts == "yes") && any(verdicts == "no")) return("partly")
  if (!any(verdicts == "no")) return("open")
  twin <- table$verdict[table$claim == paste0(id, "-corrected")]
  if (length(twin) == 1 && twin == "confirmed") return("misprint")
  if (seen %in% c("confirmed", "partly")) "partly" else if (claim$ours && seen != "not reproduced") "open" else "not reproduced"
}

test_that("ledger() applies the rules to what is stored", {
  skip_in_quick()
  table <- ledger()
  expect_s3_class(table, c("unruly_ledger", "unruly_table", "tbl_df"))
  expect_named(table, c("claim", "paper", "place", "kind", "says", "printed", "measure", "found", "lower", "upper", "needed", "verdict",
                        "ours", "source", "reps", "version", "hash"))
  expect_identical(table$claim, names(all_claims()))
  expect_identical(levels(table$verdict), verdict_levels)
  exact <- !is.na(table$lower) & table$lower == table$upper
  expect_identical(table$found[exact], table$lower[exact])
  parts <- tidy(table)
  for (id in table$claim) expect_identical(as.character(table$verdict[table$claim == id]), literal_verdict(parts, table, id), info = id)
})

test_that("a verdict changes when its number is edited", {
  stored <- stored_parts()
  claims <- all_claims()["farewell-fig-2a"]
  expect_identical(as.character(ledger_table(claims, stored)$verdict), "confirmed")
  stored$found[stored$claim == "farewell-fig-2a"][1] <- 0.9
  expect_identical(as.character(ledger_table(claims, stored)$verdict), "partly")
  stored$found[stored$claim == "farewell-fig-2a"] <- 0.9
  expect_identical(as.character(ledger_table(claims, stored)$verdict), "not reproduced")
  expect_identical(as.character(ledger_table(claims, stored[0, ])$verdict), "open") # never an error
})

test_that("at parameters of ours a claim is not reproduced only if a second row at others agrees", {
  skip_in_quick()
  rows <- function(ours, second) of_paper("Some paper 2020", list(
    "a" = claim("x", "figure", "It is below 1.", "it", needed = needs(high = 1), ours = ours, second = second),
    "b" = claim("x", "figure", "It is below 1.", "it", needed = needs(high = 1), ours = ours)
  ))
  verdict <- function(other, ours = TRUE, second = "b", a = 2) {
    part <- function(id, found) part_rows(id, list(found = found, se = 0.2, df = 1e3), 10, 1, "")
    as.character(ledger_table(rows(ours, second), rbind(part("a", a), part("b", other)))$verdict[1])
  }
  expect_identical(verdict(2), "not reproduced")
  expect_identical(verdict(2, second = NULL), "open")
  expect_identical(verdict(0), "partly")
  expect_identical(verdict(1), "open")
  expect_identical(verdict(2, ours = FALSE), "not reproduced")
  expect_identical(verdict(0, ours = FALSE), "partly")
  expect_identical(verdict(1, a = 0), "confirmed")
  claims <- all_claims()
  seconds <- unlist(lapply(claims, `[[`, "second"))
  expect_true(all(seconds %in% names(claims)))
})

test_that("a print is a misprint only if it is refuted for certain and its correction holds", {
  skip_in_quick()
  pair <- list("a" = claim("x", "theorem", "The number is below 1.", "it", needed = needs(high = 1)),
               "a-corrected" = claim("x", "theorem", "The number is below 2.", "it", needed = needs(high = 2)))
  pair <- of_paper("Some paper 2020", pair)
  verdict <- function(found, se, exact = FALSE) {
    one <- list(found = found, se = se, df = 1e6, exact = exact)
    parts <- rbind(part_rows("a", one, 10, 1, ""), part_rows("a-corrected", one, 10, 1, ""))
    as.character(ledger_table(pair, parts)$verdict[1])
  }
  expect_identical(verdict(1.5, 0.09), "misprint") # 5.6 standard errors beyond
  expect_identical(verdict(1.5, 0.11), "not reproduced") # 4.5
  expect_identical(verdict(1.5, NA, TRUE), "misprint")
  expect_identical(verdict(2.5, NA, TRUE), "not reproduced")
  expect_identical(verdict(0.5, NA, TRUE), "confirmed")
})

test_that("claims that cannot be checked say why", {
  skip_in_quick()
  table <- ledger(verdict = "cannot be checked")
  expect_true(all(c("impatient-5", "mortal-fig-1-known", "mortal-fig-2") %in% table$claim))
  expect_match(table$measure, "\\(")
  if ("mortal-fig-2" %in% stored_parts()$claim) expect_false(is.na(table$found[table$claim == "mortal-fig-2"])) # of the stand-in
  missing <- check_claim("fairness-fig-3", scale = "quick", threads = 1)
  expect_identical(as.character(missing$verdict), "cannot be checked")
  expect_match(missing$measure, "ratings.dat")
})

test_that("ledger() selects by paper, verdict and claim, and refuses what there is not", {
  skip_in_quick()
  one <- ledger("Sharoff", verdict = c("misprint", "confirmed"))
  expect_setequal(unique(one$paper), "Sharoff, Mehta and Ganti 2020")
  expect_true(all(one$verdict %in% c("misprint", "confirmed")))
  expect_identical(nrow(ledger(claim = c("farewell-thm-1", "impatient-5"))), 2L)
  expect_error(ledger("Nobody"), "The papers are .*Shao", class = "unruly_error_argument")
  expect_error(ledger(verdict = "confirmd"), "Did you mean \"confirmed\"", class = "unruly_error_argument")
  expect_error(ledger(claim = "farewell-fig1a"), "Did you mean \"farewell-fig-1a", class = "unruly_error_argument")
  expect_error(check_claim("impatient"), class = "unruly_error_argument")
  expect_identical(ledger("sharoff"), ledger("Sharoff"))
  expect_error(ledger("impatient-5"), "claim = \"impatient-5\"", class = "unruly_error_argument")
  expect_error(check_claim(ledger("Shao")), "column `claim`", class = "unruly_error_argument")
  expect_error(check_claim(), "`claim`", class = "unruly_error_argument")
  expect_error(check_claim("impatient-5", scale = "tiny"), class = "unruly_error_argument")
  expect_error(check_claim("impatient-5", reps = 0), class = "unruly_error_argument")
})

test_that("the ledger prints counts, then claims; its parts, counts and tables are there", {
  skip_in_quick()
  table <- ledger("Sharoff")
  printed <- capture.output(print(table, n = 3))
  expect_match(printed[1], "^Claims +confirmed")
  expect_match(printed[2], sprintf("^Sharoff, Mehta and Ganti 2020 +%d ", sum(table$verdict == "confirmed")))
  expect_length(printed, 2 + 3 + 1)
  expect_match(printed, "^farewell-thm-1 +misprint: -0.3333, needed >= 0", all = FALSE)
  expect_match(printed[length(printed)], "more claims")
  counts <- summary(ledger())
  expect_identical(sum(as.matrix(counts[-1])), as.double(length(all_claims())))
  expect_identical(glance(table)$claims, nrow(table))
  expect_identical(unique(tidy(table)$claim), table$claim)
  expect_s3_class(table[1:3, ], "unruly_ledger")
  expect_identical(unique(tidy(table[2, ])$claim), table$claim[2])
  expect_error(autoplot(table), class = "unruly_error_argument")
  skip_if_not_installed("knitr")
  expect_length(as_table(table, format = "markdown"), nrow(table) + 4)
})

# --- played again ----------------------------------------------------------------------------

test_that("exact claims come out the same every time", {
  skip_in_quick()
  ids <- share_of(names(Filter(function(claim) claim$source == "check" && !is.null(claim$quantity), all_claims())))
  again <- check_parts(all_claims()[ids], "full", 2026)
  stored <- stored_parts()
  at <- match(paste(again$claim, again$part), paste(stored$claim, stored$part))
  expect_false(anyNA(at))
  expect_equal(again$found, stored$found[at], tolerance = 1e-9)
  expect_equal(again$exact, stored$exact[at])
})

# Quick checks of the same horizon as in full, two of the share of a run: within five standard errors.
test_that("claims come out as they are stored", {
  skip_on_cran() # long
  claims <- all_claims()
  stored <- stored_parts()
  cheap <- Filter(function(id) {
    source <- claims[[id]]$source
    comparable <- !is.null(quick_sizes[[source]]) && is.null(quick_sizes[[source]]$horizon)
    comparable && id %in% stored$claim && !source %in% c("fair-2", "ledger-composite-alpha", "best-1", "best-2", "best-budget")
  }, names(claims))
  expect_gt(length(cheap), 20)
  drawn <- if (is.na(share_number())) seq_along(cheap) else (share_number() * 2 + 0:1) %% length(cheap) + 1
  for (id in cheap[drawn]) {
    again <- unruly:::play_claims(claims[[id]]$source, claims[id], "quick", NULL, 7, threads = 1, progress = FALSE)
    was <- stored[match(paste(id, again$part), paste(stored$claim, stored$part)), ]
    expect_false(anyNA(was$claim), info = id)
    for (i in seq_len(nrow(again))) {
      if (again$exact[i]) expect_equal(again$found[i], was$found[i], tolerance = 1e-9, info = id)
      else if (is.na(again$se[i])) expect_lt(abs(again$found[i] - was$found[i]), 5 * sqrt(0.25 / again$df[i]), label = id)
      else expect_lt(abs(again$found[i] - was$found[i]), 5 * sqrt(again$se[i]^2 + was$se[i]^2) + 1e-9, label = id)
    }
  }
})

# Of the sources whose bandits are made at once. Two that need long or a user's data: `make ledger`.
test_that("the stored hash is that of the games that are described today", {
  skip_on_cran() # long
  stored <- stored_parts()
  claims <- all_claims()
  source <- vapply(claims, `[[`, "", "source")[stored$claim]
  left_out <- c("check", "composite-5", "mortal-1", "mortal-2", "fair-3")
  for (one in share_of(setdiff(unique(source), left_out))) {
    rows <- stored[source == one, ]
    experiment <- ledger_experiment(one)
    reps <- suppressWarnings(max(rows$reps, na.rm = TRUE))
    size <- source_size(one, experiment, "full", if (is.finite(reps)) reps)
    expect_identical(unique(rows$hash), source_hash(experiment, size, unique(rows$seed)), info = one)
  }
})

test_that("check_claim() returns what ledger() does, with the same hash as glance()", {
  skip_in_quick()
  found <- check_claim("impatient-prop-3.6", reps = 40, threads = 1)
  expect_identical(names(found), names(ledger()))
  expect_identical(found$reps, 40)
  expect_identical(found$hash, glance(run_experiment("impatient-se", reps = 40, threads = 1))$hash)
  expect_identical(as.character(found$verdict), "confirmed")
  both <- check_claim("farewell-thm-1")
  expect_identical(as.character(both$verdict), "misprint") # its correction is played along
  expect_identical(nrow(both), 1L)
})

test_that("the print fits into 80 columns", {
  skip_in_quick()
  withr::local_options(width = 80)
  lines <- capture.output(print(ledger(), n = Inf))
  expect_lte(max(nchar(lines, "width")), 80)
  expect_true(any(startsWith(lines, "Zhang et al. 2025")))
  expect_false(any(grepl("et al.", capture.output(print(ledger("Shao"))), fixed = TRUE)))
})
