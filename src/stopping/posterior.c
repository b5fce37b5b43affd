/* Stops when the arm with the greatest mean is the best one with a posterior chance of more than
 * `probability`. The means have independent posteriors:
 *
 *   beta:     Beta(1 + S, 1 + F), S the sum of the n rewards in [0, 1], F = n - S
 *   gaussian: Normal(mean, sd^2 / n), of a flat prior
 *
 * The chance is the integral of the leader's density times the distribution functions of all
 * others, by the trapezoidal rule on the real line (of ln(x / (1 - x)) for beta laws), which
 * converges exponentially in the number of nodes for such integrands; at steps of the width of
 * their narrowest feature it is accurate to 1e-6. From one node to the next a beta law's
 * distribution function grows by the integral of its density, which the density and four
 * derivatives at both ends give to 1e-8 (Hermite's rule; Davis and Rabinowitz 1984, section 2.9).
 * Cost: that of some 20 nodes and one rival per round, as long as the chance to beat the closest
 * one is not enough; else of all rivals. */
#include "../base/elementary.h"
#include "../base/hypotenuse.h"
#include "../policies/sampling/beta_quantile.h"
#include "rivals.h"

enum { MOST_NODES = 4096, FEW_NODES = 256 };

typedef struct posterior {
  double probability, sd;
  bool beta;
  unit_scale scale;
  int closest; /* the rival that the leader is least sure to beat */
  /* What was shown of the two when that was found not to be enough. */
  int leader;
  double shown[2], mean[2];
  bool beats_closest; /* that was enough, but not against all: all are looked at again */
} posterior;

static void posterior_start(void *state, const parameters *given)
{
  *(posterior *)state = (posterior){.probability = parameters_number(given, "probability"),
                                    .sd = parameters_number(given, "sd"),
                                    .beta = parameters_text_is(given, "prior", "beta"),
                                    .scale = unit_scale_of(given),
                                    .leader = -1};
}

/* --- a posterior, on the real line ------------------------------------------------ */

typedef struct belief {
  double middle, sd;
  beta_law law;
  bool beta;
} belief;

/* The variance of ln x of a gamma law of this shape, at least 1, to a hundredth. */
static double log_variance(double shape)
{
  return 1 / shape + 1 / (2 * shape * shape) + 1 / (6 * shape * shape * shape);
}

/* Where it lies, not what law it is. */
static belief place_of(const posterior *s, const evidence *e, int arm)
{
  const double n = e->shown[arm];
  if (!s->beta) return (belief){.middle = e->mean[arm], .sd = s->sd / sqrt(n)};
  const double won = n * in_unit(s->scale, e->mean[arm]), a = 1 + won, b = 1 + n - won;
  return (belief){.middle = same_log(a / b),
                  .sd = sqrt(log_variance(a) + log_variance(b)),
                  .law = {.a = a, .b = b},
                  .beta = true};
}

static belief belief_of(const posterior *s, const evidence *e, int arm)
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

/* Out from the leader's mode to both sides, as far as its density is not negligible. Few of them
 * on the line of beta laws are near: what these have in common is kept, x of y = ln(x / (1 - x)),
 * and -ln(1 - x). */
typedef struct nodes {
  int count, right; /* so many to the right, the mode included */
  bool near;
  double step, place[MOST_NODES], value[MOST_NODES], x[FEW_NODES], rest[FEW_NODES];
} nodes;

static void place_to_one_side(nodes *at, const belief *leader, double from, double step, double least)
{
  for (double y = from; at->count < MOST_NODES; y += step) {
    const double value = density(leader, y);
    if (value < least) break;
    at->place[at->count] = y;
    at->value[at->count++] = value;
  }
}

/* What ln x and ln(1 - x) are subtracted from grows with n, and so does what rounding leaves. */
static bool is_moderate(const belief *b) { return b->beta && b->law.a + b->law.b < 1e7; }

/* Of the law at odds x / (1 - x) = exp(y). */
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
static void place_nodes(nodes *at, const belief *leader, double narrow)
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

/* What a density and its derivatives at an end give of the integral over a step that begins there:
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

static void beat(nodes *at, const belief *rival)
{
  if (at->near && is_moderate(rival) && at->count > 0) beat_near(at, rival);
  else
    for (int i = 0; i < at->count; i++) at->value[i] *= below(rival, at->place[i]);
}

static double integral(const nodes *at)
{
  double sum = 0;
  for (int i = 0; i < at->count; i++) sum += at->value[i];
  return sum * at->step;
}

static double precision(const belief *b) { return 1 / (b->sd * b->sd); }

static double chance_to_beat(const posterior *s, const evidence *e, int rival)
{
  nodes at;
  const belief leader = belief_of(s, e, e->leader), other = belief_of(s, e, rival);
  place_nodes(&at, &leader, precision(&leader) + precision(&other));
  beat(&at, &other);
  return integral(&at);
}

static bool is_rival(const evidence *e, int arm) { return arm != e->leader && e->there[arm]; }

/* The rival whose chance is closest, and the width of the narrowest feature, as place_nodes() has
 * it. */
static double look_at_rivals(posterior *s, const evidence *e, const belief *leader)
{
  double narrow = precision(leader), least = INFINITY;
  for (int arm = 0; arm < e->arms; arm++) {
    if (!is_rival(e, arm)) continue;
    const belief other = place_of(s, e, arm);
    const double apart = (leader->middle - other.middle) / hypotenuse(leader->sd, other.sd);
    if (apart < least) least = apart, s->closest = arm;
    narrow += precision(&other);
  }
  return narrow;
}

static void beat_arm(nodes *at, const posterior *s, const evidence *e, int arm)
{
  const belief rival = belief_of(s, e, arm);
  beat(at, &rival);
}

/* Or no less than that, if even that is not enough. */
static double chance_to_be_best(posterior *s, const evidence *e)
{
  nodes at;
  const belief leader = belief_of(s, e, e->leader);
  s->leader = -1;
  place_nodes(&at, &leader, look_at_rivals(s, e, &leader));
  beat_arm(&at, s, e, s->closest);
  const double most = integral(&at);
  s->beats_closest = most > s->probability;
  if (!s->beats_closest) return most;
  for (int arm = 0; arm < e->arms; arm++)
    if (is_rival(e, arm) && arm != s->closest) beat_arm(&at, s, e, arm);
  return integral(&at);
}

static bool is_as_it_was(const posterior *s, const evidence *e)
{
  const int a = e->leader, b = s->closest;
  return s->leader == a && s->shown[0] == e->shown[a] && s->mean[0] == e->mean[a] &&
         s->shown[1] == e->shown[b] && s->mean[1] == e->mean[b];
}

/* Both chances are right to 1e-6. */
static bool is_not_enough(posterior *s, const evidence *e)
{
  const int a = e->leader, b = s->closest;
  if (e->plain || !is_rival(e, b)) return false;
  if (is_as_it_was(s, e)) return true;
  s->leader = -1;
  if (s->beats_closest || chance_to_beat(s, e, b) > s->probability - 2e-6) return false;
  s->leader = a;
  s->shown[0] = e->shown[a], s->shown[1] = e->shown[b];
  s->mean[0] = e->mean[a], s->mean[1] = e->mean[b];
  return true;
}

static bool posterior_says(void *state, const evidence *e)
{
  posterior *s = state;
  if (e->leader < 0 || !can_be_compared(e) || is_not_enough(s, e)) return false;
  return chance_to_be_best(s, e) > s->probability;
}

const stopping_type stopping_posterior = {
    .name = "posterior",
    .takes = TAKES({"probability", A_POSITIVE_CHANCE, .below = true}, {"prior", A_TEXT("beta|gaussian")},
                   {"range", A_RANGE, .optional = true, .only_if = "prior=beta"},
                   {"sd", A_POSITIVE, .optional = true, .only_if = "prior=gaussian"}, TAKES_LOOKS),
    .state_size = sizeof(posterior),
    .start = posterior_start,
    .says = posterior_says,
};
