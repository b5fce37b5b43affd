#include "index.h"

status index_start(policy *p, const view *v, const parameters *given)
{
  (void)v, (void)given;
  race_restart(p->state);
  return status_ok;
}

void index_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  contender_observe(p, o);
  race_observe(p->state, o);
}

void index_restart(policy *p, const view *v, int arm)
{
  (void)v, (void)arm;
  race_restart(p->state);
}
