/* The last so many observations, a ring that is summed when asked: policies
 * ask so seldom that this costs less than a running sum, which would also
 * collect rounding errors. */
#ifndef UNRULY_RECENT_H
#define UNRULY_RECENT_H

#include "../../base/memory.h"
#include <stdint.h>

typedef struct recent {
  double *value;
  int64_t size, count; /* count: of all that were ever added */
} recent;

static inline bool recent_open(recent *r, int64_t size, arena *memory)
{
  r->size = size;
  r->value = arena_zeroed(memory, (size_t)size, sizeof(double));
  return r->value != NULL;
}

static inline void recent_add(recent *r, double value) { r->value[r->count++ % r->size] = value; }

/* The sum of the last `many` (at most `size`), oldest first. */
static inline double recent_sum(const recent *r, int64_t many)
{
  double sum = 0;
  for (int64_t i = r->count > many ? r->count - many : 0; i < r->count; i++) sum += r->value[i % r->size];
  return sum;
}

#endif
