/* Tracking (D-tracking; Garivier and Kaufmann 2016, section 3.1): of K arms, of which
 * t plays were made, n of an arm,
 *
 *   1. while nothing was seen of one, the least played;
 *   2. if some arm has n < sqrt(t) - K / 2, the least played;
 *   3. if several arms have the greatest mean, the least played of these;
 *   4. else argmax w* - n / t, w* being the optimal shares for the means of what was
 *      seen (shares.h), "bernoulli" or "gaussian".
 *
 * Arms and plays are those that are there. Ties go to the lowest arm; in the last rule
 * what is within 1e-9 of the greatest is equal to it, so that shares which are
 * found to 1e-11 decide, and where they do not, those found in the plain way do.
 * Cost: two or three steps of Newton, two divergences an arm each. */
#include "sample.h"
#include "shares.h"

typedef struct tracked {
  sample sample; /* the first member: see sample.h */
  double x;      /* of the last solution; 0: the arm was not there */
} tracked;

typedef struct tracking_state {
  reward_range range;
  int best; /* of the last solution, or -1 */
  shares shares;
} tracking_state;

static tracked *tracked_at(const policy *p, int arm) { return (tracked *)p->actions + arm; }

static status tracking_start(policy *p, const view *v, const parameters *given)
{
  tracking_state *s = p->state;
  s->range = reward_range_of(given);
  s->best = -1;
  s->shares.gaussian = parameters_text_is(given, "family", "gaussian");
  return shares_open(&s->shares, v->arms, p->memory) ? status_ok : status_no_memory();
}

static double plays_there(const policy *p, const view *v)
{
  int64_t plays = 0;
  for (int i = 0; i < v->live_count; i++) plays += tracked_at(p, v->live[i])->sample.plays;
  return (double)plays;
}

/* Returns the least played of the arms with the greatest mean, and whether there are several. */
static int leader_of(const policy *p, const view *v, bool *several)
{
  int best = -1;
  double greatest = 0;
  *several = false;
  for (int i = 0; i < v->live_count; i++) {
    const sample *a = &tracked_at(p, v->live[i])->sample;
    const double mean = tally_mean(&a->tally);
    if (best >= 0 && mean < greatest) continue;
    *several = best >= 0 && mean == greatest;
    if (!*several || a->plays < tracked_at(p, best)->sample.plays) best = v->live[i];
    greatest = mean;
  }
  return best;
}

/* Begins where the last solution was, if the same arm is the best of the same arms. */
static void solve(const policy *p, const view *v, int leader, bool plain)
{
  tracking_state *s = p->state;
  shares *o = &s->shares;
  bool same = s->best == leader && !plain;
  o->count = v->live_count;
  for (int i = 0; i < v->live_count; i++) {
    const tracked *a = tracked_at(p, v->live[i]);
    o->mean[i] = tally_mean(&a->sample.tally);
    o->x[i] = a->x;
    same = same && a->x > 0;
    if (v->live[i] == leader) o->best = i;
  }
  if (!same) o->y = 0;
  shares_solve(o, plain);
  for (int i = 0; i < v->live_count; i++) tracked_at(p, v->live[i])->x = o->x[i];
  s->best = leader;
}

static double lag_of(const policy *p, const view *v, int i, double sum, double plays)
{
  const shares *o = &((const tracking_state *)p->state)->shares;
  return o->x[i] / sum - (double)tracked_at(p, v->live[i])->sample.plays / plays;
}

/* The arm that lags most behind its share; -1 if that cannot be decided. */
static int furthest_behind(const policy *p, const view *v, double plays, double doubt)
{
  const double sum = shares_sum(&((const tracking_state *)p->state)->shares);
  double greatest = -INFINITY;
  int first = -1;
  for (int i = 0; i < v->live_count; i++) greatest = fmax(greatest, lag_of(p, v, i, sum, plays));
  for (int i = 0; i < v->live_count; i++) {
    const double behind = greatest - lag_of(p, v, i, sum, plays) - 1e-9;
    if (fabs(behind) < doubt) return -1;
    if (first < 0 && behind <= 0) first = v->live[i];
  }
  return first;
}

static int tracking_choose(policy *p, const view *v)
{
  const int first = sample_first(p, v, sizeof(tracked));
  if (first >= 0 || v->live_count == 1) return first >= 0 ? first : v->live[0];
  const double plays = plays_there(p, v);
  const int least = sample_least_played(p, v, sizeof(tracked));
  if ((double)tracked_at(p, least)->sample.plays < sqrt(plays) - v->live_count / 2.0) return least;
  bool several;
  const int leader = leader_of(p, v, &several);
  if (several) return leader;
  solve(p, v, leader, v->plain);
  const int chosen = furthest_behind(p, v, plays, v->plain ? 0 : 5 * SHARES_ERROR);
  if (chosen >= 0) return chosen;
  solve(p, v, leader, true);
  return furthest_behind(p, v, plays, 0);
}

static void tracking_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tracked_at(p, o->arm)->sample.plays++;
}

static void tracking_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  const tracking_state *s = p->state;
  const double seen = s->shares.gaussian ? o->observed : in_unit(s->range, o->observed);
  tally_add(&tracked_at(p, o->arm)->sample.tally, seen);
}

const policy_type policy_tracking = {
    .constructor = "policy_tracking",
    .label = "Tracking",
    .does = "plays arms in the proportions that would find the best arm soonest if the estimates "
            "were true",
    .paper = "Garivier and Kaufmann 2016",
    .deterministic = true,
    .takes =
        TAKES({"family", A_TEXT("bernoulli|gaussian"), .bounded = "The Bernoulli divergence", FROM_BANDIT},
              {"range", A_RANGE, .only_if = "family=bernoulli", FROM_BANDIT}),
    .refuses = HAS_WAITING,
    .told_suffices = true,
    .state_size = sizeof(tracking_state),
    .action_size = sizeof(tracked),
    .start = tracking_start,
    .choose = tracking_choose,
    .played = tracking_played,
    .observe = tracking_observe,
};
