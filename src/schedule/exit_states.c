#include "exit_states.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 1024 };

bool exit_states_start(exit_states *s, size_t arms)
{
  memset(s, 0, sizeof *s);
  s->arms = arms;
  s->due.size = sizeof(uint32_t);
  s->rounds.size = sizeof(int64_t);
  s->capacity = FIRST_CAPACITY;
  s->index = memory_zeroed(FIRST_CAPACITY, sizeof *s->index);
  return s->index != NULL;
}

void exit_states_free(exit_states *s)
{
  growable_free(&s->due);
  growable_free(&s->rounds);
  free(s->index);
  s->index = NULL;
}

static uint32_t place_of_state(const exit_states *s, const uint32_t *due)
{
  uint64_t h = UINT64_C(0xCBF29CE484222325);
  for (size_t k = 0; k < s->arms; k++) {
    h = (h ^ due[k]) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 29;
  }
  uint32_t place = (uint32_t)(h >> 32) & (s->capacity - 1);
  while (s->index[place] &&
         memcmp(exit_states_due(s, s->index[place] - 1), due, s->arms * sizeof *due) != 0) {
    place = (place + 1) & (s->capacity - 1);
  }
  return place;
}

static bool enlarge(exit_states *s)
{
  if (s->capacity > UINT32_MAX / 4) return false;
  uint32_t *wider = memory_zeroed((size_t)2 * s->capacity, sizeof *wider);
  if (!wider) return false;
  free(s->index);
  s->index = wider;
  s->capacity *= 2;
  for (uint32_t i = 0; i < s->rounds.count; i++) {
    s->index[place_of_state(s, exit_states_due(s, i))] = i + 1;
  }
  return true;
}

bool exit_states_find(exit_states *s, const uint32_t *due, uint32_t *state, bool *new)
{
  uint32_t place = place_of_state(s, due);
  *new = !s->index[place];
  if (!*new) {
    *state = s->index[place] - 1;
    return true;
  }
  if (s->rounds.count >= s->capacity / 2) {
    if (!enlarge(s)) return false;
    place = place_of_state(s, due);
  }
  const size_t count = s->rounds.count;
  if (!growable_reserve(&s->due, (count + 1) * s->arms)) return false;
  int64_t *rounds = growable_add(&s->rounds);
  if (!rounds) return false;
  *rounds = EXIT_OPEN;
  memcpy((uint32_t *)s->due.items + count * s->arms, due, s->arms * sizeof *due);
  *state = (uint32_t)count;
  s->index[place] = (uint32_t)count + 1;
  return true;
}
