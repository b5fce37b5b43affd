#include "draw_compare.h"
#include "../../base/elementary.h"
#include "../../base/margin.h"
#include "../../random/distributions.h"
#include <math.h>

static uint32_t lane_of_action(const view *v, int action)
{
  const int arm = action / v->waits;
  return lane_of(v->number[arm], v->waits, action - arm * v->waits + 1);
}

drawn_action *drawn_at(draw_race *r, const policy *p, const view *v, int action)
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

int favourite_of(draw_race *r, const policy *p, const view *v)
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

int choose_plainly(draw_race *r, const policy *p, const view *v, uint64_t turn)
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

static about about_at(const draw_race *r, int i)
{
  posterior *x = &r->action[r->compared[i]].law;
  return r->kind == POSTERIOR_BETA ? beta_about(x, r->z[i]) : student_about(x, r->z[i]);
}

/* The greatest of those that are compared, whose normal numbers are known. */
static int greatest_ranked(draw_race *r, const view *v, uint64_t turn, int favourite, int count)
{
  for (int i = 0; i < count; i++) r->about[i] = about_at(r, i);
  const int close = keep_close(r, count);
  if (close == 1 || (r->kind == POSTERIOR_BETA && first_is_above(r, close))) return r->compared[0];
  return greatest_exactly(r, v, turn, favourite, close);
}

/* Returns whether draws take longer than the normal numbers of their ranks. */
static bool is_ranked(const draw_race *r)
{
  return r->kind == POSTERIOR_BETA || r->kind == POSTERIOR_STUDENT;
}

int greatest_of(draw_race *r, const view *v, uint64_t turn, int favourite, int count)
{
  if (!is_ranked(r)) return greatest_exactly(r, v, turn, favourite, count);
  for (int i = 0; i < count; i++) {
    const int action = r->compared[i];
    r->z[i] = normal_draw(height_of(&r->action[action].lane, turn), action == favourite);
  }
  return greatest_ranked(r, v, turn, favourite, count);
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

static int ranked_directly(draw_race *r, const view *v, uint64_t turn, int favourite)
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
  return greatest_ranked(r, v, turn, favourite, v->action_count);
}

static int all_exactly(draw_race *r, const view *v, uint64_t turn, int favourite)
{
  for (int i = 0; i < v->action_count; i++) r->compared[i] = v->actions[i];
  return greatest_exactly(r, v, turn, favourite, v->action_count);
}

int choose_directly(draw_race *r, const policy *p, const view *v, uint64_t turn)
{
  const int favourite = favourite_of(r, p, v);
  look_ahead(r, v, turn);
  if (r->kind == POSTERIOR_GUMBEL) return all_exactly(r, v, turn, favourite);
  return is_ranked(r) ? ranked_directly(r, v, turn, favourite) : normal_directly(r, v, turn, favourite);
}
