/* The truncated mean (Bubeck, Cesa-Bianchi and Lugosi 2013, Lemma 1), of which the threshold
 * of each observation falls as the confidence grows: the i-th observation x counts as long as
 *
 *   |x| <= (u i / L)^(1/(1+e)),   that is, L <= its limit u i / |x|^(1+e),   L = ln(1 / delta).
 *
 * L only grows, so what is out stays out. L = ln(t^2) is below 90 for every round that can be
 * counted, so what has a limit beyond counts to the end: it is added and forgotten. The others, of
 * which there are a few however many observations there are (the limit grows with i), wait in a heap of
 * limits until they are taken out. */
#ifndef UNRULY_TRUNCATED_MEAN_H
#define UNRULY_TRUNCATED_MEAN_H

#include "../../base/twofold.h"
#include "../../model/policy.h"
#include <math.h>

#define GREATEST_LOG 90.0

typedef struct truncated_item {
  double limit, x;
} truncated_item;

typedef struct truncated_mean {
  truncated_item *item; /* a heap: the least limit first */
  int64_t count, room;
  twofold sum; /* of what counts */
} truncated_mean;

/* The i-th observation, from 1; false if memory ran out. */
bool truncated_add(truncated_mean *m, double x, double i, double u, double e, arena *memory);

/* Takes out what no longer counts. */
void truncated_take_out(truncated_mean *m, double log_term);

static inline double truncated_sum(truncated_mean *m, double log_term)
{
  if (m->count > 0 && m->item[0].limit < log_term) truncated_take_out(m, log_term);
  return m->sum.high;
}

#endif
