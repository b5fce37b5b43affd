/* UCB-L (Traca, Rudin and Yan 2020, section 2.2): each arm alive in round 1
 * once, in order; then, for an arm that lives in rounds s..l,
 *
 *   argmax xbar + psi sqrt(2 ln(t - s + 1) / n),  psi = scale ln(l - t + 1),
 *
 * psi being 0 once an estimated life has run out; see mortal_ucb.h.
 *
 * Lives unknown: l = s - 1 + the mean life of the arms that have expired, and
 * psi = 1 until one has. */
#include "mortal_ucb.h"

static status ucb_l_start(policy *p, const view *v, const parameters *given)
{
  mortal_ucb *u = p->state;
  u->by_life = true;
  u->scale = parameters_number(given, "scale");
  return mortal_ucb_start(u, p, v, given);
}

const policy_type policy_ucb_l = {
    .constructor = "policy_ucb_l",
    .call = "policy_ucb_l(bonus = \"lifetime\")",
    .label = "UCB-L",
    .does = "plays the arm that may be the best, as far as is known, and allows an arm the less "
            "benefit of the doubt, the sooner it dies",
    .paper = "Traca, Rudin and Yan 2020, section 2.2",
    .deterministic = true,
    .takes = TAKES({"scale", NOT_NEGATIVE, USUALLY(0.011)}, {"init", A_WHOLE(0, LARGEST_COUNT)},
                   {"range", A_RANGE, FROM_BANDIT}, {"sd", A_POSITIVE, FROM_BANDIT, .not_with = "range"}),
    .needs = HAS_LIFETIMES | HAS_REPLAY,
    .refuses = HAS_WAITING,
    .told_suffices = true,
    .state_size = sizeof(mortal_ucb),
    .action_size = sizeof(mortal_arm),
    .start = ucb_l_start,
    .choose = mortal_ucb_choose,
    .explain = mortal_ucb_explain,
    .recall = mortal_ucb_recall,
    .played = mortal_played,
    .observe = mortal_ucb_observe,
    .arm_entered = mortal_ucb_arm_entered,
    .arm_left = mortal_ucb_arm_left,
    .life_told = mortal_ucb_arm_entered, /* its bound is not known any more */
};
