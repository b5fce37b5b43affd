/* Stops when the arm of greatest mean is the best one with a posterior chance of more
 * than `probability`. The means have independent posteriors:
 *
 *   beta:     Beta(1 + S, 1 + F), S the sum of the n rewards in [0, 1], F = n - S
 *   gaussian: Normal(mean, sd^2 / n), of a flat prior
 *
 * The chance is the integral of the leader's density times the distribution functions
 * of all others, by the trapezoidal rule on the real line (of ln(x / (1 - x)) for beta
 * laws), which converges exponentially in the number of nodes for such integrands; at
 * steps of the width of their narrowest feature it is right to 1e-6.
 * Cost: that of some 20 nodes and one rival a round, as long as the chance to beat the
 * closest one is not enough; else of all rivals. */
#include "../base/hypotenuse.h"
#include "../policies/sampling/beta_quantile.h"
#include "rivals.h"

enum { MOST_NODES = 4096 };

typedef struct posterior {
  double probability, sd;
  bool beta;
  unit_scale scale;
  int closest; /* the rival that the leader is least sure to beat */
  /* What was shown of the two when that was found not to be enough. */
  int leader;
  double shown[2], mean[2];
} posterior;

static void posterior_start(void *state, const parameters *given, int arms)
{
  (void)arms;
  *(posterior *)state = (posterior){.probability = parameters_number(given, "probability", 0.95),
                                    .sd = parameters_number(given, "sd", 1),
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

static belief belief_of(const posterior *s, const evidence *e, int arm)
{
  const double n = e->shown[arm];
  if (!s->beta) return (belief){.middle = e->mean[arm], .sd = s->sd / sqrt(n)};
  const double won = n * in_unit(s->scale, e->mean[arm]), a = 1 + won, b = 1 + n - won;
  return (belief){.middle = log(a / b),
                  .sd = sqrt(log_variance(a) + log_variance(b)),
                  .law = beta_law_of(a, b),
                  .beta = true};
}

static double inverse_logit(double y) { return 1 / (1 + exp(-y)); }

static double density(const belief *b, double y)
{
  if (b->beta) return beta_kernel(&b->law, inverse_logit(y));
  const double z = (y - b->middle) / b->sd, root_of_2pi = 2.50662827463100050242;
  return exp(-z * z / 2) / (b->sd * root_of_2pi);
}

static double below(const belief *b, double y)
{
  const double root_of_2 = 1.41421356237309504880;
  if (!b->beta) return erfc((b->middle - y) / (b->sd * root_of_2)) / 2;
  const double x = inverse_logit(y), kernel = beta_kernel(&b->law, x);
  if (kernel < 1e-10) return y > b->middle; /* nearly all lies on one side */
  return 1 - beta_upper(&b->law, x, kernel, 1e-9);
}

/* --- the chance to be the best ------------------------------------------------------ */

/* Out from the leader's mode to both sides, as far as its density is not negligible. */
typedef struct nodes {
  int count;
  double step, place[MOST_NODES], value[MOST_NODES];
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

/* `narrow`: the sum of 1 / sd^2 of all that are looked at, which gives the width of the
 * narrowest feature. The logarithm of a gamma law of a small shape a, which beta laws are like,
 * has harmonics that die out as omega^(a - 1/2) exp(-pi omega / 2): hence the limit. */
static void place_nodes(nodes *at, const belief *leader, double narrow)
{
  const double middle = leader->middle, least = 1e-8 * density(leader, middle);
  at->step = fmin(0.85 / sqrt(narrow), leader->beta ? 0.4 : INFINITY);
  at->step = fmax(at->step, 40 * leader->sd / MOST_NODES);
  at->count = 0;
  place_to_one_side(at, leader, middle, at->step, least);
  place_to_one_side(at, leader, middle - at->step, -at->step, least);
}

static void beat(nodes *at, const belief *rival)
{
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

static double chance_to_be_best(posterior *s, const evidence *e)
{
  nodes at;
  const belief leader = belief_of(s, e, e->leader);
  double narrow = precision(&leader), least = INFINITY;
  s->leader = -1;
  for (int arm = 0; arm < e->arms; arm++) {
    if (!is_rival(e, arm)) continue;
    const belief other = belief_of(s, e, arm);
    const double apart = (leader.middle - other.middle) / hypotenuse(leader.sd, other.sd);
    if (apart < least) least = apart, s->closest = arm;
    narrow += precision(&other);
  }
  place_nodes(&at, &leader, narrow);
  for (int arm = 0; arm < e->arms; arm++) {
    if (!is_rival(e, arm)) continue;
    const belief other = belief_of(s, e, arm);
    beat(&at, &other);
  }
  return integral(&at);
}

/* There are rivals, and something was shown of each. */
static bool can_be_compared(const evidence *e)
{
  int rivals = 0;
  for (int arm = 0; arm < e->arms; arm++) {
    if (e->there[arm] && e->shown[arm] == 0) return false;
    rivals += is_rival(e, arm);
  }
  return rivals > 0;
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
  if (chance_to_beat(s, e, b) > s->probability - 2e-6) return false;
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
                   {"range", A_RANGE, .optional = true}, {"sd", A_POSITIVE, .optional = true}, TAKES_LOOKS),
    .state_size = sizeof(posterior),
    .start = posterior_start,
    .says = posterior_says,
};
