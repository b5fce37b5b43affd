/* One game: one policy on one replication of one bandit. It is opened, stepped
 * and closed; studies, policies that live outside the core and replays all
 * play by these three. One loop serves every setting; traits take part through
 * the hooks of trait.h. */
#ifndef UNRULY_GAME_H
#define UNRULY_GAME_H

#include "state.h"

typedef struct game_setup {
  const problem *problem;
  const policy_type *type;
  const parameters *policy_parameters;
  uint32_t policy_identity;
  policy_finder *find; /* for a policy with another one inside, or NULL */
  int64_t seed, horizon;
  uint32_t replication;
  const stopping_plan *stopping; /* or NULL */
  int depth;                     /* of the policy's draws, as if it were in so many others (tests) */
  bool plain;
  double overrun;    /* when the game ends, it waits so long for outcomes (state.h) */
  bool outside;      /* outcomes come from outside, see trait.h: the caller knows what the policy can play */
  life_signs *signs; /* or NULL */
  growable *paths;   /* of path_row: each change of a mean is put down; or NULL */
} game_setup;

typedef enum game_state {
  GAME_GOES_ON, /* the round asked for has come */
  GAME_ASKS,    /* a policy without choose() is to decide: set g->answer */
  GAME_ENDED,   /* the horizon, or the end of a log */
  GAME_FAILED   /* see g->failure; also when it was stopped */
} game_state;

/* Opens a game before round 1. Whatever comes of it, game_close() frees. The
 * arena may be handed on from a game that is over, for its memory; each arm that
 * enters is put down in `births`, unless that is NULL. */
status game_open(game *g, const game_setup *setup, record *r, arena memory, growable *births);
/* Plays the rounds before `until`, unless it is stopped. `stop` may be NULL. */
game_state game_step(game *g, int64_t until, const atomic_bool *stop);
/* Puts down the checkpoints up to this round. */
void game_record_until(game *g, int64_t round);
/* Returns the failure with the place where it happened. */
status game_failure_here(const game *g, status s);
/* Frees the game; its arena, emptied, is left to the caller. */
arena game_close(game *g);

/* --- where outcomes come from outside, in place of game_step() ------------------ */

/* The policy's choice; -1 if it failed, or is to be asked outside: set g->answer. */
int game_choose(game *g);
/* A play of this action begins. */
void game_begin_play(game *g, int action);
/* It ends, having taken g->play.seen.cost rounds. The play is counted, the policy is notified
 * of it, and the outcome, g->play.seen, is shown unless it is to be shown later. What is due then is left to
 * game_pass_time(). */
void game_end_play(game *g, bool shown);
/* At the end of which round is shown what is known at the end of this one, and
 * keeping it until then. */
int64_t game_shown_in(const game *g, int64_t round);
void game_show_later(game *g, int64_t number, const outcome *o, int64_t round);
/* Shows an outcome that was not shown with its play; but of an agent that has stopped. */
void game_show_observed(game *g, const outcome *o);
/* When some trait has to act next, or an outcome is to be shown. */
void game_find_next_event(game *g);
/* Lets the rounds up to `to` pass: checkpoints are taken at their ends, and
 * whatever is due before a round happens before it. */
void game_pass_time(game *g, int64_t to);

/* From round 1 to the horizon, or until *stop. */
status game_play(const game_setup *setup, record *r, arena *memory, const atomic_bool *stop);

/* Opens and closes a game: does the policy accept it? */
status game_rehearse(const game_setup *setup);

/* The arms a replication has up to the horizon if nothing is played: appended to
 * `rows`, a growable of instance_row. (The policy in the setup is not asked.)
 * It ends early, with STATUS_STOPPED, when `stopped` says so. */
status game_instance(const game_setup *setup, growable *rows, bool (*stopped)(void));

#endif
