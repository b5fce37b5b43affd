/* What a trait is: hooks into a game. All but `name` and `flag` may be NULL. */
#ifndef UNRULY_TRAIT_H
#define UNRULY_TRAIT_H

#include "parameters.h"
#include "policy.h"
#include "../base/status.h"

typedef struct problem problem;
typedef struct game game;
typedef struct play play;
typedef struct trait_model trait_model;

/* Where a game stands at the end of a round. */
typedef struct standing {
  double benchmark, regret;
  double optimal; /* plays of a best action so far */
} standing;

enum { MOST_FIGURES = 4 }; /* that one trait adds */

/* What a trait does not go with, another one or a kind of arms, and why. */
typedef struct trait_conflict {
  const char *with, *reason;
} trait_conflict;

#define CONFLICTS(...) ((const trait_conflict[]){__VA_ARGS__, {0, 0}})

typedef struct trait_type {
  const char *name;
  const trait_conflict *conflicts; /* NULL: none; one of the two says it */
  const parameter_rule *takes;     /* its parameters */
  unsigned flag;
  /* Traits start, act and shape a play in ascending order of this: patience is
   * ready before arms enter; waiting decides what a play pays and how long it
   * takes before a spread hands it out. */
  int order;
  size_t state_size; /* zeroed bytes a game */
  /* Figures by which a game is judged beside its regret: columns of regret(),
   * filled by judge(); and one of each arm, a column of pulls(). */
  const char *figure[MOST_FIGURES];
  const char *arm_figure;
  /* Once a study: builds what all games share, in p->memory. */
  status (*prepare)(problem *p, trait_model *m);
  /* Each game, before round 1. */
  bool (*start)(game *g, void *state, const void *shared);
  /* Expected pay and time of an action, where the trait changes them. */
  void (*worth)(const game *g, const void *shared, int arm, int wait, double *pay, double *time);
  /* The round before which this trait must act (FOREVER if none), and acting:
   * everything due before round g->round. */
  int64_t (*next)(const game *g, const void *state);
  void (*act)(game *g, void *state);
  void (*arm_entered)(game *g, void *state, int arm);
  /* Whether an action may be played in this round; a log decides. */
  bool (*accept)(game *g, void *state, int action);
  /* Turns the drawn reward into what the player gets and when. */
  void (*shape)(game *g, void *state, play *p);
  /* After the play, when its rounds have passed. */
  void (*played)(game *g, void *state, const play *p);
  /* At a checkpoint: may change the standing, fills the trait's figures. */
  void (*judge)(const game *g, const void *state, int64_t round, standing *s, double *figures);
  double (*judge_arm)(const game *g, const void *state, int arm);
} trait_type;

#endif
