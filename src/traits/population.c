/* A whole mortal population (Chakrabarti et al. 2008): `alive` arms at all
 * times, each replaced by a fresh one when it dies. A life is geometric with
 * the given mean, counted in rounds ("timed") or in pulls ("budgeted"). Arms
 * are numbered in the order of their births; how long arm number i lives is
 * addressed by (seed, replication, i). The newborn takes the place of the dead,
 * so memory goes with the arms alive. */
#include "types.h"
#include <math.h>
#include "../base/heap.h"
#include "../model/playable.h"
#include "../random/distributions.h"

typedef struct population_state {
  bool budgeted;
  double death_chance;
  int64_t born;
  int64_t *budget; /* by place: the pulls an arm has in it */
  heap deaths;     /* timed: last rounds of the arms alive */
} population_state;

static status population_prepare(problem *p, trait_model *m)
{
  p->late = p->renewing = true;
  return problem_share_parameters(p, m);
}

static int64_t draw_life(const game *g, const population_state *s, int64_t number)
{
  const random_address at = {random_key(game_seed(g), USE_LIFE), game_replication(g), (uint32_t)number, 0};
  const philox_block block = random_block(&at, 0);
  return rounds_from(geometric_quantile(first_uniform(&block), s->death_chance));
}

/* The first of the dead makes room: the newborn has its place, also in the heap. */
static void expect_death(game *g, population_state *s, int arm, int64_t last, bool replaces)
{
  if (replaces) heap_postpone(&s->deaths, last);
  else if (!heap_push(&s->deaths, last, arm, NULL)) game_fail(g, status_no_memory());
}

static void bear(game *g, population_state *s, int arm, int64_t first, bool replaces)
{
  if (first > game_horizon(g)) {
    if (replaces) heap_pop(&s->deaths);
    return;
  }
  if (s->born >= INT32_MAX) {
    game_fail(g, status_error(STATUS_BAD_PARAMETER, "More than %.0f arms were born.", (double)INT32_MAX));
    return;
  }
  const int64_t number = s->born++, life = draw_life(g, s, number);
  const int64_t last = s->budgeted || life >= FOREVER - first ? FOREVER : first + life - 1;
  if (s->budgeted) s->budget[arm] = life;
  else expect_death(g, s, arm, last, replaces);
  game_arm_enters(g, arm, number, first, last);
}

static bool population_start(game *g, void *state, const void *shared)
{
  const parameters *given = shared;
  population_state *s = state;
  const int alive = game_problem(g)->arm_count;
  s->budgeted = parameters_text_is(given, "death", "budgeted");
  s->death_chance = 1 / parameters_number(given, "mean_lifetime");
  game_tell_reference(g, parameters_number_or(given, "reference", NAN));
  game_tell_first_plays(g, parameters_number_or(given, "init", INFINITY));
  s->budget = arena_zeroed(game_memory(g), (size_t)alive, sizeof *s->budget);
  if (!s->budget || !heap_open(&s->deaths, (size_t)alive + 1, 0, game_memory(g))) return false;
  if (parameters_number_or(given, "known", 0) != 0 && !s->budgeted) game_tell_lives(g);
  for (int arm = 0; arm < alive && !game_has_failed(g); arm++) bear(g, s, arm, 1, false);
  return !game_has_failed(g);
}

static int64_t population_next(const game *g, const void *state)
{
  (void)g;
  return heap_next(&((const population_state *)state)->deaths);
}

static void population_act(game *g, void *state)
{
  population_state *s = state;
  while (population_next(g, s) <= game_round(g) && !game_has_failed(g)) {
    const heap_item dead = heap_first(&s->deaths);
    const int arm = (int)dead.order;
    game_arm_leaves(g, arm, dead.round, EXIT_DIED);
    bear(g, s, arm, dead.round + 1, true);
  }
}

static void population_played(game *g, void *state, const play *p)
{
  population_state *s = state;
  const int arm = p->seen.arm;
  if (!s->budgeted || game_pulls(g, arm) < s->budget[arm]) return;
  game_arm_leaves(g, arm, game_round(g) - 1, EXIT_DIED);
  bear(g, s, arm, game_round(g), false);
}

static const trait_conflict *const of_budgeted_deaths =
    CONFLICTS({"wear", "which arms the greedy oracle would meet depends on what is played"});

static const trait_conflict *population_conflicts(const parameters *given, const char **spoken)
{
  *spoken = "budgeted deaths";
  return parameters_text_is(given, "death", "budgeted") ? of_budgeted_deaths : NULL;
}

/* Returns whether the parameters are those of any number of arms, so that newborns can be drawn. */
static bool can_be_born(const problem_description *d)
{
  for (const argument *r = d->arms->takes; r->name; r++) {
    const parameter *p = parameters_any(&d->given, r->name);
    if (r->size != SIZE_ONE_OR_ARMS) return false;
    for (int64_t i = 1; p && !p->prior && i < p->length; i++)
      if (p->values[i] != p->values[0]) return false;
  }
  return true;
}

/* About as many arms are ever born. */
static refusal births_refuse(const problem_description *d, const described_trait *t, double horizon)
{
  static const double MOST_BIRTHS = 1e8; /* the core numbers them with integers, and keeps them */
  const double born = d->count * (1 + horizon / parameters_number(&t->given, "mean_lifetime"));
  if (!(born > MOST_BIRTHS)) return refused_nothing;
  return refuse(
      REFUSED_HORIZON, "horizon", "such that at most 1e8 arms are born",
      in_words("%s rounds, in which about %.2g arms would be born", number_words(horizon).text, born).text,
      NULL);
}

static const char *population_refuses_policy(const described_trait *t, const policy_description *p)
{
  (void)t;
  if (p->type->refuses_births)
    return "It allocates to the arms of a trial, and in a population arms are replaced by others";
  return policy_lags_by_arm(p) ? "Its `delay` states lags arm by arm, and other arms are born later" : NULL;
}

static refusal population_refuses(const problem_description *d, const described_trait *t)
{
  if (!can_be_born(d))
    return refuse(REFUSED_POPULATION, "arms",
                  "arms whose parameters are priors or single numbers, so that newborns can be drawn",
                  in_words("%.40s arms with other parameters", d->arms->name).text, NULL);
  if (parameters_number_or(&t->given, "known", 0) != 0 && parameters_text_is(&t->given, "death", "budgeted"))
    return refuse(REFUSED_ARGUMENT, "known", "FALSE with budgeted deaths, whose round depends on the player",
                  "TRUE", NULL);
  return births_refuse(d, t, parameters_number_or(&t->given, "horizon", 1));
}

static refusal population_refuses_horizon(const problem_description *d, const described_trait *t,
                                          double horizon)
{
  const double most = parameters_number_or(&t->given, "horizon", INFINITY);
  if (horizon <= most) return births_refuse(d, t, horizon);
  return refuse(REFUSED_HORIZON, "horizon",
                in_words("at most %s, for which the population was made", number_words(most).text).text,
                number_words(horizon).text, NULL);
}

const trait_type trait_population = {
    .name = "population",
    .takes = TAKES({"mean_lifetime", BETWEEN(1, LARGEST_NUMBER), REQUIRED},
                   {"death", A_TEXT("timed|budgeted"), USUALLY(FIRST_CHOICE)}, {"known", A_FLAG, USUALLY(0)},
                   {"init", A_WHOLE(0, LARGEST_COUNT)}, {"reference", A_NUMBER},
                   {"horizon", A_WHOLE(1, LARGEST_COUNT)}),
    .renews = true,
    .conflicts_of = population_conflicts,
    .refuses = population_refuses,
    .refuses_policy = population_refuses_policy,
    .refuses_horizon = population_refuses_horizon,
    .flag = HAS_LIFETIMES,
    .order = 4,
    .state_size = sizeof(population_state),
    .moves = true,
    .prepare = population_prepare,
    .start = population_start,
    .next = population_next,
    .act = population_act,
    .played = population_played,
};
