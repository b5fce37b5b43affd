#include "heap.h"
#include <string.h>

static bool earlier(heap_item a, heap_item b)
{
  return a.round < b.round || (a.round == b.round && a.arm < b.arm);
}

static void swap(heap_item *a, heap_item *b)
{
  const heap_item kept = *a;
  *a = *b;
  *b = kept;
}

static void sift_up(heap_item *items, size_t at)
{
  for (; at > 0 && earlier(items[at], items[(at - 1) / 2]); at = (at - 1) / 2)
    swap(&items[at], &items[(at - 1) / 2]);
}

static void sift_down(heap_item *items, size_t count)
{
  for (size_t at = 0;;) {
    size_t child = 2 * at + 1;
    if (child >= count) return;
    if (child + 1 < count && earlier(items[child + 1], items[child])) child++;
    if (!earlier(items[child], items[at])) return;
    swap(&items[child], &items[at]);
    at = child;
  }
}

bool heap_open(heap *h, size_t room, arena *memory)
{
  *h = (heap){arena_zeroed(memory, room, sizeof(heap_item)), 0, room, memory};
  return h->items != NULL;
}

static bool make_room(heap *h)
{
  heap_item *items = arena_zeroed(h->memory, 2 * h->room + 1, sizeof(heap_item));
  if (!items) return false;
  memcpy(items, h->items, h->count * sizeof(heap_item));
  h->items = items;
  h->room = 2 * h->room + 1;
  return true;
}

bool heap_push(heap *h, int64_t round, int arm)
{
  if (h->count == h->room && !make_room(h)) return false;
  h->items[h->count] = (heap_item){round, arm};
  sift_up(h->items, h->count++);
  return true;
}

void heap_pop(heap *h)
{
  h->items[0] = h->items[--h->count];
  sift_down(h->items, h->count);
}

void heap_postpone(heap *h, int64_t round)
{
  h->items[0].round = round;
  sift_down(h->items, h->count);
}
