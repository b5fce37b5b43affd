#include "labels.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void labels_open(label_table *t)
{
  memset(t, 0, sizeof *t);
  t->text.size = 1;
  t->place.size = sizeof(label_place);
}

void labels_free(label_table *t)
{
  growable_free(&t->text);
  growable_free(&t->place);
  free(t->slots);
}

static bool is_label(const label_table *t, int number, const char *text, size_t length)
{
  const label_place p = ((const label_place *)t->place.items)[number];
  return p.length == length && memcmp((const char *)t->text.items + p.from, text, length) == 0;
}

/* Returns the slot in which the label is, or would be put. */
static size_t slot_of(const label_table *t, const char *text, size_t length)
{
  size_t slot = hash_bytes(text, length) & (t->slot_count - 1);
  while (t->slots[slot] && !is_label(t, t->slots[slot] - 1, text, length))
    slot = (slot + 1) & (t->slot_count - 1);
  return slot;
}

int labels_find(const label_table *t, const char *text, size_t length)
{
  return t->slot_count ? t->slots[slot_of(t, text, length)] - 1 : -1;
}

/* Twice the slots; at most half of them are ever in use. */
static bool widen(label_table *t)
{
  const size_t count = t->slot_count ? 2 * t->slot_count : 1024;
  int *slots = memory_zeroed(count, sizeof *slots);
  if (!slots) return false;
  free(t->slots);
  t->slots = slots;
  t->slot_count = count;
  const label_place *place = t->place.items;
  for (size_t i = 0; i < t->place.count; i++)
    slots[slot_of(t, (const char *)t->text.items + place[i].from, place[i].length)] = (int)i + 1;
  return true;
}

static bool append(label_table *t, const char *text, size_t length)
{
  const size_t from = t->text.count;
  if (t->place.count >= INT_MAX / 2 || !growable_reserve(&t->text, from + length)) return false;
  label_place *place = growable_add(&t->place);
  if (!place) return false;
  memcpy((char *)t->text.items + from, text, length);
  t->text.count = from + length;
  *place = (label_place){from, length};
  return true;
}

int labels_number(label_table *t, const char *text, size_t length)
{
  if (2 * (t->place.count + 1) > t->slot_count && !widen(t)) return -1;
  const size_t slot = slot_of(t, text, length);
  if (!t->slots[slot]) {
    if (!append(t, text, length)) return -1;
    t->slots[slot] = (int)t->place.count;
  }
  return t->slots[slot] - 1;
}
