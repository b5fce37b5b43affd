/* Means that jump at random rounds: each arm at its own, or all of them together.
 *
 * random: in each round an arm (or all together) changes with probability `rate`, not within
 * `apart` rounds of its last change, round 1 being counted as one: so the rounds between
 * are apart - 1 and a geometric number. The new mean is drawn from `prior`.
 * jumps: `count` rounds, uniform on all ways to cut 1..T into count + 1 segments of at
 * least `apart` rounds each; at each of them every arm moves with a given probability by a size. */
#include "changes.h"
#include "../model/prior.h"
#include "../base/sorted.h"
#include "../random/distributions.h"
#include <math.h>
#include <string.h>

/* --- random ------------------------------------------------------------------ */

/* Rounds from one change to the next. The gaps of an arm have the even steps, its new
 * means the odd ones. */
static int64_t draw_gap(const changes_state *s, const game *g, uint32_t number, int64_t made)
{
  const double rate = changes_number(s, "rate");
  if (rate <= 0) return FOREVER;
  const random_address at = changes_address(g, number, 2 * made);
  const philox_block block = random_block(&at, 0);
  const int64_t rounds = rounds_from(geometric_quantile(first_uniform(&block), rate));
  return changes_later(rounds, (int64_t)changes_number(s, "apart") - 1);
}

static double draw_mean(const changes_state *s, const game *g, int arm, int64_t made)
{
  const parameter *prior = parameters_find(&s->shared->given, "prior");
  const random_address at = changes_address(g, (uint32_t)game_number(g, arm), 2 * made + 1);
  return prior_find(prior->prior)->draw(prior->values, prior->length, &at);
}

static bool together(const changes_state *s) { return changes_number(s, "together") != 0; }

/* Its first change, after it is there in this round. */
static void wind_up(changes_state *s, game *g, int arm, uint32_t number)
{
  const int64_t gap = draw_gap(s, g, number, 0);
  s->made[arm] = 0;
  if (gap == FOREVER) return;
  if (!heap_push(&s->clocks, changes_later(game_round(g) - 1, gap), arm, NULL))
    game_fail(g, status_no_memory());
}

static status random_prepare(changes_shared *s, problem *p)
{
  (void)p;
  const parameter *prior = parameters_find(&s->given, "prior");
  return prior->prior ? status_ok : status_error(STATUS_INTERNAL, "New means need a prior.");
}

static bool random_start(changes_state *s, game *g)
{
  const problem *p = game_problem(g);
  if (together(s)) {
    s->due = changes_later(1, draw_gap(s, g, ALL_ARMS, 0));
    return true;
  }
  s->made = arena_zeroed(game_memory(g), (size_t)p->arm_count, sizeof *s->made);
  if (!s->made || !heap_open(&s->clocks, (size_t)p->arm_count, 0, game_memory(g))) return false;
  for (int arm = 0; arm < p->described && !p->renewing; arm++) wind_up(s, g, arm, (uint32_t)arm);
  return !game_has_failed(g);
}

static void random_born(changes_state *s, game *g, int arm)
{
  if (together(s)) return;
  heap_take_out(&s->clocks, arm);
  wind_up(s, g, arm, (uint32_t)game_number(g, arm));
}

static int64_t random_next(const changes_state *s) { return s->made ? heap_next(&s->clocks) : s->due; }

static void change_all(changes_state *s, game *g)
{
  for (int arm = 0; arm < game_problem(g)->arm_count; arm++)
    game_change_mean(g, arm, draw_mean(s, g, arm, s->step));
  s->step++;
  s->due = changes_later(game_round(g), draw_gap(s, g, ALL_ARMS, s->step));
}

static void change_first(changes_state *s, game *g)
{
  const int arm = (int)heap_first(&s->clocks).order;
  game_change_mean(g, arm, draw_mean(s, g, arm, s->made[arm]));
  const int64_t gap = draw_gap(s, g, (uint32_t)game_number(g, arm), ++s->made[arm]);
  heap_postpone(&s->clocks, changes_later(game_round(g) - 1, gap));
}

static void random_act(changes_state *s, game *g)
{
  if (!s->made) change_all(s, g);
  else
    while (random_next(s) <= game_round(g)) change_first(s, g);
}

static bool random_idle(const parameters *given, bool chances)
{
  (void)chances;
  return parameters_number(given, "rate") <= 0;
}

static void random_reach(const parameters *given, const parameter *own, bool likely, double ends[2])
{
  double drawn[2];
  (void)own;
  prior_ends(parameters_find(given, "prior"), likely, drawn);
  changes_widen(ends, drawn[0], drawn[1]);
}

const changes_law changes_random = {
    .name = "random",
    .takes = TAKES({"rate", A_CHANCE, REQUIRED},
                   {"prior", A_NUMBER, .drawn = true, .words = "a prior of one arm", REQUIRED},
                   {"together", A_FLAG, USUALLY(0)}, {"apart", A_WHOLE(1, LARGEST_ROUND), USUALLY(1)}),
    .prepare = random_prepare,
    .start = random_start,
    .next = random_next,
    .act = random_act,
    .born = random_born,
    .idle = random_idle,
    .reach = random_reach,
};

/* --- jumps ------------------------------------------------------------------- */

/* `count` of 1..n without repetition, ascending, all such sets alike (Floyd). */
static void draw_subset(const game *g, double *list, int count, int64_t n)
{
  for (int i = 0; i < count; i++) {
    const int64_t most = n - count + 1 + i;
    const random_address at = changes_address(g, ALL_ARMS, i);
    const philox_block block = random_block(&at, 0);
    double x = 1 + floor(first_uniform(&block) * (double)most);
    int64_t to = first_at_least(list, 0, i, x);
    if (to < i && list[to] == x) x = (double)most, to = i;
    memmove(list + to + 1, list + to, (size_t)(i - to) * sizeof *list);
    list[to] = x;
  }
}

/* Taking apart - 1 rounds from each segment leaves segments of any length. */
static bool jumps_start(changes_state *s, game *g)
{
  const int count = (int)changes_number(s, "count");
  const int64_t less = (int64_t)parameters_number(&s->shared->given, "apart") - 1;
  const int64_t free_rounds = game_horizon(g) - 1 - less * (count + 1);
  if (free_rounds < count) {
    game_fail(g, status_error(STATUS_INTERNAL, "The changes do not fit into the rounds."));
    return false;
  }
  s->breaks = arena_zeroed(game_memory(g), (size_t)count, sizeof *s->breaks);
  if (!s->breaks) return false;
  draw_subset(g, s->breaks, count, free_rounds);
  for (int i = 0; i < count; i++) s->breaks[i] += (double)(1 + less * (i + 1));
  s->due = count ? (int64_t)s->breaks[0] : FOREVER;
  return true;
}

static double jump(const changes_state *s, const game *g, int arm)
{
  const random_address at = changes_address(g, (uint32_t)game_number(g, arm), s->step);
  const philox_block block = random_block(&at, 0), more = random_block(&at, 1);
  const double *size = parameters_find(&s->shared->given, "size")->values, mean = game_mean(g, arm);
  if (!(first_uniform(&block) < parameters_number(&s->shared->given, "probability"))) return mean;
  const double by = size[0] + (size[1] - size[0]) * first_uniform(&more);
  const bool up = second_uniform(&block) < .5 ? mean + by <= 1 : mean - by < 0;
  return up ? mean + by : mean - by;
}

static void jumps_act(changes_state *s, game *g)
{
  for (int arm = 0; arm < game_problem(g)->arm_count; arm++) game_change_mean(g, arm, jump(s, g, arm));
  s->step++;
  s->due = s->step < (int64_t)changes_number(s, "count") ? (int64_t)s->breaks[s->step] : FOREVER;
}

static bool jumps_idle(const parameters *given, bool chances)
{
  (void)chances;
  return parameters_number(given, "count") == 0 || parameters_number(given, "probability") == 0 ||
         parameters_all(given, "size", 0);
}

static void jumps_keeps(const parameters *given, double ends[2])
{
  (void)given;
  ends[0] = 0, ends[1] = 1;
}

static void jumps_reach(const parameters *given, const parameter *own, bool likely, double ends[2])
{
  (void)given, (void)own, (void)likely;
  changes_widen(ends, 0, 1);
}

/* Each segment needs its rounds. */
static refusal jumps_refuses_horizon(const parameters *given, double horizon)
{
  const double segments = parameters_number(given, "count") + 1, apart = parameters_number(given, "apart");
  if (horizon >= segments * apart) return refused_nothing;
  return refuse(REFUSED_HORIZON, "horizon",
                in_words("at least %.0f, so that %.0f segment%s of at least %.0f round%s have room",
                         segments * apart, segments, segments == 1 ? "" : "s", apart, apart == 1 ? "" : "s")
                    .text,
                number_words(horizon).text, NULL);
}

enum { MOST_JUMPS = 10000 };

const changes_law changes_jumps = {
    .name = "jumps",
    .takes = TAKES({"count", A_WHOLE(0, MOST_JUMPS), REQUIRED}, {"probability", A_CHANCE, USUALLY(1)},
                   {"size", BETWEEN(0, .5), .size = SIZE_TWO, .ordered = true, USUALLY(0.05, 0.3)},
                   {"apart", A_WHOLE(1, LARGEST_ROUND), USUALLY(1)}),
    .start = jumps_start,
    .act = jumps_act,
    .idle = jumps_idle,
    .reach = jumps_reach,
    .keeps = jumps_keeps,
    .refuses_horizon = jumps_refuses_horizon,
};
