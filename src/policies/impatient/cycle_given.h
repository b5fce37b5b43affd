/* A cycle that the user gives: the arm of each slot, from 1 as in R, the
 * virtual arms + and - as -1 and -2. */
#ifndef UNRULY_CYCLE_GIVEN_H
#define UNRULY_CYCLE_GIVEN_H

#include "../../model/policy.h"

enum { VIRTUAL_ARMS = 2 };

typedef struct given_cycle {
  const parameter *slots; /* NULL: none was given */
  int *arm;               /* by slot: an arm from 0, or -1 or -2 */
  int arms;               /* how many are in it, the virtual ones counted */
  int *place;             /* by arm + VIRTUAL_ARMS: its place, -1 if it is not in the cycle */
} given_cycle;

/* Returns who has a slot: an arm from 0, or -1 or -2. */
static inline int given_slot(const given_cycle *c, int64_t slot) { return c->arm[slot]; }

static inline int *given_place(const given_cycle *c, int arm) { return &c->place[arm + VIRTUAL_ARMS]; }

static inline bool given_has(const given_cycle *c, int arm) { return *given_place(c, arm) >= 0; }

/* Reads the parameter `cycle`; refuses arms that are not there. The places are
 * set by the caller. */
status given_read(given_cycle *c, const view *v, const parameters *given, arena *memory);

/* Once the places are set: the place of each slot and the slots of each place.
 * Refuses a cycle that lets an arm wait for longer than the patience of its
 * place. */
status given_fill(const given_cycle *c, const view *v, const int64_t *patience, int *slot, int64_t *count,
                  arena *memory);

#endif
