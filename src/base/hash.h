/* MurmurHash3 of 128 bits (Austin Appleby's, the variant for 64-bit machines,
 * seed 0) of a stream of words. A word stands for eight bytes in little-endian
 * order, whatever the machine's own: the result is that of the published function
 * for these bytes. It tells things apart; it keeps no secrets. */
#ifndef UNRULY_HASH_H
#define UNRULY_HASH_H

#include "exact.h"
#include <stddef.h>
#include <stdint.h>

/* Begins as zeros. */
typedef struct hash_stream {
  uint64_t half[2];
  uint64_t pending; /* the first word of a pair */
  uint64_t words;
} hash_stream;

void hash_words(hash_stream *h, const uint64_t *word, size_t count);
static inline void hash_word(hash_stream *h, uint64_t word) { hash_words(h, &word, 1); }
/* The length first; the last word is filled up with zeros. */
void hash_bytes(hash_stream *h, const void *bytes, size_t count);
/* As its bits; equal numbers alike, so -0 is 0. Of what is no number R's NA (a
 * NaN of payload 1954) is told from all others. */
void hash_numbers(hash_stream *h, const double *number, size_t count);

typedef struct hash_value {
  uint64_t half[2];
} hash_value;

hash_value hash_end(const hash_stream *h);

#endif
