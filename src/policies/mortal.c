#include "mortal.h"

int mortal_start(policy *p, const view *v, const parameters *given)
{
  if (v->replay) return 0;
  const double wanted = parameters_number(given, "init", v->live_count);
  const int due = wanted < v->live_count ? (int)wanted : v->live_count;
  for (int i = 0; i < due; i++) ((mortal_arm *)p->actions)[v->live[i]].initial = true;
  return due;
}

int mortal_first_play(policy *p, const view *v, int *due)
{
  if (*due == 0) return -1;
  for (int i = 0; i < v->live_count; i++)
    if (((mortal_arm *)p->actions)[v->live[i]].initial) return v->live[i];
  *due = 0;
  return -1;
}

void mortal_observe(policy *p, const outcome *o)
{
  mortal_arm *a = (mortal_arm *)p->actions + o->arm;
  a->pulls++;
  a->total += o->observed;
  a->initial = false;
}
