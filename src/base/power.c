/* x^y = exp(y ln x). The logarithm is wanted to 2^-66 of itself, as y may multiply its error by a
 * thousand: r^2 / 2 is exact in two parts, and so is the product with y. */
#include "elementary.h"
#include "exponential.h"
#include "logarithm.h"

static twofold long_log(double x)
{
  const bool small = x < 0x1p-1022;
  const log_place at = log_place_of(bits_of_number(small ? x * 0x1p54 : x));
  twofold cell = log_of_cell(at);
  if (small) cell = (twofold){cell.high - 54 * LN2_HIGH, cell.low - 54 * LN2_LOW};
  const twofold rest = log_rest(at);
  const double r = rest.high, head = leading_digits(r);
  const twofold sum = exact_sum(cell.high, r), more = exact_sum(sum.high, -0.5 * head * head);
  const double square = -0.5 * (r - head) * (r + head) - r * rest.low;
  const double low = (sum.low + more.low) + (((cell.low + rest.low) + square) + r * r * r * log_series(r));
  return exact_sum(more.high, low);
}

/* x > 0 and finite, y finite */
static double pow_of_positive(double x, double y)
{
  const double bounded = y > 0x1p66 ? 0x1p66 : y < -0x1p66 ? -0x1p66 : y;
  const twofold l = long_log(x), product = exact_product(bounded, l.high);
  return exp_of_sum(product.high, product.low + bounded * l.low);
}

static bool is_whole(double y) { return floor(y) == y; }
static bool is_odd(double y) { return fabs(y) < 0x1p53 && is_whole(y) && !is_whole(y / 2); }

/* |x| is 0 or infinite, or y is. */
static double pow_at_ends(double x, double y)
{
  if (fabs(x) == 1) return 1;
  return (fabs(x) > 1) == (y > 0) ? INFINITY : 0;
}

double same_pow(double x, double y)
{
  if (x == 1 || y == 0) return 1;
  if (isnan(x) || isnan(y)) return isnan(x) ? x : y;
  if (y == 1) return x;
  if (y == 2) return x * x;
  if (y == -1) return 1 / x;
  if (y == 0.5 && x >= 0) return sqrt(x) + 0.0; /* 0 of -0 */
  if (x == 0 || isinf(x) || isinf(y)) return is_odd(y) ? copysign(pow_at_ends(x, y), x) : pow_at_ends(x, y);
  if (x > 0) return pow_of_positive(x, y);
  if (!is_whole(y)) return NAN;
  return is_odd(y) ? -pow_of_positive(-x, y) : pow_of_positive(-x, y);
}

/* One of Newton's steps, from very near; y^3 in two parts. */
static double nearer_root(double x, double y)
{
  const twofold square = exact_product(y, y), cube = exact_product(square.high, y);
  return y - ((cube.high - x) + (cube.low + square.low * y)) / (3 * square.high);
}

double same_cube_root(double x)
{
  if (x == 0 || !isfinite(x)) return x;
  if (x < 0) return -same_cube_root(-x);
  if (x < 0x1p-900) return same_cube_root(x * 0x1p300) * 0x1p-100;
  return nearer_root(x, pow_of_positive(x, 1.0 / 3));
}
