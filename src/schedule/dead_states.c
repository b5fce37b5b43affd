/* For each arm k and each time v a row of bits says which of the states kept
 * give arm k at least v. Those above a given state are then the bits that all
 * its rows have in common: 64 states are compared at once. */
#include "dead_states.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK_WORDS = 64, BLOCK_STATES = 64 * BLOCK_WORDS };
#define MOST_BYTES ((size_t)1 << 28)

bool dead_states_start(dead_states *d, const uint16_t *full, int arms)
{
  memset(d, 0, sizeof *d);
  d->arms = arms;
  d->full = full;
  d->blocks.size = sizeof(uint64_t *);
  d->states.size = (size_t)arms * sizeof(uint16_t);
  d->row = memory_zeroed((size_t)arms, sizeof *d->row);
  if (!d->row) return false;
  for (int k = 0; k < arms; k++) {
    d->row[k] = d->rows - 1;
    d->rows += full[k];
  }
  return true;
}

static uint64_t *block_at(const dead_states *d, size_t i) { return ((uint64_t **)d->blocks.items)[i]; }

void dead_states_free(dead_states *d)
{
  for (size_t i = 0; i < d->blocks.count; i++) free(block_at(d, i));
  growable_free(&d->blocks);
  growable_free(&d->states);
  free(d->row);
  d->row = NULL;
}

static uint64_t *add_block(dead_states *d)
{
  uint64_t *bits = memory_zeroed((size_t)d->rows * BLOCK_WORDS, sizeof *bits);
  uint64_t **place = bits ? growable_add(&d->blocks) : NULL;
  if (!place) free(bits);
  else *place = bits;
  return place ? bits : NULL;
}

static bool is_full(const dead_states *d)
{
  const size_t bytes = (size_t)d->rows * BLOCK_WORDS * sizeof(uint64_t);
  return d->count % BLOCK_STATES == 0 && (d->blocks.count + 1) * bytes > MOST_BYTES;
}

bool dead_states_add(dead_states *d, const uint16_t *state)
{
  if (is_full(d)) return true;
  const int64_t at = d->count % BLOCK_STATES;
  uint64_t *bits = at == 0 ? add_block(d) : block_at(d, d->blocks.count - 1);
  uint16_t *copy = bits ? growable_add(&d->states) : NULL;
  if (!copy) return false;
  memcpy(copy, state, (size_t)d->arms * sizeof *copy);
  for (int k = 0; k < d->arms; k++) {
    for (int v = 1; v <= state[k]; v++)
      bits[(size_t)(d->row[k] + v) * BLOCK_WORDS + (size_t)(at / 64)] |= UINT64_C(1) << (at % 64);
  }
  d->count++;
  return true;
}

static int lowest_bit(uint64_t word)
{
  int bit = 0;
  while (!(word >> bit & 1)) bit++;
  return bit;
}

/* The latest states are those nearest to where the search is. */
const uint16_t *dead_states_above(const dead_states *d, const uint16_t *state)
{
  for (size_t i = d->blocks.count; i-- > 0;) {
    const uint64_t *bits = block_at(d, i);
    uint64_t common[BLOCK_WORDS];
    memcpy(common, bits + (size_t)(d->row[0] + state[0]) * BLOCK_WORDS, sizeof common);
    for (int k = 1; k < d->arms; k++) {
      const uint64_t *row = bits + (size_t)(d->row[k] + state[k]) * BLOCK_WORDS;
      for (int w = 0; w < BLOCK_WORDS; w++) common[w] &= row[w];
    }
    for (int w = 0; w < BLOCK_WORDS; w++) {
      if (!common[w]) continue;
      const size_t found = i * BLOCK_STATES + (size_t)(64 * w + lowest_bit(common[w]));
      return (const uint16_t *)d->states.items + found * (size_t)d->arms;
    }
  }
  return NULL;
}
