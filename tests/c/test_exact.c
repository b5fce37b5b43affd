/* Prints a digest of what every policy does in every setting, and of what is estimated: two builds that agree
 * to the last bit print the same digest, whatever their byte order. exact.txt has the digests of all
 * machines; tools/core-tests.sh compares. By itself the program tests only that digests differ where games
 * do. */
#include "settings.h"
#include "../../src/base/hash.h"

static const int64_t rounds[] = {10, 300, 2000};
enum { ROUNDS = 3, FIGURES = PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES };

/* Settings beyond those of settings.h. */
enum { COORDINATES = 13 }; /* some by fours in lanes, some one by one */
enum { GAUSSIAN = TEST_SETTINGS, LINEAR, ALL_SETTINGS };

static bool make_arms(problem *p, int setting)
{
  static const double mean[] = {0.1, 0.31, 0.57, 0.42}, sd = 0.3;
  static double theta[4 * COORDINATES];
  static const parameter gaussian[] = {{.name = "mean", .values = mean, .length = 4, .rows = 4},
                                       {.name = "sd", .values = &sd, .length = 1, .rows = 1}};
  static const parameter linear[] = {{.name = "theta", .values = theta, .length = 4 * COORDINATES, .rows = 4},
                                     {.name = "sd", .values = &sd, .length = 1, .rows = 1}};
  for (int i = 0; i < 4 * COORDINATES; i++) theta[i] = (i * 37 % 19 - 9) / 20.0;
  const bool is_linear = setting == LINEAR; /* drawn contexts */
  const parameters of_arms = {.items = is_linear ? linear : gaussian, .count = 2};
  return !problem_make(p, arms_find(is_linear ? "linear" : "gaussian"), &of_arms, TEST_ARMS).code;
}

/* Figures at checkpoints; pulls, means and estimates by arm; the sums by which means are estimated
 * afterwards. */
static uint64_t digest_of(record *r, const double *figures, size_t count)
{
  hash_stream hash = {0};
  hash_numbers(&hash, figures, count);
  record_sort_arms(r);
  for (size_t i = 0; i < r->arms.count; i++) {
    const double *value = ((const arm_row *)r->arms.items)[i].value;
    hash_numbers(&hash, value, ARM_SHOWN);
    hash_numbers(&hash, value + ARM_FIGURE, 1);
  }
  for (size_t i = 0; i < r->scores.count; i++)
    hash_numbers(&hash, ((const score_row *)r->scores.items)[i].value, SCORE_NUMBERS);
  return hash_end(&hash).half[0];
}

static uint64_t play_setting(const problem *p, const policy_type *type, int setting)
{
  double figure[ROUNDS * FIGURES] = {0}, *column[FIGURES];
  for (int i = 0; i < FIGURES; i++) column[i] = figure + i * ROUNDS;
  described told = of_policies;
  with_necessary(&told, type->constructor);
  const parameters of_policy = given(&told);
  record r;
  arena memory = {0};
  record_open(&r, rounds, ROUNDS, column, 0);
  r.keep_scores = may_score(p);
  const game_setup setup = {.problem = p,
                            .type = type,
                            .policy_parameters = &of_policy,
                            .find = policy_find,
                            .seed = setting < TEST_SETTINGS ? 4 : 5,
                            .horizon = rounds[ROUNDS - 1],
                            .replication = 1};
  const bool played = !game_play(&setup, &r, &memory, NULL).code;
  const uint64_t digest = played ? digest_of(&r, figure, ROUNDS * FIGURES) : 0;
  record_free(&r);
  arena_free(&memory);
  return digest;
}

/* Sums for estimates (scores.h), also with weights that need the decay of a floor. */
static uint64_t play_scored(const problem *p, const policy_type *type)
{
  static const double chance = .2, decay = .3;
  described d = {0};
  with_text(&d, "base", "policy_boltzmann");
  with_number(&d, "min_propensity", &chance);
  if (type->decays) with_number(&d, "decay", &decay);
  with_necessary(&d, type->constructor);
  const parameters of_policy = given(&d);
  double figure[ROUNDS * FIGURES], *column[FIGURES];
  for (int i = 0; i < FIGURES; i++) column[i] = figure + i * ROUNDS;
  record r;
  arena memory = {0};
  record_open(&r, rounds, ROUNDS, column, 0);
  r.keep_scores = true;
  const game_setup setup = {.problem = p,
                            .type = type,
                            .policy_parameters = &of_policy,
                            .find = policy_find,
                            .seed = 6,
                            .horizon = rounds[ROUNDS - 1],
                            .replication = 1};
  hash_stream hash = {0};
  CLAIM(!game_play(&setup, &r, &memory, NULL).code);
  const score_row *row = r.scores.items;
  for (size_t i = 0; i < r.scores.count; i++) hash_numbers(&hash, row[i].value, SCORE_NUMBERS);
  record_free(&r);
  arena_free(&memory);
  return hash_end(&hash).half[0];
}

static void print_scored(void)
{
  static const char *const policies[] = {"policy_uniform",   "policy_epsilon_greedy", "policy_exp3",
                                         "policy_boltzmann", "policy_thompson",       "policy_floor"};
  uint64_t before = 0;
  for (int setting = 0; setting < 3; setting += 2) { /* 2: arms come and go */
    problem p;
    CLAIM(make_setting(&p, setting));
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
      const uint64_t hash = play_scored(&p, policy_find(policies[i]));
      printf("scores %d %-24s %016llx\n", setting, policies[i], (unsigned long long)hash);
      CLAIM(hash != before);
      before = hash;
    }
    problem_free(&p);
  }
}

/* Patients who arrive over time, by inversion. */
static void print_accrual(void)
{
  static const char *const policies[] = {"policy_ucb1", "policy_thompson", "policy_delayed_ucb1"};
  described accrual = {0};
  problem p;
  with_number(&accrual, "rate", &five);
  with_number(&accrual, "follow_up", &two);
  CLAIM(make_setting(&p, 0) && add(&p, "accrual", &accrual));
  for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
    printf("accrual  %-24s %016llx\n", policies[i],
           (unsigned long long)play_setting(&p, policy_find(policies[i]), 0));
  problem_free(&p);
}

int main(void)
{
  uint64_t before = 0;
  int differ = 0, lines = 0;
  describe_settings();
  for (int setting = 0; setting < ALL_SETTINGS; setting++) {
    problem p;
    CLAIM(setting < TEST_SETTINGS ? make_setting(&p, setting) : make_arms(&p, setting));
    for (int i = 0; i < policy_registry_count; i++) {
      if (!policy_registry[i]->choose) continue; /* decides in R */
      const uint64_t hash = play_setting(&p, policy_registry[i], setting);
      printf("%2d %-24s %016llx\n", setting, policy_registry[i]->constructor, (unsigned long long)hash);
      lines++;
      differ += hash != before;
      before = hash;
    }
    problem_free(&p);
  }
  CLAIM(differ > lines / 3);
  print_scored();
  print_accrual();
  return 0;
}
