/* The outcomes of the plays that began in the last so many rounds: a ring by the round
 * in which a play began, that grows while it is too short for the rounds that passed.
 * An outcome that is shown late takes the place of its round; one whose round is
 * past the window is none. */
#ifndef UNRULY_WINDOW_H
#define UNRULY_WINDOW_H

#include "../../model/policy.h"
#include "../../model/parameters.h"
#include "../../base/elementary.h"
#include <math.h>

typedef struct window_play {
  double value;
  int action;
  uint32_t life; /* of the action, so that a newborn loses nothing by its predecessor; 0: no play */
} window_play;

typedef struct window {
  window_play *play;
  int64_t size;   /* a power of two */
  int64_t length; /* rounds that count */
  int64_t from;   /* those that began before this round are out */
  uint32_t lives; /* given so far */
} window;

enum { WINDOW_LEAST = 64 };

/* floor(2 sqrt(T ln T / changes)) rounds unless it is given. */
static inline int64_t window_length(const view *v, const parameters *given)
{
  const double horizon = (double)v->horizon, changes = parameters_number_or(given, "changes", 1);
  return rounds_from(
      parameters_number_or(given, "window", floor(2 * sqrt(horizon * same_log(horizon) / changes))));
}

static inline void window_open(window *w, const view *v, const parameters *given)
{
  *w = (window){.length = window_length(v, given), .from = v->round};
}

static inline window_play *window_at(const window *w, int64_t round)
{
  return &w->play[round & (w->size - 1)];
}

/* The next play that is out before `round`, as it began too early, or one of life 0 if
 * there is none left. */
static inline window_play window_lose(window *w, int64_t round)
{
  const int64_t until = round - w->length, end = w->from + w->size;
  for (int64_t at = w->from; at < until && at < end; at++) {
    const window_play lost = *window_at(w, at);
    if (!lost.life) continue;
    window_at(w, at)->life = 0;
    w->from = at + 1;
    return lost;
  }
  if (until > w->from) w->from = until;
  return (window_play){0, 0, 0};
}

static inline bool window_grow(window *w, int64_t rounds, arena *memory)
{
  const window old = *w;
  int64_t size = WINDOW_LEAST;
  while (size < rounds) size *= 2;
  window_play *play = arena_zeroed(memory, (size_t)size, sizeof *play);
  if (!play) return false;
  w->play = play;
  w->size = size;
  for (int64_t at = old.from; at < old.from + old.size; at++) *window_at(w, at) = *window_at(&old, at);
  return true;
}

static inline bool window_has(const window *w, int64_t round) { return round >= w->from; }

/* The outcome of the play that began in this round, which it has. False if there is no memory. */
static inline bool window_keep(window *w, int64_t round, window_play play, arena *memory)
{
  const int64_t rounds = round - w->from + 1;
  if (rounds > w->size && !window_grow(w, rounds, memory)) return false;
  *window_at(w, round) = play;
  return true;
}

/* The life of an action of which something is seen. */
static inline uint32_t window_life(window *w, uint32_t *life)
{
  if (!*life) *life = ++w->lives;
  return *life;
}

#endif
