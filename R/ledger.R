#' What the papers claim, and what comes out
#' @description
#' Lists the papers' checkable claims, one row per claim, with what was found and a verdict that follows from the
#' numbers by a rule.
#'
#' **Use it when** you want to know what of a paper holds, what does not and what was misprinted, or which experiment or
#' bound repeats a claim. [check_claim()] plays claims again.
#'
#' @param paper Part of a paper's name, such as `"Fang"`, a single string. Default: `NULL`, all papers.
#' @param verdict One or more verdicts, see below. Default: `NULL`, all.
#' @param claim One or more ids of claims. Default: `NULL`, all.
#' @param ... Must be empty.
#' @return A tibble of class `unruly_ledger`, one row per claim:
#' * `claim`: its id; `paper`, `place`, `kind` (theorem, figure, number, example or remark);
#' * `says`: the assertion, in our words; `printed`: the number that is printed, if any;
#' * `measure`: what was measured; `found`, `lower`, `upper`: the estimate and its 99.9% interval, equal for exact
#'   results;
#' * `needed`: the range in which `found` must lie for the claim to hold;
#' * `verdict`: a factor;
#' * `ours`: whether a parameter is ours because the paper omits it or our copy of it lacks it;
#' * `source`: the experiment for [run_experiment()], or `check` for a computation of its own;
#' * `reps`: the number of replications of the run. Where it is below that of `experiments()`, the run was smaller than
#'   the paper's;
#' * `version`, `hash`: the package's version and the games, as in [glance()][tidiers].
#'
#' If a claim has several parts, the row shows the one that decides; [tidy()][tidiers] gives one row per part.
#' `summary()` counts claims by paper and verdict.
#' @section Verdicts: The interval of a part lies inside the range that the claim needs (confirmed), outside (not
#'   reproduced), or across its end (open: more replications would decide). Means are compared by replication and have
#'   Student's interval, shares of games that of Clopper and Pearson.
#'
#'   * confirmed: all parts are
#'   * partly: some parts are confirmed and some not reproduced; or the row is not reproduced and a second one, at
#'     other parameters, is confirmed
#'   * not reproduced: no part is confirmed, and one at least not reproduced; where parameters are ours, in a second
#'     row at other parameters, too
#'   * misprint: the print is refuted exactly, or by more than five standard errors, and its correction is confirmed
#'     (the claim whose id ends in `-corrected`)
#'   * open: anything else
#'   * cannot be checked: the data or the statement are not available; `measure` says why
#'
#'   Words mean the same in all papers: better, a ratio of means below 1; much better, below 0.5; slightly worse,
#'   between 1 and 1.25; linear regret, an exponent ln(R(T) / R(T / 10)) / ln 10 above 0.9 (nearly linear: 0.8;
#'   sublinear: below 0.8); order T^a, an exponent within 0.1 of a; logarithmic, regret between T / 10 and T at most 1.5
#'   times that between T / 100 and T / 10; proportional, a slope of logarithms from 0.8 to 1.25; most, more than half;
#'   in all games, a share above 0.8; a printed number, one unit of its last decimal.
#'
#'   Verdicts are not stored. The package stores estimates (`extdata/ledger.csv`), and `make ledger` in its sources
#'   plays again whatever has changed.
#' @section Errors: `unruly_error_argument`: an unknown paper, verdict or claim.
#' @examples
#' ledger()
#' ledger("Sharoff")[c("claim", "found", "needed", "verdict")]
#' ledger(verdict = "misprint")$says
#' @seealso [experiments()], [regret_bound()].
#' @export
ledger <- function(paper = NULL, verdict = NULL, claim = NULL, ...) {
  check_no_dots(...)
  all <- all_claims()
  if (!is.null(claim)) all <- all[check_claims(claim, names(all), rlang::current_env())]
  if (!is.null(paper)) all <- claims_of_paper(all, check_text(paper, "paper"), rlang::current_env())
  if (!is.null(verdict)) verdict <- check_verdicts(verdict, rlang::current_env())
  table <- ledger_table(all, stored_parts())
  if (is.null(verdict)) table else table[table$verdict %in% verdict, ]
}

#' Play claims of the papers again
#' @description
#' Plays the sources of claims of the [ledger()] again and applies the same rules to what comes out.
#'
#' **Use it when** you doubt a row of the ledger, want more replications for a claim that is open, or have the data that
#' it lacks.
#'
#' @param claim One or more ids of claims, see [ledger()].
#' @param reps Number of replications, a whole number of at least 1. Default: `NULL`, the source's own.
#' @param seed As in [run_study()]. Default: 2026, with which the ledger was made.
#' @param scale `"full"`, the paper's size (up to several minutes), or `"quick"`, a small size of each source's own;
#'   where that has a shorter horizon the verdict is one for that horizon. Default: `"full"`.
#' @param ... More arguments of [run_experiment()], such as `threads`, `path`, or `data` for claims on data that cannot
#'   be distributed with the package.
#' @return As [ledger()].
#' @section Errors: `unruly_error_argument`: an unknown claim (with the nearest id). Missing data is no error:
#'   the verdict is then "cannot be checked".
#' @examples
#' check_claim("impatient-prop-3.6", scale = "quick", threads = 1)
#' check_claim("farewell-thm-1")[c("found", "needed", "verdict")]
#' @seealso [run_experiment()] for an experiment itself.
#' @export
check_claim <- function(claim, reps = NULL, seed = 2026, scale = c("full", "quick"), ...) {
  all <- all_claims()
  ids <- check_claims(claim, names(all), rlang::current_env())
  if (!is.null(reps)) reps <- check_whole(reps, "reps", min = 1)
  seed <- check_seed(seed, rlang::current_env())
  scale <- check_choice(scale, "scale", c("full", "quick"))
  # A misprint is one by the verdict on its correction; rows at other parameters are those of the ledger.
  played <- all[union(ids, intersect(paste0(ids, "-corrected"), names(all)))]
  seconds <- setdiff(unlist(lapply(played, `[[`, "second")), names(played))
  sources <- split(played, factor(vapply(played, `[[`, "", "source"), unique(vapply(played, `[[`, "", "source"))))
  parts <- Map(play_claims, names(sources), sources,
               MoreArgs = list(scale = scale, reps = reps, seed = seed, progress = FALSE, ...))
  given <- c(if (!is.null(list(...)$data)) "data", if (!is.null(getOption("unruly.yahoo"))) "unruly.yahoo")
  stored <- stored_parts()
  parts <- c(unname(parts), list(stored[stored$claim %in% seconds, ]))
  table <- ledger_table(c(played, all[seconds]), do.call(rbind, parts), given)
  table[table$claim %in% ids, ]
}

check_claims <- function(claim, known, call) {
  if (missing(claim)) abort_missing("claim", call)
  check_strings(claim, "claim", call)
  unknown <- setdiff(claim, known)
  if (length(unknown) > 0) {
    abort_argument("claim", "the ids of claims, see `ledger()`", claim, given = quoted(unknown[1]), call = call,
                   hint = did_you_mean(unknown[1], known))
  }
  unique(claim)
}

check_strings <- function(x, argument, call) {
  hint <- if (argument == "claim" && is.data.frame(x)) "The ids are in the column `claim` of a ledger."
  if (!is_words(x) || length(x) == 0) abort_argument(argument, "one or more strings", x, hint = hint, call = call)
}

check_verdicts <- function(verdict, call) {
  if (is.factor(verdict)) verdict <- as.character(verdict)
  check_strings(verdict, "verdict", call)
  unknown <- setdiff(verdict, verdict_levels)
  if (length(unknown) > 0) {
    abort_argument("verdict", toString(quoted(verdict_levels)), verdict, given = quoted(unknown[1]), call = call,
                   hint = did_you_mean(unknown[1], verdict_levels))
  }
  verdict
}

claims_of_paper <- function(claims, paper, call) {
  papers <- vapply(claims, `[[`, "", "paper")
  found <- grepl(tolower(paper), tolower(papers), fixed = TRUE)
  if (any(found)) return(claims[found])
  if (paper %in% names(claims)) {
    abort_argument("paper", "part of the name of a paper", call = call, given = sprintf("%s, a claim", quoted(paper)),
                   hint = sprintf("Write `claim = %s`.", quoted(paper)))
  }
  abort_argument("paper", "part of the name of a paper", paper, call = call,
                 hint = sprintf("The papers are %s.", toString(quoted(unique(unname(papers))))))
}

# --- the stored numbers --------------------------------------------------------------------

ledger_file <- function() system.file("extdata", "ledger.csv", package = "unruly", mustWork = TRUE)

stored_parts <- function(file = ledger_file()) {
  types <- c(claim = "character", part = "character", found = "numeric", se = "numeric", df = "numeric",
             exact = "logical", reps = "numeric", seed = "numeric", version = "character", hash = "character")
  rows <- utils::read.csv(file, colClasses = types, encoding = "UTF-8", na.strings = "NA")
  plain_tibble(rows)
}

# --- the table -------------------------------------------------------------------------------

# `with_data`: which data that claims lack the user has supplied.
ledger_table <- function(claims, parts, with_data = NULL) {
  parts <- judged_parts(claims, parts, with_data)
  verdict <- vapply(names(claims), function(id) claim_verdict(parts$verdict[parts$claim == id]), "")
  verdict <- with_seconds(with_misprints(verdict, claims, parts), claims)
  shown <- vapply(names(claims), function(id) deciding_part(parts, id), 0L)
  of <- function(field) unname(vapply(claims, function(c) c[[field]], claims[[1]][[field]]))
  several <- vapply(names(claims), function(id) sum(parts$claim == id), 0) > 1
  measure <- paste0(of("measure"), ifelse(several, paste0(": ", parts$part[shown]), ""))
  reason <- vapply(names(claims), function(id) {
    unchecked_reason(claims[[id]], parts[parts$claim == id, ], with_data)
  }, "")
  measure <- paste0(measure, ifelse(reason == "", "", paste0(" (", reason, ")")))
  table <- tibble(
    claim = names(claims), paper = of("paper"), place = of("place"), kind = of("kind"), says = of("says"),
    printed = of("printed"), measure = measure, found = parts$found[shown], lower = parts$lower[shown],
    upper = parts$upper[shown], needed = parts$needed[shown], verdict = factor(unname(verdict), verdict_levels),
    ours = of("ours"), source = source_words(of("source")), reps = parts$reps[shown], version = parts$version[shown],
    hash = parts$hash[shown]
  )
  new_table(table, "unruly_ledger", parts = parts)
}

# "" for claims that can be checked.
unchecked_reason <- function(claim, parts, with_data) {
  blocked <- blocked_reason(claim, with_data)
  if (!is.null(blocked)) return(blocked)
  if (!any(vapply(seq_len(nrow(parts)), function(i) lacks_data(claim, parts[i, ]), NA))) return("")
  paste("not measured: `data` must be", describe_experiment(claim$source)[["needs"]])
}

source_words <- function(source) ifelse(source %in% names(experiment_registry()), source, "check")

blocked_reason <- function(claim, with_data) if (!any(claim$needs_data %in% with_data)) claim$blocked

# Every claim has a part at least: where there are no numbers it is open.
judged_parts <- function(claims, parts, with_data) {
  without <- setdiff(names(claims), parts$claim)
  parts <- rbind(parts, do.call(rbind, lapply(without, function(id) {
    part_rows(id, list(found = NA_real_), NA_real_, NA_real_, NA_character_)
  })))
  parts <- parts[unlist(split(seq_len(nrow(parts)), factor(parts$claim, names(claims)))), ]
  columns <- as.list(parts)
  judged <- lapply(seq_len(nrow(parts)), function(i) {
    judge_part(lapply(columns, `[`, i), claims[[columns$claim[i]]], with_data)
  })
  column <- function(name, kind) vapply(judged, `[[`, kind, name)
  tibble(parts[c("claim", "part", "found", "se", "df")], lower = column("lower", 0), upper = column("upper", 0),
         needed = column("needed", ""), verdict = column("verdict", ""), certain = column("certain", NA),
         parts[c("exact", "reps", "version", "hash")])
}

# `row`: a part, as a list.
judge_part <- function(row, claim, with_data) {
  needed <- needed_by(claim, row$part)
  limits <- part_interval(row$found, row$se, row$df, row$exact, claim$range)
  blocked <- !is.null(blocked_reason(claim, with_data)) || lacks_data(claim, row)
  # No part is known of what was not played.
  verdict <- if (blocked) "cannot be checked" else if (is.null(needed)) "open" else
    part_verdict(limits[1], limits[2], needed)
  certain <- !is.null(needed) && !is.na(row$found) && refuted_for_certain(row$found, row$se, row$df, row$exact, needed)
  list(lower = limits[1], upper = limits[2], needed = needed$text %||% NA_character_, verdict = verdict,
       certain = certain)
}

# A run without the data that its experiment requires has no numbers.
lacks_data <- function(claim, row) {
  is.na(row$found) && claim$source %in% names(experiment_registry()) &&
    !is.null(describe_experiment(claim$source)[["needs"]])
}

with_misprints <- function(verdict, claims, parts) {
  for (id in names(verdict)) {
    corrected <- verdict[paste0(id, "-corrected")]
    if (is.na(corrected) || corrected != "confirmed" || verdict[[id]] != "not reproduced") next
    if (any(parts$certain[parts$claim == id])) verdict[[id]] <- "misprint"
  }
  verdict
}

# Changes verdicts that rest on parameters of ours: authors are contradicted by two rows at least, and a sentence that
# holds at other parameters is partly reproduced.
with_seconds <- function(verdict, claims) {
  known <- verdict
  for (id in names(verdict)[verdict == "not reproduced"]) {
    second <- if (!is.null(claims[[id]]$second)) known[claims[[id]]$second] else NA
    if (second %in% c("confirmed", "partly")) verdict[[id]] <- "partly"
    else if (claims[[id]]$ours && !second %in% "not reproduced") verdict[[id]] <- "open"
  }
  verdict
}

# The first of the parts whose verdict is hardest on the claim.
deciding_part <- function(parts, id) {
  mine <- which(parts$claim == id)
  hardest <- c("not reproduced", "open", "confirmed", "cannot be checked")
  mine[which.min(match(parts$verdict[mine], hardest))]
}

shape.unruly_ledger <- function(x) list(
  claim = function(v, x) is_words(v) && are_columns(x, c("claim", "verdict")) && is_key(x, "claim"),
  verdict = function(v, x) is.factor(v) && identical(levels(v), verdict_levels)
)
