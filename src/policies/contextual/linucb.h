/* What LinUCB and LinUCB-L share: all but the weight of the width. */
#ifndef UNRULY_LINUCB_H
#define UNRULY_LINUCB_H

#include "../mortal/mortal.h"

/* The regression of an arm; memory is taken when it is first played. */
typedef struct linucb_arm {
  double *factor; /* Cholesky factor of A; then b, then theta. NULL: A = I, b = 0 */
} linucb_arm;

typedef struct linucb_state {
  int size;     /* d */
  double alpha; /* LinUCB: the weight of the width */
  double scale; /* LinUCB-L: of psi */
  mortal_lives lives;
  double **spare; /* blocks of arms that are gone */
  int spare_count;
  double *work; /* d numbers */
} linucb_state;

status linucb_prepare(linucb_state *s, policy *p, const view *v);
/* theta' x + weight sqrt(x' A^-1 x). */
double linucb_index(const linucb_state *s, const policy *p, const view *v, int arm, double weight);
void linucb_observe(policy *p, const view *v, const outcome *o);
void linucb_arm_left(policy *p, const view *v, int arm);

#endif
