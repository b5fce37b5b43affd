#include "walk.h"
#include "../base/elementary.h"
#include <math.h>
#include <stdint.h>

static const double root_of_half = 0.70710678118654752440, per_root_of_2_pi = 0.39894228040143267794;

double normal_above(double z) { return same_erfc(z * root_of_half) / 2; }

static double least(double a, double b) { return a < b ? a : b; }

static double panel_width(const walk *w, double before, double time, double next)
{
  return 2.2 / w->fine * sqrt(least(time - before, next - time));
}

/* --- memory ------------------------------------------------------------------------------- */

bool walk_open(walk *w, arena *memory, const double *times, int looks, double reach, double fine)
{
  *w = (walk){.fine = fine, .reach = reach, .room = 1};
  for (int i = 0; i + 1 < looks; i++) {
    const double far = reach * sqrt(times[i]);
    const double width = panel_width(w, i ? times[i - 1] : 0, times[i], times[i + 1]);
    const size_t count = PANEL_NODES * (panels_of((piece){-far, far}, width) + 2);
    if (count > w->room) w->room = count;
  }
  double **const parts[] = {&w->at, &w->mass, &w->next_at, &w->next_mass, &w->kernel};
  for (int i = 0; i < 5; i++) {
    *parts[i] = arena_zeroed(memory, w->room, sizeof **parts[i]);
    if (!*parts[i]) return false;
  }
  return true;
}

void walk_start(walk *w, double drift)
{
  w->time = 0;
  w->drift = drift;
  w->count = 1;
  w->at[0] = 0;
  w->mass[0] = 1;
}

/* --- what is asked of it ------------------------------------------------------------------- */

/* `side`: 1 above, -1 below. */
static double walk_beyond(const walk *w, double value, double time, double side)
{
  const double step = sqrt(time - w->time), from = value - w->drift * (time - w->time);
  double sum = 0;
  for (size_t i = 0; i < w->count; i++) {
    const double z = side * (from - w->at[i]) / step;
    if (z < w->reach) sum += z < -w->reach ? w->mass[i] : w->mass[i] * normal_above(z);
  }
  return sum;
}

double walk_above(const walk *w, double value, double time) { return walk_beyond(w, value, time, 1); }
double walk_below(const walk *w, double value, double time) { return walk_beyond(w, value, time, -1); }

/* --- its steps ------------------------------------------------------------------------------ */

piece walk_piece(const walk *w, piece p, double time)
{
  const double middle = w->drift * time, far = w->reach * sqrt(time);
  return (piece){p.low > middle - far ? p.low : middle - far, least(p.high, middle + far)};
}

/* The density at a place from the nodes of the look before, of which only those near it count; `first` moves
 * on with the place. */
static double density_at(const walk *w, double place, double step, size_t *first)
{
  const double far = (w->reach - 0.5) * step;
  while (*first < w->count && w->at[*first] < place - far) ++*first;
  int count = 0;
  for (size_t i = *first; i < w->count && w->at[i] <= place + far; i++, count++) {
    const double z = (place - w->at[i]) / step;
    w->kernel[count] = -z * z / 2;
  }
  same_exps(w->kernel, count);
  double sum = 0;
  for (int i = 0; i < count; i++) sum += w->kernel[i] * w->mass[*first + (size_t)i];
  return sum * per_root_of_2_pi / step;
}

void walk_on(walk *w, const piece *pieces, int count, double time, double next)
{
  const double step = sqrt(time - w->time), width = panel_width(w, w->time, time, next);
  size_t placed = 0, first = 0;
  for (int i = 0; i < count; i++)
    placed += place_panels(walk_piece(w, pieces[i], time), width, w->next_at + placed, w->next_mass + placed);
  const double moved = w->drift * (time - w->time);
  for (size_t i = 0; i < placed; i++) w->next_mass[i] *= density_at(w, w->next_at[i] - moved, step, &first);
  double *const at = w->at, *const mass = w->mass;
  w->at = w->next_at;
  w->mass = w->next_mass;
  w->next_at = at;
  w->next_mass = mass;
  w->count = placed;
  w->time = time;
}
