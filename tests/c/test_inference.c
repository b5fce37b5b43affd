/* Random group-sequential tests: crossings are those of a rule of finer panels, the error that is spent is
 * the error that limits have; one of several rivals is one rival, whatever its control does. */
#include "../../src/inference/rivals_walk.h"
#include "../../src/inference/sequential.h"
#include "describe.h"
#include <math.h>
#include <stdlib.h>

enum { MOST = 8 };

static uint64_t seed = 58;

static double uniform(void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0;
}

static double between(double low, double high) { return low + (high - low) * uniform(); }

typedef struct trial {
  int looks;
  double times[MOST], upper[MOST], lower[MOST];
} trial;

/* Looks even, uneven, or close to each other; limits of any shape, with lower ones or without. */
static trial random_trial(int most)
{
  trial t = {.looks = 1 + (int)(uniform() * most)};
  const double close = uniform() < 0.3 ? 1e-3 : 1;
  double sum = 0;
  for (int i = 0; i < t.looks; i++)
    t.times[i] = sum += i && uniform() < 0.5 ? close * between(0.1, 1) : between(0.1, 1);
  for (int i = 0; i < t.looks; i++) t.times[i] = i + 1 < t.looks ? t.times[i] / sum : 1;
  const double c = between(1.5, 3), power = between(-0.5, 0.5), below = between(-2, 1);
  const int kind = (int)(uniform() * 3);
  for (int i = 0; i < t.looks; i++) {
    const double z = c * pow(t.times[i], power - 0.5) * sqrt(t.times[i]);
    t.upper[i] = uniform() < 0.1 ? INFINITY : z;
    t.lower[i] = kind == 0 ? -INFINITY : kind == 1 ? -z : fmin(below * sqrt(t.times[i]), z);
  }
  return t;
}

static double apart(int count, const double *a, const double *b)
{
  double most = 0;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

static void one_rival(arena *memory)
{
  const trial t = random_trial(MOST);
  double above[2][MOST], below[2][MOST];
  const double drift = between(-2, 5);
  for (int fine = 0; fine < 2; fine++)
    CLAIM(sequential_crossing(memory, t.looks, t.times, t.upper, t.lower, drift, 1 + 1.3 * fine, above[fine],
                              below[fine]));
  CLAIM(apart(t.looks, above[0], above[1]) < 1e-10);
  CLAIM(apart(t.looks, below[0], below[1]) < 1e-10);
  /* All there is: a single look is the normal distribution. */
  const double z = between(-3, 3);
  CLAIM(sequential_crossing(memory, 1, &(double){1}, &z, &(double){-INFINITY}, drift, 1, above[0], below[0]));
  CLAIM(fabs(above[0][0] - normal_above(z - drift)) < 1e-15);
}

static void spends(arena *memory)
{
  trial t = random_trial(MOST);
  double error[MOST], above[MOST], below[MOST];
  for (int i = 0; i < t.looks; i++) error[i] = pow(10, between(-7, -2));
  const spending s = {
      .looks = t.looks, .sides = uniform() < 0.5 ? 1 : 2, .times = t.times, .error = error, .fine = 1};
  for (int i = 0; i < t.looks; i++) t.lower[i] = -INFINITY;
  CLAIM(sequential_spending(memory, &s, t.upper, t.lower));
  CLAIM(sequential_crossing(memory, t.looks, t.times, t.upper, t.lower, 0, 2, above, below));
  CLAIM(apart(t.looks, above, error) < 1e-10);
  if (s.sides == 2) CLAIM(apart(t.looks, below, error) < 1e-10);
}

typedef struct sums {
  double none[6], all_below[6], some_in_play[6], in_play[6], in_play_alone[6];
} sums;

static sums crossed(arena *memory, const trial *t, int rivals, double rho, double drift, int paths,
                    double fine)
{
  sums found = {{0}, {0}, {0}, {0}, {0}};
  const rivals_plan plan = {.looks = t->looks,
                            .kinds = 1,
                            .paths = paths,
                            .times = t->times,
                            .upper = t->upper,
                            .lower = t->lower,
                            .drift = &drift,
                            .rivals = &rivals,
                            .rho = rho,
                            .fine = fine};
  const rivals_found into = {found.none, found.all_below, found.some_in_play, found.in_play,
                             found.in_play_alone};
  CLAIM(rivals_crossing(memory, &plan, &into) == RIVALS_DONE);
  return found;
}

static void several_rivals(arena *memory)
{
  const trial t = random_trial(3);
  const int rivals = 1 + (int)(uniform() * 6);
  /* Above a half the control is smaller than a rival, and its path needs more nodes: least_paths() of R. */
  const double rho = between(0.2, 0.6), drift = between(-1, 3), allowed = 1e-8;
  const int paths = rho > 0.5 ? 48 : 32;
  const sums usual = crossed(memory, &t, rivals, rho, drift, paths, 1),
             finer = crossed(memory, &t, rivals, rho, drift, 64, 1.7);
  CLAIM(apart(t.looks, usual.none, finer.none) < allowed);
  CLAIM(apart(t.looks, usual.all_below, finer.all_below) < allowed);
  CLAIM(apart(t.looks, usual.in_play, finer.in_play) < allowed);
  /* One rival is one rival, whatever its control does. */
  double above[MOST], below[MOST], gone = 0;
  const sums alone = crossed(memory, &t, 1, rho, drift, 40, 1);
  CLAIM(sequential_crossing(memory, t.looks, t.times, t.upper, t.lower, drift, 1, above, below));
  for (int i = 0; i < t.looks; i++) {
    gone += above[i];
    CLAIM(fabs(1 - alone.none[i] - gone) < 2e-7);
  }
  /* More rivals cross more often, and at most as often as all by themselves. */
  const double some = 1 - usual.none[t.looks - 1], single = 1 - alone.none[t.looks - 1];
  CLAIM(some > single - 1e-7 && some < rivals * single + 1e-7);
}

int main(void)
{
  for (int i = 0; i < 150; i++) {
    arena memory = {0};
    one_rival(&memory);
    spends(&memory);
    if (i % 5 == 0) several_rivals(&memory);
    arena_free(&memory);
  }
  printf("all claims hold\n");
  return 0;
}
