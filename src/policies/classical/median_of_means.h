/* The median of the means of k blocks of floor(n / k) observations in a row (Bubeck, Cesa-Bianchi and
 * Lugosi 2013, Lemma 2); of an even k, of the two in the middle. What is left at the end is left
 * out. Observations are kept as their sums from the first on, of twice the digits, so that a
 * block is a difference. */
#ifndef UNRULY_MEDIAN_OF_MEANS_H
#define UNRULY_MEDIAN_OF_MEANS_H

#include "../../base/twofold.h"
#include "../../model/policy.h"

typedef struct block_means {
  twofold *until; /* the sums of the first 0, 1, ... observations */
  int64_t count, room;
} block_means;

/* False if memory ran out. */
bool block_means_add(block_means *m, double x, arena *memory);

/* Returns the median of the means of so many blocks, at least 1 and at most as many as observations;
 * `scratch` has room for them. */
double median_of_means(const block_means *m, int64_t blocks, double *scratch);

#endif
