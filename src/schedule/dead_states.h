/* States from which some arm must leave, whatever is played. A state says for
 * each arm in how many rounds at the latest it must be pulled; one that gives
 * no arm more time than a dead state is dead as well. So each state kept here
 * speaks for all those below it. */
#ifndef UNRULY_DEAD_STATES_H
#define UNRULY_DEAD_STATES_H

#include <stdbool.h>
#include <stdint.h>
#include "../base/memory.h"

typedef struct dead_states {
  int arms;
  const uint16_t *full; /* the greatest time of each arm */
  int *row;             /* where the rows of an arm begin, less 1; see the C file */
  int rows;
  growable blocks; /* uint64_t *: DEAD_BLOCK states each */
  growable states; /* uint16_t, `arms` a state */
  int64_t count;
} dead_states;

bool dead_states_start(dead_states *d, const uint16_t *full, int arms);
void dead_states_free(dead_states *d);

/* Beyond a number of states or of bytes nothing more is kept: nothing depends
 * on it but the time of the search. False: no memory. */
bool dead_states_add(dead_states *d, const uint16_t *state);

/* A dead state that gives every arm at least as much time, or NULL. */
const uint16_t *dead_states_above(const dead_states *d, const uint16_t *state);

#endif
