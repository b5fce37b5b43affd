# Strings, numbers, counts, priors and rules as they are written for people and in files.

# Strings as a user would write them, cut if they are long.
quoted <- function(text) {
  clean <- encodeString(readable(text), na.encode = TRUE)
  long <- nchar(clean, "chars") > 60
  clean[long] <- paste0(substr(clean[long], 1, 57), "...")
  ifelse(is.na(text), "NA", paste0("\"", clean, "\""))
}

# Bytes that are no text become text: <ff>.
readable <- function(text) {
  text <- as.character(text)
  if (length(text) == 0) return(text)
  Encoding(text)[Encoding(text) == "bytes"] <- "unknown"
  iconv(enc2utf8(text), "UTF-8", "UTF-8", sub = "byte")
}

# Seven digits, or more where these would pass off a fraction as a whole number.
format_numbers <- function(x) {
  vapply(x, function(v) {
    whole <- !is.numeric(v) || !is.finite(v) || v == round(v)
    format_plain(v, digits = if (!whole && signif(v, 7) == round(v)) 15 else 7)
  }, "")
}

format_count <- function(n) format_plain(n, big.mark = ",", scientific = FALSE)

# Numbers as one writes them in R, whatever decimal mark and width of exponents
# the user has set for looking at data.
format_plain <- function(x, ...) {
  old <- options(scipen = 0)
  on.exit(options(old))
  format(x, trim = TRUE, decimal.mark = ".", ...)
}

capital <- function(text) paste0(toupper(substr(text, 1, 1)), substring(text, 2))

whole_text <- function(x) sprintf("%.0f", x)

# "sample_size" as people write it.
measure_titles <- function(measure) gsub("_", " ", measure, fixed = TRUE)

count_of <- function(n, one, many = paste0(one, "s")) {
  paste(format_count(n), if (n == 1) one else many)
}

# All with as many decimals as the largest needs for four digits, one at least;
# none from a million on.
format_figures <- function(figures) {
  largest <- max(abs(unlist(figures)), 0, na.rm = TRUE)
  if (largest >= 1e15) return(lapply(figures, function(x) formatC(x, digits = 3, format = "e", decimal.mark = ".")))
  decimals <- if (largest >= 1e6) 0 else if (largest == 0) 1 else min(max(3 - floor(log10(max(largest, 1e-6))), 1), 8)
  lapply(figures, function(x) {
    text <- formatC(x, digits = decimals, format = "f", big.mark = ",", decimal.mark = ".")
    ifelse(is.na(x), "", sub("^-(0[.0]*)$", "\\1", text))
  })
}

prior_text <- function(x) {
  sprintf("%s(%s)", x$law, paste(format_numbers(x$values), collapse = ", "))
}

# With `exact`, strings are equal only if their numbers are, to the last bit.
rule_text <- function(rule, exact = FALSE) {
  control <- c("keepNA", "keepInteger", "niceNames", "showAttributes", if (exact) "digits17")
  paste(deparse_plain(rule$code, width.cutoff = 500, control = control), collapse = " ")
}

package_version_text <- function() as.character(getNamespaceVersion("unruly"))

# A range as one would read it, or write it in code.
interval_text <- function(x) sprintf("[%s]", paste(exact_text(x), collapse = ", "))

vector_text <- function(x) sprintf("c(%s)", paste(exact_text(x), collapse = ", "))

# A range as one writes it in R, which holds all that the range holds.
outer_range_text <- function(range) {
  sprintf("c(%s, %s)", end_text(range[1], -1, diff(range)), end_text(range[2], 1, diff(range)))
}

# Twelve digits, rounded outwards (`side`); all digits if these are too few for the width.
end_text <- function(end, side, width) {
  outwards <- function(text) side * (as.double(text) - end) >= 0
  text <- exact_text(end)
  if (outwards(text)) return(text)
  unit <- 10^(floor(log10(abs(end))) - 11)
  further <- exact_text(end + side * unit)
  if (unit <= width / 1000 && outwards(further)) further else sprintf("%.17g", end)
}

exact_text <- function(x) vapply(x, format_plain, "", digits = 12)
