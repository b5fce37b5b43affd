/* What HT-UCB and ST-UCB share: the penalty rates that they go by, and plays,
 * which shares are about (rewards may come later than the plays). */
#ifndef UNRULY_THRESHOLD_H
#define UNRULY_THRESHOLD_H

#include "../search/index.h"

typedef struct threshold {
  index_state index;     /* the first member: see index.h */
  const double *penalty; /* by arm: the bandit's, or the policy's own */
  int64_t *plays;        /* by arm */
  double factor;         /* 2 w^2, w the width of the range of rewards */
} threshold;

static inline const threshold *threshold_of(const policy *p) { return p->state; }

/* The index of an action with such a bonus for what is missing of its share. */
static inline double threshold_index(const policy *p, int action, double bonus, index_clock c)
{
  const contender *a = contender_at(p, action);
  return contender_mean(a) + bonus + sqrt(threshold_of(p)->factor * c.log / (double)a->tally.pulls);
}

status threshold_start(policy *p, const view *v, const parameters *given);
void threshold_played(policy *p, const view *v, const outcome *o);

#endif
