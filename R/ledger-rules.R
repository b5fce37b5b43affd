# From numbers to verdicts (`ledger()`). Nothing here knows of any paper: a claim states of each of its parts in which
# range the truth must lie, a run gives an estimate with its error, and the verdict follows.

verdict_levels <- c("confirmed", "partly", "not reproduced", "misprint", "open", "cannot be checked")

ledger_level <- 0.999

# --- ranges --------------------------------------------------------------------------------

# An open range, and how it is written.
needs <- function(low = -Inf, high = Inf, text = NULL) {
  text <- text %||% if (is.infinite(low)) paste("<", format_numbers(high)) else if (is.infinite(high))
    paste(">", format_numbers(low)) else paste(format_numbers(low), "to", format_numbers(high))
  list(low = low, high = high, text = text)
}

# Meanings of papers' words, for all of them alike. Ratios are of means; exponents and growth are defined in
# R/ledger-measures.R.
words_of_claims <- list(
  better = needs(high = 1), "much better" = needs(high = 0.5), worse = needs(low = 1),
  "slightly worse" = needs(1, 1.25), linear = needs(low = 0.9), "nearly linear" = needs(low = 0.8),
  sublinear = needs(high = 0.8), most = needs(low = 0.5), logarithmic = needs(high = 1.5),
  proportional = needs(0.8, 1.25), "all games" = needs(low = 0.8), "no game" = needs(high = 0.2)
)

needs_word <- function(word) words_of_claims[[word]]

# T^a; written as a fraction where the paper does.
needs_power <- function(a) needs(a - 0.1, a + 0.1, sprintf("%s +- 0.1", format_numbers(round(a, 3))))

# A printed number: one unit of its last decimal to either side.
needs_printed <- function(value, decimals) {
  unit <- 10^-decimals
  needs(value - unit, value + unit, sprintf("%s +- %s", format_numbers(value), format_numbers(unit)))
}

# A whole number, and a number that rounding may have changed.
needs_count <- function(n) needs(n - 0.5, n + 0.5, paste("=", format_numbers(n)))

needs_at_least <- function(x) needs(x - 1e-9, Inf, paste(">=", format_numbers(x)))

needs_at_most <- function(x) needs(-Inf, x + 1e-9, paste("<=", format_numbers(x)))

# --- intervals -----------------------------------------------------------------------------

# Returns the interval of one part: Student's at the ledger's level. Without `se`, `found` is a share of `df` games, and
# the interval is that of Clopper and Pearson. Where all games agree the range of what is measured gives limits, if it
# is known (R/table-limits.R). What else has no error has no interval, unless it is exact.
part_interval <- function(found, se, df, exact = FALSE, range = NULL) {
  if (is.na(found)) return(c(NA_real_, NA_real_))
  if (exact) return(c(found, found))
  if (is.na(df) || df < 1) return(c(NA_real_, NA_real_))
  if (is.na(se)) return(limits_of_shares(found, df, ledger_level)[, 1])
  limits_of_means(found, se, df + 1, range %||% c(-Inf, Inf), ledger_level)[, 1]
}

# --- verdicts ------------------------------------------------------------------------------

part_verdict <- function(lower, upper, needed) {
  if (is.na(lower) || is.na(upper)) return("open")
  if (lower > needed$low && upper < needed$high) return("confirmed")
  if (upper <= needed$low || lower >= needed$high) "not reproduced" else "open"
}

# Parts that cannot be checked do not count.
claim_verdict <- function(parts) {
  parts <- parts[parts != "cannot be checked"]
  if (length(parts) == 0) return("cannot be checked")
  if (all(parts == "confirmed")) return("confirmed")
  refuted <- any(parts == "not reproduced")
  if (refuted && any(parts == "confirmed")) return("partly")
  if (refuted) "not reproduced" else "open"
}

# A print is refuted for certain if it is so exactly, or by more than five standard errors (of a share: those that it
# would have at the end of the range).
refuted_for_certain <- function(found, se, df, exact, needed) {
  beyond <- max(needed$low - found, found - needed$high)
  if (beyond < 0) return(FALSE)
  if (exact) return(TRUE)
  end <- if (found <= needed$low) needed$low else needed$high
  if (is.na(se)) se <- sqrt(end * (1 - end) / df)
  isTRUE(se > 0 && beyond > 5 * se)
}
