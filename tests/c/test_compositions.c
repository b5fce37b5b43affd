/* The fast way is the plain one: random compositions of policies, of policies within
 * policies, of traits, of logs whose pools come and go, played in both ways; and
 * random agents whose arms leave, return and enter.
 *
 *   test_compositions [games [agents [first]]]: so many, from this number on */
#include "compositions.h"
#include "../../src/core/agent.h"

enum { CHECKPOINTS = 4, FIGURES = PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES, MOST_TOLD = 20 };

static long differences;

static void tell_difference(const composition *c, const char *what, double at)
{
  if (++differences > MOST_TOLD) return;
  fprintf(stderr, "number %llu differs in %s %.0f: %d arms, %d waits, T = %lld, traits",
          (unsigned long long)c->number, what, at, c->arm_count, c->waits, (long long)c->horizon);
  for (int i = 0; i < c->problem.trait_count; i++) fprintf(stderr, " %s", c->problem.traits[i].type->name);
  fprintf(stderr, "; %s", c->type->constructor);
  for (int i = 0; i < c->policy.count; i++) {
    const parameter *p = &c->policy.items[i];
    if (p->text) fprintf(stderr, ", %s = %s", p->name, p->text);
    else fprintf(stderr, ", %s = %g", p->name, *p->values);
  }
  fprintf(stderr, "\n");
}

/* --- games ------------------------------------------------------------------------ */

typedef struct played {
  record record;
  double figure[FIGURES * CHECKPOINTS], *column[FIGURES];
  int64_t rounds[CHECKPOINTS];
  status status;
} played;

static void play_game(const composition *c, bool plain, bool keep_choices, played *p)
{
  arena memory = {0};
  const parameters of_policy = given(&c->policy);
  memset(p->figure, 0, sizeof p->figure);
  for (int i = 0; i < FIGURES; i++) p->column[i] = p->figure + i * CHECKPOINTS;
  for (int i = 0; i < CHECKPOINTS; i++) p->rounds[i] = 1 + (c->horizon - 1) * (i + 1) / CHECKPOINTS;
  int count = 0;
  for (int i = 0; i < CHECKPOINTS; i++)
    if (count == 0 || p->rounds[i] > p->rounds[count - 1]) p->rounds[count++] = p->rounds[i];
  record_open(&p->record, p->rounds, count, p->column, 0);
  p->record.keep_choices = keep_choices;
  const game_setup setup = {.problem = &c->problem,
                            .type = c->type,
                            .policy_parameters = &of_policy,
                            .policy_identity = policy_identity(c->type, &of_policy),
                            .seed = (int64_t)(c->number % 1000),
                            .horizon = c->horizon,
                            .replication = 1,
                            .plain = plain};
  p->status = game_play(&setup, &p->record, &memory, NULL);
  arena_free(&memory);
}

static bool same(double x, double y) { return x == y || (isnan(x) && isnan(y)); }

static bool same_choices(const composition *c, const growable *a, const growable *b)
{
  const choice_row *x = a->items, *y = b->items;
  for (size_t i = 0; i < a->count && i < b->count; i++)
    if (x[i].number != y[i].number || x[i].wait != y[i].wait || x[i].round != y[i].round) {
      tell_difference(c, "the choice of round", x[i].round);
      return false;
    }
  if (a->count != b->count) tell_difference(c, "the number of plays,", (double)a->count);
  return a->count == b->count;
}

static bool same_pulls(const composition *c, const growable *a, const growable *b)
{
  const arm_row *x = a->items, *y = b->items;
  bool agree = a->count == b->count;
  for (size_t i = 0; agree && i < a->count; i++)
    agree = x[i].number == y[i].number && x[i].wait == y[i].wait && same(x[i].value[0], y[i].value[0]);
  if (!agree) tell_difference(c, "pulls of", (double)a->count);
  return agree;
}

static void compare(const composition *c, const played *fast, const played *plain)
{
  if (fast->status.code != plain->status.code) tell_difference(c, "the failure", fast->status.code);
  if (!same_choices(c, &fast->record.choices, &plain->record.choices)) return;
  if (!same_pulls(c, &fast->record.arms, &plain->record.arms)) return;
  for (int i = 0; i < FIGURES * CHECKPOINTS; i++)
    if (!same(fast->figure[i], plain->figure[i])) {
      tell_difference(c, "figure", i);
      return;
    }
}

/* What the games were, so that nobody is left out without being noticed. */
static long games_with[9], games_inside, games_failed, plays;

static void count_game(const composition *c, const played *p)
{
  for (int flag = 0; flag < 9; flag++) games_with[flag] += (c->problem.has >> flag) & 1;
  games_inside += c->depth > 1;
  games_failed += p->status.code != STATUS_OK;
  plays += (long)p->record.plays;
}

/* With choices kept there are no stretches. */
static void fast_game_is_plain(uint64_t number)
{
  static played fast, plain;
  composition c;
  compose(&c, number);
  const bool keep_choices = yes(.5);
  play_game(&c, false, keep_choices, &fast);
  play_game(&c, true, keep_choices, &plain);
  compare(&c, &fast, &plain);
  count_game(&c, &fast);
  record_free(&fast.record);
  record_free(&plain.record);
  clear_composition(&c);
}

int main(int argc, char **argv)
{
  const long games = argc > 1 ? atol(argv[1]) : 3000;
  const uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (uint64_t i = 0; i < (uint64_t)games; i++) fast_game_is_plain(first + i);
  printf("%ld random games, %ld plays, %ld of policies within policies, %ld refused: the fast way is the plain one in all but %ld\n", games, plays,
         games_inside, games_failed, differences);
  for (int flag = 0; flag < 9; flag++) printf(" %ld", games_with[flag]);
  printf("\n");
  CLAIM(differences == 0);
  return 0;
}
