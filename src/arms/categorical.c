/* Categorical arms: value[v] with probability prob[k, v]. The cumulative
 * weights are built once a study. */
#include "types.h"
#include "../model/prior.h"
#include "../random/distributions.h"

typedef struct categorical_table {
  int values;
  const double *value;
  double *cumulative; /* arm by arm */
  double *mean;
} categorical_table;

static void fill_arm(categorical_table *t, const double *weights, int count, int arm)
{
  double total = 0, sum = 0;
  for (int v = 0; v < t->values; v++) total += weights[arm + (int64_t)v * count];
  for (int v = 0; v < t->values; v++) {
    const double weight = weights[arm + (int64_t)v * count] / total;
    sum += weight;
    t->cumulative[(int64_t)arm * t->values + v] = sum;
    t->mean[arm] += weight * t->value[v];
  }
  t->cumulative[(int64_t)arm * t->values + t->values - 1] = 1;
}

static status categorical_prepare(const parameters *given, int count, arena *memory, void **shared)
{
  const parameter *prob = parameters_find(given, "prob"), *value = parameters_find(given, "value");
  if (prob->length != value->length * count)
    return status_error(STATUS_INTERNAL, "Categorical arms need a weight for every arm and value.");
  categorical_table *t = arena_zeroed(memory, 1, sizeof *t);
  if (!t) return status_no_memory();
  t->values = (int)value->length;
  t->value = value->values;
  t->cumulative = arena_zeroed(memory, (size_t)prob->length, sizeof(double));
  t->mean = arena_zeroed(memory, (size_t)count, sizeof(double));
  if (!t->cumulative || !t->mean) return status_no_memory();
  for (int arm = 0; arm < count; arm++) fill_arm(t, prob->values, count, arm);
  *shared = t;
  return status_ok;
}

static double categorical_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)round;
  const categorical_table *t = a->model->shared;
  const double *cumulative = t->cumulative + (int64_t)arm * t->values;
  return t->value[categorical_index(u, cumulative, t->values)];
}

static double categorical_mean(const arms *a, int arm)
{
  return ((const categorical_table *)a->model->shared)->mean[arm];
}

static void categorical_range(const parameters *given, double ends[2])
{
  prior_ends(parameters_find(given, "value"), false, ends);
}

static refusal categorical_refuses(const parameters *given, int count)
{
  const parameter *prob = parameters_find(given, "prob"), *value = parameters_find(given, "value");
  if (prob->length == value->length * count) return refused_nothing;
  return refuse(
      REFUSED_ARGUMENT, "value", "numbers, one for each column of `prob`",
      in_words("%lld for %lld columns", (long long)value->length, (long long)(prob->length / count)).text,
      NULL);
}

const arms_type arms_categorical = {
    .name = "categorical",
    .takes = TAKES({"prob", NOT_NEGATIVE, .size = SIZE_ROWS, .positive_rows = true,
                    .words = "a matrix of weights of at least 0, one row per arm and one column per value",
                    REQUIRED},
                   {"value", A_NUMBER, .size = SIZE_ANY, REQUIRED}),
    .range = categorical_range,
    .refuses = categorical_refuses,
    .prepare = categorical_prepare,
    .has_atoms = true,
    .draw = categorical_draw,
    .mean = categorical_mean};
