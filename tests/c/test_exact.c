/* Prints a digest of what every policy does in every setting: two builds that
 * are to agree to the last bit print the same. Alone it claims no more than
 * that digests differ where games do. */
#include "settings.h"
#include <string.h>

static const int64_t rounds[] = {10, 300, 2000};
enum { ROUNDS = 3, FIGURES = PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES };

static uint64_t digest(uint64_t hash, const void *bytes, size_t count)
{
  const unsigned char *b = bytes;
  for (size_t i = 0; i < count; i++) hash = (hash ^ b[i]) * 1099511628211u;
  return hash;
}

static uint64_t play_setting(const problem *p, const policy_type *type, bool gaussian)
{
  double figure[ROUNDS * FIGURES] = {0}, *column[FIGURES];
  for (int i = 0; i < FIGURES; i++) column[i] = figure + i * ROUNDS;
  const parameters of_policy = given(&of_policies);
  record r;
  arena memory = {0};
  record_open(&r, rounds, ROUNDS, column, 0);
  const game_setup setup = {.problem = p,
                            .type = type,
                            .policy_parameters = &of_policy,
                            .seed = gaussian ? 5 : 4,
                            .horizon = rounds[ROUNDS - 1],
                            .replication = 1};
  uint64_t hash = 14695981039346656037u;
  if (!game_play(&setup, &r, &memory, NULL).code) hash = digest(hash, figure, sizeof figure);
  record_free(&r);
  arena_free(&memory);
  return hash;
}

int main(void)
{
  static const double mean[] = {0.1, 0.31, 0.57, 0.42}, sd = 0.3;
  const parameter items[] = {{.name = "mean", .values = mean, .length = 4, .rows = 4},
                             {.name = "sd", .values = &sd, .length = 1, .rows = 1}};
  const parameters gaussian = {items, 2};
  uint64_t before = 0;
  int differ = 0, lines = 0;
  describe_settings();
  for (int setting = 0; setting <= TEST_SETTINGS; setting++) {
    problem p;
    if (setting < TEST_SETTINGS) CLAIM(make_setting(&p, setting));
    else CLAIM(!problem_make(&p, arms_find("gaussian"), &gaussian, 4).code);
    for (int i = 0; i < policy_registry_count; i++) {
      if (!policy_registry[i]->choose) continue; /* decides in R */
      const uint64_t hash = play_setting(&p, policy_registry[i], setting == TEST_SETTINGS);
      printf("%2d %-24s %016llx\n", setting, policy_registry[i]->constructor, (unsigned long long)hash);
      lines++;
      differ += hash != before;
      before = hash;
    }
    problem_free(&p);
  }
  CLAIM(differ > lines / 3);
  return 0;
}
