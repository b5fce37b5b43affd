/* What HT-UCB and ST-UCB share: the penalty rates that they go by. */
#ifndef UNRULY_THRESHOLD_H
#define UNRULY_THRESHOLD_H

#include "index.h"

typedef struct threshold {
  race race;
  const double *penalty; /* by arm: the bandit's, or the policy's own */
} threshold;

status threshold_start(policy *p, const view *v, const parameters *given);

#endif
