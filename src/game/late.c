#include "late.h"

static bool earlier(const late_outcome *a, const late_outcome *b)
{
  return a->round < b->round || (a->round == b->round && a->seen.play < b->seen.play);
}

static void swap(late_outcome *a, late_outcome *b)
{
  const late_outcome kept = *a;
  *a = *b;
  *b = kept;
}

bool late_push(late_outcomes *l, const late_outcome *o)
{
  l->items.size = sizeof *o;
  late_outcome *last = growable_add(&l->items), *items = l->items.items;
  if (!last) return false;
  *last = *o;
  for (size_t at = l->items.count - 1; at > 0 && earlier(&items[at], &items[(at - 1) / 2]); at = (at - 1) / 2)
    swap(&items[at], &items[(at - 1) / 2]);
  return true;
}

void late_pop(late_outcomes *l)
{
  late_outcome *items = l->items.items;
  const size_t count = --l->items.count;
  items[0] = items[count];
  for (size_t at = 0, child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && earlier(&items[child + 1], &items[child])) child++;
    if (!earlier(&items[child], &items[at])) return;
    swap(&items[child], &items[at]);
  }
}
