#include "windows.h"
#include <string.h>

enum { ROOM_AT_FIRST = 16 };

status windows_open(windows *w, const policy *p, const view *v, const parameters *given)
{
  w->grid = parameters_number(given, "grid");
  w->width = 2 * squared_scale(given, "sd") * parameters_number(given, "alpha");
  w->book = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *w->book);
  return w->book ? status_ok : status_no_memory();
}

/* A larger copy takes the place of *items, or nothing changes. What is outgrown stays in the
 * arena: at most as much again. */
static bool grow(void *items, int64_t count, int64_t room, size_t size, arena *memory)
{
  void *old, *larger = arena_zeroed(memory, (size_t)room, size);
  if (!larger) return false;
  memcpy(&old, items, sizeof old);
  if (count > 0) memcpy(larger, old, (size_t)count * size);
  memcpy(items, &larger, sizeof larger);
  return true;
}

/* --- lengths --------------------------------------------------------------------- */

static int64_t next_length(const windows *w)
{
  if (w->lengths == 0) return 1;
  const int64_t last = w->length[w->lengths - 1];
  return w->grid > 1 ? rounds_from(ceil(w->grid * (double)last)) : last + 1;
}

bool windows_reach(windows *w, int64_t count, arena *memory)
{
  if (count <= w->lengths) return true;
  const int64_t room = 2 * count;
  if (!grow(&w->length, w->lengths, room, sizeof *w->length, memory) ||
      !grow(&w->root, w->lengths, room, sizeof *w->root, memory))
    return false;
  while (w->lengths < room) {
    w->length[w->lengths] = next_length(w);
    w->root[w->lengths] = 1 / sqrt((double)w->length[w->lengths]);
    w->lengths++;
  }
  return true;
}

/* --- books ----------------------------------------------------------------------- */

static bool book_grow(window_book *b, bool grid, arena *memory)
{
  const int64_t room = b->room ? 2 * b->room : ROOM_AT_FIRST;
  if (!grow(&b->value, b->room, room, sizeof *b->value, memory)) return false;
  if (grid && (!grow(&b->pending, b->room, room, sizeof *b->pending, memory) ||
               !grow(&b->count, b->room, room, sizeof *b->count, memory)))
    return false;
  b->room = room;
  return true;
}

static void begin_window(window_book *b, int64_t j, double sum, int64_t count)
{
  b->pending[j] = sum;
  b->count[j] = count;
}

/* Window j finishes; from the top down, so that the one below is still as before. */
static void finish_window(window_book *b, int64_t j)
{
  b->value[j] = b->pending[j] / (double)b->count[j];
  if (j == b->known) b->known++;
  if (j + 1 == b->begun) begin_window(b, b->begun++, b->pending[j], b->count[j]);
  if (j > 0) begin_window(b, j, b->pending[j - 1], b->count[j - 1]);
}

static void add_to_grid(window_book *b, const int64_t *length, double x)
{
  if (b->begun == 0) b->begun = 1;
  begin_window(b, 0, x, 1);
  for (int64_t j = 1; j < b->begun; j++) b->pending[j] += x;
  for (int64_t j = 1; j < b->begun; j++) b->count[j]++;
  for (int64_t j = b->begun - 1; j >= 0; j--)
    if (b->count[j] == length[j]) finish_window(b, j);
}

void windows_add(windows *w, policy *p, int action, int64_t before, double x)
{
  window_book *b = &w->book[action];
  if (before == 0) b->known = b->begun = 0; /* the place may have been another arm's */
  const bool grid = w->grid > 1;
  const int64_t needed = (grid ? b->begun : b->known) + 2;
  if ((needed > b->room && !book_grow(b, grid, p->memory)) || !windows_reach(w, needed, p->memory)) {
    p->failure = status_no_memory();
    return;
  }
  if (grid) add_to_grid(b, w->length, x);
  else b->value[b->known++] = x;
}
