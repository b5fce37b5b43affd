/* The upper quantile of a beta law with shapes of at least 1: the q in (0, 1) above
 * which lies the chance `tail`, 0 < tail < 1, to about 1e-12 of its size. */
#ifndef UNRULY_BETA_QUANTILE_H
#define UNRULY_BETA_QUANTILE_H

double beta_upper_quantile(double a, double b, double tail);

#endif
