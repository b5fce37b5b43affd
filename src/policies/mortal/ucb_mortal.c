/* UCB for mortal arms, the baseline of UCB-L (Traca, Rudin and Yan 2020,
 * section 3): each arm alive in round 1 once, in order; then, for an arm that
 * came in round s,
 *
 *   argmax xbar + sqrt(2 ln(t - s + 1) / n);  see mortal_ucb.h. */
#include "mortal_ucb.h"

static status ucb_mortal_start(policy *p, const view *v, const parameters *given)
{
  return mortal_ucb_start(p->state, p, v, given);
}

const policy_type policy_ucb_mortal = {
    .constructor = "policy_ucb_mortal",
    .call = "policy_ucb_l(bonus = \"constant\")",
    .label = "UCB mortal",
    .does = "plays the live arm that may be the best, as far as is known, and does not ask how "
            "long it will live",
    .paper = "Traca, Rudin and Yan 2020, section 3",
    .deterministic = true,
    .takes = TAKES({"init", A_WHOLE(0, LARGEST_COUNT)}, {"range", A_RANGE, FROM_BANDIT},
                   {"sd", A_POSITIVE, FROM_BANDIT, .not_with = "range"}),
    .refuses = HAS_WAITING,
    .told_suffices = true,
    .state_size = sizeof(mortal_ucb),
    .action_size = sizeof(mortal_arm),
    .start = ucb_mortal_start,
    .choose = mortal_ucb_choose,
    .explain = mortal_ucb_explain,
    .recall = mortal_ucb_recall,
    .played = mortal_played,
    .observe = mortal_ucb_observe,
    .arm_entered = mortal_ucb_arm_entered,
    .arm_left = mortal_ucb_arm_left,
};
