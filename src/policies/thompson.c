/* Thompson sampling: draw a mean for each action from its posterior and play
 * the greatest draw; ties go to the lowest action.
 *
 *   "gaussian": Normal(xbar, 1 / n), after one play each in order;
 *   "beta":     Beta(1 + successes, 1 + failures); a reward in (0, 1) counts
 *               as a success with that probability (Agrawal and Goyal 2012).
 *
 * One normal or beta draw an action and round. */
#include "index.h"
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

static double thompson_draw(const policy *p, const view *v, int action)
{
  const contender *a = contender_at(p, action);
  const double pulls = (double)a->pulls;
  if (((const thompson_state *)p->state)->beta) {
    uniform_source source = source_of_stream(v->random);
    return beta_draw(&source, 1 + a->total, 1 + pulls - a->total);
  }
  return contender_mean(a) + normal_quantile(stream_uniform(v->random)) / sqrt(pulls);
}

static int first_untried(const policy *p, const view *v)
{
  EACH_ACTION(v, action) {
    if (contender_at(p, action)->pulls == 0) return action;
  }
  return -1;
}

static int thompson_choose(policy *p, const view *v)
{
  if (!((thompson_state *)p->state)->beta) {
    const int untried = first_untried(p, v);
    if (untried >= 0) return untried;
  }
  int best = -1;
  double greatest = 0;
  EACH_ACTION(v, action) {
    const double draw = thompson_draw(p, v, action);
    if (best < 0 || draw > greatest) best = action, greatest = draw;
  }
  return best;
}

/* With a beta prior the total counts successes. */
static void thompson_observe(policy *p, const view *v, const outcome *o)
{
  outcome seen = *o;
  if (((thompson_state *)p->state)->beta && seen.observed != 0 && seen.observed != 1)
    seen.observed = stream_uniform(v->random) < seen.observed ? 1 : 0;
  contender_observe(p, &seen);
}

const policy_type policy_thompson = {
    .constructor = "policy_thompson",
    .label = "Thompson",
    .paper = "Thompson 1933; Agrawal and Goyal 2012",
    .state_size = sizeof(thompson_state),
    .action_size = sizeof(contender),
    .start = thompson_start,
    .choose = thompson_choose,
    .observe = thompson_observe,
};
