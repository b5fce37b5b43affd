#include "suffixes.h"
#include "../../base/margin.h"
#include <math.h>
#include <string.h>

enum { BLOCK = 64 };

static bool grow(suffixes *s, arena *memory)
{
  const int64_t room = s->room ? 2 * s->room : BLOCK;
  twofold *prefix = arena_zeroed(memory, (size_t)room, sizeof *prefix);
  prefix_line *line = arena_zeroed(memory, (size_t)(room / BLOCK), sizeof *line);
  if (!prefix || !line) return false;
  if (s->room) {
    memcpy(prefix, s->prefix, (size_t)s->room * sizeof *prefix);
    memcpy(line, s->line, (size_t)(s->room / BLOCK) * sizeof *line);
  }
  s->prefix = prefix;
  s->line = line;
  s->room = room;
  return true;
}

static void draw_line(suffixes *s, int64_t block)
{
  const twofold *at = s->prefix + block * BLOCK;
  const double slope = (at[BLOCK - 1].high - at[0].high) / (BLOCK - 1);
  double top = -INFINITY;
  for (int i = 0; i < BLOCK; i++) top = fmax(top, at[i].high - slope * (double)(block * BLOCK + i));
  s->line[block] = (prefix_line){slope, top};
}

bool suffixes_add(suffixes *s, double x, arena *memory)
{
  if (s->count + 2 > s->room && !grow(s, memory)) return false;
  if (s->count == 0) s->prefix[0] = (twofold){0, 0};
  s->prefix[s->count + 1] = twofold_add(s->prefix[s->count], x);
  s->count++;
  if ((s->count + 1) % BLOCK == 0) draw_line(s, s->count / BLOCK);
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

/* A bound of a block, less what rounding of sums of that size may have added. */
static double bound_of_block(const suffixes *s, int64_t block, double width, const double *root)
{
  const prefix_line *l = &s->line[block];
  const double all = s->prefix[s->count].high, n = (double)s->count;
  const double last = n - (double)(block * BLOCK), first = last - (BLOCK - 1);
  const double rise = all - l->top - l->slope * n;
  const double size = fabs(all) + fabs(l->top) + fabs(l->slope) * n;
  return l->slope + fmin(rise / first, rise / last) + width * root[s->count - block * BLOCK - 1] -
         margin_of(size / first + fabs(l->slope) + width);
}

double suffixes_least(const suffixes *s, double width, const double *root, bool plain)
{
  const int64_t full = plain ? 0 : s->count / BLOCK; /* a window begins before the last observation */
  double least = least_of(s, full * BLOCK, s->count, width, root, INFINITY);
  for (int64_t block = 0; block < full; block++)
    if (bound_of_block(s, block, width, root) < least)
      least = least_of(s, block * BLOCK, (block + 1) * BLOCK, width, root, least);
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
