/* Order statistics of many columns at once. */
#ifndef UNRULY_RANKS_H
#define UNRULY_RANKS_H

#include <Rinternals.h>

/* A matrix: in each column the elements of these ranks, from 1 in ascending
 * order, of the same column of `values`; missing if anything there is. */
SEXP C_order_statistics(SEXP values, SEXP ranks);

#endif
