/* Memory. An arena owns everything that lives as long as one game: it is
 * freed in one call, so nothing leaks on any path. A growable array holds
 * rows whose number is not known in advance.
 *
 * With UNRULY_TEST_MEMORY defined, the n-th allocation from now can be made to
 * fail, so that tests reach the paths taken when memory runs out. */
#ifndef UNRULY_MEMORY_H
#define UNRULY_MEMORY_H

#include "exact.h"
#include <stddef.h>
#include <stdbool.h>

typedef struct arena_piece arena_piece;
typedef struct arena_hold arena_hold;
typedef struct arena {
  arena_piece *pieces;
  arena_hold *held;
} arena;

/* `count` zeroed elements of `size` bytes, or NULL. Zero elements get one. */
void *arena_zeroed(arena *a, size_t count, size_t size);
/* Frees everything in it for the next game, but keeps some memory. */
void arena_empty(arena *a);
void arena_free(arena *a);
/* Lets go of what is shared with others when the arena is emptied or freed; false if
 * there is no memory to remember it. */
bool arena_hold_on(arena *a, void *what, void (*let_go)(void *what));

typedef struct growable {
  void *items;
  size_t count, capacity, size; /* size: bytes an element */
} growable;

/* Room for one more element at the end, or NULL (then nothing is lost). */
void *growable_add(growable *g);
/* At least `count` elements, the new ones zeroed. */
bool growable_reserve(growable *g, size_t count);
void growable_free(growable *g);

/* A large block is about to be filled: in large pages, where there are some. */
void memory_expect(void *block, size_t bytes);

/* malloc, calloc and realloc of the core go through these. */
void *memory_zeroed(size_t count, size_t size);
void *memory_resized(void *old, size_t bytes);

#ifdef UNRULY_TEST_MEMORY
extern long memory_fail_after; /* < 0: never */
#endif

#endif
