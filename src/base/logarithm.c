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

double same_log(double x) { return log_is_plain(bits_of_number(x)) ? log_of_plain(x) : log_of_rare(x); }

/* That of s = 1 + x, rounded, and what rounding took, over s. */
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

#ifdef UNRULY_FOUR_LANES
LANES static int lanes_logs(double *x, int count)
{
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    bool plain = true;
    double found[4];
    for (int j = 0; j < 4; j++) plain &= log_is_plain(bits_of_number(x[i + j]));
    for (int j = 0; j < 4; j++) found[j] = log_of_plain(x[i + j]);
    for (int j = 0; j < 4; j++) x[i + j] = plain ? found[j] : same_log(x[i + j]);
  }
  return i;
}

LANES static int lanes_log1ps(double *x, int count)
{
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    bool plain = true;
    double found[4];
    for (int j = 0; j < 4; j++) plain &= log1p_is_plain(x[i + j]);
    for (int j = 0; j < 4; j++) found[j] = log1p_of_plain(x[i + j]);
    for (int j = 0; j < 4; j++) x[i + j] = plain ? found[j] : same_log1p(x[i + j]);
  }
  return i;
}
#endif

void same_logs(double *x, int count)
{
  int i = 0;
#ifdef UNRULY_FOUR_LANES
  if (has_lanes()) i = lanes_logs(x, count);
#endif
  for (; i < count; i++) x[i] = same_log(x[i]);
}

void same_log1ps(double *x, int count)
{
  int i = 0;
#ifdef UNRULY_FOUR_LANES
  if (has_lanes()) i = lanes_log1ps(x, count);
#endif
  for (; i < count; i++) x[i] = same_log1p(x[i]);
}
