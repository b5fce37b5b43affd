/* What policies that eliminate arms know of one, and how they compare two:
 * k goes if for some j
 *
 *   xbar_j - 2 sqrt(L / n_j) > xbar_k + 2 sqrt(L / n_k),   L = ln T.
 *
 * Both sides are monotone, so comparing with the largest left side compares
 * with all of them. */
#ifndef UNRULY_ELIMINATION_H
#define UNRULY_ELIMINATION_H

#include "policy.h"
#include <math.h>

typedef struct tally {
  int64_t pulls;
  double total;
} tally;

static inline void tally_add(tally *a, double observed)
{
  a->pulls++;
  a->total += observed;
}

/* Of an arm that was never played nothing is known: it is beaten by nobody
 * and beats nobody. */
static inline double tally_mean(const tally *a) { return a->pulls ? a->total / (double)a->pulls : -INFINITY; }

/* The available arm of highest mean, the lowest among equals. `size` bytes an
 * action, the tally first. */
static inline int tally_best(const policy *p, const view *v, size_t size)
{
  const char *actions = p->actions;
  int best = v->live[0];
  for (int i = 1; i < v->live_count; i++) {
    const int arm = v->live[i];
    if (tally_mean((const tally *)(actions + size * (size_t)arm)) >
        tally_mean((const tally *)(actions + size * (size_t)best)))
      best = arm;
  }
  return best;
}

static inline double tally_lower(const tally *a, double log_term)
{
  return a->pulls ? tally_mean(a) - 2 * sqrt(log_term / (double)a->pulls) : -INFINITY;
}

static inline double tally_upper(const tally *a, double log_term)
{
  return a->pulls ? tally_mean(a) + 2 * sqrt(log_term / (double)a->pulls) : INFINITY;
}

#endif
