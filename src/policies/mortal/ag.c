/* AG, adaptive greedy (Chakrabarti et al. 2008; Traca, Rudin and Yan 2020):
 * each arm alive in round 1 once, in order; then, with
 *
 *   p = 1 - scale (max xbar - a) / (b - a), clipped to [0, 1],
 *
 * over the live arms that were played (p = 1 if none was), with probability p a uniformly random
 * live arm, else the live played arm with the greatest xbar, the lowest in a tie. Rewards lie in
 * the range [a, b]. Cost: a look at every live arm when the mean of the greatest falls. */
#include "ag.h"

status ag_prepare(ag_state *s, policy *p, const view *v, const parameters *given)
{
  const double *range = parameters_range(given);
  s->low = range[0];
  s->high = range[1];
  s->scale = parameters_number(given, "scale");
  s->first_plays = mortal_start(p, v, given);
  return status_ok;
}

/* The live played arm with the greatest mean, or -1. */
static int greediest(ag_state *s, const policy *p, const view *v)
{
  if (s->known) return s->best;
  const int best = tally_best(p, v, sizeof(mortal_arm));
  s->best = best >= 0 && mortal_at(p, best)->tally.pulls ? best : -1;
  s->known = true;
  return s->best;
}

static double chance_to_explore(const ag_state *s, const policy *p, int best)
{
  if (best < 0) return 1;
  return 1 - s->scale * (tally_mean(&mortal_at(p, best)->tally) - s->low) / (s->high - s->low);
}

int ag_decide(ag_state *s, policy *p, const view *v)
{
  const int first = mortal_first_play(p, v, &s->first_plays);
  if (first >= 0) return first;
  const int best = greediest(s, p, v);
  return stream_uniform(v->random) < chance_to_explore(s, p, best) ? -1 : best;
}

void ag_recall(policy *p, const view *v, int action)
{
  (void)action;
  mortal_first_play(p, v, &((ag_state *)p->state)->first_plays);
}

double ag_foresee(ag_state *s, policy *p, const view *v, int *otherwise)
{
  *otherwise = mortal_first_play(p, v, &s->first_plays);
  if (*otherwise >= 0) return 0;
  *otherwise = greediest(s, p, v);
  return fmin(fmax(chance_to_explore(s, p, *otherwise), 0), 1);
}

/* The best stays the best as long as its mean does not fall. */
void ag_observe(policy *p, const view *v, const outcome *o)
{
  ag_state *s = p->state;
  const tally *a = &mortal_at(p, o->arm)->tally;
  const double before = tally_mean(a);
  mortal_observe(p, v, o);
  if (!s->known || !v->is_live[o->arm]) return;
  if (o->arm == s->best) {
    s->known = tally_mean(a) >= before;
    return;
  }
  const double greatest = s->best >= 0 ? tally_mean(&mortal_at(p, s->best)->tally) : -INFINITY;
  const bool equal = tally_mean(a) == greatest && action_before(v, o->arm, s->best);
  if (tally_mean(a) > greatest || equal) s->best = o->arm;
}

/* An arm that comes back may be the best. */
void ag_arm_entered(policy *p, const view *v, int arm)
{
  (void)arm;
  if (v->away) ((ag_state *)p->state)->known = false;
}

void ag_arm_left(policy *p, const view *v, int arm)
{
  (void)v;
  ag_state *s = p->state;
  if (arm == s->best) s->known = false;
}

static status ag_start(policy *p, const view *v, const parameters *given)
{
  return ag_prepare(p->state, p, v, given);
}

static int ag_choose(policy *p, const view *v)
{
  const int sure = ag_decide(p->state, p, v);
  return sure >= 0 ? sure : v->live[stream_below(v->random, v->live_count)];
}

static bool ag_chances(policy *p, const view *v, double *chance)
{
  int best;
  const double explore = ag_foresee(p->state, p, v, &best);
  mixed_chances(v, best, explore, chance);
  return true;
}

const policy_type policy_ag = {
    .constructor = "policy_ag",
    .call = "policy_ag(explore = \"all\")",
    .label = "AG",
    .does = "plays the live arm with the best mean so far, and explores the more often, the lower "
            "that mean is",
    .paper = "Traca, Rudin and Yan 2020, Algorithm 1",
    .takes = TAKES({"scale", NOT_NEGATIVE, USUALLY(1)}, {"init", A_WHOLE(0, LARGEST_COUNT)},
                   {"range", A_RANGE, FROM_BANDIT}),
    .refuses = HAS_WAITING,
    .told_suffices = true,
    .state_size = sizeof(ag_state),
    .action_size = sizeof(mortal_arm),
    .start = ag_start,
    .choose = ag_choose,
    .recall = ag_recall,
    .chances = ag_chances,
    .played = mortal_played,
    .observe = ag_observe,
    .arm_entered = ag_arm_entered,
    .arm_left = ag_arm_left,
};
