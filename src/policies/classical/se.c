/* SE, successive elimination (Even-Dar, Mannor and Mansour 2006; impatient
 * arms, sections 3.2 and E): round robin over the active arms, in the order
 * of their numbers. When a sweep is over, k goes if some active j has
 *
 *   xbar_j - xbar_k > 4 sqrt(ln T / n),
 *
 * n being the number of plays that each active arm has had; with `delta`, ln(1 / delta)
 * replaces ln T. At the start of a round:
 *
 *   1. arms that have left are no longer active; arms that have come are;
 *   2. if no active arm has a higher number than the arm played last, the
 *      sweep is over: arms are eliminated, all at once;
 *   3. the next active arm of the sweep is played; if none is active, of the available arms that
 *      with the highest xbar, in a tie one that is drawn (ties.h; the numbers, when one of them is
 *      first needed).
 *
 * Active arms that came late have fewer plays than others; then 4 sqrt(ln T/n) is 2 sqrt(ln T /
 * n_j) + 2 sqrt(ln T / n_k) (ours; the same for equal n).
 *
 * OPSE, optimistic-pessimistic elimination (Lancewicki, Segal, Koren and Mansour 2021, section 4), for outcomes
 * whose delay may depend on the reward: with N plays of an arm, of which n were shown with sum S of rewards in
 * [0, 1], and r = sqrt(2 ln T / N), k goes if its high = (S + N - n) / N + r, where all others are 1, is below
 * the low = S / N - r of some active arm, where all others are 0.
 *
 * Cost: O(1) per round, whatever the number of arms. */
#include "../search/ties.h"
#include "elimination.h"
#include "../../base/elementary.h"

/* The active arms are a list in ascending order; -1 ends it. */
typedef struct se_arm {
  tally tally;
  tie_number tie;
  int64_t plays; /* shown or not */
  int before, after;
  bool active, eliminated;
} se_arm;

typedef struct se_state {
  double log_term;
  bool wary; /* OPSE */
  reward_range range; /* of OPSE */
  int first, last;
  int64_t from; /* the sweep has reached this arm number */
  int at;       /* the first active arm from there on, or -1 */
} se_state;

static se_arm *se_arm_at(const policy *p, int arm) { return (se_arm *)p->actions + arm; }

static double mean_of_all(const se_state *s, const se_arm *a, double others)
{
  const double shown = (double)a->tally.pulls;
  const double sum = (a->tally.total - shown * s->range.from) / (s->range.to - s->range.from);
  return (sum + others * ((double)a->plays - shown)) / (double)a->plays;
}

static double lower_bound(const se_state *s, const se_arm *a)
{
  if (!s->wary) return tally_lower(&a->tally, s->log_term);
  return a->plays ? mean_of_all(s, a, 0) - sqrt(2 * s->log_term / (double)a->plays) : -INFINITY;
}

static double upper_bound(const se_state *s, const se_arm *a)
{
  if (!s->wary) return tally_upper(&a->tally, s->log_term);
  return a->plays ? mean_of_all(s, a, 1) + sqrt(2 * s->log_term / (double)a->plays) : INFINITY;
}

/* Arms mostly come with the highest number so far. */
static void activate(policy *p, const view *v, int arm)
{
  se_state *s = p->state;
  se_arm *a = se_arm_at(p, arm);
  a->active = true;
  a->after = -1;
  a->before = s->last;
  while (a->before >= 0 && v->number[a->before] > v->number[arm]) {
    a->after = a->before;
    a->before = se_arm_at(p, a->before)->before;
  }
  if (a->before < 0) s->first = arm;
  else se_arm_at(p, a->before)->after = arm;
  if (a->after < 0) s->last = arm;
  else se_arm_at(p, a->after)->before = arm;
  if (v->number[arm] >= s->from && (s->at < 0 || v->number[arm] < v->number[s->at])) s->at = arm;
}

static void deactivate(policy *p, int arm)
{
  se_state *s = p->state;
  se_arm *a = se_arm_at(p, arm);
  a->active = false;
  if (a->before < 0) s->first = a->after;
  else se_arm_at(p, a->before)->after = a->after;
  if (a->after < 0) s->last = a->before;
  else se_arm_at(p, a->after)->before = a->before;
  if (s->at == arm) s->at = a->after;
}

static void eliminate(policy *p)
{
  const se_state *s = p->state;
  double greatest = -INFINITY;
  for (int arm = s->first; arm >= 0; arm = se_arm_at(p, arm)->after)
    greatest = fmax(greatest, lower_bound(s, se_arm_at(p, arm)));
  for (int arm = s->first; arm >= 0; arm = se_arm_at(p, arm)->after) {
    se_arm *a = se_arm_at(p, arm);
    if (!(greatest > upper_bound(s, a))) continue;
    a->eliminated = true;
    deactivate(p, arm);
  }
}

static void start_sweep(policy *p, const view *v, const parameters *given)
{
  se_state *s = p->state;
  s->log_term = same_log((double)v->horizon);
  if (parameters_given(given, "error")) s->log_term = same_log(1 / parameters_number(given, "error"));
  s->first = s->last = s->at = -1;
  for (int i = 0; i < v->live_count; i++) activate(p, v, v->live[i]);
}

static status se_start(policy *p, const view *v, const parameters *given)
{
  start_sweep(p, v, given);
  ((se_state *)p->state)->log_term *= squared_scale(given, "sd");
  return status_ok;
}

static status opse_start(policy *p, const view *v, const parameters *given)
{
  start_sweep(p, v, given);
  ((se_state *)p->state)->wary = true;
  ((se_state *)p->state)->range = reward_range_of(given);
  return status_ok;
}

/* Only eliminated arms are there. */
static int best_there(policy *p, const view *v)
{
  int best = v->live[0];
  for (int i = 0; i < v->live_count; i++) tie_draw(&se_arm_at(p, v->live[i])->tie, v);
  for (int i = 1; i < v->live_count; i++) {
    const se_arm *a = se_arm_at(p, v->live[i]), *b = se_arm_at(p, best);
    const double mean = tally_mean(&a->tally), greatest = tally_mean(&b->tally);
    if (mean > greatest || (mean == greatest && a->tie < b->tie)) best = v->live[i];
  }
  return best;
}

static int se_choose(policy *p, const view *v)
{
  se_state *s = p->state;
  if (s->at < 0) {
    eliminate(p);
    s->from = 0;
    s->at = s->first;
  }
  return s->at >= 0 ? s->at : best_there(p, v);
}

/* --- why ----------------------------------------------------------------------------- */

/* Returns how many are active in the next round, if the sweep is over: those that are not eliminated then. */
static int actives_then(const policy *p)
{
  const se_state *s = p->state;
  double greatest = -INFINITY;
  int count = 0;
  for (int arm = s->first; arm >= 0 && s->at < 0; arm = se_arm_at(p, arm)->after)
    greatest = fmax(greatest, lower_bound(s, se_arm_at(p, arm)));
  for (int arm = s->first; arm >= 0; arm = se_arm_at(p, arm)->after)
    count += !(greatest > upper_bound(s, se_arm_at(p, arm)));
  return count;
}

/* Returns the code of a choice by mean: where none is active the greatest mean is played, one that is drawn
 * in a tie. */
static const char *code_by_mean(const policy *p, const view *v)
{
  double greatest = -INFINITY;
  int count = 0;
  for (int i = 0; i < v->live_count; i++) {
    const double mean = tally_mean(&se_arm_at(p, v->live[i])->tally);
    count = mean > greatest ? 1 : count + (mean == greatest);
    greatest = fmax(greatest, mean);
  }
  return count == 1 ? WHY_INDEX : WHY_DRAWN;
}

static int place_of(const policy *p, int arm)
{
  int place = 1;
  while ((arm = se_arm_at(p, arm)->before) >= 0) place++;
  return place;
}

static bool se_explain(policy *p, const view *v, int action, reason *r)
{
  const se_state *s = p->state;
  const se_arm *a = se_arm_at(p, action);
  const int actives = actives_then(p);
  r->code = v->action_count == 1 || actives == 1 ? WHY_ONLY_ONE
            : actives == 0                       ? code_by_mean(p, v)
                                                 : WHY_CYCLE;
  if (a->tally.pulls) {
    reason_add(r, PART_MEAN, tally_mean(&a->tally));
    reason_add(r, PART_LOW, lower_bound(s, a));
    reason_add(r, PART_HIGH, upper_bound(s, a));
    if (actives == 0) reason_add(r, PART_INDEX, tally_mean(&a->tally));
  }
  if (a->active) reason_add(r, PART_PLACE, place_of(p, action));
  return true;
}

/* In a replay the log plays some arms out of turn. */
static void se_played(policy *p, const view *v, const outcome *o)
{
  se_state *s = p->state;
  se_arm *a = se_arm_at(p, o->arm);
  a->plays++;
  s->from = v->number[o->arm] + 1;
  s->at = a->active ? a->after : s->first;
  while (s->at >= 0 && v->number[s->at] < s->from) s->at = se_arm_at(p, s->at)->after;
}

static void se_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add(&se_arm_at(p, o->arm)->tally, o->observed);
}

static void se_arm_entered(policy *p, const view *v, int arm)
{
  const se_arm *a = se_arm_at(p, arm);
  if (!a->active && !a->eliminated) activate(p, v, arm);
}

static void se_arm_left(policy *p, const view *v, int arm)
{
  (void)v;
  if (se_arm_at(p, arm)->active) deactivate(p, arm);
}

/* Once one arm is left, nothing changes until an arm comes or goes. */
static void se_stretch(policy *p, const view *v, int action, stretch *s)
{
  (void)v;
  const se_state *state = p->state;
  if (state->first != action || state->last != action) return;
  s->plays = FOREVER;
  s->total = se_arm_at(p, action)->tally.total;
}

static void se_observe_run(policy *p, const view *v, const run *r)
{
  se_arm *a = se_arm_at(p, r->arm);
  a->tally.pulls += r->plays;
  a->tally.total = r->total;
  a->plays += r->plays - 1;
  const outcome last = {.action = r->action, .arm = r->arm};
  se_played(p, v, &last);
}

const policy_type policy_se = {
    .constructor = "policy_se",
    .label = "SE",
    .does = "plays all arms that are left in turn, and strikes off those that are clearly worse "
            "than another",
    .paper = "Even-Dar, Mannor and Mansour 2006",
    .own_plays = PLAYS_IN_TURN,
    .deterministic = true,
    .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true, .otherwise = "1 / T"},
                   {"sd", A_POSITIVE, FROM_BANDIT}),
    .refuses = HAS_WAITING,
    .needs_horizon = "error",
    .bytes_suffice = true,
    .state_size = sizeof(se_state),
    .action_size = sizeof(se_arm),
    .start = se_start,
    .choose = se_choose,
    .explain = se_explain,
    .played = se_played,
    .observe = se_observe,
    .arm_entered = se_arm_entered,
    .arm_left = se_arm_left,
    .stretch = se_stretch,
    .observe_run = se_observe_run,
};

const policy_type policy_opse = {
    .constructor = "policy_opse",
    .label = "OPSE",
    .does = "plays all arms that are left in turn, and strikes off those that are worse than another "
            "whatever comes of the pulls that were not shown yet",
    .paper = "Lancewicki, Segal, Koren and Mansour 2021, section 4",
    .zeros = ZEROS_MAY_BE_LATE,
    .own_plays = PLAYS_IN_TURN,
    .deterministic = true,
    .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true, .otherwise = "1 / T"},
                   {"range", A_RANGE, FROM_BANDIT}),
    .refuses = HAS_WAITING | HAS_SPREAD,
    .needs_horizon = "error",
    .bytes_suffice = true,
    .state_size = sizeof(se_state),
    .action_size = sizeof(se_arm),
    .start = opse_start,
    .choose = se_choose,
    .explain = se_explain,
    .played = se_played,
    .observe = se_observe,
    .arm_entered = se_arm_entered,
    .arm_left = se_arm_left,
    .stretch = se_stretch,
    .observe_run = se_observe_run,
};
