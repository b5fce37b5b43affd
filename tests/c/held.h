#ifndef UNRULY_TEST_HELD_H
#define UNRULY_TEST_HELD_H
/* Small studies of all policies that can play a bandit, and whether two of them agree. */
#include "settings.h"
#include "../../src/policies/registry.h"
#include <math.h>
#include <string.h>

static const int64_t rounds[] = {1, 10, 100, 500, 1000};
enum { ROUNDS = sizeof rounds / sizeof rounds[0] };

static inline study_plan plan_of(problem *problems, int problem_count, study_policy *policies,
                                 int policy_count, int threads)
{
  return (study_plan){.problems = problems,
                      .policies = policies,
                      .find = policy_find,
                      .problem_count = problem_count,
                      .policy_count = policy_count,
                      .seed = 7,
                      .horizon = 1000,
                      .first_replication = 3,
                      .replications = 4,
                      .rounds = rounds,
                      .round_count = ROUNDS,
                      .threads = threads,
                      .keep_choices = true,
                      .keep_prospects = true};
}

/* Starts a study that owns the memory of its figures, for plans of one bandit. */
typedef struct held_study {
  study study;
  size_t numbers; /* of all figures */
  double *figure, *column[PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES];
  double *const *of_problem;
} held_study;

static inline void begin(held_study *h, study_plan plan)
{
  const size_t block = (size_t)(plan.policy_count * plan.replications * plan.round_count);
  const int count = PLAIN_FIGURES + plan.problems->figure_count;
  h->numbers = block * (size_t)count;
  h->figure = calloc(h->numbers, sizeof *h->figure);
  for (int i = 0; i < count; i++) h->column[i] = h->figure + (size_t)i * block;
  h->of_problem = h->column;
  plan.figures = &h->of_problem;
  plan.missing = NAN;
  CLAIM(h->figure && study_start(&h->study, &plan).code == STATUS_OK);
}

static inline void end(held_study *h)
{
  study_free(&h->study);
  free(h->figure);
}

static inline void finish(study *s)
{
  int64_t done;
  while (!study_wait(s, 50, &done)) {
  }
  study_stop(s);
}

static inline bool same(double x, double y) { return x == y || (isnan(x) && isnan(y)); }

static inline bool same_arms(const growable *a, const growable *b)
{
  if (a->count != b->count) return false;
  for (size_t i = 0; i < a->count; i++) {
    const arm_row *x = (const arm_row *)a->items + i, *y = (const arm_row *)b->items + i;
    if (x->number != y->number || x->wait != y->wait) return false;
    for (int j = 0; j < ARM_NUMBERS; j++)
      if (!same(x->value[j], y->value[j])) return false;
  }
  return true;
}

static inline void must_agree(const held_study *first, const held_study *other)
{
  const study *a = &first->study, *b = &other->study;
  CLAIM(a->units == b->units && a->units_done == a->units && b->units_done == b->units);
  CLAIM(first->numbers == other->numbers && first->numbers > 0);
  CLAIM(memcmp(first->figure, other->figure, first->numbers * sizeof *first->figure) == 0);
  for (int64_t i = 0; i < a->units; i++) {
    CLAIM(a->records[i].plays == b->records[i].plays);
    for (size_t j = 0; j < a->records[i].choices.count; j++) {
      const choice_row *x = (choice_row *)a->records[i].choices.items + j;
      const choice_row *y = (choice_row *)b->records[i].choices.items + j;
      CLAIM(x->number == y->number && x->wait == y->wait && x->observed == y->observed &&
            x->round == y->round);
    }
    CLAIM(a->records[i].exits.count == b->records[i].exits.count);
    CLAIM(same_arms(&a->records[i].arms, &b->records[i].arms));
  }
}

/* Policies have defaults, but for the one inside those that hold another. */
static inline int policies_for(const problem *p, study_policy *list)
{
  static described of_each[TEST_POLICIES];
  int count = 0;
  for (int i = 0; i < policy_registry_count; i++) {
    if (!policy_registry[i]->choose) continue; /* decides in R */
    of_each[count] = of_policies;
    with_necessary(&of_each[count], policy_registry[i]->constructor);
    list[count] = (study_policy){.type = policy_registry[i], .given = given(&of_each[count])};
    list[count].identity = policy_identity(list[count].type, &list[count].given, policy_find);
    int cell;
    const study_plan alone = plan_of((problem *)p, 1, &list[count], 1, 1);
    if (study_rehearse(&alone, &cell).code == STATUS_OK) count++;
  }
  return count;
}

#endif
