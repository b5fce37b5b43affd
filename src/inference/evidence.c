#include "evidence.h"
#include "../base/elementary.h"
#include <math.h>

double evidence_mixture(double narrowest, double a)
{
  const double l = -2 * same_log(a);
  return narrowest / (l + same_log1p(l));
}

/* --- one arm ------------------------------------------------------------------ */

static double gaussian(const evidence_sums *s, double m, double mixture)
{
  const double gap = s->mean - m, n = s->n;
  const double square = gap != 0 ? n * n * gap * gap / (2 * s->sd * s->sd * (n + mixture)) : 0;
  return square - same_log1p(n / mixture) / 2;
}

static double log_beta(double a, double b)
{
  return same_log_gamma(a) + same_log_gamma(b) - same_log_gamma(a + b);
}

static double weight_of_mixture(double mixture) { return mixture - 1 > 0.001 ? mixture - 1 : 0.001; }

/* The ratio of a beta mixture around m to m; successes and failures need not be whole. */
static double bernoulli(const evidence_sums *s, double m, double mixture)
{
  const double hits = s->n * s->mean, misses = s->n - hits;
  if (m <= 0) return hits > 0 || m < 0 ? INFINITY : 0;
  if (m >= 1) return misses > 0 || m > 1 ? INFINITY : 0;
  const double c = weight_of_mixture(mixture), a = m * c, b = (1 - m) * c;
  return log_beta(a + hits, b + misses) - log_beta(a, b) - (hits > 0 ? hits * same_log(m) : 0) -
         (misses > 0 ? misses * same_log1p(-m) : 0);
}

/* The derivatives of ln B(a + hits, b + misses) are the means of ln q and ln(1 - q) under the mixture given
 * the outcomes: at most the logarithms of the means of q and of 1 - q (Jensen), of which the first is
 * greatest after k successes, the second after k failures. */
evidence_steps evidence_next(const evidence_sums *s, double m, double mixture, double k)
{
  const double c = weight_of_mixture(mixture), hits = s->n * s->mean, all = c + s->n + k;
  const double success = (m * c + hits + k) / (all * m),
               failure = ((1 - m) * c + s->n - hits + k) / (all * (1 - m));
  return (evidence_steps){same_log(success), same_log(failure)};
}

/* Returns the mean of 1 / (a + K), K being Poisson with mean y: the sum, or from its central moments. */
static double mean_inverse(double a, double y)
{
  const double m = a + y;
  if (y > 700)
    return (1 + y / (m * m) * (1 - 1 / m + (3 * y + 1) / (m * m) - (10 * y + 1) / (m * m * m)) +
            15 * y * y * y / (m * m * m * m * m * m)) /
           m;
  double weight = same_exp(-y), sum = weight / a;
  for (int k = 1; k <= y || weight / (a + k) > 1e-17 * sum; k++) {
    weight *= y / k;
    sum += weight / (a + k);
  }
  return sum;
}

/* Returns the sum over n of x^n / (a (a + 1) ... (a + n)), x being below a. */
static double rising_sum(double a, double x)
{
  double term = 1 / a, sum = term;
  for (double k = a + 1; term > 1e-17 * sum; k++) {
    term *= x / k;
    sum += term;
  }
  return sum;
}

/* The gamma mixture of theorem 4: G(s), of the sum s of deviations to one side with the variation v. But for
 * its constants it is exp(s + v) times the integral over u from 0 to 1 of u^(a - 1) exp(-x u): a lower gamma
 * function where x is above 0 and that is not too small for a double. */
double evidence_gamma(double s, double v, double q)
{
  const double x = s + v + q, a = v + q,
               constant = q * same_log(q) - same_log_gamma(q) - same_log_lower_gamma(q, q);
  if (!(x > 0)) return constant + same_log(mean_inverse(a, -x)) - q;
  const double lower = same_log_lower_gamma(a, x);
  if (lower < EVIDENCE_SMALLEST && s < 0) return constant + same_log(rising_sum(a, x)) - q;
  return constant + same_log_gamma(a) + lower - a * same_log(x) + s + v;
}

static double log_of_mean(double a, double b)
{
  const double high = a > b ? a : b, low = a > b ? b : a;
  if (isinf(high)) return high;
  return high + same_log1p(same_exp(low - high)) - 0.69314718055994530942;
}

static double by_variation(const evidence_sums *s, double m, double mixture)
{
  const double sum = fabs(s->n * (s->mean - m)), q = mixture / 10, high = evidence_gamma(sum, s->squares, q);
  /* That of the other side is below 0. */
  return log_of_mean(high, high > 40 ? -INFINITY : evidence_gamma(-sum, s->squares, q));
}

static double bounded(const evidence_sums *s, double m, double mixture)
{
  if (m < 0 || m > 1) return INFINITY;
  return log_of_mean(bernoulli(s, m, mixture), by_variation(s, m, mixture));
}

/* Returns what the evidence nears as m goes away. */
static double most_of_t(const evidence_sums *s, double mixture)
{
  if (s->n < 2 || !(s->squares > 0)) return 0;
  const double r = mixture / (s->n + mixture);
  return -s->n / 2 * same_log(r) + same_log(r) / 2;
}

static double of_t(const evidence_sums *s, double m, double mixture)
{
  if (s->n < 2 || !(s->squares > 0)) return 0;
  const double gap = s->mean - m, far = s->n * gap * gap, r = mixture / (s->n + mixture);
  if (isinf(far)) return most_of_t(s, mixture);
  return s->n / 2 * same_log((s->squares + far) / (s->squares + far * r)) + same_log(r) / 2;
}

double evidence_against(evidence_family family, const evidence_sums *s, double m, double mixture)
{
  if (s->n == 0) return 0;
  switch (family) {
  case EVIDENCE_GAUSSIAN: return gaussian(s, m, mixture);
  case EVIDENCE_BERNOULLI: return bernoulli(s, m, mixture);
  case EVIDENCE_BOUNDED: return bounded(s, m, mixture);
  default: return of_t(s, m, mixture);
  }
}

/* --- its interval ---------------------------------------------------------------- */

enum { HALVINGS = 60 };

static bool is_unit(evidence_family family)
{
  return family == EVIDENCE_BERNOULLI || family == EVIDENCE_BOUNDED;
}

/* Says whether x is more than 0 and less than 1, by more than rounding. */
static bool is_part(double x, double n)
{
  const double slack = 1e-12 * (1 + n);
  return x > slack && x < 1 - slack;
}

bool evidence_falls_to(evidence_family family, const evidence_sums *s, double edge)
{
  if (!is_unit(family) || (edge != 0 && edge != 1)) return false;
  const double hits = s->n * s->mean;
  return is_part(edge > 0 ? s->n - hits : hits, s->n);
}

double evidence_towards(evidence_family family, const evidence_sums *s, double m, double mixture)
{
  if (!evidence_falls_to(family, s, m)) return evidence_against(family, s, m, mixture);
  return family == EVIDENCE_BERNOULLI ? -INFINITY : log_of_mean(by_variation(s, m, mixture), -INFINITY);
}

/* Returns how far from the mean the evidence reaches the level; where there is a formula. */
static double reach(evidence_family family, const evidence_sums *s, double level, double mixture)
{
  if (family == EVIDENCE_GAUSSIAN) {
    return s->sd * sqrt(2 * (s->n + mixture) * (level + same_log1p(s->n / mixture) / 2)) / s->n;
  }
  if (s->n < 2 || !(s->squares > 0)) return INFINITY;
  const double r = mixture / (s->n + mixture), grown = same_exp((2 * level - same_log(r)) / s->n);
  return grown * r < 1 ? sqrt(s->squares * (grown - 1) / (1 - grown * r) / s->n) : INFINITY;
}

/* The last place from `inside` towards `edge` that is still below the level. */
static double unit_limit(evidence_family family, const evidence_sums *s, double level, double mixture,
                         double inside, double edge)
{
  if (evidence_towards(family, s, edge, mixture) < level) return edge;
  double outside = edge;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = (inside + outside) / 2;
    if (evidence_against(family, s, middle, mixture) < level) inside = middle;
    else outside = middle;
  }
  return outside;
}

void evidence_interval(evidence_family family, const evidence_sums *s, double level, double mixture,
                       double *lower, double *upper)
{
  const bool unit = is_unit(family);
  *lower = unit ? 0 : -INFINITY;
  *upper = unit ? 1 : INFINITY;
  if (s->n == 0) return;
  if (unit) {
    *lower = unit_limit(family, s, level, mixture, s->mean, 0);
    *upper = unit_limit(family, s, level, mixture, s->mean, 1);
  } else {
    const double far = reach(family, s, level, mixture);
    *lower = s->mean - far;
    *upper = s->mean + far;
  }
}

/* The last place from the mean towards an edge that the mixture of one side does not exclude. */
static double side_limit(const evidence_sums *s, double level, double q, double edge)
{
  const double sign = edge > 0 ? -1 : 1;
  if (evidence_gamma(sign * s->n * (s->mean - edge), s->squares, q) < level) return edge;
  double inside = s->mean, outside = edge;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = (inside + outside) / 2;
    if (evidence_gamma(sign * s->n * (s->mean - middle), s->squares, q) < level) inside = middle;
    else outside = middle;
  }
  return outside;
}

void evidence_sides(const evidence_sums *s, double level, double mixture, double *lower, double *upper)
{
  *lower = side_limit(s, level, mixture / 10, 0);
  *upper = side_limit(s, level, mixture / 10, 1);
}

/* --- two arms ---------------------------------------------------------------------- */

typedef struct pair {
  evidence_family family;
  const evidence_sums *a, *b;
  double mixture;
} pair;

static double sum_at(const pair *p, double m, double d)
{
  return evidence_against(p->family, p->a, m + d, p->mixture) +
         evidence_against(p->family, p->b, m, p->mixture);
}

/* By how much the squares of two arms count: infinitely where rewards never vary and the mean is known. */
typedef struct weights {
  double a, b;
} weights;

static double weight_of_square(const evidence_sums *s, double mixture)
{
  return s->n * s->n / ((s->n + mixture) * s->sd * s->sd);
}

static weights weights_of(const pair *p)
{
  return (weights){weight_of_square(p->a, p->mixture), weight_of_square(p->b, p->mixture)};
}

static bool one_is_known(weights w) { return isinf(w.a) || isinf(w.b); }

static double weight_of_both(weights w) { return one_is_known(w) ? fmin(w.a, w.b) : w.a * w.b / (w.a + w.b); }

static double over_both(double x, weights w)
{
  return one_is_known(w) ? x / fmin(w.a, w.b) : x * (w.a + w.b) / (w.a * w.b);
}

static double gaussian_pair(const pair *p, double d)
{
  const double gap = p->a->mean - p->b->mean - d;
  const double square = gap != 0 ? weight_of_both(weights_of(p)) * gap * gap / 2 : 0;
  return square - (same_log1p(p->a->n / p->mixture) + same_log1p(p->b->n / p->mixture)) / 2;
}

/* The places between which the least lies, which fit one arm's mean each; false if no two means differ so
 * much. */
static bool where_to_search(const pair *p, double d, double *low, double *high)
{
  const double one = p->b->mean, other = p->a->mean - d;
  *low = one < other ? one : other;
  *high = one < other ? other : one;
  if (!is_unit(p->family)) return true;
  const double least = d < 0 ? -d : 0, most = d > 0 ? 1 - d : 1;
  *low = *low < least ? least : *low > most ? most : *low;
  *high = *high > most ? most : *high < least ? least : *high;
  return least <= most;
}

typedef struct lowest {
  double value, m;
} lowest;

static void take_lower(lowest *found, double value, double m)
{
  if (value < found->value) *found = (lowest){value, m};
}

/* By golden section. */
static void search_between(const pair *p, double d, double low, double high, lowest *found)
{
  const double part = 0.61803398874989484820;
  double left = high - part * (high - low), right = low + part * (high - low);
  double at_left = sum_at(p, left, d), at_right = sum_at(p, right, d);
  take_lower(found, sum_at(p, low, d), low);
  take_lower(found, sum_at(p, high, d), high);
  take_lower(found, at_left, left);
  take_lower(found, at_right, right);
  for (int i = 0; i < HALVINGS; i++) {
    if (at_left <= at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - part * (high - low);
      take_lower(found, at_left = sum_at(p, left, d), left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + part * (high - low);
      take_lower(found, at_right = sum_at(p, right, d), right);
    }
  }
}

/* The width around the mean within which evidence bends upwards. Farther away that of EVIDENCE_T does not,
 * and that of EVIDENCE_BOUNDED is lower at once, as G is -Inf on one side, and then bends upwards again. */
static double width_of(const pair *p, const evidence_sums *s)
{
  if (p->family == EVIDENCE_BOUNDED) return (s->squares + p->mixture / 10) / s->n * (1 + 1e-9);
  return s->n > 1 ? sqrt(s->squares / s->n) : 0;
}

/* Takes the limit from inside where both means are as low, or as high, as they can be. */
static void take_end(const pair *p, double d, bool high, lowest *found)
{
  const double first = high ? (d > 0 ? 1 : 1 + d) : (d < 0 ? 0 : d),
               second = high ? (d > 0 ? 1 - d : 1) : (d < 0 ? -d : 0);
  const double one = evidence_towards(p->family, p->a, first, p->mixture),
               other = evidence_towards(p->family, p->b, second, p->mixture);
  if (one < INFINITY && other < INFINITY) take_lower(found, one + other, second);
}

static bool falls_somewhere(const pair *p)
{
  for (int edge = 0; edge <= 1; edge++) {
    if (evidence_falls_to(p->family, p->a, edge) || evidence_falls_to(p->family, p->b, edge)) return true;
  }
  return false;
}

/* Farther out than the means that fit one arm each the sum only grows, unless the evidence falls at an end.
 */
static void search_ends(const pair *p, double d, double low, double high, lowest *found)
{
  const double least = d < 0 ? -d : 0, most = d > 0 ? 1 - d : 1;
  if (least >= most || !falls_somewhere(p)) return;
  take_end(p, d, false, found);
  take_end(p, d, true, found);
  if (least < low) search_between(p, d, least, low, found);
  if (high < most) search_between(p, d, high, most, found);
}

/* Nothing exceeds what it comes to where one mean fits and the other is far away. */
static void take_far_of_t(const pair *p, double d, lowest *found)
{
  const double one = p->a->mean - d, other = p->b->mean;
  take_lower(found, of_t(p->a, p->a->mean, p->mixture) + most_of_t(p->b, p->mixture), one);
  take_lower(found, of_t(p->b, p->b->mean, p->mixture) + most_of_t(p->a, p->mixture), other);
}

/* Each part in which the sum bends upwards has a least of its own. */
static lowest searched(const pair *p, double d)
{
  double low, high;
  lowest found = {INFINITY, 0};
  if (!where_to_search(p, d, &low, &high)) return found;
  search_between(p, d, low, high, &found);
  if (is_unit(p->family)) search_ends(p, d, low, high, &found);
  if (p->family == EVIDENCE_T) take_far_of_t(p, d, &found);
  if (p->family != EVIDENCE_T && p->family != EVIDENCE_BOUNDED) return found;
  const double one = p->b->mean, other = p->a->mean - d;
  const bool second_is_low = one <= other;
  double from = (second_is_low ? one : other) + width_of(p, second_is_low ? p->b : p->a),
         to = (second_is_low ? other : one) - width_of(p, second_is_low ? p->a : p->b);
  from = from < high ? from > low ? from : low : high;
  to = to > low ? to < high ? to : high : low;
  if (from > low) search_between(p, d, low, from, &found);
  if (to < high) search_between(p, d, to, high, &found);
  if (p->family == EVIDENCE_BOUNDED && from < to) search_between(p, d, from, to, &found);
  return found;
}

double evidence_of_pair_where(evidence_family family, const evidence_sums *a, const evidence_sums *b,
                              double d, double mixture, double *m)
{
  *m = b->mean;
  if (a->n == 0 || b->n == 0) return 0;
  const pair p = {family, a, b, mixture};
  if (family == EVIDENCE_GAUSSIAN) return gaussian_pair(&p, d);
  const lowest found = searched(&p, d);
  *m = found.m;
  return found.value;
}

double evidence_of_pair(evidence_family family, const evidence_sums *a, const evidence_sums *b, double d,
                        double mixture)
{
  double m;
  return evidence_of_pair_where(family, a, b, d, mixture, &m);
}

double evidence_of_pair_at(evidence_family family, const evidence_sums *a, const evidence_sums *b, double d,
                           double mixture, double m)
{
  const pair p = {family, a, b, mixture};
  return a->n == 0 || b->n == 0 ? 0 : sum_at(&p, m, d);
}

static double pair_limit(const pair *p, double level, double inside, double edge)
{
  double outside = edge;
  if (isinf(edge)) { /* farther and farther, until the level is reached or never */
    double step = edge > 0 ? 1 : -1;
    const double scale = fabs(inside) + sqrt(p->a->squares / p->a->n) + sqrt(p->b->squares / p->b->n);
    if (scale > 0) step *= scale;
    int doublings = 0;
    for (outside = inside + step; evidence_of_pair(p->family, p->a, p->b, outside, p->mixture) < level;
         outside = inside + step) {
      if (++doublings > 200) return edge;
      step *= 2;
    }
  } else if (evidence_of_pair(p->family, p->a, p->b, edge, p->mixture) < level) return edge;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = (inside + outside) / 2;
    if (evidence_of_pair(p->family, p->a, p->b, middle, p->mixture) < level) inside = middle;
    else outside = middle;
  }
  return outside;
}

void evidence_pair_interval(evidence_family family, const evidence_sums *a, const evidence_sums *b,
                            double level, double mixture, double *lower, double *upper)
{
  const double edge = is_unit(family) ? 1 : INFINITY;
  *lower = -edge;
  *upper = edge;
  if (a->n == 0 || b->n == 0) return;
  const pair p = {family, a, b, mixture};
  const double between = a->mean - b->mean;
  if (family == EVIDENCE_GAUSSIAN) {
    const double far = sqrt(over_both(2 * (level - gaussian_pair(&p, between)), weights_of(&p)));
    *lower = between - far;
    *upper = between + far;
    return;
  }
  *lower = pair_limit(&p, level, between, -edge);
  *upper = pair_limit(&p, level, between, edge);
}

double evidence_level_of_two_t(double a)
{
  double low = 0, high = 800;
  for (int i = 0; i < 100; i++) {
    const double middle = (low + high) / 2;
    if (same_log1p(middle) - middle > same_log(a)) low = middle; /* ln((1 + ln y) / y) */
    else high = middle;
  }
  return high;
}
