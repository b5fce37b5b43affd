/* A policy's own random numbers: a stream addressed by what the policy is
 * (a hash of its name and parameters), the replication and how many numbers
 * it has drawn, but not by the policy's position in the study. */
#ifndef UNRULY_STREAM_H
#define UNRULY_STREAM_H

#include <stdbool.h>
#include "many.h"

enum { STREAM_BLOCKS = 32 }; /* drawn at a time, once that many were used */

/* Clocks count the sets of draws by heights (heights.h) of a policy and of those inside it, one each;
 * those further inside than there are clocks share the last one. */
enum { CLOCKS = 8 };

typedef struct random_stream {
  philox_key key;
  uint32_t replication, identity;
  uint64_t blocks; /* drawn so far */
  int at, count;   /* numbers used, and numbers there are, of those drawn last */
  double ahead[2 * STREAM_BLOCKS];
  uint64_t turn[CLOCKS]; /* the next one of each clock */
} random_stream;

static inline random_stream stream_open(int64_t seed, uint32_t replication, uint32_t identity)
{
  random_stream s = {.key = random_key(seed, USE_POLICY), .replication = replication, .identity = identity};
  return s;
}

/* A policy that asks for few numbers is not made to wait for many. */
static inline void stream_draw(random_stream *s)
{
  const int blocks = s->blocks < STREAM_BLOCKS ? 4 : STREAM_BLOCKS;
  many_uniform_pairs(s->key, s->blocks, s->identity, s->replication, blocks, s->ahead);
  s->blocks += (uint64_t)blocks;
  s->count = 2 * blocks;
  s->at = 0;
}

/* The next uniform number in (0, 1). */
static inline double stream_uniform(random_stream *s)
{
  if (s->at == s->count) stream_draw(s);
  return s->ahead[s->at++];
}

/* Returns how many numbers were used so far. */
static inline uint64_t stream_numbers(const random_stream *s)
{
  return 2 * s->blocks - (uint64_t)(s->count - s->at);
}

/* A set of draws takes the next turn of its clock. */
static inline uint64_t stream_turn(random_stream *s, int clock) { return s->turn[clock]++; }

/* All that was used so far: the numbers, and the turns of the clocks. */
typedef struct random_used {
  uint64_t numbers, turns[CLOCKS];
} random_used;

static inline random_used stream_used(const random_stream *s)
{
  random_used made = {.numbers = stream_numbers(s)};
  for (int i = 0; i < CLOCKS; i++) made.turns[i] = s->turn[i];
  return made;
}

static inline bool same_used(const random_used *a, const random_used *b)
{
  bool same = a->numbers == b->numbers;
  for (int i = 0; i < CLOCKS; i++) same = same && a->turns[i] == b->turns[i];
  return same;
}

/* Returns whether nothing was used since then. */
static inline bool nothing_used_since(const random_stream *s, const random_used *then)
{
  const random_used now = stream_used(s);
  return same_used(&now, then);
}

static inline void stream_go_to_number(random_stream *s, uint64_t used)
{
  const uint64_t block = used / 2, together = block < STREAM_BLOCKS ? 4 : STREAM_BLOCKS;
  s->blocks = block - block % together;
  s->at = s->count = 0;
  const int at = (int)(used - 2 * s->blocks);
  if (!at) return;
  stream_draw(s);
  s->at = at;
}

/* As if so much had been used. */
static inline void stream_go_to(random_stream *s, const random_used *used)
{
  stream_go_to_number(s, used->numbers);
  for (int i = 0; i < CLOCKS; i++) s->turn[i] = used->turns[i];
}

/* A uniformly random whole number in 0..n-1. */
static inline int stream_below(random_stream *s, int n)
{
  const int i = (int)(stream_uniform(s) * n);
  return i < n ? i : n - 1;
}

#endif
