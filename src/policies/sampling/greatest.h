/* The probability of each of some independent draws to be the greatest of all:
 *
 *   integral of f_k prod_{j != k} F_j
 *
 * for densities f and distribution functions F, to 1e-8, by Gauss's rule of 16 points on
 * panels that are as narrow as the narrowest distribution there. Distribution functions are
 * integrals of the densities over the same nodes, so that a distribution costs an exponential
 * a node; products over the other distributions come from those before and after it. The
 * integrals of all distributions telescope: that they sum to 1 is the test, and the panels are
 * made finer until they do.
 *
 * The panels, and what was worked out of each distribution, are kept for the next time, when mostly
 * one distribution has changed; if none has (nothing was shown meanwhile), so are the probabilities.
 * Beta distributions are looked at on the scale of ln(x / (1 - x)), gamma distributions on that of ln x (of
 * -ln x if the least draw is meant), on which they are smooth whatever their shapes. */
#ifndef UNRULY_GREATEST_H
#define UNRULY_GREATEST_H

#include "../../base/memory.h"
#include <stdint.h>

typedef enum draw_kind { DRAW_NORMAL, DRAW_GUMBEL, DRAW_BETA, DRAW_GAMMA, DRAW_LEAST_GAMMA } draw_kind;

/* Middle and standard deviation (or scale) of a distribution on the real line, the two shapes of a
 * beta distribution, of at least 1, or shape and rate of a gamma distribution. */
typedef struct draw_law {
  double a, b;
} draw_law;

typedef struct kept_law {
  draw_law law;
  double low, high;        /* next to nothing lies outside */
  double narrow;           /* the size of its features */
  double constant;         /* of the logarithm of a beta or gamma density */
  bool changed;            /* since the panels were made, or since the last time */
  int first, last;         /* the panels between, `last` being the first beyond */
  double *density, *below; /* at the nodes */
  double chance;           /* the last time */
} kept_law;

typedef struct greatest_draw {
  draw_kind kind;
  bool lanes; /* the processor has them */
  bool known; /* the probabilities of these distributions */
  arena *memory;
  kept_law *law; /* by place in the list */
  int count, room;
  double *from;             /* where panels begin; the last number is where the last ends */
  double *place, *softplus; /* of nodes; softplus: ln(1 + exp(place)) for beta, exp(place) for gamma laws,
                             exp(-place) for the least */
  int panels, panel_room;
  double *before; /* products over the distributions before, by distribution */
  int *there;     /* distributions that are neither 0 nor 1 in a panel */
  double fineness;
} greatest_draw;

void greatest_open(greatest_draw *g, draw_kind kind, arena *memory);
/* The probabilities found next do not depend, in their last digits, on what was asked before. */
void greatest_forget(greatest_draw *g);
/* Returns whether they are those of the last time. */
bool greatest_knows(const greatest_draw *g, const draw_law *law, int count);
/* False if there is no memory. */
bool greatest_chances(greatest_draw *g, const draw_law *law, int count, double *chance);

#endif
