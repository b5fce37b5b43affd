/* Parts of all policies for mortal arms: a tally of every arm; the first
 * plays, in which each of the `init` lowest arms alive in round 1 is played
 * once (by default as many as the bandit says; in a replay the log makes them); how long arms live; and what
 * is thought of an arm that was never played. */
#ifndef UNRULY_MORTAL_H
#define UNRULY_MORTAL_H

#include "../search/tally.h"

typedef struct mortal_arm {
  tally tally;  /* the first member: see tally_best() */
  bool initial; /* still to be played as one of the first */
} mortal_arm;

/* Returns how many first plays are due; marks their arms. */
int mortal_start(policy *p, const view *v, const parameters *given);

/* The next of the first plays, or -1; `due` counts down as they are found
 * to be done or dead. */
int mortal_first_play(policy *p, const view *v, int *due);

/* The arm was played: it is not one of the first any more. */
void mortal_played(policy *p, const view *v, const outcome *o);
/* Its reward was seen. */
void mortal_observe(policy *p, const view *v, const outcome *o);

static inline mortal_arm *mortal_at(const policy *p, int arm) { return (mortal_arm *)p->actions + arm; }

/* --- lives ------------------------------------------------------------------ */

/* The lives of the arms that have expired. */
typedef struct mortal_lives {
  double total;
  int64_t expired;
} mortal_lives;

/* An arm is gone before round v->round: its life ended in the round before. An
 * arm that is only away for a while has not expired. */
static inline void lives_arm_left(mortal_lives *l, const view *v, int arm)
{
  if (v->away) return;
  l->total += (double)(v->left_in - v->first[arm] + 1);
  l->expired++;
}

static inline double lives_mean(const mortal_lives *l) { return l->total / (double)l->expired; }

/* Returns whether policies that count in turns know when arms die. A replay knows the
 * order of deaths at most. */
static inline bool lives_known(const view *v) { return v->last && !v->replay; }

/* psi = scale ln(l - t + 1), l being known or s - 1 + `mean_life`; 0 once such a
 * life has run out, 1 while nothing is known. In a replay that states lives, l of an
 * arm alive at the end of the log is the horizon. */
double lives_weight(const mortal_lives *l, const view *v, int arm, double scale, double mean_life);

#endif
