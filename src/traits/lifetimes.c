/* Entries and lifetimes: arm k can be played in rounds first[k]..last[k] (an
 * entry has no last round). Both are known beforehand, so two sorted lists
 * say what happens next. */
#include "types.h"
#include "../base/ranked.h"

typedef struct lifetimes_plan {
  int64_t *first, *last;   /* by arm */
  int *by_first, *by_last; /* arms in that order, ties by number */
  bool known;              /* policies are told `last` */
} lifetimes_plan;

typedef struct lifetimes_state {
  const lifetimes_plan *plan;
  int entered, died; /* how far along the two lists */
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

static int64_t *rounds_of(const parameters *given, const char *name, int count, arena *memory)
{
  const parameter *p = parameters_find(given, name);
  int64_t *rounds = arena_zeroed(memory, (size_t)count, sizeof *rounds);
  if (!rounds) return NULL;
  for (int arm = 0; arm < count; arm++) rounds[arm] = p ? rounds_from(p->values[arm % p->length]) : FOREVER;
  return rounds;
}

static status lifetimes_prepare(problem *p, trait_model *m)
{
  lifetimes_plan *plan = arena_zeroed(&p->memory, 1, sizeof *plan);
  if (!plan) return status_no_memory();
  plan->first = rounds_of(&m->given, "first", p->arm_count, &p->memory);
  plan->last = rounds_of(&m->given, "last", p->arm_count, &p->memory);
  if (!plan->first || !plan->last) return status_no_memory();
  plan->by_first = sorted_arms(plan->first, p->arm_count, &p->memory);
  plan->by_last = sorted_arms(plan->last, p->arm_count, &p->memory);
  plan->known = parameters_number(&m->given, "known", 0) != 0;
  m->shared = plan;
  p->moving = p->late = true;
  return plan->by_first && plan->by_last ? status_ok : status_no_memory();
}

static int64_t next_entry(const game *g, const lifetimes_state *s)
{
  return s->entered < g->problem->arm_count ? s->plan->first[s->plan->by_first[s->entered]] : FOREVER;
}

static int64_t next_death(const game *g, const lifetimes_state *s)
{
  const int64_t last = s->died < g->problem->arm_count ? s->plan->last[s->plan->by_last[s->died]] : FOREVER;
  return last == FOREVER ? FOREVER : last + 1;
}

static int64_t lifetimes_next(const game *g, const void *state)
{
  const int64_t entry = next_entry(g, state), death = next_death(g, state);
  return entry < death ? entry : death;
}

static void enter(game *g, const lifetimes_state *s, int arm)
{
  if (s->plan->first[arm] <= g->horizon)
    game_arm_enters(g, arm, arm, s->plan->first[arm], s->plan->last[arm]);
}

/* The dead go before the newborn come. */
static void lifetimes_act(game *g, void *state)
{
  lifetimes_state *s = state;
  roster_hold(&g->roster);
  while (next_death(g, s) <= g->round) {
    const int arm = s->plan->by_last[s->died++];
    game_arm_leaves(g, arm, s->plan->last[arm], EXIT_DIED);
  }
  roster_settle(&g->roster);
  while (next_entry(g, s) <= g->round) enter(g, s, s->plan->by_first[s->entered++]);
}

static bool lifetimes_start(game *g, void *state, const void *shared)
{
  lifetimes_state *s = state;
  s->plan = shared;
  if (s->plan->known) g->roster.view.last = g->roster.last;
  lifetimes_act(g, s);
  return true;
}

const trait_type trait_lifetimes = {
    .name = "lifetimes",
    .conflicts = CONFLICTS({"population", "a population already gives its arms lifetimes"},
                           {"tape_round", "the best arm in hindsight must have been there from the start"}),
    .takes = TAKES({"first", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ARMS},
                   {"last", A_WHOLE(1, INFINITY), .size = SIZE_ARMS,
                    .words = "whole numbers of at least 1, or Inf", .from = "first"},
                   {"known", A_FLAG, .optional = true}),
    .flag = HAS_LIFETIMES,
    .order = 3,
    .state_size = sizeof(lifetimes_state),
    .prepare = lifetimes_prepare,
    .start = lifetimes_start,
    .next = lifetimes_next,
    .act = lifetimes_act,
};

const trait_type trait_entries = {
    .name = "entries",
    .conflicts = CONFLICTS({"lifetimes", "a lifetime already says when an arm enters: use `first`"},
                           {"population", "a population already says when an arm enters"},
                           {"tape_round", "the best arm in hindsight must have been there from the start"}),
    .takes = TAKES({"first", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ARMS}),
    .flag = HAS_ENTRIES,
    .order = 2,
    .state_size = sizeof(lifetimes_state),
    .prepare = lifetimes_prepare,
    .start = lifetimes_start,
    .next = lifetimes_next,
    .act = lifetimes_act,
};
