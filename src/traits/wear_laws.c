/* The kinds of wear: m is the arm's own mean, n the pull.
 *   step:   m - drop for n > after;
 *   linear: m - slope (n - 1), which does not fall below the floor (or m, if that is lower);
 *   power:  m n^-exponent;
 *   table:  the n-th column, the last one from there on.
 * With a drop, slope or exponent below 0 arms of a mean above 0 improve. */
#include "wear.h"
#include "../base/elementary.h"
#include <math.h>
#include <string.h>

/* Of a parameter that each arm may have its own of. */
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

static bool step_idle(const parameters *given) { return parameters_all(given, "drop", 0); }

static const wear_law wear_step = {
    .name = "step",
    .takes = TAKES({"after", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ONE_OR_ARMS},
                   {"drop", A_NUMBER, .size = SIZE_ONE_OR_ARMS}),
    .mean = step_mean,
    .idle = step_idle,
};

static bool linear_idle(const parameters *given) { return parameters_all(given, "slope", 0); }

static const wear_law wear_linear = {
    .name = "linear",
    .takes = TAKES({"slope", A_NUMBER, .size = SIZE_ONE_OR_ARMS},
                   {"floor", A_NUMBER, .size = SIZE_ONE_OR_ARMS, .optional = true}),
    .mean = linear_mean,
    .idle = linear_idle,
};

static bool power_idle(const parameters *given) { return parameters_all(given, "exponent", 0); }

static const wear_law wear_power = {
    .name = "power",
    .takes = TAKES({"exponent", BETWEEN(-10, 10), .size = SIZE_ONE_OR_ARMS}),
    .mean = power_mean,
    .idle = power_idle,
};

static const wear_law wear_table = {
    .name = "table",
    .takes = TAKES({"mean", A_NUMBER, .size = SIZE_ROWS}),
    .mean = table_mean,
};

const wear_law *const wear_registry[] = {&wear_step, &wear_linear, &wear_power, &wear_table, NULL};

const wear_law *wear_find(const char *name)
{
  for (int i = 0; wear_registry[i]; i++)
    if (strcmp(wear_registry[i]->name, name) == 0) return wear_registry[i];
  return NULL;
}
