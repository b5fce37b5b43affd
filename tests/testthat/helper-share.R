# Crosses of many cases. `make test` plays a share of each, which changes with the sources, and `make test-all` all of them;
# UNRULY_SHARE (tools/with-library.sh sets it, and tools/test.R prints it) says which: a run is repeated by the same number.
#
# Claims that a program of tests/c holds in many more games than R plays:
# - the fast way is the plain one (helper-index.R, test-composition.R): test_fast.c, test_compositions.c
# - threads cannot be seen: test_core.c; nor can the places of arms: test_compositions.c
# - agents that are read go on as before, and reading changes nothing (test-agent.R): test_agent.c, test_compositions.c
# - propensities are those of the choices (test-policy-chances.R): test_chances.c; reasons agree with choices: test_explain.c
# - a log's likelihood is that of its propensities (test-fit-likelihood.R): test_fit.c
# That traits which do nothing change nothing (test-trait-neutral.R) is held in R alone.

# Returns the rows of a cross (a data frame of factors) or the elements of a vector that are played: those whose numbers of levels,
# with that of the share, add up to a multiple of `one_in`. So each level of each factor occurs, of two factors each level with a part
# of the other's. Beside a factor of four or five levels it is one in as many. What is small stays whole: less than 12 cases, or a
# factor of fewer levels beside another.
share_of <- function(cross, one_in = 6) {
  share <- share_number()
  if (is.na(share)) return(cross)
  factors <- if (is.data.frame(cross)) as.list(cross) else list(seq_along(cross))
  levels <- lapply(factors, function(values) match(values, unique(values)))
  cases <- length(levels[[1]])
  fewest <- if (length(levels) > 1) min(vapply(levels, max, 0L)) else cases
  if (cases < 12 || fewest < min(one_in, 4)) return(cross)
  one_in <- min(one_in, fewest)
  played <- (Reduce(`+`, levels) + share) %% one_in == 0
  if (is.data.frame(cross)) cross[played, , drop = FALSE] else cross[played]
}

# Returns whether a case of nested loops is played, given the numbers of its levels: one in four of a cross that is large.
is_drawn <- function(..., one_in = 4) is.na(share_number()) || (sum(...) + share_number()) %% one_in == 0

# Returns whether a case within one that is drawn (one in 4) is played: one in 3, so that each pair has its share.
is_drawn_within <- function(...) is.na(share_number()) || (sum(...) + share_number() %/% 4) %% 3 == 0

# Returns the share of a list that is short, but dear.
drawn_of <- function(cases, one_in = 4, ...) cases[vapply(seq_along(cases), is_drawn, NA, ..., one_in = one_in)]

# Returns the part of a list within a case that is drawn.
drawn_within_of <- function(cases, ...) cases[vapply(seq_along(cases), is_drawn_within, NA, ...)]

# Returns the number of the share, NA where all is played: where nothing says which, or in a run of everything.
share_number <- function() {
  if (identical(Sys.getenv("UNRULY_ALL"), "true")) return(NA_integer_)
  suppressWarnings(as.integer(Sys.getenv("UNRULY_SHARE")))
}

# Returns whether what is not whole or not up to date is a failure, as of the tables that commands write: in a run of
# everything, and in .ci/run.
is_strict <- function() identical(Sys.getenv("UNRULY_ALL"), "true") || identical(Sys.getenv("UNRULY_STRICT"), "true")

# Returns how many times as many claims a run of everything makes, at most: 1 in such a run.
parts_of_share <- function(most = 8) if (is.na(share_number())) 1 else most
