/* What a game leaves behind: figures at checkpoints, totals by arm, exits, and
 * every choice if asked. Memory grows with checkpoints, not with rounds. */
#ifndef UNRULY_RECORD_H
#define UNRULY_RECORD_H

#include "memory.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum exit_cause { EXIT_LEFT = 1, EXIT_DIED = 2 } exit_cause;

typedef struct checkpoint_row {
  double pulls, reward, benchmark, regret, penalty, unfairness;
} checkpoint_row;

typedef struct arm_row {
  int arm, wait;
  double pulls, mean, estimate;
} arm_row;

typedef struct exit_row {
  int arm;
  exit_cause cause;
  double round;
} exit_row;

typedef struct choice_row {
  double round, reward, observed, cost;
  int arm, wait;
} choice_row;

typedef struct record {
  const int64_t *rounds; /* the checkpoints, ascending */
  int count, next;
  checkpoint_row *rows; /* `count` of them */
  bool keep_choices;
  growable arms, exits, choices;
  int64_t plays; /* plays made: fewer than rounds if a replay ran out */
} record;

void record_open(record *r, const int64_t *rounds, int count, checkpoint_row *rows, bool keep_choices);
void record_free(record *r);

static inline int64_t record_next(const record *r)
{
  return r->next < r->count ? r->rounds[r->next] : INT64_MAX;
}

#endif
