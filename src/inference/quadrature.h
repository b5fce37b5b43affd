/* Rules of Gauss for integrals. */
#ifndef UNRULY_INFERENCE_QUADRATURE_H
#define UNRULY_INFERENCE_QUADRATURE_H

#include <stdbool.h>
#include <stddef.h>

enum { PANEL_NODES = 8, MOST_HERMITE = 128 };

/* An interval, cut into panels of equal width, at most `width` each. */
typedef struct piece {
  double low, high;
} piece;

size_t panels_of(piece p, double width);
/* Nodes in ascending order, and weights of Legendre's rule: so many were written. */
size_t place_panels(piece p, double width, double *at, double *weight);

/* Hermite's rule for the mean of a standard normal number, in ascending order; `size` at most MOST_HERMITE.
 */
void hermite_rule(int size, double *at, double *weight);

#endif
