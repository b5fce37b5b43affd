/* The gamma function and the complement of the error function. */
#include "elementary.h"
#include "exponential.h"

static double series_of(const double *c, int count, double x)
{
  double sum = c[count - 1];
  for (int i = count - 2; i >= 0; i--) sum = sum * x + c[i];
  return sum;
}

/* As two sums that do not wait for each other; count is even. */
static double series_by_halves(const double *c, int count, double x)
{
  const double q = x * x;
  double even = c[count - 2], odd = c[count - 1];
  for (int i = count - 4; i >= 0; i -= 2) {
    even = even * q + c[i];
    odd = odd * q + c[i + 1];
  }
  return even + odd * x;
}

#define SERIES(powers, x) series_of(powers, (int)(sizeof(powers) / sizeof *(powers)), x)

/* By a polynomial in [1, 2), where it is near 15/16; above, times x - 1, x - 2, ..., which are exact. It
 * begins with 2^-64 of itself, so that nothing becomes too large before its time. */
double same_gamma(double x)
{
  if (!(x >= 1)) return NAN;
  if (x > 172) return INFINITY;
  const double above = floor(x) - 1;
  twofold product = exact_sum(0.9375, SERIES(gamma_powers, x - above - 1.5));
  product = (twofold){product.high * 0x1p-64, product.low * 0x1p-64};
  for (double i = 1; i <= above; i++) {
    const twofold next = exact_product(product.high, x - i);
    product = exact_sum(next.high, next.low + product.low * (x - i));
  }
  return (product.high + product.low) * 0x1p64;
}

/* Up to 1/2. */
static double short_erfc(double x)
{
  const double *c = erf_powers, q = x * x;
  const twofold first = exact_product(c[0], x), rest = exact_sum(1, -first.high);
  const double beyond = q * series_of(c + 1, (int)(sizeof erf_powers / sizeof *c) - 1, q);
  return rest.high + (rest.low - first.low - x * (erf_powers_rest[0] + beyond));
}

static twofold long_product(twofold a, twofold b)
{
  const twofold first = exact_product(a.high, b.high);
  return exact_sum(first.high, first.low + (a.high * b.low + a.low * b.high));
}

static twofold long_quotient(twofold a, twofold b)
{
  const double inverse = 1 / b.high, high = a.high * inverse;
  const twofold back = exact_product(high, b.high);
  return (twofold){high, (((a.high - back.high) - back.low) + a.low - high * b.low) * inverse};
}

/* exp(x^2) erfc(x), x >= 1/2: the last steps of the series and the quotients have twice the digits. */
static twofold scaled_erfc(double x)
{
  enum { LONG = sizeof erfc_powers_rest / sizeof *erfc_powers_rest };
  const double *c = erfc_powers;
  const twofold z = long_quotient(twofold_add((twofold){x, 0}, -4), twofold_add((twofold){x, 0}, 4));
  twofold sum = {series_by_halves(c + LONG, (int)(sizeof erfc_powers / sizeof *c) - LONG, z.high), 0};
  for (int i = LONG - 1; i >= 0; i--) {
    sum = long_product(sum, z);
    sum.low += erfc_powers_rest[i];
    sum = twofold_add(sum, c[i]);
  }
  return long_quotient(sum, twofold_add((twofold){2 * x, 0}, 1));
}

/* Times exp(-x^2), x^2 in two parts, and 2^256, so that it has all its digits. */
double same_erfc(double x)
{
  if (fabs(x) < 0.5) return short_erfc(x);
  if (x < 0) return 2 - same_erfc(-x);
  if (!(x < 28)) return x > 0 ? 0 : x;
  const double head = leading_digits(x);
  const exp_parts e = exp_reduced(-head * head, (x - head) * (x + head), 256);
  const twofold scaled = scaled_erfc(x), product = exact_product(scaled.high, e.t);
  return (product.high + (product.low + scaled.low * e.t + product.high * e.w)) * 0x1p-256;
}
