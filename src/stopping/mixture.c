#include "mixture.h"
#include "../base/elementary.h"
#include "../base/margin.h"

/* How many outcomes of an arm may be added to a bound. */
enum { MOST_ADDED = 16 };

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

/* --- bounds ---------------------------------------------------------------------------- */

/* Values are sums of terms of the size of the counts, and logarithms of these. */
static double aside(const comparison *p)
{
  const double n = p->sums[0].n + (p->arms == 2 ? p->sums[1].n : 0);
  return margin_of(100 * (n + p->x->weight + p->x->level));
}

static double hits_of(const evidence_sums *s) { return s->n * s->mean; }

static double place_in(const comparison *p, int i, double m) { return i == 0 && p->arms == 2 ? m + p->d : m; }

/* A value of the sum, which the least does not exceed; and what it grows from: a side of theorem 4's mixture
 * that was out of reach, and has not been counted, comes to a quarter at most. */
static bound bound_at(const comparison *p, double m)
{
  const mixture *x = p->x;
  bound b = {.found = true, .m = m};
  for (int i = 0; i < p->arms; i++) {
    const double value = evidence_against(x->family, &p->sums[i], place_in(p, i, m), x->weight);
    b.value += value;
    b.base += x->family == EVIDENCE_BOUNDED ? value + same_log1p(0.25 * same_exp(-value)) : value;
  }
  return b;
}

/* What one of the next outcomes of an arm adds to its evidence against a mean, at most: each of the two parts
 * of EVIDENCE_BOUNDED is multiplied by no more. */
static double step_of(const mixture *x, const evidence_sums *s, double m)
{
  const double of_bernoulli = evidence_step(s, m, x->weight, MOST_ADDED), of_variation = m < 0.5 ? 1 - m : m;
  return x->family == EVIDENCE_BOUNDED && of_variation > of_bernoulli ? of_variation : of_bernoulli;
}

static void keep(compared *c, const comparison *p, const evidence *e, const int *arm, bound b)
{
  for (int i = 0; i < p->arms && in_range(p->x); i++) {
    const evidence_sums *s = &p->sums[i];
    const double m = place_in(p, i, b.m);
    b.grows = m > 0 && m < 1;
    if (!b.grows) break;
    b.arm[i] = (known_then){e->view->number[arm[i]], hits_of(s), s->n - hits_of(s), step_of(p->x, s, m)};
  }
  c->bound = b;
}

/* What the outcomes since can have made of it at most; Inf if that is not known. */
static double grown(const comparison *p, const evidence *e, const int *arm, const bound *b)
{
  const double none = -1e-9;
  if (!b->found || !b->grows) return INFINITY;
  double most = b->base;
  for (int i = 0; i < p->arms; i++) {
    const known_then *then = &b->arm[i];
    const double n = p->sums[i].n, hits = hits_of(&p->sums[i]);
    const double more_hits = hits - then->hits, more_misses = n - hits - then->misses;
    if (then->number != e->view->number[arm[i]] || more_hits < none || more_misses < none ||
        more_hits + more_misses > MOST_ADDED + 0.5)
      return INFINITY;
    most += then->step * (more_hits + more_misses);
  }
  return most + 1e-6;
}

/* --- of two arms --------------------------------------------------------------------------- */

static double lower_end(const comparison *p) { return fmin(p->sums[1].mean, p->sums[0].mean - p->d); }
static double upper_end(const comparison *p) { return fmax(p->sums[1].mean, p->sums[0].mean - p->d); }

/* Where it was last least, if that is still between the means; else where they meet. */
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

/* Whether the least of a pair reaches the level; `at`, a value at first, is the least as far as it was looked
 * for. */
static bool pair_reaches(const comparison *p, bound *at)
{
  enum { STEPS = 4 };
  const double n = p->sums[0].n + p->sums[1].n, width = sqrt(0.04 * at->m * (1 - at->m) / n);
  int known = at->value < p->x->level - aside(p) ? -1 : 0;
  for (int i = 0; i < STEPS && !known && is_convex(p); i++) known = judge(p, at, width);
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
  if (e->plain || x->family == EVIDENCE_GAUSSIAN) return least(&p, &m) >= x->level;
  if (grown(&p, e, arm, &c->bound) < x->level) return false;
  bound at = bound_at(&p, p.arms == 2 ? place_to_begin(&p, &c->bound) : p.d);
  const bool reaches = p.arms == 2 ? pair_reaches(&p, &at) : at.value >= x->level;
  keep(c, &p, e, arm, at);
  return reaches;
}
