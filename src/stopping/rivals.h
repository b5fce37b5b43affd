/* For rules that compare an arm, usually the leader, with each of its rivals and stop once all
 * are beaten. A rival that was unbeaten is usually still unbeaten in the next round, so it is
 * compared first. */
#ifndef UNRULY_STOPPING_RIVALS_H
#define UNRULY_STOPPING_RIVALS_H

#include "types.h"
#include <math.h>

/* Function that says whether this rival is beaten. */
typedef bool (*beats)(void *state, const evidence *e, int rival);

/* All but the arm `by`, or -1. `unbeaten`, an arm, is kept for the next round; begin with 0. Without
 * another arm there is nothing to stop for. An arm of which nothing was shown is unbeaten. */
static inline bool all_are_beaten(void *state, const evidence *e, int by, beats beaten, int *unbeaten)
{
  int rivals = 0;
  const int first = e->plain ? 0 : *unbeaten;
  for (int i = 0, arm = first; i < e->arms; i++, arm = arm + 1 < e->arms ? arm + 1 : 0) {
    if (arm == by || !e->there[arm]) continue;
    if (e->shown[arm] == 0 || !beaten(state, e, arm)) {
      *unbeaten = arm;
      return false;
    }
    rivals++;
  }
  return rivals > 0;
}

/* Returns whether to check first if this arm is still unbeaten by that one. */
static inline bool may_be_unbeaten(const evidence *e, int arm, int by)
{
  return !e->plain && by != arm && e->there[arm];
}

static inline bool was_shown(const evidence *e, int arm) { return arm >= 0 && e->shown[arm] > 0; }

/* There are at least two, and something was shown of each. */
static inline bool can_be_compared(const evidence *e)
{
  int there = 0;
  for (int arm = 0; arm < e->arms; arm++) {
    if (e->there[arm] && e->shown[arm] == 0) return false;
    there += e->there[arm];
  }
  return there > 1;
}

/* Scales means of rewards in another range to [0, 1]. */
typedef struct unit_scale {
  double from, per_width;
} unit_scale;

static inline unit_scale unit_scale_of(const parameters *given)
{
  const double *range = parameters_range(given);
  return (unit_scale){range[0], 1 / (range[1] - range[0])};
}

/* In [0, 1] even though means are rounded. */
static inline double in_unit(unit_scale u, double mean)
{
  const double x = (mean - u.from) * u.per_width;
  return x < 0 ? 0 : x > 1 ? 1 : x;
}

#endif
