#include "rivals_walk.h"
#include "../base/elementary.h"
#include "walk.h"
#include <math.h>

/* Standard deviations of B beyond which nothing is followed, and of a step. */
static const double reach = 8, step_reach = 9, per_root_of_2_pi = 0.39894228040143267794;
/* Paths that are less likely are not followed: all of them together are below 1e-10. */
static const double least_weight = 1e-15;
/* So many numbers of kernels are kept; beyond, they are computed as they are used. */
enum { MOST_KEPT = 12000000 };

/* The nodes of a look: how far a rival is below the upper limit, in units of its own walk. */
typedef struct hung {
  size_t count;
  double *below, *weight;
} hung;

/* The part of the nodes of the look before from which a node is reached, and the numbers of the kernel. */
typedef struct row {
  size_t first, count, at;
} row;

typedef struct kernel {
  row *rows;
  double *values; /* NULL: not kept */
} kernel;

/* The walk of one kind of rivals, by look and, where the control's step matters, by its node. */
typedef struct kind {
  double drift;
  const double *upper, *lower; /* its limits, by look */
  hung nodes[MOST_RIVAL_LOOKS];
  double *above[MOST_RIVAL_LOOKS],
      *below[MOST_RIVAL_LOOKS]; /* from each node of the look before, at this look */
  kernel *kernels[MOST_RIVAL_LOOKS];
  double *mass[MOST_RIVAL_LOOKS]; /* of the path that is followed */
} kind;

/* At a point of a path, of one kind: in play; below, after having been in play. */
typedef struct where_it_is {
  double in_play, below;
} where_it_is;

typedef struct follower {
  const rivals_plan *plan;
  const rivals_found *found;
  arena *memory;
  double scale, control; /* sqrt(1 - rho); the limit's move for a unit of the control's */
  double at[MOST_HERMITE], weight[MOST_HERMITE];
  kind *kinds;
  size_t kept;
  double *row; /* of a kernel that is not kept */
} follower;

static double time_before(const rivals_plan *p, int look) { return look ? p->times[look - 1] : 0; }
static double step_to(const rivals_plan *p, int look) { return sqrt(p->times[look] - time_before(p, look)); }

/* --- nodes ---------------------------------------------------------------------------------- */

/* An upper limit that nothing reaches is as good as none, but nodes can hang at it. */
static double hook(const rivals_plan *p, const kind *k, int look)
{
  const double most = k->drift * p->times[look] + 10 * sqrt(p->times[look]);
  return k->upper[look] < most ? k->upper[look] : most;
}

/* From the upper limit (0) to the lower one, or to where nothing is; of which what can reach no limit of a
 * later look does not matter. On the scale of B, downwards. */
static int pieces_of(const rivals_plan *p, const kind *k, int look, piece *pieces)
{
  const double t = p->times[look], top = hook(p, k, look), end = top - (k->drift * t - reach * sqrt(t));
  const double bottom = k->lower[look] > top - end ? top - k->lower[look] : end;
  double from_above = -INFINITY, from_below = INFINITY;
  for (int i = look + 1; i < p->looks; i++) {
    const double step = p->times[i] - t, far = reach * sqrt(step);
    const double up = top - (hook(p, k, i) - k->drift * step - far);
    const double down = top - (k->lower[i] - k->drift * step + far);
    if (up > from_above) from_above = up;
    if (down < from_below) from_below = down;
  }
  if (from_above >= from_below) {
    pieces[0] = (piece){0, bottom};
    return 1;
  }
  pieces[0] = (piece){0, from_above < bottom ? from_above : bottom};
  pieces[1] = (piece){from_below > 0 ? from_below : 0, bottom};
  return 2;
}

static bool place_nodes(follower *f, kind *k, int look)
{
  const rivals_plan *p = f->plan;
  const double before = step_to(p, look), after = step_to(p, look + 1);
  const double width = 2.5 / p->fine * (before < after ? before : after);
  piece pieces[2];
  const int count = pieces_of(p, k, look, pieces);
  hung *h = &k->nodes[look];
  for (int i = 0; i < count; i++) {
    pieces[i].low /= f->scale;
    pieces[i].high /= f->scale;
    h->count += PANEL_NODES * panels_of(pieces[i], width);
  }
  h->below = arena_zeroed(f->memory, h->count, sizeof *h->below);
  h->weight = arena_zeroed(f->memory, h->count, sizeof *h->weight);
  k->mass[look] = arena_zeroed(f->memory, h->count, sizeof **k->mass);
  if (!h->below || !h->weight || !k->mass[look]) return false;
  size_t placed = 0;
  for (int i = 0; i < count; i++)
    placed += place_panels(pieces[i], width, h->below + placed, h->weight + placed);
  return true;
}

/* --- steps from look to look ------------------------------------------------------------------ */

/* By how much the upper limit moves, in units of a rival's walk, where the control makes this step. */
static double limit_moves(const follower *f, const kind *k, int look, int path)
{
  const rivals_plan *p = f->plan;
  const double before = look ? hook(p, k, look - 1) : 0, t = p->times[look] - time_before(p, look);
  return (hook(p, k, look) - before - k->drift * t) / f->scale + f->control * f->at[path] * sqrt(t);
}

static bool place_sides(follower *f, kind *k, int look)
{
  const rivals_plan *p = f->plan;
  const size_t count = look ? k->nodes[look - 1].count : 1;
  const double step = step_to(p, look), open = (hook(p, k, look) - k->lower[look]) / f->scale;
  k->above[look] = arena_zeroed(f->memory, count * (size_t)p->paths, sizeof **k->above);
  k->below[look] = arena_zeroed(f->memory, count * (size_t)p->paths, sizeof **k->below);
  if (!k->above[look] || !k->below[look]) return false;
  for (int path = 0; path < p->paths; path++) {
    const double moved = limit_moves(f, k, look, path);
    for (size_t i = 0; i < count; i++) {
      const double from = moved + (look ? k->nodes[look - 1].below[i] : 0);
      k->above[look][(size_t)path * count + i] = normal_above(from / step);
      if (open < INFINITY) k->below[look][(size_t)path * count + i] = normal_above((open - from) / step);
    }
  }
  return true;
}

/* Densities at a node, times its weight, from a row of nodes of the look before. */
static void fill_row(const follower *f, const kind *k, int look, const row *r, size_t node, double moved,
                     double *values)
{
  const hung *to = &k->nodes[look], *from = &k->nodes[look - 1];
  const double step = step_to(f->plan, look), scale = to->weight[node] * per_root_of_2_pi / step;
  for (size_t i = 0; i < r->count; i++) {
    const double z = (moved - to->below[node] + from->below[r->first + i]) / step;
    values[i] = -z * z / 2;
  }
  same_exps(values, (int)r->count);
  for (size_t i = 0; i < r->count; i++) values[i] *= scale;
}

static bool place_kernel(follower *f, kind *k, int look, int path)
{
  const hung *to = &k->nodes[look], *from = &k->nodes[look - 1];
  const double far = step_reach * step_to(f->plan, look), moved = limit_moves(f, k, look, path);
  kernel *x = &k->kernels[look][path];
  size_t first = 0, end = 0, total = 0;
  x->rows = arena_zeroed(f->memory, to->count, sizeof *x->rows);
  if (!x->rows) return false;
  for (size_t i = 0; i < to->count; i++) {
    const double middle = to->below[i] - moved;
    while (first < from->count && from->below[first] < middle - far) first++;
    while (end < from->count && from->below[end] <= middle + far) end++;
    x->rows[i] = (row){first, end - first, total};
    total += end - first;
  }
  if (f->kept + total > MOST_KEPT) return true;
  f->kept += total;
  x->values = arena_zeroed(f->memory, total, sizeof *x->values);
  if (!x->values) return false;
  for (size_t i = 0; i < to->count; i++)
    fill_row(f, k, look, &x->rows[i], i, moved, x->values + x->rows[i].at);
  return true;
}

static bool prepare_kind(follower *f, kind *k)
{
  const rivals_plan *p = f->plan;
  for (int look = 0; look < p->looks; look++) {
    if (!place_sides(f, k, look)) return false;
    if (look + 1 == p->looks) break;
    if (!place_nodes(f, k, look)) return false;
    if (look == 0) continue;
    k->kernels[look] = arena_zeroed(f->memory, (size_t)p->paths, sizeof **k->kernels);
    if (!k->kernels[look]) return false;
    for (int path = 0; path < p->paths; path++)
      if (!place_kernel(f, k, look, path)) return false;
  }
  return true;
}

static void carry_from_start(follower *f, kind *k, int path)
{
  const hung *to = &k->nodes[0];
  const double step = step_to(f->plan, 0), moved = limit_moves(f, k, 0, path);
  for (size_t i = 0; i < to->count; i++) {
    const double z = (moved - to->below[i]) / step;
    k->mass[0][i] = -z * z / 2;
  }
  same_exps(k->mass[0], (int)to->count);
  for (size_t i = 0; i < to->count; i++) k->mass[0][i] *= to->weight[i] * per_root_of_2_pi / step;
}

static void carry(follower *f, kind *k, int look, int path)
{
  if (look == 0) {
    carry_from_start(f, k, path);
    return;
  }
  const kernel *x = &k->kernels[look][path];
  const double *const mass = k->mass[look - 1];
  const double moved = limit_moves(f, k, look, path);
  for (size_t i = 0; i < k->nodes[look].count; i++) {
    const row *r = &x->rows[i];
    const double *values = x->values ? x->values + r->at : f->row;
    if (!x->values) fill_row(f, k, look, r, i, moved, f->row);
    double sum = 0;
    for (size_t j = 0; j < r->count; j++) sum += values[j] * mass[r->first + j];
    k->mass[look][i] = sum;
  }
}

/* --- paths of the control ------------------------------------------------------------------- */

static where_it_is step_of_kind(const follower *f, const kind *k, int look, int path, where_it_is before)
{
  const size_t count = look ? k->nodes[look - 1].count : 1;
  const double *const above = k->above[look] + (size_t)path * count, *const below = k->below[look] +
                                                                                    (size_t)path * count;
  double up = 0, down = 0;
  for (size_t i = 0; i < count; i++) {
    const double mass = look ? k->mass[look - 1][i] : 1;
    up += mass * above[i];
    down += mass * below[i];
  }
  const double left = before.in_play - up - down;
  return (where_it_is){left > 0 ? left : 0, before.below + (f->plan->two_sided ? 0 : down)};
}

static double power_of(double x, int n)
{
  double found = 1;
  for (int i = 0; i < n; i++) found *= x;
  return found;
}

static void tally(const follower *f, int look, double weight, const where_it_is *now)
{
  const rivals_plan *p = f->plan;
  double none = 1, all_below = 1, none_in_play = 1;
  for (int c = 0; c < p->kinds; c++) {
    none *= power_of(now[c].in_play + now[c].below, p->rivals[c]);
    all_below *= power_of(now[c].below, p->rivals[c]);
    none_in_play *= power_of(1 - now[c].in_play, p->rivals[c]);
  }
  f->found->none[look] += weight * none;
  f->found->all_below[look] += weight * all_below;
  f->found->some_in_play[look] += weight * (1 - none_in_play);
  for (int c = 0; c < p->kinds; c++) {
    const double not_above = now[c].in_play + now[c].below;
    const double part = not_above > 0 ? now[c].in_play / not_above : 0;
    f->found->in_play[look + c * p->looks] += weight * none * part;
    f->found->in_play_alone[look + c * p->looks] += weight * now[c].in_play;
  }
}

/* Returns false if the user wants to stop. */
static bool follow(follower *f, int look, double weight, const where_it_is *before)
{
  const rivals_plan *p = f->plan;
  if (look == 1 && p->interrupted && p->interrupted()) return false;
  for (int path = 0; path < p->paths; path++) {
    const double here = weight * f->weight[path];
    if (here < least_weight) continue;
    where_it_is now[MOST_RIVAL_KINDS];
    for (int c = 0; c < p->kinds; c++) now[c] = step_of_kind(f, &f->kinds[c], look, path, before[c]);
    tally(f, look, here, now);
    if (look + 1 == p->looks) continue;
    for (int c = 0; c < p->kinds; c++) carry(f, &f->kinds[c], look, path);
    if (!follow(f, look + 1, here, now)) return false;
  }
  return true;
}

rivals_end rivals_crossing(arena *memory, const rivals_plan *plan, const rivals_found *found)
{
  follower f = {.plan = plan, .found = found, .memory = memory, .scale = sqrt(1 - plan->rho)};
  f.control = sqrt(plan->rho) / f.scale;
  hermite_rule(plan->paths, f.at, f.weight);
  f.kinds = arena_zeroed(memory, (size_t)plan->kinds, sizeof *f.kinds);
  if (!f.kinds) return RIVALS_NO_MEMORY;
  size_t most = 0;
  where_it_is start[MOST_RIVAL_KINDS];
  for (int c = 0; c < plan->kinds; c++) {
    start[c] = (where_it_is){1, 0};
    f.kinds[c].drift = plan->drift[c];
    f.kinds[c].upper = plan->upper + c * plan->looks;
    f.kinds[c].lower = plan->lower + c * plan->looks;
    if (!prepare_kind(&f, &f.kinds[c])) return RIVALS_NO_MEMORY;
    for (int i = 0; i + 1 < plan->looks; i++)
      if (f.kinds[c].nodes[i].count > most) most = f.kinds[c].nodes[i].count;
  }
  f.row = arena_zeroed(memory, most, sizeof *f.row);
  if (!f.row) return RIVALS_NO_MEMORY;
  return follow(&f, 0, 1, start) ? RIVALS_DONE : RIVALS_INTERRUPTED;
}
