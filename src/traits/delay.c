/* Rewards that are shown late, with a known source: the reward of a pull is shown
 * at the end of a later round, and the player learns which pull it belongs to
 * (Joulani, Gyorgy and Szepesvari 2013). With a lag of 0 it is shown at once;
 * a lag counts from the last round of the play.
 *
 * `chance` are the probabilities of the lags `from`, `from` + 1, ..., one row per arm or one for all, drawn
 * by inversion; or `lag` is a fixed lag of each arm, or `mean` the mean of a geometric distribution on 1,
 * 2, ... What is shown after the horizon is not seen, though it counts as reward.
 *
 * An outcome is lost, and never shown, with the probability `never`; of geometric lags so are those above
 * `longest`, whose probabilities the others do not get.
 *
 * The lag, and whether the outcome is lost, have random numbers that nothing else of the pull uses: so do
 * bandits without losses have the lags of those with them. */
#include "types.h"
#include "../base/elementary.h"
#include "../random/distributions.h"
#include <math.h>

typedef struct delay_law {
  int64_t from, count;
  int rows;
  double *cumulative;     /* by row, then by lag */
  const parameter *fixed; /* or NULL */
  const parameter *mean;  /* or NULL */
  const parameter *never; /* or NULL: nothing is lost */
  double longest;         /* of geometric lags */
} delay_law;

enum { LOST = -1 }; /* in the place of a lag */

static status tabulate(delay_law *d, const parameter *chance, arena *memory)
{
  d->rows = (int)chance->rows;
  d->count = chance->length / chance->rows;
  d->cumulative = arena_zeroed(memory, (size_t)chance->length, sizeof(double));
  if (!d->cumulative) return status_no_memory();
  for (int row = 0; row < d->rows; row++) {
    double sum = 0;
    for (int64_t i = 0; i < d->count; i++)
      d->cumulative[row * d->count + i] = sum += chance->values[row + i * d->rows];
  }
  return status_ok;
}

static status delay_prepare(problem *p, trait_model *m)
{
  delay_law *d = arena_zeroed(&p->memory, 1, sizeof *d);
  if (!d) return status_no_memory();
  d->from = (int64_t)parameters_number_or(&m->given, "from", 1);
  d->fixed = parameters_find(&m->given, "lag");
  d->mean = parameters_find(&m->given, "mean");
  d->never = parameters_find(&m->given, "never");
  d->longest = parameters_number_or(&m->given, "longest", INFINITY);
  p->lags_differ = !d->fixed || d->never;
  for (int64_t i = 1; d->fixed && i < d->fixed->length; i++)
    p->lags_differ = p->lags_differ || d->fixed->values[i] != d->fixed->values[0];
  m->shared = d;
  const parameter *chance = parameters_find(&m->given, "chance");
  if (chance && chance->rows != 1 && chance->rows != p->arm_count)
    return status_error(STATUS_INTERNAL, "A delay needs probabilities for every arm.");
  if (chance) return tabulate(d, chance, &p->memory);
  return d->fixed || d->mean ? status_ok : status_error(STATUS_INTERNAL, "A delay has no distribution.");
}

/* The first lag whose cumulative probability exceeds u; the last if rounding left
 * none. */
static int64_t tabulated_lag(const delay_law *d, int arm, double u)
{
  const double *cumulative = d->cumulative + (d->rows > 1 ? arm : 0) * d->count;
  return d->from + categorical_index(u, cumulative, (int)d->count);
}

/* P(lag > l) = (1 - 1 / mean)^l. */
static int64_t geometric_lag(double mean, double longest, double u)
{
  const double lag = mean <= 1 ? 1 : ceil(same_log(u) / same_log1p(-1 / mean));
  return lag > longest ? LOST : rounds_from(lag);
}

static double of_arm(const parameter *p, int arm) { return p->values[p->length > 1 ? arm : 0]; }

static int64_t draw_lag(const delay_law *d, const play *p)
{
  const int arm = p->seen.arm;
  if (d->fixed && !d->never) return (int64_t)of_arm(d->fixed, arm);
  const philox_block block = random_block(&p->at, SUB_DELAY);
  if (d->never && second_uniform(&block) < of_arm(d->never, arm)) return LOST;
  if (d->fixed) return (int64_t)of_arm(d->fixed, arm);
  const double u = first_uniform(&block);
  return d->mean ? geometric_lag(of_arm(d->mean, arm), d->longest, u) : tabulated_lag(d, arm, u);
}

static bool delay_start(game *g, void *state, const void *shared)
{
  (void)g;
  *(const delay_law **)state = shared;
  return true;
}

static void delay_shape(game *g, void *state, play *p)
{
  (void)g;
  const int64_t end = p->start + p->seen.cost - 1, lag = draw_lag(*(const delay_law **)state, p);
  if (lag == LOST) p->shown_in = FOREVER;
  else if (lag > 0) p->shown_in = lag < FOREVER - end ? end + lag : FOREVER - 1;
}

const trait_type trait_delay = {
    .name = "delay",
    .takes = TAKES({"lag", A_WHOLE(0, LARGEST_COUNT), .size = SIZE_ONE_OR_ARMS, .not_with = "mean|chance",
                    .unless = "mean|chance"},
                   {"mean", BETWEEN(1, LARGEST_NUMBER), .size = SIZE_ONE_OR_ARMS, .not_with = "chance"},
                   {"chance", A_CHANCE, .size = SIZE_ROW_OR_ROWS, .sum = ROWS_SUM_TO_ONE},
                   {"from", A_WHOLE(0, LONGEST_SPREAD)}, {"never", A_CHANCE, .size = SIZE_ONE_OR_ARMS},
                   {"longest", A_WHOLE(1, INFINITY), .only_with = "mean",
                    .words = "a single whole number of at least 1, or Inf"}),
    .flag = HAS_DELAY,
    .order = 9,
    .state_size = sizeof(const delay_law *),
    .prepare = delay_prepare,
    .start = delay_start,
    .shape = delay_shape,
};
