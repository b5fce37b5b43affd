/* Record of a game: figures at checkpoints, totals by arm, exits, and
 * every choice if asked. Memory grows with checkpoints, not with rounds. */
#ifndef UNRULY_RECORD_H
#define UNRULY_RECORD_H

#include "../model/trait.h"

/* The figures of a checkpoint: these, then those of the traits. The arm is the
 * number, from 1, of the one that would be named as the best; its simple regret is
 * what it falls short of the best a round. */
enum {
  FIGURE_PULLS,
  FIGURE_OPTIMAL,
  FIGURE_REWARD,
  FIGURE_BENCHMARK,
  FIGURE_REGRET,
  FIGURE_ARM,
  FIGURE_SIMPLE_REGRET,
  PLAIN_FIGURES
};

/* Numbers that are put down of an action at the end. */
enum { ARM_PULLS, ARM_MEAN, ARM_ESTIMATE, ARM_SHOWN, ARM_FIGURE, ARM_NUMBERS };

typedef struct arm_row {
  int64_t number;
  int wait;
  double value[ARM_NUMBERS];
} arm_row;

typedef struct exit_row {
  int64_t number;
  exit_cause cause;
  double round;
  int rule; /* by which it was taken out, from 0; -1: by none */
} exit_row;

enum { NEVER_SHOWN = -1 };

typedef struct choice_row {
  double round, reward, observed, cost, chance, time;
  int64_t number;
  int wait;
  int later; /* rounds from its last until its outcome was shown, at most INT_MAX; or NEVER_SHOWN */
  int ended; /* of times lived: whether it was over; -1: of other rewards */
} choice_row;

/* Sums of what was shown of an arm, and for each of three weights seven of its scores (base/score_sums.h). */
enum { SCORE_NUMBERS = 6 + 3 * 7 };

typedef struct score_row {
  double round;
  int64_t number;
  double value[SCORE_NUMBERS];
} score_row;

/* Sum over rounds of the products of the deviations of two arms' scores, the later arm first, each times the
 * product of their constant weights. */
typedef struct pair_row {
  double round;
  int64_t number, other;
  double comoment;
} pair_row;

/* An arm that could have been chosen in a round, and its probability; or a coordinate of the round's
 * context. */
typedef struct prospect_row {
  double round;
  int64_t number;
  double value;
} prospect_row;

/* A game that was stopped: after which round, by which rule of the study, and the
 * arm that it names, -1 if there was none. */
typedef struct stop_row {
  double round, plays, simple_regret, events; /* events at the look, of rules by patients; else NAN */
  int64_t number;
  int reason;
} stop_row;

typedef struct record {
  const int64_t *rounds; /* the checkpoints, ascending */
  int count, next;
  double *const *figures; /* for each figure a column, in which this game's begin at `at` */
  size_t at;
  double *const *arm_columns; /* the same of ARM_NUMBERS, action by action; NULL: in rows of their own */
  size_t arms_at;
  double missing; /* how a number that there is not is put down: a NaN */
  bool keep_arms, keep_exits, keep_stops, keep_choices, keep_scores, keep_prospects;
  growable arms, exits, stops, choices, scores, pairs, prospects, contexts;
  int64_t plays; /* plays made: fewer than rounds if a replay ran out */
} record;

/* Keeps arms, exits and stops too, unless they are taken out. */
void record_open(record *r, const int64_t *rounds, int count, double *const *figures, size_t at);
/* Puts down what an action has come to; false if memory ran out. */
bool record_arm(record *r, int action, const arm_row *row);
/* By the number of the arm, then by wait. */
void record_sort_arms(record *r);
void record_free(record *r);

static inline int64_t record_next(const record *r)
{
  return r->next < r->count ? r->rounds[r->next] : INT64_MAX;
}

#endif
