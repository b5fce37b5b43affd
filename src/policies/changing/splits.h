/* Test whether the mean of a sequence x_1, ..., x_n in [0, 1] has changed: the generalised
 * likelihood ratio of Bernoulli distributions (or of Gaussian ones with sd 1/2) of a change
 * after s, S_s being the sum of the first s and m = S_n / n,
 *
 *   z(s) = s d(S_s / s, m) + (n - s) d((S_n - S_s) / (n - s), m),
 *   d(p, q) = kl(p, q), or 2 (p - q)^2,
 *
 * greatest over the splits s = e, 2 e, 3 e, ... < n.
 *
 * For given n and S_n this is convex in (s, S_s), so it is greatest at a vertex of the
 * hull of these points: about 2 ln(n / e) of them, found as points come, each being to
 * the right of all before. Of most vertices kl(p, q) <= (p - q)^2 / (q (1 - q)) shows
 * without a logarithm that they are below the threshold. What rounding may do is far
 * less than a margin; a vertex that comes so close to the threshold makes us look at
 * every split. For that all sums are kept: 8 bytes a split. */
#ifndef UNRULY_SPLITS_H
#define UNRULY_SPLITS_H

#include "../../base/margin.h"
#include "../../base/memory.h"
#include <stdint.h>

typedef struct hull {
  int64_t *at; /* which points, from the left */
  int64_t count, room;
} hull;

typedef struct splits {
  double *sum; /* sum[i] after (i + 1) e terms */
  int64_t count, room;
  hull upper, lower;
} splits;

typedef struct split_test {
  int64_t every; /* e */
  bool gaussian;
  bool plain; /* look at every split */
} split_test;

/* Nothing has come yet; the memory is kept. */
void splits_forget(splits *s);

/* The sum after the next e terms. */
bool splits_add(splits *s, double sum, arena *memory);

/* Returns whether z(s) > threshold for some split of n terms with this sum; none of the splits
 * added is at n. */
bool splits_show_change(const splits *s, const split_test *t, int64_t n, double total, double threshold);

#endif
