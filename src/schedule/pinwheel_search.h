/* The exact search for a feasible cycle. It is pinwheel scheduling: a pull a
 * round, and arm k in every m_k rounds in a row at least once. */
#ifndef UNRULY_PINWHEEL_SEARCH_H
#define UNRULY_PINWHEEL_SEARCH_H

#include <stdbool.h>
#include <stdint.h>
#include "../base/memory.h"
#include "../base/status.h"
#include "first_exit.h"

enum { PINWHEEL_PATIENCE = 4095 }; /* the most that it is made for */

typedef enum pinwheel_outcome { PINWHEEL_FOUND, PINWHEEL_NONE, PINWHEEL_UNKNOWN } pinwheel_outcome;

typedef struct pinwheel_task {
  const uint16_t *patience; /* ascending */
  int arms;
  int64_t limit; /* states that may be visited */
  first_exit_stop stop;
} pinwheel_task;

/* `slots` (int, from 0) gets the cycle if one is found; `states` how many were
 * visited. */
status pinwheel_search(const pinwheel_task *task, pinwheel_outcome *outcome, growable *slots,
                       int64_t *states);

#endif
