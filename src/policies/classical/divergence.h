/* Kullback-Leibler divergences d(p, q) between laws of one family with means p
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

double bernoulli_divergence(double p, double q); /* for p <= q */
double bernoulli_bound(double p, double level);
double bernoulli_least(double q, double level);

double exponential_bound(double p, double level);
double exponential_least(double q, double level);

/* kl(p, p + d) of Bernoulli laws to a relative accuracy that lasts for small d. */
double bernoulli_rise(double p, double d);

#endif
