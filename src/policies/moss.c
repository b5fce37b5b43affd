/* MOSS, the minimax optimal strategy in the stochastic case (Audibert and
 * Bubeck 2009, section 2): with n plays of an action, K actions that can be
 * played now and the horizon T,
 *
 *   argmax xbar + sqrt(max(ln(T / (K n)), 0) / n).
 *
 * An action never played has index +Inf; ties go to the lowest action. The
 * index does not change with the clock: exact and lazy (index.h). */
#include "index.h"

static double moss_rule(const policy *p, const view *v, int action, index_clock c)
{
  (void)c;
  const contender *a = contender_at(p, action);
  if (a->pulls == 0) return INFINITY;
  const double n = (double)a->pulls, actions = (double)v->live_count * v->waits;
  return contender_mean(a) + sqrt(fmax(log((double)v->horizon / (actions * n)), 0) / n);
}

static int moss_choose(policy *p, const view *v) { return race_choose(p->state, p, v, v->round, moss_rule); }

const policy_type policy_moss = {
    .constructor = "policy_moss",
    .label = "MOSS",
    .paper = "Audibert and Bubeck 2009",
    .state_size = sizeof(race),
    .action_size = sizeof(contender),
    .start = index_start,
    .choose = moss_choose,
    .observe = index_observe,
    .arm_entered = index_restart,
    .arm_left = index_restart,
};
