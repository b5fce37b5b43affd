/* Feasible cycles that need not be almost uniform. */
#ifndef UNRULY_PINWHEEL_H
#define UNRULY_PINWHEEL_H

#include "pinwheel_search.h"

#define PINWHEEL_LONGEST 1000000 /* slots; longer cycles count as not found */

typedef struct pinwheel {
  pinwheel_outcome outcome;
  int64_t length;
  int *slot;      /* `length` arms, from 0 */
  int64_t states; /* visited in all */
  bool stopped;   /* the limit stopped the first search */
} pinwheel;

/* A feasible cycle of arms of this patience (at least 1; INT64_MAX: never
 * leaves), owned by `memory`; that there is none; or neither, if the search
 * would have visited more than `limit` states. */
status pinwheel_find(const int64_t *patience, int arms, int64_t limit, first_exit_stop stop, arena *memory,
                     pinwheel *result);

#endif
