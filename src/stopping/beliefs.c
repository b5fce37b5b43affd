/* Posteriors of means, and the probability that one exceeds others. See posterior.c. */
#include "beliefs.h"
#include "../base/elementary.h"
#include "../base/sorted.h"
#include "../policies/sampling/best_arm.h"
#include "../policies/sampling/gauss.h"
#include <stdlib.h>

belief_scale belief_scale_of(const parameters *given)
{
  return (belief_scale){.sd = parameters_number(given, "sd"),
                        .beta = parameters_text_is(given, "family", "bernoulli"),
                        .survival = parameters_text_is(given, "family", "survival"),
                        .unit = unit_scale_of(given)};
}

/* --- a posterior, on the real line ------------------------------------------------ */

/* The variance of ln x of a gamma law of this shape, at least 1, to a hundredth. */
static double log_variance(double shape)
{
  return 1 / shape + 1 / (2 * shape * shape) + 1 / (6 * shape * shape * shape);
}

/* A number of successes that was divided is whole again. */
static double sum_of(double n, double mean)
{
  const double sum = n * mean, whole = floor(sum + 0.5);
  return fabs(sum - whole) < 1e-15 * n ? whole : sum;
}

/* --- hazards, as policies/sampling/hazards.h has them -------------------------------- */

static draw_law hazards_of_all(const evidence *e)
{
  draw_law sum = {0, 0};
  for (int arm = 0; arm < e->arms; arm++) {
    if (!e->there[arm]) continue;
    sum.a += e->events[arm];
    sum.b += e->lived[arm];
  }
  return sum;
}

bool hazards_were_seen(const evidence *e) { return e->events && hazards_of_all(e).a > 0; }

int least_hazard(const evidence *e)
{
  int best = -1;
  double least = INFINITY;
  for (int arm = 0; arm < e->arms; arm++) {
    if (!e->there[arm] || !(e->lived[arm] > 0)) continue;
    const double rate = e->events[arm] / e->lived[arm];
    const bool first =
        best < 0 || rate < least || (rate == least && e->view->number[arm] < e->view->number[best]);
    if (first) best = arm, least = rate;
  }
  return best;
}

static draw_law hazard_law(const evidence *e, int arm)
{
  const draw_law all = hazards_of_all(e);
  return (draw_law){1 + e->events[arm], e->lived[arm] + all.b / all.a};
}

/* --- laws --------------------------------------------------------------------------- */

draw_law belief_as_law(const belief_scale *s, const evidence *e, int arm)
{
  const double n = e->shown[arm];
  if (s->survival) return hazard_law(e, arm);
  if (!s->beta) return (draw_law){e->mean[arm], s->sd / sqrt(n)};
  const double won = sum_of(n, in_unit(s->unit, e->mean[arm]));
  return (draw_law){1 + won, 1 + n - won};
}

belief place_of(const belief_scale *s, const evidence *e, int arm)
{
  const double n = e->shown[arm];
  if (!s->beta) return (belief){.middle = e->mean[arm], .sd = s->sd / sqrt(n)};
  const draw_law law = belief_as_law(s, e, arm);
  return (belief){.middle = same_log(law.a / law.b),
                  .sd = sqrt(log_variance(law.a) + log_variance(law.b)),
                  .law = {.a = law.a, .b = law.b},
                  .beta = true};
}

belief belief_of(const belief_scale *s, const evidence *e, int arm)
{
  belief b = place_of(s, e, arm);
  if (b.beta) b.law = beta_law_of(b.law.a, b.law.b);
  return b;
}

static double inverse_logit(double y) { return 1 / (1 + same_exp(-y)); }

static double density(const belief *b, double y)
{
  if (b->beta) return beta_kernel(&b->law, inverse_logit(y));
  const double z = (y - b->middle) / b->sd, root_of_2pi = 2.50662827463100050242;
  return same_exp(-z * z / 2) / (b->sd * root_of_2pi);
}

static double below(const belief *b, double y)
{
  const double root_of_2 = 1.41421356237309504880;
  if (!b->beta) return same_erfc((b->middle - y) / (b->sd * root_of_2)) / 2;
  const double x = inverse_logit(y), kernel = beta_kernel(&b->law, x);
  if (kernel < 1e-10) return y > b->middle; /* nearly all lies on one side */
  return 1 - beta_upper(&b->law, x, kernel, 1e-9);
}

/* --- the chance to be the best ------------------------------------------------------ */

static void place_to_one_side(nodes *at, const belief *leader, double from, double step, double least)
{
  for (double y = from; at->count < MOST_NODES; y += step) {
    const double value = density(leader, y);
    if (value < least) break;
    at->place[at->count] = y;
    at->value[at->count++] = value;
  }
}

/* Returns whether n is moderate: what ln x and ln(1 - x) are subtracted from grows with n, and so does the
 * error. */
static bool is_moderate(const belief *b) { return b->beta && b->law.a + b->law.b < 1e7; }

/* Exponent of the law at odds x / (1 - x) = exp(y). */
typedef struct exponent {
  double constant, a, n, middle, rest;
} exponent;

static exponent exponent_of(const belief *b)
{
  const double n = b->law.a + b->law.b;
  return (exponent){b->law.constant, b->law.a, n, b->middle, same_log(n / b->law.b)};
}

static double density_near(const exponent *e, double y, double rest)
{
  return same_exp(e->constant + e->a * (y - e->middle) - e->n * (rest - e->rest));
}

static void place_near(nodes *at, const belief *leader, double from, double step, double least)
{
  const exponent law = exponent_of(leader);
  const double factor = same_exp(step);
  double odds = same_exp(from);
  for (double y = from; at->count < FEW_NODES; y += step, odds *= factor) {
    const double rest = same_log1p(odds), value = density_near(&law, y, rest);
    if (value < least) break;
    at->place[at->count] = y;
    at->x[at->count] = odds / (1 + odds);
    at->rest[at->count] = rest;
    at->value[at->count++] = value;
  }
}

/* `narrow`: the sum of 1 / sd^2 of all that are looked at, which gives the width of the
 * narrowest feature. The logarithm of a gamma law of a small shape a, which beta laws are like,
 * has harmonics that die out as omega^(a - 1/2) exp(-pi omega / 2): hence the limit. */
void place_nodes(nodes *at, const belief *leader, double narrow)
{
  const double middle = leader->middle, least = 1e-8 * density(leader, middle);
  at->step = fmin(0.85 / sqrt(narrow), leader->beta ? 0.4 : INFINITY);
  at->step = fmax(at->step, 40 * leader->sd / MOST_NODES);
  at->near = is_moderate(leader) && 40 * leader->sd < FEW_NODES * at->step;
  at->count = 0;
  void (*const place)(nodes *, const belief *, double, double, double) =
      at->near ? place_near : place_to_one_side;
  place(at, leader, middle, at->step, least);
  at->right = at->count;
  place(at, leader, middle - at->step, -at->step, least);
}

/* Contributions of a density and its derivatives at an end to the integral over a step that begins there:
 * those of even order, and those of odd order, which count the other way at its other end. */
typedef struct ends {
  double even, odd;
} ends;

static ends ends_at(const nodes *at, int i, const exponent *law)
{
  const double h = at->step, x = at->x[i], n = law->n, q = x * (1 - x);
  /* the derivatives of its logarithm, then its own, over itself */
  const double l1 = law->a - n * x, l2 = -n * q, l3 = l2 * (1 - 2 * x), l4 = l2 * (1 - 6 * q), s = l1 * l1;
  const double f2 = s + l2, f3 = l1 * (s + 3 * l2) + l3,
               f4 = s * (s + 6 * l2) + 3 * l2 * l2 + 4 * l1 * l3 + l4;
  const double f = h * density_near(law, at->place[i], at->rest[i]), g = h * h;
  return (ends){f * (1.0 / 2 + g * (f2 / 72 + g * f4 / 30240)), f * h * (l1 / 9 + g * f3 / 1008)};
}

static double as_chance(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

/* To one side of the mode, the first node, from `from` up to `to`; there the chance is this. */
static void beat_to_one_side(nodes *at, const exponent *law, ends before, double chance, int from, int to,
                             double side)
{
  for (int i = from; i < to; i++) {
    const ends here = ends_at(at, i, law);
    chance += side * (before.even + here.even) + (before.odd - here.odd);
    at->value[i] *= as_chance(chance);
    before = here;
  }
}

static void beat_near(nodes *at, const belief *rival)
{
  const exponent law = exponent_of(rival);
  const ends mode = ends_at(at, 0, &law);
  const double chance = below(rival, at->place[0]);
  at->value[0] *= chance;
  beat_to_one_side(at, &law, mode, chance, 1, at->right, 1);
  beat_to_one_side(at, &law, mode, chance, at->right, at->count, -1);
}

void beat(nodes *at, const belief *rival)
{
  if (at->near && is_moderate(rival) && at->count > 0) beat_near(at, rival);
  else
    for (int i = 0; i < at->count; i++) at->value[i] *= below(rival, at->place[i]);
}

double integral(const nodes *at)
{
  double sum = 0;
  for (int i = 0; i < at->count; i++) sum += at->value[i];
  return sum * at->step;
}

static double as_integral(nodes *at, const belief *a, const belief *b)
{
  place_nodes(at, a, precision(a) + precision(b));
  beat(at, b);
  return as_chance(integral(at));
}

/* --- by more than a margin -------------------------------------------------------- */

/* The integrand has a kink where the margin takes the rival's law to its end, so panels begin there. */
enum { DETENTS = 11, ENDS = 2 * DETENTS + 2 };

static void place_ends(double *end, const beta_law *law, double shift)
{
  static const double away[DETENTS] = {-9, -6, -4, -2, -1, 0, 1, 2, 4, 6, 9};
  const double n = law->a + law->b, mean = law->a / n, sd = sqrt(mean * (1 - mean) / (n + 1));
  for (int i = 0; i < DETENTS; i++) end[i] = mean + shift + away[i] * sd;
}

static double below_at(const belief *b, double x)
{
  if (!(x > 0 && x < 1)) return x >= 1;
  const double kernel = beta_kernel(&b->law, x);
  if (kernel < 1e-10) return x > b->law.a / (b->law.a + b->law.b);
  return 1 - beta_upper(&b->law, x, kernel, 1e-9);
}

static double over_panel(const belief *a, const belief *b, double margin, double from, double to)
{
  const double half = (to - from) / 2, middle = from + half;
  double sum = 0;
  for (int i = 0; i < PANEL && half > 0; i++) {
    const double x = middle + half * gauss_node[i];
    if (!(x > 0 && x < 1)) continue;
    sum += gauss_weight[i] * beta_kernel(&a->law, x) / (x * (1 - x)) * below_at(b, x - margin);
  }
  return half * sum;
}

static double exceeds_by(const belief *a, const belief *b, double margin)
{
  double end[ENDS];
  const double low = fmax(0, margin), high = fmin(1, 1 + margin);
  if (low >= high) return margin < 0;
  place_ends(end, &a->law, 0);
  place_ends(end + DETENTS, &b->law, margin);
  end[ENDS - 2] = low, end[ENDS - 1] = high;
  for (int i = 0; i < ENDS; i++) end[i] = fmin(fmax(end[i], low), high);
  sort_numbers(end, ENDS);
  double sum = high < 1 ? 1 - below_at(a, high) : 0;
  for (int i = 1; i < ENDS; i++) sum += over_panel(a, b, margin, end[i - 1], end[i]);
  return as_chance(sum);
}

double belief_exceeds(const belief *a, const belief *b, double margin)
{
  if (a->beta && margin != 0) return exceeds_by(a, b, margin);
  nodes at;
  belief other = *b;
  other.middle += margin;
  return as_integral(&at, a, &other);
}

/* --- all others --------------------------------------------------------------------- */

double belief_is_best(const belief_scale *s, const evidence *e, int arm)
{
  best_arm *best = best_arm_open(e->player, e->view);
  if (!best) return NAN;
  int count = 0, its = 0;
  for (int other = 0; other < e->arms; other++) {
    if (!e->there[other]) continue;
    if (other == arm) its = count;
    best->law[count++] = belief_as_law(s, e, other);
  }
  const draw_kind kind = s->survival ? DRAW_LEAST_GAMMA : s->beta ? DRAW_BETA : DRAW_NORMAL;
  return best_arm_find(best, kind, count, e->player, e->view) ? best->chance[its] : NAN;
}

double hazard_is_less(const evidence *e, int arm, int other)
{
  best_arm *best = best_arm_open(e->player, e->view);
  if (!best) return NAN;
  best->law[0] = hazard_law(e, arm);
  best->law[1] = hazard_law(e, other);
  return best_arm_find(best, DRAW_LEAST_GAMMA, 2, e->player, e->view) ? best->chance[0] : NAN;
}
