/* What a policy written in R may see. */
#ifndef UNRULY_R_VIEW_H
#define UNRULY_R_VIEW_H

#include "policies/outside.h"
#include "r_glue.h"

/* The list with what never changes in a game, the rest to be filled in. `draws`
 * is list(runif, rnorm); `moves` says whether arms come and go. */
SEXP view_template(const view *v, bool moves, SEXP draws);
/* The list as it is now. */
SEXP view_now(SEXP template, const policy *p, const view *v);
/* list(arm, wait, observed, cost, delay, round) of an outcome that was shown. */
SEXP view_outcome(const outside_outcome *o, const view *v);

/* The action that an answer names, or -1 with what is wrong in `problem`: the
 * numbers of an index by action, or an arm (with waiting: and a wait). */
int answered_index(SEXP answer, const view *v, char *problem, size_t size);
int answered_arm(SEXP answer, const view *v, char *problem, size_t size);

#endif
