/* Contexts of plays whose outcomes come late: an outcome teaches about the context in which its arm was
 * chosen, not about that of the round in which it is shown. */
#ifndef UNRULY_PAST_CONTEXTS_H
#define UNRULY_PAST_CONTEXTS_H

#include "../delayed/pending.h"
#include "../../model/policy.h"

/* Keeps the context of a play that was made in this round, if outcomes may be late; false: no memory. */
static inline bool context_kept(pending *kept, policy *p, const view *v, const outcome *o)
{
  if (!v->tried) return true;
  kept->width = v->context_size;
  double *x = pending_open(kept, o->play, p->memory);
  if (x) memcpy(x, arm_context(v, o->arm), (size_t)v->context_size * sizeof *x);
  return x;
}

/* Returns the context in which the play of this outcome was made; NULL: it was too long ago. */
static inline const double *context_of_play(pending *kept, const view *v, const outcome *o)
{
  return v->tried ? pending_close(kept, o->play) : arm_context(v, o->arm);
}

#endif
