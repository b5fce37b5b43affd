/* A tree of maxima over numbered leaves: each node is the greater one of the two
 * below it, so the root is the greatest of all. */
#ifndef UNRULY_MAXIMA_H
#define UNRULY_MAXIMA_H

#include "memory.h"
#include <math.h>

typedef struct maxima {
  double *node; /* the root at 1, leaf i at base + i */
  int base;
} maxima;

/* At least so many leaves. */
static inline bool maxima_open(maxima *m, int leaves, arena *memory)
{
  for (m->base = 1; m->base < leaves;) m->base *= 2;
  m->node = arena_zeroed(memory, 2 * (size_t)m->base, sizeof *m->node);
  return m->node != NULL;
}

static inline double maxima_root(const maxima *m) { return m->node[1]; }
static inline double *maxima_leaf(const maxima *m, int leaf) { return &m->node[m->base + leaf]; }

static inline double maxima_of_children(const maxima *m, ptrdiff_t at)
{
  const double left = m->node[2 * at], right = m->node[2 * at + 1];
  return left >= right ? left : right;
}

static inline void maxima_set(maxima *m, int leaf, double value)
{
  size_t at = (size_t)m->base + (size_t)leaf;
  double greatest = value;
  for (m->node[at] = value; at > 1; m->node[at] = greatest) {
    const double other = m->node[at ^ 1];
    if (other > greatest) greatest = other;
    at /= 2;
    if (m->node[at] == greatest) return;
  }
}

/* All leaves -Inf; then, when leaves were written one by one, the nodes above them. */
static inline void maxima_clear(maxima *m)
{
  for (ptrdiff_t at = 1; at < 2 * (ptrdiff_t)m->base; at++) m->node[at] = -INFINITY;
}

static inline void maxima_build(maxima *m)
{
  for (ptrdiff_t at = m->base - 1; at > 0; at--) m->node[at] = maxima_of_children(m, at);
}

/* The leaf of the greatest, the first in a tie. */
static inline int maxima_greatest(const maxima *m)
{
  ptrdiff_t at = 1;
  while (at < m->base) at = 2 * at + (m->node[2 * at] < m->node[2 * at + 1]);
  return (int)(at - m->base);
}

#endif
