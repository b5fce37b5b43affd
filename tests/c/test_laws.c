/* Exact laws of games: their chances sum to one, whether a rule stops games or not; threads find the same to
 * the last bit; and where memory runs out it is said and nothing leaks. And the choices that games of the
 * Bayes-optimal policy share, while many threads take them and let them go. */
#include "describe.h"
#include "../../src/base/hash.h"
#include "../../src/base/parallel.h"
#include "../../src/exact/histories.h"
#include "../../src/policies/registry.h"
#include "../../src/stopping/types.h"

enum { ROUNDS = 2, PLAYS = 14 };

static const int rounds[ROUNDS] = {5, PLAYS};

typedef struct law {
  forward_look looks[ROUNDS];
  forward_stops stops;
  arena memory;
} law;

static void forget(law *l)
{
  growable_free(&l->stops.games);
  growable_free(&l->stops.rewards);
  arena_free(&l->memory);
}

static status find_law(law *l, const char *name, int arm_count, int threads, const stopping_plan *plan)
{
  static const double chance[] = {.7, .3, .4, .6, .5, .5};
  described told = {0};
  with_necessary(&told, name);
  const parameters of_policy = given(&told);
  const policy_type *type = policy_find(name);
  const forward_setup s = {.policy = {.type = type,
                                      .given = &of_policy,
                                      .arms = arm_count,
                                      .span = 1,
                                      .horizon = PLAYS,
                                      .step = 1,
                                      .stopping = plan},
                           .chance = chance,
                           .rounds = rounds,
                           .round_count = ROUNDS,
                           .threads = threads};
  *l = (law){.memory = {0}};
  return exact_play(&s, 1e9, l->looks, &l->stops, &l->memory);
}

static double total(const double *x, int64_t count)
{
  double sum = 0;
  for (int64_t i = 0; i < count; i++) sum += x[i];
  return sum;
}

static double total_stopped(const law *l, int by)
{
  const stopped_games *games = l->stops.games.items;
  double sum = 0;
  for (size_t i = 0; i < l->stops.games.count; i++) {
    int plays = 0;
    for (int k = 0; k < STATES_ARMS; k++) plays += games[i].counts[k];
    if (plays <= by) sum += games[i].chance;
  }
  return sum;
}

static double total_rewards(const law *l, int by)
{
  const stopped_reward *rewards = l->stops.rewards.items;
  double sum = 0;
  for (size_t i = 0; i < l->stops.rewards.count; i++)
    if (rewards[i].plays <= by) sum += rewards[i].chance;
  return sum;
}

static bool is_one(double x) { return fabs(x - 1) < 1e-12; }

static void sums_to_one(const law *l)
{
  for (int i = 0; i < ROUNDS; i++) {
    const forward_look *look = &l->looks[i];
    CLAIM(is_one(total(look->counts, look->blocks) + total_stopped(l, rounds[i])));
    CLAIM(is_one(total(look->reward, look->sums) + total_rewards(l, rounds[i])));
    CLAIM(is_one(total(look->named, STATES_ARMS) + total_stopped(l, rounds[i])));
  }
}

static uint64_t digest(const law *l)
{
  const stopped_games *games = l->stops.games.items;
  const stopped_reward *rewards = l->stops.rewards.items;
  hash_stream h = {0};
  for (int i = 0; i < ROUNDS; i++) {
    hash_numbers(&h, l->looks[i].counts, (size_t)l->looks[i].blocks);
    hash_numbers(&h, l->looks[i].reward, (size_t)l->looks[i].sums);
    hash_numbers(&h, l->looks[i].named, STATES_ARMS);
    hash_numbers(&h, l->looks[i].mean, STATES_ARMS);
  }
  for (size_t i = 0; i < l->stops.games.count; i++) hash_numbers(&h, &games[i].chance, 1);
  for (size_t i = 0; i < l->stops.rewards.count; i++) hash_numbers(&h, &rewards[i].chance, 1);
  return hash_end(&h).half[0];
}

static uint64_t digest_of(const char *name, int arm_count, int threads, const stopping_plan *plan)
{
  law l;
  CLAIM(!find_law(&l, name, arm_count, threads, plan).code);
  sums_to_one(&l);
  CLAIM((plan != NULL) == (l.stops.games.count > 0));
  const uint64_t found = digest(&l);
  forget(&l);
  return found;
}

static void says_when_there_is_no_memory(const char *name, const stopping_plan *plan)
{
#ifdef UNRULY_TEST_MEMORY
  for (long after = 0;; after++) {
    law l;
    memory_fail_after = after;
    const status s = find_law(&l, name, 2, 1, plan);
    memory_fail_after = -1;
    forget(&l);
    if (!s.code) return;
    CLAIM(s.code == STATUS_NO_MEMORY);
  }
#else
  (void)name, (void)plan;
#endif
}

/* --- choices that games share ----------------------------------------------------------- */

enum { MOST_THREADS = 4, GAMES = 60, SHORTEST = 20, LENGTHS = 5 };

static void play_alone(const void *unused, int part)
{
  static const parameters none = {0};
  (void)unused;
  for (int i = 0; i < GAMES; i++) {
    player p;
    const exact_policy e = {.type = policy_find("policy_bayes_optimal"),
                            .given = &none,
                            .arms = 2 + i % 2,
                            .span = 1,
                            .horizon = SHORTEST + (i + part) % LENGTHS,
                            .step = 1};
    const outcome failed = {.wait = 1, .cost = 1, .start = 1};
    CLAIM(!player_open(&p, &e).code);
    CLAIM(roster_choose(&p.roster) == 0);
    roster_played(&p.roster, &failed);
    roster_show(&p.roster, &failed);
    player_comes_to(&p, 1);
    CLAIM(roster_choose(&p.roster) == 1);
    player_close(&p);
  }
}

int main(void)
{
  static const char *const names[] = {"policy_ucb1",     "policy_imed",     "policy_bayes_optimal",
                                      "policy_uniform",  "policy_thompson", "policy_etc",
                                      "policy_kl_racing"};
  static const double error = .9;
  static const parameter parts[] = {{.name = "error", .values = &error, .length = 1, .rows = 1}};
  const stopping_rule rule = {.type = stopping_find("glr"), .size = 1, .given = {.items = parts, .count = 1}};
  const stopping_plan plan = {.rules = &rule, .count = 1, .commit = true};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    for (int arm_count = 2; arm_count <= 3; arm_count++)
      for (int stops = 0; stops < 2; stops++) {
        const stopping_plan *with = stops ? &plan : NULL;
        CLAIM(digest_of(names[i], arm_count, 1, with) == digest_of(names[i], arm_count, 3, with));
      }
    says_when_there_is_no_memory(names[i], &plan);
  }
  parallel_run(MOST_THREADS, play_alone, NULL);
  return 0;
}
