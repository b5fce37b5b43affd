#include "record.h"
#include <stdlib.h>

void record_open(record *r, const int64_t *rounds, int count, checkpoint_row *rows, bool keep_choices)
{
  const record empty = {0};
  *r = empty;
  r->rounds = rounds;
  r->count = count;
  r->rows = rows;
  r->keep_choices = keep_choices;
  r->arms.size = sizeof(arm_row);
  r->exits.size = sizeof(exit_row);
  r->choices.size = sizeof(choice_row);
}

void record_free(record *r)
{
  growable_free(&r->arms);
  growable_free(&r->exits);
  growable_free(&r->choices);
}
