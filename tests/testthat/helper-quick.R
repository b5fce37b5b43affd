# `make quick`, and the machines of CRAN, leave out most tests that take longer than an eighth of a second, but for those of what
# policies play. They still test every policy, trait and rule, and something of every file (test-sources-cran.R).
is_quick <- function() {
  switch(Sys.getenv("UNRULY_QUICK"), true = TRUE, false = FALSE, !identical(Sys.getenv("NOT_CRAN"), "true"))
}

skip_in_quick <- function() testthat::skip_if(is_quick(), "Left out of make quick, and on CRAN")

# The share of the cases, or where little is tested the first of every few.
one_in <- function(few, cases) if (is_quick()) cases[seq(1, length(cases), by = few)] else share_of(cases, min(few, 6))

# Of the games in which a policy is held against its literal version one in eight is played in a quick run, the first of each
# policy in a file among them; else the first two and the share of the others.
is_left_out <- function(policy) {
  met <- case_number(paste(literal_test_file(), policy$label))
  if (is_quick()) met %% 8 > 0 else met > 1 && !is_drawn(met, one_in = 8)
}

# Returns how many cases of this kind were met before.
case_number <- function(kind) {
  met <- cases_met[[kind]] %||% 0L
  assign(kind, met + 1L, cases_met)
  met
}

cases_met <- new.env()
