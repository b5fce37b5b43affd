/* The parameters whose names begin with a prefix, such as "1." or "base.", with the
 * prefix removed: those of an inner law or policy. */
#ifndef UNRULY_PREFIXED_H
#define UNRULY_PREFIXED_H

#include "../base/memory.h"
#include "parameters.h"
#include <string.h>

static inline bool parameters_prefixed(const parameters *all, const char *prefix, parameters *found,
                                       arena *memory)
{
  const size_t length = strlen(prefix);
  parameter *items = arena_zeroed(memory, (size_t)all->count, sizeof *items);
  if (!items) return false;
  int count = 0;
  for (int i = 0; i < all->count; i++) {
    if (strncmp(all->items[i].name, prefix, length) != 0) continue;
    items[count] = all->items[i];
    items[count++].name += length;
  }
  *found = (parameters){.items = items, .count = count};
  return true;
}

#endif
