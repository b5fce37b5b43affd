/* Memory that nearly every policy has of an action: how often its outcome was
 * seen, and their sum. */
#ifndef UNRULY_TALLY_H
#define UNRULY_TALLY_H

#include "../../model/policy.h"
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

/* Rewards on another scale than a policy is made for: the square of the width of
 * their range (2 sd of those with standard deviation sd), or of `sd`, as a factor within square
 * roots. */
static inline double squared_width(const parameters *given)
{
  const double width = parameters_width(given);
  return width * width;
}

static inline double squared_scale(const parameters *given, const char *name)
{
  const double scale = parameters_number(given, name);
  return scale * scale;
}

/* The range of rewards, likewise. */
typedef struct reward_range {
  double from, to;
} reward_range;

static inline reward_range reward_range_of(const parameters *given)
{
  const double *range = parameters_range(given);
  return (reward_range){range[0], range[1]};
}

static inline double to_unit(reward_range r, double reward) { return (reward - r.from) / (r.to - r.from); }

/* Returns the mean; an action that was never seen is below all others. */
static inline double tally_mean(const tally *a) { return a->pulls ? a->total / (double)a->pulls : -INFINITY; }

/* Returns the tally of an action: `size` bytes each, the tally first. */
static inline const tally *tally_of(const policy *p, int action, size_t size)
{
  return (const tally *)((const char *)p->actions + size * (size_t)action);
}

static inline double tally_value(const policy *p, const view *v, int action, const void *size)
{
  (void)v;
  return tally_mean(tally_of(p, action, *(const size_t *)size));
}

/* The action never seen that is to be played next, the first unless outcomes come late, or -1. */
static inline int tally_untried(const policy *p, const view *v, size_t size)
{
  for (int i = 0; i < v->action_count; i++)
    if (tally_of(p, v->actions[i], size)->pulls == 0) return evened_out(v, v->actions[i]);
  return -1;
}

/* The action with the highest mean, the lowest in a tie. */
static inline int tally_best(const policy *p, const view *v, size_t size)
{
  return argmax_action(p, v, tally_value, &size);
}

#endif
