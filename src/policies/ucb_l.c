/* UCB-L (Traca, Rudin and Yan 2020, section 2.2): each arm alive in round 1
 * once, in order; then, for an arm that lives in rounds s..l,
 *
 *   argmax xbar + psi sqrt(2 ln(t - s + 1) / n),  psi = scale ln(l - t + 1),
 *
 * psi being 0 once an estimated life has run out. A live arm that was never
 * played counts as n = 1 with xbar = the average of the empirical means of all
 * arms played so far (0 if none). Ties go to the lowest arm.
 *
 * Lives unknown: l = s - 1 + the mean life of the arms that have expired, and
 * psi = 1 until one has. Cost: an index for every live arm a round. */
#include "mortal.h"
#include <math.h>

typedef struct ucb_l_state {
  double scale;
  int first_plays;
  double means; /* sum over arms played so far of their empirical means */
  int64_t played;
  double lives; /* sum of the lives of expired arms */
  int64_t expired;
} ucb_l_state;

static status ucb_l_start(policy *p, const view *v, const parameters *given)
{
  ucb_l_state *s = p->state;
  s->scale = parameters_number(given, "scale", 0.011);
  s->first_plays = mortal_start(p, v, given);
  return status_ok;
}

/* ln(l - t + 1), with l known or estimated; 0 when the life has run out. */
static double log_remaining(const ucb_l_state *s, const view *v, int arm)
{
  const double last =
      v->last ? (double)v->last[arm] : (double)v->first[arm] - 1 + s->lives / (double)s->expired;
  const double remaining = last - (double)v->round + 1;
  return remaining > 1 ? log(remaining) : 0;
}

static double ucb_l_index(const policy *p, const view *v, int arm, const void *with)
{
  (void)with;
  const ucb_l_state *s = p->state;
  const tally *a = &mortal_at(p, arm)->tally;
  const double average = s->played ? s->means / (double)s->played : 0;
  const double mean = a->pulls ? tally_mean(a) : average;
  const double n = a->pulls ? (double)a->pulls : 1;
  const double psi = v->last || s->expired ? s->scale * log_remaining(s, v, arm) : 1;
  return mean + psi * sqrt(2 * log((double)(v->round - v->first[arm] + 1)) / n);
}

static int ucb_l_choose(policy *p, const view *v)
{
  const int first = mortal_first_play(p, v, &((ucb_l_state *)p->state)->first_plays);
  if (first >= 0) return first;
  return argmax_action(p, v, ucb_l_index, NULL);
}

static void ucb_l_observe(policy *p, const view *v, const outcome *o)
{
  ucb_l_state *s = p->state;
  const tally *a = &mortal_at(p, o->arm)->tally;
  const double before = a->pulls ? tally_mean(a) : 0;
  if (a->pulls == 0) s->played++;
  mortal_observe(p, v, o);
  s->means += tally_mean(a) - before;
}

/* The arm is gone before round v->round: its life ended in the round before. */
static void ucb_l_arm_left(policy *p, const view *v, int arm)
{
  ucb_l_state *s = p->state;
  s->lives += (double)(v->round - v->first[arm]);
  s->expired++;
}

const policy_type policy_ucb_l = {
    .constructor = "policy_ucb_l",
    .label = "UCB-L",
    .paper = "Traca, Rudin and Yan 2020, section 2.2",
    .needs = HAS_LIFETIMES | HAS_REPLAY,
    .refuses = HAS_WAITING,
    .state_size = sizeof(ucb_l_state),
    .action_size = sizeof(mortal_arm),
    .start = ucb_l_start,
    .choose = ucb_l_choose,
    .played = mortal_played,
    .observe = ucb_l_observe,
    .arm_left = ucb_l_arm_left,
};
