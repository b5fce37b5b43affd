/* IMED, the indexed minimum empirical divergence (Honda and Takemura 2015,
 * Algorithm 1): every action once, in order; then, with n plays of an action, xbar
 * the mean of what was observed of it and mu the greatest of these means,
 *
 *   argmin n d(xbar, mu) + ln n,
 *
 * ties to the lowest action, d being the divergence of distributions with these means (small
 * counts make many indices equal but for rounding: those within 1e-12 are ties):
 *
 *   "bernoulli": see divergence.h; observations lie in [0, 1], or in a range that
 *                is scaled to it;
 *   "gaussian":  (xbar - mu)^2 / (2 sd^2).
 *
 * The index falls and rises with mu, so there is no race. But the divergence of Bernoulli distributions is
 * convex in mu: its tangent, where it was last evaluated, lies below it, and shows for most actions
 * that they are out. Cost: a look at each live action per round. */
#include "divergence.h"
#include "../search/tally.h"
#include "../../base/elementary.h"

typedef struct imed_action {
  tally tally;
  double mean, log;    /* xbar and ln n, once it was seen */
  double at, d, slope; /* the tangent; 0 where nothing is known */
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
  s->sd = parameters_number(given, "sd");
  return status_ok;
}

/* A tangent at the greatest mean, for the next rounds. */
static void touch(imed_action *a, double at, double d)
{
  const bool smooth = at < 1 && at > a->mean && a->mean >= 0 && isfinite(d);
  a->at = smooth ? at : 0;
  a->d = smooth ? d : 0;
  a->slope = smooth ? (at - a->mean) / (at * (1 - at)) : 0;
}

static double index_of(const policy *p, int action, double greatest)
{
  const imed_state *s = p->state;
  imed_action *a = imed_at(p, action);
  const double gap = (greatest - a->mean) / s->sd;
  const double d = s->gaussian ? gap * gap / 2 : bernoulli_divergence(a->mean, greatest);
  if (!s->gaussian) touch(a, greatest, d);
  return (double)a->tally.pulls * d + a->log;
}

/* The index is at least this, but for rounding. */
static double index_bound(const imed_action *a, double greatest)
{
  return (double)a->tally.pulls * (a->d + a->slope * (greatest - a->at)) + a->log;
}

/* The action never seen that is to be played next, or else -1 and the one with the greatest mean. */
static int survey(const policy *p, const view *v, const imed_action **leader)
{
  for (int i = 0; i < v->action_count; i++) {
    const imed_action *a = imed_at(p, v->actions[i]);
    if (a->tally.pulls == 0) return evened_out(v, v->actions[i]);
    if (!*leader || a->mean > (*leader)->mean) *leader = a;
  }
  return -1;
}

/* The leader's index is ln n: none with a greater index is chosen. */
static int imed_choose(policy *p, const view *v)
{
  const imed_action *leader = NULL;
  int best = survey(p, v, &leader);
  if (best >= 0 || !leader) return best;
  const double greatest = leader->mean, enough = leader->log + 1e-9 * (1 + leader->log);
  double least = INFINITY;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    if (!v->plain && index_bound(imed_at(p, action), greatest) > enough) continue;
    const double index = index_of(p, action, greatest);
    if (best < 0 || index + 1e-12 * (1 + fabs(index)) < least) best = action, least = index;
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
  a->log = same_log((double)a->tally.pulls);
  a->at = a->d = a->slope = 0;
}

const policy_type policy_imed = {
    .constructor = "policy_imed",
    .label = "IMED",
    .does = "plays the arm that it would cost least to be wrong about: pulled rarely, or close to "
            "the best",
    .paper = "Honda and Takemura 2015, Algorithm 1",
    .deterministic = true,
    .takes =
        TAKES({"family", A_TEXT("bernoulli|gaussian"), .bounded = "The Bernoulli divergence", FROM_BANDIT},
              {"range", A_RANGE, .only_if = "family=bernoulli", FROM_BANDIT},
              {"sd", A_POSITIVE, .only_if = "family=gaussian", FROM_BANDIT, .not_with = "range"}),
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(imed_state),
    .action_size = sizeof(imed_action),
    .start = imed_start,
    .choose = imed_choose,
    .observe = imed_observe,
};
