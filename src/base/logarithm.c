#include "elementary.h"
#include "lanes.h"
#include "logarithm.h"
#include <math.h>

static double log_of_rare(double x)
{
  if (x == 0) return -INFINITY;
  if (x < 0) return NAN;
  if (!(x < INFINITY)) return x;
  log_place at = log_place_of(bits_of_number(x * 0x1p54));
  const twofold rest = log_rest(at);
  twofold cell = log_of_cell(at);
  cell.high -= 54 * LN2_HIGH;
  cell.low -= 54 * LN2_LOW;
  return log_joined(cell, rest);
}

static inline bool is_plain(double x) { return log_is_plain(bits_of_number(x)); }

double same_log(double x) { return is_plain(x) ? log_of_plain(x) : log_of_rare(x); }

/* Returns the logarithm of s = 1 + x, rounded, and what rounding took, over s. */
static inline double log1p_of_plain(double x)
{
  const double s = 1 + x, part = s - 1, taken = (1 - (s - part)) + (x - part);
  const log_place at = log_place_of(bits_of_number(s));
  twofold rest = log_rest(at);
  rest.low += taken / s;
  return log_joined(log_of_cell(at), rest);
}

static inline bool log1p_is_plain(double x) { return fabs(x) >= 0x1p-28 && x > -1 && x < 0x1p60; }

double same_log1p(double x)
{
  if (log1p_is_plain(x)) return log1p_of_plain(x);
  if (fabs(x) < 0x1p-28) return x - 0.5 * x * x;
  return x < 0 ? same_log(1 + x) : same_log(x);
}

DEFINE_MANY(same_logs, same_log, is_plain, log_of_plain)
DEFINE_MANY(same_log1ps, same_log1p, log1p_is_plain, log1p_of_plain)
