/* A sum in two numbers, of twice the digits: rounding takes nothing away that could
 * be seen in the first, though numbers come and go. So the sum of what is left does
 * not depend on what was there in between, and equal numbers have equal sums. */
#ifndef UNRULY_TWOFOLD_H
#define UNRULY_TWOFOLD_H

#include "exact.h"

typedef struct twofold {
  double high, low; /* high is the sum, rounded; low what rounding took */
} twofold;

/* Knuth's sum of two numbers, with its rounding error. */
static inline twofold twofold_add(twofold a, double x)
{
  const double sum = a.high + x, part = sum - a.high;
  const double low = a.low + ((a.high - (sum - part)) + (x - part));
  const double high = sum + low;
  return (twofold){high, low - (high - sum)};
}

/* a - b, rounded. */
static inline double twofold_difference(twofold a, twofold b)
{
  const twofold high = twofold_add(a, -b.high);
  return twofold_add(high, -b.low).high;
}

#endif
