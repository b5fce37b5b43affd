/* Glue for policies that are fitted to choices. */
#ifndef UNRULY_GLUE_LIKELIHOOD_H
#define UNRULY_GLUE_LIKELIHOOD_H

#include "glue.h"
#include "../fit/likelihood.h"

/* Reads a log that R has put in order, and checks that all that points somewhere points into it. */
void glue_choice_log(SEXP given, choice_log *log);
/* Returns how many parts of its units are worked on at a time: no more than there are. */
int glue_choice_parts(const choice_log *log, SEXP threads);

/* Why a policy has none, as R is told; NULL if it has. */
SEXP glue_choice_refusal(const chooser *c);

SEXP C_likelihood(SEXP log, SEXP policy, SEXP trials, SEXP threads);

#endif
