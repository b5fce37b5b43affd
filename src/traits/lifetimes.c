/* Entries and lifetimes: arm k can be played in rounds first[k]..last[k] (an
 * entry has no last round). Entries are known in advance and kept in a sorted list;
 * deaths are kept in a heap, since an agent may be notified of them later. */
#include "types.h"
#include "../model/prior.h"
#include "../base/heap.h"
#include "../base/ranked.h"

typedef struct lifetimes_plan {
  int64_t *first; /* by arm */
  int *by_first;  /* described arms in that order, ties by number */
  bool known;     /* policies see the ends of lives */
} lifetimes_plan;

typedef struct lifetimes_state {
  const lifetimes_plan *plan;
  int entered; /* how far along the list */
  heap deaths;
  int64_t *listed; /* by place: the death of it that stands in the heap */
} lifetimes_state;

static int *sorted_arms(const int64_t *round, int count, arena *memory)
{
  ranked_arm *keys = arena_zeroed(memory, (size_t)count, sizeof *keys);
  int *order = arena_zeroed(memory, (size_t)count, sizeof *order);
  if (!keys || !order) return NULL;
  for (int arm = 0; arm < count; arm++) keys[arm] = (ranked_arm){round[arm], arm};
  rank_arms(keys, count);
  for (int i = 0; i < count; i++) order[i] = keys[i].arm;
  return order;
}

static status lifetimes_prepare(problem *p, trait_model *m)
{
  lifetimes_plan *plan = arena_zeroed(&p->memory, 1, sizeof *plan);
  if (!plan) return status_no_memory();
  status s = problem_rounds(p, &m->given, "first", &plan->first);
  if (!s.code) s = problem_rounds(p, &m->given, "last", &p->last);
  if (s.code) return s;
  plan->by_first = sorted_arms(plan->first, p->described, &p->memory);
  plan->known = parameters_number_or(&m->given, "known", 0) != 0;
  m->shared = plan;
  p->late = true;
  return plan->by_first ? status_ok : status_no_memory();
}

/* All arms are there from round 1 on, for ever. */
static bool lifetimes_idle(const problem *p, const trait_model *m)
{
  const lifetimes_plan *plan = m->shared;
  for (int arm = 0; arm < p->described; arm++)
    if (plan->first[arm] > 1 || p->last[arm] != FOREVER) return false;
  return true;
}

static int64_t next_entry(const game *g, const lifetimes_state *s)
{
  return s->entered < game_problem(g)->described ? s->plan->first[s->plan->by_first[s->entered]] : FOREVER;
}

static int64_t lifetimes_next(const game *g, const void *state)
{
  const int64_t entry = next_entry(g, state), death = heap_next(&((const lifetimes_state *)state)->deaths);
  return entry < death ? entry : death;
}

static void list_death(game *g, void *state, int arm)
{
  lifetimes_state *s = state;
  const int64_t last = game_last(g, arm);
  if (last == s->listed[arm]) return;
  if (s->listed[arm]) heap_take_out(&s->deaths, arm);
  s->listed[arm] = last == FOREVER ? 0 : last;
  if (last != FOREVER && !heap_push(&s->deaths, last, arm, NULL)) game_fail(g, status_no_memory());
}

static void enter(game *g, const lifetimes_state *s, int arm)
{
  if (s->plan->first[arm] <= game_horizon(g) && !game_has_entered(g, arm))
    game_arm_enters(g, arm, arm, s->plan->first[arm], game_problem(g)->last[arm]);
}

static void first_dies(game *g, lifetimes_state *s)
{
  const heap_item dead = heap_first(&s->deaths);
  heap_pop(&s->deaths);
  s->listed[dead.order] = 0;
  game_arm_leaves(g, (int)dead.order, dead.round, EXIT_DIED);
}

/* The dead go before the newborn come. */
static void lifetimes_act(game *g, void *state)
{
  lifetimes_state *s = state;
  const int64_t now = game_round(g);
  game_hold(g);
  while (heap_next(&s->deaths) <= now) first_dies(g, s);
  game_settle(g);
  while (next_entry(g, s) <= now) enter(g, s, s->plan->by_first[s->entered++]);
}

static bool lifetimes_start(game *g, void *state, const void *shared)
{
  lifetimes_state *s = state;
  const size_t count = (size_t)game_problem(g)->arm_count;
  s->plan = shared;
  s->listed = arena_zeroed(game_memory(g), count, sizeof *s->listed);
  if (!s->listed || !heap_open(&s->deaths, count, 0, game_memory(g))) return false;
  if (s->plan->known) game_tell_lives(g);
  lifetimes_act(g, s);
  return true;
}

const trait_type trait_lifetimes = {
    .name = "lifetimes",
    .conflicts = CONFLICTS({"population", "a population determines the lifetimes of its arms"},
                           {"tape_round", "the best arm in hindsight must exist from round 1 on"}),
    .takes = TAKES({"first", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ARMS, .repeats = true, REQUIRED},
                   {"last", A_WHOLE(1, INFINITY), .size = SIZE_ARMS, .repeats = true,
                    .words = "whole numbers of at least 1, or Inf", .from = "first", REQUIRED},
                   {"known", A_FLAG, USUALLY(1)}),
    .flag = HAS_LIFETIMES,
    .order = 3,
    .state_size = sizeof(lifetimes_state),
    .moves = true,
    .prepare = lifetimes_prepare,
    .idle = lifetimes_idle,
    .start = lifetimes_start,
    .next = lifetimes_next,
    .act = lifetimes_act,
    .arm_entered = list_death,
    .arm_back = list_death,
};

static refusal entries_refuse(const problem_description *d, const described_trait *t)
{
  const parameter *first = parameters_find(&t->given, "first");
  double ends[2];
  (void)d;
  prior_ends(first, false, ends);
  if (ends[0] <= 1) return refused_nothing;
  return refuse(REFUSED_ARGUMENT, "first", "1 for at least one arm, so that there is one to play in round 1",
                in_words("rounds from %s on", number_words(ends[0]).text).text, NULL);
}

const trait_type trait_entries = {
    .name = "entries",
    .conflicts = CONFLICTS({"lifetimes", "lifetimes state when an arm enters: use their `first`"},
                           {"population", "a population determines when arms enter"},
                           {"tape_round", "the best arm in hindsight must exist from round 1 on"}),
    .takes = TAKES({"first", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ARMS, REQUIRED}),
    .refuses = entries_refuse,
    .flag = HAS_ENTRIES,
    .order = 2,
    .state_size = sizeof(lifetimes_state),
    .moves = true,
    .prepare = lifetimes_prepare,
    .idle = lifetimes_idle,
    .start = lifetimes_start,
    .next = lifetimes_next,
    .act = lifetimes_act,
    .arm_entered = list_death,
    .arm_back = list_death,
};
