/* Little builders of descriptions for the tests of the core. */
#ifndef UNRULY_TEST_DESCRIBE_H
#define UNRULY_TEST_DESCRIBE_H

#include "../../src/study/study.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEST_PARAMETERS = 16 };

static inline int number_in(const char *variable, int otherwise)
{
  const char *text = getenv(variable);
  return text && *text ? atoi(text) : otherwise;
}

/* Returns of how many long games one is played: 1, or what UNRULY_ONE_IN says, as under valgrind. */
static inline int one_in(void) { return number_in("UNRULY_ONE_IN", 1); }

/* Returns the number of the share that is played (UNRULY_SHARE): each has other settings and games. */
static inline int share_number(void) { return number_in("UNRULY_SHARE", 0); }

/* Returns the number of the first of some random games: no two shares have one in common. */
static inline uint64_t first_of_games(uint64_t games) { return 1 + games * (uint64_t)share_number(); }

typedef struct described {
  parameter items[TEST_PARAMETERS];
  int count;
} described;

static inline void with_numbers(described *d, const char *name, const double *values, int64_t length,
                                int64_t rows)
{
  d->items[d->count++] = (parameter){.name = name, .values = values, .length = length, .rows = rows};
}

static inline void with_number(described *d, const char *name, const double *value)
{
  with_numbers(d, name, value, 1, 1);
}

static inline void with_text(described *d, const char *name, const char *text)
{
  d->items[d->count++] = (parameter){.name = name, .text = text};
}

static inline void with_prior(described *d, const char *name, const char *prior, const double *values)
{
  d->items[d->count++] = (parameter){.name = name, .values = values, .length = 2, .rows = 2, .prior = prior};
}

/* What R's constructors are always told, so that there is no usual value, where a test has not told it. */
typedef struct necessary {
  const char *constructor, *name;
  double value;
} necessary;

static const necessary all_necessary[] = {{"policy_etc", "pulls", 1},
                                          {"policy_stochastic", "pulls", 1},
                                          {"policy_ucb_subset", "scale", 1},
                                          {"policy_cusum_ucb", "burn_in", 100},
                                          {"policy_cusum_ucb", "shift", 0.1},
                                          {"policy_m_ucb", "window", 100},
                                          {"policy_batched_se", "batches", 2},
                                          {"policy_clw", "length", 1},
                                          {"policy_floor", "min_propensity", 0},
                                          {"policy_matured", "within", 10},
                                          {"policy_fc_entry", "patience_floor", INFINITY}};

static inline bool is_told(const described *d, const char *prefix, const char *name)
{
  const size_t length = strlen(prefix);
  for (int i = 0; i < d->count; i++)
    if (!strncmp(d->items[i].name, prefix, length) && !strcmp(d->items[i].name + length, name)) return true;
  return false;
}

static inline void with_necessary(described *d, const char *constructor)
{
  for (size_t i = 0; i < sizeof all_necessary / sizeof *all_necessary; i++) {
    const necessary *n = &all_necessary[i];
    if (!strcmp(n->constructor, constructor) && !is_told(d, "", n->name)) with_number(d, n->name, &n->value);
  }
}

static inline parameters given(const described *d)
{
  return (parameters){.items = d->items, .count = d->count};
}

/* Scores are of arms that have a place and rewards of their own. */
static inline bool may_score(const problem *p)
{
  return p->waits == 1 && !p->renewing && !(p->has & (HAS_SPREAD | HAS_CONTEXT | HAS_REPLAY));
}

/* Ends the program when a claim fails. */
#define CLAIM(condition)                                                            \
  do {                                                                              \
    if (!(condition)) {                                                             \
      fprintf(stderr, "%s:%d: claim failed: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                      \
    }                                                                               \
  } while (0)

#endif
