#include "ranked.h"
#include <stdlib.h>

static int by_rounds(const void *a, const void *b)
{
  const ranked_arm *x = a, *y = b;
  if (x->rounds != y->rounds) return x->rounds < y->rounds ? -1 : 1;
  return x->arm < y->arm ? -1 : x->arm > y->arm;
}

void rank_arms(ranked_arm *order, int count) { qsort(order, (size_t)count, sizeof *order, by_rounds); }
