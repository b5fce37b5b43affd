/* Numbers in ascending order. */
#ifndef UNRULY_SORTED_H
#define UNRULY_SORTED_H

#include <stdint.h>
#include <stdlib.h>

static inline int compare_numbers(const void *x, const void *y)
{
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

/* Puts numbers, none of which is NaN, in ascending order. */
static inline void sort_numbers(double *numbers, int64_t count)
{
  qsort(numbers, (size_t)count, sizeof *numbers, compare_numbers);
}

/* The first place from `low` on whose number is at least x; `high` if none before it is. */
static inline int64_t first_at_least(const double *sorted, int64_t low, int64_t high, double x)
{
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (sorted[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

#endif
