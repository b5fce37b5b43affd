/* Outcomes that are shown in a later round than that of their play: a heap by
 * the round, then by the play. */
#ifndef UNRULY_LATE_H
#define UNRULY_LATE_H

#include "../model/policy.h"

typedef struct late_outcome {
  int64_t round;  /* at the end of which it is shown */
  int64_t number; /* of the arm: by then another may be at its place */
  outcome seen;
} late_outcome;

typedef struct late_outcomes {
  growable items; /* of late_outcome */
} late_outcomes;

bool late_push(late_outcomes *l, const late_outcome *o);
void late_pop(late_outcomes *l);

static inline bool late_is_empty(const late_outcomes *l) { return l->items.count == 0; }
static inline const late_outcome *late_first(const late_outcomes *l) { return l->items.items; }

#endif
