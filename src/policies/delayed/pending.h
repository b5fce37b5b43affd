/* A number to be remembered of each play until its outcome is shown, for
 * policies that need to know how likely the play was. A ring by the number of
 * the play, that grows while it is too short for what is under way; of plays
 * that are shown later than PENDING_MOST plays after they were made nothing is
 * remembered. */
#ifndef UNRULY_PENDING_H
#define UNRULY_PENDING_H

#include "../../base/memory.h"
#include <math.h>
#include <stdint.h>

enum { PENDING_LEAST = 16, PENDING_MOST = 1 << 22 };

typedef struct pending_play {
  int64_t play; /* its number + 1; 0 when the place is free */
  double value;
} pending_play;

typedef struct pending {
  pending_play *place;
  int64_t size; /* a power of two */
} pending;

static inline pending_play *pending_at(const pending *p, int64_t play)
{
  return &p->place[play & (p->size - 1)];
}

static inline bool pending_grow(pending *p, arena *memory)
{
  const pending old = *p;
  const int64_t size = old.size ? 2 * old.size : PENDING_LEAST;
  pending_play *place = arena_zeroed(memory, (size_t)size, sizeof *place);
  if (!place) return false;
  *p = (pending){place, size};
  for (int64_t i = 0; i < old.size; i++)
    if (old.place[i].play) *pending_at(p, old.place[i].play - 1) = old.place[i];
  return true;
}

static inline bool pending_keep(pending *p, int64_t play, double value, arena *memory)
{
  while (p->size == 0 || (pending_at(p, play)->play && p->size < PENDING_MOST))
    if (!pending_grow(p, memory)) return false;
  *pending_at(p, play) = (pending_play){play + 1, value};
  return true;
}

/* Returns what was kept of this play, or NaN, and forgets it. */
static inline double pending_take(pending *p, int64_t play)
{
  if (p->size == 0 || pending_at(p, play)->play != play + 1) return NAN;
  pending_at(p, play)->play = 0;
  return pending_at(p, play)->value;
}

#endif
