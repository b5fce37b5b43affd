/* Sums of what was shown of an arm, and of its weighted scores (what they are for: game/scores.h), by
 * updating means (Welford 1962, West 1979; of groups, Chan, Golub and LeVeque 1983): nothing cancels where
 * rewards are far from 0. */
#ifndef UNRULY_SCORE_SUMS_H
#define UNRULY_SCORE_SUMS_H

#include "exact.h"
#include <stdbool.h>

/* Of rewards x_1, ..., x_n: their mean, the squares of deviations from it, and what gives
 *
 *   V = sum (x_i - c_i)^2,  c_i = (middle + x_1 + ... + x_{i-1}) / i,
 *
 * for any middle of their range: with y = x - x_1, Y_i the sum of the y before, and m = middle - x_1 it is
 *
 *   sum (y_i - Y_i / i)^2 - 2 m sum (y_i - Y_i / i) / i + m^2 sum 1 / i^2. */
typedef struct shown_sums {
  double n, mean, deviations;
  double first, apart, lean; /* the first reward, and the first two of these sums */
} shown_sums;

static inline void shown_sums_add(shown_sums *s, double x)
{
  if (s->n == 0) s->first = x;
  const double n = s->n + 1, y = x - s->first, off = y - s->n * (s->mean - s->first) / n, gap = x - s->mean;
  s->apart += off * off;
  s->lean += off / n;
  s->mean = s->n == 0 ? x : s->mean + gap / n;
  s->deviations += s->n == 0 ? 0 : gap * (x - s->mean);
  s->n = n;
}

/* Of weights h and scores G: H = sum h and the mean Q of the scores; W = sum h^2, the mean of the scores with
 * these weights, and the squares of deviations from that. And of the rounds in which the arm was played, with
 * propensity e: the sums of h / e and of its squares. */
typedef struct score_sums {
  double weight, score, weight2, score2, deviations;
  double reach, reach2;
} score_sums;

/* Rounds of the same score, whose weights add up to `weight` and their squares to `weight2`. */
static inline void score_sums_add(score_sums *to, double weight, double weight2, double score)
{
  if (!(weight2 > 0)) return;
  const bool first = to->weight2 == 0;
  to->weight += weight;
  to->weight2 += weight2;
  if (first) to->score = to->score2 = score;
  to->score += (score - to->score) * (weight / to->weight);
  const double gap = score - to->score2;
  to->score2 += gap * (weight2 / to->weight2);
  to->deviations += weight2 * gap * (score - to->score2);
}

static inline void score_sums_reach(score_sums *to, double weight, double chance)
{
  const double reach = weight / chance;
  to->reach += reach;
  to->reach2 += reach * reach;
}

enum { SHOWN_NUMBERS = 6, SCORE_SUMS_NUMBERS = 7 };

#endif
