/* UCB-L (Traca, Rudin and Yan 2020, section 2.2): each arm alive in round 1
 * once, in order; then, for an arm that lives in rounds s..l,
 *
 *   argmax xbar + psi w sqrt(2 ln(t - s + 1) / n),  psi = scale ln(l - t + 1),
 *
 * for rewards in a range of width w = 1, psi being 0 once an estimated life has run out. A live arm that was
 * never played counts as n = 1 with xbar = the average of the empirical means of all arms played so far (0 if
 * none). Ties go to the lowest arm.
 *
 * Lives unknown: l = s - 1 + the mean life of the arms that have expired, and
 * psi = 1 until one has. Cost: an index for every live arm a round. */
#include "mortal.h"

typedef struct ucb_l_state {
  mortal_ucb ucb;
  mortal_lives lives;
  double scale;
} ucb_l_state;

static status ucb_l_start(policy *p, const view *v, const parameters *given)
{
  ucb_l_state *s = p->state;
  s->scale = parameters_number(given, "scale", 0.011);
  s->ucb.factor = 2 * squared_scale(given, "width");
  s->ucb.first_plays = mortal_start(p, v, given);
  return status_ok;
}

static double ucb_l_index(const policy *p, const view *v, int arm, const void *with)
{
  (void)with;
  const ucb_l_state *s = p->state;
  return mortal_index(p, v, arm, &s->ucb, lives_weight(&s->lives, v, arm, s->scale));
}

static int ucb_l_choose(policy *p, const view *v)
{
  return mortal_choose(p, v, &((ucb_l_state *)p->state)->ucb, ucb_l_index);
}

static void ucb_l_observe(policy *p, const view *v, const outcome *o)
{
  mortal_learn(p, v, &((ucb_l_state *)p->state)->ucb, o);
}

static void ucb_l_arm_entered(policy *p, const view *v, int arm)
{
  (void)v, (void)arm;
  ((ucb_l_state *)p->state)->ucb.chosen_in = 0;
}

static void ucb_l_arm_left(policy *p, const view *v, int arm)
{
  ucb_l_state *s = p->state;
  s->ucb.chosen_in = 0;
  lives_arm_left(&s->lives, v, arm);
}

const policy_type policy_ucb_l = {
    .constructor = "policy_ucb_l",
    .label = "UCB-L",
    .paper = "Traca, Rudin and Yan 2020, section 2.2",
    .needs = HAS_LIFETIMES | HAS_REPLAY,
    .refuses = HAS_WAITING,
    .state_size = sizeof(ucb_l_state),
    .action_size = sizeof(mortal_arm),
    .start = ucb_l_start,
    .choose = ucb_l_choose,
    .played = mortal_played,
    .observe = ucb_l_observe,
    .arm_entered = ucb_l_arm_entered,
    .arm_left = ucb_l_arm_left,
};
