#include "posterior.h"
#include "beta_quantile.h"
#include "student_quantile.h"
#include "../classical/divergence.h"
#include "../../base/elementary.h"
#include "../../base/margin.h"
#include "../../random/distributions.h"
#include <math.h>

/* --- draws ------------------------------------------------------------------ */

/* Returns where a draw is in its law: by the smaller of both tails. */
typedef struct rank {
  double tail;
  bool upper;
} rank;

static rank rank_of(double height, bool favourite)
{
  const double rare = -same_expm1(-height), usual = same_exp(-height);
  return rare < usual ? (rank){rare, !favourite} : (rank){usual, favourite};
}

double normal_draw(double height, bool favourite)
{
  const rank r = rank_of(height, favourite);
  const double z = normal_quantile(r.tail);
  return r.upper ? -z : z;
}

static double beta_z(const posterior *p, double x);

/* From this shape on the fraction of beta_quantile.c would take long, and Peizer and Pratt's approximation is
 * right to the last digits. */
enum { HUGE_SHAPE = 100000000 };

static double huge_quantile(const posterior *p, double z)
{
  const double n = p->a + p->b, sd = sqrt(p->a * p->b / (n + 1)) / n;
  double x = p->mean + z * sd;
  for (int i = 0; i < 5 && x > 0 && x < 1; i++) x -= (beta_z(p, x) - z) * sd;
  return x;
}

static double beta_quantile(const posterior *p, rank r)
{
  const double x =
      r.upper ? beta_upper_quantile(p->a, p->b, r.tail) : 1 - beta_upper_quantile(p->b, p->a, r.tail);
  return fmax(0, fmin(x, 1)); /* but for rounding it lies there */
}

/* ln y is that of a Gumbel number where exp(-y) is its rank. */
static double gumbel_draw(double height, bool favourite)
{
  if (!favourite) return -same_log(height);
  return -same_log(height < 0.7 ? -same_log(-same_expm1(-height)) : -same_log1p(-same_exp(-height)));
}

double posterior_draw(posterior_kind kind, const posterior *x, double height, bool favourite)
{
  if (kind == POSTERIOR_GUMBEL) return x->mean + x->sd * gumbel_draw(height, favourite);
  const rank r = rank_of(height, favourite);
  if (kind == POSTERIOR_STUDENT) {
    const double t = student_upper_quantile(x->a, r.tail);
    return x->mean + x->sd * (r.upper ? t : -t);
  }
  if (kind == POSTERIOR_BETA && fmin(x->a, x->b) < HUGE_SHAPE) return beta_quantile(x, r);
  const double z = r.upper ? -normal_quantile(r.tail) : normal_quantile(r.tail);
  return kind == POSTERIOR_BETA ? huge_quantile(x, z) : x->mean + z / x->root;
}

double posterior_sd(posterior_kind kind, posterior *x)
{
  if (kind == POSTERIOR_BETA && !(x->sd > 0)) {
    const double n = x->a + x->b;
    x->sd = sqrt(x->a * x->b / (n + 1)) / n;
  }
  return x->sd;
}

/* --- bounds of tails ------------------------------------------------------------ */

static double normal_upper(double z) { return 0.5 * same_erfc(z * 0.70710678118654752440); }

/* P(Beta(1 + S, 1 + n - S) > L) = P(Bin(n + 1, L) <= S), which Zubkov and Serov (2012) bound by
 * C(S + 1), C(k) = Phi(sign(k / N - L) sqrt(2 N kl(k / N, L))), N = n + 1. */
static double beta_above(const posterior *p, double level)
{
  const double more = ceil(p->a), failures = floor(p->b) - 1, n = more + failures, part = more / n,
               d = level - part; /* draws of these shapes are no less at any height */
  if (level >= 1) return 0;
  if (level <= 0) return 1;
  if (more == 1) return same_exp(n * same_log1p(-level));
  if (failures == 0) return -same_expm1(n * same_log(level));
  const double z = sqrt(2 * n * bernoulli_shift(part, d));
  return normal_upper(d > 0 ? z : -z);
}

/* Wallace (1959): with u = sqrt(m ln(1 + t^2 / m)), t > 0, the normal number of the same rank is between
 * u sqrt(1 - 1 / (2 m)) and u. */
static double student_upper_bound(double df, double t)
{
  if (!(t > 0)) return 1;
  return normal_upper(sqrt((df - 0.5) * same_log1p(t * t / df)));
}

static double upper_bound(posterior_kind kind, const posterior *x, double far)
{
  if (kind == POSTERIOR_STUDENT) return student_upper_bound(x->a, far);
  return kind == POSTERIOR_GUMBEL ? -same_expm1(-same_exp(-far)) : normal_upper(far);
}

double posterior_above(posterior_kind kind, const posterior *x, double level)
{
  double above;
  if (kind == POSTERIOR_BETA) above = beta_above(x, level);
  else above = upper_bound(kind, x, (level - x->mean - margin_of(fabs(level) + fabs(x->mean))) * x->root);
  return fmin(above * (1 + 1e-9), 1);
}

double posterior_below(posterior_kind kind, const posterior *x, double far)
{
  const double below = kind == POSTERIOR_GUMBEL ? same_exp(-same_exp(far)) : upper_bound(kind, x, far);
  return fmin(below * (1 + 1e-9), 1);
}

about student_about(const posterior *x, double z)
{
  const double square = z * z, m = x->a;
  const double low = sqrt(m * same_expm1(square / m)), high = sqrt(m * same_expm1(square / (m - 0.5)));
  const double middle = x->sd * (low + high) / 2, error = x->sd * ((high - low) / 2 + 1e-15) + 1e-9 * middle;
  const double value = x->mean + (z < 0 ? -middle : middle);
  return (about){value, fabs(z) < 9 ? error + margin_of(fabs(x->mean) + fabs(value)) : INFINITY};
}

/* --- beta laws, about ----------------------------------------------------------- */

static void prepare(posterior *x)
{
  const double a = 1 / (2 * x->a - 1), b = 1 / (2 * x->b - 1);
  x->harmonic = 2 / (a + b);
  x->skew = b - a;
  x->middle = same_log(x->a / x->b);
}

/* Error of a draw that is rounded to a double, up to this logit. */
#define ROUNDING 1e-7
#define FAR_OUT 18

static double logit_tail(double inside, double outside) { return same_log(inside / outside); }

/* Returns where a shape is 1 the law is a power. */
static about of_power(const posterior *x, double z)
{
  if (x->a == 1) { /* (1 - x)^b is the upper tail */
    const double part = same_log(normal_upper(z)) / x->b;
    return (about){logit_tail(-same_expm1(part), same_exp(part)), ROUNDING};
  }
  const double part = same_log(normal_upper(-z)) / x->a;
  return (about){logit_tail(same_exp(part), -same_expm1(part)), ROUNDING};
}

/* Abramowitz and Stegun 1964, 26.5.22. Its error, in standard deviations of the logit, was found to be below
 * .3 / m up to |z| = 4 and 2.1 / m up to 6, m the smaller shape, .6 / m and 1.2 / m for m = 2, on a grid
 * of shapes up to 1e5; about twice that is allowed for. */
static about by_approximation(posterior *x, double z)
{
  const double m = fmin(x->a, x->b), far = fabs(z);
  if (!(x->harmonic > 0)) prepare(x);
  const double lambda = (z * z - 3) / 6, h = x->harmonic;
  const double w = -z * sqrt(h + lambda) / h - x->skew * (lambda + 5.0 / 6 - 2 / (3 * h));
  const double part = m == 2 ? 2.5 : far <= 4 ? 0.6 : 4.5;
  return (about){x->middle - 2 * w, part / m * sqrt(1 / x->a + 1 / x->b) + ROUNDING};
}

/* What is said of small shapes is said of whole ones. */
static bool is_rough(const posterior *x)
{
  const double m = fmin(x->a, x->b);
  return m < 3 && m != 1 && m != 2;
}

about beta_about(posterior *x, double z)
{
  if (!(fabs(z) <= 6) || is_rough(x)) return (about){z > 0 ? INFINITY : -INFINITY, INFINITY};
  const about found = x->a == 1 || x->b == 1 ? of_power(x, z) : by_approximation(x, z);
  return fabs(found.value) <= FAR_OUT ? found : (about){found.value, INFINITY};
}

/* Peizer and Pratt's approximation (1968) of the normal number of the same rank as x. Its error was found
 * to be below .28 / m^2 + .05 / m^1.5 up to |z| = 4, .9 / m^2 + .12 / m^1.5 up to 6, for m >= 3 on the
 * same grid; about twice that is allowed for. */
static double peizer_pratt(double a, double b, double x)
{
  const double rest = 1 - x, n = a + b - 1;
  const double d = b - 1.0 / 3 - (n + 1.0 / 3) * rest + 0.02 * (x / b - rest / a + (x - 0.5) / (a + b));
  const double part = (a - 0.5) / n, off = x - part;
  const double spread = off == 0 ? 1 / (2 * x * rest) : bernoulli_shift(part, off) / (off * off);
  return d * sqrt(2 * spread / (n * (1 + 1 / (6 * n))));
}

static double normal_rank(double upper, double lower)
{
  return upper < lower ? -normal_quantile(upper) : normal_quantile(lower);
}

static double beta_z(const posterior *p, double x)
{
  const double a = p->a, b = p->b;
  if (a <= 2) {
    const double low = b * same_log1p(-x), upper = same_exp(low) * (a == 1 ? 1 : 1 + b * x);
    return normal_rank(upper, 1 - upper);
  }
  if (b <= 2) {
    const double lower = same_exp(a * same_log(x)) * (b == 1 ? 1 : 1 + a * (1 - x));
    return normal_rank(1 - lower, lower);
  }
  return peizer_pratt(a, b, x);
}

/* Returns how far that may be off, and how far the draws of beta_quantile.c may be. */
static double error_of(const posterior *p, double z)
{
  const double m = fmin(p->a, p->b), n = p->a + p->b, sd = sqrt(p->a * p->b / (n + 1)) / n;
  const double rounding = 4e-12 / sd + 1e-8, far = fabs(z);
  if (!(far <= 6)) return INFINITY;
  if (m <= 2) return far <= 4 ? rounding : INFINITY; /* beyond that a draw's last bit moves the rank */
  const double square = m * m, power = m * sqrt(m);
  return rounding + (far <= 4 ? 0.6 / square + 0.1 / power : 2 / square + 0.25 / power);
}

bool beta_is_above(const posterior *p, double z, double x)
{
  if (!(x > 0 && x < 1)) return x <= 0 && fabs(z) <= 4;
  if (is_rough(p)) return false;
  const double here = beta_z(p, x);
  return here + error_of(p, here) < z && fabs(z) <= 6;
}

bool beta_is_below(const posterior *p, double z, double x)
{
  if (!(x > 0 && x < 1) || is_rough(p)) return false;
  const double here = beta_z(p, x);
  return here - error_of(p, here) > z && fabs(z) <= 6;
}
