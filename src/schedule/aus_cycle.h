/* Almost uniform cycles: sequences of arms that can be repeated for ever
 * without any arm losing patience, each arm spread as evenly as can be
 * (Shao & Fang 2024, section 4). */
#ifndef UNRULY_AUS_CYCLE_H
#define UNRULY_AUS_CYCLE_H

#include <stdbool.h>
#include <stdint.h>
#include "../base/memory.h"
#include "../base/status.h"

typedef struct aus_cycle {
  int arms;
  int64_t length;
  int64_t *count; /* slots of each arm, in the caller's order */
  int *slot;      /* `length` arms, 0-based, in the caller's order */
} aus_cycle;

/* The shortest feasible almost uniform cycle, owned by `memory`. Patience is
 * at least 1; INT64_MAX never leaves. Arms of equal patience are ordered by
 * index. `*feasible` is false, with STATUS_OK, if there is none. A cycle too
 * long to be of use (AUS_LONGEST) is refused by a status. */
status aus_cycle_find(const int64_t *patience, int arms, arena *memory, aus_cycle *cycle, bool *feasible);

/* The largest N such that the N least patient arms (ties by index) have a
 * cycle. A subset the search refuses counts as one without. If memory runs
 * out, `failure` says so. */
int aus_max_feasible(const int64_t *patience, int arms, arena *memory, status *failure);

#endif
