/* Means that go on changing: a random walk, or waves; in steps every so many rounds. */
#include "changes.h"
#include "../random/distributions.h"
#include "../base/elementary.h"
#include <math.h>

/* --- drift --------------------------------------------------------------------- */

/* Back from the ends, as often as it takes. */
static double reflected(double x, double low, double high)
{
  if (x >= low && x <= high) return x;
  if (high == INFINITY) return 2 * low - x;
  if (low == -INFINITY) return 2 * high - x;
  const double width = high - low;
  double beyond = fmod(fabs(x - low), 2 * width);
  if (beyond > width) beyond = 2 * width - beyond;
  return low + beyond;
}

static bool drift_start(changes_state *s, game *g)
{
  (void)g;
  s->due = changes_later(1, s->every);
  return true;
}

static void drift_act(changes_state *s, game *g)
{
  const double sd = changes_number(s, "sd"), low = changes_number(s, "low"),
               high = parameters_number(&s->shared->given, "high");
  random_address at = changes_address(g, 0, s->step++);
  for (int arm = 0; arm < game_problem(g)->arm_count; arm++) {
    at.arm = (uint32_t)game_number(g, arm);
    const philox_block block = random_block(&at, 0);
    const double moved = game_mean(g, arm) + sd * normal_quantile(first_uniform(&block));
    game_change_mean(g, arm, reflected(moved, low, high));
  }
  s->due = changes_later(game_round(g), s->every);
}

/* A mean beyond the bounds would be taken back. */
static bool drift_idle(const parameters *given, bool chances)
{
  const double low = parameters_number(given, "low"), high = parameters_number(given, "high");
  const bool inside = chances ? low <= 0 && high >= 1 : low == -INFINITY && high == INFINITY;
  return inside && parameters_number(given, "sd") == 0;
}

static void drift_keeps(const parameters *given, double ends[2])
{
  ends[0] = parameters_number(given, "low"), ends[1] = parameters_number(given, "high");
}

static void drift_reach(const parameters *given, const parameter *own, bool likely, double ends[2])
{
  double keeps[2];
  (void)own, (void)likely;
  drift_keeps(given, keeps);
  changes_widen(ends, keeps[0], keeps[1]);
}

const changes_law changes_drift = {
    .name = "drift",
    .takes = TAKES({"sd", NOT_NEGATIVE, REQUIRED}, {"every", A_WHOLE(1, LARGEST_COUNT), USUALLY(1)},
                   {"low", BETWEEN(-INFINITY, LARGEST_NUMBER), USUALLY(0)},
                   {"high", BETWEEN(-LARGEST_NUMBER, INFINITY), .beyond = "low", USUALLY(1)}),
    .start = drift_start,
    .act = drift_act,
    .idle = drift_idle,
    .reach = drift_reach,
    .keeps = drift_keeps,
};

/* --- waves ----------------------------------------------------------------------- */

static double height(const changes_state *s, int arm, double round)
{
  const double turns = round / changes_of_arm(s, "period", arm) + changes_of_arm(s, "phase", arm);
  return changes_of_arm(s, "amplitude", arm) * same_sine_of_turns(turns);
}

static void wave_act(changes_state *s, game *g)
{
  const double round = (double)game_round(g);
  for (int arm = 0; arm < game_problem(g)->arm_count; arm++)
    game_change_mean(g, arm, s->own[arm] + height(s, arm, round));
  s->due = changes_later(game_round(g), s->every);
}

static bool wave_start(changes_state *s, game *g)
{
  if (!game_problem(g)->renewing) wave_act(s, g);
  else s->due = changes_later(1, s->every); /* arms begin as they are born */
  return true;
}

/* Until the next step it is where a wave of its own would have been at the last one. */
static void wave_born(changes_state *s, game *g, int arm)
{
  game_change_mean(g, arm, s->own[arm] + height(s, arm, (double)(s->due - s->every)));
}

static bool wave_idle(const parameters *given, bool chances)
{
  (void)chances;
  return parameters_all(given, "amplitude", 0);
}

/* As high as its arm's own wave goes, where each has a mean; else any of the waves from any of the means. */
static void wave_reach(const parameters *given, const parameter *own, bool likely, double ends[2])
{
  const parameter *amplitude = parameters_find(given, "amplitude");
  (void)likely;
  if (own->prior) {
    double most = 0;
    for (int64_t i = 0; i < amplitude->length; i++) most = fmax(most, fabs(amplitude->values[i]));
    ends[0] -= most, ends[1] += most;
    return;
  }
  const int64_t count = own->length > amplitude->length ? own->length : amplitude->length;
  for (int64_t i = 0; i < count; i++) {
    const double mean = own->values[i % own->length], size = fabs(amplitude->values[i % amplitude->length]);
    changes_widen(ends, mean - size, mean + size);
  }
}

const changes_law changes_wave = {
    .name = "wave",
    .takes = TAKES({"amplitude", A_NUMBER, .size = SIZE_ONE_OR_ARMS, REQUIRED},
                   {"period", A_POSITIVE, .size = SIZE_ONE_OR_ARMS, REQUIRED},
                   {"phase", A_NUMBER, .size = SIZE_ONE_OR_ARMS},
                   {"every", A_WHOLE(1, LARGEST_COUNT), USUALLY(1)}),
    .start = wave_start,
    .act = wave_act,
    .born = wave_born,
    .idle = wave_idle,
    .reach = wave_reach,
};
