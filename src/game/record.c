#include "record.h"
#include <math.h>
#include <stdlib.h>

void record_open(record *r, const int64_t *rounds, int count, double *const *figures, size_t at)
{
  *r = (record){.rounds = rounds, .count = count, .figures = figures, .at = at, .missing = NAN};
  r->keep_arms = r->keep_exits = r->keep_stops = true;
  r->arms.size = sizeof(arm_row);
  r->exits.size = sizeof(exit_row);
  r->stops.size = sizeof(stop_row);
  r->choices.size = sizeof(choice_row);
  r->scores.size = sizeof(score_row);
  r->pairs.size = sizeof(pair_row);
  r->prospects.size = r->contexts.size = sizeof(prospect_row);
}

bool record_arm(record *r, int action, const arm_row *row)
{
  if (!r->arm_columns) {
    arm_row *kept = growable_add(&r->arms);
    if (kept) *kept = *row;
    return kept != NULL;
  }
  for (int i = 0; i < ARM_NUMBERS; i++)
    if (r->arm_columns[i])
      r->arm_columns[i][r->arms_at + (size_t)action] = isnan(row->value[i]) ? r->missing : row->value[i];
  return true;
}

static int by_number_and_wait(const void *a, const void *b)
{
  const arm_row *x = a, *y = b;
  if (x->number != y->number) return x->number < y->number ? -1 : 1;
  return x->wait - y->wait;
}

void record_sort_arms(record *r)
{
  if (r->arms.count) qsort(r->arms.items, r->arms.count, sizeof(arm_row), by_number_and_wait);
}

void record_free(record *r)
{
  growable_free(&r->arms);
  growable_free(&r->exits);
  growable_free(&r->stops);
  growable_free(&r->choices);
  growable_free(&r->scores);
  growable_free(&r->pairs);
  growable_free(&r->prospects);
  growable_free(&r->contexts);
}
