/* Where a system refuses threads, a study is played by the one who waits for it, with the same
 * numbers; it stops when asked, says how far it has come, and tells of what went wrong. */
#include "../../src/policies/registry.h"
#include "settings.h"
#include <errno.h>

/* In place of the system's. */
static int refused;
int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*begin)(void *), void *given)
{
  (void)thread, (void)how, (void)begin, (void)given;
  refused++;
  return EAGAIN;
}

enum { SOME_POLICIES = 3, REPLICATIONS = 3, ROUNDS = 2, MOST = PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES };

/* Columns of figures for a plan of one bandit. */
typedef struct columns {
  double *numbers, *at[MOST];
  double *const *of_problem;
  size_t count;
} columns;

static void make_columns(columns *c, const study_plan *plan)
{
  const size_t block = (size_t)(plan->policy_count * plan->replications * plan->round_count);
  const int figures = PLAIN_FIGURES + plan->problems->figure_count;
  c->count = block * (size_t)figures;
  c->numbers = calloc(c->count, sizeof *c->numbers);
  CLAIM(c->numbers != NULL);
  for (int i = 0; i < figures; i++) c->at[i] = c->numbers + (size_t)i * block;
  c->of_problem = c->at;
}

static study_plan plan_of(problem *p, study_policy *list, int count, const int64_t *rounds)
{
  return (study_plan){.problems = p,
                      .policies = list,
                      .find = policy_find,
                      .problem_count = 1,
                      .policy_count = count,
                      .seed = 5,
                      .horizon = rounds[ROUNDS - 1],
                      .first_replication = 1,
                      .replications = REPLICATIONS,
                      .rounds = rounds,
                      .round_count = ROUNDS,
                      .threads = 4,
                      .missing = NAN,
                      .figures_only = true};
}

/* Some that play nearly everything: those that play this. */
static int some_policies(problem *p, study_policy *list)
{
  static const char *const names[] = {"policy_uniform", "policy_round_robin", "policy_oracle"};
  static const int64_t rounds[ROUNDS] = {1, 2};
  int count = 0;
  for (int i = 0; i < SOME_POLICIES; i++) {
    list[count] = (study_policy){.type = policy_find(names[i])};
    list[count].identity = policy_identity(list[count].type, &list[count].given, policy_find);
    int cell;
    const study_plan alone = plan_of(p, &list[count], 1, rounds);
    if (study_rehearse(&alone, &cell).code == STATUS_OK) count++;
  }
  return count;
}

/* The same games one by one. */
static void play_each(const study_plan *plan, columns *c)
{
  arena memory = {0};
  make_columns(c, plan);
  for (int i = 0; i < plan->policy_count; i++) {
    for (int64_t r = 0; r < plan->replications; r++) {
      const game_setup setup = {.problem = plan->problems,
                                .type = plan->policies[i].type,
                                .policy_parameters = &plan->policies[i].given,
                                .policy_identity = plan->policies[i].identity,
                                .find = policy_find,
                                .seed = plan->seed,
                                .horizon = plan->horizon,
                                .replication = (uint32_t)(r + 1)};
      record kept;
      record_open(&kept, plan->rounds, ROUNDS, c->of_problem,
                  (size_t)((i * plan->replications + r) * ROUNDS));
      CLAIM(game_play(&setup, &kept, &memory, NULL).code == STATUS_OK);
      record_free(&kept);
    }
  }
  arena_free(&memory);
}

static bool same(double x, double y) { return x == y || (isnan(x) && isnan(y)); }

static void same_numbers(int setting)
{
  static const int64_t rounds[ROUNDS] = {17, 400};
  problem p;
  study_policy list[SOME_POLICIES];
  study s;
  columns one_by_one, waited_for;
  int64_t done;
  CLAIM(make_setting(&p, setting));
  study_plan plan = plan_of(&p, list, some_policies(&p, list), rounds);
  play_each(&plan, &one_by_one);
  make_columns(&waited_for, &plan);
  plan.figures = (double *const *const *)&waited_for.of_problem;
  refused = 0;
  CLAIM(study_start(&s, &plan).code == STATUS_OK && refused == 1);
  while (!study_wait(&s, 5, &done)) CLAIM(study_progress(&s) <= (double)s.units);
  CLAIM(done == s.units && study_progress(&s) == (double)s.units && study_is_over(&s));
  for (size_t i = 0; i < one_by_one.count; i++) CLAIM(same(one_by_one.numbers[i], waited_for.numbers[i]));
  study_free(&s);
  free(one_by_one.numbers);
  free(waited_for.numbers);
  problem_free(&p);
}

/* It goes on from where it was when the time was over. */
static void stops_in_mid_course(void)
{
  static const int64_t far[ROUNDS] = {1000, 1000000000000};
  problem p;
  study_policy list[SOME_POLICIES];
  study s;
  columns c;
  int64_t done;
  CLAIM(make_setting(&p, 0));
  study_plan plan = plan_of(&p, list, some_policies(&p, list), far);
  make_columns(&c, &plan);
  plan.figures = (double *const *const *)&c.of_problem;
  CLAIM(study_start(&s, &plan).code == STATUS_OK);
  CLAIM(!study_wait(&s, 0, &done) && done == 0);
  CLAIM(!study_wait(&s, 5, &done) && !study_is_over(&s));
  const double before = study_progress(&s);
  CLAIM(before > 0 && !study_wait(&s, 5, &done) && study_progress(&s) > before);
  CLAIM(study_end(&s, 100) && study_is_over(&s));
  study_stop(&s); /* twice does no harm */
  CLAIM(s.units_done == 0 && s.failure.code == STATUS_OK);
  study_free(&s);
  free(c.numbers);
  problem_free(&p);
}

/* A policy that fails in its fifth round. */
static status no_start(policy *p, const view *v, const parameters *given)
{
  (void)p, (void)v, (void)given;
  return status_ok;
}

static int failing_choose(policy *p, const view *v)
{
  if (v->round < 5) return v->actions[0];
  p->failure = status_error(STATUS_BAD_PARAMETER, "It fails.");
  return -1;
}

static void tells_of_failures(void)
{
  static const policy_type failing = {.constructor = "failing",
                                      .label = "Failing",
                                      .paper = "none",
                                      .start = no_start,
                                      .choose = failing_choose};
  static const int64_t rounds[ROUNDS] = {2, 50};
  study_policy list[] = {{.type = policy_find("policy_uniform")}, {.type = &failing}};
  problem p;
  study s;
  columns c;
  int64_t done;
  CLAIM(make_setting(&p, 0));
  study_plan plan = plan_of(&p, list, 2, rounds);
  make_columns(&c, &plan);
  plan.figures = (double *const *const *)&c.of_problem;
  CLAIM(study_start(&s, &plan).code == STATUS_OK);
  while (!study_wait(&s, 5, &done)) {
  }
  CLAIM(done == 1 && s.failed_unit == 1 && s.failure.code == STATUS_BAD_PARAMETER);
  CLAIM(s.failure.replication == 1 && s.failure.round == 5);
  study_free(&s);
  free(c.numbers);
  problem_free(&p);
}

int main(void)
{
  describe_settings();
  for (int setting = 0; setting < TEST_SETTINGS; setting++) same_numbers(setting);
  printf("%d settings are played without threads, with the same numbers\n", TEST_SETTINGS);
  stops_in_mid_course();
  tells_of_failures();
  printf("without threads a study stops when asked and tells of failures\n");
  return 0;
}
