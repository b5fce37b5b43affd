/* Glue for policies that are fitted to choices. */
#ifndef UNRULY_GLUE_LIKELIHOOD_H
#define UNRULY_GLUE_LIKELIHOOD_H

#include "glue.h"
#include "../fit/likelihood.h"

/* Reads a log that R has put in order, and checks that all that points somewhere points into it. Without
 * an arena what it makes is R's until the call is over. */
void glue_choice_log(SEXP given, choice_log *log, arena *memory);
/* Returns how many parts of its units are worked on at a time: no more than there are. */
int glue_choice_parts(const choice_log *log, SEXP threads);

/* Why a policy has none, as R is told; NULL if it has. */
SEXP glue_choice_refusal(const chooser *c);
/* Vectors for the numbers of rows, in a list as C_likelihood() returns it; none if they are not wanted. */
choice_trials glue_choice_trials(SEXP found, const choice_log *log, bool wanted);

SEXP C_likelihood(SEXP log, SEXP policy, SEXP trials, SEXP threads);
SEXP C_choices_open(SEXP log, SEXP policy, SEXP trials);
SEXP C_choices_next(SEXP handle, SEXP draws);
SEXP C_choices_step(SEXP handle, SEXP answer);
SEXP C_choices_outcomes(SEXP handle);
SEXP C_choices_place(SEXP handle);
SEXP C_choices_found(SEXP handle);

#endif
