/* An outcome that is shown in a later round than that of its play: they wait in
 * a heap by the round, then by the play. */
#ifndef UNRULY_LATE_H
#define UNRULY_LATE_H

#include "../base/heap.h"
#include "../model/policy.h"

typedef struct late_outcome {
  int64_t number; /* of the arm: by then another may be at its place */
  int64_t score;  /* of its round: see scores.h */
  int stage;      /* of a preview, from 1; 0: the outcome itself */
  outcome seen;
} late_outcome;

#endif
