/* Sums over replications in place of a row for each: means, sums of squares
 * about them, extremes, and counts in classes for quantiles. Nothing here
 * depends on the order in which replications come, or on how they were divided:
 * they are added up in a binary tree over their numbers, of which only the tops
 * of whole subtrees are kept; counts and extremes are what they are.
 *
 * A slot is a number that each replication has. Two whole subtrees of n
 * replications each are joined by
 *   mean = a + (b - a) / 2,  squares = squares_a + squares_b + (b - a)^2 n / 2
 * (Chan, Golub and LeVeque 1983, equation 1.5, for equal n).
 *
 * Intervals of bounded numbers need a variation about centres that were known
 * before: in each of the blocks of replications 2, 3-4, 5-8, 9-16, ... that about
 * the mean of all replications before it. A block is the right half of a subtree
 * that begins with replication 1, so its variation, squares_b + (b - a)^2 n, is
 * added when that subtree is put together. Replication 1 itself has its centre
 * from the range of the numbers, which is known later.
 *
 * A class holds
 * numbers of equal sign and exponent whose first SKETCH_BITS binary digits are
 * equal, so the middle of a class is off by at most 2^-(SKETCH_BITS + 1) of it. */
#ifndef UNRULY_MOMENTS_H
#define UNRULY_MOMENTS_H

#include "../base/memory.h"
#include "../base/status.h"
#include <stdint.h>

enum { SKETCH_BITS = 7, SKETCH_CLASSES = 1 << SKETCH_BITS };

typedef struct octave {
  int number; /* sign and exponent, as the number has them */
  uint32_t count[SKETCH_CLASSES];
} octave;

typedef struct sketch {
  growable octaves;
  size_t recent; /* the octave used last */
} sketch;

/* Least and greatest value of a slot; NAN where no replication has it. */
typedef struct moments_range {
  double least, greatest;
  double first;     /* of replication 1 */
  double variation; /* of the blocks after it, in the node that begins with it */
} moments_range;

typedef struct moments_node {
  int level;      /* holds 2^level replications */
  int64_t index;  /* from index * 2^level on, counted from 0 */
  double *values; /* means, then squares */
} moments_node;

typedef struct moments {
  size_t slots, sketched; /* the first so many slots have a sketch */
  growable nodes, spare;  /* moments_node; double *, to be used again */
  sketch *sketches;
  moments_range *ranges;
} moments;

status moments_open(moments *m, size_t slots, size_t sketched);
void moments_free(moments *m);

/* Room for the values of a node, all missing, which moments_put() takes; NULL if
 * there is no memory. */
double *moments_values(moments *m);
/* Puts a subtree into its place. Those of one replication have no squares; their values count for the ranges.
 * One of several that begins with replication 1 needs its first value and variation to be there already. */
status moments_put(moments *m, int level, int64_t index, double *values);

/* Makes room for numbers of these extremes. */
void moments_widen(moments_range *range, double least, double greatest);

/* Counts a number (missing ones are not counted), or many of one class. */
status sketch_add(sketch *s, double value);
status sketch_add_class(sketch *s, int class_number, uint32_t count);

#endif
