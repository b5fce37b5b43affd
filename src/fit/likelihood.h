/* The likelihood of choices under a policy. A game is played as the policy would play it, but for its
 * choices, which are those of the log: in each round the policy states its propensities, and the logarithm of
 * that of the log's arm is added up. No random numbers are used but for ties. */
#ifndef UNRULY_LIKELIHOOD_H
#define UNRULY_LIKELIHOOD_H

#include "choice_log.h"
#include "../game/roster.h"
#include "../base/heap.h"

/* Why a policy has no likelihood. */
typedef enum choice_refusal {
  CHOICES_FINE,
  CHOICES_UNKNOWN,    /* its propensities are not known, */
  CHOICES_DRAWN,      /* or depend on draws that the log does not show, */
  CHOICES_IN_BATCHES, /* or on ages of choices, which the log does not show: outcomes are in batches, */
  CHOICES_MOVING      /* or late, and arms come, go or are away */
} choice_refusal;

typedef struct choice_policy {
  const policy_type *type;
  const parameters *given;
  policy_finder *find;
} choice_policy;

/* Vectors for the numbers of each row; each may be NULL. */
typedef struct choice_trials {
  double *propensity, *value; /* by row; value: what the arm was thought to pay, NAN if not said */
  double *all;                /* by row the propensity of each arm, NAN of arms that are away */
} choice_trials;

/* A product of propensities, whose logarithm is taken before it becomes too small. */
typedef struct log_sum {
  double product, sum;
} log_sum;

/* A policy on the games of a log, one after the other. A thread has one, whose memory is used again. */
typedef struct chooser {
  const choice_log *log;
  choice_policy policy;
  arena memory, own; /* of a game; of all */
  roster roster;
  heap late;
  double *chance; /* by place in v->actions */
  unsigned char *born, *stays;
  int64_t pool, play;
  bool all_away; /* since the row before: nobody could be chosen */
  bool returns;  /* arms that are not in a pool are away; else they have left */
  bool asked;    /* it must be asked for its choices */
  bool batched;  /* see choice_log.h */
  choice_trials trials;
  log_sum sum;             /* of the unit until now */
  int64_t zero;            /* the first row of propensity 0, or -1 */
  choice_refusal refusal;  /* if it is refused, */
  const policy_type *from; /* the type because of which it is */
  status failure;
} chooser;

bool chooser_open(chooser *c, const choice_log *log);
void chooser_close(chooser *c);
/* Returns whether the policy can be asked at all, by the first game of the log. */
bool chooser_accepts(chooser *c, const choice_policy *policy);
/* The log-likelihood of a unit; -INFINITY with c->zero, or NAN with c->failure or c->refusal. */
double chooser_unit(chooser *c, const choice_policy *policy, int64_t unit);

/* The same step by step, for policies that are asked outside the core: a unit, its games, their rows. False:
 * see c->failure and c->refusal. A game begins with its first row; where the propensities of a row are known,
 * its arm is played, and the next row begins, if the game goes on. */
void chooser_begin_unit(chooser *c, const choice_policy *policy);
bool chooser_begin_game(chooser *c, int64_t game);
bool chooser_follow(chooser *c, int64_t row, int64_t end);
/* Returns whether nothing that follows in this unit changes what is asked for. */
bool chooser_is_done(const chooser *c);
double chooser_end_unit(const chooser *c);

#endif
