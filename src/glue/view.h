/* View of a policy written in R. */
#ifndef UNRULY_R_VIEW_H
#define UNRULY_R_VIEW_H

#include "../game/roster.h"
#include "../policies/outside/outside.h"
#include "glue.h"

/* The list with what never changes in a game, the rest to be filled in. `draws`
 * is list(runif, rnorm); `moves` says whether arms come and go. */
SEXP view_template(const view *v, bool moves, SEXP draws);
/* The list as it is now. */
SEXP view_now(SEXP template, const policy *p, const view *v);
/* The outcomes shown from the n-th ever on, lists of arm, wait, observed, cost,
 * delay and round; `told` becomes how many were ever shown. */
SEXP view_outcomes(policy *p, const view *v, int64_t *told);
/* Random numbers of the policy's stream. */
SEXP view_numbers(random_stream *random, SEXP count, SEXP normal);

/* The action that an answer names, or -1 with what is wrong in `why`: the
 * numbers of an index by action, propensities by action, or an arm (with waiting: and a wait). */
int view_answer(SEXP answer, roster *r, char *why, size_t size);

/* The propensities that were answered for so many arms, divided by their sum, or a string with what is wrong.
 */
SEXP C_view_chances(SEXP answer, SEXP arms);

#endif
