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
 * arms may be NULL. */
SHOWN(face_arms) const char *face_arms(description *d, const char *type, int count, const char *const *names);
SHOWN(face_trait) const char *face_trait(description *d, const char *type);
SHOWN(face_policy) const char *face_policy(description *d, const char *constructor);

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
  double *view, *choices;
  arena memory;
};

#endif
