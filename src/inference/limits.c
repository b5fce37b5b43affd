#include "limits.h"
#include "../base/elementary.h"
#include <math.h>
#include <stdbool.h>

/* --- one arm, with what does not depend on the mean ----------------------------------------- */

typedef struct prepared {
  evidence_family family;
  const evidence_sums *s;
  double mixture;
  double hits, misses, c, of_beta; /* EVIDENCE_BERNOULLI and EVIDENCE_BOUNDED */
  double q, a, of_gamma;           /* EVIDENCE_BOUNDED */
} prepared;

static prepared prepare(evidence_family family, const evidence_sums *s, double mixture)
{
  prepared p = {.family = family, .s = s, .mixture = mixture};
  if (family != EVIDENCE_BERNOULLI && family != EVIDENCE_BOUNDED) return p;
  p.hits = s->n * s->mean;
  p.misses = s->n - p.hits;
  p.c = mixture - 1 > 0.001 ? mixture - 1 : 0.001;
  p.of_beta = same_log_gamma(p.c) - same_log_gamma(p.c + s->n);
  if (family == EVIDENCE_BERNOULLI) return p;
  p.q = mixture / 10;
  p.a = s->squares + p.q;
  p.of_gamma = p.q * same_log(p.q) - same_log_gamma(p.q) - same_log_lower_gamma(p.q, p.q) +
               same_log_gamma(p.a) + s->squares;
  return p;
}

static double by_beta(const prepared *p, double m)
{
  if (m <= 0) return p->hits > 0 || m < 0 ? INFINITY : 0;
  if (m >= 1) return p->misses > 0 || m > 1 ? INFINITY : 0;
  const double a = m * p->c, b = p->c - a;
  double found = p->of_beta;
  if (p->hits > 0) found += same_log_gamma(a + p->hits) - same_log_gamma(a) - p->hits * same_log(m);
  if (p->misses > 0) found += same_log_gamma(b + p->misses) - same_log_gamma(b) - p->misses * same_log1p(-m);
  return found;
}

static double by_gamma(const prepared *p, double sum)
{
  const double x = sum + p->a;
  const double lower = x > 0 ? same_log_lower_gamma(p->a, x) : -INFINITY;
  if (lower < EVIDENCE_SMALLEST && sum < 0) return evidence_gamma(sum, p->s->squares, p->q);
  return p->of_gamma + lower - p->a * same_log(x) + sum;
}

static double log_of_mean(double a, double b)
{
  const double high = a > b ? a : b, low = a > b ? b : a;
  if (isinf(high)) return high;
  return high + same_log1p(same_exp(low - high)) - 0.69314718055994530942;
}

static double evidence_at(const prepared *p, double m)
{
  if (p->family == EVIDENCE_BERNOULLI) return by_beta(p, m);
  if (p->family != EVIDENCE_BOUNDED) return evidence_against(p->family, p->s, m, p->mixture);
  if (m < 0 || m > 1) return INFINITY;
  const double sum = fabs(p->s->n * (p->s->mean - m)), high = by_gamma(p, sum);
  return log_of_mean(by_beta(p, m), log_of_mean(high, high > 40 ? -INFINITY : by_gamma(p, -sum)));
}

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

static double within(double x, double low, double high) { return smaller(larger(x, low), high); }

/* --- where a curve reaches a level -------------------------------------------------------------- */

/* A curve that rises from x = 0; square roots of what it has risen are nearly a line. */
typedef struct curve {
  double (*at)(void *of, double x);
  void *of;
  double from;  /* its value at 0 */
  double level; /* at least `from` */
  double end;   /* where it is known to have reached the level, maybe INFINITY */
} curve;

enum { MOST_STEPS = 200 };

static const double beyond = 1e-9; /* relative to x */

/* A place at which the level is reached, by secants: at most three `beyond` from the first one. They aim a
 * little farther than the line through the last two points says, so that the level is reached where they end.
 */
static double where_reached(const curve *c, double guess)
{
  double low = 0, high = c->end, x = guess, x0 = 0;
  const double top = sqrt(c->level - c->from);
  double height0 = -top;
  for (int i = 0; i < MOST_STEPS && (isinf(high) || high - low > beyond * high); i++) {
    if (!(x > low && x < high)) x = isinf(high) ? 2 * low + guess : (low + high) / 2;
    if (i > 20 && i % 2 && !isinf(high)) x = (low + high) / 2; /* secants that do not get on */
    const double value = c->at(c->of, x);
    if (value < c->level) low = x;
    else high = x;
    if (isinf(value)) {
      x = (low + high) / 2;
      continue;
    }
    const double height = (value > c->from ? sqrt(value - c->from) : 0) - top;
    const double far = height * (x0 - x) / (height - height0);
    if (x == high && fabs(far) <= 3 * beyond * x) break;
    x0 = x;
    height0 = height;
    x += fabs(far) < 1e-3 * x ? far + beyond * x : far;
  }
  return high;
}

/* --- intervals of one arm ---------------------------------------------------------------------- */

/* Distances from the mean in units of the deviation that an arm of mean m has: evidence is nearly a parabola.
 */
typedef struct one_side {
  const prepared *p;
  bool up;
} one_side;

static double place_of(const one_side *side, double h)
{
  const double mean = side->p->s->mean, middle = mean + h * h / 2,
               far = h * sqrt(mean * (1 - mean) + h * h / 4);
  return side->up ? (middle + far) / (1 + h * h) : mean * mean / (middle + far);
}

static double at_distance(void *of, double h)
{
  const one_side *side = of;
  return evidence_at(side->p, place_of(side, h));
}

/* Rewards may vary much less than those of 0 and 1: s with s - V ln(1 + s / V) = l, which G nearly is, as
 * such a distance. */
static double by_variation(const one_side *side, double level)
{
  const evidence_sums *s = side->p->s;
  const double v = s->squares + side->p->q, y = (level + 1.4 + same_log(v / side->p->q) / 2) / v;
  const double far = v * (sqrt(2 * y) + 2 * y / 3) / s->n, m = side->up ? s->mean + far : s->mean - far;
  return m > 0 && m < 1 ? far / sqrt(m * (1 - m)) : INFINITY;
}

static double unit_limit(const prepared *p, double level, bool up)
{
  const double edge = up ? 1 : 0, mean = p->s->mean;
  const bool falls = evidence_falls_to(p->family, p->s, edge);
  if ((falls ? evidence_towards(p->family, p->s, edge, p->mixture) : evidence_at(p, edge)) < level)
    return edge;
  one_side side = {p, up};
  const curve c = {at_distance, &side, evidence_at(p, mean), level, INFINITY};
  const double guess = sqrt(2 * (level - c.from) * (p->s->n + p->mixture)) / p->s->n;
  return place_of(
      &side,
      where_reached(&c, p->family == EVIDENCE_BOUNDED ? smaller(guess, by_variation(&side, level)) : guess));
}

void fast_interval(evidence_family family, const evidence_sums *s, double level, double mixture,
                   double *lower, double *upper)
{
  if (s->n == 0 || family == EVIDENCE_GAUSSIAN || family == EVIDENCE_T) {
    evidence_interval(family, s, level, mixture, lower, upper);
    return;
  }
  const prepared p = prepare(family, s, mixture);
  *lower = unit_limit(&p, level, false);
  *upper = unit_limit(&p, level, true);
}

/* --- the least evidence of a pair ----------------------------------------------------------------- */

typedef struct pair {
  const prepared *a, *b;
  double between;  /* the difference of the means */
  double sign;     /* to which side of it */
  double share[3]; /* where the least was found last, between the two ends of each part */
} pair;

static double sum_at(const pair *p, double m, double d)
{
  return evidence_at(p->a, m + d) + evidence_at(p->b, m);
}

/* Three places, of which the middle one is not above the others. */
typedef struct valley {
  double left, x, right;
  double at_left, at_x, at_right;
} valley;

static void take_left(valley *v, double m, double value)
{
  if (value < v->at_x) *v = (valley){v->left, m, v->x, v->at_left, value, v->at_x};
  else {
    v->left = m;
    v->at_left = value;
  }
}

static void take_right(valley *v, double m, double value)
{
  if (value < v->at_x) *v = (valley){v->x, m, v->right, v->at_x, value, v->at_right};
  else {
    v->right = m;
    v->at_right = value;
  }
}

/* The lowest place of the parabola through all three; the golden section of the wider side where there is
 * none. */
static double lowest_of_parabola(const valley *v)
{
  const double r = (v->x - v->left) * (v->at_x - v->at_right), q = (v->x - v->right) * (v->at_x - v->at_left);
  const double next = v->x - ((v->x - v->right) * q - (v->x - v->left) * r) / (2 * (q - r));
  if (next > v->left && next < v->right) return next;
  return v->right - v->x > v->x - v->left ? v->x + 0.382 * (v->right - v->x)
                                          : v->x - 0.382 * (v->x - v->left);
}

/* Between the ends, from the share at which the least was found for another difference. */
static double least_between(const pair *p, double d, double low, double high, double *share)
{
  const double width = high - low, start = low + within(*share, 0.01, 0.99) * width;
  valley v = {low, start, high, INFINITY, sum_at(p, start, d), INFINITY};
  const double near_left = start - 0.05 * (start - low), near_right = start + 0.05 * (high - start);
  take_left(&v, near_left, sum_at(p, near_left, d));
  if (v.x >= start) take_right(&v, near_right, sum_at(p, near_right, d));
  for (int i = 0; i < MOST_STEPS; i++) {
    double m = lowest_of_parabola(&v);
    if (fabs(m - v.x) < 1e-6 * smaller(v.x - low, high - v.x)) break;
    if (i > 10 && i % 2) m = v.right - v.x > v.x - v.left ? (v.x + v.right) / 2 : (v.left + v.x) / 2;
    const double value = sum_at(p, m, d);
    if (m < v.x) take_left(&v, m, value);
    else take_right(&v, m, value);
    if (v.right - v.left < 1e-14 * width) break;
  }
  *share = (v.x - low) / width;
  return v.at_x;
}

/* Returns a width: evidence of EVIDENCE_BOUNDED is lower at once a little farther from the mean (see
 * evidence.c). */
static double width_of(const prepared *p)
{
  return p->family == EVIDENCE_BOUNDED ? p->a / p->s->n * (1 + 1e-9) : 0;
}

/* Both means are in [0, 1], and between those that fit one arm each. */
static double at_difference(void *of, double h)
{
  pair *p = of;
  const double d = p->between + p->sign * h, least = larger(0, -d), most = smaller(1, 1 - d);
  if (least > most) return INFINITY;
  const double one = p->b->s->mean, other = p->a->s->mean - d;
  const bool second_is_low = one < other;
  const double low = within(smaller(one, other), least, most), high = within(larger(one, other), least, most);
  const double from = within(smaller(one, other) + width_of(second_is_low ? p->b : p->a), low, high),
               to = within(larger(one, other) - width_of(second_is_low ? p->a : p->b), low, high);
  const double part[] = {low, smaller(from, to), larger(from, to), high};
  double found = INFINITY;
  for (int i = 0; i < 4; i++) {
    if (i == 0 || part[i] > part[i - 1]) found = smaller(found, sum_at(p, part[i], d));
    if (i > 0 && part[i] > part[i - 1])
      found = smaller(found, least_between(p, d, part[i - 1], part[i], &p->share[i - 1]));
  }
  return found;
}

static double variance_of(const prepared *p)
{
  const double mean = p->s->mean, n = p->s->n, most = mean * (1 - mean) + 0.25 / n;
  if (p->family == EVIDENCE_BERNOULLI) return most;
  return smaller(most, (p->s->squares + p->q) / n);
}

/* As if evidence were a parabola: how far its limits would be, and where between both means the least is. */
static double guess_far(pair *p, const curve *c)
{
  const double va = variance_of(p->a), vb = variance_of(p->b), na = p->a->s->n, nb = p->b->s->n;
  const double wa = na * na / ((na + p->a->mixture) * va), wb = nb * nb / ((nb + p->b->mixture) * vb);
  const double to_a = wa / (wa + wb);
  p->share[1] =
      p->sign > 0 ? to_a : 1 - to_a; /* the lower end is the first mean if the difference is large */
  return sqrt(2 * (c->level - c->from) * (wa + wb) / (wa * wb));
}

static double pair_limit(const prepared *a, const prepared *b, double level, double sign)
{
  pair p = {a, b, a->s->mean - b->s->mean, sign, {0.9, 0.5, 0.1}};
  const double edge = sign - p.between;
  curve c = {at_difference, &p, 0, level, fabs(edge)};
  if (at_difference(&p, c.end) < level) return sign;
  c.from = at_difference(&p, 0);
  const double guess = guess_far(&p, &c);
  const double found = p.between + sign * where_reached(&c, guess < c.end ? guess : c.end / 2);
  return within(found, -1, 1);
}

/* --- rewards of unknown deviation: secants alone ---------------------------------------------------- */

static double at_difference_of_t(void *of, double h)
{
  const pair *p = of;
  return evidence_of_pair(EVIDENCE_T, p->a->s, p->b->s, p->between + p->sign * h, p->a->mixture);
}

/* Few outcomes may never reach the level, however far the difference is. */
static double far_of_t(const prepared *a, const prepared *b, double level)
{
  pair p = {.a = a, .b = b, .between = a->s->mean - b->s->mean, .sign = 1};
  const double scale = sqrt(a->s->squares) / a->s->n + sqrt(b->s->squares) / b->s->n;
  curve c = {at_difference_of_t, &p, 0, level, scale * 1e40};
  if (!(scale > 0) || at_difference_of_t(&p, c.end) < level) return INFINITY;
  c.from = at_difference_of_t(&p, 0);
  return where_reached(&c, scale * sqrt(2 * (level - c.from)));
}

static bool falls_at_an_edge(const prepared *p)
{
  return evidence_falls_to(p->family, p->s, 0) || evidence_falls_to(p->family, p->s, 1);
}

void fast_pair_interval(evidence_family family, const evidence_sums *a, const evidence_sums *b, double level,
                        double mixture, double *lower, double *upper)
{
  const prepared of_a = prepare(family, a, mixture), of_b = prepare(family, b, mixture);
  if (a->n == 0 || b->n == 0 || family == EVIDENCE_GAUSSIAN || falls_at_an_edge(&of_a) ||
      falls_at_an_edge(&of_b)) {
    evidence_pair_interval(family, a, b, level, mixture, lower, upper);
  } else if (family == EVIDENCE_T) {
    const double far = far_of_t(&of_a, &of_b, level); /* the same on both sides */
    *lower = a->mean - b->mean - far;
    *upper = a->mean - b->mean + far;
  } else {
    *lower = pair_limit(&of_a, &of_b, level, -1);
    *upper = pair_limit(&of_a, &of_b, level, 1);
  }
}
