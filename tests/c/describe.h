/* Little builders of descriptions for the tests of the core. */
#ifndef UNRULY_TEST_DESCRIBE_H
#define UNRULY_TEST_DESCRIBE_H

#include "../../src/study/study.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEST_PARAMETERS = 16 };

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

static inline parameters given(const described *d) { return (parameters){d->items, d->count}; }

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
