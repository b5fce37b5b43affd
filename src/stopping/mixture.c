#include "mixture.h"
#include "../base/elementary.h"
#include "../base/margin.h"

mixture mixture_of(const parameters *given)
{
  static const char *const families[] = {"gaussian", "bernoulli", "bounded", "t"};
  mixture x = {.family = EVIDENCE_BERNOULLI,
               .scale = unit_scale_of(given),
               .sd = parameters_number(given, "sd"),
               .narrowest = parameters_number(given, "narrowest"),
               .error = parameters_number(given, "error")};
  for (int i = 0; i < 4; i++)
    if (parameters_text_is(given, "family", families[i])) x.family = (evidence_family)i;
  return x;
}

/* Deviations from the running centre, of rewards in [0, 1], or from the mean (Welford 1962). */
void mixture_learn(const mixture *x, compared *c, double observed)
{
  outcomes_shown *o = &c->shown;
  const double reward = x->family == EVIDENCE_T ? observed : in_unit(x->scale, observed);
  const double sum = o->n * o->mean, before = reward - o->mean;
  o->n++;
  o->mean += before / o->n;
  if (x->family == EVIDENCE_T) o->squares += before * (reward - o->mean);
  else {
    const double away = reward - (0.5 + sum) / o->n;
    o->squares += away * away;
  }
}

void mixture_divide(mixture *x, double comparisons, bool of_two, compared *all, int places)
{
  const double count = comparisons > 1 ? comparisons : 1;
  if (count == x->comparisons) return;
  x->comparisons = count;
  x->weight = evidence_mixture(x->narrowest, x->error / count);
  x->level = of_two && x->family == EVIDENCE_T ? evidence_level_of_two_t(x->error / count)
                                               : same_log(count / x->error);
  for (int i = 0; i < places; i++) all[i].bound.found = false;
}

/* --- a comparison -------------------------------------------------------------------- */

typedef struct comparison {
  const mixture *x;
  evidence_sums sums[2]; /* the second of the other arm, if there is one */
  int arms;
  double d;
} comparison;

static bool in_range(const mixture *x)
{
  return x->family == EVIDENCE_BERNOULLI || x->family == EVIDENCE_BOUNDED;
}

static evidence_sums sums_of(const mixture *x, const evidence *e, const compared *all, int arm)
{
  const double mean = in_range(x) ? in_unit(x->scale, e->mean[arm]) : e->mean[arm];
  return (evidence_sums){e->shown[arm], mean, all[arm].shown.squares, x->sd};
}

static comparison compare(const mixture *x, const evidence *e, const compared *all, int a, int b, double d)
{
  comparison p = {.x = x, .arms = b < 0 ? 1 : 2, .d = d};
  p.sums[0] = sums_of(x, e, all, a);
  if (b >= 0) p.sums[1] = sums_of(x, e, all, b);
  if (in_range(x)) p.d = (b < 0 ? d - x->scale.from : d) * x->scale.per_width;
  return p;
}

/* The least evidence, and where that is. */
static double least(const comparison *p, double *m)
{
  const mixture *x = p->x;
  if (p->arms == 2) return evidence_of_pair_where(x->family, &p->sums[0], &p->sums[1], p->d, x->weight, m);
  *m = p->d;
  return evidence_against(x->family, &p->sums[0], p->d, x->weight);
}

double mixture_evidence(const mixture *x, const evidence *e, const compared *all, int a, int b, double d)
{
  const comparison p = compare(x, e, all, a, b, d);
  double m;
  return least(&p, &m);
}

/* From the place of a bound to the mean of the first arm. */
static double apart(const comparison *p) { return p->arms == 2 ? p->d : 0; }

/* --- bounds ---------------------------------------------------------------------------- */

/* Values are sums of terms of the size of the counts, and logarithms of these. */
static double aside(const comparison *p)
{
  const double n = p->sums[0].n + (p->arms == 2 ? p->sums[1].n : 0);
  return margin_of(100 * (n + p->x->weight + p->x->level));
}

static double hits_of(const evidence_sums *s) { return s->n * s->mean; }

static double place_in(const comparison *p, int i, double m) { return i == 0 ? m + apart(p) : m; }

/* A value of the sum, which the least does not exceed; and what it grows from: a side of theorem 4's mixture
 * that was out of reach, and has not been counted, comes to a quarter at most. */
static bound bound_at(const comparison *p, double m)
{
  const mixture *x = p->x;
  bound b = {.found = true, .m = m, .apart = apart(p)};
  for (int i = 0; i < p->arms; i++) {
    const double value = evidence_against(x->family, &p->sums[i], place_in(p, i, m), x->weight);
    b.value += value;
    b.base += x->family == EVIDENCE_BOUNDED ? value + same_log1p(0.25 * same_exp(-value)) : value;
  }
  return b;
}

/* Returns what is known of an arm whose evidence against m was looked at. With the square root of n the bound
 * on what is added stays close to what it bounds. */
static known_then now_known(const comparison *p, const evidence *e, int i, int arm, double m)
{
  const evidence_sums *s = &p->sums[i];
  const double room = 4 + sqrt(s->n);
  return (known_then){e->view->number[arm], hits_of(s), s->n - hits_of(s), room,
                      evidence_next(s, m, p->x->weight, room)};
}

/* Returns what so many hits and misses since then add to the evidence against m at most. Each part of
 * EVIDENCE_BOUNDED is multiplied by no more than the greater factor; in theorem 4's a deviation to one side
 * counts at most once for it. */
static double added(const mixture *x, const known_then *then, double hits, double misses, double m)
{
  const double most = then->steps.success * hits + then->steps.failure * misses;
  return x->family == EVIDENCE_BOUNDED ? fmax(most, fmax((1 - m) * hits, m * misses)) : most;
}

static void keep(compared *c, const comparison *p, const evidence *e, const int *arm, bound b)
{
  for (int i = 0; i < p->arms && in_range(p->x); i++) {
    const double m = place_in(p, i, b.m);
    b.grows = m > 0 && m < 1;
    if (!b.grows) break;
    b.arm[i] = now_known(p, e, i, arm[i], m);
  }
  c->bound = b;
}

/* Returns what the outcomes since can have added at most to the evidence of an arm; Inf if that is not
 * known. */
static double added_since(const mixture *x, const evidence *e, int arm, const known_then *then, double m)
{
  const double none = -1e-9, n = e->shown[arm], all = n * in_unit(x->scale, e->mean[arm]);
  const double hits = all - then->hits, misses = n - all - then->misses;
  const bool known =
      then->number == e->view->number[arm] && hits >= none && misses >= none && hits + misses <= then->room;
  return known ? added(x, then, hits, misses, m) : INFINITY;
}

/* Gaussian evidence is a square, less logarithms that grow with the counts: those of fewer outcomes bound it.
 */
static double weight_of(const mixture *x, double n) { return n * n / ((n + x->weight) * x->sd * x->sd); }

static double square_of(const mixture *x, const evidence *e, int a, int b, double d)
{
  const double first = weight_of(x, e->shown[a]);
  if (b < 0) return first * (e->mean[a] - d) * (e->mean[a] - d) / 2;
  const double second = weight_of(x, e->shown[b]), gap = e->mean[a] - e->mean[b] - d;
  return first * second / (first + second) * gap * gap / 2;
}

static bool has_grown(const evidence *e, int arm, const known_then *then)
{
  return then->number == e->view->number[arm] && e->shown[arm] >= then->hits;
}

static bool gaussian_stays_below(const mixture *x, const evidence *e, const bound *known, int a, int b)
{
  if (!has_grown(e, a, &known->arm[0]) || (b >= 0 && !has_grown(e, b, &known->arm[1]))) return false;
  return square_of(x, e, a, b, known->apart) + known->base + 1e-6 < x->level;
}

static bool gaussian_reaches(const comparison *p, const evidence *e, compared *c, const int *arm, double d)
{
  double m;
  const double value = least(p, &m);
  c->bound = (bound){.found = true, .grows = true, .apart = d};
  c->bound.base = value - square_of(p->x, e, arm[0], arm[1], d);
  for (int i = 0; i < p->arms; i++)
    c->bound.arm[i] = (known_then){.number = e->view->number[arm[i]], .hits = p->sums[i].n};
  return value >= p->x->level;
}

bool mixture_stays_below(const mixture *x, const evidence *e, const compared *c, int a, int b)
{
  const bound *known = &c->bound;
  if (!known->found || !known->grows || e->plain) return false;
  if (x->family == EVIDENCE_GAUSSIAN) return gaussian_stays_below(x, e, known, a, b);
  double most = known->base + added_since(x, e, a, &known->arm[0], known->m + known->apart);
  if (b >= 0) most += added_since(x, e, b, &known->arm[1], known->m);
  return most + 1e-6 < x->level;
}

/* --- of two arms --------------------------------------------------------------------------- */

static double lower_end(const comparison *p) { return fmin(p->sums[1].mean, p->sums[0].mean - p->d); }
static double upper_end(const comparison *p) { return fmax(p->sums[1].mean, p->sums[0].mean - p->d); }

/* Returns where it was last least, if that is still between the means; else where they meet. */
static double place_to_begin(const comparison *p, const bound *b)
{
  const evidence_sums *s = p->sums;
  if (b->found && b->m > lower_end(p) && b->m < upper_end(p)) return b->m;
  return (s[0].n * (s[0].mean - p->d) + s[1].n * s[1].mean) / (s[0].n + s[1].n);
}

static bool is_convex(const comparison *p)
{
  if (p->x->family != EVIDENCE_BERNOULLI) return false;
  for (int i = 0; i < p->arms; i++) {
    const double hits = hits_of(&p->sums[i]), misses = p->sums[i].n - hits, one = 1 - 1e-9;
    if ((hits > 0 && hits < one) || (misses > 0 && misses < one)) return false;
  }
  return true;
}

/* By three values on either side of `at`, which moves to the vertex of their parabola: 1 if the least reaches
 * the level for certain, -1 if it does not, 0 if that is not known yet. */
static int judge(const comparison *p, bound *at, double width)
{
  const double level = p->x->level, room = aside(p), m = at->m;
  if (at->value < level - room) return -1;
  if (!(m - width > 0 && m + p->d - width > 0 && m + width < 1 && m + p->d + width < 1)) return 0;
  const double left = bound_at(p, m - width).value, right = bound_at(p, m + width).value, here = at->value;
  if (here <= left && here <= right && 2 * here - fmax(left, right) >= level + room) return 1;
  const double bend = left - 2 * here + right;
  const double vertex = bend > 0 ? m + width * (left - right) / (2 * bend) : m;
  if (vertex > lower_end(p) && vertex < upper_end(p)) *at = bound_at(p, vertex);
  return at->value < level - room ? -1 : 0;
}

/* Returns whether the least of a pair reaches the level; `at`, a value at first, is the least as far as it
 * was looked for. */
static bool pair_reaches(const comparison *p, bound *at)
{
  enum { STEPS = 4 };
  double width = sqrt(0.04 * at->m * (1 - at->m) / (p->sums[0].n + p->sums[1].n));
  int known = at->value < p->x->level - aside(p) ? -1 : 0;
  for (int i = 0; i < STEPS && !known && is_convex(p); i++, width /= 4) known = judge(p, at, width);
  if (known) return known > 0;
  double m;
  const double value = least(p, &m);
  *at = bound_at(p, m);
  return value >= p->x->level;
}

bool mixture_reaches(const mixture *x, const evidence *e, compared *all, compared *c, int a, int b, double d)
{
  const comparison p = compare(x, e, all, a, b, d);
  const int arm[] = {a, b};
  double m;
  if (e->plain) return least(&p, &m) >= x->level;
  if (x->family == EVIDENCE_GAUSSIAN) return gaussian_reaches(&p, e, c, arm, d);
  bound at = bound_at(&p, p.arms == 2 ? place_to_begin(&p, &c->bound) : p.d);
  const bool reaches = p.arms == 2 ? pair_reaches(&p, &at) : at.value >= x->level;
  keep(c, &p, e, arm, at);
  return reaches;
}
