/* The upper quantile of a beta law with shapes of at least 1: the q in (0, 1) above
 * which lies the chance `tail`, 0 < tail < 1, to about 1e-12 of its size. */
#ifndef UNRULY_BETA_QUANTILE_H
#define UNRULY_BETA_QUANTILE_H

#include <stdbool.h>

double beta_upper_quantile(double a, double b, double tail);

/* Whether it is above x for certain, by the first terms of a series: a fraction of
 * the cost, but not always when it is. */
bool beta_surely_above(double a, double b, double tail, double x);

#endif
