/* Parts of both AG and AG-L: all but the arms that are explored. */
#ifndef UNRULY_AG_H
#define UNRULY_AG_H

#include "mortal.h"

typedef struct ag_state {
  double low, high, scale;
  int first_plays;
  int best;   /* the live played arm with the greatest mean, or -1 */
  bool known; /* `best` still holds */
} ag_state;

/* The state of a policy begins with an ag_state. */
status ag_prepare(ag_state *s, policy *p, const view *v, const parameters *given);
/* A first play or the greediest arm; -1: some arm is to be explored. */
int ag_decide(ag_state *s, policy *p, const view *v);
void ag_recall(policy *p, const view *v, int action);
/* The probability with which an arm is explored, and what is played otherwise. */
double ag_foresee(ag_state *s, policy *p, const view *v, int *otherwise);
void ag_observe(policy *p, const view *v, const outcome *o);
void ag_arm_entered(policy *p, const view *v, int arm);
void ag_arm_left(policy *p, const view *v, int arm);

#endif
