#include "record.h"
#include <stdlib.h>

void record_open(record *r, const int64_t *rounds, int count, double *rows, int width)
{
  *r = (record){.rounds = rounds, .count = count, .rows = rows, .width = width};
  r->keep_arms = r->keep_exits = true;
  r->arms.size = sizeof(arm_row);
  r->exits.size = sizeof(exit_row);
  r->choices.size = sizeof(choice_row);
}

static int compare(const void *a, const void *b)
{
  const arm_row *x = a, *y = b;
  if (x->number != y->number) return x->number < y->number ? -1 : 1;
  return x->wait - y->wait;
}

void record_sort_arms(record *r)
{
  if (r->arms.count) qsort(r->arms.items, r->arms.count, sizeof(arm_row), compare);
}

void record_free(record *r)
{
  growable_free(&r->arms);
  growable_free(&r->exits);
  growable_free(&r->choices);
}
