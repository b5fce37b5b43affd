/* The bounds of a race (race.h). */
#ifndef UNRULY_RACE_BOUNDS_H
#define UNRULY_RACE_BOUNDS_H

#include "../../base/maxima.h"
#include "contender.h"

typedef struct race {
  maxima upper;   /* by action; -Inf: not in the race */
  int *tightened; /* actions with near bounds */
  int tightened_count;
  int leader;      /* the last choice, or -1 */
  uint32_t chains; /* made so far */
  int64_t untried; /* all arms of lower numbers have been seen */
  bool built;
  int64_t far_until, near_until;
  index_clock from, near, far; /* where the near block began, where the blocks end */
  scan scan;                   /* among few actions */
} race;

/* A far block is one FAR-th of the clock, a near one one NEAR-th. */
enum { RACE_FAR = 512, RACE_NEAR = 8192, RACE_LEAST_FAR = 16, RACE_LEAST_NEAR = 4 };

/* --- twins ----------------------------------------------------------------- */

static inline bool same_tally(const contender *a, const contender *b)
{
  return a->tally.pulls == b->tally.pulls && a->tally.total == b->tally.total;
}

/* Hangs an action on the leader, of which it is a twin, if it comes last; its
 * leaf is empty then. */
static inline bool race_hang(race *r, const policy *p, const view *v, int action)
{
  contender *first = contender_at(p, r->leader), *c = contender_at(p, action);
  if (c->after || !same_tally(first, c)) return false;
  const int last = first->after ? first->tail - 1 : r->leader;
  contender *end = contender_at(p, last);
  if (end->after || end->chain != first->chain || !action_before(v, last, action)) return false;
  if (!first->after) first->chain = ++r->chains;
  c->chain = first->chain;
  c->before = last + 1;
  end->after = first->tail = action + 1;
  return true;
}

/* Before the tally of an action changes, or it goes: it leaves its chain, and
 * if it was the first, the next takes its place, with a bound not yet known. */
static inline void race_unhang(race *r, const policy *p, int action)
{
  contender *c = contender_at(p, action);
  if (c->before) contender_at(p, c->before - 1)->after = c->after;
  if (c->after) {
    contender *next = contender_at(p, c->after - 1);
    next->before = c->before;
    if (!c->before) {
      next->tail = c->tail;
      next->far = INFINITY;
      maxima_set(&r->upper, c->after - 1, INFINITY);
    }
  }
  c->before = c->after = 0;
  c->chain = 0;
}

/* --- bounds ---------------------------------------------------------------- */

static inline double race_upper(const policy *p, const view *v, int action, const index_form *rule,
                                index_clock to)
{
  const double x = rule->value(p, v, action, to);
  return x + hair(contender_at(p, action), v, x);
}

static inline double race_lower(const race *r, const policy *p, const view *v, int action,
                                const index_form *rule)
{
  const double x = rule->value(p, v, action, r->from);
  return x - hair(contender_at(p, action), v, x);
}

/* An action that is close gets a near bound, unless it has one. */
static inline void race_tighten(race *r, const policy *p, const view *v, int action, const index_form *rule)
{
  contender *c = contender_at(p, action);
  if (c->is_near && c->near < INFINITY) return;
  c->near = race_upper(p, v, action, rule, r->near);
  if (c->is_near) return;
  c->is_near = true;
  r->tightened[r->tightened_count++] = action;
}

static inline void race_begin_near(race *r, int64_t clock, const index_form *rule)
{
  if (rule->timeless) {
    r->near_until = FOREVER;
    r->from = r->near = r->far;
    return;
  }
  r->near_until = clock + RACE_LEAST_NEAR + clock / RACE_NEAR;
  if (r->near_until > r->far_until) r->near_until = r->far_until;
  r->from = clock_at(clock);
  r->near = clock_at(r->near_until);
}

/* The near block is over: far bounds hold again. */
static inline void race_next_near(race *r, const policy *p, const view *v, int64_t clock,
                                  const index_form *rule)
{
  race_begin_near(r, clock, rule);
  for (int i = 0; i < r->tightened_count; i++) {
    const int action = r->tightened[i];
    contender *c = contender_at(p, action);
    c->is_near = false;
    if (action == r->leader || c->before || c->tally.pulls == 0 || !v->is_live[action / v->waits]) continue;
    if (c->far == INFINITY) c->far = race_upper(p, v, action, rule, r->far);
    maxima_set(&r->upper, action, c->far);
  }
  r->tightened_count = 0;
}

/* Clears the bounds of all actions, as those that are away may come back. */
static inline void race_clear(race *r, const policy *p, const view *v)
{
  r->tightened_count = 0;
  maxima_clear(&r->upper);
  for (int action = 0; action < v->arms * v->waits; action++) {
    contender *c = contender_at(p, action);
    c->is_near = false;
    c->before = c->after = 0;
    c->chain = 0;
  }
}

static inline void race_build(race *r, const policy *p, const view *v, int64_t clock, const index_form *rule)
{
  r->far_until = rule->timeless ? FOREVER : clock + RACE_LEAST_FAR + clock / RACE_FAR;
  r->far = clock_at(rule->timeless ? clock : r->far_until);
  race_begin_near(r, clock, rule);
  race_clear(r, p, v);
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    contender *c = contender_at(p, action);
    if (c->tally.pulls == 0) continue;
    c->far = race_upper(p, v, action, rule, r->far);
    if (action != r->leader) *maxima_leaf(&r->upper, action) = c->far;
  }
  maxima_build(&r->upper);
  r->built = true;
}

#endif
