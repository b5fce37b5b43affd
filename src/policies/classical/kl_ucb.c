/* KL-UCB (Garivier and Cappe 2011, Algorithm 1; Cappe, Garivier, Maillard, Munos and Stoltz 2013
 * for families): the action with the greatest q >= xbar with
 *
 *   n d(xbar, q) <= ln t + c ln ln t   (0 where that is negative),
 *
 * d(p, q) being the divergence of distributions with these means (divergence.h):
 *
 *   "bernoulli":   q is at most 1; observations lie in [0, 1], or in a range that
 *                  is scaled to it;
 *   "exponential": observations are not negative;
 *   "gaussian":    d(p, q) = (p - q)^2 / (2 sd^2).
 *
 * An action never played has index +Inf; ties go to the lowest action. The index
 * grows with t: exact and lazy (race.h). */
#include "divergence.h"
#include "../search/index.h"
#include "../../base/elementary.h"

typedef struct family {
  const char *name;
  double (*bound)(double mean, double level);
  double (*least)(double q, double level); /* times n convex in n, see divergence.h */
} family;

/* With sd = 1; another is a factor of means and bounds. */
static double gaussian_bound(double mean, double level) { return mean + sqrt(2 * level); }

static double gaussian_least(double q, double level) { return q - sqrt(2 * level); }

static const family families[] = {{"bernoulli", bernoulli_bound, bernoulli_least},
                                  {"exponential", exponential_bound, exponential_least},
                                  {"gaussian", gaussian_bound, gaussian_least}};

typedef struct kl_ucb_state {
  index_state index; /* the first member: see index.h */
  const family *family;
  reward_range range;
  double c, sd;
} kl_ucb_state;

static double level_at(const kl_ucb_state *s, index_clock clock)
{
  const double extra = s->c > 0 ? s->c * same_log(clock.log) : 0; /* -Inf in round 1 */
  return fmax(clock.log + extra, 0) * (s->sd * s->sd);
}

static double kl_ucb_value(const policy *p, const view *v, int action, index_clock clock)
{
  (void)v;
  const kl_ucb_state *s = p->state;
  const contender *a = contender_at(p, action);
  return s->family->bound(contender_mean(a), level_at(s, clock) / (double)a->tally.pulls);
}

static double kl_ucb_needed(const policy *p, const view *v, int action, double n, double q, index_clock clock)
{
  (void)v, (void)action;
  const kl_ucb_state *s = p->state;
  return n * s->family->least(q, level_at(s, clock) / n);
}

static const index_form kl_ucb = {.value = kl_ucb_value, .needed = kl_ucb_needed, .by_tally = true};

static status kl_ucb_start(policy *p, const view *v, const parameters *given)
{
  kl_ucb_state *s = p->state;
  s->family = &families[0];
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (parameters_text_is(given, "family", families[i].name)) s->family = &families[i];
  s->range = reward_range_of(given);
  s->c = parameters_number(given, "c");
  s->sd = parameters_number(given, "sd");
  return index_start(p, v, given);
}

static void kl_ucb_observe(policy *p, const view *v, const outcome *o)
{
  outcome seen = *o;
  seen.observed = to_unit(((const kl_ucb_state *)p->state)->range, o->observed);
  index_observe(p, v, &seen);
}

static int kl_ucb_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &kl_ucb); }

static double kl_ucb_index(const policy *p, const view *v, int action)
{
  return index_now(p, v, action, v->round, &kl_ucb);
}

/* In the units of the rewards, and before the scaling by sd. */
static bool kl_ucb_explain(policy *p, const view *v, int action, reason *r)
{
  const reward_range range = ((const kl_ucb_state *)p->state)->range;
  const double width = range.to - range.from;
  const contender *c = contender_at(p, action);
  r->code = index_code(p, v);
  if (c->tally.pulls)
    reason_index(r, range.from + width * contender_mean(c), 0,
                 range.from + width * kl_ucb_index(p, v, action));
  return true;
}

/* The totals of a stretch grow by what is observed, unscaled. */
static void kl_ucb_stretch(policy *p, const view *v, int action, stretch *s)
{
  const reward_range range = ((const kl_ucb_state *)p->state)->range;
  if (range.from == 0 && range.to == 1) race_stretch(race_of(p), p, v, v->round, action, &kl_ucb, s);
}

const policy_type policy_kl_ucb = {
    .constructor = "policy_kl_ucb",
    .label = "KL-UCB",
    .does = "plays the arm that may be the best, with bounds that fit the distribution of its "
            "rewards",
    .paper = "Garivier and Cappe 2011, Algorithm 1",
    .deterministic = true,
    .takes = TAKES({"c", NOT_NEGATIVE, USUALLY(0)},
                   {"family", A_TEXT("bernoulli|exponential|gaussian"),
                    .bounded = "The Bernoulli divergence|The exponential divergence",
                    .from_zero = "exponential", FROM_BANDIT},
                   {"range", A_RANGE, .only_if = "family=bernoulli", FROM_BANDIT},
                   {"sd", A_POSITIVE, .only_if = "family=gaussian", FROM_BANDIT, .not_with = "range"}),
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(kl_ucb_state),
    .action_size = sizeof(contender),
    .start = kl_ucb_start,
    .choose = kl_ucb_choose,
    .index = kl_ucb_index,
    .explain = kl_ucb_explain,
    .observe = kl_ucb_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
    .stretch = kl_ucb_stretch,
    .observe_run = index_observe_run,
};
