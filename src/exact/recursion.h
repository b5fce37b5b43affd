/* Declarations that the files of the recursion share. */
#ifndef UNRULY_EXACT_RECURSION_H
#define UNRULY_EXACT_RECURSION_H

#include "stops.h"
#include <stdatomic.h>

typedef struct recursion {
  const forward_setup *setup;
  layer now, next;
  int64_t most_states, most_rows;
  double *value, *later;                 /* by state of the two layers: its chance */
  unsigned char *reached, *reached_next; /* by block: it can be had at all */
  unsigned char *played;                 /* by block of this layer and arm: the arm is chosen in some state */
  double *posterior[2];                  /* with a prior: the chance of failure, of success, by n and m */

  /* Choices. By rows: the last arm is played from `cut` on, below it the other one. By states:
   * `flow` is the chance to be there and to play the arm. */
  bool by_index, by_rows;
  int *cut;
  unsigned char *other;
  double *flow[STATES_ARMS]; /* by arm; the first is `value` */
  double *index;             /* by n and m, in this round */

  player *players; /* by thread */
  int player_count;
  memories memories;
  int phase;
  atomic_int next_task;
  atomic_bool over;

  stops stops;                                                    /* with a rule */
  arena looking;                                                  /* emptied before each look */
  double *block_counts, *block_reward, *block_named, *block_mean; /* of a look, by block */
} recursion;

typedef struct stretch_of_row {
  int64_t from, to;
} stretch_of_row;

#endif
