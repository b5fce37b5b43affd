/* Arms as policies that eliminate them know them, and comparisons of two:
 * k goes if for some j
 *
 *   xbar_j - 2 sqrt(L / n_j) > xbar_k + 2 sqrt(L / n_k),   L = sd^2 ln T,
 *
 * for rewards with standard deviation sd = 1.
 *
 * Both sides are monotone, so comparing with the largest left side compares
 * with all of them. */
#ifndef UNRULY_ELIMINATION_H
#define UNRULY_ELIMINATION_H

#include "../search/tally.h"

static inline double tally_lower(const tally *a, double log_term)
{
  return a->pulls ? tally_mean(a) - 2 * sqrt(log_term / (double)a->pulls) : -INFINITY;
}

static inline double tally_upper(const tally *a, double log_term)
{
  return a->pulls ? tally_mean(a) + 2 * sqrt(log_term / (double)a->pulls) : INFINITY;
}

#endif
