# Values that a rule of a parameter allows.

first_inside <- function(rule) {
  from <- !is.na(rule$from) || !is.na(rule$beyond)
  at <- c(if (from) c(9, rule$greatest), 1, 0.5, 2, rule$least, rule$greatest)
  at[at > rule$least - !rule$above & at >= rule$least & at <= rule$greatest & (at != rule$least | !rule$above) &
       (at != rule$greatest | !rule$below)][1]
}

# As many numbers as a rule wants of two arms, all of them `x`.
sized <- function(rule, x) {
  if (rule$sums) return(if (rule$size == "rows") cbind(c(x, x), 1 - x) else matrix(c(x, 1 - x), 1))
  many <- switch(rule$size, one = x, rows = matrix(x, 2, 2), rep(x, 2))
  if (rule$increasing) many <- if (x > 2) c(1, x) else c(x, max(x + 1, 0))
  many
}

working_value <- function(rule) {
  if (rule$kind == "text") return(if (is.na(rule$text)) "any" else strsplit(rule$text, "|", fixed = TRUE)[[1]][1])
  sized(rule, first_inside(rule))
}
