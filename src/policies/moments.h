/* The sample variance of what was observed of an action, beside its tally.
 * Sums are taken of the differences from the first observation, so that rewards
 * far from 0 lose nothing, and equal ones have variance 0 exactly. */
#ifndef UNRULY_MOMENTS_H
#define UNRULY_MOMENTS_H

#include "tally.h"
#include <string.h>

typedef struct moments {
  double first, sum, squares; /* sums of x - first and of its square */
} moments;

static inline moments *moments_open(const policy *p, const view *v)
{
  return arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof(moments));
}

/* `before`: how often the action was seen before. */
static inline void moments_add(moments *m, int64_t before, double x)
{
  if (before == 0) *m = (moments){x, 0, 0};
  const double d = x - m->first;
  m->sum += d;
  m->squares += d * d;
}

/* n^2 times the variance: exact for small whole numbers, in any order. */
static inline double moments_scatter(const moments *m, double n)
{
  return fmax(n * m->squares - m->sum * m->sum, 0);
}

/* (1 / n) sum (x - xbar)^2 */
static inline double moments_variance(const moments *m, double n) { return moments_scatter(m, n) / (n * n); }

#endif
