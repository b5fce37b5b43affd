/* Sums of what was shown of an arm, and of its weighted scores (what they are for: game/scores.h), by
 * updating means (Welford 1962, West 1979; of groups, Chan, Golub and LeVeque 1983): nothing cancels where
 * rewards are far from 0. Games and logs use the same. */
#ifndef UNRULY_SCORE_SUMS_H
#define UNRULY_SCORE_SUMS_H

#include "exact.h"
#include "lanes.h"
#include <stdbool.h>

/* Sums of rewards x_1, ..., x_n: their mean, the squares of deviations from it, and what gives
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
  if (s->n == 0) s->first = s->mean = x;
  const double part = 1 / ++s->n, gap = x - s->mean, off = gap + (s->mean - s->first) * part;
  s->apart += off * off;
  s->lean += off * part;
  s->mean += gap * part;
  s->deviations += gap * (x - s->mean);
}

/* Four weighted means at once, each with the squares of deviations from it. A share is divided first: that of
 * what comes first is 1, so that no rounding of a large origin stays in the squares. */
typedef struct four_means {
  double weight[4], mean[4], squares[4];
} four_means;

static inline void four_means_add(four_means *to, const double weight[4], double x)
{
  for (int i = 0; i < 4; i++) {
    if (!(weight[i] > 0)) continue;
    to->weight[i] += weight[i];
    const double gap = x - to->mean[i];
    to->mean[i] += gap * (weight[i] / to->weight[i]);
    to->squares[i] += weight[i] * gap * (x - to->mean[i]);
  }
}

#ifdef UNRULY_FOUR_LANES
LANES static inline void four_means_add_lanes(four_means *to, __m256d weight, double score)
{
  const __m256d x = _mm256_set1_pd(score), total = _mm256_add_pd(_mm256_loadu_pd(to->weight), weight),
                mean = _mm256_loadu_pd(to->mean), gap = _mm256_sub_pd(x, mean);
  const __m256d some = _mm256_cmp_pd(weight, _mm256_setzero_pd(), _CMP_GT_OQ),
                share = _mm256_and_pd(_mm256_div_pd(weight, total), some),
                moved = _mm256_add_pd(mean, _mm256_mul_pd(gap, share));
  const __m256d squares = _mm256_mul_pd(_mm256_mul_pd(weight, gap), _mm256_sub_pd(x, moved));
  _mm256_storeu_pd(to->weight, total);
  _mm256_storeu_pd(to->mean, moved);
  _mm256_storeu_pd(to->squares, _mm256_add_pd(_mm256_loadu_pd(to->squares), squares));
}
#endif

/* Three kinds of weights h. Scores are averaged by h and by h^2: of uniform weights these are the same,
 * `steady` has those of uniform and constant ones, `stick` those of two-point ones. And of the rounds in
 * which the arm was played, with propensity e: the sums of h / e and of its squares. */
enum score_weights { UNIFORM_WEIGHTS, CONSTANT_WEIGHTS, TWO_POINT_WEIGHTS, SCORE_WEIGHTS };

typedef struct score_sums {
  four_means steady, stick;
  double reach[SCORE_WEIGHTS], reach2[SCORE_WEIGHTS];
} score_sums;

/* `first` and `second`: how often, and the sums of weights and of their squares. */
#define STEADY_LANES(times, weight, weight2) \
  {                                          \
    times, weight, weight2, 0                \
  }
#define STICK_LANES(weight, weight2) \
  {                                  \
    weight, weight2, 0, 0            \
  }

static inline void score_sums_reach(score_sums *to, enum score_weights w, double reach)
{
  to->reach[w] += reach;
  to->reach2[w] += reach * reach;
}

/* H = sum h and the mean Q of the scores; W = sum h^2, the mean of the scores with these weights, and the
 * squares of deviations from that; the sums of h / e. */
enum { SHOWN_NUMBERS = 6, SCORE_SUMS_NUMBERS = 7 };

static inline void score_sums_write(const score_sums *s, enum score_weights w, double to[SCORE_SUMS_NUMBERS])
{
  const four_means *of = w == TWO_POINT_WEIGHTS ? &s->stick : &s->steady;
  const int first = w == CONSTANT_WEIGHTS, second = w != UNIFORM_WEIGHTS ? first + 1 : first;
  to[0] = of->weight[first];
  to[1] = of->mean[first];
  to[2] = of->weight[second];
  to[3] = of->mean[second];
  to[4] = of->squares[second];
  to[5] = s->reach[w];
  to[6] = s->reach2[w];
}

#endif
