/* Tapes: rewards written down beforehand, reward[k, n] for the n-th pull of
 * arm k or reward[k, t] for round t (an oblivious adversary, a data set). R
 * sees to it that the tape is as long as the horizon. */
#include "types.h"
#include "../model/prior.h"

typedef struct tape {
  const double *reward;
  int arms;
  int64_t length;
  double *mean;
  double *best; /* by round: the best sum of one arm until then */
  int *leader;  /* by round: whose it is, the lowest arm in a tie */
} tape;

static void fill_means(tape *t)
{
  for (int arm = 0; arm < t->arms; arm++) {
    double sum = 0;
    for (int64_t n = 0; n < t->length; n++) sum += t->reward[arm + n * t->arms];
    t->mean[arm] = sum / (double)t->length;
  }
}

static bool fill_best(tape *t, arena *memory)
{
  double *sum = arena_zeroed(memory, (size_t)t->arms, sizeof(double));
  t->best = arena_zeroed(memory, (size_t)t->length + 1, sizeof(double));
  t->leader = arena_zeroed(memory, (size_t)t->length + 1, sizeof(int));
  if (!sum || !t->best || !t->leader) return false;
  for (int64_t n = 0; n < t->length; n++) {
    const double *column = t->reward + n * t->arms;
    int leader = 0;
    for (int arm = 0; arm < t->arms; arm++) {
      sum[arm] += column[arm];
      if (sum[arm] > sum[leader]) leader = arm;
    }
    t->best[n + 1] = sum[leader];
    t->leader[n + 1] = leader;
  }
  return true;
}

static status tape_prepare(const parameters *given, int count, arena *memory, void **shared)
{
  const parameter *reward = parameters_find(given, "reward");
  tape *t = arena_zeroed(memory, 1, sizeof *t);
  if (!t || !(t->mean = arena_zeroed(memory, (size_t)count, sizeof(double)))) return status_no_memory();
  t->reward = reward->values;
  t->arms = count;
  t->length = reward->length / count;
  fill_means(t);
  *shared = t;
  return status_ok;
}

static status tape_round_prepare(const parameters *given, int count, arena *memory, void **shared)
{
  const status s = tape_prepare(given, count, memory, shared);
  if (s.code) return s;
  return fill_best(*shared, memory) ? s : status_no_memory();
}

static int64_t tape_rounds(const parameters *given, int count)
{
  return parameters_find(given, "reward")->length / count;
}

static void tape_range(const parameters *given, double ends[2])
{
  prior_ends(parameters_find(given, "reward"), false, ends);
}

static double tape_reward(const arms *a, int arm, int64_t place)
{
  const tape *t = a->model->shared;
  return place < t->length ? t->reward[arm + place * t->arms] : 0;
}

static double tape_pull_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)u, (void)round;
  return tape_reward(a, arm, (int64_t)at->pull);
}

static double tape_round_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)u;
  return tape_reward(a, arm, round - 1);
}

static double tape_mean(const arms *a, int arm) { return ((const tape *)a->model->shared)->mean[arm]; }

/* --- the comparator of a tape by round: in hindsight ----------------------- */

static double tape_best_until(const arms *a, int64_t round)
{
  const tape *t = a->model->shared;
  return t->best[round < t->length ? round : t->length];
}

static bool tape_is_best_until(const arms *a, int arm, int64_t round)
{
  const tape *t = a->model->shared;
  return arm == t->leader[round < t->length ? round : t->length];
}

#define TAPE_REWARD                                                                                  \
  "reward", A_NUMBER, .size = SIZE_ROWS,                                                             \
                      .words = "a numeric matrix, one row per arm and one column per pull or round", \
                      REQUIRED

const arms_type arms_tape_pull = {.name = "tape_pull",
                                  .takes = TAKES({TAPE_REWARD}),
                                  .prepare = tape_prepare,
                                  .range = tape_range,
                                  .rounds = tape_rounds,
                                  .rounds_of = "tape",
                                  .has_atoms = true,
                                  .draw = tape_pull_draw,
                                  .mean = tape_mean};

const arms_type arms_tape_round = {
    .name = "tape_round",
    .takes = TAKES({TAPE_REWARD}),
    .by_round = true,
    .prepare = tape_round_prepare,
    .spoken = "a tape by round",
    .range = tape_range,
    .rounds = tape_rounds,
    .rounds_of = "tape",
    .has_atoms = true,
    .draw = tape_round_draw,
    .mean = tape_mean,
    .best_until = tape_best_until,
    .is_best_until = tape_is_best_until,
};
