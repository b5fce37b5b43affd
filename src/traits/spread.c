/* Composite anonymous feedback (Wang, Wang and Huang 2021): a pull's total is
 * handed out over later rounds, and the player sees only the sum of all that
 * arrives. The laws themselves are in spread_laws.c and spread_power.c; here
 * is how they take part in a game. */
#include "spread.h"
#include <string.h>

static const spread_law *const spread_registry[] = {
    &spread_delay, &spread_window, &spread_linear, &spread_geometric, &spread_power_law, &spread_adversarial,
};

static const spread_law *spread_find(const parameters *given)
{
  for (size_t i = 0; i < sizeof spread_registry / sizeof spread_registry[0]; i++)
    if (parameters_text_is(given, "law", spread_registry[i]->name)) return spread_registry[i];
  return NULL;
}

static status spread_prepare(problem *p, trait_model *m)
{
  if (!spread_find(&m->given)) return status_error(STATUS_INTERNAL, "There is no such spread.");
  return problem_share_parameters(p, m);
}

typedef struct spread_trait_state {
  const spread_law *law;
  spread_flow flow;
  int64_t done; /* rounds whose arrivals have been handed out */
  int streak_arm;
  int64_t streak;
} spread_trait_state;

static bool spread_start(game *g, void *state, const void *shared)
{
  spread_trait_state *s = state;
  const parameters *given = shared;
  s->law = spread_find(given);
  s->streak_arm = -1;
  return s->law->start(&s->flow, given, g->horizon, &g->memory);
}

/* The lag of a random delay. The second uniform of the pull's block is free
 * unless waiting has used it; then one that nobody else uses is drawn. */
static double lag_uniform(const game *g, const play *p)
{
  if (!(g->problem->has & HAS_WAITING)) return second_uniform(&p->block);
  const philox_block block = random_block(&p->at, 0xFFFF);
  return first_uniform(&block);
}

static void count_streak(spread_trait_state *s, int arm)
{
  s->streak = arm == s->streak_arm ? s->streak + 1 : 1;
  s->streak_arm = arm;
}

static bool is_best(const game *g, int arm) { return g->comparator.rate[arm] >= g->comparator.best; }

/* Up to this many rounds are passed one by one. */
enum { FEW_ROUNDS = 64 };

static double arrive_each(const spread_law *law, spread_flow *f, int64_t first, int64_t last)
{
  double seen = 0;
  for (int64_t round = first; round <= last; round++) seen += law->arrive(f, round);
  return seen;
}

double spread_pass(const spread_law *law, spread_flow *f, int64_t first, int64_t last)
{
  const int64_t rounds = last - first + 1;
  if (rounds <= FEW_ROUNDS) return arrive_each(law, f, first, last);
  if (law->pass) return law->pass(f, rounds);
  if (rounds <= f->size) return arrive_each(law, f, first, last);
  const double seen = arrive_each(law, f, first, first + f->size - 1);
  f->sum = f->weighted = 0; /* nothing is under way any more */
  return seen;
}

/* The player sees what arrives in the rounds of its play, paid at their end. */
static void spread_shape(game *g, void *state, play *p)
{
  spread_trait_state *s = state;
  const int64_t end = p->start + p->seen.cost - 1;
  if (s->done < p->start - 1) spread_pass(s->law, &s->flow, s->done + 1, p->start - 1); /* nobody was there */
  const double seen = spread_pass(s->law, &s->flow, p->start, end - 1);
  s->done = end;
  count_streak(s, p->seen.arm);
  const spread_pay pay = {p->worth, lag_uniform(g, p), is_best(g, p->seen.arm), s->streak};
  s->law->push(&s->flow, end, &pay);
  p->seen.observed = seen + s->law->arrive(&s->flow, end);
}

const trait_type trait_spread = {
    .name = "spread",
    .flag = HAS_SPREAD,
    .order = 6,
    .state_size = sizeof(spread_trait_state),
    .prepare = spread_prepare,
    .start = spread_start,
    .shape = spread_shape,
};
