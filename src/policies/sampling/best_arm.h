/* The probability of each arm to be the best by the posteriors of means: of whoever asks, the policy or a
 * rule, the next one with the same posteriors has the answer. It depends on them alone, to the last digit,
 * and not on what was asked before. */
#ifndef UNRULY_BEST_ARM_H
#define UNRULY_BEST_ARM_H

#include "../../model/policy.h"
#include "greatest.h"

typedef struct best_arm {
  greatest_draw beta, normal, hazard;
  draw_law *law; /* of the arms that are compared, in any order: to be set before it is asked */
  double *chance;
} best_arm;

/* Room for all arms. NULL: there is no memory, and the policy has failed. */
best_arm *best_arm_open(policy *p, const view *v);
/* Returns whether `chance` was found; else the policy has failed. */
bool best_arm_find(best_arm *b, draw_kind kind, int count, policy *p, const view *v);

#endif
