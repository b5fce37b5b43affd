/* Wait-UCB (Sharoff, Mehta and Ganti 2020, Algorithm 1): in epoch s, with n
 * plays of (k, j), their total pay R and total time C, ghat = R / C,
 *
 *   argmax ghat + alpha_j ln(s - 1) / n + beta_j sqrt(ln(s - 1) / n),
 *   alpha_j = 8 (j - 1) / 3,  beta_j = sqrt(2) (sqrt(j - 1) + 1),
 *
 * after each (k, j) once, in order of k then j. Ties go to the lowest arm,
 * then the lowest wait. The index grows with s: exact and lazy (index.h). */
#include "index.h"

static double wait_ucb_rule(const policy *p, const view *v, int action, index_clock c)
{
  const contender *a = contender_at(p, action);
  if (a->pulls == 0) return INFINITY;
  const double before = (double)(action % v->waits); /* j - 1 */
  const double n = (double)a->pulls;
  const double alpha = 8 * before / 3, beta = sqrt(2) * (sqrt(before) + 1);
  return a->total / a->time + alpha * c.log / n + beta * sqrt(c.log / n);
}

static int wait_ucb_choose(policy *p, const view *v)
{
  const int64_t clock = v->plays > 0 ? v->plays : 1; /* s - 1; before, all is +Inf */
  return race_choose(p->state, p, v, clock, wait_ucb_rule);
}

const policy_type policy_wait_ucb = {
    .constructor = "policy_wait_ucb",
    .label = "Wait-UCB",
    .paper = "Sharoff, Mehta and Ganti 2020, Algorithm 1",
    .needs = HAS_WAITING,
    .state_size = sizeof(race),
    .action_size = sizeof(contender),
    .start = index_start,
    .choose = wait_ucb_choose,
    .observe = index_observe,
    .arm_entered = index_restart,
    .arm_left = index_restart,
};
