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
 * psi = 1 until one has.
 *
 * Exact and lazy: two races (race.h), of the arms that were played and, by their
 * widths, of those that were not, for all of these have the same mean. Where it
 * might round two of their sums to one number all are looked at. */
#include "mortal.h"

typedef struct ucb_l_state {
  index_state seen; /* the first member: see index.h */
  race fresh;       /* of the arms never played */
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
  const status opened = race_open(&s->fresh, p, v);
  return opened.code ? opened : index_start(p, v, given);
}

/* psi in this round; 0 when an estimated life has run out. */
static double psi_at(const ucb_l_state *s, const view *v, int arm, double round)
{
  if (!v->last && !s->expired) return 1;
  const double last =
      v->last ? (double)v->last[arm] : (double)v->first[arm] - 1 + s->lives / (double)s->expired;
  const double remaining = last - round + 1;
  return s->scale * (remaining > 1 ? log(remaining) : 0);
}

/* With psi of one round and the age of another: as rounds go on, psi falls and
 * the age grows. */
static double width(const policy *p, const view *v, int arm, double psi_round, double age_round)
{
  const tally *a = &contender_at(p, arm)->tally;
  const double n = a->pulls ? (double)a->pulls : 1;
  return psi_at(p->state, v, arm, psi_round) * sqrt(2 * log(age_round - (double)v->first[arm] + 1) / n);
}

static double mean_of(const policy *p, int arm)
{
  const ucb_l_state *s = p->state;
  const contender *c = contender_at(p, arm);
  if (c->tally.pulls) return contender_mean(c);
  return s->played ? s->means / (double)s->played : 0;
}

static double seen_value(const policy *p, const view *v, int arm, index_clock c)
{
  return mean_of(p, arm) + width(p, v, arm, c.now, c.now);
}

static double seen_bound(const policy *p, const view *v, int arm, index_clock from, index_clock to,
                         bool lower)
{
  return mean_of(p, arm) + (lower ? width(p, v, arm, to.now, from.now) : width(p, v, arm, from.now, to.now));
}

static double fresh_value(const policy *p, const view *v, int arm, index_clock c)
{
  return width(p, v, arm, c.now, c.now);
}

static double fresh_bound(const policy *p, const view *v, int arm, index_clock from, index_clock to,
                          bool lower)
{
  return lower ? width(p, v, arm, to.now, from.now) : width(p, v, arm, from.now, to.now);
}

static const index_rule seen_rule = {.value = seen_value, .bound = seen_bound, .untried_apart = true};
static const index_rule fresh_rule = {.value = fresh_value, .bound = fresh_bound, .untried_only = true};

static double ucb_l_index(const policy *p, const view *v, int arm, const void *with)
{
  (void)with;
  return seen_value(p, v, arm, (index_clock){(double)v->round, 0});
}

static int ucb_l_choose(policy *p, const view *v)
{
  ucb_l_state *s = p->state;
  const int first = mortal_first_play(p, v, &s->first_plays);
  if (first >= 0) return first;
  if (v->plain) return argmax_action(p, v, ucb_l_index, NULL);
  const int seen = race_choose(race_of(p), p, v, v->round, &seen_rule);
  const int fresh = race_choose(&s->fresh, p, v, v->round, &fresh_rule);
  if (fresh < 0) return seen;
  const double value = ucb_l_index(p, v, fresh, NULL),
               margin = 1e-14 * (fabs(value) + fabs(mean_of(p, fresh)));
  if (s->fresh.upper[1] >= width(p, v, fresh, (double)v->round, (double)v->round) - margin)
    return argmax_action(p, v, ucb_l_index, NULL);
  if (seen < 0) return fresh;
  const double other = ucb_l_index(p, v, seen, NULL);
  return value > other || (value == other && action_before(v, fresh, seen)) ? fresh : seen;
}

static void ucb_l_observe(policy *p, const view *v, const outcome *o)
{
  ucb_l_state *s = p->state;
  const tally *a = &contender_at(p, o->arm)->tally;
  const double before = a->pulls ? tally_mean(a) : 0;
  if (a->pulls == 0) {
    s->played++;
    race_quit(&s->fresh, o->arm);
    contender_at(p, o->arm)->is_near = false;
  }
  index_observe(p, v, o);
  s->means += tally_mean(a) - before;
}

static void ucb_l_arm_entered(policy *p, const view *v, int arm)
{
  (void)v;
  ucb_l_state *s = p->state;
  const bool seen = contender_at(p, arm)->tally.pulls > 0;
  race_join(seen ? race_of(p) : &s->fresh, p, arm);
}

/* The arm is gone before round v->round: its life ended in the round before.
 * Where lives are estimated all indices change. */
static void ucb_l_arm_left(policy *p, const view *v, int arm)
{
  ucb_l_state *s = p->state;
  s->lives += (double)(v->round - v->first[arm]);
  s->expired++;
  race_quit(race_of(p), arm);
  race_quit(&s->fresh, arm);
  if (v->last) return;
  race_restart(race_of(p));
  race_restart(&s->fresh);
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
    .arm_entered = ucb_l_arm_entered,
    .arm_left = ucb_l_arm_left,
};
