/* Sums by which the mean of an arm is estimated, all of them updated (Welford 1962; West 1979; Chan, Golub
 * and LeVeque 1983), so that neither the origin of the rewards nor their number costs digits: of what was
 * shown, and of weighted scores (what they are for: game/scores.h). Shares are divided first: what comes
 * first then gives its very value, and no rounding of a large origin stays in the sums of squares. Games and
 * logs use the same. */
#ifndef UNRULY_SCORE_SUMS_H
#define UNRULY_SCORE_SUMS_H

#include "exact.h"
#include <math.h>

/* How many rewards of an arm were shown, their mean, the sum of their squared deviations from it, and that of
 * their squared distances from what was expected of each before it came: the mean of those before and the
 * middle of the range. */
typedef struct shown_sums {
  double count, mean, deviations, bounded;
} shown_sums;

static inline void shown_sums_add(shown_sums *to, double reward, double middle)
{
  const double part = 1 / ++to->count, gap = reward - to->mean;
  const double surprise = reward - (to->mean + (middle - to->mean) * part);
  to->mean += gap * part;
  to->deviations += gap * (reward - to->mean);
  to->bounded += surprise * surprise;
}

/* Sums of weights and of their squares, the means of the scores by the two, and the sum of the squared
 * deviations from the second mean, each times the square of its weight. */
typedef struct score_sums {
  double weight, score, weight2, score2, deviations;
} score_sums;

/* Rounds of the same score: the sum of their weights, and of their squares. */
static inline void score_sums_add(score_sums *to, double weight, double weight2, double score)
{
  if (!(weight2 > 0)) return;
  to->weight += weight;
  to->score += (score - to->score) * (weight / to->weight);
  to->weight2 += weight2;
  const double gap = score - to->score2;
  to->score2 += gap * (weight2 / to->weight2);
  to->deviations += weight2 * gap * (score - to->score2);
}

/* Over the plays of an arm, of its weight over its probability: the sum, and that of the squares. */
typedef struct overlap {
  double sum, squares;
} overlap;

static inline void overlap_add(overlap *to, double ratio)
{
  to->sum += ratio;
  to->squares += ratio * ratio;
}

/* How many plays of equal ratios would say as much. Where the squares are beyond what can be written, one
 * play is as good as all. */
static inline double overlap_effective(const overlap *o)
{
  if (o->squares > 0 && !isfinite(o->squares)) return 1;
  return o->squares > 0 ? o->sum * o->sum / o->squares : 0;
}

/* Of two arms: the sum of the products of their weights, the means of their scores by these, and the sum of
 * the products of their deviations from those, each times the product of the weights. */
typedef struct pair_sums {
  double weight, mean[2], products;
} pair_sums;

/* Rounds in which both arms had the same score; but in one of them, of the weight `own`, that of `arm` (0 or
 * 1) was higher by `more`. */
static inline void pair_sums_add(pair_sums *to, double weight, int arm, double score, double other,
                                 double own, double more)
{
  if (!(weight > 0)) return;
  const double before = to->weight, gap = score - to->mean[arm], part = 1 / (to->weight += weight);
  const double share = before > 0 ? weight * part : 1;
  to->mean[arm] += gap * share + more * (own * part);
  to->mean[1 - arm] += (other - to->mean[1 - arm]) * share;
  to->products += (weight * gap + own * more) * (other - to->mean[1 - arm]);
}

/* The sum of the products of deviations from other means. */
static inline double pair_sums_around(const pair_sums *s, double first, double second)
{
  return s->products + s->weight * (s->mean[0] - first) * (s->mean[1] - second);
}

#endif
