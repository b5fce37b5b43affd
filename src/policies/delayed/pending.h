/* Numbers to be remembered of each play until its outcome is shown: how likely it was, its context. A ring
 * by the number of the play, that grows while it is too short for what is under way; of plays that are shown
 * very many plays after they were made nothing is remembered (PENDING_MOST numbers in all). */
#ifndef UNRULY_PENDING_H
#define UNRULY_PENDING_H

#include "../../base/memory.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { PENDING_LEAST = 16, PENDING_MOST = 1 << 22 };

typedef struct pending {
  int width;     /* numbers of a play; 0 is 1 */
  int64_t size;  /* a power of two */
  int64_t *play; /* by place, the number of its play + 1; 0 when it is free */
  double *value;
} pending;

static inline int64_t pending_place(const pending *p, int64_t play) { return play & (p->size - 1); }

static inline int pending_width(const pending *p) { return p->width > 1 ? p->width : 1; }

static inline double *pending_value(const pending *p, int64_t place)
{
  return p->value + place * pending_width(p);
}

static inline bool pending_grow(pending *p, arena *memory)
{
  const pending old = *p;
  const int width = pending_width(p);
  p->size = old.size ? 2 * old.size : PENDING_LEAST;
  p->play = arena_zeroed(memory, (size_t)p->size, sizeof *p->play);
  p->value = arena_zeroed(memory, (size_t)p->size * (size_t)width, sizeof *p->value);
  if (!p->play || !p->value) {
    *p = old;
    return false;
  }
  for (int64_t i = 0; i < old.size; i++) {
    if (!old.play[i]) continue;
    const int64_t place = pending_place(p, old.play[i] - 1);
    p->play[place] = old.play[i];
    memcpy(pending_value(p, place), pending_value(&old, i), (size_t)width * sizeof *p->value);
  }
  return true;
}

/* Returns where the numbers of this play are to be put, or NULL if there is no memory. */
static inline double *pending_open(pending *p, int64_t play, arena *memory)
{
  while (p->size == 0 || (p->play[pending_place(p, play)] && p->size * pending_width(p) <= PENDING_MOST / 2))
    if (!pending_grow(p, memory)) return NULL;
  const int64_t place = pending_place(p, play);
  p->play[place] = play + 1;
  return pending_value(p, place);
}

/* Returns what was kept of this play, until the next one is opened, or NULL, and forgets it. */
static inline const double *pending_close(pending *p, int64_t play)
{
  if (p->size == 0 || p->play[pending_place(p, play)] != play + 1) return NULL;
  p->play[pending_place(p, play)] = 0;
  return pending_value(p, pending_place(p, play));
}

static inline bool pending_keep(pending *p, int64_t play, double value, arena *memory)
{
  double *at = pending_open(p, play, memory);
  if (at) *at = value;
  return at;
}

/* Returns what was kept of this play, or NaN, and forgets it. */
static inline double pending_take(pending *p, int64_t play)
{
  const double *value = pending_close(p, play);
  return value ? *value : NAN;
}

#endif
