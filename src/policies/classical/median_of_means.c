#include "median_of_means.h"
#include <string.h>

bool block_means_add(block_means *m, double x, arena *memory)
{
  if (m->count + 1 >= m->room) {
    const int64_t room = m->room ? 2 * m->room : 16;
    twofold *larger = arena_zeroed(memory, (size_t)room, sizeof *larger);
    if (!larger) return false;
    if (m->count > 0) memcpy(larger, m->until, (size_t)(m->count + 1) * sizeof *larger);
    m->until = larger;
    m->room = room;
  }
  m->until[m->count + 1] = twofold_add(m->until[m->count], x);
  m->count++;
  return true;
}

static void swap(double *x, int64_t i, int64_t j)
{
  const double kept = x[i];
  x[i] = x[j];
  x[j] = kept;
}

/* The number that has so many before it when all are in order (Hoare): it stands at its place then, no
 * greater one before it, no lesser one behind. */
static double select_number(double *x, int64_t count, int64_t place)
{
  for (int64_t low = 0, high = count - 1; low < high;) {
    const double pivot = x[low + (high - low) / 2];
    int64_t i = low, j = high;
    while (i <= j) {
      while (x[i] < pivot) i++;
      while (x[j] > pivot) j--;
      if (i <= j) swap(x, i++, j--);
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return x[place];
}

static double median(double *x, int64_t count)
{
  const double upper = select_number(x, count, count / 2);
  if (count % 2) return upper;
  double lower = x[0];
  for (int64_t i = 1; i < count / 2; i++)
    if (x[i] > lower) lower = x[i];
  return (lower + upper) / 2;
}

double median_of_means(const block_means *m, int64_t blocks, double *scratch)
{
  const int64_t length = m->count / blocks;
  for (int64_t i = 0; i < blocks; i++)
    scratch[i] = twofold_difference(m->until[(i + 1) * length], m->until[i * length]) / (double)length;
  return median(scratch, blocks);
}
