/* Games that a rule has stopped, added up layer by layer: within a layer by block, so that threads
 * do not meet, then over the blocks in their order. */
#ifndef UNRULY_EXACT_STOPS_H
#define UNRULY_EXACT_STOPS_H

#include "forward.h"

typedef struct stops {
  int arms, rules; /* rules: reasons, see stopping_reason() */
  int64_t sums;
  double *games, *reward, *mean; /* of a layer: by block, then arm named and rule; steps; arm */
} stops;

/* For layers of up to so many plays. */
bool stops_open(stops *s, const exact_policy *e, int plays, arena *memory);
/* Games with these sums are over: this rule stopped them, and they name this arm. */
void stops_count(const stops *s, const layer *l, int64_t block, const int *sums, int named, int rule,
                 double chance);
/* Adds what was counted of this layer to the rest. False: there is not enough memory. */
bool stops_add_up(const stops *s, const layer *l, forward_stops *all);
/* The means of games that are over count at every later checkpoint. */
void stops_join(const forward_stops *all, forward_look *look);

#endif
