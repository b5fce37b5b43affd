/* What the policies for mortal arms share: a tally of every arm, and the
 * first plays, in which each of the `init` lowest arms alive in round 1 is
 * played once (in a replay the log makes them instead). */
#ifndef UNRULY_MORTAL_H
#define UNRULY_MORTAL_H

#include "policy.h"

typedef struct mortal_arm {
  int64_t pulls;
  double total;
  bool initial; /* still to be played as one of the first */
} mortal_arm;

/* How many first plays are due; marks their arms. */
int mortal_start(policy *p, const view *v, const parameters *given);

/* The next of the first plays, or -1; `due` counts down as they are found
 * to be done or dead. */
int mortal_first_play(policy *p, const view *v, int *due);

void mortal_observe(policy *p, const outcome *o);

static inline double mortal_mean(const mortal_arm *a) { return a->total / (double)a->pulls; }

#endif
