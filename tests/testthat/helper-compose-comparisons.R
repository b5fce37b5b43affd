# The composing fuzzer: what must hold of compare_arms() in every setting, of studies and of logs.

invariant_comparisons <- function(p) {
  o <- p$opened
  if (isTRUE(o$bandit$arms$count < 2)) return()
  study <- unless_refused(play_opened(o, keep = c("choices", "scores")))
  if (is_refused(study)) return()
  sequences_disagree(study, o$seed) %||% pairs_differ(o, study) %||% logs_disagree(study, o)
}

compared <- function(x, ...) suppressMessages(unless_refused(unsurprised(compare_arms(x, ...))))

# An interval leaves out the margin exactly where the p-value is small, with a control and with a threshold; where nothing was
# shown of an arm, both say nothing.
sequences_disagree <- function(study, seed) {
  margin <- withr::with_seed(seed, few_numbers(1, -1, 1))
  for (against in list(list(control = "all"), list(control = 1), list(threshold = 0.5))) {
    found <- do.call(compared, c(list(study), against, list(margin = margin, adjust = "none", at = "all")))
    if (is_refused(found)) next
    if (anyNA(found$p_value) || anyNA(found$e_value) || anyNA(found$lower) || anyNA(found$upper)) return("a comparison is NA")
    unseen <- is.na(found$estimate)
    if (!all(found$e_value[unseen] == 1 & found$p_value[unseen] == 1)) return("an arm that was not pulled gives evidence")
    edge <- unseen | pmin(abs(found$lower - margin), abs(found$upper - margin)) < 1e-6
    out <- found$lower > margin | found$upper < margin
    wrong <- which(out != (found$p_value <= 0.05) & !edge)
    if (length(wrong) > 0) {
      return(sprintf("row %d: p-value %s, but %s to %s for %s", wrong[1], format_value(found$p_value[wrong[1]]),
                     format_value(found$lower[wrong[1]]), format_value(found$upper[wrong[1]]), format_value(margin)))
    }
  }
}

pairs_differ <- function(o, study) {
  if (!identical(play_opened(o, keep = c("choices", "scores"), threads = more_threads())$tables$pairs, study$tables$pairs)) return("threads change sums of pairs")
  plain <- withr::with_options(list(unruly.plain = TRUE), play_opened(o, keep = c("choices", "scores")))
  difference_of(list(scores = plain$tables$scores, pairs = plain$tables$pairs), list(scores = study$tables$scores, pairs = study$tables$pairs))
}

# Differences of AIPW estimates of a study are those of the logs of its games, if all rewards are shown at once.
logs_disagree <- function(study, o) {
  if (any(c(unruly:::late_traits, "replay") %in% names(o$bandit$traits)) || !is.null(o$stop) || !is.null(o$drop) || !is.null(o$graduate)) return()
  found <- compared(study, control = "all", method = "aipw", adjust = "none")
  if (is_refused(found)) return()
  for (rep in unique(found$rep)) {
    log <- as_log(study, rep = rep)
    wanted <- compared(log, control = "all", method = "aipw", adjust = "none")
    if (is_refused(wanted)) return()
    names <- function(x) paste(x$arm, x$control)
    here <- found[found$rep == rep, ]
    here <- here[match(names(wanted), names(here)), ]
    if (anyNA(here$p_value)) return("comparisons of the log are not in the study")
    size <- max(abs(as_tibble(log)$reward), 1e-300)
    for (column in c("estimate", "se", "lower", "upper")) {
      a <- here[[column]]
      b <- wanted[[column]]
      wrong <- is.na(a) != is.na(b) | is.finite(a) != is.finite(b) | abs(a - b) > 1e-6 * size
      if (any(wrong, na.rm = TRUE)) {
        at <- which(wrong)[1]
        return(sprintf("%s of %s: %s of the study, %s of its log", column, names(wanted)[at], format_value(a[at]), format_value(b[at])))
      }
    }
  }
}
