/* Thompson sampling: draw a mean for each action from its posterior and play
 * the greatest draw; ties go to the lowest action.
 *
 *   "gaussian": Normal(xbar, 1 / n), after one play each in order;
 *   "beta":     Beta(1 + successes, 1 + failures); a reward in (0, 1) counts
 *               as a success with that probability (Agrawal and Goyal 2012).
 *
 * One normal or beta draw an action and round. */
#include "tally.h"
#include "../random/distributions.h"

typedef struct thompson_state {
  bool beta;
} thompson_state;

static status thompson_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  ((thompson_state *)p->state)->beta = parameters_text_is(given, "prior", "beta");
  return status_ok;
}

static double thompson_draw(const policy *p, const view *v, int action, const void *with)
{
  (void)with;
  const tally *a = (const tally *)p->actions + action;
  const double pulls = (double)a->pulls;
  if (((const thompson_state *)p->state)->beta) {
    uniform_source source = source_of_stream(v->random);
    return beta_draw(&source, 1 + a->total, 1 + pulls - a->total);
  }
  return tally_mean(a) + normal_quantile(stream_uniform(v->random)) / sqrt(pulls);
}

static int first_untried(const policy *p, const view *v)
{
  for (int i = 0; i < v->action_count; i++)
    if (((const tally *)p->actions)[v->actions[i]].pulls == 0) return v->actions[i];
  return -1;
}

static int thompson_choose(policy *p, const view *v)
{
  if (!((thompson_state *)p->state)->beta) {
    const int untried = first_untried(p, v);
    if (untried >= 0) return untried;
  }
  return argmax_action(p, v, thompson_draw, NULL);
}

/* With a beta prior the total counts successes. */
static void thompson_observe(policy *p, const view *v, const outcome *o)
{
  double seen = o->observed;
  if (((thompson_state *)p->state)->beta && seen != 0 && seen != 1)
    seen = stream_uniform(v->random) < seen ? 1 : 0;
  tally_add((tally *)p->actions + o->action, seen);
}

const policy_type policy_thompson = {
    .constructor = "policy_thompson",
    .label = "Thompson",
    .paper = "Thompson 1933; Agrawal and Goyal 2012",
    .state_size = sizeof(thompson_state),
    .action_size = sizeof(tally),
    .start = thompson_start,
    .choose = thompson_choose,
    .observe = thompson_observe,
};
