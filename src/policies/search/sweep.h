/* A sweep finds which of any number of actions may have the greatest index, for indices of
 * the form
 *
 *   base + rise s,
 *
 * where s is the same for all actions and changes from round to round, so that only the
 * numbers of the action that was played change. They are kept in flat arrays, and each index
 * costs a multiplication, an addition and a comparison. The rounding differs from that of the
 * printed rule, so actions within the margin of the greatest are evaluated by the rule.
 *
 * The last choice, the leader, is kept out of the arrays: while no action comes near it, it is
 * the next choice too, and a processor that predicts this need not wait for what the last play
 * changed. */
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
  double *greatest;    /* by block, at the last s, without the leader */
  int leader;          /* or -1 */
  double lead_base, lead_rise;
  int count;   /* actions, rounded up to a multiple of 4 */
  double size; /* no base was farther from 0 */
} sweep;

/* There is no action. */
bool sweep_open(sweep *w, int actions, arena *memory);

/* The greatest of base + rise s, but for that of the leader. */
double sweep_rival(sweep *w, double s);

/* The actions of a block, but for the leader, that are not below `limit` at the s of the last sweep, as bits.
 */
uint64_t sweep_reaching(const sweep *w, int block, double s, double limit);

static inline int sweep_blocks(const sweep *w) { return (w->count + SWEPT_TOGETHER - 1) / SWEPT_TOGETHER; }

static inline void sweep_put(sweep *w, int action, double base, double rise)
{
  if (action == w->leader) {
    w->lead_base = base;
    w->lead_rise = rise;
  } else {
    w->base[action] = base;
    w->rise[action] = rise;
  }
  const double size = fabs(base);
  if (size > w->size && size < INFINITY) w->size = size;
}

static inline double sweep_lead_value(const sweep *w, double s)
{
  return w->leader < 0 ? -INFINITY : w->lead_base + w->lead_rise * s;
}

/* This action was chosen. */
static inline void sweep_lead(sweep *w, int action)
{
  if (action == w->leader) return;
  if (w->leader >= 0) {
    w->base[w->leader] = w->lead_base;
    w->rise[w->leader] = w->lead_rise;
  }
  w->lead_base = w->base[action];
  w->lead_rise = w->rise[action];
  w->base[action] = -INFINITY;
  w->rise[action] = 0;
  w->leader = action;
}

/* Rounding is far below this for indices that are close to the greatest. */
static inline double sweep_limit(const sweep *w, double greatest)
{
  return isinf(greatest) ? greatest : greatest - margin_of(fabs(greatest) + 2 * w->size);
}

#endif
