#include "gittins_index.h"
#include "../../base/elementary.h"
#include "../../base/exact.h"
#include <math.h>

double gittins_depth(double discount, double accuracy, double sd)
{
  return fmax(ceil(same_log(accuracy * (1 - discount) / sd) / same_log(discount)), 1);
}

bool gittins_open(gittins *g, double discount, double accuracy, arena *memory)
{
  *g = (gittins){.discount = discount, .accuracy = accuracy};
  g->depth = (int)gittins_depth(discount, accuracy, 0.5);
  g->far = sqrt(fmax(same_log(2 / (accuracy * (1 - discount))), 1) / 2);
  g->reward = arena_zeroed(memory, (size_t)g->depth + 2, sizeof *g->reward);
  g->time = arena_zeroed(memory, (size_t)g->depth + 2, sizeof *g->time);
  return g->reward && g->time;
}

/* States h rounds on by their successes j: up to `low` one stops, from `high` on
 * one plays without end; what is between is in the two arrays. */
typedef struct band {
  int low, high;
} band;

static double mean_of(double a, double b, int h, int j) { return (a + j) / (a + b + h); }

/* The number of successes from which on the mean, h rounds on, is above this. */
static int first_above(double a, double b, int h, double mean)
{
  const double j = floor(mean * (a + b + h) - a) + 1;
  return j < 0 ? 0 : j > h + 1 ? h + 1 : (int)j;
}

static void play_for_ever(gittins *g, double mean, int j)
{
  g->reward[j] = mean / (1 - g->discount);
  g->time[j] = 1 / (1 - g->discount);
}

/* After `depth` rounds: stop, or play without end. */
static band last_band(double a, double b, int depth, double level)
{
  const int from = first_above(a, b, depth, level);
  return (band){from - 1, from};
}

/* From h + 1 rounds on to h. If both that may follow are states to stop in, so is
 * the state: its mean is not above the level either. */
static band step_back(gittins *g, double a, double b, int h, band next, double level)
{
  const double gamma = g->discount, n = a + b + h;
  const int first = next.low > h ? h + 1 : next.low > 0 ? next.low : 0;
  band now = {first - 1, first_above(a, b, h, level + g->far / sqrt(n + 1))};
  /* States that may follow and are not in the arrays. */
  for (int j = next.high; j <= now.high && j <= h + 1; j++) play_for_ever(g, mean_of(a, b, h + 1, j), j);
  if (next.low >= 0) g->reward[next.low] = g->time[next.low] = 0;
  for (int j = first; j < now.high; j++) {
    const double p = (a + j) / n;
    const double reward = p + gamma * (p * g->reward[j + 1] + (1 - p) * g->reward[j]);
    const double time = 1 + gamma * (p * g->time[j + 1] + (1 - p) * g->time[j]);
    const bool on = reward > level * time;
    if (!on) now.low = j;
    g->reward[j] = on ? reward : 0;
    g->time[j] = on ? time : 0;
  }
  return now;
}

/* The first round, which is played in any case. */
static double first_round(gittins *g, double a, double b, band next)
{
  const double gamma = g->discount, p = a / (a + b);
  for (int j = 0; j <= 1; j++) {
    if (j <= next.low) g->reward[j] = g->time[j] = 0;
    else if (j >= next.high) play_for_ever(g, mean_of(a, b, 1, j), j);
  }
  return (p + gamma * (p * g->reward[1] + (1 - p) * g->reward[0])) /
         (1 + gamma * (p * g->time[1] + (1 - p) * g->time[0]));
}

/* Returns what the best of ways to stop for this level earns a round: more than the level
 * while that is below the index. */
static double rate_at(gittins *g, double a, double b, int depth, double level)
{
  band at = last_band(a, b, depth, level);
  for (int h = depth - 1; h > 0; h--) at = step_back(g, a, b, h, at, level);
  return first_round(g, a, b, at);
}

/* Dinkelbach's method: each rate is a better level, and the steps shrink faster
 * than those of any bisection. What few rounds ahead say is a level to begin with. */
double gittins_index(gittins *g, double a, double b)
{
  const double n = a + b, mean = a / n, sd = sqrt(mean * (1 - mean) / (n + 1));
  const int deepest = (int)fmin(gittins_depth(g->discount, g->accuracy, sd), g->depth);
  double level = mean;
  for (int part = 8; part >= 1; part /= 2) {
    for (int i = 0; i < 100; i++) {
      const double rate = rate_at(g, a, b, part > 1 ? deepest / part + 1 : deepest, level);
      if (!(rate > level + 1e-15)) break;
      const bool close = part > 1 && rate < level + 1e-3;
      level = rate;
      if (close) break;
    }
  }
  return level;
}

/* Let x be the probability, M(h) its mean after h rounds, g = discount. From below: whoever plays once, and
 * after a success without end, earns a rate that the index is not below. From above: to go on in the rounds h
 * >= 1 in which M(h) is above a level L is at least as good as any way to stop, so the index is below the
 * root L of
 *
 *   mean - L + sum over h >= 1 of g^h E(M(h) - L)+.
 *
 * With L = mean + d, E(M(h) - L)+ <= (sqrt(v(h) + d^2) - d) / 2 (Scarf 1958), where v(h) = v h / (n + h) is
 * the variance of M(h), v that of x. Both roots are concave in what is under them, so the sum is at most that
 * with v(h) at the mean H = 1 / (1 - g) of the weights g^h. The root of the quadratic is d = sqrt(v H / (n +
 * H)) g / (2 sqrt(1 - g)). */
void gittins_bounds(const gittins *g, double a, double b, double *least, double *most)
{
  const double n = a + b, mean = a / n, on = g->discount / (1 - g->discount), ahead = 1 / (1 - g->discount);
  const double success = (a + 1) / (n + 1), rounding = 1e-12;
  const double rate = (mean + on * mean * success) / (1 + on * mean);
  const double variance = mean * (1 - mean) / (n + 1) * ahead / (n + ahead);
  *least = fmax(mean, rate - g->accuracy - rounding);
  *most = mean + sqrt(variance) * g->discount * sqrt(ahead) / 2 + rounding;
}
