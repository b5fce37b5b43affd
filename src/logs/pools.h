/* Pools of candidates, each stored once however many events have it. A pool
 * is a set of arms: ascending numbers, none twice. */
#ifndef UNRULY_POOLS_H
#define UNRULY_POOLS_H

#include "../core/memory.h"
#include <stdint.h>

typedef struct pool_table {
  growable members; /* int: the arms of all pools, one pool after the other */
  growable end;     /* int64_t: where each pool ends in them */
  int *slots;       /* open addressing: the pool's number + 1, or 0 */
  size_t slot_count;
} pool_table;

void pools_open(pool_table *t);
void pools_free(pool_table *t);

/* The number (from 0) of the pool with these arms, which are sorted and made
 * unique in place; it is added if it is new. -1: out of memory. */
int pools_number(pool_table *t, int *arms, size_t count);

bool pool_has(const pool_table *t, int pool, int arm);

static inline int64_t pool_start(const pool_table *t, int pool)
{
  return pool ? ((const int64_t *)t->end.items)[pool - 1] : 0;
}
static inline int64_t pool_end(const pool_table *t, int pool)
{
  return ((const int64_t *)t->end.items)[pool];
}

#endif
