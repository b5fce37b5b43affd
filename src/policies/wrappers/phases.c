#include "phases.h"

/* --- a game of its own ------------------------------------------------------------ */

static void see_life(phases *s, const view *v, int arm)
{
  const int64_t first = v->first[arm] - s->from;
  s->first[arm] = first > 1 ? first : 1;
  if (v->last) s->last[arm] = v->last[arm] == FOREVER ? FOREVER : v->last[arm] - s->from;
}

static const view *inner_view(phases *s, const view *v)
{
  s->view = *v;
  s->view.round -= s->from;
  s->view.known -= s->from;
  s->view.plays -= s->plays;
  s->view.left_in -= s->from;
  s->view.horizon = s->length;
  s->view.first = s->first;
  if (v->last) s->view.last = s->last;
  return &s->view;
}

static outcome in_phase(const phases *s, const outcome *o)
{
  outcome seen = *o;
  seen.play -= s->plays;
  seen.start -= s->from;
  return seen;
}

status phases_open(policy *p, const view *v, const parameters *given,
                   bool (*next_phase)(policy *p, const view *v))
{
  phases *s = p->state;
  s->next_phase = next_phase;
  s->first = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->first);
  s->last = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->last);
  return s->first && s->last ? inner_open(&s->inner, p, v, given) : status_no_memory();
}

status phases_begin(phases *s, const view *v, int64_t length)
{
  s->length = length;
  s->from = v->round - 1;
  s->plays = v->plays;
  for (int arm = 0; arm < v->arms; arm++) see_life(s, v, arm);
  return inner_start(&s->inner, inner_view(s, v));
}

/* --- hooks ------------------------------------------------------------------------- */

int phases_choose(policy *p, const view *v)
{
  phases *s = p->state;
  return s->next_phase(p, v) ? inner_choose(&s->inner, p, inner_view(s, v)) : -1;
}

void phases_recall(policy *p, const view *v, int action)
{
  phases *s = p->state;
  if (s->next_phase(p, v)) inner_recall(&s->inner, p, inner_view(s, v), action);
}

bool phases_must_be_asked(const policy *p) { return inner_must_be_asked(&((const phases *)p->state)->inner); }

bool phases_chances(policy *p, const view *v, double *chance)
{
  phases *s = p->state;
  return s->next_phase(p, v) && inner_chances(&s->inner, p, inner_view(s, v), chance);
}

const policy_type *phases_without_chances(const policy *p)
{
  return inner_without_chances(&((const phases *)p->state)->inner);
}

void phases_played(policy *p, const view *v, const outcome *o)
{
  phases *s = p->state;
  const outcome seen = in_phase(s, o);
  inner_played(&s->inner, inner_view(s, v), &seen);
}

void phases_observe(policy *p, const view *v, const outcome *o)
{
  phases *s = p->state;
  if (o->start <= s->from) return;
  const outcome seen = in_phase(s, o);
  inner_observe(&s->inner, inner_view(s, v), &seen);
}

void phases_preview(policy *p, const view *v, const outcome *o, int stage)
{
  phases *s = p->state;
  if (o->start <= s->from) return;
  const outcome seen = in_phase(s, o);
  inner_preview(&s->inner, inner_view(s, v), &seen, stage);
}

void phases_arm_entered(policy *p, const view *v, int arm)
{
  phases *s = p->state;
  see_life(s, v, arm);
  if (!v->away) inner_forget(&s->inner, v, arm);
  inner_arm_entered(&s->inner, inner_view(s, v), arm);
}

void phases_arm_left(policy *p, const view *v, int arm)
{
  phases *s = p->state;
  inner_arm_left(&s->inner, inner_view(s, v), arm);
}

void phases_life_told(policy *p, const view *v, int arm)
{
  phases *s = p->state;
  see_life(s, v, arm);
  inner_life_told(&s->inner, inner_view(s, v), arm);
}

/* Recommends by what was seen in this phase. */
int phases_recommend(const policy *p, const view *v)
{
  phases *s = p->state;
  return inner_recommend(&s->inner, inner_view(s, v));
}

bool phases_may_stop(const policy *p, const view *v)
{
  phases *s = p->state;
  return inner_may_stop(&s->inner, inner_view(s, v));
}

void phases_stretch(policy *p, const view *v, int action, stretch *s)
{
  phases *in = p->state;
  if (!in->inner.type->stretch) return;
  in->inner.type->stretch(&in->inner.player, inner_view(in, v), action, s);
  const int64_t left = in->from + in->length - v->round + 1;
  if (s->plays > left) s->plays = left;
}

void phases_observe_run(policy *p, const view *v, const run *r)
{
  phases *s = p->state;
  if (s->inner.type->observe_run) s->inner.type->observe_run(&s->inner.player, inner_view(s, v), r);
}
