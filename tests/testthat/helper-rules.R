# Values that a rule of a parameter allows.

first_inside <- function(rule) {
  from <- !is.na(rule$from) || !is.na(rule$beyond)
  at <- c(if (from) c(9, rule$greatest), if (rule$even) 2, if (rule$sum %in% "sum to less than 1") 0.2, 1, 0.5, 2, rule$least, rule$greatest)
  at[at > rule$least - !rule$above & at >= rule$least & at <= rule$greatest & (at != rule$least | !rule$above) &
       (at != rule$greatest | !rule$below)][1]
}

# As many numbers as a rule wants of two arms, all of them `x`.
sized <- function(rule, x) {
  if (rule$sums) return(if (rule$size == "rows") cbind(c(x, x), 1 - x) else matrix(c(x, 1 - x), 1))
  many <- switch(rule$size, one = x, rows = matrix(x, 2, 2), rep(x, 2))
  low <- max(1, rule$least[is.finite(rule$least)])
  if (rule$increasing) many <- if (x > max(2, low)) c(low, x) else c(x, max(x + 1, 0))
  many
}

# Values of all parameters of a type that may be given together with this one (NULL: with whichever), by their names in R.
works_beside <- function(type, rules, rule = NULL) {
  own <- function(names) strsplit(names, "|", fixed = TRUE)[[1]]
  free <- Filter(function(r) is.na(r$not_with) && is.na(r$only_with) && is.na(r$only_if) && !r$law, rules)
  works <- lapply(free, working_value)
  if (is.null(rule)) return(works)
  if (!is.na(rule$not_with)) works[own(rule$not_with)] <- NULL
  if (!is.na(rule$only_with)) {
    beside <- rules[[own(rule$only_with)]]
    if (!is.na(beside$not_with)) works[own(beside$not_with)] <- NULL
    works[[beside$name]] <- working_value(beside)
  }
  conditions <- c(rule$only_if, if (!is.na(rule$only_with)) rules[[own(rule$only_with)]]$only_if)
  for (condition in stats::na.omit(conditions)) {
    parts <- strsplit(condition, "=", fixed = TRUE)[[1]]
    works[[own(parts[1])]] <- sub("[|].*", "", parts[2])
  }
  works[[rule$name]] <- working_value(rule)
  works
}

working_value <- function(rule) {
  if (rule$kind == "text") return(if (is.na(rule$text)) "any" else strsplit(rule$text, "|", fixed = TRUE)[[1]][1])
  sized(rule, first_inside(rule))
}
