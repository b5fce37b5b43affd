/* Benchmark that the regret compares with. The environment keeps it from the true
 * means; policies never see it (the oracle says so openly). */
#ifndef UNRULY_COMPARATOR_H
#define UNRULY_COMPARATOR_H

#include "../base/memory.h"
#include "../model/trait.h"

typedef struct comparator {
  double *pay, *time, *value; /* by action: expected pay, expected time, one by the other */
  double *rate;               /* by arm: the greatest value of its actions */
  double best;                /* rate of the best eligible arm, -Inf if there is none */
  /* The arms whose life has begun and not ended; they may have left. */
  int *present, present_count, *place;
  /* When the best arm changes with time: sums over what lies before `since`
   * and before the run of plays alike that is still going on. */
  int64_t since, run, optimal;
  double benchmark, regret, chosen;
  double run_pay, run_best;
  bool
      steady; /* the best rate and all means are still those of round 1: counts give the regret, to the bit */
  /* Means may change with time: who is the best arm, and how often it was another. */
  bool stale; /* `best` is only known not to be exceeded */
  const double *at_end; /* by arm, where one arm is best played throughout: the mean of its last pull; else NULL */
  int champion;
  int64_t champion_number, changes;
} comparator;

bool comparator_open(game *g);
void comparator_arm_entered(game *g, int arm, int64_t first);
void comparator_arm_gone(game *g, int arm, int64_t last);
/* The arm has another mean from this round on; once all have theirs, they are settled. */
void comparator_mean_changed(game *g, int arm);
void comparator_settle(game *g);
/* A round begins in which means are those of its context. */
void comparator_round(game *g);
void comparator_played(game *g, int action, int64_t times);
/* No arm can be played for this many rounds. */
void comparator_idle(game *g, int64_t rounds);
/* Returns the standing at the end of a round, before the traits judge. */
standing comparator_at(const game *g, int64_t round);
/* By how much a live arm falls short of the best one per round at present; NAN if that is not
 * known or differs from round to round. */
double comparator_shortfall(const game *g, int arm);
/* Returns whether it may be the arm to compare with in this round. */
bool comparator_is_eligible(const game *g, int arm);
/* As game_is_best() of trait.h says. */
bool comparator_is_best(const game *g, int arm);

#endif
