#include "beta_quantile.h"
#include "../classical/divergence.h"
#include "../../random/distributions.h"
#include "../../base/elementary.h"
#include <math.h>

/* ln Gamma(z) - [(z - 1/2) ln z - z + ln(2 pi) / 2], z > 0: Stirling's series
 * (Abramowitz and Stegun 1964, 6.1.41), where it has converged. */
static double stirling_rest(double z)
{
  double rest = 0;
  while (z < 15) {
    rest += (z + 0.5) * same_log1p(1 / z) - 1;
    z++;
  }
  const double s = 1 / (z * z);
  return rest + (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s / 1188)))) / z;
}

beta_law beta_law_of(double a, double b)
{
  const double pi = 3.14159265358979323846;
  const double rest = stirling_rest(a + b) - stirling_rest(a) - stirling_rest(b);
  return (beta_law){a, b, 0.5 * same_log(a * b / (2 * pi * (a + b))) + rest};
}

/* Without the cancellation of large exponents. */
double beta_kernel(const beta_law *l, double x)
{
  const double n = l->a + l->b, p = l->a / n;
  return same_exp(l->constant - n * bernoulli_rise(p, x - p));
}

/* The continued fraction of the incomplete beta integral (DLMF 8.17.22), by Lentz's
 * method: fast where x < (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x, double accuracy)
{
  double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), f = d;
  for (int m = 1; m < 100000; m++) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    f *= c * d;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    f *= c * d;
    if (fabs(c * d - 1) < accuracy) break;
  }
  return f;
}

double beta_upper(const beta_law *l, double x, double kernel, double accuracy)
{
  const double a = l->a, b = l->b;
  if (x > (a + 1) / (a + b + 2)) return kernel * beta_fraction(b, a, 1 - x, accuracy) / b;
  return 1 - kernel * beta_fraction(a, b, x, accuracy) / a;
}

double beta_lower(const beta_law *l, double x, double rest, double kernel, double accuracy)
{
  const double a = l->a, b = l->b;
  if (x < (a + 1) / (a + b + 2)) return kernel * beta_fraction(a, b, x, accuracy) / a;
  return 1 - kernel * beta_fraction(b, a, rest, accuracy) / b;
}

/* All terms of the hypergeometric series 1 + (a + b) / (b + 1) (1 - x) + ... that the
 * fraction stands for (DLMF 8.17.8) are positive: a few of them are a bound. */
bool beta_surely_above(double a, double b, double tail, double x)
{
  if (!(x > 0 && x < 1)) return x <= 0;
  const beta_law l = beta_law_of(a, b);
  const double wanted = tail * (1 + 1e-9) * b / beta_kernel(&l, x);
  double sum = 1, term = 1;
  for (int k = 0; k < 30 && sum <= wanted; k++) {
    term *= (a + b + k) / (b + 1 + k) * (1 - x);
    sum += term;
  }
  return sum > wanted;
}

/* The logarithm of the probability of more than x is concave in x: Newton's steps on
 * it, which come down from above after the first; a bracket is halved where a
 * step would leave it. */
double beta_upper_quantile(double a, double b, double tail)
{
  const beta_law l = beta_law_of(a, b);
  const double mean = a / (a + b), sd = sqrt(mean * (1 - mean) / (a + b + 1)), wanted = same_log(tail);
  double low = 0, high = 1, x = mean - sd * normal_quantile(tail);
  if (!(x < 1)) x = 1 - (1 - mean) / 8;
  if (!(x > 0)) x = mean / 8;
  for (int i = 0; i < 200; i++) {
    const double kernel = beta_kernel(&l, x), above = beta_upper(&l, x, kernel, 1e-15);
    const double excess = same_log(above) - wanted;
    if (excess > 0) low = x;
    else high = x;
    double next = x + excess * above * x * (1 - x) / kernel;
    if (fabs(next - x) <= 1e-15 * x) return next;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    if (next == x) break;
    x = next;
  }
  return x;
}
