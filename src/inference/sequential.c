#include "sequential.h"
#include "../base/elementary.h"
#include <math.h>

double falling_root(double (*f)(const void *given, double x), const void *given, double low, double high)
{
  double at_low = f(given, low), at_high = f(given, high);
  if (!(at_low > 0)) return low;
  if (!(at_high < 0)) return high;
  int side = 0;
  for (int i = 0; i < 200 && high - low > 1e-13 * (1 + fabs(low)); i++) {
    const double slope = at_high - at_low;
    double x = low - at_low * (high - low) / slope;
    if (!(x > low && x < high) || i % 4 == 3 || !isfinite(slope)) x = low + (high - low) / 2;
    const double value = f(given, x);
    if (value == 0) return x;
    if (value > 0) { /* the end that stays twice counts for less (Illinois) */
      low = x;
      at_low = value;
      if (side == 1) at_high /= 2;
      side = 1;
    } else {
      high = x;
      at_high = value;
      if (side == -1) at_low /= 2;
      side = -1;
    }
  }
  return low + (high - low) / 2;
}

/* --- crossing limits that are known --------------------------------------------------------- */

/* From where on a limit of some later look can be reached, for each side; an end of the line if there is
 * none. */
static piece within_reach(int look, int looks, const double *times, const double *upper, const double *lower,
                          double drift, double reach)
{
  piece found = {-INFINITY, INFINITY}; /* low: the greatest from which one goes below */
  for (int i = look + 1; i < looks; i++) {
    const double step = times[i] - times[look], far = reach * sqrt(step);
    if (lower[i] - drift * step + far > found.low) found.low = lower[i] - drift * step + far;
    if (upper[i] - drift * step - far < found.high) found.high = upper[i] - drift * step - far;
  }
  return found;
}

static void walk_to(walk *w, int look, int looks, const double *times, const double *upper,
                    const double *lower)
{
  const piece all = {lower[look], upper[look]};
  const piece ends = within_reach(look, looks, times, upper, lower, w->drift, w->reach);
  if (ends.low >= ends.high) {
    walk_on(w, &all, 1, times[look], times[look + 1]);
    return;
  }
  const piece parts[] = {{all.low, ends.low < all.high ? ends.low : all.high},
                         {ends.high > all.low ? ends.high : all.low, all.high}};
  walk_on(w, parts, 2, times[look], times[look + 1]);
}

bool sequential_crossing(arena *memory, int looks, const double *times, const double *upper,
                         const double *lower, double drift, double fine, double *above, double *below)
{
  walk w;
  if (!walk_open(&w, memory, times, looks, 9.5, fine)) return false;
  walk_start(&w, drift);
  for (int i = 0; i < looks; i++) {
    above[i] = walk_above(&w, upper[i], times[i]);
    below[i] = walk_below(&w, lower[i], times[i]);
    if (i + 1 < looks) walk_to(&w, i, looks, times, upper, lower);
  }
  return true;
}

/* --- limits at which so much is spent ------------------------------------------------------- */

typedef struct asked {
  const walk *w;
  double time, part;
  bool below;
} asked;

/* Falls with z, a limit for Z above which, or minus which below which, the part is spent. */
static double excess(const void *given, double z)
{
  const asked *a = given;
  const double value = z * sqrt(a->time);
  const double found = a->below ? walk_below(a->w, -value, a->time) : walk_above(a->w, value, a->time);
  return same_log(found) - same_log(a->part);
}

enum { FARTHEST = 38 };
static const double least_part = 1e-300;

/* A limit for B, from `from` on. */
static double limit_above(const walk *w, double part, double time, double from)
{
  if (part < least_part) return INFINITY;
  const asked a = {w, time, part, false};
  const double root = sqrt(time), low = from / root;
  return falling_root(excess, &a, low > -FARTHEST ? low : -FARTHEST, FARTHEST) * root;
}

/* A limit for B, at most `to`. */
static double limit_below(const walk *w, double part, double time, double to)
{
  if (part < least_part) return -INFINITY;
  const asked a = {w, time, part, true};
  const double root = sqrt(time), low = -to / root;
  return -falling_root(excess, &a, low > -FARTHEST ? low : -FARTHEST, FARTHEST) * root;
}

/* A small part is spent far out, where the density must not be cut: beyond sqrt(-2 ln part). */
static double reach_of(const double *part, int looks)
{
  double reach = 9.5;
  for (int i = 0; i < looks; i++) {
    if (part[i] < least_part) continue;
    const double far = sqrt(-2 * same_log(part[i])) + 1;
    if (far > reach) reach = far;
  }
  return reach < FARTHEST ? reach : FARTHEST;
}

static void spend_look(const spending *s, int i, const walk *null, const walk *planned, double *upper,
                       double *lower)
{
  const double time = s->times[i];
  const bool respects = s->binding && !s->missed && i + 1 < s->looks;
  upper[i] = limit_above(null, s->error[i], time, respects ? lower[i] : -INFINITY);
  if (s->sides == 2) lower[i] = -upper[i];
  if (s->missed) lower[i] = limit_below(planned, s->missed[i], time, i + 1 < s->looks ? upper[i] : INFINITY);
}

bool sequential_spending(arena *memory, const spending *s, double *upper, double *lower)
{
  walk null, planned = {0};
  if (!walk_open(&null, memory, s->times, s->looks, reach_of(s->error, s->looks), s->fine)) return false;
  walk_start(&null, 0);
  if (s->missed) {
    if (!walk_open(&planned, memory, s->times, s->looks, reach_of(s->missed, s->looks), s->fine))
      return false;
    walk_start(&planned, s->drift);
  }
  for (int i = 0; i < s->looks; i++) {
    spend_look(s, i, &null, &planned, upper, lower);
    if (i + 1 == s->looks) break;
    const piece respected = {s->sides == 2 || s->binding ? lower[i] : -INFINITY, upper[i]};
    const piece all = {lower[i], upper[i]};
    walk_on(&null, &respected, 1, s->times[i], s->times[i + 1]);
    if (s->missed) walk_on(&planned, &all, 1, s->times[i], s->times[i + 1]);
  }
  return true;
}
