/* Reduction of logarithms: x = 2^k m, and a cell of the table holds m, with a number c of few
 * digits near 1 / m. Then ln x = k ln 2 - ln c + ln(1 + r), r = c m - 1, of which |r| < 1/255. The
 * first digits of m times c are exact, so r is known to more than 53 digits; the first two
 * terms are exact to 2^-42, as their high parts are multiples of it. c is 1 in the cell around 1, where
 * the result is about r, which is exact there.
 *
 * From one number to the next r grows by more than all the errors of what is added to it, so
 * the logarithm never decreases. */
#ifndef UNRULY_LOGARITHM_H
#define UNRULY_LOGARITHM_H

#include "digits.h"
#include "elementary_tables.h"

#define LEAST_NORMAL UINT64_C(0x0010000000000000)
#define BITS_OF_ONE UINT64_C(0x3ff0000000000000)
#define BITS_OF_INFINITY UINT64_C(0x7ff0000000000000)

typedef struct log_place {
  uint64_t biased;        /* k + 1023 */
  double m, c, high, low; /* -ln c in two parts */
} log_place;

/* Positive, finite and with all digits. */
static inline bool log_is_plain(uint64_t bits)
{
  return bits - LEAST_NORMAL < BITS_OF_INFINITY - LEAST_NORMAL;
}

static inline log_place log_place_of(uint64_t bits)
{
  const uint64_t from = bits + (BITS_OF_ONE - LOG_START), biased = from >> 52;
  const uint64_t row = from >> 45 & 127;
  return (log_place){biased, number_of_bits(bits - (biased << 52) + BITS_OF_ONE), log_cells[row][0],
                     log_cells[row][1], log_cells[row][2]};
}

/* k ln 2 - ln c, k from its bits, for which there is no instruction in four lanes. */
static inline twofold log_of_cell(log_place at)
{
  const double k = number_of_bits(UINT64_C(0x4330000000000000) | at.biased) - (0x1p52 + 1023);
  return (twofold){k * LN2_HIGH + at.high, k * LN2_LOW + at.low};
}

/* r = c m - 1 */
static inline twofold log_rest(log_place at)
{
  const double head = number_of_bits(bits_of_number(at.m) & ~UINT64_C(0x1fffff));
  return exact_sum(head * at.c - 1, (at.m - head) * at.c);
}

/* (ln(1 + r) - r + r^2 / 2) / r^3 */
static inline double log_series(double r)
{
  const double *c = log_powers, q = r * r;
  return (c[0] + r * c[1]) + q * ((c[2] + r * c[3]) + q * (c[4] + r * c[5]));
}

/* ln(1 + r) - r, in as few steps as may be, one after the other */
static inline double log_beyond(double r)
{
  const double *c = log_powers, q = r * r;
  const double far = (c[1] + r * c[2]) + q * ((c[3] + r * c[4]) + q * c[5]);
  return q * (r * c[0] - 0.5) + q * q * far;
}

static inline double log_joined(twofold cell, twofold r)
{
  const twofold sum = exact_sum(cell.high, r.high);
  return sum.high + ((sum.low + (cell.low + r.low)) + log_beyond(r.high));
}

/* Returns the logarithm of a plain number. */
static inline double log_of_plain(double x)
{
  const log_place at = log_place_of(bits_of_number(x));
  return log_joined(log_of_cell(at), log_rest(at));
}

#endif
