#include "search.h"
#include <math.h>
#include <string.h>

#define STEP 1e-4           /* of differences for slopes, */
#define CURVATURE_STEP 1e-3 /* and for second derivatives */
#define ENOUGH 1e-13        /* what is left to climb, as its slope says */
#define ROUNDING 1e-12      /* of values, relative */
#define LONGEST_STEP 3.0
#define FARTHEST 30.0
#define AS_GOOD 1e-6

static double value_at(search *f, const double *z)
{
  f->evaluations++;
  const double x = f->value(f->given, z);
  return isnan(x) ? -INFINITY : x;
}

static double product(const double *a, const double *b, int d)
{
  double sum = 0;
  for (int i = 0; i < d; i++) sum += a[i] * b[i];
  return sum;
}

/* --- climbing ---------------------------------------------------------------------------------- */

/* False where it cannot be found. */
static bool find_slope(search *f, const double *z, double *slope)
{
  double at[MOST_FREE];
  memcpy(at, z, (size_t)f->d * sizeof *at);
  for (int i = 0; i < f->d; i++) {
    slope[i] = 0;
    if (f->fixed[i]) continue;
    at[i] = z[i] + STEP;
    const double above = value_at(f, at);
    at[i] = z[i] - STEP;
    slope[i] = (above - value_at(f, at)) / (2 * STEP);
    at[i] = z[i];
    if (!isfinite(slope[i])) return false;
  }
  return true;
}

static void begin_inverse(const search *f, double *h, double scale)
{
  memset(h, 0, (size_t)f->d * (size_t)f->d * sizeof *h);
  for (int i = 0; i < f->d; i++)
    if (!f->fixed[i]) h[i * f->d + i] = scale;
}

/* The direction of a step, not too long. Returns how fast the value rises along it. */
static double find_direction(const search *f, const double *h, const double *slope, double *step)
{
  double longest = 0;
  for (int i = 0; i < f->d; i++) {
    step[i] = product(h + i * f->d, slope, f->d);
    if (fabs(step[i]) > longest) longest = fabs(step[i]);
  }
  if (longest > LONGEST_STEP)
    for (int i = 0; i < f->d; i++) step[i] *= LONGEST_STEP / longest;
  return product(step, slope, f->d);
}

/* Takes the step, or half of it, or less. False: no part of it leads upwards. */
static bool take_step(search *f, summit *s, const double *step, double rise)
{
  double at[MOST_FREE], t = 1;
  const double rounding = ROUNDING * (1 + fabs(s->value));
  for (int tries = 0; tries < 40; tries++, t /= 2) {
    for (int i = 0; i < f->d; i++)
      at[i] = f->fixed[i] ? s->z[i] : fmax(-FARTHEST, fmin(FARTHEST, s->z[i] + t * step[i]));
    const double value = value_at(f, at);
    if (value >= s->value + 1e-4 * t * rise - rounding) {
      memcpy(s->z, at, (size_t)f->d * sizeof *at);
      s->value = value;
      return true;
    }
  }
  return false;
}

/* The update of Broyden, Fletcher, Goldfarb and Shanno. `moved` is what was gone, `bent` what the slope lost.
 */
static void update_inverse(const search *f, double *h, const double *moved, const double *bent, bool first)
{
  const int d = f->d;
  const double along = product(moved, bent, d);
  if (!(along > 1e-14)) return;
  if (first) begin_inverse(f, h, along / product(bent, bent, d));
  double hb[MOST_FREE];
  for (int i = 0; i < d; i++) hb[i] = product(h + i * d, bent, d);
  const double more = 1 + product(bent, hb, d) / along;
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++)
      h[i * d + j] += (more * moved[i] * moved[j] - hb[i] * moved[j] - moved[i] * hb[j]) / along;
}

void search_climb(search *f, summit *s)
{
  const int d = f->d;
  double slope[MOST_FREE], next[MOST_FREE], step[MOST_FREE], before[MOST_FREE], *h = s->inverse;
  bool fresh = !s->curved;
  s->curved = false;
  s->value = value_at(f, s->z);
  if (!isfinite(s->value) || !find_slope(f, s->z, slope)) return;
  if (fresh) begin_inverse(f, h, 1);
  for (int round = 0; round < 300; round++) {
    double rise = find_direction(f, h, slope, step);
    if (!(rise > 0)) {
      if (fresh) return;
      begin_inverse(f, h, 1);
      fresh = true;
      rise = find_direction(f, h, slope, step);
    }
    if (!(rise > ENOUGH)) return;
    memcpy(before, s->z, (size_t)d * sizeof *before);
    if (!take_step(f, s, step, rise)) {
      if (fresh) return;
      begin_inverse(f, h, 1);
      fresh = true;
      continue;
    }
    if (!find_slope(f, s->z, next)) return;
    for (int i = 0; i < d; i++) {
      step[i] = s->z[i] - before[i];
      if (f->fixed[i]) step[i] = 0;
      before[i] = slope[i] - next[i];
      slope[i] = next[i];
    }
    update_inverse(f, h, step, before, fresh);
    fresh = false;
  }
}

/* --- curvature ------------------------------------------------------------------------------------ */

static double value_beside(search *f, const summit *s, int i, double a, int j, double b)
{
  double at[MOST_FREE];
  memcpy(at, s->z, (size_t)f->d * sizeof *at);
  at[i] += a;
  at[j] += b;
  return value_at(f, at);
}

/* Inverts a symmetric matrix in place, if it is positive definite. */
static bool invert(double *m, int n)
{
  double l[MOST_FREE * MOST_FREE] = {0}, column[MOST_FREE];
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = m[i * n + j];
      for (int k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k];
      if (i == j && !(sum > 0)) return false;
      l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
    }
  for (int c = 0; c < n; c++) {
    for (int i = 0; i < n; i++) {
      double sum = i == c;
      for (int k = 0; k < i; k++) sum -= l[i * n + k] * column[k];
      column[i] = sum / l[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
      double sum = column[i];
      for (int k = i + 1; k < n; k++) sum -= l[k * n + i] * column[k];
      column[i] = sum / l[i * n + i];
    }
    for (int i = 0; i < n; i++) m[i * n + c] = column[i];
  }
  return true;
}

void search_curvature(search *f, summit *s)
{
  const double h = CURVATURE_STEP;
  double m[MOST_FREE * MOST_FREE];
  int of[MOST_FREE], n = 0;
  for (int i = 0; i < f->d; i++)
    if (!f->fixed[i]) of[n++] = i;
  for (int a = 0; a < n; a++)
    for (int b = 0; b <= a; b++) {
      const int i = of[a], j = of[b];
      const double bend =
          a == b ? value_beside(f, s, i, h, j, 0) - 2 * s->value + value_beside(f, s, i, -h, j, 0)
                 : (value_beside(f, s, i, h, j, h) - value_beside(f, s, i, h, j, -h) -
                    value_beside(f, s, i, -h, j, h) + value_beside(f, s, i, -h, j, -h)) /
                       4;
      m[a * n + b] = m[b * n + a] = -bend / (h * h);
    }
  s->curved = invert(m, n);
  for (int i = 0; i < f->d * f->d; i++) s->inverse[i] = NAN;
  if (!s->curved) return;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) s->inverse[of[a] * f->d + of[b]] = m[a * n + b];
}

/* --- starts ---------------------------------------------------------------------------------------- */

/* The i-th number of van der Corput's sequence in this base, from 1. */
static double radical_inverse(long long i, int base)
{
  double x = 0, digit = 1.0 / base;
  for (; i > 0; i /= base, digit /= base) x += digit * (double)(i % base);
  return x;
}

/* The first is the middle; the others are Halton's points. */
static void start_at(const search *f, int which, double *z)
{
  static const int prime[MOST_FREE] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
  for (int i = 0; i < f->d; i++)
    z[i] = which == 0 ? 0 : STARTS_WITHIN * (2 * radical_inverse(which, prime[i]) - 1);
}

static bool is_apart(const search *f, const double *z, double others[][MOST_FREE], int count)
{
  for (int k = 0; k < count; k++) {
    double square = 0;
    for (int i = 0; i < f->d; i++) square += (z[i] - others[k][i]) * (z[i] - others[k][i]);
    if (square < STARTS_APART * STARTS_APART) return false;
  }
  return true;
}

/* Picks starts for climbs, the best first, each apart from those before it. */
static int pick_starts(const search *f, int count, double *values, double picked[][MOST_FREE])
{
  int found = 0;
  double z[MOST_FREE];
  while (found < MOST_CLIMBS) {
    int best = -1;
    for (int i = 0; i < count; i++)
      if (values[i] > -INFINITY && (best < 0 || values[i] > values[best])) best = i;
    if (best < 0) break;
    values[best] = -INFINITY;
    start_at(f, best, z);
    if (is_apart(f, z, picked, found)) memcpy(picked[found++], z, sizeof z);
  }
  return found;
}

double search_everywhere(search *f, int starts, summit *best, double *room)
{
  double picked[MOST_CLIMBS][MOST_FREE], reached[MOST_CLIMBS], z[MOST_FREE] = {0};
  const int count = search_room(starts, f->d);
  for (int i = 0; i < count; i++) {
    start_at(f, i, z);
    room[i] = value_at(f, z);
  }
  const int climbs = pick_starts(f, count, room, picked);
  int agree = 0;
  best->value = -INFINITY;
  for (int k = 0; k < climbs; k++) {
    summit s = {.curved = false};
    memcpy(s.z, picked[k], sizeof s.z);
    search_climb(f, &s);
    reached[k] = s.value;
    if (s.value > best->value) *best = s;
  }
  for (int k = 0; k < climbs; k++) agree += reached[k] >= best->value - AGREES_WITHIN;
  return climbs ? (double)agree / climbs : NAN;
}

void search_ends(search *f, summit *best)
{
  for (int i = 0; i < f->d; i++) {
    if (f->fixed[i] || !(fabs(best->z[i]) > FAR_OUT)) continue;
    summit end = *best;
    end.z[i] = best->z[i] > 0 ? INFINITY : -INFINITY;
    end.curved = false;
    f->fixed[i] = true;
    search_climb(f, &end);
    if (end.value >= best->value - AS_GOOD) *best = end;
    else f->fixed[i] = false;
  }
}
