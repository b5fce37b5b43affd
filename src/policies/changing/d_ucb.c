/* D-UCB, discounted UCB (Kocsis and Szepesvari 2006; Garivier and Moulines 2011, section
 * 2.1; with a Kullback-Leibler bound as in Besson, Kaufmann, Maillard and Seznec 2022): a
 * play that began in round s and was observed weighs gamma^(t - 1 - s) in round t. N being
 * the sum of the weights of an arm's plays, n that of all, and xbar the weighted
 * mean of what was observed,
 *
 *   "ucb": argmax xbar + 2 w sqrt(xi ln(n) / N), w the width of the range,
 *   "kl":  argmax q >= xbar with N kl(xbar, q) <= ln(n),
 *   gamma = 1 - sqrt(changes / T) / 4 unless it is given; 0 instead of a negative ln(n).
 *
 * An arm of which nothing was observed, or only what weighs less than 1e-200, comes first;
 * ties go to the lowest. What is observed late weighs what its play would weigh now; plays of
 * arms that left count on in n. The rule is evaluated from sums in units of an earlier
 * round's weight (discount.h). Cost: a sweep of all actions (fading.h). */
#include "fading.h"
#include "discount.h"
#include "../../base/elementary.h"

typedef struct d_ucb_state {
  fading fading; /* the first member: see fading.h */
  discount discount;
  double weight; /* of all plays */
} d_ucb_state;

static status d_ucb_start(policy *p, const view *v, const parameters *given)
{
  discount_open(&((d_ucb_state *)p->state)->discount, v, given);
  return fading_start(p, v, given, 4 * parameters_number(given, "xi"));
}

/* ln(n), for counts in our unit. */
static double level_at(const d_ucb_state *s, int64_t round)
{
  const double unit = discount_unit(&s->discount, round);
  return s->weight > unit ? same_log(s->weight / unit) * unit : 0;
}

static int d_ucb_choose(policy *p, const view *v)
{
  return fading_choose(p, v, level_at(p->state, v->round));
}

static bool d_ucb_explain(policy *p, const view *v, int action, reason *r)
{
  r->code = v->action_count == 1 ? WHY_ONLY_ONE : WHY_INDEX;
  for (int i = 0; i < v->action_count && v->action_count > 1; i++)
    if (!(faded_at(p, v->actions[i])->count > 0)) r->code = WHY_FIRST_PLAY;
  fading_explain(p, faded_at(p, action), level_at(p->state, v->round), r);
  return true;
}

static void multiply(policy *p, const view *v, double factor)
{
  d_ucb_state *s = p->state;
  s->weight *= factor;
  s->fading.level *= factor;
  if (!(s->fading.level > 0)) s->fading.level = 1;
  for (int action = 0; action < v->arms * v->waits; action++) {
    faded *a = faded_at(p, action);
    a->count = discount_fade(a->count, factor);
    a->total = a->count > 0 ? a->total * factor : 0;
    fading_renew(p, v, action);
  }
}

static void d_ucb_played(policy *p, const view *v, const outcome *o)
{
  const double factor = discount_move(&((d_ucb_state *)p->state)->discount, o->start);
  if (factor != 1) multiply(p, v, factor);
}

static void d_ucb_observe(policy *p, const view *v, const outcome *o)
{
  d_ucb_state *s = p->state;
  faded *a = faded_at(p, o->action);
  const double weight = discount_weight(&s->discount, o->start);
  if (weight < LEAST_WEIGHT) return;
  s->weight += weight;
  a->count += weight;
  a->total += weight * fading_reward(&s->fading, o->observed);
  fading_renew(p, v, o->action);
}

const policy_type policy_d_ucb = {
    .constructor = "policy_d_ucb",
    .call = "policy_forgetting_ucb(memory = \"discount\")",
    .label = "D-UCB",
    .does = "plays the arm that may be the best, where old rewards count less and less",
    .paper = "Kocsis and Szepesvari 2006; Garivier and Moulines 2011, section 2.1",
    .deterministic = true,
    .takes = TAKES({"discount", A_POSITIVE_CHANCE, .not_with = "changes"}, {"changes", A_POSITIVE},
                   {"xi", A_POSITIVE, .only_if = "index=ucb", USUALLY(0.6)},
                   {"index", A_TEXT("ucb|kl"), .bounded = "|The Bernoulli divergence", USUALLY(FIRST_CHOICE)},
                   {"range", A_RANGE, FROM_BANDIT},
                   {"sd", A_POSITIVE, FROM_BANDIT, .not_with = "range", .only_if = "index=ucb"}),
    .needs_horizon = "discount",
    .told_suffices = true,
    .state_size = sizeof(d_ucb_state),
    .action_size = sizeof(faded),
    .start = d_ucb_start,
    .choose = d_ucb_choose,
    .explain = d_ucb_explain,
    .played = d_ucb_played,
    .observe = d_ucb_observe,
    .arm_entered = fading_arm_entered,
    .arm_left = fading_arm_left,
};
