/* A sweep: which of any number of actions may have the greatest index, for indices of
 * the form
 *
 *   base + rise s,
 *
 * in which s is the same for all actions and changes from round to round, so that only
 * who was played has other numbers. They stand in flat arrays, and all indices together
 * cost a multiplication, an addition and a comparison each. They are rounded otherwise
 * than by the printed rule: who comes within a hair of the greatest is evaluated
 * by the rule. */
#ifndef UNRULY_SWEEP_H
#define UNRULY_SWEEP_H

#include "../../base/margin.h"
#include "../../base/memory.h"
#include <math.h>
#include <stdint.h>

/* Actions are swept in blocks: a set of so many fits into 64 bits. */
enum { SWEPT_TOGETHER = 64 };

typedef struct sweep {
  double *base, *rise; /* by action; -Inf, 0 of one that is not there */
  double *greatest;    /* by block, at the last s */
  int count;           /* actions, rounded up to a multiple of 4 */
  double size;         /* no base was farther from 0 */
} sweep;

/* Nobody is there. */
bool sweep_open(sweep *w, int actions, arena *memory);

/* The greatest of base + rise s. */
double sweep_greatest(sweep *w, double s);

/* The actions of a block that are not below `limit` at the s of the last sweep, as bits. */
uint64_t sweep_reaching(const sweep *w, int block, double s, double limit);

static inline int sweep_blocks(const sweep *w) { return (w->count + SWEPT_TOGETHER - 1) / SWEPT_TOGETHER; }

static inline void sweep_put(sweep *w, int action, double base, double rise)
{
  w->base[action] = base;
  w->rise[action] = rise;
  const double size = fabs(base);
  if (size > w->size && size < INFINITY) w->size = size;
}

/* Rounding is far below this for indices that are close to the greatest. */
static inline double sweep_limit(const sweep *w, double greatest)
{
  return isinf(greatest) ? greatest : greatest - margin_of(fabs(greatest) + 2 * w->size);
}

#endif
