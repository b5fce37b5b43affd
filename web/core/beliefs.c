/* What may be believed of each action from what was shown so far: BELIEF_PLACES numbers for each, a NaN where
 * nothing is known. Rewards of 0 and 1 have the 95% interval of a beta distribution that was uniform at
 * first; Gaussian ones have their mean and 1.96 of its standard errors. With waiting all is per round that
 * calls took, if choices are kept. */
#include "../../src/policies/sampling/beta_quantile.h"
#include "face.h"
#include <math.h>
#include <string.h>

enum { BELIEF_ARM, BELIEF_WAIT, BELIEF_SHOWN, BELIEF_MEAN, BELIEF_LOW, BELIEF_HIGH, BELIEF_PLACES };

static const double tail = 0.025, deviates = 1.959963984540054;

static void put_interval(const game *g, int arm, double total, double shown, double *to)
{
  const char *type = g->problem->arms.type->name;
  if (strcmp(type, "bernoulli") == 0 && total >= 0 && total <= shown) {
    to[BELIEF_LOW] = 1 - beta_upper_quantile(1 + shown - total, 1 + total, tail);
    to[BELIEF_HIGH] = beta_upper_quantile(1 + total, 1 + shown - total, tail);
  } else if (strcmp(type, "gaussian") == 0 && shown > 0) {
    const double half = deviates * arms_value(&g->arms, 1, arm) / sqrt(shown);
    to[BELIEF_LOW] = total / shown - half;
    to[BELIEF_HIGH] = total / shown + half;
  }
}

/* Rounds that the choices of an action took. */
static double rounds_taken(const live_game *g, int64_t number, int wait)
{
  const choice_row *row = g->record.choices.items;
  double cost = 0;
  for (size_t i = 0; i < g->record.choices.count; i++)
    if (row[i].number == number && row[i].wait == wait) cost += row[i].cost;
  return cost;
}

const double *face_beliefs(live_game *g)
{
  const game *of = &g->game;
  const int waits = of->problem->waits, count = of->problem->arm_count * waits;
  double *all = arena_zeroed(&g->memory, (size_t)count * BELIEF_PLACES, sizeof *all);
  for (int action = 0; all && action < count; action++) {
    const int arm = action / waits, wait = action % waits + 1;
    const action_status *a = &of->action[action];
    const double shown = (double)a->shown, total = sum_value(of->simple ? &a->worth : &a->observed);
    double *to = all + action * BELIEF_PLACES;
    to[BELIEF_ARM] = (double)of->roster.number[arm] + 1;
    to[BELIEF_WAIT] = wait;
    to[BELIEF_SHOWN] = shown;
    to[BELIEF_MEAN] = shown > 0 ? total / shown : NAN;
    to[BELIEF_LOW] = to[BELIEF_HIGH] = NAN;
    put_interval(of, arm, total, shown, to);
    if (waits == 1) continue;
    const double each = shown > 0 ? rounds_taken(g, of->roster.number[arm], wait) / shown : NAN;
    for (int i = BELIEF_MEAN; i <= BELIEF_HIGH; i++) to[i] /= each > 0 ? each : NAN;
  }
  return all;
}

int face_belief_count(const live_game *g) { return g->game.problem->arm_count * g->game.problem->waits; }
