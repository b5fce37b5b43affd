/* A study in play, behind R's external pointer. */
#ifndef UNRULY_R_STUDY_H
#define UNRULY_R_STUDY_H

#include "glue.h"

/* The game that R's thread plays, of a policy written in R. */
typedef struct own_game {
  game game;
  arena memory;       /* handed on from game to game */
  bool open, asked;   /* asked: a decision is awaited */
  int64_t unit, told; /* told: how many outcomes were */
  unsigned steps;     /* since the last look for an interrupt */
} own_game;

/* Values that R must keep as long as the handle: the core points into them. */
enum {
  KEPT_BANDITS,
  KEPT_POLICIES,
  KEPT_PLAN,
  KEPT_FIGURES,
  KEPT_ARMS,
  KEPT_TEMPLATE, /* own.c */
  KEPT_BY_STUDY
};

typedef struct study_handle {
  arena memory;
  study_plan plan;
  study study;
  own_game own;
  bool started, left; /* left: a game of it goes on that does not stop */
  double patience[2]; /* in milliseconds: with a silent game, and once it is to stop */
  SEXP figures, arms; /* what the games write into: figures.h */
} study_handle;

/* Puts the tables of what is finished into the first eight elements: regret,
 * pulls, exits, choices, stops, scores, prospects, contexts, pairs. */
void glue_collect(const study_handle *h, SEXP tables);
SEXP glue_collect_scores(const study *s);
SEXP glue_collect_pairs(const study *s);

static inline study_handle *glue_study(SEXP pointer)
{
  study_handle *h = TYPEOF(pointer) == EXTPTRSXP ? R_ExternalPtrAddr(pointer) : NULL;
  if (!h) glue_bug("the study is no longer there");
  return h;
}

/* Ends a study's games. One that does not answer is left behind, with all that it
 * uses: nothing of the study is freed before its threads have ended. */
study_handle *glue_study_ended(SEXP pointer);
/* Frees studies whose last threads have ended since; how many have not. */
int glue_studies_left(void);
/* A study is large, and the garbage collector does not know: who is done with
 * one may free it. */
void glue_study_free(SEXP pointer);
/* Returns what went wrong in it, or NULL. */
SEXP glue_study_failure(const study *s);

#endif
