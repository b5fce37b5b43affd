/* What the regret compares with. The environment keeps it from the true
 * means; policies never see it (the oracle says so openly). */
#ifndef UNRULY_COMPARATOR_H
#define UNRULY_COMPARATOR_H

#include "memory.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct game game;

typedef struct comparator {
  growable pay;   /* doubles by action: the expected pay of a play */
  growable value; /* doubles by action: expected pay by expected time */
  growable rate;  /* doubles by arm: the best expected pay a round */
  double best;    /* rate of the best eligible arm, -Inf if there is none */
  /* When the best arm changes with time: sums over rounds before `since`. */
  int64_t since;
  double benchmark, regret, chosen;
} comparator;

typedef struct standing {
  double benchmark, regret, penalty, unfairness;
} standing;

/* Once the first arms are there. */
void comparator_start(game *g);
bool comparator_add_arms(game *g, int from, int to);
void comparator_arm_entered(game *g, int arm, int64_t first);
void comparator_arm_gone(game *g, int arm, int64_t last);
void comparator_played(game *g, int action);
/* No arm can be played for this many rounds. */
void comparator_idle(game *g, int64_t rounds);
/* Where the game stands at the end of a round. */
standing comparator_at(const game *g, int64_t round);
void comparator_free(comparator *c);

#endif
