#include "face.h"
#include "text.h"
#include "../../src/arms/types.h"
#include "../../src/model/refuses.h"
#include "../../src/policies/registry.h"
#include "../../src/study/study.h"
#include "../../src/traits/types.h"
#include <stdlib.h>
#include <string.h>

struct description {
  arena memory;
  problem_description said;
  problem problem; /* once it is built */
  double rewards[2];
  growable given, policies; /* of parameter, not named yet; of study_policy */
};

/* --- describing ------------------------------------------------------------------------- */

description *face_describe(void)
{
  description *d = memory_zeroed(1, sizeof *d);
  if (!d) return NULL;
  d->given.size = sizeof(parameter);
  d->policies.size = sizeof(study_policy);
  return d;
}

void face_forget(description *d)
{
  problem_free(&d->problem);
  growable_free(&d->given);
  growable_free(&d->policies);
  arena_free(&d->memory);
  free(d);
}

void *face_room(description *d, size_t bytes) { return arena_zeroed(&d->memory, bytes, 1); }

bool face_give(description *d, const char *name, const char *text, const char *prior, const double *values,
               double length, double rows)
{
  parameter *p = growable_add(&d->given);
  if (p)
    *p = (parameter){.name = name,
                     .values = values,
                     .length = (int64_t)length,
                     .rows = (int64_t)rows,
                     .text = text,
                     .prior = prior};
  return p != NULL;
}

/* The parameters given so far, which are the next ones' no more. */
static bool take_given(description *d, parameters *taken)
{
  const size_t count = d->given.count;
  parameter *items = arena_zeroed(&d->memory, count, sizeof *items);
  if (!items) return false;
  if (count) memcpy(items, d->given.items, count * sizeof *items);
  d->given.count = 0;
  *taken = (parameters){.items = items, .count = (int)count};
  return true;
}

static const char no_memory[] = "There is not enough memory.";

const char *face_arms(description *d, const char *type, int count, const char *const *names)
{
  d->said.arms = arms_find(type);
  d->said.count = count;
  d->said.name = names;
  if (!d->said.arms) return "There are no such arms.";
  return take_given(d, &d->said.given) ? NULL : no_memory;
}

const char *face_trait(description *d, const char *type)
{
  if (d->said.trait_count > MOST_TRAITS) return "There are too many traits.";
  described_trait *t = &d->said.trait[d->said.trait_count];
  *t = (described_trait){.type = trait_find(type)};
  if (!t->type) return "There is no such trait.";
  if (!take_given(d, &t->given)) return no_memory;
  d->said.trait_count++;
  return NULL;
}

const char *face_policy(description *d, const char *constructor)
{
  const policy_type *type = policy_find(constructor);
  parameters given;
  if (!type) return "There is no such policy.";
  if (!take_given(d, &given)) return no_memory;
  study_policy *p = growable_add(&d->policies);
  if (!p) return no_memory;
  *p = (study_policy){type, given, 0};
  p->identity = policy_identity(type, &p->given, policy_find);
  return NULL;
}

const char *face_label(description *d, const char *constructor, const char *held)
{
  const policy_type *type = policy_find(constructor);
  parameters given;
  if (!type || !take_given(d, &given)) return NULL;
  return policy_label(type, &given, held, &d->memory);
}

/* --- what cannot be played ---------------------------------------------------------------- */

static void put_field(text *t, const char *name, const char *value)
{
  text_add(t, "%s\"%s\":", t->length > 1 ? "," : "", name);
  text_quote(t, value);
}

/* Outlives what it was said of, until the next. */
static const char *json_of(const refusal *r)
{
  static text t;
  t.length = 0;
  text_add(&t, "{");
  put_field(&t, "code", refusal_name(r->code));
  put_field(&t, "argument", r->argument);
  put_field(&t, "wanted", r->wanted);
  put_field(&t, "given", r->given);
  put_field(&t, "reason", r->reason);
  text_add(&t, "}");
  return t.from;
}

const char *face_refuses(description *d, int policy, bool missing, double horizon, double seed,
                         double replication)
{
  const plan_description plan = {horizon, seed, replication};
  const study_policy *played = policy < 0 ? NULL : (const study_policy *)d->policies.items + policy;
  policy_description p = {.find = policy_find, .only_named = missing};
  if (played) p.type = played->type, p.given = &played->given;
  const refusal why = problem_refuses(&d->said, &plan, played ? &p : NULL);
  if (why.code != REFUSED_NOTHING) return json_of(&why);
  d->said.known = 1 + d->said.trait_count;
  return NULL;
}

const double *face_rewards(description *d)
{
  description_rewards(&d->said, d->rewards);
  return d->rewards;
}

/* A message outlives what it was said of, until the next. */
static const char *message_of(status s)
{
  static status last;
  last = s;
  return s.code ? last.message : NULL;
}

const char *face_build(description *d)
{
  status s = problem_make(&d->problem, d->said.arms, &d->said.given, d->said.count);
  d->problem.name = d->said.name;
  for (int i = 0; i < d->said.trait_count && !s.code; i++)
    s = problem_add(&d->problem, d->said.trait[i].type, &d->said.trait[i].given);
  return message_of(s);
}

/* --- playing ------------------------------------------------------------------------------ */

static bool open_record(live_game *g, const problem *p, const double *rounds, int round_count)
{
  const int count = round_count ? round_count : 1;
  g->by_steps = round_count == 0;
  const int figures = PLAIN_FIGURES + p->figure_count;
  g->rounds = arena_zeroed(&g->memory, (size_t)count, sizeof *g->rounds);
  g->columns = arena_zeroed(&g->memory, (size_t)figures, sizeof *g->columns);
  g->numbers = arena_zeroed(&g->memory, (size_t)figures * (size_t)count, sizeof *g->numbers);
  if (!g->rounds || !g->columns || !g->numbers) return false;
  for (int i = 0; i < round_count; i++) g->rounds[i] = (int64_t)rounds[i];
  for (int i = 0; i < figures; i++) g->columns[i] = g->numbers + (size_t)i * (size_t)count;
  record_open(&g->record, g->rounds, count, g->columns, 0);
  g->record.keep_arms = g->record.keep_exits = g->record.keep_stops = false;
  return true;
}

live_game *face_open(description *d, int policy, double seed, double horizon, double replication,
                     const double *rounds, int round_count, bool choices)
{
  live_game *g = memory_zeroed(1, sizeof *g);
  const study_policy *p = (const study_policy *)d->policies.items + policy;
  const game_setup setup = {.problem = &d->problem,
                            .type = p->type,
                            .policy_parameters = &p->given,
                            .policy_identity = p->identity,
                            .find = policy_find,
                            .seed = (int64_t)seed,
                            .horizon = (int64_t)horizon,
                            .replication = (uint32_t)replication};
  if (!g || !open_record(g, &d->problem, rounds, round_count)) return NULL;
  g->record.keep_choices = choices;
  const status s = game_open(&g->game, &setup, &g->record, (arena){0}, NULL);
  g->state = s.code ? GAME_FAILED : GAME_GOES_ON;
  g->game.failure = s;
  return g;
}

const char *face_failure(const live_game *g)
{
  return g->state == GAME_FAILED ? g->game.failure.message : NULL;
}

/* Many plays at once end at a checkpoint. */
int face_step(live_game *g, double until)
{
  if (g->state == GAME_ENDED || g->state == GAME_FAILED) return g->state;
  if (g->by_steps) {
    g->rounds[0] = rounds_from(until) - 1;
    g->record.next = 0;
  }
  return g->state = game_step(&g->game, rounds_from(until), NULL);
}

bool face_answer(live_game *g, int action)
{
  const view *v = &g->game.roster.view;
  for (int i = 0; i < v->action_count; i++)
    if (v->actions[i] == action) g->game.answer = action;
  return g->game.answer == action;
}

const double *face_figures(const live_game *g) { return g->numbers; }

int face_figure_count(const live_game *g) { return PLAIN_FIGURES + g->game.problem->figure_count; }

const char *face_figure_name(const live_game *g, int at)
{
  static const char *const plain[] = {"pulls",  "optimal", "reward",       "benchmark",
                                      "regret", "arm",     "simple_regret"};
  return at < PLAIN_FIGURES ? plain[at] : g->game.problem->figure[at - PLAIN_FIGURES];
}

int face_choice_count(const live_game *g) { return (int)g->record.choices.count; }

enum { CHOICE_NUMBERS = 7 };

const double *face_choices(live_game *g)
{
  const size_t count = g->record.choices.count;
  const choice_row *row = g->record.choices.items;
  double *to = arena_zeroed(&g->memory, count * CHOICE_NUMBERS, sizeof *to);
  for (size_t i = 0; to && i < count; i++, row++) {
    const double numbers[CHOICE_NUMBERS] = {
        row->round, (double)row->number + 1, row->wait, row->reward, row->observed, row->cost, row->chance};
    memcpy(to + i * CHOICE_NUMBERS, numbers, sizeof numbers);
  }
  return to;
}

void face_close(live_game *g)
{
  arena left = game_close(&g->game);
  arena_free(&left);
  record_free(&g->record);
  arena_free(&g->memory);
  free(g);
}
