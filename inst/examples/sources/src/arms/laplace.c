/* Rewards with a Laplace distribution, which has no ends. */
#include "types.h"
#include "../base/elementary.h"

static double laplace_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)round;
  const double away = u < .5 ? same_log(2 * u) : -same_log(2 * (1 - u));
  return arms_value(a, 0, arm) + arms_value(a, 1, arm) * away;
}

static double laplace_mean(const arms *a, int arm) { return arms_value(a, 0, arm); }

static void laplace_range(const parameters *given, double ends[2])
{
  (void)given;
  ends[0] = -INFINITY, ends[1] = INFINITY;
}

const arms_type arms_laplace = {
    .name = "laplace",
    .takes = TAKES({"location", A_NUMBER, DRAWN_BY_ARM}, {"scale", NOT_NEGATIVE, DRAWN_BY_ARM, USUALLY(1), REQUIRED}),
    .range = laplace_range,
    .draw = laplace_draw,
    .mean = laplace_mean,
};
