/* States of several arms after so many plays: how often each was
 * played, n_1 + ... + n_K of them in all, and the sum of what each paid, in steps
 * from 0 to span n_k (span 1: its successes).
 *
 * A layer is all states after t plays. Those of equal counts are a block, in the
 * order of n_1, then n_2, ...; within a block the sum of the first arm changes most
 * slowly, and that of the last runs along a row. */
#ifndef UNRULY_STATES_H
#define UNRULY_STATES_H

#include "memory.h"
#include <stdint.h>

enum { STATES_ARMS = 4 };

typedef struct layer {
  int arms, span, plays;
  int blocks;
  int64_t states, rows;             /* in all */
  int *counts;                      /* by block, n_1, ..., n_K */
  int64_t *first_state, *first_row; /* by block */
} layer;

/* Room for layers of at most so many plays. */
bool layer_open(layer *l, int arms, int span, int most, arena *memory);
void layer_set(layer *l, int plays);

/* Returns how many blocks there are of so many arms and plays, and which one has these
 * counts. */
int64_t block_count(int arms, int plays);
int64_t block_of(int arms, int plays, const int *counts);

/* Returns how many states there are after at most so many plays, of span 1; it may be large. */
double states_until(int arms, int plays);

static inline const int *block_counts(const layer *l, int64_t block) { return l->counts + block * l->arms; }

/* Returns how many sums an arm may have after n plays. */
static inline int64_t sums_of(const layer *l, int n) { return (int64_t)l->span * n + 1; }

/* Returns how many rows a block has. */
static inline int64_t block_rows(const layer *l, const int *counts)
{
  int64_t rows = 1;
  for (int k = 0; k + 1 < l->arms; k++) rows *= sums_of(l, counts[k]);
  return rows;
}

/* From one row to that where the sum of arm k, not the last, is one more. */
static inline int64_t row_step(const layer *l, const int *counts, int k)
{
  int64_t step = 1;
  for (int j = k + 1; j + 1 < l->arms; j++) step *= sums_of(l, counts[j]);
  return step;
}

/* The sums of all arms but the last: the next row, from zeros on. */
static inline void next_row(const layer *l, const int *counts, int *sums)
{
  for (int k = l->arms - 2; k >= 0; k--) {
    if (++sums[k] < sums_of(l, counts[k])) return;
    sums[k] = 0;
  }
}

#endif
