/* Pools of candidates, each stored once however many events have it. A pool
 * is a set of arms: ascending numbers, none twice. */
#ifndef UNRULY_POOLS_H
#define UNRULY_POOLS_H

#include "labels.h"
#include <stdint.h>

/* The bytes of its numbers are the label of a pool. */
typedef struct pool_table {
  label_table labels;
} pool_table;

static inline void pools_open(pool_table *t) { labels_open(&t->labels); }
static inline void pools_free(pool_table *t) { labels_free(&t->labels); }

/* The number (from 0) of the pool with these arms, which are sorted and made
 * unique in place; it is added if it is new. -1: out of memory. */
int pools_number(pool_table *t, int *arms, size_t count);

bool pool_has(const pool_table *t, int pool, int arm);

static inline int pools_count(const pool_table *t) { return (int)t->labels.place.count; }

/* The arms of all pools, one pool after the other, and where each begins and ends in
 * them. */
static inline const int *pools_members(const pool_table *t) { return t->labels.text.items; }
static inline int64_t pool_start(const pool_table *t, int pool)
{
  return (int64_t)(((const label_place *)t->labels.place.items)[pool].from / sizeof(int));
}
static inline int64_t pool_end(const pool_table *t, int pool)
{
  return pool_start(t, pool) +
         (int64_t)(((const label_place *)t->labels.place.items)[pool].length / sizeof(int));
}

#endif
