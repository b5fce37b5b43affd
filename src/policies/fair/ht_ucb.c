/* HT-UCB, the hard-threshold UCB (Fang, Li and Samorodnitsky 2022, equation
 * 11): rounds 1..K play arm t; then, with n plays of arm k before round t,
 *
 *   argmax xbar + A_k 1(n < tau_k t) + w sqrt(2 ln t / n),
 *
 * for rewards in a range of width w = 1.
 *
 * (The pseudo-code's ln(t - 1) is a misprint.) Ties go to the lowest arm. The
 * index grows with t, the indicator too: exact and lazy (race.h). */
#include "threshold.h"

static double ht_ucb_value(const policy *p, const view *v, int action, index_clock c)
{
  const threshold *s = threshold_of(p);
  const double bonus = (double)s->plays[action] < v->share[action] * c.now ? s->penalty[action] : 0;
  return threshold_index(p, action, bonus, c);
}

static const index_rule ht_ucb = {.value = ht_ucb_value};

static int ht_ucb_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &ht_ucb); }

const policy_type policy_ht_ucb = {
    .constructor = "policy_ht_ucb",
    .label = "HT-UCB",
    .paper = "Fang, Li and Samorodnitsky 2022, section 3",
    .deterministic = true,
    .takes = TAKES({"penalty", NOT_NEGATIVE, .size = SIZE_ANY}, {"width", A_POSITIVE}),
    .needs = HAS_FAIRNESS,
    .refuses = HAS_WAITING,
    .told_suffices = true,
    .state_size = sizeof(threshold),
    .action_size = sizeof(contender),
    .start = threshold_start,
    .choose = ht_ucb_choose,
    .played = threshold_played,
    .observe = index_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
};
