#include "truncated_mean.h"
#include "../../base/elementary.h"
#include <string.h>

static void put(truncated_mean *m, int64_t at, truncated_item item)
{
  for (; at > 0 && m->item[(at - 1) / 2].limit > item.limit; at = (at - 1) / 2)
    m->item[at] = m->item[(at - 1) / 2];
  m->item[at] = item;
}

static bool make_room(truncated_mean *m, arena *memory)
{
  if (m->count < m->room) return true;
  const int64_t room = m->room ? 2 * m->room : 16;
  truncated_item *larger = arena_zeroed(memory, (size_t)room, sizeof *larger);
  if (!larger) return false;
  if (m->count > 0) memcpy(larger, m->item, (size_t)m->count * sizeof *larger);
  m->item = larger;
  m->room = room;
  return true;
}

bool truncated_add(truncated_mean *m, double x, double i, double u, double e, arena *memory)
{
  m->sum = twofold_add(m->sum, x);
  const double limit = u * i / same_pow(fabs(x), 1 + e);
  if (!(limit < GREATEST_LOG)) return true;
  if (!make_room(m, memory)) return false;
  put(m, m->count++, (truncated_item){limit, x});
  return true;
}

/* The last item sinks from the top. */
static void remove_first(truncated_mean *m)
{
  const truncated_item last = m->item[--m->count];
  int64_t at = 0;
  for (;;) {
    int64_t child = 2 * at + 1;
    if (child + 1 < m->count && m->item[child + 1].limit < m->item[child].limit) child++;
    if (child >= m->count || m->item[child].limit >= last.limit) break;
    m->item[at] = m->item[child];
    at = child;
  }
  m->item[at] = last;
}

void truncated_take_out(truncated_mean *m, double log_term)
{
  while (m->count > 0 && m->item[0].limit < log_term) {
    m->sum = twofold_add(m->sum, -m->item[0].x);
    remove_first(m);
  }
}
