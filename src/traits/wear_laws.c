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

static turns by_sign(double rise) { return (turns){rise<0, rise> 0}; }

static turns step_turn(const parameters *given, double own, int64_t number)
{
  (void)own;
  return by_sign(-of_arm(given, "drop", number));
}

static double step_settles(const parameters *given, int64_t number)
{
  return of_arm(given, "after", number) + 1;
}

/* One that begins below the floor does not fall. */
static turns linear_turn(const parameters *given, double own, int64_t number)
{
  const double slope = of_arm(given, "slope", number);
  return (turns){slope > 0 && own > of_arm(given, "floor", number), slope < 0};
}

static turns power_turn(const parameters *given, double own, int64_t number)
{
  return by_sign(-own * of_arm(given, "exponent", number));
}

static turns table_turn(const parameters *given, double own, int64_t number)
{
  const parameter *mean = parameters_find(given, "mean");
  const int64_t columns = mean->length / mean->rows;
  turns found = {false, false};
  for (int64_t n = 2; n <= columns; n++) {
    const double rise =
        table_mean(given, own, number, (double)n) - table_mean(given, own, number, (double)(n - 1));
    found = (turns){found.falls || rise < 0, found.rises || rise > 0};
  }
  return found;
}

static double table_settles(const parameters *given, int64_t number)
{
  (void)number;
  const parameter *mean = parameters_find(given, "mean");
  return (double)(mean->length / mean->rows);
}

static double never_settles(const parameters *given, int64_t number)
{
  (void)given, (void)number;
  return INFINITY;
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
    .turn = step_turn,
    .settles = step_settles,
    .idle = step_idle,
    .reach = step_reach,
};

static bool linear_idle(const parameters *given) { return parameters_all(given, "slope", 0); }

static const wear_law wear_linear = {
    .name = "linear",
    .takes = TAKES({"slope", A_NUMBER, .size = SIZE_ONE_OR_ARMS, REQUIRED},
                   {"floor", A_NUMBER, .size = SIZE_ONE_OR_ARMS, USUALLY(0)}),
    .mean = linear_mean,
    .turn = linear_turn,
    .settles = never_settles,
    .idle = linear_idle,
    .reach = linear_reach,
};

static bool power_idle(const parameters *given) { return parameters_all(given, "exponent", 0); }

static const wear_law wear_power = {
    .name = "power",
    .takes = TAKES({"exponent", BETWEEN(-10, 10), .size = SIZE_ONE_OR_ARMS, REQUIRED}),
    .mean = power_mean,
    .turn = power_turn,
    .settles = never_settles,
    .idle = power_idle,
    .reach = power_reach,
};

static const wear_law wear_table = {
    .name = "table",
    .takes = TAKES({"mean", A_NUMBER, .size = SIZE_ROWS, REQUIRED}),
    .mean = table_mean,
    .turn = table_turn,
    .settles = table_settles,
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
