/* Keep alive: play the arm of greatest mean + sqrt(ln t / 2n), but first whoever
 * would leave although it may still be the best. Arms whose upper bound is below
 * another's lower bound may go; of the rest, the one that leaves soonest is
 * played as soon as waiting longer could lose somebody. */
#include <unruly/policy.h>

typedef struct kept {
  tally tally;  /* of what was seen */
  int64_t last; /* round of the last pull */
} kept;

static const kept *kept_at(const policy *p, int arm) { return (const kept *)p->actions + arm; }

static double bound(const policy *p, const view *v, int arm, double sign)
{
  const kept *k = kept_at(p, arm);
  if (k->tally.pulls == 0) return sign * INFINITY;
  return tally_mean(&k->tally) + sign * sqrt(log((double)v->round) / (2 * (double)k->tally.pulls));
}

/* The last round in which an arm can be pulled if it is not pulled before. */
static int64_t deadline(const policy *p, const view *v, int arm)
{
  if (!v->patience || v->patience[arm] == FOREVER) return FOREVER;
  const int64_t last = kept_at(p, arm)->last;
  return (last ? last : v->first[arm] - 1) + v->patience[arm];
}

static int keep_choose(policy *p, const view *v)
{
  int best = -1, soonest = -1;
  double lowest = -INFINITY;
  bool urgent = false;
  for (int i = 0; i < v->live_count; i++) lowest = fmax(lowest, bound(p, v, v->live[i], -1));
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    if (best < 0 || bound(p, v, arm, 1) > bound(p, v, best, 1)) best = arm;
    if (bound(p, v, arm, 1) < lowest) continue;
    int before = 0; /* arms worth keeping that leave no later, this one among them */
    for (int j = 0; j < v->live_count; j++)
      before += bound(p, v, v->live[j], 1) >= lowest && deadline(p, v, v->live[j]) <= deadline(p, v, arm);
    urgent = urgent || deadline(p, v, arm) - v->round < before;
    if (soonest < 0 || deadline(p, v, arm) < deadline(p, v, soonest)) soonest = arm;
  }
  return urgent ? soonest : best;
}

static status keep_start(policy *p, const view *v, const parameters *given)
{
  (void)p, (void)v, (void)given;
  return status_ok;
}

static void keep_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  kept *k = (kept *)p->actions + o->arm;
  tally_add(&k->tally, o->observed);
  k->last = o->start;
}

static const policy_type keep_alive = {
    .constructor = "policy_keep_alive",
    .label = "Keep alive in C",
    .paper = "an example",
    .refuses = HAS_WAITING,
    .action_size = sizeof(kept),
    .start = keep_start,
    .choose = keep_choose,
    .observe = keep_observe,
};

UNRULY_POLICY(keep_alive)
