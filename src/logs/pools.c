#include "pools.h"
#include "labels.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void pools_open(pool_table *t)
{
  memset(t, 0, sizeof *t);
  t->members.size = sizeof(int);
  t->end.size = sizeof(int64_t);
}

void pools_free(pool_table *t)
{
  growable_free(&t->members);
  growable_free(&t->end);
  free(t->slots);
}

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

static const int *members_of(const pool_table *t, int pool)
{
  return (const int *)t->members.items + pool_start(t, pool);
}

static size_t size_of(const pool_table *t, int pool)
{
  return (size_t)(pool_end(t, pool) - pool_start(t, pool));
}

static bool is_pool(const pool_table *t, int pool, const int *arms, size_t count)
{
  return size_of(t, pool) == count && memcmp(members_of(t, pool), arms, count * sizeof *arms) == 0;
}

static size_t slot_of(const pool_table *t, const int *arms, size_t count)
{
  size_t slot = hash_bytes(arms, count * sizeof *arms) & (t->slot_count - 1);
  while (t->slots[slot] && !is_pool(t, t->slots[slot] - 1, arms, count))
    slot = (slot + 1) & (t->slot_count - 1);
  return slot;
}

static bool widen(pool_table *t)
{
  const size_t count = t->slot_count ? 2 * t->slot_count : 1024;
  int *slots = memory_zeroed(count, sizeof *slots);
  if (!slots) return false;
  free(t->slots);
  t->slots = slots;
  t->slot_count = count;
  for (int i = 0; i < (int)t->end.count; i++) slots[slot_of(t, members_of(t, i), size_of(t, i))] = i + 1;
  return true;
}

static bool append(pool_table *t, const int *arms, size_t count)
{
  const size_t from = t->members.count;
  if (t->end.count >= INT_MAX / 2 || !growable_reserve(&t->members, from + count)) return false;
  int64_t *end = growable_add(&t->end);
  if (!end) return false;
  memcpy((int *)t->members.items + from, arms, count * sizeof *arms);
  *end = (int64_t)(from + count);
  return true;
}

int pools_number(pool_table *t, int *arms, size_t count)
{
  count = sort_unique(arms, count);
  if (2 * (t->end.count + 1) > t->slot_count && !widen(t)) return -1;
  const size_t slot = slot_of(t, arms, count);
  if (!t->slots[slot]) {
    if (!append(t, arms, count)) return -1;
    t->slots[slot] = (int)t->end.count;
  }
  return t->slots[slot] - 1;
}

bool pool_has(const pool_table *t, int pool, int arm)
{
  return bsearch(&arm, members_of(t, pool), size_of(t, pool), sizeof arm, by_number) != NULL;
}
