/* Random games that rules stop: a refused allocation is noticed wherever it happens, also where limits are
 * computed in the middle of a game. */
#include "compositions.h"

enum { GAMES = 1200, FIGURES = PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES };

#ifdef UNRULY_TEST_MEMORY
static bool is_observed(const composition *c)
{
  if (is_one_of(c->type->constructor, wrappers, WRAPPERS)) return false; /* they get over some refusals */
  for (int i = 0; i < rules_of_plan(&c->stopping); i++)
    if (parameters_find(&c->rules[i].given, "observed")) return true;
  return false;
}

/* One game with the n-th allocation refused, or none if n is below 0. The refusal has happened, or it has
 * not. */
static status play_refusing(const composition *c, long n, bool *refused)
{
  double figure[FIGURES], *column[FIGURES];
  int64_t last = c->horizon;
  for (int i = 0; i < FIGURES; i++) column[i] = figure + i;
  const parameters of_policy = given(&c->policy);
  record r;
  record_open(&r, &last, 1, column, 0);
  const game_setup setup = {.problem = &c->problem,
                            .type = c->type,
                            .policy_parameters = &of_policy,
                            .find = policy_find,
                            .seed = 1,
                            .horizon = c->horizon,
                            .replication = 1,
                            .stopping = stopping_of(c),
                            .overrun = c->overrun};
  arena memory = {0};
  memory_fail_after = n;
  const status s = game_play(&setup, &r, &memory, NULL);
  *refused = n >= 0 && memory_fail_after < 0;
  memory_fail_after = -1;
  arena_free(&memory);
  record_free(&r);
  return s;
}

/* Returns how many refusals the game survived. */
static long survives(const composition *c)
{
  bool refused;
  if (play_refusing(c, -1, &refused).code != STATUS_OK) return 0; /* it is not played at all */
  for (long n = 0, tried = 0;; n += 1 + n / 10, tried++) { /* games are long, some allocate in every round */
    const status s = play_refusing(c, n, &refused);
    if (!refused) return tried;
    CLAIM(s.code == STATUS_NO_MEMORY);
  }
}
#endif

int main(void)
{
#ifdef UNRULY_TEST_MEMORY
  long games = 0, refusals = 0;
  for (uint64_t number = 0; number < GAMES; number++) {
    composition c;
    compose(&c, number);
    const long here = is_observed(&c) ? survives(&c) : 0;
    games += here > 0;
    refusals += here;
    clear_composition(&c);
  }
  CLAIM(games > 5);
  printf("%ld games with limits at the information seen survive %ld refused allocations\n", games, refusals);
#endif
  return 0;
}
