/* Heights: numbers of which the next small one is cheap to find. For a policy's game (seed, replication,
 * identity), one of its clocks, a lane and a turn there is a height y > 0, a function of these alone, with
 * the exponential distribution of mean 1, independent over lanes and turns.
 *
 * It is the lowest point of a Poisson process of rate 1 on [turn, turn + 1) x (0, Inf). Below 4^-3 points are
 * made by strips j = 3..10, of the heights [4^-(j + 1), 4^-j), the last (0, 4^-10), in blocks of 4^j turns:
 * a Poisson number of points, by inversion of one uniform number, each with a turn and a uniform height. A
 * turn without a point has y = 4^-3 - ln U. So a search for the next height below h visits at most 4 h points
 * a turn.
 *
 * key:     words 0 and 1 of the block at (clock, 0, identity, replication) under the seed and USE_HEIGHT
 * counter: block or turn (two words) | lane | 2^24 strip + number of the point, 0 for their count
 * U:       turn (two words) | lane / 2 | 0; the first uniform number for an even lane, the second for an odd
 * one */
#ifndef UNRULY_HEIGHTS_H
#define UNRULY_HEIGHTS_H

#include "stream.h"

enum { FIRST_STRIP = 3, LAST_STRIP = 10, STRIPS = LAST_STRIP - FIRST_STRIP + 1, HEIGHTS_AHEAD = 4 };

#define STRIPS_BELOW 0x1.0p-6 /* 4^-3 */
#define COIN_LANE 0xFFFFFFFFu /* not an action's */
#define NO_TURN UINT64_MAX

philox_key heights_key(const random_stream *s, int clock);

/* The lane of an action, by its arm's number. */
static inline uint32_t lane_of(int64_t number, int waits, int wait)
{
  return (uint32_t)(((uint64_t)number * (uint64_t)waits + (uint64_t)(wait - 1)) % COIN_LANE);
}

/* Without anything kept. */
double height_at(philox_key key, uint32_t lane, uint64_t turn);

/* A lane with what was found out about it: nothing depends on that but time. */
typedef struct height_lane {
  philox_key key;
  uint32_t lane;
  bool opened, walks;
  int walked;                  /* the strip, from FIRST_STRIP, in which points were passed over */
  uint64_t asked;              /* the last turn asked for */
  uint64_t soon;               /* before this turn no strip has a point */
  uint64_t ahead_from;         /* turns of the numbers below */
  double ahead[HEIGHTS_AHEAD]; /* U */
  uint64_t walked_from;        /* where the strip that was walked is known from */
  uint64_t turn[STRIPS];       /* of the next point of a strip at or after `asked` */
  double height[STRIPS];       /* of the lowest there */
} height_lane;

void height_open(height_lane *l, philox_key key, uint32_t lane);
/* The height at this turn. */
double height_of(height_lane *l, uint64_t turn);
/* U at this turn, or the height if it is below 4^-3, as is said then. */
double height_uniform(height_lane *l, uint64_t turn, bool *is_height);
/* U of both at this turn and the next few; their lanes are an even one and the one after it. */
void heights_look_ahead(height_lane *even, height_lane *odd, uint64_t turn);
static inline bool height_looks_ahead(const height_lane *l, uint64_t turn)
{
  return l->ahead_from != NO_TURN && turn >= l->ahead_from && turn < l->ahead_from + HEIGHTS_AHEAD;
}
/* The first turn from this one on at which the height may be below `limit`: it is, unless the turn is so far
 * away that the search gave up (HEIGHTS_REACH). */
enum { HEIGHTS_REACH = 1 << 20 };
uint64_t height_next(height_lane *l, uint64_t turn, double limit);

#endif
