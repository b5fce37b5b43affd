/* Sums by game and arm of a log of choices, for estimates: of what was shown, and of the weighted scores that
 * game/scores.h defines, for a log whose games may be mixed. A row is a choice: its rounds increase
 * within a game, and its reward counts as shown at once. What was never shown counts for no arm, but its
 * round breaks off its share of the stick of two-point weights, as do rounds that are not in the log. Cost: a
 * square root and two additions an arm and row, for each kind of weights; a product and an addition for each
 * pair of arms asked for. */
#ifndef UNRULY_CHOICE_SUMS_H
#define UNRULY_CHOICE_SUMS_H

#include "../base/score_sums.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum choice_weights { CHOICE_UNIFORM, CHOICE_CONSTANT, CHOICE_TWO_POINT, CHOICE_WEIGHTS };

/* `score`: of the rows in which another arm was chosen, since the arm was closed; `open`: sums of their
 * weights and of the squares; `missed`: the rounds that do not count, and those before. Of two-point weights:
 * what is left of the stick before the round, and the share that the round breaks off. */
typedef struct choice_scores {
  score_sums sums[CHOICE_WEIGHTS];
  overlap overlaps[CHOICE_WEIGHTS];
  double score, missed;
  double open[CHOICE_WEIGHTS], open2[CHOICE_WEIGHTS];
  double left, share, two_now;
} choice_scores;

/* Of two arms, by game: constant weights. */
typedef struct choice_pair {
  pair_sums sums;
  double open; /* the sum of the products of their weights since it was closed */
} choice_pair;

typedef struct choice_game {
  double horizon, rounds; /* rounds that count so far */
  double last;            /* the round of the last row */
  double shown, mean;     /* of all arms, as long as some arm has none */
  int unshown;            /* arms of which nothing was shown */
} choice_game;

typedef struct choice_sums {
  int arms;
  bool wanted[CHOICE_WEIGHTS], scored; /* scored: some are */
  double decay;
  double middle; /* of the range of the rewards, or NAN */
  double centre; /* of arms of which nothing was shown, or NAN: the mean of all */
  choice_game *game;
  shown_sums *shown;     /* by game, then arm */
  choice_scores *scores; /* likewise; NULL unless scored */
  int pair_count;
  const int *pair;    /* two arms each, from 0 */
  choice_pair *pairs; /* by game, then pair */
  double *root;       /* by arm: of its chance in this row */
} choice_sums;

typedef struct logged_choice {
  int64_t game;
  int arm;
  double round, reward;
  bool shown;
  const double *chance; /* by arm; NULL if only that of the arm is known */
  double own;           /* the chance of the arm */
} logged_choice;

/* What is in `game` (horizons), `shown`, `scores` and `pairs` is zero; sticks are made whole. */
void choice_sums_start(choice_sums *s, int64_t games);
/* False if a score is too large a number; then nothing more is to be added. */
bool choice_sums_add(choice_sums *s, const logged_choice *row);
/* The sums of an arm of a game so far. */
score_sums choice_sums_of(const choice_sums *s, int64_t game, int arm, enum choice_weights weights);
/* The sum of the products of the deviations of the scores of two arms, each times the product of their
 * weights. */
double choice_sums_comoment(const choice_sums *s, int64_t game, int pair);

#endif
