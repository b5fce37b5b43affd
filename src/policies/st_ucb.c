/* ST-UCB, the soft-threshold UCB (Fang, Li and Samorodnitsky 2022, section 5):
 * rounds 1..K play arm t; then, with n plays of arm k before round t,
 *
 *   argmax xbar + A_k max(tau_k t - n, 0) / (tau_k t) + sqrt(2 ln t / n),
 *
 * the middle term being 0 where tau_k = 0. Ties go to the lowest arm. The index
 * grows with t: exact and lazy (index.h). */
#include "threshold.h"

static double st_ucb_rule(const policy *p, const view *v, int action, index_clock c)
{
  const contender *a = contender_at(p, action);
  if (a->pulls == 0) return INFINITY;
  const double n = (double)a->pulls;
  const double owed = v->share[action] * c.now;
  const double bonus = n < owed ? ((const threshold *)p->state)->penalty[action] * (owed - n) / owed : 0;
  return contender_mean(a) + bonus + sqrt(2 * c.log / n);
}

static int st_ucb_choose(policy *p, const view *v)
{
  return race_choose(p->state, p, v, v->round, st_ucb_rule);
}

const policy_type policy_st_ucb = {
    .constructor = "policy_st_ucb",
    .label = "ST-UCB",
    .paper = "Fang, Li and Samorodnitsky 2022, section 5",
    .needs = HAS_FAIRNESS,
    .refuses = HAS_WAITING,
    .state_size = sizeof(threshold),
    .action_size = sizeof(contender),
    .start = threshold_start,
    .choose = st_ucb_choose,
    .observe = index_observe,
    .arm_left = index_restart,
};
