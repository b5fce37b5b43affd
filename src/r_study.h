/* A study in play, behind R's external pointer. */
#ifndef UNRULY_R_STUDY_H
#define UNRULY_R_STUDY_H

#include "r_glue.h"

/* The game that R's thread plays, of a policy written in R. */
typedef struct own_game {
  game game;
  arena memory; /* handed on from game to game */
  bool open, asked; /* asked: a decision is awaited */
  int64_t unit, told; /* told: how many outcomes were */
  unsigned steps; /* since the last look for an interrupt */
} own_game;

void own_close(own_game *own);

typedef struct study_handle {
  arena memory;
  study_plan plan;
  study study;
  own_game own;
  bool started;
} study_handle;

study_handle *glue_study(SEXP pointer);
/* A study is large, and the garbage collector does not know: who is done with
 * one may free it. */
void glue_study_free(SEXP pointer);
/* What went wrong in it, or NULL. */
SEXP glue_study_failure(const study *s);

#endif
