/* IMED, the indexed minimum empirical divergence (Honda and Takemura 2015,
 * Algorithm 1): every action once, in order; then, with n plays of an action, xbar
 * the mean of what was observed of it and mu the greatest of these means,
 *
 *   argmin n d(xbar, mu) + ln n,
 *
 * ties to the lowest action, d being the divergence of laws with these means (small
 * counts make many indices equal but for rounding: those within 1e-12 are ties):
 *
 *   "bernoulli": see divergence.h; observations lie in [0, 1], or in a range that
 *                is scaled to it;
 *   "gaussian":  (xbar - mu)^2 / (2 sd^2).
 *
 * The index falls and rises with mu, so there is no race. It is at least n times
 * 2 (xbar - mu)^2 (Pinsker), or exactly that up to a factor, plus ln n: most
 * actions are out by that. Cost: a look at each live action a round. */
#include "divergence.h"
#include "tally.h"

typedef struct imed_action {
  tally tally;
  double mean, log; /* xbar and ln n, once it was seen */
} imed_action;

typedef struct imed_state {
  bool gaussian;
  reward_range range;
  double sd;
} imed_state;

static imed_action *imed_at(const policy *p, int action) { return (imed_action *)p->actions + action; }

static status imed_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  imed_state *s = p->state;
  s->gaussian = parameters_text_is(given, "family", "gaussian");
  s->range = reward_range_of(given);
  s->sd = parameters_number(given, "sd", 1);
  return status_ok;
}

static double imed_index(const imed_state *s, const imed_action *a, double greatest)
{
  const double gap = (greatest - a->mean) / s->sd;
  const double d = s->gaussian ? gap * gap / 2 : bernoulli_divergence(a->mean, greatest);
  return (double)a->tally.pulls * d + a->log;
}

/* Whether the index is above `least` for certain. */
static bool surely_above(const imed_state *s, const imed_action *a, double greatest, double least)
{
  const double gap = greatest - a->mean;
  return !s->gaussian && 2 * gap * gap * (double)a->tally.pulls + a->log > least + 1e-9 * (1 + fabs(least));
}

static int imed_choose(policy *p, const view *v)
{
  const imed_state *s = p->state;
  double greatest = -INFINITY, least = INFINITY;
  int best = -1;
  for (int i = 0; i < v->action_count; i++) {
    const imed_action *a = imed_at(p, v->actions[i]);
    if (a->tally.pulls == 0) return v->actions[i];
    if (a->mean > greatest) greatest = a->mean;
  }
  for (int i = 0; i < v->action_count; i++) {
    const imed_action *a = imed_at(p, v->actions[i]);
    if (!v->plain && surely_above(s, a, greatest, least)) continue;
    const double index = imed_index(s, a, greatest);
    if (best < 0 || index + 1e-12 * (1 + fabs(index)) < least) best = v->actions[i], least = index;
  }
  return best;
}

static void imed_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  const imed_state *s = p->state;
  imed_action *a = imed_at(p, o->action);
  tally_add(&a->tally, to_unit(s->range, o->observed));
  a->mean = tally_mean(&a->tally);
  a->log = log((double)a->tally.pulls);
}

const policy_type policy_imed = {
    .constructor = "policy_imed",
    .label = "IMED",
    .paper = "Honda and Takemura 2015, Algorithm 1",
    .state_size = sizeof(imed_state),
    .action_size = sizeof(imed_action),
    .start = imed_start,
    .choose = imed_choose,
    .observe = imed_observe,
};
