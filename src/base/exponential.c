#include "exponential.h"
#include "elementary.h"
#include "lanes.h"

double same_exp(double x) { return exp_is_plain(x) ? exp_of_plain(x) : exp_of_rare(x, 0); }

/* Near 0: x + x^2 / 2 + ... */
static double expm1_near(double x)
{
  const double *c = expm1_powers, q = x * x, fourth = q * q;
  const double low = (c[0] + x * c[1]) + q * (c[2] + x * c[3]);
  const double high = (c[4] + x * c[5]) + q * (c[6] + x * c[7]) + fourth * (c[8] + x * c[9]);
  return x + (0.5 * q + x * q * (low + fourth * high));
}

double same_expm1(double x)
{
  if (fabs(x) <= 0.25) return fabs(x) < 0x1p-54 ? x : expm1_near(x);
  if (!(x > -40)) return x < 0 ? -1 : x;
  if (x > 40) return same_exp(x);
  const exp_parts p = exp_reduced(x, 0, 0);
  const twofold less = twofold_add((twofold){p.t, 0}, -1);
  return less.high + (less.low + p.t * p.w);
}

DEFINE_MANY(same_exps, same_exp, exp_is_plain, exp_of_plain)
