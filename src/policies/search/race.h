/* A race finds the action with the greatest index, exactly, without evaluating
 * all indices in every round.
 *
 * Between two plays of an action its index can only grow with the clock (the
 * round, or the number of plays), and slowly. So an action gets an upper bound,
 * its index at some later clock, which holds until then or until it is played.
 * The bounds are kept in a tree of maxima. The last choice, the leader, is not
 * in it: while its index is above the root, it is chosen again. Otherwise the
 * actions whose bounds reach it are evaluated exactly, by the same rule at the
 * same clock as in plain mode: both make the same choices, ties included.
 *
 * There are two kinds of bounds: far ones hold for a long block of the clock and
 * are made for all actions at once; an action that turns out to be close gets a
 * near one, which is tighter and holds for a short block.
 *
 * If the index depends on the tally alone, actions with the same tally have the
 * same index: the first of them is in the tree and the others are attached to it,
 * as its twins, until it is played. With small counts there are many twins.
 *
 * As long as only the leader is played, the least total that keeps it in the
 * lead is a convex function of its plays for the usual indices, so a chord lies
 * above it: race_stretch() promises the choice while the total stays above.
 *
 * Bounds are widened slightly (margin.h), so that they hold even where log() is not
 * monotone in its last bit. In plain mode (v->plain) every index is evaluated in
 * every round; the tests compare the two modes. */
#ifndef UNRULY_RACE_H
#define UNRULY_RACE_H

#include "race_bounds.h"

/* --- decisions ------------------------------------------------------------- */

/* The first action never seen, or -1. */
static inline int race_untried(race *r, const policy *p, const view *v)
{
  if (r->untried == FOREVER) return -1;
  for (int i = live_before(v, r->untried) * v->waits; i < v->action_count; i++) {
    if (contender_at(p, v->actions[i])->tally.pulls) continue;
    r->untried = v->number[v->actions[i] / v->waits];
    return v->actions[i];
  }
  r->untried = FOREVER;
  return -1;
}

/* The action that comes before the race, or -1. */
static inline int race_first(race *r, const policy *p, const view *v, const index_form *rule)
{
  return rule->untried_apart ? -1 : race_untried(r, p, v);
}

/* A decision: the greatest index found so far is the leader's. */
typedef struct race_search {
  race *race;
  const policy *policy;
  const view *view;
  const index_form *rule;
  index_clock now;
  double greatest;
  int demoted; /* the last leader that was beaten: nothing new to be learned of it */
} race_search;

static inline void race_promote(race_search *s, int action, double value)
{
  race *r = s->race;
  const int before = r->leader;
  r->leader = action;
  s->greatest = value;
  s->demoted = before;
  if (before < 0) return;
  contender *old = contender_at(s->policy, before);
  old->far = old->near = INFINITY;
  race_tighten(r, s->policy, s->view, before, s->rule);
  maxima_set(&r->upper, before, old->near);
}

/* Evaluates an action exactly; returns what is to stand at its leaf. */
static inline double race_evaluate(race_search *s, int action)
{
  race *r = s->race;
  if (action == s->demoted) return contender_at(s->policy, action)->near;
  if (s->rule->by_tally && r->leader >= 0 && race_hang(r, s->policy, s->view, action)) return -INFINITY;
  const double value = s->rule->value(s->policy, s->view, action, s->now);
  if (r->leader < 0 || value > s->greatest ||
      (value == s->greatest && action_before(s->view, action, r->leader))) {
    race_promote(s, action, value);
    return -INFINITY;
  }
  race_tighten(r, s->policy, s->view, action, s->rule);
  return contender_at(s->policy, action)->near;
}

/* Searches below a node of the tree where bounds reach the greatest index, the
 * greater ones first. No action is visited twice: one that was evaluated and is not
 * the leader has a smaller index or comes later. */
static void race_search_below(race_search *s, int node)
{
  maxima *m = &s->race->upper;
  double *upper = m->node;
  if (node >= m->base) {
    upper[node] = race_evaluate(s, node - m->base);
    return;
  }
  const int first = upper[2 * node] >= upper[2 * node + 1] ? 2 * node : 2 * node + 1, second = first ^ 1;
  race_search_below(s, first);
  if (upper[second] >= s->greatest && upper[second] > -INFINITY) race_search_below(s, second);
  upper[node] = maxima_of_children(m, node);
}

static inline int race_decide(race *r, const policy *p, const view *v, int64_t clock, const index_form *rule)
{
  race_search s = {r,         p, v, rule, clock == r->from.now || rule->timeless ? r->from : clock_at(clock),
                   -INFINITY, -1};
  if (r->leader >= 0) s.greatest = rule->value(p, v, r->leader, s.now);
  if (maxima_root(&r->upper) >= s.greatest && maxima_root(&r->upper) > -INFINITY) race_search_below(&s, 1);
  return r->leader;
}

/* The leader's total must be above this to lead after n plays, now or later. */
static inline double race_line(const race *r, const policy *p, const view *v, double n,
                               const index_form *rule)
{
  const double level = maxima_root(&r->upper);
  if (level == -INFINITY) return -INFINITY;
  return rule->needed(p, v, r->leader, n, level + hair(contender_at(p, r->leader), v, level), r->from);
}

/* Returns whether no bound reaches the leader's index, whatever it is exactly. */
static inline bool race_leads(const race *r, const policy *p, const view *v, const index_form *rule)
{
  if (r->leader < 0) return false;
  const contender *c = contender_at(p, r->leader);
  if (rule->needed) return c->tally.total > race_line(r, p, v, (double)c->tally.pulls, rule);
  const double level = maxima_root(&r->upper);
  if (rule->above)
    return level == -INFINITY || rule->above(p, v, r->leader, level + hair(c, v, level), r->from);
  return race_lower(r, p, v, r->leader, rule) > maxima_root(&r->upper);
}

/* The choice at this clock, or -1 if there is none. */
static inline int race_choose(race *r, const policy *p, const view *v, int64_t clock, const index_form *rule)
{
  const int untried = race_first(r, p, v, rule);
  if (untried >= 0) return untried;
  if (!r->built || clock > r->far_until) race_build(r, p, v, clock, rule);
  else if (clock > r->near_until) race_next_near(r, p, v, clock, rule);
  return race_leads(r, p, v, rule) ? r->leader : race_decide(r, p, v, clock, rule);
}

/* Finds how long the choice just made stays the same. */
static inline void race_stretch(const race *r, const policy *p, const view *v, int64_t clock, int action,
                                const index_form *rule, stretch *s)
{
  const contender *c = contender_at(p, action);
  if (action != r->leader || !rule->needed || c->after) return; /* its twins are not in the tree */
  const double n = (double)c->tally.pulls;
  int64_t most = c->tally.pulls / 8 + 1;
  if (r->near_until - clock < most) most = r->near_until - clock + 1;
  if (most < 2) return;
  s->total = c->tally.total;
  s->line = race_line(r, p, v, n, rule);
  if (!(s->total > s->line)) return;
  s->plays = most;
  if (s->line > -INFINITY) s->slope = (race_line(r, p, v, n + (double)most, rule) - s->line) / (double)most;
}

/* --- what happens meanwhile ------------------------------------------------ */

/* The scan, if there is one, learns what is known now. */
static inline void race_renew(race *r, const policy *p, const view *v, int action)
{
  scan_changed(&r->scan, p, v, action, contender_at(p, action)->tally.pulls > 0);
}

/* All actions of an arm came, or went. */
static inline void race_there(race *r, const policy *p, const view *v, int arm, bool is_there)
{
  if (!r->scan.terms) return;
  for (int action = arm * v->waits; action < (arm + 1) * v->waits; action++) {
    r->scan.is_there[action] = is_there;
    race_renew(r, p, v, action);
  }
}

/* A play may end after its arm has gone. */
static inline bool race_ignores(const race *r, const view *v, int action)
{
  return !r->built || action == r->leader || !v->is_live[action / v->waits];
}

/* An action was played. If it is not the leader, its bound is not known. */
static inline void race_observed(race *r, const policy *p, const view *v, int action)
{
  race_renew(r, p, v, action);
  if (!r->built) return;
  race_unhang(r, p, action);
  if (race_ignores(r, v, action)) return;
  contender *c = contender_at(p, action);
  c->far = c->near = INFINITY;
  maxima_set(&r->upper, action, INFINITY);
}

/* An action that was not played has learned something by which its index, at
 * any clock, has risen by at most `rise` (which may be negative). */
static inline void race_taught(race *r, const policy *p, const view *v, int action, double rise)
{
  race_renew(r, p, v, action);
  if (race_ignores(r, v, action)) return; /* no twins here: a rule by the tally has no waits */
  contender *c = contender_at(p, action);
  const double slack = rise + hair(c, v, rise);
  c->far += slack;
  c->near += slack;
  const double upper = *maxima_leaf(&r->upper, action);
  maxima_set(&r->upper, action, upper == -INFINITY ? INFINITY : upper + slack);
}

/* Nothing is known any more: a leader is one of a tree. */
static inline void race_restart(race *r)
{
  r->built = false;
  r->leader = -1;
  scan_restart(&r->scan);
}

/* As at the start: all tallies have been put back to nothing. */
static inline void race_forget(race *r)
{
  race_restart(r);
  r->untried = 0;
}

static inline void race_entered(race *r, const policy *p, const view *v, int arm)
{
  if (v->number[arm] < r->untried) r->untried = v->number[arm];
  race_there(r, p, v, arm, true);
  if (!r->built) return;
  r->near_until = 0; /* the place may stand in the list of another arm's near bounds */
  for (int action = arm * v->waits; action < (arm + 1) * v->waits; action++) {
    contender *c = contender_at(p, action);
    race_unhang(r, p, action);
    c->far = c->near = INFINITY;
    if (action != r->leader) maxima_set(&r->upper, action, c->tally.pulls ? INFINITY : -INFINITY);
  }
}

static inline void race_left(race *r, const policy *p, const view *v, int arm)
{
  if (r->leader >= 0 && r->leader / v->waits == arm) r->leader = -1;
  race_there(r, p, v, arm, false);
  if (!r->built) return;
  for (int action = arm * v->waits; action < (arm + 1) * v->waits; action++) {
    race_unhang(r, p, action);
    maxima_set(&r->upper, action, -INFINITY);
  }
}

#endif
