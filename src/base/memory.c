/* madvise() is no part of POSIX. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* NOLINT(bugprone-reserved-identifier) */
#endif
#include "memory.h"
#ifdef __linux__
#include <sys/mman.h>
#endif
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef UNRULY_TEST_MEMORY
long memory_fail_after = -1;
static bool refused(void) { return memory_fail_after >= 0 && memory_fail_after-- == 0; }
/* A piece an allocation, so that each may fail and overruns are seen. */
enum { PIECE = 0 };
#else
static bool refused(void) { return false; }
enum { PIECE = 1 << 14 };
#endif

void *memory_zeroed(size_t count, size_t size)
{
  return refused() ? NULL : calloc(count ? count : 1, size ? size : 1);
}

void *memory_resized(void *old, size_t bytes) { return refused() ? NULL : realloc(old, bytes); }

/* A system that has no such pages refuses, which costs nothing. */
void memory_expect(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
  const size_t page = 1 << 21, before = (page - (uintptr_t)block % page) % page;
  const size_t whole = bytes > before ? (bytes - before) / page * page : 0;
  if (whole) (void)madvise((char *)block + before, whole, MADV_HUGEPAGE);
#else
  (void)block, (void)bytes;
#endif
}

/* The header is padded so that what follows is aligned for any type. */
struct arena_piece {
  arena_piece *next;
  size_t size, used;
  max_align_t start[];
};

static arena_piece *new_piece(arena *a, size_t bytes)
{
  const size_t size = bytes > PIECE ? bytes : PIECE;
  arena_piece *piece = memory_zeroed(1, sizeof(arena_piece) + size);
  if (!piece) return NULL;
  piece->size = size;
  piece->next = a->pieces;
  a->pieces = piece;
  return piece;
}

static void *take_from_piece(arena_piece *piece, size_t bytes)
{
  void *taken = (char *)piece->start + piece->used;
  piece->used += bytes;
  return taken;
}

void *arena_zeroed(arena *a, size_t count, size_t size)
{
  const size_t step = sizeof(max_align_t);
  if (count == 0) count = 1;
  if (size == 0) size = 1;
  if (count > (SIZE_MAX / 2 - sizeof(arena_piece)) / size) return NULL;
  const size_t bytes = (count * size + step - 1) / step * step;
  arena_piece *piece = a->pieces;
  if (!piece || bytes > piece->size - piece->used) piece = new_piece(a, bytes);
  return piece ? take_from_piece(piece, bytes) : NULL;
}

struct arena_hold {
  arena_hold *next;
  void *what;
  void (*let_go)(void *what);
};

bool arena_hold_on(arena *a, void *what, void (*let_go)(void *what))
{
  arena_hold *hold = arena_zeroed(a, 1, sizeof *hold);
  if (!hold) return false;
  *hold = (arena_hold){a->held, what, let_go};
  a->held = hold;
  return true;
}

static void let_go_of_all(arena *a)
{
  for (; a->held; a->held = a->held->next) a->held->let_go(a->held->what);
}

/* Keeps the newest piece, if it is not a large one. */
void arena_empty(arena *a)
{
  arena_piece *kept = a->pieces;
  let_go_of_all(a);
  if (!kept) return;
  arena rest = {.pieces = kept->next};
  arena_free(&rest);
  kept->next = NULL;
  if (kept->size > PIECE || PIECE == 0) {
    arena_free(a);
    return;
  }
  memset(kept->start, 0, kept->used);
  kept->used = 0;
}

void arena_free(arena *a)
{
  let_go_of_all(a);
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
