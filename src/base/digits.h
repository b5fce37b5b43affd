/* Numbers as their bits, and products with what rounding took from them. */
#ifndef UNRULY_DIGITS_H
#define UNRULY_DIGITS_H

#include "twofold.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t bits_of_number(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double number_of_bits(uint64_t bits)
{
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* The first 26 of the 53 digits: the product of two such numbers is exact, and so is what is left. */
static inline double leading_digits(double x)
{
  return number_of_bits(bits_of_number(x) & ~UINT64_C(0x7ffffff));
}

/* Dekker's product, without a fused multiply-add. */
static inline twofold exact_product(double a, double b)
{
  const double high = a * b, a1 = leading_digits(a), b1 = leading_digits(b), a2 = a - a1, b2 = b - b1;
  return (twofold){high, ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2};
}

/* a + b where a is 0 or |a| >= |b|. */
static inline twofold exact_sum(double a, double b)
{
  const double high = a + b;
  return (twofold){high, (a - high) + b};
}

#endif
