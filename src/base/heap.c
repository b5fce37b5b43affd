#include "heap.h"
#include <string.h>

/* Without branches, which would be mispredicted half of the time. */
static bool earlier(heap_item a, heap_item b)
{
  return (a.round < b.round) | ((a.round == b.round) & (a.order < b.order));
}

static void swap(heap_item *a, heap_item *b)
{
  const heap_item kept = *a;
  *a = *b;
  *b = kept;
}

/* The item at a place goes up, or down, to where it belongs; those it passes move over. */
static void sift_up(heap_item *items, size_t at)
{
  const heap_item moving = items[at];
  for (; at > 0 && earlier(moving, items[(at - 1) / 2]); at = (at - 1) / 2) items[at] = items[(at - 1) / 2];
  items[at] = moving;
}

static void sift_down(heap_item *items, size_t count, size_t at)
{
  const heap_item moving = items[at];
  for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count) child += earlier(items[child + 1], items[child]);
    if (!earlier(items[child], moving)) break;
    items[at] = items[child];
    at = child;
  }
  items[at] = moving;
}

bool heap_open(heap *h, size_t room, size_t size, arena *memory)
{
  *h = (heap){.room = room, .size = size, .memory = memory};
  h->items = arena_zeroed(memory, room, sizeof(heap_item));
  if (size) h->more = arena_zeroed(memory, room, size);
  for (size_t i = 0; h->items && i < room; i++) h->items[i].place = i;
  return h->items && (h->more || !size);
}

static bool make_room(heap *h)
{
  heap larger;
  if (!heap_open(&larger, 2 * h->room + 1, h->size, h->memory)) return false;
  memcpy(larger.items, h->items, h->room * sizeof(heap_item));
  if (h->size) memcpy(larger.more, h->more, h->room * h->size);
  larger.count = h->count;
  larger.in_order = h->in_order;
  *h = larger;
  return true;
}

/* To the front of its room; free places go behind the last. */
static void rewind_items(heap *h)
{
  heap_item *front = h->items - h->gone;
  for (size_t i = 0; h->gone > 0 && i < h->count; i++) swap(&front[i], &front[i + h->gone]);
  h->items = front;
  h->gone = 0;
}

/* Rewinding is worth while if at least as many are gone as have to move. */
static bool has_room(heap *h)
{
  if (h->gone + h->count < h->room) return true;
  const bool worth = h->gone > 0 && h->gone >= h->count;
  rewind_items(h);
  return worth || make_room(h);
}

bool heap_push(heap *h, int64_t round, int64_t order, const void *more)
{
  if (!has_room(h)) return false;
  heap_item *last = &h->items[h->count];
  last->round = round;
  last->order = order;
  if (h->size) memcpy(h->more + last->place * h->size, more, h->size);
  h->in_order = h->count == 0 || (h->in_order && earlier(last[-1], *last));
  if (h->in_order) h->count++;
  else sift_up(h->items, h->count++);
  return true;
}

void heap_pop(heap *h)
{
  h->count--;
  if (h->in_order) {
    h->items++;
    h->gone++;
    return;
  }
  swap(&h->items[0], &h->items[h->count]);
  sift_down(h->items, h->count, 0);
}

void heap_take_out(heap *h, int64_t order)
{
  size_t at = 0;
  while (at < h->count && h->items[at].order != order) at++;
  if (at == h->count) return;
  h->in_order = false;
  swap(&h->items[at], &h->items[--h->count]);
  if (at == h->count) return;
  sift_up(h->items, at);
  sift_down(h->items, h->count, at);
}

void heap_postpone(heap *h, int64_t round)
{
  h->in_order = false;
  h->items[0].round = round;
  sift_down(h->items, h->count, 0);
}
