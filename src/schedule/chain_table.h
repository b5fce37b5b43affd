/* A table of the last elements of divisibility chains 1 | x1 | x2 | ..., each
 * with the least cost of a chain that ends there. Only the elements reached
 * are stored, so the table does not grow with the patience of the arms.
 *
 * A proper multiple is at least twice as large: elements are therefore kept
 * by octave [2^i, 2^(i+1)), and when an octave's turn comes, all costs in it
 * are final. */
#ifndef UNRULY_CHAIN_TABLE_H
#define UNRULY_CHAIN_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include "../base/memory.h"

enum { CHAIN_OCTAVES = 33 };

typedef struct chain_end {
  int64_t value, cost;
  int32_t previous; /* index of the chain's element before, -1 at the start */
  int32_t next;     /* index of another element of the same octave, or -1 */
  uint32_t place;   /* where the hash index keeps it */
} chain_end;

typedef struct chain_table {
  growable ends;     /* chain_end */
  int32_t *index;    /* with probing: element + 1, 0 = free */
  uint32_t capacity; /* of the index, a power of two */
  int32_t first[CHAIN_OCTAVES];
} chain_table;

bool chain_table_start(chain_table *t);
void chain_table_clear(chain_table *t);
void chain_table_free(chain_table *t);

/* Keeps the cheaper of the chain offered and the one known to end in
 * `value`. False: no memory. */
bool chain_table_offer(chain_table *t, int64_t value, int64_t cost, int32_t previous);

static inline const chain_end *chain_table_at(const chain_table *t, int32_t i)
{
  return (const chain_end *)t->ends.items + i;
}

/* The chain that ends at element i, ascending, without the leading 1. Returns
 * its length, at most CHAIN_OCTAVES. */
int chain_table_read(const chain_table *t, int32_t i, int64_t *chain);

#endif
