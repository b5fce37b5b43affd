/* A policy's own random numbers: a stream addressed by what the policy is
 * (a hash of its name and parameters), the replication and how many numbers
 * it has drawn. Its place in the list of policies does not enter. */
#ifndef UNRULY_STREAM_H
#define UNRULY_STREAM_H

#include "address.h"

typedef struct random_stream {
  philox_key key;
  uint32_t replication, identity;
  uint64_t blocks; /* blocks used so far */
  double spare;    /* the second uniform of the last block, or < 0 */
} random_stream;

static inline random_stream stream_open(int64_t seed, uint32_t replication, uint32_t identity)
{
  random_stream s = {random_key(seed, USE_POLICY), replication, identity, 0, -1.0};
  return s;
}

/* The next uniform number in (0, 1). */
static inline double stream_uniform(random_stream *s)
{
  if (s->spare >= 0) {
    const double u = s->spare;
    s->spare = -1.0;
    return u;
  }
  const philox_block counter = {
      {(uint32_t)s->blocks, (uint32_t)(s->blocks >> 32), s->identity, s->replication}};
  const philox_block b = philox4x32(counter, s->key);
  s->blocks++;
  s->spare = second_uniform(&b);
  return first_uniform(&b);
}

/* A uniformly random whole number in 0..n-1. */
static inline int stream_below(random_stream *s, int n)
{
  const int i = (int)(stream_uniform(s) * n);
  return i < n ? i : n - 1;
}

#endif
