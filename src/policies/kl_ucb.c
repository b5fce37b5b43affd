/* KL-UCB (Garivier and Cappe 2011, Algorithm 1) with the Bernoulli divergence
 * kl(p, q) = p ln(p / q) + (1 - p) ln((1 - p) / (1 - q)): the action of
 * greatest q in [xbar, 1] with
 *
 *   n kl(xbar, q) <= ln t + c ln ln t   (0 where that is negative).
 *
 * Observations lie in [0, 1], or in a range that is scaled to it. An action never played has index +Inf; ties
 * go to the lowest action. The index grows with t: exact and lazy (race.h). */
#include "index.h"

typedef struct kl_ucb_state {
  index_state index; /* the first member: see index.h */
  reward_range range;
  double c;
} kl_ucb_state;

/* kl(p, p + d) to a relative accuracy that lasts for small d, 0 < p < 1. */
static double divergence(double p, double d) { return -p * log1p(d / p) - (1 - p) * log1p(-d / (1 - p)); }

/* No less than the d sought below, and never far above it near d = 1 - p, where the
 * divergence is steep: 2 d^2 <= kl (Pinsker), and the second term of kl alone
 * leaves room of at least exp(-(level + h(p)) / (1 - p)), h the entropy. */
static double divergence_start(double p, double level)
{
  const double rest = 1 - p;
  const double entropy = -p * (p > 0.5 ? log1p(-rest) : log(p)) - rest * log(rest);
  return fmin(sqrt(level / 2), rest - exp(-(level + entropy) / rest));
}

/* The largest d with kl(p, p + d) <= level, 0 < p < 1. The divergence is
 * convex in d: Newton's steps from above, halving a bracket where a step would
 * leave it, until q = p + d stands still to its last bits. */
static double divergence_inverse(double p, double level)
{
  double low = 0, high = 1 - p, d = divergence_start(p, level);
  for (int i = 0; i < 200 && d < 1 - p; i++) {
    const double excess = divergence(p, d) - level;
    if (excess > 0) high = d;
    else low = d;
    double next = d - excess * (p + d) * (1 - p - d) / d;
    if (fabs(next - d) <= 4e-16 * (p + d)) break;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    d = next;
  }
  return d;
}

static double kl_ucb_bound(double mean, double level)
{
  if (mean >= 1) return 1;
  if (level <= 0) return mean;
  if (mean <= 0) return -expm1(-level); /* kl(0, q) = -ln(1 - q) */
  return mean + divergence_inverse(mean, level);
}

static double level_at(const policy *p, index_clock clock)
{
  const double c = ((const kl_ucb_state *)p->state)->c;
  const double extra = c > 0 ? c * log(clock.log) : 0; /* -Inf in round 1 */
  return fmax(clock.log + extra, 0);
}

static double kl_ucb_value(const policy *p, const view *v, int action, index_clock clock)
{
  (void)v;
  const contender *a = contender_at(p, action);
  return kl_ucb_bound(contender_mean(a), level_at(p, clock) / (double)a->tally.pulls);
}

/* A hair above the least mean whose bound exceeds q: the m < q with kl(m, q) =
 * level. The divergence falls in m and is convex: Newton's steps from below. */
static double least_mean(double q, double level)
{
  if (!(q < 1)) return INFINITY;
  if (q <= 0 || level <= 0) return q;
  if (-log1p(-q) <= level) return 0;
  double m = q - sqrt(level / 2);              /* Pinsker */
  if (!(m > 0)) m = q * exp(-(level + 1) / q); /* kl(m, q) > m ln(m / q) + ln(1 / (1 - q)) - m there */
  for (int i = 0; i < 60; i++) {
    const double excess = m * log(m / q) + (1 - m) * log((1 - m) / (1 - q)) - level;
    const double step = excess / -log(m * (1 - q) / ((1 - m) * q));
    if (!(step > 1e-13)) return m + 1e-12;
    m += step;
  }
  return INFINITY;
}

/* Where n kl(S / n, q) = level: convex in n, for that is jointly so in (S, n). */
static double kl_ucb_needed(const policy *p, const view *v, int action, double n, double q, index_clock clock)
{
  (void)v, (void)action;
  return n * least_mean(q, level_at(p, clock) / n);
}

static const index_rule kl_ucb = {.value = kl_ucb_value, .needed = kl_ucb_needed, .by_tally = true};

static status kl_ucb_start(policy *p, const view *v, const parameters *given)
{
  kl_ucb_state *s = p->state;
  s->range = reward_range_of(given);
  s->c = parameters_number(given, "c", 0);
  return index_start(p, v, given);
}

static void kl_ucb_observe(policy *p, const view *v, const outcome *o)
{
  outcome seen = *o;
  seen.observed = to_unit(((const kl_ucb_state *)p->state)->range, o->observed);
  index_observe(p, v, &seen);
}

static int kl_ucb_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &kl_ucb); }

/* The totals of a stretch grow by what is observed, unscaled. */
static void kl_ucb_stretch(policy *p, const view *v, int action, stretch *s)
{
  const reward_range range = ((const kl_ucb_state *)p->state)->range;
  if (range.from == 0 && range.to == 1) race_stretch(race_of(p), p, v, v->round, action, &kl_ucb, s);
}

const policy_type policy_kl_ucb = {
    .constructor = "policy_kl_ucb",
    .label = "KL-UCB",
    .paper = "Garivier and Cappe 2011, Algorithm 1",
    .state_size = sizeof(kl_ucb_state),
    .action_size = sizeof(contender),
    .start = kl_ucb_start,
    .choose = kl_ucb_choose,
    .observe = kl_ucb_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
    .stretch = kl_ucb_stretch,
    .observe_run = index_observe_run,
};
