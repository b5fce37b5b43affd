/* The upper quantile of a beta distribution with shapes of at least 1: the q in (0, 1) above
 * which lies the probability `tail`, 0 < tail < 1, to about 1e-12 of its size. */
#ifndef UNRULY_BETA_QUANTILE_H
#define UNRULY_BETA_QUANTILE_H

#include <stdbool.h>

double beta_upper_quantile(double a, double b, double tail);

/* Returns whether it is above x for certain, by the first terms of a series: a fraction of
 * the cost, but not always when it is. */
bool beta_surely_above(double a, double b, double tail, double x);

/* A beta distribution: `constant` is what ln(x^a (1 - x)^b / B(a, b)) has beside the
 * divergence of a / (a + b) and x. */
typedef struct beta_law {
  double a, b, constant;
} beta_law;

beta_law beta_law_of(double a, double b);
/* x^a (1 - x)^b / B(a, b): the density of ln(x / (1 - x)). */
double beta_kernel(const beta_law *l, double x);
/* The probability of more than x, given the kernel there; `accuracy`, relative, is at least 1e-15. */
double beta_upper(const beta_law *l, double x, double kernel, double accuracy);
/* The same of less than x, `rest` being 1 - x. */
double beta_lower(const beta_law *l, double x, double rest, double kernel, double accuracy);

#endif
