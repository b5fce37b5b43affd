#include "index.h"

status race_open(race *r, const policy *p, const view *v)
{
  r->leader = -1;
  const int actions = v->arms * v->waits;
  r->tightened = arena_zeroed(p->memory, (size_t)actions, sizeof *r->tightened);
  return r->tightened && maxima_open(&r->upper, actions, p->memory) && scan_open(&r->scan, actions, p->memory)
             ? status_ok
             : status_no_memory();
}

status index_start(policy *p, const view *v, const parameters *given)
{
  (void)given;
  return race_open(race_of(p), p, v);
}

void index_observe(policy *p, const view *v, const outcome *o)
{
  contender *c = contender_at(p, o->action);
  tally_add(&c->tally, o->observed);
  c->time += (double)o->cost;
  race_observed(race_of(p), p, v, o->action);
}

void index_observe_run(policy *p, const view *v, const run *r)
{
  contender *c = contender_at(p, r->action);
  c->tally.pulls += r->plays;
  c->tally.total = r->total;
  c->time += (double)r->plays;
  race_observed(race_of(p), p, v, r->action);
}

void index_arm_entered(policy *p, const view *v, int arm) { race_entered(race_of(p), p, v, arm); }

void index_arm_left(policy *p, const view *v, int arm) { race_left(race_of(p), p, v, arm); }
