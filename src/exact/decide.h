/* Choices of the policy in each state of a layer. */
#ifndef UNRULY_EXACT_DECIDE_H
#define UNRULY_EXACT_DECIDE_H

#include "recursion.h"

bool decide_open(recursion *r, int plays, arena *memory);
/* The indices of all sums after so many plays of an arm. */
void decide_indices(recursion *r, player *p, int plays);
void decide_block(recursion *r, player *p, int block);

/* The part of a row of this layer from which the arm is played. */
static inline stretch_of_row decided_part(const recursion *r, int64_t row, int arm, int64_t length)
{
  if (!r->by_rows) return (stretch_of_row){0, length};
  if (arm == r->now.arms - 1) return (stretch_of_row){r->cut[row], length};
  return (stretch_of_row){0, r->other[row] == arm ? r->cut[row] : 0};
}

#endif
