/* Bayes-UCB (Kaufmann, Cappe and Garivier 2012, Algorithm 1): in round t of T the
 * action whose mean has the greatest quantile of its posterior at
 *
 *   1 - 1 / (t (ln T)^c),
 *
 * ties to the lowest action. With n plays of an action and S the sum of what was
 * observed of it, the posterior is
 *
 *   "bernoulli": Beta(1 + S, 1 + n - S), also when it was never played;
 *                observations lie in [0, 1], or in a range that is scaled to it;
 *   "gaussian":  Normal(S / n, sd^2 / n); an action never played comes first.
 *
 * The quantile grows with t: exact and lazy (race.h). For the race to hold beta
 * priors, too, their tallies begin with two plays, a success and a failure. */
#include "beta_quantile.h"
#include "../search/index.h"
#include "../../random/distributions.h"
#include "../../base/elementary.h"

typedef struct bayes_ucb_state {
  index_state index; /* the first member: see index.h */
  bool beta;
  reward_range range;
  double factor, sd; /* (ln T)^c */
} bayes_ucb_state;

/* The probability above the quantile; 1 where the formula has none. */
static double tail_at(const bayes_ucb_state *s, index_clock c) { return fmin(1 / (c.now * s->factor), 1); }

/* --- Gaussian ----------------------------------------------------------------- */

static double gaussian_width(const bayes_ucb_state *s, index_clock c)
{
  const double tail = tail_at(s, c);
  return tail < 1 ? -s->sd * normal_quantile(tail) : -INFINITY;
}

static double gaussian_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v;
  const contender *a = contender_at(p, action);
  return contender_mean(a) + gaussian_width(p->state, c) / sqrt((double)a->tally.pulls);
}

/* Convex in n from the second round on, when the quantile is that of the upper half. */
static double gaussian_needed(const policy *p, const view *v, int action, double n, double level,
                              index_clock c)
{
  (void)v, (void)action;
  return n * level - sqrt(n) * gaussian_width(p->state, c);
}

static const index_form gaussian = {.value = gaussian_value, .needed = gaussian_needed, .by_tally = true};

/* --- Bernoulli ------------------------------------------------------------------ */

static double beta_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v;
  const tally *a = &contender_at(p, action)->tally;
  const double tail = tail_at(p->state, c);
  return tail < 1 ? beta_upper_quantile(a->total, (double)a->pulls - a->total, tail) : 0;
}

static bool beta_above(const policy *p, const view *v, int action, double level, index_clock c)
{
  (void)v;
  const tally *a = &contender_at(p, action)->tally;
  const double tail = tail_at(p->state, c);
  return tail < 1 && beta_surely_above(a->total, (double)a->pulls - a->total, tail, level);
}

static const index_form beta = {.value = beta_value, .above = beta_above, .by_tally = true};

static void begin_with_prior(const policy *p, const view *v, int arm)
{
  for (int i = 0; i < v->waits; i++) contender_at(p, arm * v->waits + i)->tally = (tally){2, 1};
}

/* --- the policy ------------------------------------------------------------------ */

static status bayes_ucb_start(policy *p, const view *v, const parameters *given)
{
  bayes_ucb_state *s = p->state;
  s->beta = !parameters_text_is(given, "family", "gaussian");
  s->range = reward_range_of(given);
  s->sd = parameters_number(given, "sd");
  s->factor = same_pow(same_log((double)v->horizon), parameters_number(given, "c"));
  for (int arm = 0; arm < v->arms && s->beta; arm++) begin_with_prior(p, v, arm);
  return index_start(p, v, given);
}

static const index_form *rule_of(const policy *p)
{
  return ((const bayes_ucb_state *)p->state)->beta ? &beta : &gaussian;
}

static int bayes_ucb_choose(policy *p, const view *v) { return index_choose(p, v, v->round, rule_of(p)); }

static double bayes_ucb_index(const policy *p, const view *v, int action)
{
  return index_now(p, v, action, v->round, rule_of(p));
}

static void bayes_ucb_observe(policy *p, const view *v, const outcome *o)
{
  const bayes_ucb_state *s = p->state;
  outcome seen = *o;
  seen.observed = to_unit(s->range, o->observed);
  if (s->beta) seen.observed = fmin(fmax(seen.observed, 0), 1); /* an agent may be given any reward */
  index_observe(p, v, &seen);
}

static void bayes_ucb_arm_entered(policy *p, const view *v, int arm)
{
  if (((const bayes_ucb_state *)p->state)->beta && !v->away) begin_with_prior(p, v, arm);
  index_arm_entered(p, v, arm);
}

static void bayes_ucb_stretch(policy *p, const view *v, int action, stretch *s)
{
  if (!((const bayes_ucb_state *)p->state)->beta)
    race_stretch(race_of(p), p, v, v->round, action, &gaussian, s);
}

const policy_type policy_bayes_ucb = {
    .constructor = "policy_bayes_ucb",
    .label = "Bayes-UCB",
    .does = "plays the arm with the greatest upper quantile of its posterior distribution",
    .paper = "Kaufmann, Cappe and Garivier 2012, Algorithm 1",
    .deterministic = true,
    .takes = TAKES({"family", A_TEXT("bernoulli|gaussian"), .bounded = "A beta posterior", FROM_BANDIT},
                   {"c", BETWEEN(0, 100), USUALLY(0)},
                   {"range", A_RANGE, .only_if = "family=bernoulli", FROM_BANDIT},
                   {"sd", A_POSITIVE, .only_if = "family=gaussian", FROM_BANDIT, .not_with = "range"}),
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(bayes_ucb_state),
    .action_size = sizeof(contender),
    .start = bayes_ucb_start,
    .choose = bayes_ucb_choose,
    .index = bayes_ucb_index,
    .observe = bayes_ucb_observe,
    .arm_entered = bayes_ucb_arm_entered,
    .arm_left = index_arm_left,
    .stretch = bayes_ucb_stretch,
    .observe_run = index_observe_run,
};
