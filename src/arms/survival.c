/* Times lived, cut off at a limit: min(X, limit), where P(X > x) = 2^-((x / median)^shape) (Weibull's law),
 * by inversion. With s = median / (ln 2)^b and b = 1 / shape the mean is s b Gamma(b) P(b, (limit / s)^shape),
 * P being the regularised lower incomplete gamma function; without a limit the last factor is 1. */
#include "types.h"
#include "../model/prior.h"
#include "../random/distributions.h"
#include "../base/elementary.h"

enum { MEDIAN, SHAPE, LIMIT };

#define LN_2 0.69314718055994530942

static double powered(double x, double y) { return y == 1 ? x : same_pow(x, y); }

static double survival_draw(const arms *a, int arm, const random_address *at, double u, int64_t round)
{
  (void)at, (void)round;
  const double limit = arms_value(a, LIMIT, arm);
  const double lived =
      arms_value(a, MEDIAN, arm) * powered(exponential_quantile(u) / LN_2, 1 / arms_value(a, SHAPE, arm));
  return lived < limit ? lived : limit;
}

static double survival_mean(const arms *a, int arm)
{
  const double shape = arms_value(a, SHAPE, arm), b = 1 / shape, limit = arms_value(a, LIMIT, arm);
  const double scale = arms_value(a, MEDIAN, arm) / powered(LN_2, b);
  const double whole = same_log_gamma(1 + b);
  if (!isfinite(limit)) return scale * same_exp(whole);
  return scale * same_exp(whole + same_log_lower_gamma(b, powered(limit / scale, shape)));
}

static bool survival_ended(const arms *a, int arm, double reward) { return reward < arms_value(a, LIMIT, arm); }

static void survival_range(const parameters *given, double ends[2])
{
  const parameter *limit = parameters_find(given, "limit");
  ends[0] = 0, ends[1] = INFINITY;
  if (!limit) return;
  double of_limits[2];
  prior_ends(limit, false, of_limits);
  ends[1] = of_limits[1];
}

/* The least and the greatest shape give means that are numbers. */
const arms_type arms_survival = {
    .name = "survival",
    .takes = TAKES({"median", BETWEEN(1e-50, 1e50), DRAWN_BY_ARM, REQUIRED},
                   {"shape", BETWEEN(0.1, 100), DRAWN_BY_ARM, USUALLY(1), REQUIRED},
                   {"limit", BETWEEN(1e-50, INFINITY), DRAWN_BY_ARM, USUALLY(INFINITY), REQUIRED}),
    .lives = true,
    .spoken = "survival times",
    .range = survival_range,
    .draw = survival_draw,
    .ended = survival_ended,
    .mean = survival_mean};
