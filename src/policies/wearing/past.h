/* The outcomes of an action in the order in which they were shown, as sums of the first so many of them: so
 * sums over any of its windows cost a subtraction. */
#ifndef UNRULY_PAST_H
#define UNRULY_PAST_H

#include "../../base/memory.h"
#include <stdint.h>
#include <string.h>

typedef struct past_sum {
  double plain, numbered; /* of R_1, ..., R_l, and of 1 R_1, ..., l R_l */
} past_sum;

typedef struct past {
  past_sum *until; /* by l, from 0 */
  int64_t count, room;
} past;

static inline bool past_add(past *p, double x, arena *memory)
{
  enum { LEAST = 32 };
  if (p->count + 2 > p->room) {
    const int64_t room = p->room ? 2 * p->room : LEAST;
    past_sum *until = arena_zeroed(memory, (size_t)room, sizeof *until);
    if (!until) return false;
    if (p->room) memcpy(until, p->until, (size_t)(p->count + 1) * sizeof *until);
    p->until = until;
    p->room = room;
  }
  const past_sum before = p->until[p->count++];
  p->until[p->count] = (past_sum){before.plain + x, before.numbered + (double)p->count * x};
  return true;
}

/* Sums of the outcomes after the first `from`, up to the one of number `to`. */
static inline past_sum past_between(const past *p, int64_t from, int64_t to)
{
  const past_sum a = p->until[from], b = p->until[to];
  return (past_sum){b.plain - a.plain, b.numbered - a.numbered};
}

#endif
