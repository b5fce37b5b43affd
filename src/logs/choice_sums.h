/* Sums by game and arm of a log of choices, for estimates: of what was shown, and of the weighted scores that
 * game/scores.h defines, for a log whose games may be mixed. A row is a choice: its rounds increase
 * within a game. What was never shown counts for no arm, but its round breaks off its share of the stick of
 * two-point weights, as do rounds that are not in the log. Cost: a square root and two additions an arm and
 * row, for each kind of weights. */
#ifndef UNRULY_CHOICE_SUMS_H
#define UNRULY_CHOICE_SUMS_H

#include "../base/score_sums.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `centre`: the score of a round in which the arm is not played. `open`: sums of weights and of their squares
 * since it is what it is; `missed`: the rounds that do not count, and those before. Of two-point weights:
 * what is left of the stick before the round, and the share that the round breaks off. */
typedef struct choice_scores {
  score_sums sums;
  double centre, missed;
  double open[SCORE_WEIGHTS], open2[SCORE_WEIGHTS];
  double left, share, two_now;
} choice_scores;

typedef struct choice_game {
  double horizon, rounds; /* rounds that count so far */
  double last;            /* the round of the last row */
  double shown, mean;     /* of all arms: how many rewards, their mean (as long as some arm has none) */
  int unseen;             /* arms of which nothing was shown */
} choice_game;

typedef struct choice_sums {
  int arms;
  bool wanted[SCORE_WEIGHTS], scored; /* scored: some are */
  double decay;
  double centre; /* of arms of which nothing was shown; NAN: the mean of what was shown of all */
  choice_game *game;
  shown_sums *shown;     /* by game, then arm */
  choice_scores *scores; /* likewise; NULL unless scored */
} choice_sums;

typedef struct logged_choice {
  int64_t game;
  int arm;
  double round, reward;
  bool shown;
  const double *chance; /* by arm; NULL if only that of the arm is known */
  double own;           /* the chance of the arm */
  const int *absent;    /* without chances: the arms that could not be chosen */
  int absent_count;
} logged_choice;

/* Begins with zeros in `game` (horizons), `shown` and `scores`, and makes sticks whole. */
void choice_sums_start(choice_sums *s, int64_t games);
/* False if a score is too large a number; then nothing more is to be added. */
bool choice_sums_add(choice_sums *s, const logged_choice *row);
/* The sums of an arm of a game so far. */
score_sums choice_sums_of(const choice_sums *s, int64_t game, int arm);

#endif
