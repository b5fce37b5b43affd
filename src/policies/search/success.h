/* Rewards as successes and failures. */
#ifndef UNRULY_SUCCESS_H
#define UNRULY_SUCCESS_H

#include "tally.h"

/* 0 or 1: what lies strictly between counts as a success with that probability. */
static inline double success_of(const view *v, reward_range range, double reward)
{
  const double part = to_unit(range, reward);
  if (part == 0 || part == 1) return part;
  return stream_uniform(v->random) < part ? 1 : 0;
}

#endif
