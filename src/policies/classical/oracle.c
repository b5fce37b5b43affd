/* The oracle plays the comparator of the regret: it sees the true means, and
 * says so. Ties: the lowest arm, then the lowest wait.
 *   plain, impatient, spread, entries, mortal, asleep: the available arm with the highest mean;
 *   resting: the same, which is at least 1 - 1/e - O(1/T) of the best play (Basu et al. 2019);
 *   rising with their pulls: the arm that is best played throughout (Heidari, Kearns and Roth 2016);
 *   waiting: the available (arm, wait) of highest rate;
 *   fairness: an arm short of its share whose penalty rate exceeds its gap
 *   (the shortest first), else the best arm: the least penalised loss. */
#include "../../model/policy.h"
#include <math.h>

typedef struct oracle_state {
  int64_t *pulls; /* by arm, only with fairness */
} oracle_state;

static status oracle_start(policy *p, const view *v, const parameters *given)
{
  (void)given;
  if (!v->share) return status_ok;
  oracle_state *s = p->state;
  s->pulls = arena_zeroed(p->memory, (size_t)v->arms, sizeof(int64_t));
  return s->pulls ? status_ok : status_no_memory();
}

static double true_value(const policy *p, const view *v, int action, const void *with)
{
  (void)p, (void)with;
  return v->mean_value[action];
}

/* The arm furthest behind its share among those worth their keep, or -1. */
static int neediest(const oracle_state *s, const view *v, int best)
{
  int found = -1;
  double furthest = 0;
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    const double gap = v->mean_value[best] - v->mean_value[arm];
    const double behind = v->share[arm] * (double)v->round - (double)s->pulls[arm];
    if (gap < v->penalty[arm] && behind > furthest) found = arm, furthest = behind;
  }
  return found;
}

static int oracle_choose(policy *p, const view *v)
{
  const int throughout = v->best_throughout - 1;
  if (throughout >= 0 && v->is_live[throughout]) return throughout;
  const int best = argmax_action(p, v, true_value, NULL);
  if (!v->share) return best;
  const int needy = neediest(p->state, v, best);
  return needy >= 0 ? needy : best;
}

static void oracle_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  oracle_state *s = p->state;
  if (s->pulls) s->pulls[o->arm]++;
}

/* Without shares to serve nothing changes until an arm comes or goes. */
static void oracle_stretch(policy *p, const view *v, int action, stretch *s)
{
  (void)p, (void)action;
  if (!v->share) s->plays = FOREVER;
}

static void oracle_observe_run(policy *p, const view *v, const run *r)
{
  (void)v;
  const oracle_state *s = p->state;
  if (s->pulls) s->pulls[r->arm] += r->plays;
}

const policy_type policy_oracle = {
    .constructor = "policy_oracle",
    .label = "Oracle",
    .does = "sees the true means and plays the arm with the greatest one: no policy does better "
            "in a round",
    .paper = "yardstick",
    .refuses = HAS_REPLAY,
    .sees_means = true,
    .no_chances =
        "plays by the true means and draws nothing, so an arm that it does not choose has propensity 0",
    .state_size = sizeof(oracle_state),
    .start = oracle_start,
    .choose = oracle_choose,
    .played = oracle_played,
    .stretch = oracle_stretch,
    .observe_run = oracle_observe_run,
};
