/* A whole mortal population (Chakrabarti et al. 2008): `alive` arms at all
 * times, each replaced by a fresh one when it dies. A life is geometric with
 * the given mean, counted in rounds ("timed") or in pulls ("budgeted"). Arms
 * are numbered in the order of their births; how long arm number i lives is
 * addressed by (seed, replication, i). */
#include "trait.h"
#include "../random/distributions.h"

typedef struct population_state {
  bool budgeted;
  double death_chance;
  int born;
  heap deaths; /* timed: last rounds of the arms alive */
} population_state;

static status population_prepare(problem *p, trait_model *m)
{
  if (!parameters_given(&m->given, "mean_lifetime"))
    return status_error(STATUS_INTERNAL, "A population needs a mean lifetime.");
  p->moving = true;
  return problem_share_parameters(p, m);
}

static int64_t draw_life(const game *g, const population_state *s, int arm)
{
  const random_address at = {random_key(g->arms.seed, USE_LIFE), g->arms.replication, (uint32_t)arm, 0};
  const philox_block block = random_block(&at, 0);
  return rounds_from(geometric_quantile(first_uniform(&block), s->death_chance));
}

static void bear(game *g, population_state *s, int64_t first)
{
  if (first > g->horizon) return;
  const int arm = s->born++;
  if (arm >= g->arms.count && !game_add_arms(g, arm + arm / 2 + 1)) return;
  const int64_t life = draw_life(g, s, arm);
  const int64_t last = s->budgeted || life >= FOREVER - first ? FOREVER : first + life - 1;
  ((int64_t *)g->last.items)[arm] = s->budgeted ? life : last;
  if (!s->budgeted && !heap_push(&s->deaths, last, arm)) g->failure = status_no_memory();
  game_arm_enters(g, arm, first);
}

static bool population_start(game *g, void *state, const void *shared)
{
  const parameters *given = shared;
  population_state *s = state;
  s->budgeted = parameters_text_is(given, "death", "budgeted");
  s->death_chance = 1 / parameters_number(given, "mean_lifetime", 1);
  if (!heap_open(&s->deaths, (size_t)g->problem->arm_count, &g->memory)) return false;
  if (parameters_number(given, "known", 0) != 0 && !s->budgeted) g->view.last = g->last.items;
  while (s->born < g->problem->arm_count && !g->failure.code) bear(g, s, 1);
  return !g->failure.code;
}

static int64_t population_next(const game *g, const void *state)
{
  (void)g;
  const population_state *s = state;
  if (heap_is_empty(&s->deaths)) return FOREVER;
  const int64_t last = heap_first(&s->deaths).round;
  return last == FOREVER ? FOREVER : last + 1;
}

static void population_act(game *g, void *state)
{
  population_state *s = state;
  while (population_next(g, s) <= g->round && !g->failure.code) {
    const heap_item dead = heap_first(&s->deaths);
    heap_pop(&s->deaths);
    game_arm_leaves(g, dead.arm, dead.round, EXIT_DIED);
    bear(g, s, dead.round + 1);
  }
}

/* Budgeted: `last` holds the number of pulls the arm has in it. */
static void population_played(game *g, void *state, const play *p)
{
  population_state *s = state;
  const int arm = p->seen.arm;
  if (!s->budgeted || game_arm(g, arm)->pulls < ((const int64_t *)g->last.items)[arm]) return;
  game_arm_leaves(g, arm, g->round - 1, EXIT_DIED);
  bear(g, s, g->round);
}

const trait_type trait_population = {
    .name = "population",
    .flag = HAS_LIFETIMES,
    .state_size = sizeof(population_state),
    .prepare = population_prepare,
    .start = population_start,
    .next = population_next,
    .act = population_act,
    .played = population_played,
};
