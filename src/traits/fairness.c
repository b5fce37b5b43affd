/* Fairness (penalisation in bandits, equations 5 to 10): falling short of
 * share[k] * t pulls costs penalty[k] a pull. The play itself is unchanged: the
 * penalty is charged when the game is judged, against the least penalised loss,
 * t sum_k share[k] min(gap[k], penalty[k]). The player is told both numbers. */
#include "types.h"
#include <math.h>

static status fairness_prepare(problem *p, trait_model *m)
{
  const parameter *share = parameters_find(&m->given, "share");
  const parameter *penalty = parameters_find(&m->given, "penalty");
  if (!share || !penalty || share->length != p->arm_count || penalty->length != p->arm_count)
    return status_error(STATUS_INTERNAL, "Fairness needs a share and a penalty for every arm.");
  p->share = share->values;
  p->penalty = penalty->values;
  return status_ok;
}

static double shortfall_of(const game *g, int arm, int64_t round)
{
  return fmax(g->problem->share[arm] * (double)round - (double)g->arm[arm].pulls, 0);
}

static void fairness_judge(const game *g, const void *state, int64_t round, standing *s, double *figures)
{
  (void)state;
  const problem *p = g->problem;
  const comparator *c = &g->comparator;
  double penalty = 0, unfairness = 0, least = 0;
  for (int arm = 0; arm < p->arm_count; arm++) {
    const double shortfall = shortfall_of(g, arm, round);
    unfairness += shortfall;
    penalty += p->penalty[arm] * shortfall;
    least += p->share[arm] * fmin(c->best - c->rate[arm], p->penalty[arm]);
  }
  s->benchmark -= (double)round * least;
  s->regret += penalty - (double)round * least;
  figures[0] = penalty;
  figures[1] = unfairness;
}

static double fairness_judge_arm(const game *g, const void *state, int arm)
{
  (void)state;
  return shortfall_of(g, arm, g->horizon);
}

const trait_type trait_fairness = {
    .name = "fairness",
    .flag = HAS_FAIRNESS,
    .order = 7,
    .figure = {"penalty", "unfairness"},
    .arm_figure = "shortfall",
    .prepare = fairness_prepare,
    .judge = fairness_judge,
    .judge_arm = fairness_judge_arm,
};
