/* The log of a replay, shared by all games. Events and members of pools count
 * from 0, arms and pools from 1, as R hands them over. */
#ifndef UNRULY_REPLAY_LOG_H
#define UNRULY_REPLAY_LOG_H

#include "../model/problem.h"
#include "../random/address.h"

/* Way of a replication through the log: as it is, blocks of its events drawn with
 * replacement, or a window of it. */
typedef enum resample { RESAMPLE_NONE, RESAMPLE_BOOTSTRAP, RESAMPLE_WINDOW } resample;

typedef struct replay_log {
  int64_t events, start_count, init;
  const double *shown; /* arm by event */
  const double *reward;
  const double *pool;                     /* by event */
  const double *pool_from, *pool_members; /* members of pool i: from[i - 1] .. from[i] - 1 */
  const double *start;                    /* event to begin at, from 1, by replication */
  const double *chance;                   /* by event: to be used at all; NULL: 1 */
  const double *propensity;               /* by event, where turns are weighted by it, or NULL */
  const double *after; /* by event: how many events later its outcome is shown; 0: never; NULL: 1 */
  const double *table; /* by member: what it is thought to pay, for a doubly robust value */
  const unsigned char *unsupported; /* by arm: the log cannot say what its choice is worth; NULL: none */
  const double *context;            /* `context_size` numbers an event, or NULL */
  int context_size;
  int64_t pools;
  bool known; /* policies see the order in which arms die */
  resample resample;
  int64_t block;       /* events of a block or window */
  const int64_t *last; /* by arm: the last event whose pool has it, see walk_last() */
} replay_log;

/* The events that a replication meets: places 0..length - 1. */
typedef struct walk {
  const replay_log *log;
  philox_key key, thinning;
  uint32_t replication;
  int64_t from, length;
} walk;

walk walk_of(const replay_log *log, int64_t seed, uint32_t replication);
/* The event at a place; in a bootstrap a pure function of seed, replication and place. */
int64_t walk_event(const walk *w, int64_t place);
/* Returns whether this replication uses an event: a pure function of seed, replication
 * and event, so that a resample is one of the log that is left. */
bool walk_uses(const walk *w, int64_t event);
/* By arm: the last place whose pool has it; -1: none. NULL without memory. */
const int64_t *walk_last(const walk *w, int arm_count, arena *memory);

/* Reads the log from the trait's parameters and checks that all that points
 * somewhere points into it. */
status replay_log_make(replay_log *log, const trait_model *m, int arm_count, arena *memory);

#endif
