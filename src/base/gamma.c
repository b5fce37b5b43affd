/* The gamma function and the complement of the error function. */
#include "elementary.h"
#include "exponential.h"

static double series_of(const double *c, int count, double x)
{
  double sum = c[count - 1];
  for (int i = count - 2; i >= 0; i--) sum = sum * x + c[i];
  return sum;
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

/* exp(-x^2), x^2 in two parts, times what is nearly 1 / (1 + 2 x). */
double same_erfc(double x)
{
  if (fabs(x) < 0.5) return 1 - x * SERIES(erf_powers, x * x);
  if (x < 0) return 2 - same_erfc(-x);
  if (!(x < 28)) return x > 0 ? 0 : x;
  const double head = leading_digits(x);
  return exp_of_sum(-head * head, -(x - head) * (x + head)) *
         (SERIES(erfc_powers, (x - 4) / (x + 4)) / (1 + 2 * x));
}
