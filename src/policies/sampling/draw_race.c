#include "draw_race.h"
#include "../classical/divergence.h"
#include "../../base/elementary.h"
#include "../../base/margin.h"
#include "../../random/distributions.h"
#include <math.h>

/* Costs in nanoseconds, roughly: to look at an event, to compare the draws of all actions, for each of
 * them and beside that, and the limit of an action. They decide which way is taken, never what is chosen. */
enum {
  COST_EVENT = 450,
  COST_LIMIT = 200,
  COST_BETA = 45,
  COST_NORMAL = 20,
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

static uint32_t lane_of_action(const view *v, int action)
{
  const int arm = action / v->waits;
  return lane_of(v->number[arm], v->waits, action - arm * v->waits + 1);
}

/* The action with its law. */
static inline drawn_action *drawn_at(draw_race *r, const policy *p, const view *v, int action)
{
  drawn_action *a = &r->action[action];
  const int64_t number = v->number[v->waits > 1 ? action / v->waits : action] + 1;
  if (a->number != number) {
    height_open(&a->lane, r->key, lane_of_action(v, action));
    a->number = number;
    a->known = false;
  }
  if (!a->known) a->law = r->law_of(p, action), a->known = true;
  return a;
}

/* --- the favourite -------------------------------------------------------------- */

static int favourite_of(draw_race *r, const policy *p, const view *v)
{
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < v->action_count; i++) {
    const double mean = drawn_at(r, p, v, v->actions[i])->law.mean;
    if (best < 0 || mean > greatest) best = v->actions[i], greatest = mean;
  }
  return best;
}

/* --- plain ------------------------------------------------------------------------ */

static int choose_plainly(draw_race *r, const policy *p, const view *v, uint64_t turn)
{
  int favourite = -1, best = -1;
  double mean = 0, greatest = 0;
  for (int i = 0; i < v->action_count; i++) {
    const double here = r->law_of(p, v->actions[i]).mean;
    if (favourite < 0 || here > mean) favourite = v->actions[i], mean = here;
  }
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    const posterior law = r->law_of(p, action);
    const double height = height_at(r->key, lane_of_action(v, action), turn);
    const double draw = posterior_draw(r->kind, &law, height, action == favourite);
    if (best < 0 || draw > greatest) best = action, greatest = draw;
  }
  return best;
}

/* --- comparing draws ---------------------------------------------------------------- */

/* By quantiles in full, of the first `count` that are compared. */
static int greatest_exactly(draw_race *r, const view *v, uint64_t turn, int favourite, int count)
{
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < count; i++) {
    const int action = r->compared[i];
    drawn_action *a = &r->action[action];
    const double draw = posterior_draw(r->kind, &a->law, height_of(&a->lane, turn), action == favourite);
    if (best < 0 || draw > greatest || (draw == greatest && action_before(v, action, best)))
      best = action, greatest = draw;
  }
  return best;
}

static void exchange(draw_race *r, int i, int j)
{
  const int action = r->compared[i];
  const double z = r->z[i];
  const about value = r->about[i];
  r->compared[i] = r->compared[j], r->z[i] = r->z[j], r->about[i] = r->about[j];
  r->compared[j] = action, r->z[j] = z, r->about[j] = value;
}

/* Keeps those that may be the greatest, the one of the greatest value first. */
static int keep_close(draw_race *r, int count)
{
  int best = 0, kept = 1;
  for (int i = 1; i < count; i++)
    if (r->about[i].value > r->about[best].value) best = i;
  exchange(r, 0, best);
  const double least = r->about[0].value - r->about[0].error;
  for (int i = 1; i < count; i++)
    if (!(r->about[i].value + r->about[i].error < least)) exchange(r, i, kept++);
  return kept;
}

/* Returns whether the first is above a point somewhere between it and the next, and all others are below. */
static bool first_is_above(const draw_race *r, int count)
{
  double next = -INFINITY;
  for (int i = 1; i < count; i++) next = fmax(next, r->about[i].value);
  const double middle = (r->about[0].value + next) / 2, x = 1 / (1 + same_exp(-middle));
  if (!beta_is_above(&r->action[r->compared[0]].law, r->z[0], x)) return false;
  for (int i = 1; i < count; i++)
    if (!beta_is_below(&r->action[r->compared[i]].law, r->z[i], x)) return false;
  return true;
}

/* The greatest of those that are compared, whose normal numbers are known. */
static int greatest_beta(draw_race *r, const view *v, uint64_t turn, int favourite, int count)
{
  for (int i = 0; i < count; i++) r->about[i] = beta_about(&r->action[r->compared[i]].law, r->z[i]);
  const int close = keep_close(r, count);
  if (close == 1 || first_is_above(r, close)) return r->compared[0];
  return greatest_exactly(r, v, turn, favourite, close);
}

static int greatest_of(draw_race *r, const view *v, uint64_t turn, int favourite, int count)
{
  if (r->kind != POSTERIOR_BETA) return greatest_exactly(r, v, turn, favourite, count);
  for (int i = 0; i < count; i++) {
    const int action = r->compared[i];
    r->z[i] = normal_draw(height_of(&r->action[action].lane, turn), action == favourite);
  }
  return greatest_beta(r, v, turn, favourite, count);
}

/* --- all actions in each turn ----------------------------------------------------------- */

/* exp(-4^-3): exp(-y) is this times U where the height is 4^-3 - ln U. */
#define PART_ABOVE_STRIPS 0.98449643700540845

/* The normal quantile at 1/32, 2/32, ..., 1, rounded up: bounds what lies below. */
static const double quantile_below[32] = {
    -1.8627, -1.5341, -1.3180, -1.1503, -1.0099, -0.8871, -0.7764, -0.6744, -0.5791, -0.4887, -0.4022,
    -0.3186, -0.2371, -0.1573, -0.0784, 0.0001,  0.0785,  0.1574,  0.2373,  0.3187,  0.4023,  0.4888,
    0.5792,  0.6745,  0.7765,  0.8872,  1.0100,  1.1504,  1.3181,  1.5342,  1.8628,  INFINITY};

/* Two lanes share their numbers. */
static void look_ahead(draw_race *r, const view *v, uint64_t turn)
{
  if (height_looks_ahead(&r->action[v->actions[0]].lane, turn)) return; /* as mostly do all */
  for (int i = 0; i + 1 < v->action_count; i++) {
    height_lane *even = &r->action[v->actions[i]].lane, *odd = &r->action[v->actions[i + 1]].lane;
    if (even->lane % 2 == 0 && odd->lane == even->lane + 1 && !height_looks_ahead(even, turn) &&
        !height_looks_ahead(odd, turn))
      heights_look_ahead(even, odd, turn);
  }
}

/* exp(-y), but for rounding. */
static double part_below(drawn_action *a, uint64_t turn)
{
  bool is_height;
  const double u = height_uniform(&a->lane, turn, &is_height);
  return is_height ? same_exp(-u) : PART_ABOVE_STRIPS * u;
}

/* A draw from a normal law is bounded by a table. */
static double normal_bound(const drawn_action *a, double below, bool favourite)
{
  const int cell = (int)(32 * (favourite ? 1 - below : below));
  return a->law.mean + quantile_below[cell < 31 ? cell : 31] * a->law.sd;
}

/* A draw but for rounding, and how much that may be. */
static about normal_about(const drawn_action *a, double below, bool favourite)
{
  const double z = normal_quantile(below), draw = a->law.mean + (favourite ? -z : z) * a->law.sd;
  const double far = fabs(z) < 7 ? margin_of(fabs(draw) + fabs(a->law.mean) + a->law.sd) : INFINITY;
  return (about){draw, far};
}

static bool may_reach(double bound, const drawn_action *a, about greatest)
{
  return !(bound < greatest.value - greatest.error - margin_of(fabs(a->law.mean) + a->law.sd));
}

/* Returns the greatest, of those that may be it by the table. */
static int normal_directly(draw_race *r, const view *v, uint64_t turn, int favourite)
{
  int first = 0, count = 0;
  for (int i = 0; i < v->action_count; i++) {
    drawn_action *a = &r->action[v->actions[i]];
    r->about[i].value = part_below(a, turn);
    r->z[i] = normal_bound(a, r->about[i].value, v->actions[i] == favourite);
    if (r->z[i] > r->z[first]) first = i;
  }
  const int likely = v->actions[first];
  about greatest = normal_about(&r->action[likely], r->about[first].value, likely == favourite);
  r->compared[count++] = likely;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    const drawn_action *a = &r->action[action];
    if (i == first || !may_reach(r->z[i], a, greatest)) continue;
    const about draw = normal_about(a, r->about[i].value, action == favourite);
    if (draw.value + draw.error < greatest.value - greatest.error) continue;
    if (draw.value - draw.error > greatest.value + greatest.error) count = 0, greatest = draw;
    else greatest.error = fmax(greatest.error, draw.error);
    r->compared[count++] = action;
  }
  return count == 1 ? r->compared[0] : greatest_exactly(r, v, turn, favourite, count);
}

static int beta_directly(draw_race *r, const view *v, uint64_t turn, int favourite)
{
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    r->z[i] = part_below(&r->action[action], turn);
    r->compared[i] = action;
  }
  normal_quantiles(r->z, v->action_count);
  for (int i = 0; i < v->action_count; i++) {
    if (fabs(r->z[i]) > 2)
      r->z[i] = normal_draw(height_of(&r->action[r->compared[i]].lane, turn), r->compared[i] == favourite);
    else if (r->compared[i] == favourite) r->z[i] = -r->z[i];
  }
  return greatest_beta(r, v, turn, favourite, v->action_count);
}

static int choose_directly(draw_race *r, const policy *p, const view *v, uint64_t turn)
{
  const int favourite = favourite_of(r, p, v);
  look_ahead(r, v, turn);
  return r->kind == POSTERIOR_BETA ? beta_directly(r, v, turn, favourite)
                                   : normal_directly(r, v, turn, favourite);
}

/* --- the level ----------------------------------------------------------------------------- */

/* Height below which a draw is in a tail of this probability. */
static double limit_of(double tail) { return tail < 1 ? -same_log1p(-tail) * (1 + 1e-9) : INFINITY; }

static double trials_of(const draw_race *r, const posterior *x)
{
  return r->kind == POSTERIOR_BETA ? x->a + x->b - 1 : x->root * x->root;
}

/* Returns whether the favourite's probability of a draw not above the level is no more than when the level
 * was chosen, and its mean above the level. For a beta law, N kl(S / N, L) >= z^2 / 2, S = a - 1, N = a + b -
 * 1, of which a plane that touches it from below is looked at: more S + slope N > line; for a normal one mean
 * - L > line sd. */
static bool draws_hold(const draw_race *r, const posterior *x)
{
  if (r->kind != POSTERIOR_BETA)
    return (x->mean - r->level) * x->root - margin_of(fabs(x->mean) * x->root) > r->line;
  const double up = r->more * (x->a - 1), down = r->slope * (x->a + x->b - 1);
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
    return limit_of(0.5 * same_erfc(r->line * 0.70710678118654752440) * (1 + 1e-9));
  }
  const double n = x->a + x->b - 1, part = (x->a - 1) / n - SLACK * sd;
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
  const double direct = COST_BESIDE + actions * (r->kind == POSTERIOR_BETA ? COST_BETA : COST_NORMAL);
  const double renewing = COST_LIMIT * actions / ((PART_MORE - 1) * fmax(trials, 1));
  for (int i = 0; i < r->changed_count; i++) r->action[r->changed[i]].changed = false;
  r->changed_count = 0;
  r->favourite = -1;
  if (!(renewing < direct) || !(choose_level(r, v, favourite) + renewing < direct)) return false;
  if (!draws_hold(r, &f->law)) return false;
  r->favourite = favourite;
  r->from = trials / PART_MORE;
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

int64_t draws_stretch(const draw_race *r, int action)
{
  if (action != r->favourite || r->changed_count > 0 || r->next <= r->last) return 1;
  const uint64_t turns = r->next - r->last;
  return turns < INT64_MAX ? (int64_t)turns : INT64_MAX;
}
