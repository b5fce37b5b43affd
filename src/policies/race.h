/* A race: which action has the greatest index, exactly, without looking at
 * all of them in every round.
 *
 * Between two plays of an action its index can only grow with the clock (the
 * round, or the number of plays), and slowly. So an action gets an upper bound,
 * its index at some later clock, that holds until then or until it is played.
 * The bounds stand in a tree of maxima. The choice of the last time, the
 * leader, is not in it: while its index is above the root, it is the choice.
 * Else those whose bounds reach it are evaluated exactly, by the same rule at
 * the same clock as the plain way: both make the same choices, ties included.
 *
 * Bounds of two kinds: far ones hold for a long block of the clock and are made
 * for all actions at once; whoever turns out to be close gets a near one, that
 * is tighter and holds for a short block.
 *
 * Actions with the same tally have the same index where it depends on nothing
 * else: while the first of them stands in the tree the others hang on it, as its
 * twins, until it is played. Small counts make many of them.
 *
 * As long as only the leader is played, the least total that keeps it in the
 * lead is a convex function of its plays for the usual indices, so a chord lies
 * above it: race_stretch() promises the choice while the total stays above.
 *
 * Bounds are widened by a hair, so that they hold even where log() is not
 * monotone in its last bit. With v->plain every index is evaluated in every
 * round; the tests hold the two ways together. */
#ifndef UNRULY_RACE_H
#define UNRULY_RACE_H

#include "scan.h"
#include "tally.h"

/* What index policies keep of an action; the first members of their own. */
typedef struct contender {
  tally tally;
  double time;      /* sum of what its plays cost */
  double far, near; /* upper bounds for the two blocks; far may be +Inf: not known */
  bool is_near;     /* the near one counts */
  /* Twins are a chain in their order; 0 is none, else the action plus 1. */
  int before, after; /* with `before`, it hangs on another and is not in the tree */
  int tail;          /* of the first: the last, if that is still in the chain */
  uint32_t chain;    /* which chain; 0: none */
} contender;

typedef struct index_clock {
  double now, log; /* the clock and its natural logarithm */
} index_clock;

typedef struct index_rule {
  /* The index of an action that was seen; it must not fall as the clock goes
   * on. */
  double (*value)(const policy *p, const view *v, int action, index_clock c);
  /* The least total with which, after n plays, the index is above a level: a
   * convex function of n. NULL: the policy is asked in every round. */
  double (*needed)(const policy *p, const view *v, int action, double n, double level, index_clock c);
  /* Where that is not known: whether the index is above a level for certain. May
   * say no when it is. NULL: the index is evaluated. */
  bool (*above)(const policy *p, const view *v, int action, double level, index_clock c);
  /* Its terms, if it is of the form of scan.h: few actions are scanned then. */
  index_terms (*terms)(const policy *p, const view *v, int action);
  bool timeless;      /* the index does not depend on the clock */
  bool by_tally;      /* it depends on the action by its tally alone */
  bool untried_apart; /* actions never seen are not in the race; else they come first */
} index_rule;

typedef struct race {
  double *upper;             /* the tree: root at 1, leaves from `base` on, by action */
  int *tightened;            /* actions with near bounds */
  int base, tightened_count; /* room for `base` */
  int leader;                /* the last choice, or -1 */
  uint32_t chains;           /* made so far */
  int64_t untried;           /* all arms of lower numbers have been seen */
  bool built;
  int64_t far_until, near_until;
  index_clock from, near, far; /* where the near block began, where the blocks end */
  scan scan;                   /* among few actions */
} race;

/* A far block is one FAR-th of the clock, a near one one NEAR-th. */
enum { RACE_FAR = 512, RACE_NEAR = 8192, RACE_LEAST_FAR = 16, RACE_LEAST_NEAR = 4 };

static inline contender *contender_at(const policy *p, int action)
{
  return (contender *)p->actions + action;
}

static inline double contender_mean(const contender *c) { return c->tally.total / (double)c->tally.pulls; }

static inline index_clock clock_at(int64_t clock) { return (index_clock){(double)clock, log((double)clock)}; }

/* For a rule that may not look at it. */
static inline index_clock clock_for(const index_rule *rule, int64_t clock)
{
  return rule->timeless ? (index_clock){0, 0} : clock_at(clock);
}

/* s - 1 in epoch s; before the first, when all indices are +Inf, any clock will do. */
static inline int64_t epochs_before(const view *v) { return v->plays > 0 ? v->plays : 1; }

/* What rounding may do to an index of this size, the sum of a mean and a width. */
static inline double hair(const contender *c, const view *v, double x)
{
  if (isinf(x)) return 0;
  const double mean = c->tally.pulls ? fabs(contender_mean(c)) : 0;
  return 1e-12 * (fabs(x) + 2 * mean * v->waits) + 1e-300;
}

/* --- the tree -------------------------------------------------------------- */

static inline void race_set(race *r, int action, double upper)
{
  int at = r->base + action;
  r->upper[at] = upper;
  while (at > 1) {
    at /= 2;
    const double left = r->upper[2 * at], right = r->upper[2 * at + 1];
    const double greatest = left >= right ? left : right;
    if (r->upper[at] == greatest) return;
    r->upper[at] = greatest;
  }
}

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
      race_set(r, c->after - 1, INFINITY);
    }
  }
  c->before = c->after = 0;
  c->chain = 0;
}

/* --- bounds ---------------------------------------------------------------- */

static inline double race_upper(const policy *p, const view *v, int action, const index_rule *rule,
                                index_clock to)
{
  const double x = rule->value(p, v, action, to);
  return x + hair(contender_at(p, action), v, x);
}

static inline double race_lower(const race *r, const policy *p, const view *v, int action,
                                const index_rule *rule)
{
  const double x = rule->value(p, v, action, r->from);
  return x - hair(contender_at(p, action), v, x);
}

/* An action that is close gets a near bound, unless it has one. */
static inline void race_tighten(race *r, const policy *p, const view *v, int action, const index_rule *rule)
{
  contender *c = contender_at(p, action);
  if (c->is_near && c->near < INFINITY) return;
  c->near = race_upper(p, v, action, rule, r->near);
  if (c->is_near) return;
  c->is_near = true;
  r->tightened[r->tightened_count++] = action;
}

static inline void race_begin_near(race *r, int64_t clock, const index_rule *rule)
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
                                  const index_rule *rule)
{
  race_begin_near(r, clock, rule);
  for (int i = 0; i < r->tightened_count; i++) {
    const int action = r->tightened[i];
    contender *c = contender_at(p, action);
    c->is_near = false;
    if (action == r->leader || c->before || c->tally.pulls == 0 || !v->is_live[action / v->waits]) continue;
    if (c->far == INFINITY) c->far = race_upper(p, v, action, rule, r->far);
    race_set(r, action, c->far);
  }
  r->tightened_count = 0;
}

static inline void race_build(race *r, const policy *p, const view *v, int64_t clock, const index_rule *rule)
{
  r->far_until = rule->timeless ? FOREVER : clock + RACE_LEAST_FAR + clock / RACE_FAR;
  r->far = clock_at(rule->timeless ? clock : r->far_until);
  r->tightened_count = 0;
  race_begin_near(r, clock, rule);
  for (int i = 1; i < 2 * r->base; i++) r->upper[i] = -INFINITY;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    contender *c = contender_at(p, action);
    if (c->tally.pulls == 0) continue;
    c->is_near = false;
    c->before = c->after = 0;
    c->chain = 0;
    c->far = race_upper(p, v, action, rule, r->far);
    if (action != r->leader) r->upper[r->base + action] = c->far;
  }
  for (int i = r->base - 1; i > 0; i--)
    r->upper[i] = r->upper[2 * i] >= r->upper[2 * i + 1] ? r->upper[2 * i] : r->upper[2 * i + 1];
  r->built = true;
}

/* --- decisions ------------------------------------------------------------- */

/* The first action never seen, or -1. */
static inline int race_untried(race *r, const policy *p, const view *v)
{
  if (r->untried == FOREVER) return -1;
  int low = 0, high = v->live_count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (v->number[v->live[middle]] < r->untried) low = middle + 1;
    else high = middle;
  }
  for (int i = low * v->waits; i < v->action_count; i++) {
    if (contender_at(p, v->actions[i])->tally.pulls) continue;
    r->untried = v->number[v->actions[i] / v->waits];
    return v->actions[i];
  }
  r->untried = FOREVER;
  return -1;
}

/* The action that comes before the race, or -1. */
static inline int race_first(race *r, const policy *p, const view *v, const index_rule *rule)
{
  return rule->untried_apart ? -1 : race_untried(r, p, v);
}

/* A decision: the greatest index found so far is the leader's. */
typedef struct race_search {
  race *race;
  const policy *policy;
  const view *view;
  const index_rule *rule;
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
  race_set(r, before, old->near);
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

/* Looks below a node of the tree where bounds reach the greatest index, the
 * greater ones first. Nobody is looked at twice: who was evaluated and is not
 * the leader has a smaller index or comes later. */
static void race_look(race_search *s, int node)
{
  double *upper = s->race->upper;
  if (node >= s->race->base) {
    upper[node] = race_evaluate(s, node - s->race->base);
    return;
  }
  const int first = upper[2 * node] >= upper[2 * node + 1] ? 2 * node : 2 * node + 1, second = first ^ 1;
  race_look(s, first);
  if (upper[second] >= s->greatest && upper[second] > -INFINITY) race_look(s, second);
  upper[node] = upper[first] >= upper[second] ? upper[first] : upper[second];
}

static inline int race_decide(race *r, const policy *p, const view *v, int64_t clock, const index_rule *rule)
{
  race_search s = {r,         p, v, rule, clock == r->from.now || rule->timeless ? r->from : clock_at(clock),
                   -INFINITY, -1};
  if (r->leader >= 0) s.greatest = rule->value(p, v, r->leader, s.now);
  if (r->upper[1] >= s.greatest && r->upper[1] > -INFINITY) race_look(&s, 1);
  return r->leader;
}

/* The leader's total must be above this to lead after n plays, now or later. */
static inline double race_line(const race *r, const policy *p, const view *v, double n,
                               const index_rule *rule)
{
  const double level = r->upper[1];
  if (level == -INFINITY) return -INFINITY;
  return rule->needed(p, v, r->leader, n, level + hair(contender_at(p, r->leader), v, level), r->from);
}

/* Whether no bound reaches the leader's index, whatever it is exactly. */
static inline bool race_leads(const race *r, const policy *p, const view *v, const index_rule *rule)
{
  if (r->leader < 0) return false;
  const contender *c = contender_at(p, r->leader);
  if (rule->needed) return c->tally.total > race_line(r, p, v, (double)c->tally.pulls, rule);
  const double level = r->upper[1];
  if (rule->above)
    return level == -INFINITY || rule->above(p, v, r->leader, level + hair(c, v, level), r->from);
  return race_lower(r, p, v, r->leader, rule) > r->upper[1];
}

/* The choice at this clock, or -1 if there is none. */
static inline int race_choose(race *r, const policy *p, const view *v, int64_t clock, const index_rule *rule)
{
  const int untried = race_first(r, p, v, rule);
  if (untried >= 0) return untried;
  if (!r->built || clock > r->far_until) race_build(r, p, v, clock, rule);
  else if (clock > r->near_until) race_next_near(r, p, v, clock, rule);
  return race_leads(r, p, v, rule) ? r->leader : race_decide(r, p, v, clock, rule);
}

/* How long the choice just made stays the same. */
static inline void race_stretch(const race *r, const policy *p, const view *v, int64_t clock, int action,
                                const index_rule *rule, stretch *s)
{
  if (action != r->leader || !rule->needed) return;
  const contender *c = contender_at(p, action);
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
  race_set(r, action, INFINITY);
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
  const double upper = r->upper[r->base + action];
  race_set(r, action, upper == -INFINITY ? INFINITY : upper + slack);
}

/* Nothing is known any more. */
static inline void race_restart(race *r)
{
  r->built = false;
  scan_restart(&r->scan);
}

/* As at the start: all tallies have been put back to nothing. */
static inline void race_forget(race *r)
{
  race_restart(r);
  r->leader = -1;
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
    if (action != r->leader) race_set(r, action, c->tally.pulls ? INFINITY : -INFINITY);
  }
}

static inline void race_left(race *r, const policy *p, const view *v, int arm)
{
  if (r->leader >= 0 && r->leader / v->waits == arm) r->leader = -1;
  race_there(r, p, v, arm, false);
  if (!r->built) return;
  for (int action = arm * v->waits; action < (arm + 1) * v->waits; action++) {
    race_unhang(r, p, action);
    race_set(r, action, -INFINITY);
  }
}

#endif
