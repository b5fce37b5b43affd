# Crosses of many cases. `make test` plays a share of each, which changes with the sources, and `make test-all` all of them;
# UNRULY_SHARE (tools/with-library.sh sets it, and tools/test.R prints it) says which: a run is repeated by the same number.

# Returns the rows of a cross (a data frame of factors) or the elements of a vector that are played: those whose numbers of levels,
# with that of the share, add up to a multiple of `one_in`. So each level of each factor occurs, of two factors each level with a part
# of the other's. What is small stays whole: less than 12 cases, or a factor of few levels beside another.
share_of <- function(cross, one_in = 4) {
  share <- share_number()
  if (is.na(share)) return(cross)
  factors <- if (is.data.frame(cross)) as.list(cross) else list(seq_along(cross))
  levels <- lapply(factors, function(values) match(values, unique(values)))
  cases <- length(levels[[1]])
  if (cases < 12 || length(levels) > 1 && min(vapply(levels, max, 0L)) < one_in) return(cross)
  played <- (Reduce(`+`, levels) + share) %% one_in == 0
  if (is.data.frame(cross)) cross[played, , drop = FALSE] else cross[played]
}

# Returns whether a case of nested loops is played, given the numbers of its levels: the same share, of a cross that is large.
is_drawn <- function(..., one_in = 4) is.na(share_number()) || (sum(...) + share_number()) %% one_in == 0

# Returns the share of a list that is short, but dear.
drawn_of <- function(cases, one_in = 4, ...) cases[vapply(seq_along(cases), is_drawn, NA, ..., one_in = one_in)]

# Returns the number of the share, NA where all is played: where nothing says which, or in a run of everything.
share_number <- function() {
  if (identical(Sys.getenv("UNRULY_ALL"), "true")) return(NA_integer_)
  suppressWarnings(as.integer(Sys.getenv("UNRULY_SHARE")))
}

# Returns whether what is not whole or not up to date is a failure, as of the tables that commands write: in a run of
# everything, and in .ci/run.
is_strict <- function() identical(Sys.getenv("UNRULY_ALL"), "true") || identical(Sys.getenv("UNRULY_STRICT"), "true")

# Returns how many times as many claims a run of everything makes, at most.
parts_of_share <- function() if (is.na(share_number())) 1 else 8
