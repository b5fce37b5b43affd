/* LFG, learning with fairness guarantee (Li, Liu and Ji 2019, as Fang, Li and
 * Samorodnitsky 2022, section 3, state it). Each arm has a queue of what it is
 * owed, Q_k = 0 in round 1 and max(Q_k + tau_k - 1(k was played), 0) after each
 * round; with n plays of arm k before round t it plays
 *
 *   argmax Q_k + eta min(xbar + sqrt(2 ln t / n), 1),
 *
 * an untried arm counting as 1 in place of the minimum. Ties go to the lowest
 * arm. eta is sqrt(T) if it is not given. Cost: a look at every arm a round, as
 * every queue moves in every round. */
#include "policy.h"
#include <math.h>

typedef struct lfg_arm {
  int64_t pulls;
  double total, queue;
} lfg_arm;

typedef struct lfg_state {
  double eta;
} lfg_state;

static status lfg_start(policy *p, const view *v, const parameters *given)
{
  ((lfg_state *)p->state)->eta = parameters_number(given, "eta", sqrt((double)v->horizon));
  return status_ok;
}

static double capped_index(const lfg_arm *a, double log_round)
{
  if (a->pulls == 0) return 1;
  const double n = (double)a->pulls;
  return fmin(a->total / n + sqrt(2 * log_round / n), 1);
}

static int lfg_choose(policy *p, const view *v)
{
  const double eta = ((const lfg_state *)p->state)->eta, log_round = log((double)v->round);
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < v->live_count; i++) {
    const lfg_arm *a = (const lfg_arm *)p->actions + v->live[i];
    const double value = a->queue + eta * capped_index(a, log_round);
    if (best < 0 || value > greatest) best = v->live[i], greatest = value;
  }
  return best;
}

static void lfg_observe(policy *p, const view *v, const outcome *o)
{
  lfg_arm *a = p->actions;
  for (int arm = 0; arm < v->arms; arm++)
    a[arm].queue = fmax(a[arm].queue + v->share[arm] - (arm == o->arm), 0);
  a[o->arm].pulls++;
  a[o->arm].total += o->observed;
}

const policy_type policy_lfg = {
    .constructor = "policy_lfg",
    .label = "LFG",
    .paper = "Li, Liu and Ji 2019",
    .needs = HAS_FAIRNESS,
    .refuses = HAS_WAITING,
    .state_size = sizeof(lfg_state),
    .action_size = sizeof(lfg_arm),
    .start = lfg_start,
    .choose = lfg_choose,
    .observe = lfg_observe,
};
