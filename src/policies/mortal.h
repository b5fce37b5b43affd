/* What the policies for mortal arms share: a tally of every arm, and the
 * first plays, in which each of the `init` lowest arms alive in round 1 is
 * played once (in a replay the log makes them instead). */
#ifndef UNRULY_MORTAL_H
#define UNRULY_MORTAL_H

#include "index.h"

typedef contender mortal_arm;

/* How many first plays are due; marks their arms. */
int mortal_start(policy *p, const view *v, const parameters *given);

/* The next of the first plays, or -1; `due` counts down as they are found
 * to be done or dead. */
int mortal_first_play(policy *p, const view *v, int *due);

/* The arm was played: it is not one of the first any more. */
void mortal_played(policy *p, const view *v, const outcome *o);
/* Its reward was seen. */
void mortal_observe(policy *p, const view *v, const outcome *o);

static inline mortal_arm *mortal_at(const policy *p, int arm) { return (mortal_arm *)p->actions + arm; }

#endif
