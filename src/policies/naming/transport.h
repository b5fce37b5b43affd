/* Cost of making an arm b look as good as an arm a: with n and m the outcomes
 * seen of each and d the divergence of distributions with their means,
 *
 *   min over c of n d(mean_a, c) + m d(mean_b, c),
 *
 * which the mean of all outcomes reaches; 0 if mean_b >= mean_a. */
#ifndef UNRULY_TRANSPORT_H
#define UNRULY_TRANSPORT_H

#include "../classical/divergence.h"
#include "../search/tally.h"

static inline double transport_bernoulli(const tally *a, const tally *b)
{
  const double n = (double)a->pulls, m = (double)b->pulls, gap = tally_mean(a) - tally_mean(b);
  if (!(gap > 0)) return 0;
  return n * bernoulli_shift(tally_mean(a), -gap * (m / (n + m))) +
         m * bernoulli_shift(tally_mean(b), gap * (n / (n + m)));
}

/* For sd = 1. */
static inline double transport_gaussian(const tally *a, const tally *b)
{
  const double n = (double)a->pulls, m = (double)b->pulls, gap = tally_mean(a) - tally_mean(b);
  return gap > 0 ? gap * gap * n * m / (2 * (n + m)) : 0;
}

#endif
