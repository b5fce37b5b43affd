/* Side feedback: a play of (k, j) also shows what each shorter wait i < j would
 * have given, whatever happened: the same pay in the same tau rounds if tau <=
 * i, else nothing in i rounds. */
#ifndef UNRULY_SIDE_H
#define UNRULY_SIDE_H

#include "../search/index.h"

/* Adds to `a`, that of (k, i), what the play would have given with wait i. */
static inline void side_add(contender *a, const view *v, const outcome *o, int i)
{
  const bool seen = o->delay > 0 && o->delay <= i;
  tally_add(&a->tally, seen ? o->observed : 0);
  a->time += (double)(seen ? o->cost : v->vain > 0 && v->vain < i ? v->vain : i);
}

/* As evened_out(), where what a longer wait has shown of an action counts as shown of it. */
static inline int side_evened_out(const policy *p, const view *v, int action)
{
  return action >= 0 && contender_at(p, action)->tally.pulls ? action : evened_out(v, action);
}

#endif
