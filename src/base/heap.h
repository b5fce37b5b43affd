/* A binary heap of (round, arm), the earliest round first, ties by arm. */
#ifndef UNRULY_HEAP_H
#define UNRULY_HEAP_H

#include "memory.h"
#include <stdint.h>

typedef struct heap_item {
  int64_t round;
  int arm;
} heap_item;

typedef struct heap {
  heap_item *items; /* in the arena, as is whatever it outgrew */
  size_t count, room;
  arena *memory;
} heap;

bool heap_open(heap *h, size_t room, arena *memory);
bool heap_push(heap *h, int64_t round, int arm);
void heap_pop(heap *h);
/* Gives the first item another round. */
void heap_postpone(heap *h, int64_t round);

static inline bool heap_is_empty(const heap *h) { return h->count == 0; }
static inline heap_item heap_first(const heap *h) { return h->items[0]; }

#endif
