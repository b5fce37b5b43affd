/* The states a search for the first exit has met: for each arm, in how many
 * rounds at the latest it must be pulled again. */
#ifndef UNRULY_EXIT_STATES_H
#define UNRULY_EXIT_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../base/memory.h"

enum { EXIT_OPEN = -1 }; /* its successors are being searched */

typedef struct exit_states {
  size_t arms;
  growable due;    /* uint32_t, `arms` a state */
  growable rounds; /* int64_t: how long it can go on, or EXIT_OPEN */
  uint32_t *index; /* with probing: state + 1, 0 = free */
  uint32_t capacity;
} exit_states;

bool exit_states_start(exit_states *s, size_t arms);
void exit_states_free(exit_states *s);

/* The state with these due rounds; it is added, open, if it is new. False: no
 * memory. */
bool exit_states_find(exit_states *s, const uint32_t *due, uint32_t *state, bool *new);

static inline const uint32_t *exit_states_due(const exit_states *s, uint32_t state)
{
  return (const uint32_t *)s->due.items + s->arms * state;
}

static inline int64_t *exit_states_rounds(const exit_states *s, uint32_t state)
{
  return (int64_t *)s->rounds.items + state;
}

#endif
