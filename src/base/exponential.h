/* Reduction of exponentials: exp(x) = 2^(k / 128) exp(r), k the nearest whole number. k times the
 * high part of ln 2 / 128 is exact, and so is its difference from x. What is added to the power of two
 * is below a hundredth of it, so its errors are, too. */
#ifndef UNRULY_EXPONENTIAL_H
#define UNRULY_EXPONENTIAL_H

#include "digits.h"
#include "elementary_tables.h"
#include <math.h>

/* The exponential is t + t w. */
typedef struct exp_parts {
  double t, w;
} exp_parts;

/* Reduces x - less, |x| < 800, times 2^up, so that t has all its digits. Adding 3/2 2^52 rounds, and leaves k
 * in the last bits. */
static inline exp_parts exp_reduced(double x, double less, int up)
{
  const double shifted = x * EXP_CELLS_PER_UNIT + 0x1.8p52, k = shifted - 0x1.8p52;
  const double r = ((x - k * EXP_CELL_HIGH) - k * EXP_CELL_LOW) - less, q = r * r;
  const uint64_t whole = bits_of_number(shifted), j = whole & 127;
  const double *c = exp_powers;
  return (exp_parts){
      number_of_bits(bits_of_number(exp_cells[j][0]) + ((whole - j + ((uint64_t)(int64_t)up << 7)) << 45)),
      (exp_cells[j][1] + r) + (q * (c[0] + r * c[1]) + q * q * (c[2] + r * c[3]))};
}

static inline double exp_joined(exp_parts p) { return p.t + p.t * p.w; }

/* Returns whether neither the exponential nor its last digit is too large or too small. */
static inline bool exp_is_plain(double x) { return x > -700 && x < 700; }
static inline double exp_of_plain(double x) { return exp_joined(exp_reduced(x, 0, 0)); }

/* Elsewhere: the last product is rounded to as many digits as there are. */
static inline double exp_of_rare(double x, double low)
{
  if (!(x < 800)) return x > 0 ? INFINITY : x;
  if (x < -800) return 0;
  return x > 0 ? exp_joined(exp_reduced(x, -low, -256)) * 0x1p256
               : exp_joined(exp_reduced(x, -low, 256)) * 0x1p-256;
}

/* exp(x + low), low being far below x. */
static inline double exp_of_sum(double x, double low)
{
  return exp_is_plain(x) ? exp_joined(exp_reduced(x, -low, 0)) : exp_of_rare(x, low);
}

#endif
