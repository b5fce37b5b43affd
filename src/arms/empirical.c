/* Empirical arms: a pull pays one of the values that a user has of the arm,
 * each with equal probability. The values stay where R has them. */
#include "types.h"
#include "../model/prior.h"
#include "../random/distributions.h"

typedef struct empirical_table {
  const double *value; /* arm by arm */
  const double *from;  /* arm k has value[from[k]] .. value[from[k + 1] - 1] */
  double *mean;
} empirical_table;

static bool is_sound(const parameter *value, const parameter *from, int count)
{
  return from->length == (int64_t)count + 1 && from->values[count] <= (double)value->length;
}

static double mean_of(const empirical_table *t, int arm)
{
  const int64_t from = (int64_t)t->from[arm], to = (int64_t)t->from[arm + 1];
  double sum = 0;
  for (int64_t i = from; i < to; i++) sum += t->value[i];
  return sum / (double)(to - from);
}

static status empirical_prepare(const parameters *given, int count, arena *memory, void **shared)
{
  const parameter *value = parameters_find(given, "value"), *from = parameters_find(given, "from");
  if (!is_sound(value, from, count))
    return status_error(STATUS_INTERNAL, "Empirical arms need at least one value each.");
  empirical_table *t = arena_zeroed(memory, 1, sizeof *t);
  if (!t || !(t->mean = arena_zeroed(memory, (size_t)count, sizeof(double)))) return status_no_memory();
  t->value = value->values;
  t->from = from->values;
  for (int arm = 0; arm < count; arm++) t->mean[arm] = mean_of(t, arm);
  *shared = t;
  return status_ok;
}

static double empirical_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)round;
  const empirical_table *t = a->model->shared;
  const double count = t->from[arm + 1] - t->from[arm];
  return t->value[(int64_t)t->from[arm] + (int64_t)(u * count)];
}

static double empirical_mean(const arms *a, int arm)
{
  return ((const empirical_table *)a->model->shared)->mean[arm];
}

static void empirical_range(const parameters *given, double ends[2])
{
  prior_ends(parameters_find(given, "value"), false, ends);
}

static refusal empirical_refuses(const parameters *given, int count)
{
  const parameter *value = parameters_find(given, "value"), *from = parameters_find(given, "from");
  if (is_sound(value, from, count)) return refused_nothing;
  return refuse(REFUSED_ARGUMENT, "from",
                "where in `value` those of each arm begin, and where the last ones end",
                in_words("%lld numbers for %d arms and %lld values", (long long)from->length, count,
                         (long long)value->length)
                    .text,
                NULL);
}

const arms_type arms_empirical = {
    .name = "empirical",
    .takes = TAKES({"value", A_NUMBER, .size = SIZE_ANY, REQUIRED},
                   {"from", A_WHOLE(0, LARGEST_COUNT), .size = SIZE_ANY, .increasing = true, REQUIRED}),
    .range = empirical_range,
    .refuses = empirical_refuses,
    .prepare = empirical_prepare,
    .has_atoms = true,
    .draw = empirical_draw,
    .mean = empirical_mean};
