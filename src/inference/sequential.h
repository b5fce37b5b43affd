/* Group-sequential tests with one rival. Limits are for B = Z sqrt(t), INFINITY or -INFINITY where there is
 * none; times increase, and the last one is 1. */
#ifndef UNRULY_INFERENCE_SEQUENTIAL_H
#define UNRULY_INFERENCE_SEQUENTIAL_H

#include "walk.h"

/* The least x from `low` to `high` at which a falling function is 0 or less, to 1e-13; an end if there is
 * none. */
double falling_root(double (*f)(const void *given, double x), const void *given, double low, double high);

/* By look, the probabilities that B crosses its upper limit, or its lower one, there and not before. false:
 * there is no memory. */
bool sequential_crossing(arena *memory, int looks, const double *times, const double *upper,
                         const double *lower, double drift, double fine, double *above, double *below);

/* The error that is spent: `error` on upper limits without drift, by look; and, unless NULL, `missed` on
 * lower limits under `drift`. `lower` holds limits that are given where nothing is spent on them. If they
 * bind, or with two sides, upper limits respect the lower ones; with two sides `error` is that of one. */
typedef struct spending {
  int looks, sides;
  const double *times, *error, *missed;
  double drift, fine;
  bool binding;
} spending;

bool sequential_spending(arena *memory, const spending *s, double *upper, double *lower);

#endif
