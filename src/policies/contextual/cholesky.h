/* A = I + the sum of x x' over what was added, kept as its Cholesky factor L,
 * A = L L'. Adding an x rotates the columns of L, which loses nothing however
 * often it is done: no difference of large numbers is ever taken.
 *
 * L is packed by columns: column j holds L[j][j] .. L[d-1][j]. */
#ifndef UNRULY_CHOLESKY_H
#define UNRULY_CHOLESKY_H

#include <stddef.h>

static inline size_t cholesky_size(int d) { return (size_t)d * ((size_t)d + 1) / 2; }

void cholesky_identity(double *l, int d);
/* A += x x'; x is used up. */
void cholesky_add(double *l, int d, double *x);
/* x = L^-1 x, so that its square is x' A^-1 x. */
void cholesky_forward(const double *l, int d, double *x);
/* x = L'^-1 x: after cholesky_forward(), A^-1 x. */
void cholesky_backward(const double *l, int d, double *x);

#endif
