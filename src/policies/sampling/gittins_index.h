/* The Gittins index of a Bernoulli arm whose probability has the posterior Beta(a, b),
 * when a reward h rounds from now counts discount^h: the greatest
 *
 *   E sum_{h < tau} discount^h x_h  /  E sum_{h < tau} discount^h
 *
 * over times tau >= 1 at which one may stop (Gittins 1979; Gittins, Glazebrook and
 * Weber 2011, section 2.6 and chapter 8).
 *
 * The result is at most the index, and less than `accuracy` below it: two
 * things are left out, each of them worth less than half of that.
 *   - After `depth` rounds one either stops or plays on without end. What this loses,
 *     discounted, is at most discount^depth / (1 - discount) times the expected
 *     excess of the probability over its mean, which is at most sd / 2 <= 1 / 4.
 *   - A state whose mean is far above the index is played on without end. A beta distribution
 *     with n = a + b is sub-Gaussian with variance 1 / (4 (n + 1)) (Marchal and
 *     Arbel 2017), so the probability of having wanted to stop is small. */
#ifndef UNRULY_GITTINS_INDEX_H
#define UNRULY_GITTINS_INDEX_H

#include "../../base/memory.h"

typedef struct gittins {
  double discount, accuracy;
  double far;            /* times 1 / sqrt(n + 1): how far is far above */
  int depth;             /* for any state */
  double *reward, *time; /* by successes since: of going on, discounted */
} gittins;

/* Returns how many rounds must be looked ahead; they are a matter of time and memory. */
double gittins_depth(double discount, double accuracy, double sd);
bool gittins_open(gittins *g, double discount, double accuracy, arena *memory);
double gittins_index(gittins *g, double a, double b);
/* Numbers between which what gittins_index() finds lies for certain, found without it. */
void gittins_bounds(const gittins *g, double a, double b, double *least, double *most);

#endif
