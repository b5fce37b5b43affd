/* Composite anonymous feedback (Wang, Wang and Huang 2021): the total of a pull is
 * distributed over later rounds, and the player sees only the sum of everything
 * that arrives. The laws themselves are in spread_laws.c, spread_power.c and
 * spread_custom.c; this file connects them with the game. */
#include "spread.h"
#include "../model/prefixed.h"
#include "../model/arguments.h"
#include <stdio.h>

/* Every law is one line here. */
/* clang-format off */
#define LAWS(entry) \
  entry(spread_delay) \
  entry(spread_window) \
  entry(spread_linear) \
  entry(spread_geometric) \
  entry(spread_power_law) \
  entry(spread_adversarial) \
  entry(spread_custom)
/* clang-format on */

#define DECLARE(name) extern const spread_law name;
#define ADDRESS(name) &name,
LAWS(DECLARE)

const spread_law *const spread_registry[] = {LAWS(ADDRESS) NULL};

const spread_law *spread_find(const char *name)
{
  for (int i = 0; spread_registry[i]; i++)
    if (strcmp(spread_registry[i]->name, name) == 0) return spread_registry[i];
  return NULL;
}

/* Data that all games share: the laws, numbered by their prefix ("1.law", "1.min", ...),
 * and the number of each arm's law (a single number: the same for all). */
typedef struct spread_shared {
  int count;
  const spread_law **law;
  parameters *given;
  const parameter *of_arm;
  bool asks_for_best; /* one of the laws does */
} spread_shared;

/* Returns whether each arm has one of the laws. */
static bool arms_have_laws(const spread_shared *s, int arm_count)
{
  const parameter *of_arm = s->of_arm;
  if (of_arm->length != 1 && of_arm->length != arm_count) return false;
  for (int64_t i = 0; i < of_arm->length; i++)
    if (of_arm->values[i] > s->count) return false;
  return true;
}

/* The law of this number, and its parameters. */
static status read_law(spread_shared *s, int i, const trait_model *m, problem *p)
{
  char number[16];
  snprintf(number, sizeof number, "%d.", i + 1);
  if (!parameters_prefixed(&m->given, number, &s->given[i], &p->memory)) return status_no_memory();
  const char *law = parameters_text(&s->given[i], "law");
  if (!law || !(s->law[i] = spread_find(law)))
    return status_error(STATUS_INTERNAL, "There is no such spread.");
  s->given[i].takes = s->law[i]->takes;
  s->asks_for_best |= s->law[i]->asks_for_best;
  return rules_check(law, s->law[i]->takes, &s->given[i], p->arm_count);
}

static status spread_prepare(problem *p, trait_model *m)
{
  spread_shared *s = arena_zeroed(&p->memory, 1, sizeof *s);
  if (!s) return status_no_memory();
  s->count = (int)parameters_number(&m->given, "laws");
  s->of_arm = parameters_find(&m->given, "of_arm");
  if (!arms_have_laws(s, p->arm_count))
    return status_error(STATUS_INTERNAL, "A spread needs one law per arm.");
  s->law = arena_zeroed(&p->memory, (size_t)s->count, sizeof(void *));
  s->given = arena_zeroed(&p->memory, (size_t)s->count, sizeof *s->given);
  if (!s->law || !s->given) return status_no_memory();
  for (int i = 0; i < s->count; i++) {
    const status read = read_law(s, i, m, p);
    if (read.code) return read;
  }
  m->shared = s;
  return status_ok;
}

typedef struct spread_trait_state {
  const spread_shared *shared;
  spread_flow *flow; /* one per law */
  int64_t done;      /* rounds whose arrivals have been handed out */
  int streak_arm;
  int64_t streak;
} spread_trait_state;

static bool spread_start(game *g, void *state, const void *shared)
{
  spread_trait_state *s = state;
  arena *memory = game_memory(g);
  s->shared = shared;
  s->streak_arm = -1;
  if (!(s->flow = arena_zeroed(memory, (size_t)s->shared->count, sizeof *s->flow))) return false;
  for (int i = 0; i < s->shared->count; i++)
    if (!s->shared->law[i]->start(&s->flow[i], &s->shared->given[i], game_horizon(g), memory)) return false;
  return true;
}

static double arrive(spread_trait_state *s, int64_t round)
{
  double sum = 0;
  for (int i = 0; i < s->shared->count; i++) sum += s->shared->law[i]->arrive(&s->flow[i], round);
  return sum;
}

static void pay_out(spread_trait_state *s, int arm, int64_t round, const spread_pay *pay)
{
  const int law = s->shared->of_arm->length > 1 ? (int)s->shared->of_arm->values[arm] - 1 : 0;
  s->shared->law[law]->push(&s->flow[law], round, pay);
}

/* The lag of a random delay. The second uniform of the pull's block is free
 * unless waiting has used it; then one that nothing else uses is drawn. */
static double lag_uniform(const game *g, const play *p)
{
  if (!(game_problem(g)->acts & HAS_WAITING)) return p->u[1];
  const philox_block block = random_block(&p->at, SUB_SPREAD);
  return first_uniform(&block);
}

static void count_streak(spread_trait_state *s, int arm)
{
  s->streak = arm == s->streak_arm ? s->streak + 1 : 1;
  s->streak_arm = arm;
}

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
  double seen = 0;
  for (int i = 0; i < s->shared->count; i++) {
    const spread_law *law = s->shared->law[i];
    if (s->done < p->start - 1)
      spread_pass(law, &s->flow[i], s->done + 1, p->start - 1); /* no arm was there */
    seen += spread_pass(law, &s->flow[i], p->start, end - 1);
  }
  s->done = end;
  count_streak(s, p->seen.arm);
  const bool best = s->shared->asks_for_best && game_is_best(g, p->seen.arm);
  const spread_pay pay = {p->worth, lag_uniform(g, p), best, s->streak};
  pay_out(s, p->seen.arm, end, &pay);
  p->seen.observed = seen + arrive(s, end);
}

static const argument *spread_takes(const char *name)
{
  const spread_law *law = spread_find(name);
  return law ? law->takes : NULL;
}

/* Those of the first law that has some. */
static const trait_conflict *spread_conflicts(const parameters *given, const char **spoken)
{
  const trait_conflict *found = NULL;
  const int count = (int)parameters_number(given, "laws");
  for (int i = 0; i < count && !found; i++) {
    char name[24];
    snprintf(name, sizeof name, "%d.law", i + 1);
    const spread_law *law = spread_find(parameters_text(given, name));
    found = law ? law->conflicts : NULL;
    if (found) *spoken = law->spoken;
  }
  return found;
}

static refusal spread_refuses(const problem_description *d, const described_trait *t)
{
  spread_shared s = {.count = (int)parameters_number(&t->given, "laws"),
                     .of_arm = parameters_find(&t->given, "of_arm")};
  if (arms_have_laws(&s, d->count)) return refused_nothing;
  return refuse(REFUSED_ARGUMENT, "spread",
                in_words("one spread for all arms, or one for each of the %d", d->count).text,
                in_words("%lld of %d", (long long)s.of_arm->length, s.count).text, NULL);
}

const trait_type trait_spread = {
    .name = "spread",
    .laws = "spread_",
    .law = spread_takes,
    .many_laws = true,
    .conflicts_of = spread_conflicts,
    .refuses = spread_refuses,
    .takes = TAKES({"laws", A_WHOLE(1, LONGEST_SPREAD), REQUIRED},
                   {"of_arm", A_WHOLE(1, LONGEST_SPREAD), .size = SIZE_ANY, REQUIRED}),
    .flag = HAS_SPREAD,
    .order = 6,
    .state_size = sizeof(spread_trait_state),
    .prepare = spread_prepare,
    .start = spread_start,
    .shape = spread_shape,
};
