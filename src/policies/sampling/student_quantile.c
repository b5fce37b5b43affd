#include "student_quantile.h"
#include "beta_quantile.h"
#include "../../base/elementary.h"
#include "../../random/distributions.h"
#include <math.h>

/* From here on the expansion is right to the last digits, and the fraction would take long. */
#define MANY_DF 1e5

/* Abramowitz and Stegun 1964, 26.7.5, z being the normal number of the same rank. */
static double by_expansion(double df, double z)
{
  const double s = z * z, m = 1 / df;
  const double g1 = (s + 1) / 4, g2 = ((5 * s + 16) * s + 3) / 96;
  const double g3 = (((3 * s + 19) * s + 17) * s - 15) / 384;
  const double g4 = ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92160;
  return z * (1 + m * (g1 + m * (g2 + m * (g3 + m * g4))));
}

/* w = m / (m + t^2) has the law Beta(m / 2, 1 / 2), of which twice the tail lies below. Its logarithm is
 * concave in ln t: Newton's steps on it come down from above after the first. */
double student_upper_quantile(double df, double tail)
{
  const double z = -normal_quantile(tail);
  if (!(z > 0)) return 0;
  if (df >= MANY_DF) return by_expansion(df, z);
  const beta_law l = beta_law_of(df / 2, 0.5);
  const double wanted = same_log(2 * tail), wide = z * (8 * df + 3) / (8 * df + 1);
  double place = 0.5 * same_log(df * same_expm1(wide * wide / df)); /* Wallace 1959; ln t */
  for (int i = 0; i < 100; i++) {
    const double t = same_exp(place), square = t * t, inside = df / (df + square);
    const double kernel = same_exp(l.constant - (df + 1) / 2 * same_log1p((square - 1) / (df + 1)) + place);
    const double low = beta_lower(&l, inside, square / (df + square), kernel, 1e-15);
    const double step = (same_log(low) - wanted) * low / (2 * kernel);
    if (fabs(step) <= 1e-15 * (1 + fabs(place))) return same_exp(place + step);
    place += step;
  }
  return same_exp(place);
}
