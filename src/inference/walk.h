/* The score process of a group-sequential test with one rival: B(t) is normal with mean `drift` t, variance t
 * and independent increments. Where the test goes on, its density is carried from look to look (Armitage,
 * McPherson and Rowe 1969) on panels of Legendre's rule that are narrow beside the steps before and after the
 * look. */
#ifndef UNRULY_INFERENCE_WALK_H
#define UNRULY_INFERENCE_WALK_H

#include "../base/memory.h"
#include "quadrature.h"

/* `at`, `mass`: nodes in ascending order, and the density there times the rule's weights. */
typedef struct walk {
  double time, drift, fine, reach;
  size_t count, room;
  double *at, *mass, *next_at, *next_mass, *kernel;
} walk;

/* Settings of a walk: `reach` are the standard deviations beyond which a density counts for nothing,
 * at least 9.5; `fine` divides the panels, 1 for what is usual. */
bool walk_open(walk *w, arena *memory, const double *times, int looks, double reach, double fine);
/* At 0, before the first look. */
void walk_start(walk *w, double drift);

/* The probability to be at least this far, or at most, at the next look. */
double walk_above(const walk *w, double value, double time);
double walk_below(const walk *w, double value, double time);

/* To the look at `time`, of which only these pieces, in ascending order, matter; `next`: the look after it.
 */
void walk_on(walk *w, const piece *pieces, int count, double time, double next);
/* Returns the part of a piece where the density counts. */
piece walk_piece(const walk *w, piece p, double time);

double normal_above(double z);

#endif
