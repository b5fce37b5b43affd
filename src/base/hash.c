#include "hash.h"
#include <string.h>

static const uint64_t multiplier[] = {0x87c37b91114253d5u, 0x4cf5ad432745937fu};

static inline uint64_t rotated(uint64_t x, int by) { return x << by | x >> (64 - by); }

static inline uint64_t first_mixed(uint64_t word)
{
  return rotated(word * multiplier[0], 31) * multiplier[1];
}

static inline uint64_t second_mixed(uint64_t word)
{
  return rotated(word * multiplier[1], 33) * multiplier[0];
}

static inline void take_pair(uint64_t half[2], uint64_t first, uint64_t second)
{
  half[0] = (rotated(half[0] ^ first_mixed(first), 27) + half[1]) * 5 + 0x52dce729;
  half[1] = (rotated(half[1] ^ second_mixed(second), 31) + half[0]) * 5 + 0x38495ab5;
}

void hash_words(hash_stream *h, const uint64_t *word, size_t count)
{
  if (count == 0) return;
  const size_t odd = h->words % 2;
  uint64_t half[] = {h->half[0], h->half[1]};
  size_t i = odd;
  if (odd) take_pair(half, h->pending, word[0]);
  for (; i + 1 < count; i += 2) take_pair(half, word[i], word[i + 1]);
  if (i < count) h->pending = word[i];
  h->half[0] = half[0], h->half[1] = half[1];
  h->words += count;
}

/* Up to eight bytes, the first the lowest. */
static inline uint64_t word_of(const unsigned char *byte, size_t count)
{
  uint64_t word = 0;
  for (size_t i = 0; i < count; i++) word |= (uint64_t)byte[i] << (8 * i);
  return word;
}

void hash_bytes(hash_stream *h, const void *bytes, size_t count)
{
  enum { PIECE = 128 };
  const unsigned char *byte = bytes;
  uint64_t word[PIECE];
  hash_word(h, count);
  while (count > 0) {
    size_t n = 0;
    for (; n < PIECE && count >= 8; n++, byte += 8, count -= 8) word[n] = word_of(byte, 8);
    if (n < PIECE && count > 0) word[n++] = word_of(byte, count), count = 0;
    hash_words(h, word, n);
  }
}

static inline uint64_t bits_of(double x)
{
  const uint64_t any_nan = 0x7ff8000000000000u, na = 0x7ff00000000007a2u;
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  if (x == 0) return 0;
  if (x == x) return bits;
  return (bits & 0xffffffffu) == 1954 ? na : any_nan;
}

void hash_numbers(hash_stream *h, const double *number, size_t count)
{
  enum { PIECE = 128 };
  uint64_t word[PIECE];
  while (count > 0) {
    const size_t n = count < PIECE ? count : PIECE;
    for (size_t i = 0; i < n; i++) word[i] = bits_of(number[i]);
    hash_words(h, word, n);
    number += n, count -= n;
  }
}

static uint64_t scattered(uint64_t x)
{
  x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
  x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
  return x ^ x >> 33;
}

hash_value hash_end(const hash_stream *h)
{
  const uint64_t bytes = 8 * h->words;
  uint64_t first = h->half[0], second = h->half[1];
  if (h->words % 2) first ^= first_mixed(h->pending);
  first ^= bytes, second ^= bytes;
  first += second, second += first;
  first = scattered(first), second = scattered(second);
  first += second, second += first;
  return (hash_value){{first, second}};
}
