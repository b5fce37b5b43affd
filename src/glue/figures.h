/* Numbers that games write straight into R's vectors: the figures at the checkpoints and,
 * where all have the same actions to the end, the numbers of these. They stand in
 * the order of cells, replications and checkpoints or actions. When all games are
 * done, the vectors are the columns of regret() and pulls(). */
#ifndef UNRULY_R_FIGURES_H
#define UNRULY_R_FIGURES_H

#include "study.h"

enum { GLUE_MOST_FIGURES = PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES };

/* The names of the plain figures and of all that the bandits' traits add. */
int glue_figure_names(const study_plan *plan, const char **names);
/* Returns which of a bandit's figures has this name, or -1. */
int glue_figure_of(const problem *p, const char *name);

/* A list of vectors, which the plan then points into; NULL if there is not
 * enough memory or, of arms, if they are kept in rows. To be protected, and kept
 * as long as the study. */
SEXP glue_allocate_figures(study_plan *plan, arena *memory);
SEXP glue_allocate_arms(study_plan *plan, arena *memory);

/* Returns the name of what a trait adds to pulls(), or NULL. */
const char *glue_arm_figure(const study_plan *plan);
/* Returns whether outcomes of a bandit may be shown later than they are earned. */
bool glue_is_late(const study_plan *plan);

/* Collects the figures of the replications that are done: how many rows each cell has, rep, then round
 * and the figures, or arm, wait and its numbers. */
SEXP glue_collect_figures(const study_handle *h);
SEXP glue_collect_arms(const study_handle *h);

#endif
