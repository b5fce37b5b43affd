/* Kullback-Leibler divergences d(p, q) between distributions of one family with means p
 * and q, for those of two families that are not squares:
 *
 *   Bernoulli:   p ln(p / q) + (1 - p) ln((1 - p) / (1 - q))
 *   exponential: p / q - 1 - ln(p / q)
 *
 * `bound`: the greatest q >= p with d(p, q) <= level; `least`: a hair above the
 * least p whose bound exceeds q, which is convex in n at level = c / n when it is
 * multiplied by n, for n d(S / n, q) is jointly convex in (S, n). */
#ifndef UNRULY_DIVERGENCE_H
#define UNRULY_DIVERGENCE_H

#include "../../base/elementary.h"
#include "../../base/exact.h"
#include <math.h>

double bernoulli_divergence(double p, double q); /* for p <= q */
double bernoulli_bound(double p, double level);
double bernoulli_least(double q, double level);

double exponential_bound(double p, double level);
double exponential_least(double q, double level);

/* kl(p, p + d) of Bernoulli distributions to a relative accuracy that lasts for small d. */
double bernoulli_rise(double p, double d);

/* x - ln(1 + x) >= 0, to a relative accuracy: near 0 with s = x / (2 + x) it is
 * s (x - 2 (s^2 / 3 + s^4 / 5 + ...)), of which what is left out is below 1e-16. */
static inline double log_excess(double x)
{
  if (!(x > -0.25 && x < 0.35)) return x - same_log1p(x);
  const double s = x / (2 + x), q = s * s;
  const double tail = 1.0 / 11 + q * (1.0 / 13 + q * (1.0 / 15 + q * (1.0 / 17 + q * (1.0 / 19 + q / 21))));
  return s * (x - 2 * (q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9 + q * tail))))));
}

/* kl(p, p + d), d of either sign, to a relative accuracy that lasts for the smallest d. */
static inline double bernoulli_shift(double p, double d)
{
  const double rest = 1 - p;
  if (p <= 0) return -same_log1p(-d);
  if (rest <= 0) return -same_log1p(d);
  return p * log_excess(d / p) + rest * log_excess(-d / rest);
}

#endif
