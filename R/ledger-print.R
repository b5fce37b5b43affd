# Printing the ledger: by itself, below its experiments, and as tables of other kinds.

#' @rdname ledger
#' @usage \method{print}{unruly_ledger}(x, n = 10, ...)
#' @param x A ledger.
#' @param n The number of rows to print. Default: 10.
#' @export
print.unruly_ledger <- function(x, n = 10, ...) {
  if (!is.data.frame(x)) check_object(x)
  columns <- c("paper", "verdict", "found", "lower", "upper", "needed", "ours")
  if (!is_complete(x) || !all(columns %in% names(x)) || ...length() > 0) return(NextMethod())
  n <- if (identical(n, Inf)) nrow(x) else check_number(n, "n", min = 0)
  print_line(c(count_lines(x), claim_lines(utils::head(plain_tibble(x), n))))
  if (nrow(x) > n) print_line(sprintf("... and %s: `print(x, n = Inf)`", count_of(nrow(x) - n, "more claim")))
  invisible(x)
}

count_lines <- function(x) {
  counts <- ledger_counts(x)
  if (nrow(counts) == 0) return("<ledger> no claims")
  heads <- setdiff(names(counts), "paper")
  paper <- short_citations(counts$paper, print_width() - sum(nchar(heads) + 2))
  cells <- rbind(c("Claims", heads), cbind(paper, matrix(whole_text(unlist(counts[heads])), nrow(counts))))
  columns <- lapply(seq_len(ncol(cells)), function(j) if (j == 1) pad_right(cells[, j]) else pad_left(cells[, j]))
  do.call(paste, c(columns, list(sep = "  ")))
}

# Shortens those that are longer to their first author: "Zhang et al. 2025".
short_citations <- function(papers, width) {
  ifelse(nchar(papers) > width, sub("^([^ ,]+)(,| and) .* ([0-9]{4})$", "\\1 et al. \\3", papers), papers)
}

# Papers in the order of the table; verdicts that occur.
ledger_counts <- function(x) {
  paper <- factor(x$paper, unique(x$paper))
  counts <- table(paper, factor(x$verdict, verdict_levels))
  counts <- counts[, colSums(counts) > 0, drop = FALSE]
  tibble(paper = levels(paper), !!!rlang::set_names(lapply(seq_len(ncol(counts)), function(j) as.double(counts[, j])),
                                                    colnames(counts)))
}

claim_lines <- function(rows) {
  if (nrow(rows) == 0) return(character())
  own <- ifelse(rows$ours, " (our parameters)", "")
  first <- paste0(pad_right(rows$claim), "  ")
  room <- max(print_width() + 1 - nchar(first[1]), 30)
  texts <- strwrap(paste0(rows$verdict, own, found_texts(rows, ": ")), room, simplify = FALSE)
  paste0(unlist(Map(function(first, text) c(first, rep(strrep(" ", nchar(first)), length(text) - 1)), first, texts)),
         unlist(texts))
}

# "0.45 [0.44, 0.46], needed < 0.5", or nothing where nothing was found.
found_texts <- function(rows, before) {
  number <- function(x) format_numbers(signif(x, 4))
  limits <- ifelse(is.na(rows$lower) | rows$lower == rows$upper, "",
                   sprintf(" [%s, %s]", vapply(rows$lower, number, ""), vapply(rows$upper, number, "")))
  needed <- ifelse(is.na(rows$needed), "", paste(", needed", rows$needed))
  ifelse(is.na(rows$found), "", paste0(before, vapply(rows$found, number, ""), limits, needed))
}

# --- below an experiment -----------------------------------------------------------------------

#' @export
print.unruly_experiment <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  print_study(x, finding_lines(x$experiment))
}

#' @export
print.unruly_series <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  top <- sprintf("<series> of %d studies: %s", length(x$studies), describe_experiment(x$experiment)$title)
  print_fitting(top, unlist(lapply(x$studies, series_blocks), recursive = FALSE), finding_lines(x$experiment), "series")
  invisible(x)
}

most_claims_printed <- 3

# Returns lines of what the paper claims, and of the ledger's verdict.
finding_lines <- function(id) {
  all <- all_claims()
  mine <- all[vapply(all, `[[`, "", "source") == id]
  if (length(mine) == 0) return(NULL)
  rows <- ledger_table(mine, stored_parts())
  shown <- utils::head(plain_tibble(rows), most_claims_printed)
  width <- min(getOption("width"), 100)
  place <- sub("^ours, ", "", shown$place)
  lines <- c(rbind(sprintf("Claim (%s, %s): %s", shown$paper, place, shown$says), verdict_sentences(shown)))
  rest <- nrow(rows) - nrow(shown)
  more <- if (rest > 0) sprintf("... and %s: `ledger(%s)`", count_of(rest, "more claim"), quoted(shown$paper[1]))
  unlist(lapply(c(lines, more), strwrap, width, exdent = 2))
}

verdict_sentences <- function(rows) {
  own <- ifelse(rows$ours, " (our parameters)", "")
  measured <- ifelse(is.na(rows$found), rows$measure, paste0(rows$measure, found_texts(rows, ": ")))
  sprintf("%s%s: %s.", vapply(as.character(rows$verdict), capital, ""), own, measured)
}

# --- as other tables -------------------------------------------------------------------------

#' @rdname ledger
#' @usage \method{summary}{unruly_ledger}(object, ...)
#' @param object A ledger.
#' @export
summary.unruly_ledger <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  ledger_counts(object)
}

#' @exportS3Method generics::tidy unruly_ledger
tidy.unruly_ledger <- function(x, conf.int = TRUE, conf.level = limits_level, ...) {
  check_no_dots(...)
  check_object(x)
  check_level_made(conf.level, limits_level)
  parts <- attr(x, "parts")
  parts <- parts[parts$claim %in% x$claim, ]
  table <- in_broom_words(tibble(parts, term = parts$part), c("claim", "term", "found"), conf.int)
  names(table)[names(table) == "found"] <- "estimate"
  tibble(table, needed = parts$needed, verdict = factor(parts$verdict, verdict_levels), reps = parts$reps)
}

#' @exportS3Method generics::glance unruly_ledger
glance.unruly_ledger <- function(x, ...) {
  check_no_dots(...)
  check_object(x)
  counts <- table(factor(x$verdict, verdict_levels))
  tibble(claims = nrow(x), papers = length(unique(x$paper)),
         !!!rlang::set_names(lapply(counts, as.double), gsub(" ", "_", verdict_levels)))
}
