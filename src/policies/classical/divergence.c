#include "divergence.h"
#include "../../base/elementary.h"
#include "../../base/exact.h"
#include <math.h>

/* --- Bernoulli -------------------------------------------------------------- */

/* 0 < p < 1 */
double bernoulli_rise(double p, double d)
{
  return -p * same_log1p(d / p) - (1 - p) * same_log1p(-d / (1 - p));
}

double bernoulli_divergence(double p, double q)
{
  if (!(p < q)) return 0;
  if (q >= 1) return INFINITY;
  if (p <= 0) return -same_log1p(-q);
  return bernoulli_rise(p, q - p);
}

/* No less than the d sought below, and never far above it near d = 1 - p, where the
 * divergence is steep: 2 d^2 <= kl (Pinsker), and the second term of kl alone
 * leaves room of at least exp(-(level + h(p)) / (1 - p)), h the entropy. */
static double rise_start(double p, double level)
{
  const double rest = 1 - p;
  const double entropy = -p * (p > 0.5 ? same_log1p(-rest) : same_log(p)) - rest * same_log(rest);
  return fmin(sqrt(level / 2), rest - same_exp(-(level + entropy) / rest));
}

/* The largest d with kl(p, p + d) <= level, 0 < p < 1. The divergence is
 * convex in d: Newton's steps from above, halving a bracket where a step would
 * leave it, until q = p + d stands still to its last bits. */
static double rise_inverse(double p, double level)
{
  double low = 0, high = 1 - p, d = rise_start(p, level);
  for (int i = 0; i < 200 && d < 1 - p; i++) {
    const double excess = bernoulli_rise(p, d) - level;
    if (excess > 0) high = d;
    else low = d;
    double next = d - excess * (p + d) * (1 - p - d) / d;
    if (fabs(next - d) <= 4e-16 * (p + d)) break;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    d = next;
  }
  return d;
}

double bernoulli_bound(double p, double level)
{
  if (p >= 1) return 1;
  if (level <= 0) return p;
  if (p <= 0) return -same_expm1(-level); /* kl(0, q) = -ln(1 - q) */
  return p + rise_inverse(p, level);
}

/* Below the p sought: the divergence is at least (q - p)^2 / (2 v), v the greatest y (1 - y) between. That is
 * at most 1/4 (Pinsker), by which one sees how far down "between" goes. */
static double least_start(double q, double level)
{
  const double pinsker = q - sqrt(level / 2), widest = q < 0.5 ? q : pinsker > 0.5 ? pinsker : 0.5;
  return q - sqrt(2 * level * widest * (1 - widest));
}

/* The divergence falls in p and is convex: Newton's steps from below. */
double bernoulli_least(double q, double level)
{
  if (!(q < 1)) return INFINITY;
  if (q <= 0 || level <= 0) return q;
  if (-same_log1p(-q) <= level) return 0;
  double p = least_start(q, level);
  if (!(p > 0)) p = q * same_exp(-(level + 1) / q); /* kl(p, q) > p ln(p / q) + ln(1 / (1 - q)) - p there */
  for (int i = 0; i < 60; i++) {
    const double of_ones = same_log(p / q), of_zeros = same_log((1 - p) / (1 - q));
    const double step = (p * of_ones + (1 - p) * of_zeros - level) / (of_zeros - of_ones);
    if (!(step > 1e-13)) return p + 1e-12;
    p += step;
  }
  return INFINITY;
}

/* --- exponential ------------------------------------------------------------- */

/* The u = ln(q / p) >= 0 with u + exp(-u) - 1 = level: convex and increasing, so
 * Newton's steps from above come down to it. (u^2 / 2 - u^3 / 6 and u - 1 lie
 * below the left side.) */
static double log_rise(double level)
{
  double u = fmin(sqrt(2 * level) + level, level + 1);
  for (int i = 0; i < 100; i++) {
    const double step = (u + same_expm1(-u) - level) / -same_expm1(-u);
    u -= step;
    if (!(step > 1e-15)) break; /* exp(u) is wanted */
  }
  return u;
}

double exponential_bound(double p, double level)
{
  return level > 0 && p > 0 ? p * same_exp(log_rise(level)) : p;
}

double exponential_least(double q, double level)
{
  return level > 0 && q > 0 ? q * same_exp(-log_rise(level)) * (1 + 1e-14) : q;
}
