/* Arms in the order of a number of rounds (patience, first or last round), the lowest first in a
 * tie. */
#ifndef UNRULY_RANKED_H
#define UNRULY_RANKED_H

#include "exact.h"
#include <stdint.h>

typedef struct ranked_arm {
  int64_t rounds;
  int arm;
} ranked_arm;

void rank_arms(ranked_arm *order, int count);

#endif
