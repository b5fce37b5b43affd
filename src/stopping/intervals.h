/* Intervals of means: with n outcomes of an arm, all q with n d(mean, q) <= rate, d being the
 * divergence of the family. For Bernoulli arms, and any others of rewards in a range, that is
 * found by Newton's steps; for Gaussian ones, and by Hoeffding's inequality, it is
 *
 *   mean -+ w sqrt(rate / (2 n)), w the width of the range, or 2 sd. */
#ifndef UNRULY_INTERVALS_H
#define UNRULY_INTERVALS_H

#include "../base/margin.h"
#include "../policies/classical/divergence.h"
#include "rivals.h"

/* Means are brought to w = 1. */
typedef struct intervals {
  bool by_divergence, endless; /* endless: Gaussian, whose means may be anything */
  unit_scale scale;
  double rate; /* when it was last found: it only rises */
} intervals;

static inline intervals intervals_of_family(const parameters *given)
{
  if (!parameters_text_is(given, "family", "gaussian"))
    return (intervals){.by_divergence = true, .scale = unit_scale_of(given)};
  return (intervals){.endless = true, .scale = {0, 1 / (2 * parameters_number(given, "sd"))}};
}

static inline double interval_place(const intervals *i, double mean)
{
  return i->endless ? mean * i->scale.per_width : in_unit(i->scale, mean);
}

static inline double mean_place(const intervals *i, const evidence *e, int arm)
{
  return interval_place(i, e->mean[arm]);
}

static inline double interval_upper(const intervals *i, const evidence *e, int arm)
{
  const double mean = mean_place(i, e, arm), n = e->shown[arm];
  return i->by_divergence ? bernoulli_bound(mean, i->rate / n) : mean + sqrt(i->rate / (2 * n));
}

/* The divergence is the same when successes and failures change places. */
static inline double interval_lower(const intervals *i, const evidence *e, int arm)
{
  const double mean = mean_place(i, e, arm), n = e->shown[arm];
  return i->by_divergence ? 1 - bernoulli_bound(1 - mean, i->rate / n) : mean - sqrt(i->rate / (2 * n));
}

/* Returns whether the interval of this mean goes beyond x for certain. With f(x) = 1 / (x (1 - x)), which is
 * convex, d(p, x) is the integral from x to p of (p - y) f(y): at most (p - x)^2 f(x), and at most
 * (p - x)^2 (f(x) / 3 + f(p) / 6), where the chord stands for f. */
static inline bool interval_reaches(const intervals *i, double mean, double n, double x)
{
  const double square = n * (mean - x) * (mean - x), most = i->rate - margin_of(i->rate);
  if (!i->by_divergence) return 2 * square <= most;
  if (!(x > 0 && x < 1)) return false;
  const double there = x * (1 - x);
  return square <= most * there || square * (1 / (3 * there) + 1 / (6 * mean * (1 - mean))) <= most;
}

/* Returns whether the upper bound of one arm exceeds the lower bound of another by more than this for
 * certain: if its mean does not, both intervals reach far enough together, each for a part. */
static inline bool intervals_surely_exceed(const intervals *i, const evidence *e, int upper, int lower,
                                           double more)
{
  const double p = mean_place(i, e, upper), q = mean_place(i, e, lower);
  const double gap = q + more - p, aside = margin_of(1);
  if (gap < -aside) return true;
  const double n = e->shown[upper], m = e->shown[lower], part = sqrt(m) / (sqrt(n) + sqrt(m));
  const double middle = p + part * gap;
  return interval_reaches(i, p, n, middle + aside) && interval_reaches(i, q, m, middle - more - aside);
}

#endif
