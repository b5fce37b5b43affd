/* One game: one policy on one replication of one bandit. The loop in game.c
 * serves every setting; traits take part through the hooks of trait.h. */
#ifndef UNRULY_GAME_H
#define UNRULY_GAME_H

#include "comparator.h"
#include "problem.h"
#include "record.h"
#include <stdatomic.h>

/* A play as the environment knows it. */
typedef struct play {
  outcome seen;
  int64_t start;      /* first round */
  double worth;       /* what the pull pays in all, once waited for */
  random_address at;  /* of the pull */
  philox_block block; /* its first random block */
} play;

typedef struct arm_status {
  int64_t pulls;
  int64_t last_pull; /* last round in which it was played; first - 1 at its start */
  bool present;      /* its life has begun and not ended; it may have left */
} arm_status;

typedef struct action_status {
  int64_t pulls;
  double observed; /* sum of what was shown when it was played */
} action_status;

typedef struct game {
  const problem *problem;
  const policy_type *type;
  policy player;
  view view;
  random_stream random;
  arena memory;
  arms arms;
  int64_t round, plays, horizon;
  int64_t next_event; /* first round before which some trait has to act */
  int playing;        /* the arm in play, or -1 */
  int forced;         /* an action that a log plays by itself, or -1 */
  bool started;       /* the policy is there to be told of changes */
  bool over;          /* a replay has run out of events */
  growable arm_status, action_status, live, is_live, first, last, actions;
  void *trait_state[MOST_TRAITS];
  comparator comparator;
  record *record;
  double reward, reward_excess; /* collected, and what rounding added to it */
  status failure;
} game;

typedef struct game_setup {
  const problem *problem;
  const policy_type *type;
  const parameters *policy_parameters;
  uint32_t policy_identity;
  int64_t seed, horizon;
  uint32_t replication;
  bool plain;
} game_setup;

/* Plays a game from round 1 to the horizon, or until *stop. */
status game_play(const game_setup *setup, record *r, const atomic_bool *stop);

/* Starts and ends a game without playing it: does the policy accept it? */
status game_rehearse(const game_setup *setup);

/* One arm of a replication: its parameters, mean and life (0: not born by the
 * horizon; last is FOREVER without an end). */
typedef struct instance_row {
  int arm;
  double value[ARMS_PARAMETERS], mean;
  int64_t first, last;
} instance_row;

/* The arms a replication has up to the horizon if nobody plays: appended to
 * `rows`, a growable of instance_row. (The policy in the setup is not asked.) */
status game_instance(const game_setup *setup, growable *rows);

/* Points the view at the arms as they are now. */
void game_refresh_view(game *g);

/* For traits. Rounds are those from which the change holds (enters) and up to
 * which the arm could be played (leaves). */
bool game_add_arms(game *g, int count);
void game_arm_enters(game *g, int arm, int64_t first);
void game_arm_leaves(game *g, int arm, int64_t last, exit_cause cause);

static inline arm_status *game_arm(game *g, int arm) { return (arm_status *)g->arm_status.items + arm; }
static inline action_status *game_action(game *g, int action)
{
  return (action_status *)g->action_status.items + action;
}
static inline bool game_is_live(const game *g, int arm)
{
  return ((const unsigned char *)g->is_live.items)[arm];
}

#endif
