/* The exact law of a game: how likely each state is after 0, 1, 2, ... plays, where arms pay
 * a few values and the choices of the policy follow from the round and the state
 * (base/states.h). All that flows into a state is added up by one thread in one order, so the
 * number of threads cannot be seen. */
#ifndef UNRULY_EXACT_FORWARD_H
#define UNRULY_EXACT_FORWARD_H

#include "../base/states.h"
#include "player.h"

typedef struct forward_setup {
  exact_policy policy;
  const double *const *stated; /* or NULL: the propensities of a policy outside the core, by plays, state and arm */
  const double *chance;        /* of a pull that pays v steps: by arm, then v in 0..span; NULL: */
  double a, b;                 /* Bernoulli arms whose chances have this beta prior */
  const int *rounds;           /* the checkpoints, ascending */
  int round_count, threads;
  bool (*stopped)(void); /* asked now and then */
} forward_setup;

/* Results at a checkpoint. */
typedef struct forward_look {
  int64_t blocks;
  double *counts; /* by block: the chance of these counts */
  int64_t sums;
  double *reward;            /* by steps: the chance that so many were collected */
  double named[STATES_ARMS]; /* the chance that this arm would be named as the best */
  double mean[STATES_ARMS];  /* what is expected of its mean (in steps), 0 where it was not played */
} forward_look;

/* Games that were stopped after so many plays of each arm. */
typedef struct stopped_games {
  int counts[STATES_ARMS], named, rule;
  double chance;
} stopped_games;

typedef struct stopped_reward {
  int plays;
  int64_t sum; /* in steps */
  double chance;
} stopped_reward;

/* In the order of plays: all that were stopped, and what they had collected. Looks have the
 * others, but for the means, which are of all. */
typedef struct forward_stops {
  growable games, rewards;
  double mean[STATES_ARMS];
} forward_stops;

status forward_play(const forward_setup *s, forward_look *looks, forward_stops *all, arena *memory);

#endif
