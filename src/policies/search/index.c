#include "index.h"

status race_open(race *r, const policy *p, const view *v)
{
  r->leader = -1;
  for (r->base = 1; r->base < v->arms * v->waits;) r->base *= 2;
  r->upper = arena_zeroed(p->memory, 2 * (size_t)r->base, sizeof *r->upper);
  r->tightened = arena_zeroed(p->memory, (size_t)r->base, sizeof *r->tightened);
  return r->upper && r->tightened && scan_open(&r->scan, v->arms * v->waits, p->memory) ? status_ok
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
