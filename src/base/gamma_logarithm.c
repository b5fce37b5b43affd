/* The logarithm of the gamma function, and of the incomplete one. */
#include "elementary.h"
#include <math.h>

/* Stirling's series; exact to the last digits from 10 on. */
static double stirling(double x)
{
  static const double c[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                             1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400};
  const double q = 1 / (x * x);
  double sum = c[7];
  for (int i = 6; i >= 0; i--) sum = sum * q + c[i];
  return sum / x;
}

/* x > 0. Small x are raised to 10 by Gamma(x) = Gamma(x + 1) / x. */
double same_log_gamma(double x)
{
  if (!(x > 0)) return x == 0 ? INFINITY : NAN;
  if (isinf(x)) return x;
  double product = 1;
  while (x < 10) product *= x++;
  const double half_log_of_circle = 0.91893853320467274178;
  const double raised = (x - 0.5) * same_log(x) - x + half_log_of_circle + stirling(x);
  return product == 1 ? raised : raised - same_log(product);
}

/* ln(x^a e^-x / Gamma(a + 1)). For large a the three terms nearly cancel: then by x / a, for which Gamma is
 * Stirling's. */
static double log_first_term(double a, double x)
{
  if (a < 10) return a * same_log(x) - x - same_log_gamma(a + 1);
  const double u = (x - a) / a; /* a (ln(1 + u) - u) - ln(2 pi a) / 2 - ... */
  const double bent = fabs(u) < 0.1 ? 0 : same_log1p(u) - u;
  double sum = bent;
  if (bent == 0) { /* -u^2/2 + u^3/3 - ...: without loss of digits */
    double power = u * u, sign = -1;
    for (int k = 2; k < 40; k++, power *= u, sign = -sign) sum += sign * power / k;
  }
  return a * sum - 0.5 * same_log(6.2831853071795864769 * a) - stirling(a);
}

/* P(a, x) by its series, up to x of about a; ln of it. */
static double log_by_series(double a, double x)
{
  double term = 1, sum = 1;
  for (double n = 1; n < 1e6 && term > sum * 0x1p-55; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return log_first_term(a, x) + same_log(sum);
}

/* Q(a, x) = 1 - P(a, x) by its continued fraction (Lentz), for x above a + 1. */
static double by_fraction(double a, double x)
{
  const double tiny = 1e-300;
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, h = d;
  for (double i = 1; i < 1e6; i++) {
    const double an = -i * (i - a);
    b += 2;
    d = an * d + b;
    if (fabs(d) < tiny) d = tiny;
    c = b + an / c;
    if (fabs(c) < tiny) c = tiny;
    d = 1 / d;
    const double change = d * c;
    h *= change;
    if (fabs(change - 1) < 0x1p-52) break;
  }
  return same_exp(log_first_term(a, x)) * a * h;
}

/* ln P(a, x), the regularised lower incomplete gamma function; a > 0. */
double same_log_lower_gamma(double a, double x)
{
  if (!(x > 0)) return -INFINITY;
  if (isinf(x)) return 0;
  if (x < a + 1) return log_by_series(a, x);
  return same_log1p(-by_fraction(a, x));
}
