#include "stops.h"

bool stops_open(stops *s, const exact_policy *e, int plays, arena *memory)
{
  const size_t blocks = (size_t)block_count(e->arms, plays), arm_count = (size_t)e->arms;
  *s = (stops){.arms = e->arms, .rules = 2 * e->stopping->count, .sums = (int64_t)e->span * plays + 1};
  s->games = arena_zeroed(memory, blocks * arm_count * (size_t)s->rules, sizeof *s->games);
  s->reward = arena_zeroed(memory, blocks * (size_t)s->sums, sizeof *s->reward);
  s->mean = arena_zeroed(memory, blocks * arm_count, sizeof *s->mean);
  return s->games && s->reward && s->mean;
}

void stops_count(const stops *s, const layer *l, int64_t block, const int *sums, int named, int rule,
                 double chance)
{
  const int *counts = block_counts(l, block);
  int64_t reward = 0;
  for (int k = 0; k < s->arms; k++) {
    reward += sums[k];
    if (counts[k]) s->mean[block * s->arms + k] += chance * sums[k] / counts[k];
  }
  s->reward[block * s->sums + reward] += chance;
  s->games[(block * s->arms + named) * s->rules + rule] += chance;
}

/* --- what was counted of a layer ------------------------------------------------------ */

static double taken(double *x)
{
  const double was = *x;
  *x = 0;
  return was;
}

static bool add_games(const stops *s, const layer *l, int64_t block, forward_stops *all)
{
  for (int named = 0; named < s->arms; named++)
    for (int rule = 0; rule < s->rules; rule++) {
      const double chance = taken(&s->games[(block * s->arms + named) * s->rules + rule]);
      stopped_games *row = chance > 0 ? growable_add(&all->games) : NULL;
      if (chance > 0 && !row) return false;
      if (!row) continue;
      *row = (stopped_games){.named = named, .rule = rule, .chance = chance};
      for (int k = 0; k < s->arms; k++) row->counts[k] = block_counts(l, block)[k];
    }
  return true;
}

static bool add_reward(const stops *s, const layer *l, int64_t sum, forward_stops *all)
{
  double chance = 0;
  for (int64_t block = 0; block < l->blocks; block++) chance += taken(&s->reward[block * s->sums + sum]);
  stopped_reward *row = chance > 0 ? growable_add(&all->rewards) : NULL;
  if (row) *row = (stopped_reward){.plays = l->plays, .sum = sum, .chance = chance};
  return row || !(chance > 0);
}

bool stops_add_up(const stops *s, const layer *l, forward_stops *all)
{
  all->games.size = sizeof(stopped_games);
  all->rewards.size = sizeof(stopped_reward);
  for (int64_t block = 0; block < l->blocks; block++) {
    if (!add_games(s, l, block, all)) return false;
    for (int k = 0; k < s->arms; k++) all->mean[k] += taken(&s->mean[block * s->arms + k]);
  }
  for (int64_t sum = 0; sum < sums_of(l, l->plays); sum++)
    if (!add_reward(s, l, sum, all)) return false;
  return true;
}

void stops_join(const forward_stops *all, forward_look *look)
{
  for (int k = 0; k < STATES_ARMS; k++) look->mean[k] += all->mean[k];
}
