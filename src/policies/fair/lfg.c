/* LFG, learning with fairness guarantee (Li, Liu and Ji 2019, as Fang, Li and
 * Samorodnitsky 2022, section 3, state it). Each arm has a queue of what it is
 * owed, Q_k = 0 in round 1 and max(Q_k + tau_k - 1(k was played), 0) after each
 * round; with n plays of arm k before round t it plays
 *
 *   argmax Q_k + eta min(xbar + sqrt(2 ln t / n), 1),
 *
 * an untried arm counting as 1 in place of the minimum. Ties go to the lowest arm. eta is sqrt(T)
 * if it is not given. Cost: a look at every arm per round, as every queue moves in every round. */
#include "../search/tally.h"
#include "../../base/elementary.h"

typedef struct lfg_arm {
  tally tally;
  double queue;
} lfg_arm;

typedef struct lfg_state {
  double eta;
} lfg_state;

static status lfg_start(policy *p, const view *v, const parameters *given)
{
  ((lfg_state *)p->state)->eta = parameters_number_or(given, "eta", sqrt((double)v->horizon));
  return status_ok;
}

static double lfg_value(const policy *p, const view *v, int action, const void *twice_log)
{
  (void)v;
  const lfg_arm *a = (const lfg_arm *)p->actions + action;
  const double eta = ((const lfg_state *)p->state)->eta;
  if (a->tally.pulls == 0) return a->queue + eta;
  const double width = sqrt(*(const double *)twice_log / (double)a->tally.pulls);
  return a->queue + eta * fmin(tally_mean(&a->tally) + width, 1);
}

static int lfg_choose(policy *p, const view *v)
{
  const double twice_log = 2 * same_log((double)v->round);
  return argmax_action(p, v, lfg_value, &twice_log);
}

static void lfg_played(policy *p, const view *v, const outcome *o)
{
  lfg_arm *a = p->actions;
  for (int arm = 0; arm < v->arms; arm++)
    a[arm].queue = fmax(a[arm].queue + v->share[arm] - (arm == o->arm), 0);
}

static void lfg_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add(&((lfg_arm *)p->actions + o->arm)->tally, o->observed);
}

const policy_type policy_lfg = {
    .constructor = "policy_lfg",
    .label = "LFG",
    .does = "keeps a debt for each arm that lacks pulls, and plays the arm for which debt and "
            "estimate together are greatest",
    .paper = "Li, Liu and Ji 2019",
    .deterministic = true,
    .made_for = MADE_FOR_PLACE,
    .takes = TAKES({"eta", NOT_NEGATIVE}),
    .needs = HAS_FAIRNESS,
    .refuses = HAS_WAITING,
    .needs_horizon = "eta",
    .told_suffices = true,
    .state_size = sizeof(lfg_state),
    .action_size = sizeof(lfg_arm),
    .start = lfg_start,
    .choose = lfg_choose,
    .played = lfg_played,
    .observe = lfg_observe,
};
