#include "digits.h"
#include "elementary.h"
#include "elementary_tables.h"
#include <math.h>

/* Up to an eighth of a turn. */
static double short_sine(double f)
{
  const double *c = sine_powers, q = f * f;
  const twofold first = exact_product(TWO_PI_HIGH, f);
  const double series = c[0] + q * (c[1] + q * (c[2] + q * (c[3] + q * (c[4] + q * (c[5] + q * c[6])))));
  return first.high + (first.low + TWO_PI_LOW * f + f * q * series);
}

static double short_cosine(double f)
{
  const double *c = cosine_powers;
  const twofold square = exact_product(f, f), part = exact_product(TWO_PI_SQUARES_HIGH, square.high);
  const double q = square.high, low = part.low + TWO_PI_SQUARES_HIGH * square.low + TWO_PI_SQUARES_LOW * q;
  const double series = c[0] + q * (c[1] + q * (c[2] + q * (c[3] + q * (c[4] + q * (c[5] + q * c[6])))));
  const twofold rest = exact_sum(1, -part.high);
  return rest.high + (rest.low - low + q * q * series);
}

/* Whole turns and halves are taken away exactly. */
double same_sine_of_turns(double turns)
{
  if (!isfinite(turns)) return NAN;
  double f = turns - floor(turns + 0.5);
  if (f > 0.25) f = 0.5 - f;
  if (f < -0.25) f = -0.5 - f;
  if (fabs(f) <= 0.125) return f == 0 ? f : short_sine(f);
  return copysign(short_cosine(0.25 - fabs(f)), f);
}

/* y in [0, 1] is eighths (0 up to 3/16) and an angle between, by tan(a + b) = (tan a + tan b) /
 * (1 - tan a tan b). Above 1 it is a quarter of a turn less that of 1 / x, whose rounding is made good. */
double same_arctan(double x)
{
  const double *c = arctan_powers, size = fabs(x);
  if (!(size >= 0x1p-30)) return x;
  const bool over = size > 1;
  const double y = over ? 1 / size : size;
  const twofold back = exact_product(y, size < 0x1p60 ? size : 0);
  const double missing = over && size < 0x1p60 ? (1 - back.high - back.low) * y : 0;
  const int eighths = y < 0.1875 ? 0 : (int)(8 * y + 0.5);
  const double t = (y - eighths / 8.0) / (1 + y * (eighths / 8.0)), q = t * t;
  const double far = c[4] + q * (c[5] + q * (c[6] + q * (c[7] + q * c[8])));
  const double series = c[0] + q * (c[1] + q * (c[2] + q * (c[3] + q * far)));
  const double rest = t * q * series + missing / (1 + y * y);
  const double *cell = arctan_cells[eighths] + 2 * over, sign = over ? -1 : 1;
  const twofold sum = exact_sum(cell[0], sign * t);
  return copysign(sum.high + (sum.low + cell[1] + sign * rest), x);
}
