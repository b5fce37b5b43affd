#include "threshold.h"

/* One rate for all arms, or one an arm. */
static status own_penalty(threshold *s, policy *p, const view *v, const parameter *own)
{
  if (own->length != 1 && own->length != v->arms)
    return status_error(STATUS_BAD_PARAMETER, "`penalty` has %d numbers, but there are %d arms.",
                        (int)own->length, v->arms);
  double *penalty = arena_zeroed(p->memory, (size_t)v->arms, sizeof *penalty);
  if (!penalty) return status_no_memory();
  for (int arm = 0; arm < v->arms; arm++) penalty[arm] = own->values[own->length == 1 ? 0 : arm];
  s->penalty = penalty;
  return status_ok;
}

status threshold_start(policy *p, const view *v, const parameters *given)
{
  threshold *s = p->state;
  const parameter *own = parameters_find(given, "penalty");
  s->penalty = v->penalty;
  s->factor = 2 * squared_scale(given, "width");
  s->plays = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->plays);
  if (!s->plays) return status_no_memory();
  const status done = own ? own_penalty(s, p, v, own) : status_ok;
  return done.code ? done : index_start(p, v, given);
}

void threshold_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  ((threshold *)p->state)->plays[o->arm]++;
}
