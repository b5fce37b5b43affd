#include "heap.h"
#include <string.h>

static bool earlier(heap_item a, heap_item b)
{
  return a.round < b.round || (a.round == b.round && a.order < b.order);
}

static void move_more(const heap *h, size_t to, size_t from)
{
  if (h->size) memcpy(h->more + to * h->size, h->more + from * h->size, h->size);
}

static void move_item(const heap *h, size_t to, size_t from)
{
  h->items[to] = h->items[from];
  move_more(h, to, from);
}

/* An item that looks for its place is held outside; what goes with it waits behind the
 * last place. */
static heap_item lift(const heap *h, size_t at)
{
  move_more(h, h->room, at);
  return h->items[at];
}

static void put_down(const heap *h, size_t at, heap_item held)
{
  h->items[at] = held;
  move_more(h, at, h->room);
}

static void place_upwards(const heap *h, size_t at, heap_item held)
{
  for (; at > 0 && earlier(held, h->items[(at - 1) / 2]); at = (at - 1) / 2) move_item(h, at, (at - 1) / 2);
  put_down(h, at, held);
}

static void place_downwards(const heap *h, size_t at, heap_item held)
{
  for (size_t child; (child = 2 * at + 1) < h->count; at = child) {
    if (child + 1 < h->count && earlier(h->items[child + 1], h->items[child])) child++;
    if (!earlier(h->items[child], held)) break;
    move_item(h, at, child);
  }
  put_down(h, at, held);
}

bool heap_open(heap *h, size_t room, size_t size, arena *memory)
{
  *h = (heap){.room = room, .size = size, .memory = memory};
  h->items = arena_zeroed(memory, room + 1, sizeof(heap_item));
  if (size) h->more = arena_zeroed(memory, room + 1, size);
  return h->items && (h->more || !size);
}

static bool make_room(heap *h)
{
  heap larger;
  if (!heap_open(&larger, 2 * h->room + 1, h->size, h->memory)) return false;
  memcpy(larger.items, h->items, h->count * sizeof(heap_item));
  if (h->size) memcpy(larger.more, h->more, h->count * h->size);
  larger.count = h->count;
  *h = larger;
  return true;
}

bool heap_push(heap *h, int64_t round, int64_t order, const void *more)
{
  if (h->count == h->room && !make_room(h)) return false;
  if (h->size) memcpy(h->more + h->room * h->size, more, h->size);
  place_upwards(h, h->count++, (heap_item){round, order});
  return true;
}

void heap_pop(heap *h)
{
  const heap_item last = lift(h, --h->count);
  place_downwards(h, 0, last);
}

void heap_take_out(heap *h, int64_t order)
{
  size_t at = 0;
  while (at < h->count && h->items[at].order != order) at++;
  if (at == h->count || at == --h->count) return;
  const heap_item last = lift(h, h->count);
  if (at > 0 && earlier(last, h->items[(at - 1) / 2])) place_upwards(h, at, last);
  else place_downwards(h, at, last);
}

void heap_postpone(heap *h, int64_t round)
{
  const heap_item first = lift(h, 0);
  place_downwards(h, 0, (heap_item){round, first.order});
}
