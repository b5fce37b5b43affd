#ifndef UNRULY_GLUE_EVIDENCE_H
#define UNRULY_GLUE_EVIDENCE_H

#include <Rinternals.h>

/* `family`: 1 to 4, as in R/estimates-evidence.R; `sums`: a list of n, mean, squares and sd, numbers of one
 * length, which the other arguments have too; all functions return one number, or one row (lower, upper), for
 * each. */
SEXP C_evidence(SEXP family, SEXP sums, SEXP mean, SEXP mixture);
SEXP C_evidence_intervals(SEXP family, SEXP sums, SEXP level, SEXP mixture, SEXP plain, SEXP threads);

/* The two gamma mixtures alone, for numbers in [0, 1] whose `squares` are V. */
SEXP C_evidence_sides(SEXP sums, SEXP level, SEXP mixture);

/* ln of the gamma mixture: numbers of one length. */
SEXP C_gamma_mixture(SEXP sum, SEXP variation, SEXP q);

/* Returns the evidence of pairs: the first arms' means against the others' plus `difference`. */
SEXP C_evidence_pairs(SEXP family, SEXP sums, SEXP others, SEXP difference, SEXP mixture);
SEXP C_evidence_pair_intervals(SEXP family, SEXP sums, SEXP others, SEXP level, SEXP mixture, SEXP plain,
                               SEXP threads);

/* Returns what two arms of the family "t" must reach together, for these errors. */
SEXP C_evidence_level_of_two(SEXP error);

#endif
