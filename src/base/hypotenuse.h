/* The length of (a, b). The square root is rounded alike everywhere, which
 * hypot of the C library is not. */
#ifndef UNRULY_HYPOTENUSE_H
#define UNRULY_HYPOTENUSE_H

#include "exact.h"
#include <math.h>

static inline double hypotenuse(double a, double b)
{
  const double long_side = fmax(fabs(a), fabs(b)), ratio = fmin(fabs(a), fabs(b)) / long_side;
  return long_side > 0 ? long_side * sqrt(1 + ratio * ratio) : 0;
}

#endif
