/* The core as JavaScript calls it: a bandit and policies are described by parameters given
 * one by one, games are opened, stepped, looked at and closed. Texts and numbers lie in
 * memory that the description owns (face_room). Whole numbers are passed as doubles, which
 * JavaScript has; functions that may refuse return NULL, or a text that says why.
 *
 * Nothing here depends on which arms, traits and policies there are. */
#ifndef UNRULY_WEB_FACE_H
#define UNRULY_WEB_FACE_H

#include "../../src/game/game.h"

#define SHOWN(name) __attribute__((export_name(#name)))

typedef struct description description;
typedef struct live_game live_game;

/* All types and the rules for their parameters, as JSON. */
SHOWN(face_types) const char *face_types(void);

/* A description, empty. */
SHOWN(face_describe) description *face_describe(void);
SHOWN(face_forget) void face_forget(description *d);
/* Zeroed memory that is the description's. */
SHOWN(face_room) void *face_room(description *d, size_t bytes);
/* A parameter of what is named next: a text, or numbers (column by column, if in rows), or
 * a prior with its two arguments. */
SHOWN(face_give)
bool face_give(description *d, const char *name, const char *text, const char *prior, const double *values,
               double length, double rows);
/* What the parameters given since the last call belong to. First the arms; `names` of the
 * arms may be NULL. Nothing is looked at yet: NULL, or there is no such thing, or no memory. */
SHOWN(face_arms) const char *face_arms(description *d, const char *type, int count, const char *const *names);
SHOWN(face_trait) const char *face_trait(description *d, const char *type);
SHOWN(face_policy) const char *face_policy(description *d, const char *constructor);
/* How R labels a policy with the parameters given since the last call; `held`: the label of the one inside,
 * or NULL. NULL: there is no such policy, or no memory. */
SHOWN(face_label) const char *face_label(description *d, const char *constructor, const char *held);

/* NULL, or why this cannot be played, as JSON: code, argument, wanted, given, reason. NANs and a policy of -1
 * are not asked; of the policy that was named n-th, from 0, perhaps what it cannot do without is `missing`
 * yet. */
SHOWN(face_refuses)
const char *face_refuses(description *d, int policy, bool missing, double horizon, double seed,
                         double replication);
/* Between which two numbers all rewards lie. Asked of what is not refused. */
SHOWN(face_rewards) const double *face_rewards(description *d);
/* Makes of the description what games share, once it is complete: NULL, or why that failed. */
SHOWN(face_build) const char *face_build(description *d);

/* A game of the policy that was named n-th, from 0. Figures are put down at these rounds; without
 * any a step goes no further than it is told, so that each of its rounds can be looked at. */
SHOWN(face_open)
live_game *face_open(description *d, int policy, double seed, double horizon, double replication,
                     const double *rounds, int round_count, bool choices);
/* NULL, or why it could not be opened or go on. */
SHOWN(face_failure) const char *face_failure(const live_game *g);
/* Plays the rounds before this one; the state is a game_state. */
SHOWN(face_step) int face_step(live_game *g, double until);
/* The visitor has chosen an action, from 0: played in the next step. False if it cannot be. */
SHOWN(face_answer) bool face_answer(live_game *g, int action);
/* Where the game stands: see view.c. */
SHOWN(face_view) const double *face_view(live_game *g);
/* Why the next choice of its policy is what it is, as JSON: code, and of this action the parts, each a name
 * and a value. NULL: the policy does not say. */
SHOWN(face_explain) const char *face_explain(live_game *g, int action);
/* The propensity of the next choice by action, a NaN of what cannot be played; NULL: not known. */
SHOWN(face_chances) const double *face_chances(live_game *g);
/* What may be believed of each action, see beliefs.c; how many there are. */
SHOWN(face_beliefs) const double *face_beliefs(live_game *g);
SHOWN(face_belief_count) int face_belief_count(const live_game *g);
/* What was put down: a number for each figure and round; its figures by name. */
SHOWN(face_figures) const double *face_figures(const live_game *g);
SHOWN(face_figure_count) int face_figure_count(const live_game *g);
SHOWN(face_figure_name) const char *face_figure_name(const live_game *g, int at);
/* Choices: seven numbers each (choice_row), if they were to be kept. */
SHOWN(face_choices) const double *face_choices(live_game *g);
SHOWN(face_choice_count) int face_choice_count(const live_game *g);
SHOWN(face_close) void face_close(live_game *g);

struct live_game {
  game game;
  record record;
  game_state state;
  bool by_steps;
  int64_t *rounds;
  double **columns, *numbers; /* of the record: one column a figure */
  double *view, *choices, *chances;
  arena memory;
};

#endif
