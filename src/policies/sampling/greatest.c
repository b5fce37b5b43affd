#include "greatest.h"
#include "../../base/elementary.h"
#include "../../base/lanes.h"
#include "beta_quantile.h"
#include "gauss.h"
#include <math.h>
#include <string.h>

/* The work at a node is compiled twice, the second time for four lanes; nothing in it is
 * rounded otherwise there. */
#ifdef UNRULY_FOUR_LANES
#define IN_BOTH static inline __attribute__((always_inline))
#else
#define IN_BOTH static inline
#endif

/* A draw outside of a distribution's limits has a probability of about exp(-REACH). */
#define REACH 22.0
/* A normal distribution's, in standard deviations. */
#define NORMAL_REACH 6.2
/* The width of a panel when it is made, and with which it still will do, in the size of the
 * features of the law. */
#define MADE 2.8
#define WILL_DO 3.4
#define ENOUGH 2e-9

enum { FINER = 4 }; /* how often panels are made finer, at most */

void greatest_open(greatest_draw *g, draw_kind kind, arena *memory)
{
  *g = (greatest_draw){.kind = kind, .memory = memory, .fineness = 1};
#ifdef UNRULY_FOUR_LANES
  g->lanes = has_lanes();
#endif
}

/* --- distributions ------------------------------------------------------------------------------ */

/* ln(1 + exp(y)) */
static void set_softplus(const double *y, int count, double *softplus)
{
  for (int i = 0; i < count; i++) softplus[i] = -fabs(y[i]);
  same_exps(softplus, count);
  same_log1ps(softplus, count);
  for (int i = 0; i < count; i++) softplus[i] += fmax(y[i], 0);
}

/* So many beta distributions at once, each with its lower and its upper limit side by side. */
enum { AT_ONCE = 8, LIMITS = 2 * AT_ONCE };

/* Beyond the place where the density is low lies at most the density by its slope, as its
 * logarithm is concave; for the same reason Newton's steps end outside. */
static void find_beta_limits(kept_law *const *law, int count, double *y)
{
  double slope[LIMITS], softplus[LIMITS], height[LIMITS];
  for (int step = 0; step < 3; step++) {
    for (int i = 0; i < count; i++) slope[i] = -y[i];
    same_exps(slope, count);
    set_softplus(y, count, softplus);
    for (int i = 0; i < count; i++) {
      const draw_law *l = &law[i / 2]->law;
      slope[i] = l->a - (l->a + l->b) / (1 + slope[i]);
      height[i] = fabs(slope[i]);
    }
    same_logs(height, count);
    for (int i = 0; i < count; i++) {
      const draw_law *l = &law[i / 2]->law;
      const double log_density = law[i / 2]->constant + l->a * y[i] - (l->a + l->b) * softplus[i];
      y[i] -= (log_density - height[i] + REACH) / slope[i];
    }
  }
}

/* The constant is that for which the divergence from the mean is taken off. */
static void describe_betas(kept_law *const *law, int count)
{
  double y[LIMITS];
  for (int i = 0; i < count; i++) {
    kept_law *l = law[i];
    const double a = l->law.a, b = l->law.b, n = a + b, sd = sqrt(1 / a + 1 / b), middle = same_log(a / b);
    l->constant = beta_law_of(a, b).constant - a * same_log(a / n) - b * same_log(b / n);
    l->narrow = fmin(sd, 0.8);
    y[2 * i] = middle - NORMAL_REACH * sd;
    y[2 * i + 1] = middle + NORMAL_REACH * sd;
  }
  find_beta_limits(law, 2 * count, y);
  for (int i = 0; i < count; i++) law[i]->low = y[2 * i], law[i]->high = y[2 * i + 1];
}

static void describe_other(const greatest_draw *g, kept_law *l)
{
  const double a = l->law.a, b = l->law.b;
  const bool normal = g->kind == DRAW_NORMAL;
  l->low = a - b * (normal ? NORMAL_REACH : same_log(REACH));
  l->high = a + b * (normal ? NORMAL_REACH : REACH);
  l->narrow = normal ? b : b / 2;
}

/* The logarithm of a gamma number with rate 1: its density is exp(a y - exp(y)) / Gamma(a), greatest at ln a,
 * and with u = y - ln a by exp(a (u + 1 - exp(u))) of that elsewhere. Newton's steps end outside. */
static void describe_gamma(kept_law *l, bool least)
{
  const double a = l->law.a, middle = same_log(a) - same_log(l->law.b), far = REACH / a;
  double low = -1 - far, high = fmin(sqrt(2 * far), same_log1p(2 * far) + 1);
  for (int step = 0; step < 4; step++) {
    low -= (same_exp(low) - 1 - low - far) / (same_exp(low) - 1);
    high -= (same_exp(high) - 1 - high - far) / (same_exp(high) - 1);
  }
  l->low = least ? -(middle + high) : middle + low;
  l->high = least ? -(middle + low) : middle + high;
  l->constant = a * same_log(l->law.b) - same_log_gamma(a);
  l->narrow = fmin(1 / sqrt(a), 0.5);
}

static bool has_gammas(const greatest_draw *g)
{
  return g->kind == DRAW_GAMMA || g->kind == DRAW_LEAST_GAMMA;
}

/* Those that have changed. */
static void describe(greatest_draw *g)
{
  kept_law *law[AT_ONCE];
  int count = 0;
  for (int k = 0; k < g->count; k++) {
    if (!g->law[k].changed) continue;
    if (g->kind != DRAW_BETA) {
      if (has_gammas(g)) describe_gamma(&g->law[k], g->kind == DRAW_LEAST_GAMMA);
      else describe_other(g, &g->law[k]);
      continue;
    }
    law[count++] = &g->law[k];
    if (count == AT_ONCE) describe_betas(law, count), count = 0;
  }
  if (count > 0) describe_betas(law, count);
}

/* At the nodes of a panel. */
IN_BOTH void set_density(const greatest_draw *g, const kept_law *l, int panel, double *density)
{
  const double root_of_2pi = 2.50662827463100050242;
  const double a = l->law.a, b = l->law.b, *y = g->place + panel * PANEL,
               *log_rest = g->softplus + panel * PANEL;
  const bool by_rest = g->kind == DRAW_BETA || has_gammas(g);
  const double inverse = 1 / b, height = by_rest                  ? 1
                                         : g->kind == DRAW_NORMAL ? inverse / root_of_2pi
                                                                  : inverse;
  double log_density[PANEL], z[PANEL];
  for (int i = 0; i < PANEL; i++) z[i] = (y[i] - a) * inverse;
  if (g->kind == DRAW_BETA) {
    for (int i = 0; i < PANEL; i++) log_density[i] = l->constant + a * y[i] - (a + b) * log_rest[i];
  } else if (g->kind == DRAW_GAMMA) {
    for (int i = 0; i < PANEL; i++) log_density[i] = l->constant + a * y[i] - b * log_rest[i];
  } else if (g->kind == DRAW_LEAST_GAMMA) {
    for (int i = 0; i < PANEL; i++) log_density[i] = l->constant - a * y[i] - b * log_rest[i];
  } else if (g->kind == DRAW_NORMAL) {
    for (int i = 0; i < PANEL; i++) log_density[i] = -0.5 * z[i] * z[i];
  } else {
    for (int i = 0; i < PANEL; i++) log_density[i] = -z[i];
    same_exps(log_density, PANEL);
    for (int i = 0; i < PANEL; i++) log_density[i] = -z[i] - log_density[i];
  }
  same_exps(log_density, PANEL);
  for (int i = 0; i < PANEL; i++) density[i] = height * log_density[i];
}

/* --- panels ------------------------------------------------------------------------------ */

static double width_of(const greatest_draw *g, int panel) { return g->from[panel + 1] - g->from[panel]; }

/* From here on; none narrower than a distribution there needs. */
static double width_from(const greatest_draw *g, double x)
{
  double width = INFINITY;
  for (int k = 0; k < g->count; k++) {
    const kept_law *l = &g->law[k];
    if (l->high <= x) continue;
    width = fmin(width, fmax(MADE * g->fineness * l->narrow, l->low - x));
  }
  return width;
}

static bool make_room(greatest_draw *g, int panels)
{
  const size_t room = (size_t)panels, nodes = room * PANEL;
  double *from = arena_zeroed(g->memory, room + 1, sizeof *from);
  if (!from) return g->panels = 0, false;
  if (g->panel_room) memcpy(from, g->from, ((size_t)g->panel_room + 1) * sizeof *from);
  g->from = from;
  g->panel_room = panels;
  g->place = arena_zeroed(g->memory, nodes, sizeof *g->place);
  const bool apart = g->kind == DRAW_BETA || has_gammas(g);
  g->softplus = apart ? arena_zeroed(g->memory, nodes, sizeof *g->softplus) : g->place;
  bool all = g->place && g->softplus;
  for (int k = 0; k < g->room; k++) {
    g->law[k].density = arena_zeroed(g->memory, nodes, sizeof(double));
    g->law[k].below = arena_zeroed(g->memory, nodes, sizeof(double));
    all = all && g->law[k].density && g->law[k].below;
  }
  if (!all) g->panels = g->panel_room = 0; /* it may be asked again */
  return all;
}

static void limits(const greatest_draw *g, double *low, double *high)
{
  *low = *high = -INFINITY;
  for (int k = 0; k < g->count; k++) {
    *low = fmax(*low, g->law[k].low);
    *high = fmax(*high, g->law[k].high);
  }
}

static void place_nodes(greatest_draw *g)
{
  const int nodes = g->panels * PANEL;
  for (int panel = 0; panel < g->panels; panel++) {
    const double half = width_of(g, panel) / 2, middle = g->from[panel] + half;
    for (int i = 0; i < PANEL; i++) g->place[panel * PANEL + i] = middle + half * gauss_node[i];
  }
  if (g->kind == DRAW_BETA) set_softplus(g->place, nodes, g->softplus);
  if (!has_gammas(g)) return;
  const double sign = g->kind == DRAW_GAMMA ? 1 : -1;
  for (int i = 0; i < nodes; i++) g->softplus[i] = fmin(sign * g->place[i], 700);
  same_exps(g->softplus, nodes);
}

/* From where the last distribution begins, and a bit before, to where the last one ends: below no draw
 * is the greatest. */
static bool make_panels(greatest_draw *g)
{
  double low, high;
  limits(g, &low, &high);
  const double width = width_from(g, low);
  double x = low - width / 2;
  g->panels = 0;
  while (x < high) {
    if (g->panels >= g->panel_room && !make_room(g, g->panel_room ? 2 * g->panel_room : 16)) return false;
    g->from[g->panels++] = x;
    x += x < low ? width : width_from(g, x);
  }
  g->from[g->panels] = x;
  place_nodes(g);
  return true;
}

static void find_panels(const greatest_draw *g, kept_law *l)
{
  l->first = 0;
  while (l->first < g->panels && g->from[l->first + 1] <= l->low) l->first++;
  l->last = l->first;
  while (l->last < g->panels && g->from[l->last] < l->high) l->last++;
}

/* Returns whether they are wide and fine enough for all, and none of the outer ones is wasted. */
static bool panels_will_do(greatest_draw *g)
{
  double low, high;
  limits(g, &low, &high);
  if (!(g->panels && g->from[0] <= low && g->from[1] > low && g->from[g->panels] >= high &&
        g->from[g->panels - 1] < high))
    return false;
  for (int k = 0; k < g->count; k++) {
    if (!g->law[k].changed) continue;
    find_panels(g, &g->law[k]);
    for (int panel = g->law[k].first; panel < g->law[k].last; panel++)
      if (width_of(g, panel) > WILL_DO * g->fineness * g->law[k].narrow) return false;
  }
  return true;
}

/* --- one distribution ------------------------------------------------------------------------------ */

IN_BOTH void fill_panels(greatest_draw *g, kept_law *l)
{
  double above = 0; /* the end of the panel */
  for (int panel = l->last - 1; panel >= l->first; panel--) {
    double *density = l->density + panel * PANEL, *below = l->below + panel * PANEL, part[PANEL] = {0},
           whole = 0;
    const double half = width_of(g, panel) / 2;
    set_density(g, l, panel, density);
    for (int j = 0; j < PANEL; j++) whole += gauss_weight[j] * density[j];
    for (int j = 0; j < PANEL; j += 4) { /* by fours: what is added up is fetched and put back seldom */
      const double(*integral)[PANEL] = gauss_integral + j;
      const double *d = density + j;
      for (int i = 0; i < PANEL; i++)
        part[i] = part[i] + integral[0][i] * d[0] + integral[1][i] * d[1] + integral[2][i] * d[2] +
                  integral[3][i] * d[3];
    }
    for (int i = 0; i < PANEL; i++) below[i] = 1 - (above + half * part[i]);
    above += half * whole;
  }
}

#ifdef UNRULY_FOUR_LANES
LANES static void fill_in_lanes(greatest_draw *g, kept_law *l) { fill_panels(g, l); }
#endif

static void fill_law(greatest_draw *g, kept_law *l)
{
  find_panels(g, l);
#ifdef UNRULY_FOUR_LANES
  if (g->lanes) {
    fill_in_lanes(g, l);
    return;
  }
#endif
  fill_panels(g, l);
}

/* --- all of them --------------------------------------------------------------------------- */

/* Laws that have ended are below for certain; one that has not begun is above, and then
 * no draw has a positive probability. */
static int laws_in(greatest_draw *g, int panel)
{
  int count = 0;
  for (int k = 0; k < g->count; k++) {
    if (panel < g->law[k].first) return 0;
    if (panel < g->law[k].last) g->there[count++] = k;
  }
  return count;
}

IN_BOTH void add_products(greatest_draw *g, int panel, int count, double *chance)
{
  const int at = panel * PANEL;
  const double half = width_of(g, panel) / 2;
  double after[PANEL];
  for (int i = 0; i < PANEL; i++) after[i] = half * gauss_weight[i];
  for (int i = 0; i < PANEL; i++) g->before[i] = 1;
  for (int n = 1; n < count; n++) {
    double *before = g->before + (size_t)n * PANEL;
    const double *below = g->law[g->there[n - 1]].below + at;
    for (int i = 0; i < PANEL; i++) before[i] = before[i - PANEL] * below[i];
  }
  for (int n = count - 1; n >= 0; n--) {
    const double *before = g->before + (size_t)n * PANEL;
    const kept_law *l = &g->law[g->there[n]];
    const double *density = l->density + at, *below = l->below + at;
    double part[PANEL], sum = 0;
    for (int i = 0; i < PANEL; i++) {
      part[i] = after[i] * before[i] * density[i];
      after[i] *= below[i];
    }
    for (int i = 0; i < PANEL; i++) sum += part[i];
    chance[g->there[n]] += sum;
  }
}

#ifdef UNRULY_FOUR_LANES
LANES static void add_in_lanes(greatest_draw *g, int panel, int count, double *chance)
{
  add_products(g, panel, count, chance);
}
#endif

static void add_panel(greatest_draw *g, int panel, double *chance)
{
  const int count = laws_in(g, panel);
#ifdef UNRULY_FOUR_LANES
  if (g->lanes) {
    add_in_lanes(g, panel, count, chance);
    return;
  }
#endif
  add_products(g, panel, count, chance);
}

/* Returns how far the probabilities are from summing to 1, before they are made to. */
static double integrate(greatest_draw *g, double *chance)
{
  double sum = 0;
  for (int k = 0; k < g->count; k++) chance[k] = 0;
  for (int panel = 0; panel < g->panels; panel++) add_panel(g, panel, chance);
  for (int k = 0; k < g->count; k++) sum += chance[k] = fmax(chance[k], 0);
  for (int k = 0; k < g->count; k++) chance[k] /= sum;
  return fabs(sum - 1);
}

static bool expect_laws(greatest_draw *g, int count)
{
  if (count <= g->room) return true;
  const size_t room = (size_t)count;
  g->law = arena_zeroed(g->memory, room, sizeof *g->law);
  g->before = arena_zeroed(g->memory, room * PANEL, sizeof *g->before);
  g->there = arena_zeroed(g->memory, room, sizeof *g->there);
  const bool all = g->law && g->before && g->there;
  g->room = all ? count : 0;
  g->count = g->panels = g->panel_room = 0;
  g->known = false;
  return all;
}

/* Panels anew, as fine as before or finer. */
static bool begin_again(greatest_draw *g)
{
  if (!make_panels(g)) return false;
  for (int k = 0; k < g->count; k++) fill_law(g, &g->law[k]);
  return true;
}

static bool update(greatest_draw *g, const draw_law *law, int count)
{
  for (int k = 0; k < count; k++) {
    kept_law *l = &g->law[k];
    l->changed = k >= g->count || l->law.a != law[k].a || l->law.b != law[k].b;
    if (l->changed) l->law = law[k];
  }
  g->count = count;
  describe(g);
  if (!panels_will_do(g)) return begin_again(g);
  for (int k = 0; k < count; k++)
    if (g->law[k].changed) fill_law(g, &g->law[k]);
  return true;
}

bool greatest_knows(const greatest_draw *g, const draw_law *law, int count)
{
  if (!g->known || count != g->count) return false;
  for (int k = 0; k < count; k++)
    if (g->law[k].law.a != law[k].a || g->law[k].law.b != law[k].b) return false;
  return true;
}

void greatest_forget(greatest_draw *g)
{
  g->known = false;
  g->panels = 0;
}

bool greatest_chances(greatest_draw *g, const draw_law *law, int count, double *chance)
{
  if (greatest_knows(g, law, count)) {
    for (int k = 0; k < count; k++) chance[k] = g->law[k].chance;
    return true;
  }
  g->known = false;
  if (!expect_laws(g, count) || !update(g, law, count)) return false;
  double error = integrate(g, chance);
  for (int i = 0; i < FINER && error > ENOUGH; i++) {
    if (i) g->fineness /= 2;
    if (!begin_again(g)) return false;
    error = integrate(g, chance);
  }
  g->fineness = 1;
  for (int k = 0; k < count; k++) g->law[k].chance = chance[k];
  g->known = true;
  return true;
}
