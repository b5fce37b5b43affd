/* Rewards that are uniform between two numbers. */
#include "types.h"

static double between_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)round;
  return arms_value(a, 0, arm) + (arms_value(a, 1, arm) - arms_value(a, 0, arm)) * u;
}

static double between_mean(const arms *a, int arm) { return (arms_value(a, 0, arm) + arms_value(a, 1, arm)) / 2; }

const arms_type arms_between = {
    .name = "between",
    .takes = TAKES({"low", A_NUMBER, DRAWN_BY_ARM}, {"high", A_NUMBER, DRAWN_BY_ARM}),
    .draw = between_draw,
    .mean = between_mean,
};
