/* The least bound of the last h observations of an action,
 *
 *   min over 1 <= h <= n of (mean of its last h) + width / sqrt(h),
 *
 * without a look at all of them. What is kept of an action are the sums of its first 0, 1, 2, ...
 * observations, in two numbers each so that nothing is lost where they grow large; a mean is a difference of
 * two of them. Of each BLOCK of these sums P(i), and of each WIDE of such blocks, a line lies above all:
 * P(i) <= top + slope i. With h = n - i a mean of the block is then at least
 *
 *   slope + (P(n) - top - slope n) / h,
 *
 * which is least at one of its ends, and 1 / sqrt(h) at its last: a block whose bound is not below what was
 * found is passed over. Cost: n / (BLOCK WIDE) bounds and, as the least changes little, a few blocks; in
 * plain mode all. */
#ifndef UNRULY_SUFFIXES_H
#define UNRULY_SUFFIXES_H

#include "../../base/memory.h"
#include "../../base/twofold.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct prefix_line {
  double slope, top;
} prefix_line;

typedef struct suffixes {
  twofold *prefix;          /* of the first i observations, i = 0, ..., count */
  prefix_line *line, *wide; /* of the blocks of them that are full, and of those of blocks */
  int64_t count, room;
} suffixes;

/* False if there is no memory. */
bool suffixes_add(suffixes *s, double x, arena *memory);
/* `root`: 1 / sqrt(h) at h - 1. */
double suffixes_least(const suffixes *s, double width, const double *root, bool plain);
/* The mean of the window that gives it. */
double suffixes_mean_of_least(const suffixes *s, double width, const double *root);

#endif
