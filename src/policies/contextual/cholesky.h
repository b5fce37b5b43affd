/* A = ridge I + the sum of x x' over what was added, kept as its Cholesky factor
 * L, A = L L'. Adding an x rotates the columns of L, which loses nothing however
 * often it is done: no difference of large numbers is ever taken.
 *
 * Below the d rows of L there may be another one, z: an x then has one more
 * number r, and z = L^-1 b with b = the sum of r x, so that A^-1 b = L'^-1 z.
 *
 * Packed by columns: column j holds L[j][j] .. L[d-1][j], and z[j] if there is z. */
#ifndef UNRULY_CHOLESKY_H
#define UNRULY_CHOLESKY_H

#include "../../base/exact.h"
#include <stddef.h>

typedef struct cholesky {
  int size, rows; /* d; d + 1 with z */
} cholesky;

static inline size_t cholesky_numbers(cholesky c)
{
  const size_t d = (size_t)c.size;
  return d * (d + 1) / 2 + d * (size_t)(c.rows - c.size);
}

/* Nothing was added yet. */
void cholesky_begin(double *l, cholesky c, double ridge);
/* A += x x', b += r x; x is used up. */
void cholesky_add(double *l, cholesky c, double *x);
/* The first d of x become w = L^-1 x, of square x' A^-1 x; with z the last one becomes
 * less by w' z = (A^-1 b)' x. */
void cholesky_forward(const double *l, cholesky c, double *x);
/* x = L'^-1 x, of d numbers. */
void cholesky_backward(const double *l, cholesky c, double *x);
/* z, d numbers. */
void cholesky_last(const double *l, cholesky c, double *z);

/* The sum of products, of four sums that are added at last. */
double product_of(const double *x, const double *y, int count);

#endif
