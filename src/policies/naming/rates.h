/* Evidence that a comparison of arms must have, at t plays so far, for it to be
 * wrong with probability `error` at most:
 *
 *   practical: ln((1 + ln t) / error) (Garivier and Kaufmann 2016, section 6)
 *   kl:        v + ln v, v = ln(405.5 K t^1.1 / error), K arms (Kaufmann and
 *              Kalyanakrishnan 2013, section 4)
 *   hoeffding: ln(5 K p^4 / (4 error)), p = ceil(t / 2) pairs of plays
 *              (Kalyanakrishnan, Tewari, Auer and Stone 2012, section 3) */
#ifndef UNRULY_RATES_H
#define UNRULY_RATES_H

#include "../../base/elementary.h"
#include "../../base/exact.h"
#include <math.h>

static inline double rate_practical(double t, double error) { return same_log((1 + same_log(t)) / error); }

static inline double rate_kl(double t, double arms, double error)
{
  const double v = same_log(405.5 * arms / error) + 1.1 * same_log(t); /* a power takes longer */
  return v + same_log(v);
}

static inline double rate_hoeffding(double t, double arms, double error)
{
  const double pairs = ceil(t / 2);
  return same_log(5 * arms * pairs * pairs * pairs * pairs / (4 * error));
}

#endif
