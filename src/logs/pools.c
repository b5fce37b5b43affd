#include "pools.h"
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static size_t sort_unique(int *arms, size_t count)
{
  size_t kept = 0;
  qsort(arms, count, sizeof *arms, by_number);
  for (size_t i = 0; i < count; i++)
    if (kept == 0 || arms[i] != arms[kept - 1]) arms[kept++] = arms[i];
  return kept;
}

int pools_number(pool_table *t, int *arms, size_t count)
{
  return labels_number(&t->labels, (const char *)arms, sort_unique(arms, count) * sizeof *arms);
}

bool pool_has(const pool_table *t, int pool, int arm)
{
  const int64_t start = pool_start(t, pool);
  return bsearch(&arm, pools_members(t) + start, (size_t)(pool_end(t, pool) - start), sizeof arm,
                 by_number) != NULL;
}
