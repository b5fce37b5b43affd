/* Ties that a policy settles by its own draw, for policies whose whole game may hang on one. It draws a
 * number of each arm when it first hears of it, in the order of the arms' numbers; of arms that
 * are otherwise equal the one with the least number comes first. So what happens does not depend on how
 * the arms are numbered, and it stays the same whenever the policy is asked. */
#ifndef UNRULY_TIES_H
#define UNRULY_TIES_H

#include "../../model/policy.h"

/* 0: nothing was drawn for this arm. */
typedef double tie_number;

static inline void tie_draw(tie_number *number, const view *v)
{
  if (*number == 0) *number = stream_uniform(v->random);
}

#endif
