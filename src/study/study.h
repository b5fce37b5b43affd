/* A study: every policy on every bandit, for a range of replications, over
 * threads. A unit is one game. Units are handed out replication by
 * replication, results go to their own slots, so the number of threads cannot
 * be seen in them. Games of policies that live outside the core (without
 * choose()) are not for the workers: the caller takes and plays them. */
#ifndef UNRULY_STUDY_H
#define UNRULY_STUDY_H

#include "../game/game.h"
#include <pthread.h>

typedef struct study_policy {
  const policy_type *type;
  parameters given;
  uint32_t identity;
} study_policy;

typedef struct study_plan {
  problem *problems;
  /* Those of the first problem, after them those of the next one, if there are: a policy may assume another
   * scale of rewards on each problem, and so may a rule. With a stride of 0 all problems have the same. */
  study_policy *policies;
  int policy_stride, stopping_stride;
  policy_finder *find; /* for policies with others inside, or NULL */
  int problem_count, policy_count;
  int64_t seed, horizon, first_replication, replications;
  const int64_t *rounds; /* the checkpoints */
  int round_count, threads;
  double *const *const *figures; /* by bandit and figure: a number for each policy, replication, checkpoint */
  /* The same of ARM_NUMBERS, a number for each policy, replication, action, if the
   * same actions are there to the end; NULL: games keep rows. */
  double *const *const *arms;
  double missing;                /* what stands for a number that there is not: a NaN */
  const stopping_plan *stopping; /* or NULL; see the strides */
  bool keep_choices, keep_scores, keep_prospects, plain;
  double overrun;    /* when a game ends, it waits so long for outcomes (src/game/state.h) */
  bool figures_only; /* no rows of arms, exits and stops */
} study_plan;

typedef struct study study;

typedef struct study_worker {
  study *study;
  pthread_t thread;
  bool outside;     /* the caller's own: it plays what asks outside the core */
  int64_t unit;     /* in play, or -1; under the lock */
  atomic_bool stop; /* this worker's game is not wanted any more */
  life_signs signs; /* of its game */
  /* Signs that the waiting thread has seen, and for how many milliseconds nothing new. */
  int64_t heard_unit, heard_steps;
  double silent;
  char apart[128]; /* keeps the workers in cache lines of their own */
} study_worker;

struct study {
  study_plan plan;
  int64_t units;
  record *records;     /* by unit: cell + cells * replication */
  unsigned char *done; /* by unit; written under the lock */
  study_worker *workers, caller;
  int workers_started;
  bool alone, playing; /* no thread could be had: who waits plays this game meanwhile */
  game game;
  arena memory;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int64_t next_unit[2]; /* of the workers and of the caller; under the lock */
  int64_t units_done;   /* under the lock */
  int running;          /* workers still at work; under the lock */
  bool stopped;         /* under the lock */
  bool abandoned;       /* under the lock: what is still to come is of no interest */
  status failure;       /* the first by unit; under the lock */
  int64_t failed_unit;
};

/* Starts the workers, who write into the plan's figures. Where the system refuses threads
 * (as browsers do) the one who waits plays the games in their place. */
status study_start(study *s, const study_plan *plan);

/* Waits until all is done or this time has passed; true once no worker runs. */
bool study_wait(study *s, int milliseconds, int64_t *units_done);

/* For how many milliseconds of waiting a game has given no sign of life (has not
 * looked whether it is to stop), and which unit that is. */
double study_silence(study *s, int64_t *unit);

/* The next game for the caller to play, or -1, and where it is recorded. */
int64_t study_take(study *s, game_setup *setup, record **r);
/* Hands in the result of a unit: STATUS_STOPPED if it is to be forgotten. */
void study_hand_in(study *s, status result);

/* Units done, and the parts done of those in play. */
double study_progress(study *s);

/* A replication, counted from 0, is done once all its cells are. */
bool study_is_done(const study *s, int64_t replication);

/* Asks the workers to stop and joins them. May be called more than once. */
void study_stop(study *s);

/* The same, but it does not wait for a game that has been silent for this long:
 * a policy from outside may be in an endless loop, and no thread can be ended by
 * another. If that is so, it returns false. Then what was done by now is all that
 * will ever be; the study, and all that it was given, must be kept until
 * study_is_over(). */
bool study_end(study *s, double milliseconds);
bool study_is_over(study *s);

void study_free(study *s);

/* Does each policy accept each bandit? The first refusal names its cell. */
status study_rehearse(const study_plan *plan, int *cell);

#endif
