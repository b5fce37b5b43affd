#include "look.h"
#include <stdlib.h>

static int64_t reward_count(const recursion *r) { return sums_of(&r->now, r->now.plays); }

bool look_open(recursion *r, forward_look *look, arena *memory)
{
  const int arm_count = r->now.arms;
  const size_t blocks = (size_t)r->now.blocks, rewards = (size_t)reward_count(r);
  arena_empty(&r->looking);
  *look = (forward_look){.blocks = r->now.blocks, .sums = reward_count(r)};
  look->counts = arena_zeroed(memory, blocks, sizeof(double));
  look->reward = arena_zeroed(memory, rewards, sizeof(double));
  r->block_counts = look->counts;
  r->block_reward = arena_zeroed(&r->looking, blocks * rewards, sizeof(double));
  r->block_named = arena_zeroed(&r->looking, blocks * (size_t)arm_count, sizeof(double));
  r->block_mean = arena_zeroed(&r->looking, blocks * (size_t)arm_count, sizeof(double));
  return look->counts && look->reward && r->block_reward && r->block_named && r->block_mean;
}

/* An arm's mean as a fraction; one that was not played is below all. */
typedef struct contender {
  int64_t plays, sum;
  int arm;
} contender;

/* By the mean, then by plays; among equals the lower arm. */
static bool is_before(contender x, contender y)
{
  if (!x.plays || !y.plays) return x.plays > y.plays;
  const int64_t left = x.sum * y.plays, right = y.sum * x.plays;
  if (left != right) return left > right;
  return x.plays != y.plays ? x.plays > y.plays : x.arm < y.arm;
}

static contender first_of(int arm_count, const int *counts, const int *sums)
{
  contender first = {counts[0], sums[0], 0};
  for (int k = 1; k < arm_count; k++) {
    const contender x = {counts[k], sums[k], k};
    if (is_before(x, first)) first = x;
  }
  return first;
}

int look_named(int arm_count, const int *counts, const int *sums)
{
  return first_of(arm_count, counts, sums).arm;
}

static double sum_of(const double *row, int64_t from, int64_t to)
{
  double sum = 0;
  for (int64_t j = from; j < to; j++) sum += row[j];
  return sum;
}

void look_at_block(recursion *r, int block)
{
  if (!r->reached[block]) return;
  const layer *l = &r->now;
  const int *counts = block_counts(l, block), last = l->arms - 1;
  const int64_t rows = block_rows(l, counts), length = sums_of(l, counts[last]);
  const double *row = r->value + l->first_state[block];
  double *reward = r->block_reward + block * reward_count(r);
  double *named = r->block_named + (int64_t)block * l->arms, *mean = r->block_mean + (int64_t)block * l->arms;
  int sums[STATES_ARMS] = {0};
  for (int64_t i = 0; i < rows; i++, row += length, next_row(l, counts, sums)) {
    const contender first = first_of(last, counts, sums);
    int64_t others = 0, cut = 0;
    double weighted = 0;
    for (int k = 0; k < last; k++) others += sums[k];
    while (cut < length && is_before(first, (contender){counts[last], cut, last})) cut++;
    for (int64_t j = 0; j < length; j++) reward[others + j] += row[j];
    for (int64_t j = 1; j < length; j++) weighted += (double)j * row[j];
    const double below = sum_of(row, 0, cut), above = sum_of(row, cut, length);
    named[first.arm] += below;
    named[last] += above;
    for (int k = 0; k < last; k++)
      if (counts[k]) mean[k] += (below + above) * sums[k] / counts[k];
    if (counts[last]) mean[last] += weighted / counts[last];
    r->block_counts[block] += below + above;
  }
}

/* In the order of blocks. */
void look_add_up(const recursion *r, forward_look *look)
{
  const int arm_count = r->now.arms;
  for (int64_t block = 0; block < look->blocks; block++) {
    for (int64_t i = 0; i < look->sums; i++) look->reward[i] += r->block_reward[block * look->sums + i];
    for (int k = 0; k < arm_count; k++) {
      look->named[k] += r->block_named[block * arm_count + k];
      look->mean[k] += r->block_mean[block * arm_count + k];
    }
  }
}
