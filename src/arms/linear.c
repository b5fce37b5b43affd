/* Contextual arms: in round t with context x, the same for all arms, arm k has
 * the value theta_k' x. Linear arms have it as their mean, and a pull adds Normal
 * noise; of logistic arms it is the log-odds of a reward of 1, else it is 0. The
 * context is row t of a matrix, or drawn: d standard normal numbers, or those
 * scaled to length 1 (a point of the sphere, uniformly), addressed by (seed,
 * replication, round). */
#include "types.h"
#include "../model/policy.h"
#include "../random/distributions.h"
#include "../base/elementary.h"
#include <math.h>

typedef struct linear_law {
  int size;            /* d */
  const double *theta; /* K x d, by columns, as R has it */
  int arms;
  const double *context; /* a matrix, d x rounds, by columns; NULL: drawn */
  bool sphere;
} linear_law;

enum { MOST_COORDINATES = 1000000 };

static status linear_prepare(const parameters *given, int count, arena *memory, void **shared)
{
  linear_law *law = arena_zeroed(memory, 1, sizeof *law);
  const parameter *theta = parameters_find(given, "theta"), *context = parameters_find(given, "context");
  if (!law) return status_no_memory();
  if (theta->length / count > MOST_COORDINATES)
    return status_error(STATUS_INTERNAL, "Linear arms have too many coordinates.");
  law->arms = count;
  law->theta = theta->values;
  law->size = (int)(theta->length / count);
  if (context && context->rows != law->size)
    return status_error(STATUS_INTERNAL, "Linear arms need a context of %d numbers per round.", law->size);
  law->context = context ? context->values : NULL;
  law->sphere = parameters_text_is(given, "law", "sphere");
  *shared = law;
  return status_ok;
}

static int64_t linear_rounds(const parameters *given, int count)
{
  const parameter *theta = parameters_find(given, "theta"), *context = parameters_find(given, "context");
  return context ? context->length / (theta->length / count) : FOREVER;
}

static void linear_range(const parameters *given, double ends[2])
{
  (void)given;
  ends[0] = -INFINITY, ends[1] = INFINITY;
}

static bool linear_start(arms *a, int64_t horizon)
{
  (void)horizon;
  const linear_law *law = a->model->shared;
  a->context_size = law->size;
  a->context = arena_zeroed(a->memory, (size_t)law->size, sizeof(double));
  return a->context != NULL;
}

/* Two numbers of the context from each block. */
static void draw_context(arms *a, const linear_law *law, int64_t round)
{
  const random_address at = {random_key(a->seed, USE_CONTEXT), a->replication, 0, (uint64_t)round};
  double square = 0;
  for (int i = 0; i < law->size; i += 2) {
    const philox_block block = random_block(&at, (uint32_t)i / 2);
    a->context[i] = normal_quantile(first_uniform(&block));
    if (i + 1 < law->size) a->context[i + 1] = normal_quantile(second_uniform(&block));
  }
  if (!law->sphere) return;
  for (int i = 0; i < law->size; i++) square += a->context[i] * a->context[i];
  for (int i = 0; i < law->size; i++) a->context[i] /= sqrt(square);
}

static void linear_begin_round(arms *a, int64_t round)
{
  const linear_law *law = a->model->shared;
  if (!law->context) {
    draw_context(a, law, round);
    return;
  }
  const double *row = law->context + (round - 1) * law->size;
  for (int i = 0; i < law->size; i++) a->context[i] = row[i];
}

static double linear_mean(const arms *a, int arm)
{
  const linear_law *law = a->model->shared;
  double mean = 0;
  for (int i = 0; i < law->size; i++) mean += law->theta[arm + (size_t)i * (size_t)law->arms] * a->context[i];
  return mean;
}

static double logistic_mean(const arms *a, int arm) { return 1 / (1 + same_exp(-linear_mean(a, arm))); }

static double logistic_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)round;
  return u < logistic_mean(a, arm);
}

static double linear_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)round;
  return linear_mean(a, arm) + arms_value(a, 0, arm) * normal_quantile(u);
}

#define OF_CONTEXTS                                                                       \
  {"theta", BETWEEN(-LARGEST_COORDINATE, LARGEST_COORDINATE), .size = SIZE_ROWS,          \
   .words = "a numeric matrix, one row per arm and one column per coordinate", REQUIRED}, \
      {"context", BETWEEN(-LARGEST_COORDINATE, LARGEST_COORDINATE), .size = SIZE_ANY},    \
  {                                                                                       \
    "law", A_TEXT("normal|sphere")                                                        \
  }

const arms_type arms_linear = {
    .name = "linear",
    .takes = TAKES({"sd", NOT_NEGATIVE, .size = SIZE_ONE_OR_ARMS, REQUIRED}, OF_CONTEXTS),
    .by_round = true,
    .flag = HAS_CONTEXT,
    .prepare = linear_prepare,
    .range = linear_range,
    .rounds = linear_rounds,
    .rounds_of = "context",
    .start = linear_start,
    .draw = linear_draw,
    .mean = linear_mean,
    .begin_round = linear_begin_round,
};

const arms_type arms_logistic = {
    .name = "logistic",
    .takes = TAKES(OF_CONTEXTS),
    .by_round = true,
    .flag = HAS_CONTEXT,
    .prepare = linear_prepare,
    .rounds = linear_rounds,
    .rounds_of = "context",
    .start = linear_start,
    .has_atoms = true,
    .draw = logistic_draw,
    .mean = logistic_mean,
    .begin_round = linear_begin_round,
};
