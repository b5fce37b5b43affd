/* Sums of weights h and scores G of an arm: of h, h G, h^2, h^2 G and (h G)^2 (what they are for:
 * game/scores.h). */
#ifndef UNRULY_SCORE_SUMS_H
#define UNRULY_SCORE_SUMS_H

typedef struct score_sums {
  double weight, score, weight2, score2, squares;
} score_sums;

static inline void score_sums_add(score_sums *to, double weight, double weight2, double score)
{
  to->weight += weight;
  to->score += weight * score;
  to->weight2 += weight2;
  to->score2 += weight2 * score;
  to->squares += weight2 * score * score;
}

/* Of the rounds since the mean is what it is; in one of them, of the weights `own`, the score was higher by
 * `more`. */
static inline void score_sums_add_open(score_sums *to, double weight, double weight2, double mean, double own,
                                       double own2, double more)
{
  to->weight += weight;
  to->score += weight * mean + own * more;
  to->weight2 += weight2;
  to->score2 += weight2 * mean + own2 * more;
  to->squares += weight2 * mean * mean + own2 * more * (2 * mean + more);
}

#endif
