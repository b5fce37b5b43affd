/* UCB1 (Auer, Cesa-Bianchi and Fischer 2002) and UCB with a fixed confidence
 * (impatient arms, section 3.2): in round t, with n plays of an arm before it
 * and xbar the mean of what was observed of it,
 *
 *   UCB1:       argmax xbar + sqrt(2 ln t / n)
 *   UCB(delta): argmax xbar + sqrt(2 ln(1 / delta) / n), delta = 1 / T^2.
 *
 * An action never played has index +Inf; ties go to the lowest action. Exact
 * and lazy (index.h): about one index a round, whatever the number of arms. */
#include "index.h"

static double ucb1_rule(const policy *p, const view *v, int action, index_clock c)
{
  (void)v;
  const contender *a = contender_at(p, action);
  if (a->pulls == 0) return INFINITY;
  return contender_mean(a) + sqrt(2 * c.log / (double)a->pulls);
}

static int ucb1_choose(policy *p, const view *v) { return race_choose(p->state, p, v, v->round, ucb1_rule); }

const policy_type policy_ucb1 = {
    .constructor = "policy_ucb1",
    .label = "UCB1",
    .paper = "Auer, Cesa-Bianchi and Fischer 2002",
    .state_size = sizeof(race),
    .action_size = sizeof(contender),
    .start = index_start,
    .choose = ucb1_choose,
    .observe = index_observe,
    .arm_entered = index_restart,
    .arm_left = index_restart,
};

typedef struct ucb_state {
  race race; /* the first member: see index.h */
  double log_inverse_delta;
} ucb_state;

static double ucb_rule(const policy *p, const view *v, int action, index_clock c)
{
  (void)v, (void)c;
  const contender *a = contender_at(p, action);
  if (a->pulls == 0) return INFINITY;
  const ucb_state *s = p->state;
  return contender_mean(a) + sqrt(2 * s->log_inverse_delta / (double)a->pulls);
}

static status ucb_start(policy *p, const view *v, const parameters *given)
{
  ucb_state *s = p->state;
  const double horizon = (double)v->horizon;
  s->log_inverse_delta = log(1 / parameters_number(given, "delta", 1 / (horizon * horizon)));
  return index_start(p, v, given);
}

static int ucb_choose(policy *p, const view *v) { return race_choose(p->state, p, v, v->round, ucb_rule); }

const policy_type policy_ucb = {
    .constructor = "policy_ucb",
    .label = "UCB",
    .paper = "Shao and Fang 2024, section 3.2",
    .state_size = sizeof(ucb_state),
    .action_size = sizeof(contender),
    .start = ucb_start,
    .choose = ucb_choose,
    .observe = index_observe,
    .arm_entered = index_restart,
    .arm_left = index_restart,
};
