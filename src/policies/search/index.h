/* Index policies: play the action whose index is greatest, the lowest action in a tie. One that
 * was never seen has index +Inf; where outcomes come late the one played least of such comes
 * first, then the lowest. A policy is its rule; what else it needs is here. Its state
 * begins with `index_state`, its actions with a contender. */
#ifndef UNRULY_INDEX_H
#define UNRULY_INDEX_H

#include "race.h"

typedef struct index_state {
  race race;
} index_state;

static inline race *race_of(const policy *p) { return &((index_state *)p->state)->race; }

/* Every index in every round. */
static inline int index_argmax(const policy *p, const view *v, int64_t clock, const index_form *rule)
{
  const index_clock now = clock_for(rule, clock);
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    const bool seen = contender_at(p, action)->tally.pulls > 0;
    if (rule->untried_apart && !seen) continue;
    const double value = seen ? rule->value(p, v, action, now) : INFINITY;
    if (best < 0 || value > greatest) best = action, greatest = value;
  }
  return best;
}

/* The index of one; +Inf if it was never seen. */
static inline double index_now(const policy *p, const view *v, int action, int64_t clock,
                               const index_form *rule)
{
  if (contender_at(p, action)->tally.pulls == 0) return INFINITY;
  return rule->value(p, v, action, clock_for(rule, clock));
}

static inline void index_fill(scan *s, const policy *p, const view *v, const index_form *rule)
{
  scan_empty(s);
  s->terms = rule->terms;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    s->is_there[action] = 1;
    scan_changed(s, p, v, action, contender_at(p, action)->tally.pulls > 0);
  }
}

/* Returns the one of these actions, a set of bits, with the greatest index, or -1. */
static inline int index_best_of(uint64_t candidates, const policy *p, const view *v, int64_t clock,
                                const index_form *rule)
{
  const index_clock now = clock_at(clock);
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    if (!(candidates >> action & 1) || !contender_at(p, action)->tally.pulls) continue;
    const double value = rule->value(p, v, action, now);
    if (best < 0 || value > greatest) best = action, greatest = value;
  }
  return best;
}

/* By a scan (scan.h). */
static inline int index_scan(scan *s, const policy *p, const view *v, int64_t clock, const index_form *rule)
{
  if (!s->terms) index_fill(s, p, v, rule);
  const uint64_t candidates = scan_candidates(s, clock);
  const int best = is_single(candidates) ? lowest(candidates) : index_best_of(candidates, p, v, clock, rule);
  if (best >= 0) scan_lead(s, best);
  return best;
}

/* A race needs some time to pay. */
enum { RACE_FROM = 256, RACE_ACTIONS = 16 };

static inline int index_find(const policy *p, const view *v, int64_t clock, const index_form *rule)
{
  race *r = race_of(p);
  const bool is_scanned = rule->terms && r->scan.count;
  if (v->plain || (!is_scanned && clock < RACE_FROM && v->action_count <= RACE_ACTIONS && !r->built))
    return index_argmax(p, v, clock, rule);
  if (!is_scanned) return race_choose(r, p, v, clock, rule);
  const int first = race_first(r, p, v, rule);
  return first >= 0 ? first : index_scan(&r->scan, p, v, clock, rule);
}

static inline int index_choose(const policy *p, const view *v, int64_t clock, const index_form *rule)
{
  return evened_out(v, index_find(p, v, clock, rule));
}

/* --- why ----------------------------------------------------------------------- */

/* Actions never seen come first. */
static inline const char *index_code(const policy *p, const view *v)
{
  if (v->action_count == 1) return WHY_ONLY_ONE;
  for (int i = 0; i < v->action_count; i++)
    if (contender_at(p, v->actions[i])->tally.pulls == 0) return WHY_FIRST_PLAY;
  return WHY_INDEX;
}

static inline bool index_explain(const policy *p, const view *v, int action, int64_t clock,
                                 const index_form *rule, reason *r)
{
  const contender *c = contender_at(p, action);
  r->code = index_code(p, v);
  if (c->tally.pulls) reason_index(r, contender_mean(c), 0, index_now(p, v, action, clock, rule));
  return true;
}

/* Allocates a race among all actions. */
status race_open(race *r, const policy *p, const view *v);

/* Hooks that all index policies have. */
status index_start(policy *p, const view *v, const parameters *given);
void index_observe(policy *p, const view *v, const outcome *o);
void index_observe_run(policy *p, const view *v, const run *r);
void index_arm_entered(policy *p, const view *v, int arm);
void index_arm_left(policy *p, const view *v, int arm);

#endif
