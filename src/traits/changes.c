/* Arms whose means change with the round (restless arms): the mean given by the law replaces
 * the arm's own, and the n-th pull uses the same uniform as without the trait. The laws
 * themselves are in changes_table.c, changes_random.c and changes_smooth.c; this file
 * connects them with the game. The regret compares with the best arm of each round. */
#include "changes.h"
#include "../model/prefixed.h"
#include "../model/arguments.h"
#include <string.h>

const changes_law *const changes_registry[] = {
    &changes_at, &changes_random, &changes_jumps, &changes_drift, &changes_wave, &changes_table, NULL,
};

const changes_law *changes_find(const char *name)
{
  for (int i = 0; changes_registry[i]; i++)
    if (strcmp(changes_registry[i]->name, name) == 0) return changes_registry[i];
  return NULL;
}

static status changes_prepare(problem *p, trait_model *m)
{
  changes_shared *s = arena_zeroed(&p->memory, 1, sizeof *s);
  if (!s || !parameters_prefixed(&m->given, "law.", &s->given, &p->memory)) return status_no_memory();
  const char *law = parameters_text(&m->given, "law");
  if (!law || !(s->law = changes_find(law)))
    return status_error(STATUS_INTERNAL, "There are no such changes.");
  if (!p->arms.type->mean_may_change)
    return status_error(STATUS_INTERNAL, "The mean of such arms cannot change.");
  s->given.takes = s->law->takes;
  m->shared = s;
  const status fits = rules_check(law, s->law->takes, &s->given, p->described);
  return fits.code || !s->law->prepare ? fits : s->law->prepare(s, p);
}

static bool changes_idle(const problem *p, const trait_model *m)
{
  const changes_shared *s = m->shared;
  return s->law->idle && s->law->idle(&s->given, p->arms.type->mean_is_chance);
}

static bool changes_start(game *g, void *state, const void *shared)
{
  changes_state *s = state;
  const size_t count = (size_t)game_problem(g)->arm_count;
  s->shared = shared;
  s->due = FOREVER;
  s->every = (int64_t)parameters_number_or(&s->shared->given, "every", 1);
  s->own = arena_zeroed(game_memory(g), count, sizeof *s->own);
  if (!s->own) return false;
  for (int arm = 0; arm < (int)count; arm++) s->own[arm] = game_mean(g, arm);
  return s->shared->law->start(s, g);
}

static int64_t changes_next(const game *g, const void *state)
{
  (void)g;
  const changes_state *s = state;
  return s->shared->law->next ? s->shared->law->next(s) : s->due;
}

static void changes_act(game *g, void *state)
{
  changes_state *s = state;
  if (changes_next(g, s) > game_round(g)) return;
  s->shared->law->act(s, g);
  game_settle_means(g);
}

/* Arms that are described change from round 1 on, whether they are there or not. */
static void changes_arm_entered(game *g, void *state, int arm)
{
  changes_state *s = state;
  if (!game_problem(g)->renewing) return;
  s->own[arm] = game_mean(g, arm);
  if (s->shared->law->born) s->shared->law->born(s, g, arm);
  game_settle_means(g);
}

/* --- as it was described ------------------------------------------------------------ */

static const argument *changes_takes(const char *name)
{
  const changes_law *law = changes_find(name);
  return law ? law->takes : NULL;
}

static void changes_means(const problem_description *d, const described_trait *t, bool likely, double ends[2])
{
  arena memory = {0};
  const described_law of = description_law(t, 0, &memory);
  const parameter *own = parameters_find(&d->given, d->arms->takes->name);
  changes_find(of.name)->reach(&of.given, own, likely, ends);
  arena_free(&memory);
}

static void changes_keeps(const described_trait *t, double keeps[2])
{
  arena memory = {0};
  const described_law of = description_law(t, 0, &memory);
  const changes_law *law = changes_find(of.name);
  if (law->keeps) law->keeps(&of.given, keeps);
  arena_free(&memory);
}

/* Constant rewards are where the means are; Gaussian ones are anywhere, and probabilities make no other ones.
 */
static void changes_pays(const problem_description *d, const described_trait *t, double ends[2])
{
  double means[2];
  if (!d->arms->range || !description_means(d, t, false, means)) return;
  changes_widen(ends, means[0], means[1]);
}

static refusal changes_refuse(const problem_description *d, const described_trait *t)
{
  arena memory = {0};
  const described_law of = description_law(t, 0, &memory);
  const changes_law *law = changes_find(of.name);
  const refusal why = law->refuses ? law->refuses(&of.given) : refused_nothing;
  (void)d;
  arena_free(&memory);
  return why;
}

static refusal changes_refuse_horizon(const problem_description *d, const described_trait *t, double horizon)
{
  arena memory = {0};
  const described_law of = description_law(t, 0, &memory);
  const changes_law *law = changes_find(of.name);
  const refusal why = law->refuses_horizon ? law->refuses_horizon(&of.given, horizon) : refused_nothing;
  (void)d;
  arena_free(&memory);
  return why;
}

static void changes_judge(const game *g, const void *state, int64_t round, standing *s, double *figures)
{
  (void)g, (void)state, (void)round;
  figures[0] = s->changes;
}

const trait_type trait_changes = {
    .name = "changes",
    .conflicts = CONFLICTS({"waiting", "the benchmark of waiting assumes means that do not change"},
                           {"fairness", "the benchmark of fairness assumes means that do not change"},
                           {"wear", "how the round and the pulls together determine a mean is not defined"}),
    .takes = TAKES({"law", A_TEXT(NULL), REQUIRED}),
    .laws = "changes_",
    .law = changes_takes,
    .means = changes_means,
    .keeps = changes_keeps,
    .pays = changes_pays,
    .refuses = changes_refuse,
    .refuses_horizon = changes_refuse_horizon,
    .flag = HAS_CHANGES,
    .order = 1,
    .figure = {"changes"},
    .state_size = sizeof(changes_state),
    .moves = true,
    .prepare = changes_prepare,
    .idle = changes_idle,
    .start = changes_start,
    .next = changes_next,
    .act = changes_act,
    .arm_entered = changes_arm_entered,
    .judge = changes_judge,
};
