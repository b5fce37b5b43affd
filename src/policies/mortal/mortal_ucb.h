/* Index of UCB for mortal arms and of UCB-L: in round t, for an arm that came in
 * round s, it is
 *
 *   xbar + psi w sqrt(2 ln(t - s + 1) / n),
 *
 * w = 1 being the width of the range of rewards and psi being 1 or depending on the life. A live arm that was
 * never played counts as n = 1 with xbar = the average of the empirical means of all arms played so far (0 if
 * none). Ties go to the lowest arm.
 *
 * Not all arms are looked at in every round. For a block of rounds each arm has
 * an upper bound of its index (psi can only fall with t, the logarithm only
 * grow), of which, for arms never played, the average is left out, as it moves
 * with every play. The bounds stand in two trees of maxima; only arms whose
 * bounds reach the best index found are evaluated, by the same expression as the
 * plain way, which looks at all (v->plain): both make the same choices. */
#ifndef UNRULY_MORTAL_UCB_H
#define UNRULY_MORTAL_UCB_H

#include "../../base/maxima.h"
#include "mortal.h"

typedef struct mortal_ucb {
  bool by_life; /* psi = scale ln(l - t + 1), else 1 */
  double scale, reward_width;
  mortal_lives lives;
  int first_plays;
  double means; /* sum over arms played so far of their empirical means */
  int64_t played;
  /* The choice of this round, which holds until something happens: a replay
   * asks for it many times. */
  int choice;
  int64_t chosen_in;   /* the round of the choice, or 0 */
  maxima upper[2];     /* of arms that were played, and never were */
  int *waiting;        /* for the end of a decision */
  int64_t until;       /* the bounds hold up to this round; 0: there are none */
  double longest_life; /* an estimated mean life above this makes them wrong */
} mortal_ucb;

status mortal_ucb_start(mortal_ucb *u, policy *p, const view *v, const parameters *given);
int mortal_ucb_choose(policy *p, const view *v);
void mortal_ucb_recall(policy *p, const view *v, int action);
bool mortal_ucb_explain(policy *p, const view *v, int action, reason *r);
void mortal_ucb_observe(policy *p, const view *v, const outcome *o);
void mortal_ucb_arm_entered(policy *p, const view *v, int arm);
void mortal_ucb_arm_left(policy *p, const view *v, int arm);

#endif
