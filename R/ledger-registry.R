# All claims, in the order of the ledger. A function, so that the order in which files are read does not matter.
all_claims <- function() {
  c(claims_impatient(), claims_farewell(), claims_fairness(), claims_composite(), claims_mortal(), claims_others(),
    claims_late())
}
