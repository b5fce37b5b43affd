/* LinUCB-L (Traca, Rudin and Yan 2020, Algorithm 4): as LinUCB (linucb.c), but
 * for an arm that lives until round l the width is weighted with
 *
 *   psi = scale ln(l - t + 1),
 *
 * 0 once an estimated life has run out. Lives unknown: l = s - 1 + the mean
 * life of the arms that have expired, and psi = 1 until one has. */
#include "linucb.h"

static status linucb_l_start(policy *p, const view *v, const parameters *given)
{
  linucb_state *s = p->state;
  s->scale = parameters_number(given, "scale");
  return regressions_open(&s->fit, p, v, given);
}

static double linucb_l_value(const policy *p, const view *v, int arm, const void *with)
{
  (void)with;
  const linucb_state *s = p->state;
  return linucb_index(s, p, v, arm, lives_weight(&s->lives, v, arm, s->scale, lives_mean(&s->lives)));
}

static int linucb_l_choose(policy *p, const view *v)
{
  return evened_out(v, argmax_action(p, v, linucb_l_value, NULL));
}

static bool linucb_l_chances(policy *p, const view *v, double *chance)
{
  sure_chances(v, linucb_l_choose(p, v), chance);
  return true;
}

const policy_type policy_linucb_l = {
    .constructor = "policy_linucb_l",
    .call = "policy_linucb(bonus = \"lifetime\")",
    .label = "LinUCB-L",
    .does = "predicts the reward of each arm from the context, and explores an arm the less, the "
            "sooner it dies",
    .paper = "Traca, Rudin and Yan 2020, Algorithm 4",
    .takes = TAKES({"scale", NOT_NEGATIVE, USUALLY(0.011)}),
    .needs = HAS_CONTEXT,
    .refuses = HAS_WAITING | HAS_SPREAD,
    .told_suffices = true,
    .state_size = sizeof(linucb_state),
    .action_size = sizeof(regression),
    .start = linucb_l_start,
    .choose = linucb_l_choose,
    .chances = linucb_l_chances,
    .played = regressions_played,
    .observe = regressions_observe,
    .arm_left = linucb_arm_left,
};
