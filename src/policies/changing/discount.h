/* Weights that fade: a play that began in round s weighs gamma^(t - 1 - s) in round t. So
 * that not all sums must be multiplied in every round, they are kept in units of
 * the weight that a play had in round `base`:
 *
 *   sum over plays of gamma^(base - s) x,
 *
 * which is divided by gamma^(base + 1 - t), the unit of round t, where it is used. The
 * base moves on when a play is made and so many rounds have passed that weights could
 * become too large for a number, 1,024 rounds at most; all sums are multiplied then. */
#ifndef UNRULY_DISCOUNT_H
#define UNRULY_DISCOUNT_H

#include "../../model/policy.h"
#include "../../model/parameters.h"
#include "../../base/elementary.h"
#include <math.h>

enum { DISCOUNT_STEP = 32, DISCOUNT_ROUNDS = DISCOUNT_STEP * DISCOUNT_STEP };

/* Least weight that is not forgotten. */
#define LEAST_WEIGHT 1e-200

typedef struct discount {
  double gamma;
  double low[DISCOUNT_STEP], high[DISCOUNT_STEP]; /* gamma^-i and gamma^-32i */
  int64_t base, rounds;                           /* before the base moves on */
} discount;

/* 1 - sqrt(changes / T) / 4 unless it is given. */
static inline double discount_factor(const view *v, const parameters *given)
{
  const double changes = fmin(parameters_number_or(given, "changes", 1), (double)v->horizon);
  return parameters_number_or(given, "discount", 1 - sqrt(changes / (double)v->horizon) / 4);
}

static inline void discount_open(discount *d, const view *v, const parameters *given)
{
  d->gamma = discount_factor(v, given);
  d->base = v->round;
  const double rounds = floor(64 * same_log(2) / same_log(1 / d->gamma));
  d->rounds = rounds < DISCOUNT_ROUNDS ? (int64_t)fmax(rounds, 1) : DISCOUNT_ROUNDS;
  for (int i = 0; i < DISCOUNT_STEP; i++) {
    d->low[i] = same_pow(d->gamma, -i);
    d->high[i] = same_pow(d->gamma, -DISCOUNT_STEP * i);
  }
}

/* gamma^-rounds */
static inline double discount_growth(const discount *d, int64_t rounds)
{
  if (rounds < 0 || rounds >= d->rounds) return same_pow(d->gamma, -(double)rounds);
  return d->high[rounds / DISCOUNT_STEP] * d->low[rounds % DISCOUNT_STEP];
}

/* Returns what a play that began in this round adds to sums. */
static inline double discount_weight(const discount *d, int64_t start)
{
  return discount_growth(d, start - d->base);
}

/* Returns what sums are divided by in this round. */
static inline double discount_unit(const discount *d, int64_t round)
{
  return d->gamma * discount_growth(d, round - d->base);
}

/* A play is made in this round: what all sums are multiplied by now. */
static inline double discount_move(discount *d, int64_t round)
{
  if (round - d->base < d->rounds) return 1;
  const double factor = same_pow(d->gamma, (double)(round - d->base));
  d->base = round;
  return factor;
}

/* A sum of weights, multiplied. */
static inline double discount_fade(double weight, double factor)
{
  const double left = weight * factor;
  return left < LEAST_WEIGHT ? 0 : left;
}

#endif
