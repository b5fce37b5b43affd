/* What a trait is: hooks into the game loop. All but `name` may be NULL. */
#ifndef UNRULY_TRAIT_H
#define UNRULY_TRAIT_H

#include "../core/game.h"
#include "../core/heap.h"

struct trait_type {
  const char *name;
  unsigned flag;
  size_t state_size; /* zeroed bytes a game, g->trait_state[i] */
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
};

/* Goes through the traits of a game: number i, of type m. */
#define EACH_TRAIT(g, i, m)                           \
  for (int i = 0; i < (g)->problem->trait_count; i++) \
    for (const trait_type *m = (g)->problem->traits[i].type; m; m = NULL)

extern const trait_type trait_patience, trait_entries, trait_lifetimes, trait_population, trait_waiting,
    trait_spread, trait_fairness, trait_replay;

#endif
