/* Parts of both LinUCB and LinUCB-L: all but the weight of the width. */
#ifndef UNRULY_LINUCB_H
#define UNRULY_LINUCB_H

#include "regression.h"
#include "../mortal/mortal.h"

typedef struct linucb_state {
  regressions fit; /* the first member: see regression.h */
  double alpha;    /* LinUCB: the weight of the width */
  double scale;    /* LinUCB-L: of psi */
  mortal_lives lives;
} linucb_state;

/* theta' x + weight sqrt(x' A^-1 x). */
double linucb_index(const linucb_state *s, const policy *p, const view *v, int arm, double weight);
void linucb_arm_left(policy *p, const view *v, int arm);

#endif
