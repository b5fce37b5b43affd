/* Ridge regressions of rewards on contexts, of each arm by itself or of all arms
 * together (`shared`): A = ridge I + the sum of x x' and b = the sum of reward x over the
 * rounds in which the arm was played, or any arm, and theta = A^-1 b.
 *
 * Kept as a Cholesky factor with z (cholesky.h), so that learning rotates d columns once
 * and one forward solution gives theta' x as well as x' A^-1 x. Cost: O(d^2) to learn, and
 * to ask about a context, unless it is the one asked about before and nothing was learnt
 * since; O(d) for an arm of which nothing was learnt. */
#ifndef UNRULY_REGRESSION_H
#define UNRULY_REGRESSION_H

#include "cholesky.h"
#include "past_contexts.h"

/* Forecast of a context x: theta' x, and x' A^-1 x. */
typedef struct forecast {
  double mean, square;
} forecast;

/* Regression of an arm (p->actions begins with these) or of all. */
typedef struct regression {
  double
      *factor; /* with z; then theta, if wanted, and the context asked about last. NULL: nothing was learnt */
  forecast last;
  bool is_last_known;
  bool is_gone; /* for good: what comes later of the arm teaches nothing */
} regression;

typedef struct regressions {
  cholesky shape;
  double ridge;
  bool shared;
  bool solves; /* theta is wanted, after each play */
  regression all;
  double **spare; /* memory of arms that are gone */
  int spare_count;
  double *work; /* d + 1 numbers */
  pending contexts;
} regressions;

status regressions_open(regressions *s, policy *p, const view *v, const parameters *given);
/* Returns the forecast of the arm's context in this round. */
forecast regressions_ask(const regressions *s, const policy *p, const view *v, int arm);
/* theta' x alone; only with `solves`. */
double regressions_mean(const regressions *s, const policy *p, const view *v, int arm);
/* A theta drawn from Normal(theta, scale^2 A^-1), by as many random numbers as it has; only with
 * `shared`. Valid until the next call of any of these. */
const double *regressions_draw(const regressions *s, const view *v, double scale);

/* Hooks of a policy whose state begins with `regressions`. */
void regressions_played(policy *p, const view *v, const outcome *o);
void regressions_observe(policy *p, const view *v, const outcome *o);
void regressions_arm_left(policy *p, const view *v, int arm);

#endif
