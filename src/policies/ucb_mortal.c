/* UCB for mortal arms, the baseline of UCB-L (Traca, Rudin and Yan 2020,
 * section 3): each arm alive in round 1 once, in order; then, for an arm that
 * came in round s,
 *
 *   argmax xbar + w sqrt(2 ln(t - s + 1) / n),
 *
 * for rewards in a range of width w = 1. A live arm that was never played counts as n = 1 with xbar = the average of
 * the empirical means of all arms played so far (0 if none). Ties go to the
 * lowest arm. Cost: an index for every live arm a round. */
#include "mortal.h"

static status ucb_mortal_start(policy *p, const view *v, const parameters *given)
{
  mortal_ucb *u = p->state;
  u->factor = 2 * squared_scale(given, "width");
  u->first_plays = mortal_start(p, v, given);
  return status_ok;
}

static double ucb_mortal_index(const policy *p, const view *v, int arm, const void *with)
{
  (void)with;
  return mortal_index(p, v, arm, p->state, 1);
}

static int ucb_mortal_choose(policy *p, const view *v)
{
  return mortal_choose(p, v, p->state, ucb_mortal_index);
}

static void ucb_mortal_observe(policy *p, const view *v, const outcome *o)
{
  mortal_learn(p, v, p->state, o);
}

static void ucb_mortal_change(policy *p, const view *v, int arm)
{
  (void)v, (void)arm;
  ((mortal_ucb *)p->state)->chosen_in = 0;
}

const policy_type policy_ucb_mortal = {
    .constructor = "policy_ucb_mortal",
    .label = "UCB mortal",
    .paper = "Traca, Rudin and Yan 2020, section 3",
    .refuses = HAS_WAITING,
    .state_size = sizeof(mortal_ucb),
    .action_size = sizeof(mortal_arm),
    .start = ucb_mortal_start,
    .choose = ucb_mortal_choose,
    .played = mortal_played,
    .observe = ucb_mortal_observe,
    .arm_entered = ucb_mortal_change,
    .arm_left = ucb_mortal_change,
};
