/* AG, adaptive greedy (Chakrabarti et al. 2008; Traca, Rudin and Yan 2020):
 * each arm alive in round 1 once, in order; then, with
 *
 *   p = 1 - scale (max xbar - a) / (b - a), clipped to [0, 1],
 *
 * over the live arms that were played (p = 1 if none was), with probability p
 * a uniformly random live arm, else the live played arm of greatest xbar, the
 * lowest among equals. Rewards lie in the range [a, b].
 * The greatest mean is found lazily (race.h). */
#include "mortal.h"

typedef struct ag_state {
  index_state index; /* the first member: see index.h */
  double low, high, scale;
  int first_plays;
} ag_state;

static status ag_start(policy *p, const view *v, const parameters *given)
{
  ag_state *s = p->state;
  const parameter *range = parameters_find(given, "range");
  s->low = range ? range->values[0] : 0;
  s->high = range ? range->values[1] : 1;
  s->scale = parameters_number(given, "scale", 1);
  s->first_plays = mortal_start(p, v, given);
  return index_start(p, v, given);
}

static double mean_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v, (void)c;
  return contender_mean(contender_at(p, action));
}

/* The live played arm of greatest mean; -1 if there is none. */
static const index_rule greediest = {
    .value = mean_value, .timeless = true, .by_tally = true, .untried_apart = true};

static int ag_choose(policy *p, const view *v)
{
  ag_state *s = p->state;
  const int first = mortal_first_play(p, v, &s->first_plays);
  if (first >= 0) return first;
  const int best = index_choose(p, v, v->round, &greediest);
  double explore = 1;
  if (best >= 0)
    explore = 1 - s->scale * (contender_mean(contender_at(p, best)) - s->low) / (s->high - s->low);
  if (stream_uniform(v->random) < explore) return v->live[stream_below(v->random, v->live_count)];
  return best >= 0 ? best : v->live[0];
}

const policy_type policy_ag = {
    .constructor = "policy_ag",
    .label = "AG",
    .paper = "Traca, Rudin and Yan 2020, Algorithm 1",
    .refuses = HAS_WAITING,
    .state_size = sizeof(ag_state),
    .action_size = sizeof(mortal_arm),
    .start = ag_start,
    .choose = ag_choose,
    .played = mortal_played,
    .observe = index_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
};
