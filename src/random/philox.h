/* Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw
 * ("Parallel random numbers: as easy as 1, 2, 3", SC 2011): a keyed bijection
 * of 128-bit counters. The n-th draw costs the same as the first, so outcomes
 * are addressed, never consumed in order. */
#ifndef UNRULY_PHILOX_H
#define UNRULY_PHILOX_H

#include "../base/exact.h"
#include <stdint.h>

typedef struct philox_key {
  uint32_t word[2];
} philox_key;

typedef struct philox_block {
  uint32_t word[4];
} philox_block;

static inline philox_block philox_round(philox_block x, philox_key k)
{
  const uint64_t even = (uint64_t)0xD2511F53u * x.word[0];
  const uint64_t odd = (uint64_t)0xCD9E8D57u * x.word[2];
  philox_block y;
  y.word[0] = (uint32_t)(odd >> 32) ^ x.word[1] ^ k.word[0];
  y.word[1] = (uint32_t)odd;
  y.word[2] = (uint32_t)(even >> 32) ^ x.word[3] ^ k.word[1];
  y.word[3] = (uint32_t)even;
  return y;
}

static inline philox_block philox4x32(philox_block counter, philox_key key)
{
  for (int i = 0; i < 10; i++) {
    counter = philox_round(counter, key);
    key.word[0] += 0x9E3779B9u; /* golden ratio */
    key.word[1] += 0xBB67AE85u; /* sqrt(3) - 1 */
  }
  return counter;
}

#endif
