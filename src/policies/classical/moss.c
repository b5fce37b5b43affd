/* MOSS, the minimax optimal strategy in the stochastic case (Audibert and
 * Bubeck 2009, section 2): with n plays of an action, K actions that can be
 * played now and the horizon T,
 *
 *   argmax xbar + w sqrt(max(ln(T / (K n)), 0) / n),
 *
 * for rewards in a range of width w = 1. An action never played has index +Inf; ties go to the lowest action.
 * The index does not change with the clock: exact and lazy (race.h); most rounds
 * cost a draw, two additions and a comparison. */
#include "../search/index.h"
#include "../../base/elementary.h"

typedef struct moss_state {
  index_state index; /* the first member: see index.h */
  double factor;     /* w^2 */
} moss_state;

/* T / (K n): from 1 on downwards the width is 0. */
static double shares_left(const view *v, double n)
{
  return (double)v->horizon / ((double)v->live_count * v->waits * n);
}

static double width_after(const policy *p, const view *v, double n)
{
  const double factor = ((const moss_state *)p->state)->factor;
  return sqrt(factor * fmax(same_log(shares_left(v, n)), 0) / n);
}

static double moss_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)c;
  const contender *a = contender_at(p, action);
  return contender_mean(a) + width_after(p, v, (double)a->tally.pulls);
}

/* Convex before n = T / K, and from there on, but not across it. */
static double moss_needed(const policy *p, const view *v, int action, double n, double level, index_clock c)
{
  (void)action, (void)c;
  return n * (level - width_after(p, v, n));
}

static const index_form moss = {
    .value = moss_value, .needed = moss_needed, .by_tally = true, .timeless = true};

static status moss_start(policy *p, const view *v, const parameters *given)
{
  ((moss_state *)p->state)->factor = squared_width(given);
  return index_start(p, v, given);
}

static int moss_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &moss); }

static void moss_stretch(policy *p, const view *v, int action, stretch *s)
{
  stretch promised = *s;
  race_stretch(race_of(p), p, v, v->round, action, &moss, &promised);
  const double n = (double)contender_at(p, action)->tally.pulls;
  if (shares_left(v, n) <= 1 || shares_left(v, n + (double)promised.plays) >= 1) *s = promised;
}

static double moss_index(const policy *p, const view *v, int action)
{
  return index_now(p, v, action, v->round, &moss);
}

/* All indices change with K. */
static void moss_arm_left(policy *p, const view *v, int arm)
{
  race_left(race_of(p), p, v, arm);
  race_restart(race_of(p));
}

static void moss_arm_entered(policy *p, const view *v, int arm)
{
  index_arm_entered(p, v, arm);
  race_restart(race_of(p));
}

const policy_type policy_moss = {
    .constructor = "policy_moss",
    .label = "MOSS",
    .does = "plays the arm that may be the best, and stops exploring an arm that has had its "
            "share of the horizon",
    .paper = "Audibert and Bubeck 2009",
    .deterministic = true,
    .takes = TAKES({"range", A_RANGE, FROM_BANDIT}, {"sd", A_POSITIVE, FROM_BANDIT, .not_with = "range"}),
    .needs_horizon = "",
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(moss_state),
    .action_size = sizeof(contender),
    .start = moss_start,
    .choose = moss_choose,
    .index = moss_index,
    .observe = index_observe,
    .arm_entered = moss_arm_entered,
    .arm_left = moss_arm_left,
    .stretch = moss_stretch,
    .observe_run = index_observe_run,
};
