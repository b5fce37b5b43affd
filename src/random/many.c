#include "many.h"
#include "../base/lanes.h"
#include <stddef.h>

static philox_block block_at(philox_key key, uint64_t n, uint32_t word2, uint32_t word3)
{
  const philox_block counter = {{(uint32_t)n, (uint32_t)(n >> 32), word2, word3}};
  return philox4x32(counter, key);
}

/* --- one by one ------------------------------------------------------------ */

static void plain_first(philox_key key, uint64_t n, uint32_t word2, uint32_t word3, int count, double *u)
{
  for (int i = 0; i < count; i++) {
    const philox_block b = block_at(key, n + (uint64_t)i, word2, word3);
    u[i] = first_uniform(&b);
  }
}

static void plain_pairs(philox_key key, uint64_t n, uint32_t word2, uint32_t word3, int blocks, double *u)
{
  for (int i = 0; i < blocks; i++, u += 2) {
    const philox_block b = block_at(key, n + (uint64_t)i, word2, word3);
    u[0] = first_uniform(&b);
    u[1] = second_uniform(&b);
  }
}

/* --- four at a time -------------------------------------------------------- */

#ifdef UNRULY_FOUR_LANES

/* A lane has 64 bits, of which a word is the lower half. */
typedef struct four_blocks {
  __m256i word[4];
} four_blocks;

LANES static inline __m256i low_half(__m256i x)
{
  return _mm256_and_si256(x, _mm256_set1_epi64x(0xFFFFFFFF));
}

LANES static inline four_blocks four_at(philox_key key, uint64_t n, uint32_t word2, uint32_t word3)
{
  const __m256i counter = _mm256_add_epi64(_mm256_set1_epi64x((long long)n), _mm256_set_epi64x(3, 2, 1, 0));
  const __m256i even = _mm256_set1_epi64x(0xD2511F53), odd = _mm256_set1_epi64x(0xCD9E8D57);
  __m256i a = low_half(counter), b = _mm256_srli_epi64(counter, 32), c = _mm256_set1_epi64x(word2),
          d = _mm256_set1_epi64x(word3);
  for (int i = 0; i < 10; i++) {
    const __m256i p = _mm256_mul_epu32(even, a), q = _mm256_mul_epu32(odd, c);
    a = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(q, 32), b), _mm256_set1_epi64x(key.word[0]));
    b = low_half(q);
    c = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p, 32), d), _mm256_set1_epi64x(key.word[1]));
    d = low_half(p);
    key.word[0] += 0x9E3779B9u;
    key.word[1] += 0xBB67AE85u;
  }
  const four_blocks blocks = {{a, b, c, d}};
  return blocks;
}

/* uniform_from(), whose bits, below 2^52, become a double as the fraction of
 * one in [2^52, 2^53). */
LANES static inline __m256d four_uniforms(__m256i high, __m256i low)
{
  const __m256i bits = _mm256_xor_si256(_mm256_slli_epi64(high, 20), _mm256_srli_epi64(low, 12));
  const __m256d two52 = _mm256_set1_pd(0x1.0p52);
  const __m256d whole =
      _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(bits, _mm256_castpd_si256(two52))), two52);
  return _mm256_mul_pd(_mm256_add_pd(whole, _mm256_set1_pd(0.5)), _mm256_set1_pd(0x1.0p-52));
}

LANES static int lanes_first(philox_key key, uint64_t n, uint32_t word2, uint32_t word3, int count, double *u)
{
  int i = 0;
  for (; i + 8 <= count; i += 8) { /* two chains at once hide the multiplications' latency */
    const four_blocks x = four_at(key, n + (uint64_t)i, word2, word3),
                      y = four_at(key, n + (uint64_t)i + 4, word2, word3);
    _mm256_storeu_pd(u + i, four_uniforms(x.word[0], x.word[1]));
    _mm256_storeu_pd(u + i + 4, four_uniforms(y.word[0], y.word[1]));
  }
  return i;
}

LANES static int lanes_pairs(philox_key key, uint64_t n, uint32_t word2, uint32_t word3, int blocks,
                             double *u)
{
  int i = 0;
  for (; i + 4 <= blocks; i += 4) {
    double first[4], second[4];
    const four_blocks x = four_at(key, n + (uint64_t)i, word2, word3);
    _mm256_storeu_pd(first, four_uniforms(x.word[0], x.word[1]));
    _mm256_storeu_pd(second, four_uniforms(x.word[2], x.word[3]));
    for (int j = 0; j < 4; j++, u += 2) {
      u[0] = first[j];
      u[1] = second[j];
    }
  }
  return i;
}

#endif

/* --- both ------------------------------------------------------------------ */

void many_first_uniforms(const random_address *from, int count, double *u)
{
  int done = 0;
#ifdef UNRULY_FOUR_LANES
  if (has_lanes()) done = lanes_first(from->key, from->pull, from->arm, from->replication, count, u);
#endif
  plain_first(from->key, from->pull + (uint64_t)done, from->arm, from->replication, count - done, u + done);
}

void many_uniform_pairs(philox_key key, uint64_t n, uint32_t word2, uint32_t word3, int blocks, double *u)
{
  int done = 0;
#ifdef UNRULY_FOUR_LANES
  if (has_lanes()) done = lanes_pairs(key, n, word2, word3, blocks, u);
#endif
  plain_pairs(key, n + (uint64_t)done, word2, word3, blocks - done, u + 2 * (size_t)done);
}
