/* Memory of an arm in policies that look for the best one: what was seen of it, and how
 * often it was played, which with late rewards is more. Such policies see arms, never
 * waits. The first member of what they keep. */
#ifndef UNRULY_SAMPLE_H
#define UNRULY_SAMPLE_H

#include "../search/tally.h"

typedef struct sample {
  tally tally; /* the first member: see tally_best() */
  int64_t plays;
} sample;

static inline sample *sample_of(const policy *p, int arm, size_t size)
{
  return (sample *)((char *)p->actions + size * (size_t)arm);
}

/* The least played arm that is there, the lowest in a tie. */
static inline int sample_least_played(const policy *p, const view *v, size_t size)
{
  int least = v->live[0];
  for (int i = 1; i < v->live_count; i++)
    if (sample_of(p, v->live[i], size)->plays < sample_of(p, least, size)->plays) least = v->live[i];
  return least;
}

/* While nothing was seen of one of them, the least played; then -1. */
static inline int sample_first(const policy *p, const view *v, size_t size)
{
  return tally_untried(p, v, size) < 0 ? -1 : sample_least_played(p, v, size);
}

/* Rewards scaled to [0, 1]. An agent may be given any reward. */
static inline double in_unit(reward_range r, double reward) { return fmin(fmax(to_unit(r, reward), 0), 1); }

#endif
