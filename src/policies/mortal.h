/* What the policies for mortal arms share: a tally of every arm; the first
 * plays, in which each of the `init` lowest arms alive in round 1 is played
 * once (in a replay the log makes them instead); how long arms live; and what
 * is thought of an arm that was never played. */
#ifndef UNRULY_MORTAL_H
#define UNRULY_MORTAL_H

#include "tally.h"

typedef struct mortal_arm {
  tally tally;  /* the first member: see tally_best() */
  bool initial; /* still to be played as one of the first */
} mortal_arm;

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

/* psi = scale ln(l - t + 1), l being known or estimated as s - 1 + the mean
 * life of expired arms; 0 once such a life has run out, 1 while nothing is
 * known. A replay knows the order of deaths at most, not their turns. */
double lives_weight(const mortal_lives *l, const view *v, int arm, double scale);

/* --- confidence bounds -------------------------------------------------------- */

/* UCB policies count an arm never played as n = 1 with the average of the
 * empirical means of all arms played so far (0 if none). */
typedef struct mortal_ucb {
  int first_plays;
  double factor; /* 2 w^2, w being the width of the range of rewards */
  double means; /* sum over arms played so far of their empirical means */
  int64_t played;
  /* The choice of this round, which holds until something happens: a replay
   * asks for it many times. */
  int choice;
  int64_t chosen_in; /* the round of the choice, or 0 */
} mortal_ucb;

/* xbar + weight w sqrt(2 ln(t - s + 1) / n). */
double mortal_index(const policy *p, const view *v, int arm, const mortal_ucb *u, double weight);
/* A first play, else the arm of greatest value. */
int mortal_choose(policy *p, const view *v, mortal_ucb *u, action_value value);
/* What mortal_observe() does, and the average. */
void mortal_learn(policy *p, const view *v, mortal_ucb *u, const outcome *o);

#endif
