/* The shares of plays with which the best arm is known soonest (Garivier and Kaufmann
 * 2016, Theorem 5 and section 3): those w that reach
 *
 *   1 / T* = max over w of min over b of  w_a d(mean_a, m) + w_b d(mean_b, m),
 *
 * a being the arm with the greatest mean, b each other one, m the mean of both with these weights
 * and d the divergence of distributions with these means. With x = w_b / w_a,
 *
 *   g_b(x) = d(mean_a, m) + x d(mean_b, m) = y for all b, and
 *   sum over b of d(mean_a, m) / d(mean_b, m) = 1
 *
 * say what y and each x are; T* = (1 + sum of x) / y. For Gaussian distributions (variance 1)
 * x is y / (D - y), D = (mean_a - mean_b)^2 / 2, and the sum that of x^2.
 *
 * The fast way: Newton's steps in y and all x at once, from the last solution or from
 * the Gaussian one. The plain way: y in a bracket (regula falsi), each x by Newton's
 * steps, which after the first come from below, as g is concave in x, and do not lead
 * beyond the solution. Both are exact to SHARES_ERROR. Cost of a step: two divergences
 * an arm. */
#ifndef UNRULY_SHARES_H
#define UNRULY_SHARES_H

#include "../../base/exact.h"
#include "../../base/memory.h"
#include <stdbool.h>

/* No share is farther from the truth. */
#define SHARES_ERROR 1e-11

typedef struct shares {
  bool gaussian;
  int count, best;     /* all other means are less than that of the best */
  double *mean;        /* by arm */
  double *x;           /* w / w_best; those of the last solution, if y > 0 */
  double y;            /* 0: there is none */
  double *rest, *part; /* within a step */
} shares;

bool shares_open(shares *s, int most, arena *memory);
void shares_solve(shares *s, bool plain);
/* 1 + sum of x: w is x over this. */
double shares_sum(const shares *s);

#endif
