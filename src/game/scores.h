/* With which probability a choice was made, and sums by which a mean can be estimated honestly
 * although a policy chose (augmented inverse propensity weighting: Hadad, Hirshberg, Zhan, Wager and
 * Athey 2021). In round t an arm is chosen with probability e, and has the score
 *
 *   G = centre + 1(it was chosen) (reward - centre) / e,
 *
 * and the weight h:
 *
 *   uniform    1
 *   constant   sqrt(e)
 *   two-point  sqrt(w e),  w = lambda (1 - sum of earlier w),
 *              lambda = (1 - e) (1 - a) / (1 - a + T (t / T)^a - t) + e / (1 + T - t),
 *
 * T being the horizon and a the decay of the policy's least probability. (For a = 0 each w is
 * 1 / T.) The centre is what the choice could know: the mean of what was shown of the arm before it, else of
 * all arms. While nothing was shown it is the first reward, if its round is earlier and all plays have the
 * same lag; else the round has weight 0 (if lags differ, the choice decides which reward is the first). So
 * scores move and grow with the rewards. An arm whose probability is 0 has weight 0. A round counts, for all
 * arms, once what was paid in it is shown: with the probabilities and the centres of its choice. A play that
 * was not the policy's choice (the first ones of a replay) counts for means only.
 *
 * As long as the centre of an arm stays, so does the score of the rounds in which others are chosen: only
 * their weights are added up (scores_rounds.h). They are put into the sums (base/score_sums.h) before the
 * round in which the arm is chosen, and then that round alone. Cost: a square root and two additions an arm
 * and round; and for each two arms, up to 10 arms, the product of their weights, by which differences of two
 * estimates are judged. */
#ifndef UNRULY_SCORES_H
#define UNRULY_SCORES_H

#include "record.h"

typedef struct scores scores;

/* Probabilities of the choice that was made last. */
typedef struct prospects {
  bool wanted, known;
  double *chance; /* by place in v->actions as it was */
} prospects;

/* Room for them; false if there is none. Both are wanted if the record wants them. */
bool scores_open(game *g, double decay);
/* The policy has made its choice, or somebody else has. The game fails if what it says of its probabilities
 * cannot be. */
void scores_chosen(game *g, int action);
/* The probability with which this action was chosen, NAN if unknown. */
double scores_chance(const game *g, int action);
/* Counts the score of the choice made last, if its outcome is shown now; else puts it off, under a number of
 * its own. */
void scores_count(game *g, int arm, double observed);
int64_t scores_put_off(game *g);
/* The outcome of the last choice is never shown. */
void scores_lose(game *g);
void scores_count_late(game *g, int64_t number, int arm, double observed);
/* Puts down the sums at the end of this round; the probabilities of the choice made last. */
void scores_record(game *g, int64_t round);
void scores_record_prospects(game *g);

#endif
