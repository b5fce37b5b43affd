#include "draw_compare.h"
#include "../classical/divergence.h"
#include "../../base/elementary.h"
#include "../../base/margin.h"
#include <math.h>

/* Costs in nanoseconds, roughly: to look at an event, to compare the draws of all actions, for each of
 * them and beside that, and the limit of an action. They decide which way is taken, never what is chosen. */
enum {
  COST_EVENT = 450,
  COST_LIMIT = 200,
  COST_BETA = 45,
  COST_NORMAL = 20,
  COST_STUDENT = 35,
  COST_GUMBEL = 25,
  COST_ALL = 60,
  COST_BESIDE = 150
};

/* Turns in which all actions are looked at before a level is tried again; of the favourite's trials
 * this part more, and its level is out of date; standard deviations that it may lose. */
enum { TURNS_DIRECT = 32 };
#define PART_MORE 1.2
#define SLACK 0.9
enum { LEAST_STEPS = 3, MOST_STEPS = 40 }; /* of a half */

/* Below this height there is none: 4^-10 2^-53. */
#define LEAST_HEIGHT 0x1.0p-73

bool draws_open(policy *p, const view *v, draw_race **race, posterior_kind kind, posterior_of_action law_of)
{
  const size_t actions = (size_t)v->arms * (size_t)v->waits;
  draw_race *r = p->kept;
  if (!r) {
    r = p->kept = arena_zeroed(p->memory, 1, sizeof *r);
    if (!r) return false;
    r->action = arena_zeroed(p->memory, actions, sizeof *r->action);
    r->changed = arena_zeroed(p->memory, actions, sizeof *r->changed);
    r->compared = arena_zeroed(p->memory, actions, sizeof *r->compared);
    r->z = arena_zeroed(p->memory, actions, sizeof *r->z);
    r->about = arena_zeroed(p->memory, actions, sizeof *r->about);
  }
  if (!r->action || !r->changed || !r->compared || !r->z || !r->about) return false;
  for (size_t i = 0; i < actions; i++) r->action[i].known = r->action[i].changed = false;
  r->kind = kind;
  r->law_of = law_of;
  r->key = heights_key(v->random, draw_clock(p));
  r->changed_count = 0;
  r->favourite = -1;
  r->steps = 2 * LEAST_STEPS;
  r->direct_until = 0;
  *race = r;
  return true;
}

/* --- the level ----------------------------------------------------------------------------- */

/* Height below which a draw is in a tail of this probability. */
static double limit_of(double tail) { return tail < 1 ? -same_log1p(-tail) * (1 + 1e-9) : INFINITY; }

static double trials_of(const draw_race *r, const posterior *x)
{
  if (r->kind == POSTERIOR_STUDENT) return x->a;
  return r->kind == POSTERIOR_BETA ? beta_trials(x) : x->root * x->root;
}

/* The bound of the favourite's tail may hold for no less: with fewer degrees of freedom it is wider. */
static double least_trials(const draw_race *r, double trials)
{
  return r->kind == POSTERIOR_STUDENT ? trials : trials / PART_MORE;
}

static double cost_of_draw(const draw_race *r)
{
  switch (r->kind) {
  case POSTERIOR_BETA: return COST_BETA;
  case POSTERIOR_STUDENT: return COST_STUDENT;
  case POSTERIOR_GUMBEL: return COST_GUMBEL;
  default: return COST_NORMAL;
  }
}

/* Returns whether the favourite's probability of a draw not above the level is no more than when the level
 * was chosen, and its mean above the level. For a beta law of whole shapes (or one of such below it), N kl(S
 * / N, L)
 * >= z^2 / 2, S = a - 1, N = a + b - 1, of which a plane that touches it from below is looked at: more S +
 * slope N > line; for the others mean - L > line sd. */
static bool draws_hold(const draw_race *r, const posterior *x)
{
  if (r->kind != POSTERIOR_BETA)
    return (x->mean - r->level) * x->root - margin_of(fabs(x->mean) * x->root) > r->line;
  const double up = r->more * beta_successes(x), down = r->slope * beta_trials(x);
  return up + down > r->line + margin_of(up - down);
}

/* A level so many halves of a standard deviation below the favourite's mean, and its line; the limit of the
 * favourite, or +Inf if there is no such level. */
static double level_at(draw_race *r, posterior *x, double steps)
{
  const double sd = posterior_sd(r->kind, x), level = x->mean - steps / 2 * sd;
  r->level = level;
  if (r->kind != POSTERIOR_BETA) {
    r->line = steps / 2 - SLACK;
    return limit_of(posterior_below(r->kind, x, r->line));
  }
  const double n = beta_trials(x), part = beta_successes(x) / n - SLACK * sd;
  if (!(level > 0 && part > level)) return INFINITY;
  r->line = n * bernoulli_shift(part, level - part);
  r->more = same_log(part / level) - same_log1p(-part) + same_log1p(-level);
  r->slope = same_log1p(-part) - same_log1p(-level);
  return limit_of(0.5 * same_erfc(sqrt(r->line)) * (1 + 1e-9));
}

/* The limits of the others; their sum, or +Inf if one of them may be the favourite. */
static double set_limits(draw_race *r, const view *v, int favourite)
{
  double sum = 0;
  for (int i = 0; i < v->action_count; i++) {
    drawn_action *a = &r->action[v->actions[i]];
    if (v->actions[i] == favourite) continue;
    if (!(a->law.mean < r->level)) return INFINITY;
    a->limit = limit_of(posterior_above(r->kind, &a->law, r->level));
    sum += a->limit;
  }
  return sum;
}

static void set_due(draw_race *r, drawn_action *a, uint64_t turn)
{
  a->due = a->limit < LEAST_HEIGHT ? NO_TURN : height_next(&a->lane, turn, a->limit);
  if (a->due < r->next) r->next = a->due;
}

/* Costs of events a turn at this level: those of others, and of the favourite. */
typedef struct costs {
  double others, own;
} costs;

static costs costs_at(draw_race *r, const view *v, int favourite, double steps)
{
  drawn_action *f = &r->action[favourite];
  f->limit = level_at(r, &f->law, steps);
  if (!(f->limit < INFINITY)) return (costs){INFINITY, INFINITY};
  return (costs){COST_EVENT * set_limits(r, v, favourite),
                 f->limit * (COST_ALL * (double)v->action_count + COST_EVENT)};
}

static bool are_even(costs c) { return c.own <= 2 * c.others && c.others <= 2 * c.own; }

/* Moves the level towards the least cost, which is returned; +Inf: there is no level. */
static double choose_level(draw_race *r, const view *v, int favourite)
{
  costs here = costs_at(r, v, favourite, r->steps);
  for (int i = 0; i < 5 && !are_even(here); i++) {
    const double next = r->steps + (here.own > here.others ? 1 : -1);
    if (next < LEAST_STEPS || next > MOST_STEPS) break;
    const costs there = costs_at(r, v, favourite, next);
    const double cost = here.others + here.own;
    if (cost < INFINITY && !(there.others + there.own < cost)) {
      here = costs_at(r, v, favourite, r->steps);
      break;
    }
    r->steps = next;
    here = there;
  }
  return here.others + here.own;
}

/* Returns whether a level is worth it. */
static bool build(draw_race *r, const policy *p, const view *v, uint64_t turn)
{
  const double actions = v->action_count;
  const int favourite = favourite_of(r, p, v);
  drawn_action *f = &r->action[favourite];
  const double trials = trials_of(r, &f->law);
  const double direct = COST_BESIDE + actions * cost_of_draw(r);
  const double renewing = COST_LIMIT * actions / ((PART_MORE - 1) * fmax(trials, 1));
  for (int i = 0; i < r->changed_count; i++) r->action[r->changed[i]].changed = false;
  r->changed_count = 0;
  r->favourite = -1;
  if (!(renewing < direct) || !(choose_level(r, v, favourite) + renewing < direct)) return false;
  if (!draws_hold(r, &f->law)) return false;
  r->favourite = favourite;
  r->from = least_trials(r, trials);
  r->until = trials * PART_MORE;
  r->next = NO_TURN;
  for (int i = 0; i < v->action_count; i++) set_due(r, &r->action[v->actions[i]], turn);
  return true;
}

/* --- choosing -------------------------------------------------------------------------------- */

/* Those whose posteriors are others, and those that came, get new limits. False if one of them may be the
 * favourite. */
static bool renew(draw_race *r, const policy *p, const view *v, uint64_t turn)
{
  while (r->changed_count > 0) {
    const int action = r->changed[--r->changed_count];
    r->action[action].changed = false;
    if (!v->is_live[v->waits > 1 ? action / v->waits : action]) continue;
    drawn_action *a = drawn_at(r, p, v, action);
    if (!(a->law.mean < r->level)) return false;
    a->limit = limit_of(posterior_above(r->kind, &a->law, r->level));
    set_due(r, a, turn);
  }
  return true;
}

static bool stands(draw_race *r, const policy *p, const view *v, uint64_t turn)
{
  const int favourite = r->favourite;
  if (favourite < 0 || turn <= r->last) return false; /* a turn that is asked again, too */
  if (!v->is_live[v->waits > 1 ? favourite / v->waits : favourite]) return false;
  const drawn_action *f = drawn_at(r, p, v, favourite);
  const double trials = trials_of(r, &f->law);
  return draws_hold(r, &f->law) && trials <= r->until && trials >= r->from && renew(r, p, v, turn);
}

static int compare_all(draw_race *r, const view *v, uint64_t turn)
{
  for (int i = 0; i < v->action_count; i++) r->compared[i] = v->actions[i];
  return greatest_of(r, v, turn, r->favourite, v->action_count);
}

/* Looks at what happens in this turn, in which there may be events. */
static int look_at_events(draw_race *r, const view *v, uint64_t turn)
{
  int count = 0;
  bool own = false;
  r->next = NO_TURN;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    drawn_action *a = &r->action[action];
    if (a->due < turn) a->due = height_next(&a->lane, turn, a->limit);
    if (a->due == turn && height_of(&a->lane, turn) < a->limit) {
      if (action == r->favourite) own = true;
      else r->compared[count++] = action;
    }
    if (a->due < r->next) r->next = a->due;
  }
  if (r->next == turn) r->next++;
  if (own) return compare_all(r, v, turn);
  if (count == 0) return r->favourite;
  r->compared[count++] = r->favourite;
  return greatest_of(r, v, turn, r->favourite, count);
}

int draws_choose(draw_race *r, const policy *p, const view *v, uint64_t turn)
{
  if (v->plain) return choose_plainly(r, p, v, turn);
  if (v->action_count == 1) return v->actions[0];
  if (!stands(r, p, v, turn)) {
    r->favourite = -1;
    const bool waits = turn >= r->last && turn < r->direct_until;
    r->last = turn;
    if (waits) return choose_directly(r, p, v, turn);
    if (!build(r, p, v, turn)) {
      r->direct_until = turn + TURNS_DIRECT;
      return choose_directly(r, p, v, turn);
    }
  }
  r->last = turn;
  return turn < r->next ? r->favourite : look_at_events(r, v, turn);
}

void draws_changed(draw_race *r, int action)
{
  drawn_action *a = &r->action[action];
  a->known = false;
  if (action == r->favourite || r->favourite < 0 || a->changed) return;
  a->changed = true;
  r->changed[r->changed_count++] = action;
}

void draws_entered(draw_race *r, const view *v, int arm)
{
  for (int action = arm * v->waits; action < (arm + 1) * v->waits; action++) {
    if (r->action[action].number != v->number[arm] + 1) r->action[action].known = false;
    if (action == r->favourite) r->favourite = -1;
    draws_changed(r, action);
  }
}

static void widen(stretch *s, double n)
{
  s->line += 4 * margin_of(fabs(s->total) + fabs(s->line) + n * fabs(s->slope));
  s->slope += margin_of(fabs(s->slope));
}

/* As draws_hold() has it: (mean - L) root > z, where the root is concave in n, so that a tangent lies above
 * it. */
void draws_normal_line(const draw_race *r, const posterior *x, const draw_prior *prior, stretch *s, double n)
{
  const double touching = r->line * (x->root + 1 / x->root * (prior->weight + n / prior->variance)) / 2;
  s->slope = r->level + r->line / (2 * x->root);
  s->line = prior->variance * (touching + prior->weight * (r->level - prior->mean)) + n * r->level;
  widen(s, n);
}

void draws_beta_line(const draw_race *r, stretch *s, double n)
{
  s->slope = -r->slope / r->more;
  s->line = r->line / r->more + s->slope * (n + 1);
  widen(s, n);
}

int64_t draws_stretch(const draw_race *r, int action)
{
  if (action != r->favourite || r->changed_count > 0 || r->next <= r->last) return 1;
  const uint64_t turns = r->next - r->last;
  return turns < INT64_MAX ? (int64_t)turns : INT64_MAX;
}
