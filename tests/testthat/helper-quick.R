# `make quick` leaves out most tests that take longer than a third of a second, but for those of what policies play. It
# still tests every policy, and something of every file but those that tests/allowed-empty names.
is_quick <- function() identical(Sys.getenv("UNRULY_QUICK"), "true")

skip_in_quick <- function() testthat::skip_if(is_quick(), "Left out of make quick")

# Of the games in which a policy is held against its literal version one in four is played, the first of each policy
# among them.
cases_met <- new.env()

is_left_out <- function(policy) {
  if (!is_quick()) return(FALSE)
  met <- cases_met[[policy$label]] %||% 0
  assign(policy$label, met + 1, cases_met)
  met %% 4 > 0
}
