/* A binary heap: the earliest round first, ties by the order, the number of an arm's
 * place or of a play. More may go with each item. What comes in order, as most that waits
 * does, is a queue: while nothing came before the last there is nothing to sift. */
#ifndef UNRULY_HEAP_H
#define UNRULY_HEAP_H

#include "memory.h"
#include <stdint.h>

typedef struct heap_item {
  int64_t round, order;
  size_t place; /* of what goes with it; free places stand before and behind the items */
} heap_item;

typedef struct heap {
  heap_item *items; /* in the arena, as is whatever it outgrew; `gone` stand before the first */
  char *more;       /* what goes with each, `size` bytes, by place */
  size_t gone, count, room, size;
  bool in_order;
  arena *memory;
} heap;

/* Opens a heap with room for so many items at first, each with `size` bytes of data. */
bool heap_open(heap *h, size_t room, size_t size, arena *memory);
/* Copies `more`, NULL where nothing goes with an item. */
bool heap_push(heap *h, int64_t round, int64_t order, const void *more);
void heap_pop(heap *h);
/* Takes out the item of this order if it is there, of which there is one at most:
 * looks at all. */
void heap_take_out(heap *h, int64_t order);
/* Gives the first item another round. */
void heap_postpone(heap *h, int64_t round);

static inline heap_item heap_first(const heap *h) { return h->items[0]; }
static inline const void *heap_first_more(const heap *h) { return h->more + h->items[0].place * h->size; }

/* The first round after that of the first item; INT64_MAX if there is none. */
static inline int64_t heap_next(const heap *h)
{
  return h->count == 0 || h->items[0].round == INT64_MAX ? INT64_MAX : h->items[0].round + 1;
}

#endif
