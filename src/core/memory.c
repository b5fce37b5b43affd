#include "memory.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef UNRULY_TEST_MEMORY
long memory_fail_after = -1;
static bool refused(void) { return memory_fail_after >= 0 && memory_fail_after-- == 0; }
#else
static bool refused(void) { return false; }
#endif

void *memory_zeroed(size_t count, size_t size)
{
  return refused() ? NULL : calloc(count ? count : 1, size ? size : 1);
}

void *memory_resized(void *old, size_t bytes) { return refused() ? NULL : realloc(old, bytes); }

/* The header is padded so that what follows is aligned for any type. */
struct arena_piece {
  arena_piece *next;
  max_align_t start[];
};

void *arena_zeroed(arena *a, size_t count, size_t size)
{
  if (count == 0) count = 1;
  if (size == 0) size = 1;
  if (count > (SIZE_MAX - sizeof(arena_piece)) / size) return NULL;
  arena_piece *piece = memory_zeroed(1, sizeof(arena_piece) + count * size);
  if (!piece) return NULL;
  piece->next = a->pieces;
  a->pieces = piece;
  return piece->start;
}

void arena_free(arena *a)
{
  while (a->pieces) {
    arena_piece *next = a->pieces->next;
    free(a->pieces);
    a->pieces = next;
  }
}

static bool growable_resize(growable *g, size_t capacity)
{
  if (capacity > SIZE_MAX / g->size) return false;
  void *items = memory_resized(g->items, capacity * g->size);
  if (!items) return false;
  g->items = items;
  g->capacity = capacity;
  return true;
}

void *growable_add(growable *g)
{
  if (g->count == g->capacity && !growable_resize(g, g->capacity ? 2 * g->capacity : 16)) return NULL;
  return (char *)g->items + g->size * g->count++;
}

bool growable_reserve(growable *g, size_t count)
{
  if (count > g->capacity) {
    const size_t twice = 2 * g->capacity;
    if (!growable_resize(g, count > twice ? count : twice)) return false;
  }
  if (count > g->count) {
    memset((char *)g->items + g->size * g->count, 0, g->size * (count - g->count));
    g->count = count;
  }
  return true;
}

void growable_free(growable *g)
{
  free(g->items);
  g->items = NULL;
  g->count = g->capacity = 0;
}
