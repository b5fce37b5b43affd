/* The log of a replay, shared by all games. Events and members of pools count
 * from 0, arms and pools from 1, as R hands them over. */
#ifndef UNRULY_REPLAY_LOG_H
#define UNRULY_REPLAY_LOG_H

#include "../core/problem.h"

typedef struct replay_log {
  int64_t events, start_count, init;
  const double *shown; /* arm by event */
  const double *reward;
  const double *pool;                     /* by event */
  const double *pool_from, *pool_members; /* members of pool i: from[i - 1] .. from[i] - 1 */
  const double *start;                    /* event to begin at, from 1, by replication */
  const double *propensity;               /* by event, or NULL */
  const double *context;                  /* `context_size` numbers an event, or NULL */
  int context_size;
  const int64_t *last; /* by arm: the last event whose pool has it; -1: none */
  bool known;          /* policies are told the order in which arms die */
} replay_log;

/* Reads the log from the trait's parameters and checks that all that points
 * somewhere points into it. */
status replay_log_make(replay_log *log, const trait_model *m, int arm_count, arena *memory);

#endif
