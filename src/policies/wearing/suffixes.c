#include "suffixes.h"
#include "../../base/margin.h"
#include <math.h>
#include <string.h>

enum { BLOCK = 64, WIDE = 64 };

static bool grow(suffixes *s, arena *memory)
{
  const int64_t room = s->room ? 2 * s->room : BLOCK;
  twofold *prefix = arena_zeroed(memory, (size_t)room, sizeof *prefix);
  prefix_line *line = arena_zeroed(memory, (size_t)(room / BLOCK), sizeof *line);
  prefix_line *wide = arena_zeroed(memory, (size_t)(room / BLOCK / WIDE + 1), sizeof *wide);
  if (!prefix || !line || !wide) return false;
  if (s->room) {
    memcpy(prefix, s->prefix, (size_t)s->room * sizeof *prefix);
    memcpy(line, s->line, (size_t)(s->room / BLOCK) * sizeof *line);
    memcpy(wide, s->wide, (size_t)(s->room / BLOCK / WIDE) * sizeof *wide);
  }
  s->prefix = prefix;
  s->line = line;
  s->wide = wide;
  s->room = room;
  return true;
}

static prefix_line line_above(const suffixes *s, int64_t from, int64_t length)
{
  const twofold *at = s->prefix + from;
  const double slope = (at[length - 1].high - at[0].high) / (double)(length - 1);
  double top = -INFINITY;
  for (int64_t i = 0; i < length; i++) {
    const double here = at[i].high - slope * (double)(from + i);
    if (here > top) top = here;
  }
  return (prefix_line){slope, top};
}

/* Draws the lines of blocks that have become full. */
static void draw_lines(suffixes *s)
{
  const int64_t sums = s->count + 1;
  if (sums % BLOCK == 0) s->line[sums / BLOCK - 1] = line_above(s, sums - BLOCK, BLOCK);
  if (sums % (BLOCK * WIDE) == 0)
    s->wide[sums / (BLOCK * WIDE) - 1] = line_above(s, sums - BLOCK * WIDE, BLOCK * WIDE);
}

bool suffixes_add(suffixes *s, double x, arena *memory)
{
  if (s->count + 2 > s->room && !grow(s, memory)) return false;
  if (s->count == 0) s->prefix[0] = (twofold){0, 0};
  s->prefix[s->count + 1] = twofold_add(s->prefix[s->count], x);
  s->count++;
  draw_lines(s);
  return true;
}

/* Returns the least of the windows that begin after the first `from` observations, and so on up to `to`. */
static double least_of(const suffixes *s, int64_t from, int64_t to, double width, const double *root,
                       double least)
{
  const twofold all = s->prefix[s->count];
  for (int64_t i = from; i < to; i++) {
    const int64_t h = s->count - i;
    const double mean = ((all.high - s->prefix[i].high) + (all.low - s->prefix[i].low)) / (double)h;
    const double bound = mean + width * root[h - 1];
    if (bound < least) least = bound;
  }
  return least;
}

/* Returns a bound of all windows that begin after one of these sums, which lie below a line, less what
 * rounding of sums of that size may have added. */
static double bound_of(const suffixes *s, const prefix_line *l, int64_t from, int64_t length, double width,
                       const double *root)
{
  const double all = s->prefix[s->count].high, n = (double)s->count;
  const double last = n - (double)from, first = last - (double)(length - 1);
  const double rise = all - l->top - l->slope * n;
  const double size = fabs(all) + fabs(l->top) + fabs(l->slope) * n;
  return l->slope + rise / (rise > 0 ? last : first) + width * root[s->count - from - 1] -
         margin_of(size / first + fabs(l->slope) + width);
}

/* Goes through the blocks from `block` up to `to`. */
static double least_of_blocks(const suffixes *s, int64_t block, int64_t to, double width, const double *root,
                              double least)
{
  for (; block < to; block++)
    if (bound_of(s, &s->line[block], block * BLOCK, BLOCK, width, root) < least)
      least = least_of(s, block * BLOCK, (block + 1) * BLOCK, width, root, least);
  return least;
}

double suffixes_least(const suffixes *s, double width, const double *root, bool plain)
{
  const int64_t full = plain ? 0 : s->count / BLOCK; /* a window begins before the last observation */
  const int64_t wide = full / WIDE;
  double least = least_of(s, full * BLOCK, s->count, width, root, INFINITY);
  least = least_of_blocks(s, wide * WIDE, full, width, root, least);
  for (int64_t i = 0; i < wide; i++)
    if (bound_of(s, &s->wide[i], i * BLOCK * WIDE, BLOCK * WIDE, width, root) < least)
      least = least_of_blocks(s, i * WIDE, (i + 1) * WIDE, width, root, least);
  return least;
}

double suffixes_mean_of_least(const suffixes *s, double width, const double *root)
{
  const twofold all = s->prefix[s->count];
  double least = INFINITY, found = 0;
  for (int64_t h = 1; h <= s->count; h++) {
    const twofold *before = &s->prefix[s->count - h];
    const double mean = ((all.high - before->high) + (all.low - before->low)) / (double)h;
    if (mean + width * root[h - 1] >= least) continue;
    least = mean + width * root[h - 1];
    found = mean;
  }
  return found;
}
