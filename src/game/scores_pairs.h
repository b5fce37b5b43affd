/* Sums of the scores of each two arms (base/pair_sums.h), of a whole row of arms at once. Rows are padded to
 * whole groups of four; what stands behind the last arm is never read. */
#ifndef UNRULY_SCORES_PAIRS_H
#define UNRULY_SCORES_PAIRS_H

#include "../base/memory.h"
#include <stdint.h>

/* Most arms of which pairs are kept. */
enum { MOST_PAIRED_ARMS = 10 };

typedef struct score_pairs {
  int arms;
  bool lanes;                      /* the processor has them */
  double *weight, *own, *products; /* by arm, then by the other one */
} score_pairs;

bool score_pairs_start(score_pairs *p, int arms, arena *memory);
/* A round, with constant weights by arm. */
void score_pairs_add(score_pairs *p, const double *root);
/* An arm was played in the round that was added last, with these weights, and its score was higher by `more`;
 * from now on its score is lower by `change`. `score`: of all arms, from the origin; that of this arm does
 * not matter. */
void score_pairs_event(score_pairs *p, int arm, double more, const double *root, double change,
                       const double *score);
/* The origin of an arm's scores is higher by `by` from now on. */
void score_pairs_move(score_pairs *p, int arm, double by);
/* Around these means of the two, from the origin. */
double score_pairs_comoment(const score_pairs *p, int a, int b, const double *score, double of_a,
                            double of_b);

#endif
