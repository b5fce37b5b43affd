/* When a game is to stop: what rules that say so are, and what they may see. A
 * rule is asked at the end of a round, once all that is shown in it was shown. */
#ifndef UNRULY_STOPPING_H
#define UNRULY_STOPPING_H

#include "policy.h"
#include <stddef.h>

/* What was shown so far. The leader is the arm that would be named if the game
 * ended now: of those that are there that of greatest mean; among equals that of
 * most plays, then the lowest. */
typedef struct evidence {
  int64_t round;           /* that has ended */
  int64_t plays;           /* so far, shown or not */
  int arms;                /* places */
  double known;            /* K: arms of the bandit; of an agent: those that it was told of so far */
  int leader;              /* -1 if no arm is there */
  const bool *there;       /* by arm: it has come and has not died, though it may have left */
  const double *shown;     /* by arm: how many outcomes were shown */
  const double *mean;      /* by arm: their mean, -Inf without any */
  const policy_type *type; /* of the policy, */
  const policy *player;    /* which may be asked whether it has settled, */
  const view *view;        /* and what it sees */
  bool midway;             /* the policy would not be stopped now */
  bool plain;              /* no short cuts (tests) */
} evidence;

typedef struct stopping_type {
  const char *name; /* of the R function, without "stop_" */
  const parameter_rule *takes;
  size_t state_size; /* zeroed bytes a game */
  bool at_any_time;  /* asked also where the policy would not be stopped, as looks are */
  /* Each game, before round 1. NULL: nothing to prepare. */
  void (*start)(void *state, const parameters *given);
  /* Whether the game is to stop. It need not be asked in every round, may be asked twice
   * in one, and is not asked again once it has stopped the game. */
  bool (*says)(void *state, const evidence *e);
  /* The next round from this one on in which it may say something else though nothing
   * happens. NULL: there is none. */
  int64_t (*next)(const void *state, int64_t round);
} stopping_type;

/* A rule of a study: of a type, or one that joins the rules that follow it: all of
 * them must say so, or any. */
typedef struct stopping_rule {
  const stopping_type *type; /* NULL: it joins */
  bool all;
  int size; /* rules in it, itself included */
  parameters given;
  const parameter *looks; /* the rounds in which it is asked, ascending; NULL: all */
} stopping_rule;

enum { MOST_RULES = 1000 };

typedef struct stopping_plan {
  const stopping_rule *rules; /* the first one holds all others */
  int count;
  bool commit; /* the regret goes on as if the named arm were played */
} stopping_plan;

#define TAKES_LOOKS                                                                          \
  {                                                                                          \
    "at", A_WHOLE(1, LARGEST_ROUND), .size = SIZE_ANY, .increasing = true, .optional = true, \
                                     .words = "rounds in ascending order"                    \
  }

#endif
