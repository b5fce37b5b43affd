/* The sample variance of what was observed of an action, beside its tally.
 * Sums are taken of the differences from the first observation, so that rewards
 * far from 0 lose nothing, and equal ones have variance 0 exactly. */
#ifndef UNRULY_SCATTER_H
#define UNRULY_SCATTER_H

#include "tally.h"

typedef struct scatter {
  double first, sum, squares; /* sums of x - first and of its square */
} scatter;

static inline scatter *scatter_open(const policy *p, const view *v)
{
  return arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof(scatter));
}

/* `before`: how often the action was seen before. */
static inline void scatter_add(scatter *m, int64_t before, double x)
{
  if (before == 0) *m = (scatter){x, 0, 0};
  const double d = x - m->first;
  m->sum += d;
  m->squares += d * d;
}

/* n^2 times the variance: exact for small whole numbers, in any order. */
static inline double scatter_of(const scatter *m, double n)
{
  return fmax(n * m->squares - m->sum * m->sum, 0);
}

/* (1 / n) sum (x - xbar)^2 */
static inline double scatter_variance(const scatter *m, double n) { return scatter_of(m, n) / (n * n); }

#endif
