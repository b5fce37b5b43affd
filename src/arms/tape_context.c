/* A tape by round with contexts: a data set of rounds, each with its context and
 * with what each arm would have paid. Arms have one context together, or one
 * each, one after another. Rounds are met in their order, or shuffled: then each
 * replication has an order of its own, addressed by (seed, replication, place).
 * The pay of an arm in a round is its mean there, so that the best arm of a round
 * is the one that pays most. */
#include "types.h"
#include "../model/prior.h"
#include "../model/policy.h"
#include <string.h>

typedef struct context_tape {
  const double *reward, *context; /* by columns, one a round */
  int arms, size, step;           /* as in the view */
  int64_t rounds, width;          /* numbers in a column of contexts */
  bool shuffled;
} context_tape;

typedef struct context_order {
  int64_t now;     /* the column of this round, from 0 */
  int64_t *column; /* by round; NULL: in their order */
} context_order;

static status tape_context_prepare(const parameters *given, int count, arena *memory, void **shared)
{
  const parameter *reward = parameters_find(given, "reward"), *context = parameters_find(given, "context");
  context_tape *t = arena_zeroed(memory, 1, sizeof *t);
  if (!t) return status_no_memory();
  const bool by_arm = parameters_number_or(given, "by_arm", 0) != 0;
  t->arms = count;
  t->reward = reward->values;
  t->rounds = reward->length / count;
  t->context = context->values;
  t->width = context->rows;
  t->size = (int)(by_arm ? context->rows / count : context->rows);
  t->step = by_arm ? t->size : 0;
  t->shuffled = parameters_number_or(given, "shuffle", 0) != 0;
  if (context->length != t->rounds * t->width || t->width != (by_arm ? (int64_t)count * t->size : t->size))
    return status_error(STATUS_INTERNAL, "A tape needs as many contexts as it has rounds.");
  *shared = t;
  return status_ok;
}

static int64_t tape_context_rounds(const parameters *given, int count)
{
  return parameters_find(given, "reward")->length / count;
}

static void tape_context_range(const parameters *given, double ends[2])
{
  prior_ends(parameters_find(given, "reward"), false, ends);
}

/* Fisher and Yates. */
static void shuffle(const arms *a, int64_t *column, int64_t count)
{
  for (int64_t i = 0; i < count; i++) {
    const random_address at = {random_key(a->seed, USE_CONTEXT), a->replication, 0, (uint64_t)i};
    const philox_block block = random_block(&at, 0);
    int64_t j = (int64_t)(first_uniform(&block) * (double)(i + 1));
    if (j > i) j = i;
    column[i] = column[j];
    column[j] = i;
  }
}

static bool tape_context_start(arms *a, int64_t horizon)
{
  (void)horizon;
  const context_tape *t = a->model->shared;
  context_order *order = a->state = arena_zeroed(a->memory, 1, sizeof *order);
  a->context_size = t->size;
  a->context_step = t->step;
  a->context = arena_zeroed(a->memory, (size_t)t->width, sizeof(double));
  if (!order || !a->context) return false;
  if (!t->shuffled) return true;
  order->column = arena_zeroed(a->memory, (size_t)t->rounds, sizeof(int64_t));
  if (order->column) shuffle(a, order->column, t->rounds);
  return order->column != NULL;
}

static void tape_context_begin_round(arms *a, int64_t round)
{
  const context_tape *t = a->model->shared;
  context_order *order = a->state;
  order->now = order->column ? order->column[round - 1] : round - 1;
  memcpy(a->context, t->context + order->now * t->width, (size_t)t->width * sizeof(double));
}

static double tape_context_mean(const arms *a, int arm)
{
  const context_tape *t = a->model->shared;
  const context_order *order = a->state;
  return t->reward[arm + order->now * t->arms];
}

static double tape_context_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)u, (void)round;
  return tape_context_mean(a, arm);
}

const arms_type arms_tape_context = {
    .name = "tape_context",
    .takes = TAKES({"reward", A_NUMBER, .size = SIZE_ROWS,
                    .words = "a numeric matrix, one row per arm and one column per round", REQUIRED},
                   {"context", BETWEEN(-LARGEST_COORDINATE, LARGEST_COORDINATE), .size = SIZE_ANY, REQUIRED},
                   {"by_arm", A_FLAG}, {"shuffle", A_FLAG}),
    .by_round = true,
    .flag = HAS_CONTEXT,
    .prepare = tape_context_prepare,
    .range = tape_context_range,
    .rounds = tape_context_rounds,
    .rounds_of = "tape",
    .start = tape_context_start,
    .has_atoms = true,
    .draw = tape_context_draw,
    .mean = tape_context_mean,
    .begin_round = tape_context_begin_round,
};
