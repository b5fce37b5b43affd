/* Rewards drawn ahead, by arm. They are addressed, so drawing many pulls of
 * an arm in one go gives what drawing them one by one would, and is faster. */
#ifndef UNRULY_AHEAD_H
#define UNRULY_AHEAD_H

#include "arms.h"

enum { MOST_AHEAD = 64 };

typedef struct ahead_arm {
  double *reward; /* of pulls from, from + 1, ... */
  int64_t from;
  int count, room;
} ahead_arm;

typedef struct ahead {
  ahead_arm *arm; /* by place; NULL: nothing is drawn ahead */
  arena *memory;
} ahead;

bool ahead_open(ahead *a, int places, arena *memory);
/* The place goes to another arm. */
void ahead_forget(ahead *a, int arm);

/* The rewards from pull `at.pull` on, and how many there are; NULL if memory
 * ran out. */
const double *ahead_draw(ahead *a, const arms *law, int arm, const random_address *at, int *count);

static inline const double *ahead_rewards(ahead *a, const arms *law, int arm, const random_address *at,
                                          int *count)
{
  const ahead_arm *drawn = &a->arm[arm];
  const int64_t used = (int64_t)at->pull - drawn->from;
  if (used < drawn->count) {
    *count = drawn->count - (int)used;
    return drawn->reward + used;
  }
  return ahead_draw(a, law, arm, at, count);
}

#endif
