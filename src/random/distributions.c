#include "distributions.h"
#include "../base/elementary.h"
#include "../base/lanes.h"
#include "../base/margin.h"
#include <float.h>
#include <math.h>

/* Polynomial with coefficients from the highest power down. */
static inline double horner(const double *c, int n, double x)
{
  double y = c[0];
  for (int i = 1; i < n; i++) y = y * x + c[i];
  return y;
}

/* Algorithm AS 241 of Wichura (1988), PPND16: relative accuracy about 1e-16.
 * The coefficients are the published ones. */
static const double middle_above[8] = {2509.0809287301226727, 33430.575583588128105, 67265.770927008700853,
                                       45921.953931549871457, 13731.693765509461125, 1971.5909503065514427,
                                       133.14166789178437745, 3.387132872796366608};
static const double middle_below[8] = {
    5226.495278852545925,  28729.085735721942674, 39307.89580009271061,  21213.794301586595867,
    5394.1960214247511077, 687.1870074920579083,  42.313330701600911252, 1.0};
static const double near_above[8] = {
    7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258,
    3.64784832476320460504,   5.7694972214606914055,    4.6303378461565452959,  1.42343711074968357734};
static const double near_below[8] = {
    1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
    0.68976733498510000455,    1.6763848301838038494,   2.05319162663775882187,   1.0};
static const double far_above[8] = {
    2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386, 0.026532189526576123093,
    0.29656057182850489123,    1.7848265399172913358,     5.4637849111641143699,    6.6579046435011037772};
static const double far_below[8] = {
    2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
    0.0148753612908506148525,   0.13692988092273580531,   0.59983220655588793769,   1.0};

static double normal_tail(double p)
{
  const double r = sqrt(-same_log(p));
  return r <= 5 ? horner(near_above, 8, r - 1.6) / horner(near_below, 8, r - 1.6)
                : horner(far_above, 8, r - 5) / horner(far_below, 8, r - 5);
}

double normal_quantile(double u)
{
  const double q = u - 0.5;
  if (fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * horner(middle_above, 8, r) / horner(middle_below, 8, r);
  }
  return q < 0 ? -normal_tail(u) : normal_tail(1 - u);
}

#ifdef UNRULY_FOUR_LANES
LANES static inline __m256d lanes_horner(const double *c, int n, __m256d x)
{
  __m256d y = _mm256_set1_pd(c[0]);
  for (int i = 1; i < n; i++) y = _mm256_add_pd(_mm256_mul_pd(y, x), _mm256_set1_pd(c[i]));
  return y;
}

/* The middle of the law for all four; who lies in a tail is done again. */
LANES static int lanes_quantiles(double *u, int count)
{
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    const __m256d x = _mm256_loadu_pd(u + i), q = _mm256_sub_pd(x, _mm256_set1_pd(0.5));
    const __m256d r = _mm256_sub_pd(_mm256_set1_pd(0.180625), _mm256_mul_pd(q, q));
    const __m256d above = _mm256_mul_pd(q, lanes_horner(middle_above, 8, r));
    double middle[4];
    _mm256_storeu_pd(middle, _mm256_div_pd(above, lanes_horner(middle_below, 8, r)));
    for (int j = 0; j < 4; j++)
      u[i + j] = fabs(u[i + j] - 0.5) <= 0.425 ? middle[j] : normal_quantile(u[i + j]);
  }
  return i;
}
#endif

void normal_quantiles(double *u, int count)
{
  int i = 0;
#ifdef UNRULY_FOUR_LANES
  if (has_lanes()) i = lanes_quantiles(u, count);
#endif
  for (; i < count; i++) u[i] = normal_quantile(u[i]);
}

double exponential_quantile(double u) { return -same_log1p(-u); }

double geometric_quantile(double u, double p)
{
  if (p >= 1) return 1;
  const double n = ceil(same_log1p(-u) / same_log1p(-p));
  return n < 1 ? 1 : n;
}

int categorical_index(double u, const double *cumulative, int count)
{
  enum { FEW = 24 }; /* are faster without a branch that is hard to foretell */
  int low = 0, high = count - 1;
  if (count <= FEW) {
    for (int i = 0; i < count - 1; i++) low += !(u < cumulative[i]);
    return low;
  }
  while (low < high) {
    const int middle = (low + high) / 2;
    if (u < cumulative[middle]) high = middle;
    else low = middle + 1;
  }
  return low;
}

/* A power of two, so that u * cells is exact; most cells lie within one class. */
int categorical_cells(int count)
{
  int cells = 16;
  while (cells < 4 * (int64_t)count && cells < 1 << 28) cells *= 2;
  return cells;
}

void categorical_guide(const double *cumulative, int count, int *guide)
{
  const int cells = categorical_cells(count);
  for (int i = 0, cell = 0; cell < cells; cell++) {
    while (i < count - 1 && !((double)cell / cells < cumulative[i])) i++;
    guide[cell] = i;
  }
}

uniform_source source_of_address(const random_address *at)
{
  uniform_source s = {at, 0, 0, -1.0};
  return s;
}

uniform_source source_of_stream(random_stream *stream)
{
  uniform_source s = {0, stream, 0, -1.0};
  return s;
}

double source_uniform(uniform_source *s)
{
  if (!s->address) return stream_uniform(s->stream);
  if (s->spare >= 0) {
    const double u = s->spare;
    s->spare = -1.0;
    return u;
  }
  const philox_block b = random_block(s->address, s->sub++);
  s->spare = second_uniform(&b);
  return first_uniform(&b);
}

/* Marsaglia and Tsang (2000) for shapes of at least 1; below, a draw of
 * shape + 1 times U^(1/shape), in logarithms so that nothing underflows. */
double log_gamma_draw(uniform_source *s, double shape)
{
  if (!(shape > 0 && shape <= DBL_MAX)) return NAN; /* R lets none through; the loop would not end */
  if (shape < 1) {
    const double boost = same_log(source_uniform(s)) / shape;
    return log_gamma_draw(s, shape + 1) + boost;
  }
  const double d = shape - 1.0 / 3;
  return same_log(d * gamma_cube(s, d, 1 / sqrt(9 * d)));
}

/* A draw is accepted with chance exp(x^2 / 2 + d (1 - v + ln v)), which is at least 1 - 0.0331 x^4 (Marsaglia
 * and Tsang), and nearer to 1 the greater d is. With y = c x >= -1/2, ln(1 + y) is at least
 * y - y^2 / 2 + y^3 / 3 - 0.424 y^4, so the chance is at least 1 - 0.1414 c^2 x^4. The margin is for rounding
 * in the test below, which then has the same result. */
static inline double accepted_below(double d, double c, double root, double v, double square)
{
  const double fourth = square * square, always = 1 - 0.0331 * square * square;
  const double by_shape = 1 - 0.1414 * (c * c) * fourth - margin_of(d * (1 + v) + square);
  return root >= 0.5 && by_shape > always ? by_shape : always;
}

double gamma_cube(uniform_source *s, double d, double c)
{
  for (;;) {
    const double x = normal_quantile(source_uniform(s));
    const double u = source_uniform(s);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root, square = x * x;
    if (u < accepted_below(d, c, root, v, square)) return v; /* without logarithms */
    if (same_log(u) < 0.5 * square + d - d * v + d * same_log(v)) return v;
  }
}

double beta_draw(uniform_source *s, double shape1, double shape2)
{
  const double x = log_gamma_draw(s, shape1), y = log_gamma_draw(s, shape2);
  return 1 / (1 + same_exp(y - x));
}

/* Z sqrt(df / chi^2), chi^2 being twice a gamma number of shape df / 2. */
double student_draw(uniform_source *s, double df)
{
  const double z = normal_quantile(source_uniform(s));
  return z * sqrt(df / 2) * same_exp(-log_gamma_draw(s, df / 2) / 2);
}
