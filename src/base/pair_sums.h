/* Sums of the scores of two arms, with constant weights h (what they are for: game/scores.h). They give
 *
 *   C = sum h_a h_b (G_a - Q_a) (G_b - Q_b)
 *
 * for any Q. Scores are taken from an origin of each arm, the first reward that was shown of it (before, of
 * all): whenever it moves by d, d own_b goes from products_a. While both arms keep their scores x_a and x_b
 * only `weight`, the sum of u = h_a h_b, grows. An event of an arm, which is played (its score is `more` in
 * that round) or has another score from then on, adds v = more u + (old - new) weight to `own` of that arm,
 * and v times the score of the other one to `products`; then
 *
 *   sum u G_a = x_a weight + own_a,  sum u G_a G_b = x_a x_b weight + products_a + products_b. */
#ifndef UNRULY_PAIR_SUMS_H
#define UNRULY_PAIR_SUMS_H

#include "exact.h"

/* Sums of one arm as to the other. */
typedef struct pair_part {
  double score, own, products;
} pair_part;

static inline double pair_comoment(double weight, pair_part a, pair_part b, double of_a, double of_b)
{
  const double sum_a = a.score * weight + a.own, sum_b = b.score * weight + b.own,
               products = a.score * b.score * weight + a.products + b.products;
  return products - of_a * sum_b - of_b * sum_a + of_a * of_b * weight;
}

#endif
