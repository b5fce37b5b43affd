/* Arms that rest (blocking bandits: Basu, Sen, Sanghavi and Shakkottai 2019): an arm
 * that was pulled in round t cannot be pulled before round t + rounds[k]; till then it
 * is away.
 *
 * In t rounds an arm that was there for l of them has at most ceil(l / rounds[k]) plays, and all
 * arms together t. The greatest sum of means under these two is the benchmark, or that of the
 * bandit without rests if this is less; arms of negative mean are not counted. With `benchmark`
 * "greedy" it is what the arm with the greatest mean among those that do not rest would have paid
 * in each round: then a second game is kept, in which that is played. */
#include "types.h"
#include "../base/heap.h"
#include <stdlib.h>

typedef struct rest_plan {
  const parameter *rounds; /* one for all, or one an arm */
  bool greedy;
} rest_plan;

typedef struct rest_state {
  const rest_plan *plan;
  heap resting;     /* by the last round of the rest */
  bool *listed;     /* by place: it is in the heap */
  int tired;        /* the arm that was just played, or -1 */
  int64_t tired_in; /* in this round */
  /* The greedy one: rounds that it has played, and by arm its plays, and the round from
   * which it can play the arm. */
  int64_t greedy_done, *greedy_plays, *greedy_from;
  int *by_mean; /* arms, the greatest mean first */
} rest_state;

static status rest_prepare(problem *p, trait_model *m)
{
  rest_plan *plan = arena_zeroed(&p->memory, 1, sizeof *plan);
  if (!plan) return status_no_memory();
  plan->rounds = parameters_find(&m->given, "rounds");
  plan->greedy = parameters_text_is(&m->given, "benchmark", "greedy");
  m->shared = plan;
  return plan->rounds ? status_ok : status_error(STATUS_INTERNAL, "A rest needs a number of rounds.");
}

/* No arm ever rests. */
static bool rest_idle(const problem *p, const trait_model *m)
{
  (void)p;
  const parameter *rounds = ((const rest_plan *)m->shared)->rounds;
  for (int64_t i = 0; i < rounds->length; i++)
    if (rounds->values[i] > 1) return false;
  return true;
}

/* Arms that were not described do not rest, unless all rest alike. */
static int64_t rounds_of(const rest_plan *plan, int64_t number)
{
  const parameter *rounds = plan->rounds;
  return rounds->length == 1       ? (int64_t)rounds->values[0]
         : number < rounds->length ? (int64_t)rounds->values[number]
                                   : 1;
}

/* --- who rests ---------------------------------------------------------------- */

static void rest_counted(game *g, void *state, const play *p)
{
  rest_state *s = state;
  if (rounds_of(s->plan, p->number) == 1) return;
  s->tired = p->seen.arm;
  s->tired_in = p->start;
  game_expect(g, p->start + 1);
}

/* Unless it has died. */
static void begin_rest(game *g, rest_state *s)
{
  const int arm = s->tired;
  s->tired = -1;
  if (!game_is_alive(g, arm)) return;
  const int64_t last = s->tired_in + rounds_of(s->plan, game_number(g, arm)) - 1;
  s->listed[arm] = true;
  game_arm_away(g, arm);
  if (!heap_push(&s->resting, last, arm, NULL)) game_fail(g, status_no_memory());
}

static void end_rest(game *g, rest_state *s)
{
  const int arm = (int)heap_first(&s->resting).order;
  heap_pop(&s->resting);
  s->listed[arm] = false;
  game_arm_back(g, arm);
}

/* A new arm, maybe at the place of one that died while it rested; or one of those that
 * another trait lets in before this one has started. */
static void rest_arm_entered(game *g, void *state, int arm)
{
  (void)g;
  rest_state *s = state;
  if (s && s->tired == arm) s->tired = -1;
  if (!s || !s->listed[arm]) return;
  s->listed[arm] = false;
  heap_take_out(&s->resting, arm);
}

/* --- the greedy one ------------------------------------------------------------- */

static void play_greedily(const game *g, rest_state *s)
{
  const int64_t now = game_round(g);
  s->greedy_done = now;
  for (int i = 0; i < game_problem(g)->arm_count; i++) {
    const int arm = s->by_mean[i];
    if (!game_is_eligible(g, arm) || s->greedy_from[arm] > now) continue;
    s->greedy_plays[arm]++;
    s->greedy_from[arm] = now + rounds_of(s->plan, arm);
    return;
  }
}

static double greedy_benchmark(const game *g, const rest_state *s)
{
  const worths w = game_worths(g);
  double sum = 0;
  for (int arm = 0; arm < game_problem(g)->arm_count; arm++) sum += (double)s->greedy_plays[arm] * w.pay[arm];
  return sum;
}

/* --- the bound -------------------------------------------------------------------- */

/* The most plays of an arm in this many rounds; it may not have come yet. */
static int64_t most_plays(const game *g, const rest_state *s, int arm, int64_t round)
{
  if (!game_has_entered(g, arm)) return 0;
  const int64_t last = game_last(g, arm) < round ? game_last(g, arm) : round, first = game_first(g, arm);
  return last < first ? 0 : (last - first) / rounds_of(s->plan, arm) + 1;
}

static double greatest_sum(const game *g, const rest_state *s, int64_t round)
{
  const worths w = game_worths(g);
  double sum = 0;
  int64_t left = round;
  for (int i = 0; i < game_problem(g)->arm_count && left > 0 && w.pay[s->by_mean[i]] > 0; i++) {
    const int64_t most = most_plays(g, s, s->by_mean[i], round), plays = most < left ? most : left;
    sum += (double)plays * w.pay[s->by_mean[i]];
    left -= plays;
  }
  return sum;
}

static void rest_judge(const game *g, const void *state, int64_t round, standing *now, double *figures)
{
  (void)figures;
  const rest_state *s = state;
  const worths w = game_worths(g);
  double chosen = 0;
  for (int arm = 0; arm < game_problem(g)->arm_count; arm++)
    chosen += (double)game_plays_of(g, arm) * w.pay[arm];
  now->benchmark = s->plan->greedy ? greedy_benchmark(g, s) : fmin(now->benchmark, greatest_sum(g, s, round));
  now->regret = now->benchmark - chosen;
}

/* --- the trait -------------------------------------------------------------------- */

typedef struct ranked_mean {
  double mean;
  int arm;
} ranked_mean;

static int compare_means(const void *a, const void *b)
{
  const ranked_mean *x = a, *y = b;
  if (x->mean > y->mean) return -1;
  return x->mean < y->mean ? 1 : x->arm - y->arm;
}

/* Arms by their means, the greatest first, ties by number; NULL without memory. */
static int *sort_by_mean(const double *mean, int count, arena *memory)
{
  ranked_mean *ranked = arena_zeroed(memory, (size_t)count, sizeof *ranked);
  int *sorted = arena_zeroed(memory, (size_t)count, sizeof *sorted);
  if (!ranked || !sorted) return NULL;
  for (int arm = 0; arm < count; arm++) ranked[arm] = (ranked_mean){mean[arm], arm};
  qsort(ranked, (size_t)count, sizeof *ranked, compare_means);
  for (int i = 0; i < count; i++) sorted[i] = ranked[i].arm;
  return sorted;
}

static bool rest_start(game *g, void *state, const void *shared)
{
  rest_state *s = state;
  const size_t count = (size_t)game_problem(g)->arm_count;
  arena *memory = game_memory(g);
  s->plan = shared;
  s->tired = -1;
  s->listed = arena_zeroed(memory, count, sizeof *s->listed);
  s->by_mean = sort_by_mean(game_worths(g).pay, (int)count, memory);
  s->greedy_plays = arena_zeroed(memory, count, sizeof *s->greedy_plays);
  s->greedy_from = arena_zeroed(memory, count, sizeof *s->greedy_from);
  if (!s->listed || !s->by_mean || !s->greedy_plays || !s->greedy_from) return false;
  return heap_open(&s->resting, count, 0, memory);
}

static int64_t rest_next(const game *g, const void *state)
{
  (void)g;
  const rest_state *s = state;
  const int64_t back = heap_next(&s->resting), tired = s->tired >= 0 ? s->tired_in + 1 : FOREVER;
  const int64_t greedy = s->plan->greedy ? s->greedy_done + 1 : FOREVER;
  const int64_t first = back < tired ? back : tired;
  return first < greedy ? first : greedy;
}

static void rest_act(game *g, void *state)
{
  rest_state *s = state;
  const int64_t now = game_round(g);
  while (heap_next(&s->resting) <= now) end_rest(g, s);
  if (s->tired >= 0 && s->tired_in < now) begin_rest(g, s);
  if (s->plan->greedy && s->greedy_done < now) play_greedily(g, s);
}

const trait_type trait_rest = {
    .name = "rest",
    .conflicts =
        CONFLICTS({"population", "the benchmark would range over all arms ever born"},
                  {"waiting", "whether a rest begins at the start or the end of a pull is not defined"},
                  {"fairness", "the penalised benchmark assumes that every arm is available in every round"},
                  {"tape_round", "the best arm in hindsight would rest in some rounds"},
                  {"changes", "the benchmark assumes means that are the same in every round"},
                  {"wear", "the benchmark assumes means that are the same at every pull"},
                  {"contexts", "the benchmark assumes means that are the same in every round"}),
    .takes = TAKES({"rounds", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ONE_OR_ARMS, .repeats = true,
                    .words = "whole numbers of rounds of at least 1", REQUIRED},
                   {"benchmark", A_TEXT("bound|greedy"), USUALLY(FIRST_CHOICE)}),
    .flag = HAS_REST,
    .order = 11,
    .state_size = sizeof(rest_state),
    .prepare = rest_prepare,
    .idle = rest_idle,
    .start = rest_start,
    .next = rest_next,
    .act = rest_act,
    .arm_entered = rest_arm_entered,
    .counted = rest_counted,
    .judge = rest_judge,
};
