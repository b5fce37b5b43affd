# `make quick`, and the machines of CRAN, leave out most tests that take longer than a third of a second, but for those of what
# policies play. They still test every policy, trait and rule, and something of every file (test-sources-cran.R).
is_quick <- function() {
  switch(Sys.getenv("UNRULY_QUICK"), true = TRUE, false = FALSE, !identical(Sys.getenv("NOT_CRAN"), "true"))
}

skip_in_quick <- function() testthat::skip_if(is_quick(), "Left out of make quick, and on CRAN")

# All cases, or where little is tested the first of every few.
one_in <- function(few, cases) if (is_quick()) cases[seq(1, length(cases), by = few)] else cases

# Of the games in which a policy is held against its literal version one in eight is played, the first of each policy
# in a file among them.
cases_met <- new.env()

is_left_out <- function(policy) {
  if (!is_quick()) return(FALSE)
  key <- paste(literal_test_file(), policy$label)
  met <- cases_met[[key]] %||% 0
  assign(key, met + 1, cases_met)
  met %% 8 > 0
}
