/* Addresses of random numbers. Every draw of a study is a pure function of (seed,
 * use, replication, arm, pull, sub-draw), so that all policies meet the same
 * outcomes, and the number of threads or parts does not matter.
 *
 * key:     32 low bits of the seed | 22 high bits of the seed, 10 bits of use
 * counter: pull (48 bits), sub-draw (16 bits) | arm | replication            */
#ifndef UNRULY_ADDRESS_H
#define UNRULY_ADDRESS_H

#include "philox.h"

typedef enum random_use {
  USE_OUTCOME = 1,   /* what a pull pays, and when */
  USE_INSTANCE = 2,  /* parameters drawn from priors */
  USE_LIFE = 3,      /* how long an arm of a population lives */
  USE_POLICY = 4,    /* a policy's own choices */
  USE_CONTEXT = 6,   /* the context of a round */
  USE_EVENTS = 8,    /* which events of a log a replication walks */
  USE_BOOTSTRAP = 9, /* resamples of replications, for intervals */
  USE_THINNING = 10, /* whether an event of a log is used; the pull is the event */
  USE_CHANGES = 12,  /* how means change; the pull is the step, or the change, of an arm */
  USE_ABSENCE = 16,  /* whether an arm is awake; the pull is the round */
  USE_ACCRUAL = 18,  /* how long after the one before a patient comes; the pull is the round */
  USE_HEIGHT = 20    /* the key of a policy's heights: heights.h */
} random_use;

/* The sub-draws of a pull: those for its reward count up from 0, all others count down from
 * the end. */
enum { SUB_PREVIEW = 0xFFFD, SUB_DELAY = 0xFFFE, SUB_SPREAD = 0xFFFF };

typedef struct random_address {
  philox_key key;
  uint32_t replication;
  uint32_t arm;
  uint64_t pull;
} random_address;

/* Seeds are whole numbers in [-2^53, 2^53): 54 bits in two's complement. */
static inline philox_key random_key(int64_t seed, random_use use)
{
  const uint64_t bits = (uint64_t)seed;
  philox_key key = {{(uint32_t)bits, (uint32_t)((bits >> 32) & 0x3FFFFFu) | ((uint32_t)use << 22)}};
  return key;
}

static inline philox_block random_block(const random_address *at, uint32_t sub)
{
  const philox_block counter = {
      {(uint32_t)at->pull, (uint32_t)(at->pull >> 32) | (sub << 16), at->arm, at->replication}};
  return philox4x32(counter, at->key);
}

/* Two words make a uniform number in (0, 1): 52 random bits, centred in their
 * cell, so that neither 0 nor 1 occurs and inversion is always finite. */
static inline double uniform_from(uint32_t high, uint32_t low)
{
  const uint64_t bits = ((uint64_t)high << 20) ^ ((uint64_t)low >> 12);
  return ((double)bits + 0.5) * 0x1.0p-52;
}

static inline double first_uniform(const philox_block *b) { return uniform_from(b->word[0], b->word[1]); }
static inline double second_uniform(const philox_block *b) { return uniform_from(b->word[2], b->word[3]); }

#endif
