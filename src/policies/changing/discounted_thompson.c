/* dTS, discounted Thompson sampling (Raj and Kalyani 2017, Algorithm 1): in every round the
 * successes S and failures F of all arms are multiplied by gamma before a new one is added, so one
 * in a play that began in round s counts gamma^(t - 1 - s) in round t; a mean is drawn for each
 * arm from Beta(1 + S, 1 + F), and the arm with the greatest draw is played, the lowest in a tie.
 * A reward in (0, 1) counts as a success with that probability; rewards in another range are
 * scaled to [0, 1]. What is observed late counts what it would count by now. Cost: that of
 * Thompson sampling and two square roots an arm. */
#include "discount.h"
#include "../sampling/beta_law.h"
#include "../sampling/foresight.h"

typedef struct discounted_action {
  double count[2]; /* failures, successes, in the unit of discount.h */
  beta_law law;
} discounted_action;

typedef struct discounted_state {
  discount discount;
  reward_range range;
  double unit; /* of the round that is chosen for */
  foresight foresight;
} discounted_state;

static discounted_action *action_at(const policy *p, int action)
{
  return (discounted_action *)p->actions + action;
}

static status discounted_start(policy *p, const view *v, const parameters *given)
{
  discounted_state *s = p->state;
  discount_open(&s->discount, v, given);
  s->range = reward_range_of(given);
  return status_ok;
}

static const beta_law *posterior_of(const policy *p, int action)
{
  const double unit = ((const discounted_state *)p->state)->unit;
  discounted_action *a = action_at(p, action);
  beta_law_set(&a->law, 1 + a->count[1] / unit, 1 + a->count[0] / unit);
  return &a->law;
}

static int discounted_choose(policy *p, const view *v)
{
  discounted_state *s = p->state;
  s->unit = discount_unit(&s->discount, v->round);
  return greatest_beta_draw(p, v, posterior_of);
}

static draw_law law_now(const policy *p, int action)
{
  const double unit = ((const discounted_state *)p->state)->unit;
  const discounted_action *a = action_at(p, action);
  return (draw_law){1 + a->count[1] / unit, 1 + a->count[0] / unit};
}

static bool discounted_chances(policy *p, const view *v, double *chance)
{
  discounted_state *s = p->state;
  s->unit = discount_unit(&s->discount, v->round);
  return foresee_greatest(&s->foresight, DRAW_BETA, p, v, law_now, chance);
}

static void discounted_played(policy *p, const view *v, const outcome *o)
{
  const double factor = discount_move(&((discounted_state *)p->state)->discount, o->start);
  if (factor == 1) return;
  for (int action = 0; action < v->arms * v->waits; action++) {
    double *count = action_at(p, action)->count;
    for (int i = 0; i < 2; i++) count[i] = discount_fade(count[i], factor);
  }
}

static void discounted_observe(policy *p, const view *v, const outcome *o)
{
  const discounted_state *s = p->state;
  const double success = success_of(v, s->range, o->observed);
  action_at(p, o->action)->count[success == 1] += discount_weight(&s->discount, o->start);
}

const policy_type policy_discounted_thompson = {
    .constructor = "policy_discounted_thompson",
    .call = "policy_forgetting_thompson(memory = \"discount\")",
    .label = "Discounted Thompson",
    .does = "draws a plausible mean for each arm, in which old pulls count less and less, and "
            "plays the arm with the greatest draw",
    .paper = "Raj and Kalyani 2017, Algorithm 1",
    .takes = TAKES({"discount", A_POSITIVE_CHANCE, REQUIRED},
                   {"range", A_RANGE, .bounded = "A beta posterior", FROM_BANDIT}),
    .told_suffices = true,
    .state_size = sizeof(discounted_state),
    .action_size = sizeof(discounted_action),
    .start = discounted_start,
    .choose = discounted_choose,
    .chances = discounted_chances,
    .played = discounted_played,
    .observe = discounted_observe,
};
