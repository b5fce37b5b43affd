#include "shares.h"
#include "../classical/divergence.h"
#include <math.h>

bool shares_open(shares *s, int most, arena *memory)
{
  const size_t count = (size_t)most;
  s->mean = arena_zeroed(memory, count, sizeof *s->mean);
  s->x = arena_zeroed(memory, count, sizeof *s->x);
  s->rest = arena_zeroed(memory, count, sizeof *s->rest);
  s->part = arena_zeroed(memory, count, sizeof *s->part);
  return s->mean && s->x && s->rest && s->part;
}

double shares_sum(const shares *s)
{
  double sum = 0;
  for (int i = 0; i < s->count; i++) sum += s->x[i];
  return sum;
}

/* --- Gaussian ---------------------------------------------------------------- */

/* D of an arm: for Bernoulli distributions with the variance half way, for a start. */
static double distance(const shares *s, int i)
{
  const double best = s->mean[s->best], gap = best - s->mean[i], half = best - gap / 2;
  return gap * gap / (s->gaussian ? 2 : 2 * half * (1 - half));
}

static double least_distance(const shares *s)
{
  double least = INFINITY;
  for (int i = 0; i < s->count; i++)
    if (i != s->best) least = fmin(least, s->rest[i]);
  return least;
}

/* With u = 1 / y, 1 / sqrt(sum of x^2) is concave in u: Newton's steps from below,
 * where the x of the nearest arm is 1, stay below the solution. */
static void solve_gaussian(shares *s)
{
  for (int i = 0; i < s->count; i++) s->rest[i] = i == s->best ? INFINITY : distance(s, i);
  double u = 2 / least_distance(s);
  for (int step = 0; step < 100; step++) {
    double squares = 0, slope = 0;
    for (int i = 0; i < s->count; i++) {
      if (i == s->best) continue;
      const double x = s->x[i] = 1 / (s->rest[i] * u - 1);
      squares += x * x;
      slope += x * x * x * s->rest[i];
    }
    const double move = (sqrt(squares) - 1) * squares / slope;
    if (!(move > 1e-16 * u)) break;
    u += move;
  }
  s->x[s->best] = 1;
  s->y = 1 / u;
}

/* --- Bernoulli ----------------------------------------------------------------- */

typedef struct pair_of {
  double m, from_best, from_other; /* d(mean_a, m) and d(mean_b, m) */
} pair_of;

static inline pair_of pair_at(double best, double gap, double x)
{
  const double other = best - gap, below = gap * (x / (1 + x)), above = gap / (1 + x);
  return (pair_of){best - below, bernoulli_shift(best, -below), bernoulli_shift(other, above)};
}

static double level_of(const pair_of *d, double x) { return d->from_best + x * d->from_other; }

/* The x with g(x) = y < g(Inf), from any other. */
static double x_at(double best, double gap, double y, double x)
{
  for (int step = 0; step < 200; step++) {
    const pair_of d = pair_at(best, gap, x);
    const double move = (y - level_of(&d, x)) / d.from_other;
    x = x + move > 0 ? x + move : x / 4;
    if (fabs(move) <= 1e-10 * x) break; /* and the error that is left is about its square */
  }
  return x;
}

/* The sum of ratios at y; it rises with y. */
static double ratios_at(shares *s, double y)
{
  const double best = s->mean[s->best];
  double sum = 0;
  for (int i = 0; i < s->count; i++) {
    const double gap = best - s->mean[i];
    if (i == s->best) continue;
    if (!(y < bernoulli_shift(best, -gap))) return INFINITY;
    s->x[i] = x_at(best, gap, y, s->x[i]);
    const pair_of d = pair_at(best, gap, s->x[i]);
    sum += d.from_best / d.from_other;
  }
  return sum;
}

/* Returns where the chord of the ends of a bracket is 0, or its middle if one is infinite. */
static double chord_root(const double *end, const double *over)
{
  const double root = end[1] - over[1] * (end[1] - end[0]) / (over[1] - over[0]);
  return root > end[0] && root < end[1] ? root : end[0] + (end[1] - end[0]) / 2;
}

/* An end that stays twice counts half (the Illinois rule). */
static void solve_in_bracket(shares *s)
{
  solve_gaussian(s);
  double end[] = {s->y, s->y}, over[2];
  while ((over[0] = ratios_at(s, end[0]) - 1) > 0) end[0] /= 2;
  while ((over[1] = ratios_at(s, end[1]) - 1) < 0) end[1] *= 2;
  for (int step = 0, last = -1; step < 200 && end[1] - end[0] > 1e-15 * end[1]; step++) {
    const double middle = chord_root(end, over), value = ratios_at(s, middle) - 1;
    const int side = value > 0;
    end[side] = middle;
    over[side] = value;
    if (side == last) over[1 - side] /= 2;
    last = side;
    if (fabs(value) < 1e-13) break;
  }
  s->y = fabs(over[0]) < fabs(over[1]) ? end[0] : end[1];
  ratios_at(s, s->y);
  s->x[s->best] = 1;
}

/* The equations are linear in all x but for their own: what they leave over, and what
 * a change of y does to x, stand by arm. Returns the change of y. */
static double newton_step(shares *s)
{
  const double best = s->mean[s->best];
  double over = 1, slope = 0;
  for (int i = 0; i < s->count; i++) {
    if (i == s->best) continue;
    const double x = s->x[i], gap = best - s->mean[i], once = 1 / (1 + x);
    const pair_of d = pair_at(best, gap, x);
    const double level = level_of(&d, x), inverse = 1 / d.from_other;
    const double rise = gap * gap * once * once * once / (d.m * (1 - d.m)) * level * inverse * inverse;
    s->rest[i] = (s->y - level) * inverse;
    s->part[i] = inverse;
    over -= d.from_best * inverse + rise * s->rest[i];
    slope += rise * inverse;
  }
  return over / slope;
}

/* Takes a step, cut where it would lead out of what can be; returns how large it was, as
 * a part of what is changed. */
static double take(double *value, double move)
{
  const double part = fabs(move) / *value, least = *value / 8;
  *value = fmax(*value + move, least);
  return part;
}

static bool solve_by_newton(shares *s)
{
  for (int step = 0; step < 25; step++) {
    const double move = newton_step(s);
    if (!isfinite(move)) return false;
    double part = take(&s->y, move);
    for (int i = 0; i < s->count; i++)
      if (i != s->best) part = fmax(part, take(&s->x[i], s->rest[i] + s->part[i] * move));
    if (part < 1e-8) return true; /* and the error that is left is about its square */
    if (!(part < 1e6)) return false;
  }
  return false;
}

void shares_solve(shares *s, bool plain)
{
  if (s->gaussian) {
    solve_gaussian(s);
    return;
  }
  if (!(s->y > 0)) solve_gaussian(s);
  s->x[s->best] = 1;
  if (plain || !solve_by_newton(s)) solve_in_bracket(s);
}
