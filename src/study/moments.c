#include "moments.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

status moments_open(moments *m, size_t slots, size_t sketched)
{
  *m = (moments){.slots = slots, .sketched = sketched};
  m->nodes.size = sizeof(moments_node);
  m->spare.size = sizeof(double *);
  if (slots > SIZE_MAX / 2 / sizeof(double)) return status_no_memory();
  m->sketches = memory_zeroed(sketched ? sketched : 1, sizeof *m->sketches);
  m->ranges = memory_zeroed(slots ? slots : 1, sizeof *m->ranges);
  if (!m->sketches || !m->ranges) return status_no_memory();
  for (size_t i = 0; i < slots; i++) m->ranges[i] = (moments_range){NAN, NAN, NAN, NAN};
  for (size_t i = 0; i < sketched; i++) m->sketches[i].octaves.size = sizeof(octave);
  return status_ok;
}

static moments_node *node_at(const moments *m, size_t i) { return (moments_node *)m->nodes.items + i; }

void moments_free(moments *m)
{
  for (size_t i = 0; i < m->nodes.count; i++) free(node_at(m, i)->values);
  for (size_t i = 0; i < m->spare.count; i++) free(((double **)m->spare.items)[i]);
  for (size_t i = 0; m->sketches && i < m->sketched; i++) growable_free(&m->sketches[i].octaves);
  growable_free(&m->nodes);
  growable_free(&m->spare);
  free(m->sketches);
  free(m->ranges);
  *m = (moments){0};
}

/* --- the tree ------------------------------------------------------------------ */

double *moments_values(moments *m)
{
  double *values = m->spare.count ? ((double **)m->spare.items)[--m->spare.count]
                                  : memory_resized(NULL, 2 * m->slots * sizeof(double));
  for (size_t i = 0; values && i < m->slots; i++) {
    values[i] = NAN;
    values[m->slots + i] = 0;
  }
  return values;
}

static void keep_spare(moments *m, double *values)
{
  double **place = growable_add(&m->spare);
  if (place) *place = values;
  else free(values);
}

static size_t find_node(const moments *m, int level, int64_t index)
{
  size_t i = m->nodes.count; /* the newest first: siblings come one after the other */
  while (i > 0 && !(node_at(m, i - 1)->level == level && node_at(m, i - 1)->index == index)) i--;
  return i; /* 0: none */
}

void moments_widen(moments_range *range, double least, double greatest)
{
  if (!(range->least <= least)) range->least = least;
  if (!(range->greatest >= greatest)) range->greatest = greatest;
}

static void count_ranges(moments *m, const double *values, bool first)
{
  for (size_t i = 0; i < m->slots; i++) {
    if (isnan(values[i])) continue;
    const double value = values[i] + 0.0; /* zero has one sign */
    moments_widen(&m->ranges[i], value, value);
    if (!first) continue;
    m->ranges[i].first = value;
    m->ranges[i].variation = 0;
  }
}

/* Adds the variation of the block that is the right half of a subtree from replication 1 on. */
static void add_variation(moments *m, const double *left, const double *right, int level)
{
  const double n = ldexp(1, level);
  for (size_t i = 0; i < m->slots; i++) {
    const double gap = right[i] - left[i];
    m->ranges[i].variation += right[m->slots + i] + gap * gap * n;
  }
}

/* Joins the right one into the left. */
static void join(double *left, const double *right, size_t slots, int level)
{
  const double half = ldexp(1, level - 1);
  for (size_t i = 0; i < slots; i++) {
    const double gap = right[i] - left[i];
    left[i] += gap / 2;
    left[slots + i] += right[slots + i] + gap * gap * half;
  }
}

status moments_put(moments *m, int level, int64_t index, double *values)
{
  if (level == 0) count_ranges(m, values, index == 0);
  for (size_t at; (at = find_node(m, level, index ^ 1)) > 0; level++, index /= 2) {
    double *sibling = node_at(m, at - 1)->values;
    *node_at(m, at - 1) = *node_at(m, m->nodes.count - 1);
    m->nodes.count--;
    double *left = index % 2 ? sibling : values, *right = index % 2 ? values : sibling;
    if (index / 2 == 0) add_variation(m, left, right, level);
    join(left, right, m->slots, level);
    keep_spare(m, right);
    values = left;
  }
  moments_node *node = growable_add(&m->nodes);
  if (!node) {
    free(values);
    return status_no_memory();
  }
  *node = (moments_node){level, index, values};
  return status_ok;
}

/* --- the sketch ------------------------------------------------------------------ */

static octave *find_octave(sketch *s, int number)
{
  octave *all = s->octaves.items;
  if (s->recent < s->octaves.count && all[s->recent].number == number) return &all[s->recent];
  for (s->recent = 0; s->recent < s->octaves.count; s->recent++)
    if (all[s->recent].number == number) return &all[s->recent];
  octave *added = growable_add(&s->octaves);
  if (!added) return NULL;
  memset(added, 0, sizeof *added);
  added->number = number;
  return added;
}

status sketch_add_class(sketch *s, int class_number, uint32_t count)
{
  octave *o = find_octave(s, class_number >> SKETCH_BITS);
  if (!o) return status_no_memory();
  o->count[class_number & (SKETCH_CLASSES - 1)] += count;
  return status_ok;
}

status sketch_add(sketch *s, double value)
{
  if (isnan(value)) return status_ok;
  value += 0.0; /* zero has one sign */
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return sketch_add_class(s, (int)(bits >> (52 - SKETCH_BITS)), 1);
}
