/* ST-UCB, the soft-threshold UCB (Fang, Li and Samorodnitsky 2022, section 5):
 * rounds 1..K play arm t; then, with n plays of arm k before round t,
 *
 *   argmax xbar + A_k max(tau_k t - n, 0) / (tau_k t) + w sqrt(2 ln t / n),
 *
 * rewards being in a range of width w = 1 and the middle term 0 where tau_k = 0. Ties go to the lowest arm.
 * The index grows with t: exact and lazy (race.h). */
#include "threshold.h"

static double st_ucb_value(const policy *p, const view *v, int action, index_clock c)
{
  const threshold *s = threshold_of(p);
  const double plays = (double)s->plays[action], owed = v->share[action] * c.now;
  const double bonus = plays < owed ? s->penalty[action] * (owed - plays) / owed : 0;
  return threshold_index(p, action, bonus, c);
}

static const index_rule st_ucb = {.value = st_ucb_value};

static int st_ucb_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &st_ucb); }

const policy_type policy_st_ucb = {
    .constructor = "policy_st_ucb",
    .label = "ST-UCB",
    .paper = "Fang, Li and Samorodnitsky 2022, section 5",
    .deterministic = true,
    .takes = TAKES({"penalty", NOT_NEGATIVE, .size = SIZE_ANY}, {"width", A_POSITIVE}),
    .needs = HAS_FAIRNESS,
    .refuses = HAS_WAITING,
    .told_suffices = true,
    .state_size = sizeof(threshold),
    .action_size = sizeof(contender),
    .start = threshold_start,
    .choose = st_ucb_choose,
    .played = threshold_played,
    .observe = index_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
};
