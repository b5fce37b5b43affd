/* The kinds of wear: m is the arm's own mean, n the pull.
 *   step:   m - drop for n > after;
 *   linear: m - slope (n - 1), which does not fall below the floor (or m, if that is lower);
 *   power:  m n^-exponent;
 *   table:  the n-th column, the last one from there on.
 * With a drop, slope or exponent below 0 arms of a mean above 0 improve. */
#include "wear.h"
#include "../model/prior.h"
#include "../base/elementary.h"
#include <math.h>
#include <string.h>

/* Returns the arm's value of a parameter of which each arm may have its own. */
static double of_arm(const parameters *given, const char *name, int64_t number)
{
  const parameter *p = parameters_find(given, name);
  return p && p->length > 1 ? p->values[number % p->length] : parameters_number(given, name);
}

static double step_mean(const parameters *given, double own, int64_t number, double n)
{
  return n > of_arm(given, "after", number) ? own - of_arm(given, "drop", number) : own;
}

static double linear_mean(const parameters *given, double own, int64_t number, double n)
{
  const double mean = own - of_arm(given, "slope", number) * (n - 1);
  return fmax(mean, fmin(own, of_arm(given, "floor", number)));
}

static double power_mean(const parameters *given, double own, int64_t number, double n)
{
  return own * same_pow(n, -of_arm(given, "exponent", number));
}

static double table_mean(const parameters *given, double own, int64_t number, double n)
{
  (void)own;
  const parameter *mean = parameters_find(given, "mean");
  const int64_t columns = mean->length / mean->rows, column = n < (double)columns ? (int64_t)n : columns;
  return mean->values[(column - 1) * mean->rows + number % mean->rows];
}

static bool any_below_0(const parameters *given, const char *name)
{
  double ends[2];
  prior_ends(parameters_find(given, name), false, ends);
  return ends[0] < 0;
}

static void step_reach(const parameters *given, double ends[2])
{
  double drop[2];
  prior_ends(parameters_find(given, "drop"), false, drop);
  const double low = ends[0] - drop[1], high = ends[1] - drop[0];
  ends[0] = fmin(ends[0], low), ends[1] = fmax(ends[1], high);
}

static void linear_reach(const parameters *given, double ends[2])
{
  double slope[2], floor[2];
  const parameter *of_floor = parameters_find(given, "floor");
  prior_ends(parameters_find(given, "slope"), false, slope);
  floor[0] = parameters_number(given, "floor");
  if (of_floor) prior_ends(of_floor, false, floor);
  if (slope[1] > 0) ends[0] = fmin(ends[0], floor[0]);
  if (slope[0] < 0) ends[1] = INFINITY;
}

/* Towards 0, or away from it. */
static void power_reach(const parameters *given, double ends[2])
{
  const bool rises = any_below_0(given, "exponent");
  ends[0] = fmin(rises && ends[0] < 0 ? -INFINITY : ends[0], rises ? ends[0] : 0);
  ends[1] = fmax(rises && ends[1] > 0 ? INFINITY : ends[1], rises ? ends[1] : 0);
}

static void table_reach(const parameters *given, double ends[2])
{
  prior_ends(parameters_find(given, "mean"), false, ends);
}

static bool step_idle(const parameters *given) { return parameters_all(given, "drop", 0); }

static const wear_law wear_step = {
    .name = "step",
    .takes = TAKES({"after", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ONE_OR_ARMS, REQUIRED},
                   {"drop", A_NUMBER, .size = SIZE_ONE_OR_ARMS, REQUIRED}),
    .mean = step_mean,
    .idle = step_idle,
    .reach = step_reach,
};

static bool linear_idle(const parameters *given) { return parameters_all(given, "slope", 0); }

static const wear_law wear_linear = {
    .name = "linear",
    .takes = TAKES({"slope", A_NUMBER, .size = SIZE_ONE_OR_ARMS, REQUIRED},
                   {"floor", A_NUMBER, .size = SIZE_ONE_OR_ARMS, USUALLY(0)}),
    .mean = linear_mean,
    .idle = linear_idle,
    .reach = linear_reach,
};

static bool power_idle(const parameters *given) { return parameters_all(given, "exponent", 0); }

static const wear_law wear_power = {
    .name = "power",
    .takes = TAKES({"exponent", BETWEEN(-10, 10), .size = SIZE_ONE_OR_ARMS, REQUIRED}),
    .mean = power_mean,
    .idle = power_idle,
    .reach = power_reach,
};

static const wear_law wear_table = {
    .name = "table",
    .takes = TAKES({"mean", A_NUMBER, .size = SIZE_ROWS, REQUIRED}),
    .mean = table_mean,
    .reach = table_reach,
    .is_table = true,
};

const wear_law *const wear_registry[] = {&wear_step, &wear_linear, &wear_power, &wear_table, NULL};

const wear_law *wear_find(const char *name)
{
  for (int i = 0; wear_registry[i]; i++)
    if (strcmp(wear_registry[i]->name, name) == 0) return wear_registry[i];
  return NULL;
}
