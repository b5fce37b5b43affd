#include "chain_table.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 1024 };

static chain_end *element(chain_table *t, int32_t i) { return (chain_end *)t->ends.items + i; }

static uint32_t hash(int64_t value, uint32_t capacity)
{
  return (uint32_t)(((uint64_t)value * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (capacity - 1);
}

static int octave(int64_t value)
{
  int i = 0;
  while (value >>= 1) i++;
  return i;
}

bool chain_table_start(chain_table *t)
{
  memset(t, 0, sizeof *t);
  t->ends.size = sizeof(chain_end);
  t->index = memory_zeroed(FIRST_CAPACITY, sizeof *t->index);
  t->capacity = FIRST_CAPACITY;
  for (int i = 0; i < CHAIN_OCTAVES; i++) t->first[i] = -1;
  return t->index != NULL;
}

void chain_table_clear(chain_table *t)
{
  if (t->ends.count > t->capacity / 8) {
    memset(t->index, 0, t->capacity * sizeof *t->index);
  } else {
    for (size_t i = 0; i < t->ends.count; i++) t->index[element(t, (int32_t)i)->place] = 0;
  }
  t->ends.count = 0;
  for (int i = 0; i < CHAIN_OCTAVES; i++) t->first[i] = -1;
}

void chain_table_free(chain_table *t)
{
  growable_free(&t->ends);
  free(t->index);
  t->index = NULL;
}

/* The place of `value` in the index, or the free one where it belongs. */
static uint32_t place_of_value(const chain_table *t, int64_t value)
{
  uint32_t place = hash(value, t->capacity);
  while (t->index[place] && chain_table_at(t, t->index[place] - 1)->value != value) {
    place = (place + 1) & (t->capacity - 1);
  }
  return place;
}

static bool enlarge(chain_table *t)
{
  if (t->capacity > UINT32_MAX / 4) return false;
  int32_t *wider = memory_zeroed((size_t)2 * t->capacity, sizeof *wider);
  if (!wider) return false;
  free(t->index);
  t->index = wider;
  t->capacity *= 2;
  for (size_t i = 0; i < t->ends.count; i++) {
    chain_end *e = element(t, (int32_t)i);
    e->place = place_of_value(t, e->value);
    t->index[e->place] = (int32_t)i + 1;
  }
  return true;
}

static bool add_chain(chain_table *t, chain_end new)
{
  if (t->ends.count >= t->capacity / 2) {
    if (!enlarge(t)) return false;
    new.place = place_of_value(t, new.value);
  }
  chain_end *e = growable_add(&t->ends);
  if (!e) return false;
  const int i = octave(new.value);
  new.next = t->first[i];
  *e = new;
  t->first[i] = (int32_t)t->ends.count - 1;
  t->index[new.place] = (int32_t)t->ends.count;
  return true;
}

bool chain_table_offer(chain_table *t, int64_t value, int64_t cost, int32_t previous)
{
  const uint32_t place = place_of_value(t, value);
  if (!t->index[place]) return add_chain(t, (chain_end){value, cost, previous, -1, place});
  chain_end *known = element(t, t->index[place] - 1);
  if (cost < known->cost) {
    known->cost = cost;
    known->previous = previous;
  }
  return true;
}

int chain_table_read(const chain_table *t, int32_t i, int64_t *chain)
{
  int length = 0;
  for (int32_t j = i; chain_table_at(t, j)->previous >= 0; j = chain_table_at(t, j)->previous) length++;
  for (int at = length; at > 0; i = chain_table_at(t, i)->previous) chain[--at] = chain_table_at(t, i)->value;
  return length;
}
