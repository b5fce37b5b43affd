/* Sums over the states of a layer at a checkpoint, added up block by block. */
#ifndef UNRULY_EXACT_LOOK_H
#define UNRULY_EXACT_LOOK_H

#include "recursion.h"

bool look_open(recursion *r, forward_look *look, arena *memory);
void look_at_block(recursion *r, int block);
/* The arm of greatest mean; of equal ones that of most plays, then the lowest. */
int look_named(int arms, const int *counts, const int *sums);
void look_add_up(const recursion *r, forward_look *look);

#endif
