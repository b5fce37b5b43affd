/* Pulls drawn ahead, by arm: their rewards, or where traits shape the plays
 * the two uniforms of each. They are addressed, so drawing many pulls of an arm
 * in one go gives what drawing them one by one would, and is faster. */
#ifndef UNRULY_AHEAD_H
#define UNRULY_AHEAD_H

#include "../model/arms.h"

enum { MOST_AHEAD = 64 };

typedef struct ahead_arm {
  double *drawn; /* of pulls from, from + 1, ... */
  int64_t from;
  int count, room;
  int most; /* to be drawn at a time; 0: as many as usual */
} ahead_arm;

typedef struct ahead {
  ahead_arm *arm; /* by place */
  int width;      /* numbers per pull: 1, the reward, or 2 uniforms */
  arena *memory;
} ahead;

bool ahead_open(ahead *a, int places, int width, arena *memory);
/* The place goes to another arm. */
void ahead_forget(ahead *a, int arm);
/* From this pull on the arm has another law: its rewards are drawn again, from the
 * same uniforms. Where that happens often, fewer are drawn at a time. */
void ahead_revise(ahead *a, int arm, int64_t pulls);

/* Returns what is drawn from pull `at.pull` on, and of how many pulls; NULL if memory
 * ran out. */
const double *ahead_draw(ahead *a, const arms *law, int arm, const random_address *at, int *count);

static inline const double *ahead_pulls(ahead *a, const arms *law, int arm, const random_address *at,
                                        int *count)
{
  const ahead_arm *drawn = &a->arm[arm];
  const int64_t used = (int64_t)at->pull - drawn->from;
  if (used < drawn->count) {
    *count = drawn->count - (int)used;
    return drawn->drawn + used * a->width;
  }
  return ahead_draw(a, law, arm, at, count);
}

#endif
