#ifndef UNRULY_GLUE_SEQUENTIAL_H
#define UNRULY_GLUE_SEQUENTIAL_H

#include <Rinternals.h>

/* Limits are for B = Z sqrt(t); `fine` divides the panels of the rules, 1 for what is usual. */

/* A matrix, a row per look: the probabilities to cross first above, and below. */
SEXP C_sequential_crossing(SEXP times, SEXP upper, SEXP lower, SEXP drift, SEXP fine);
/* By look, a matrix of where B may have been at the look before, and the probability there: nodes of a rule
 * and its weights, times the density. */
SEXP C_sequential_nodes(SEXP times, SEXP upper, SEXP lower, SEXP drift);
/* A matrix: upper limits, lower limits. `given`: a list of times, error, missed (or NULL), lower, drift,
 * sides, binding, fine. */
SEXP C_sequential_spending(SEXP given);
/* A list of what rivals_found has, or NULL after an interrupt. `given`: a list of times, upper, lower, drift,
 * rivals, rho, paths, two_sided, fine. */
SEXP C_rivals_crossing(SEXP given);

#endif
