/* The doubling trick (Auer, Cesa-Bianchi, Freund and Schapire 1995, section 4;
 * Besson and Kaufmann 2018, Algorithm 1) makes a policy that must know the horizon
 * one that need not: phases last `start`, 2 `start`, 4 `start`, ... rounds; in each
 * the policy inside begins afresh, with the length of the phase for its horizon.
 *
 * It plays a game of its own: the rounds and the plays that it sees count from the
 * start of the phase, and an arm that was there before is there from round 1. A
 * play that began in one phase is finished in it, however long it takes, and the
 * next phase begins with the round after it; what is shown of it still later is
 * not passed on. The random numbers go on. Cost: that of the policy inside, and a
 * look at each arm a phase. */
#include "inner.h"

typedef struct doubling_state {
  inner inner;
  view view;             /* as the policy inside sees it */
  int64_t length;        /* of the phase */
  int64_t from, plays;   /* rounds and plays before it */
  int64_t *first, *last; /* by arm, as seen in it */
} doubling_state;

/* --- a game of its own ------------------------------------------------------------ */

static void see_life(doubling_state *s, const view *v, int arm)
{
  const int64_t first = v->first[arm] - s->from;
  s->first[arm] = first > 1 ? first : 1;
  if (v->last) s->last[arm] = v->last[arm] == FOREVER ? FOREVER : v->last[arm] - s->from;
}

static const view *inner_view(doubling_state *s, const view *v)
{
  s->view = *v;
  s->view.round -= s->from;
  s->view.plays -= s->plays;
  s->view.left_in -= s->from;
  s->view.horizon = s->length;
  s->view.first = s->first;
  if (v->last) s->view.last = s->last;
  return &s->view;
}

static outcome in_phase(const doubling_state *s, const outcome *o)
{
  outcome seen = *o;
  seen.play -= s->plays;
  seen.start -= s->from;
  return seen;
}

static status begin_phase(doubling_state *s, const view *v, int64_t length)
{
  s->length = length;
  s->from = v->round - 1;
  s->plays = v->plays;
  for (int arm = 0; arm < v->arms; arm++) see_life(s, v, arm);
  return inner_start(&s->inner, inner_view(s, v));
}

/* --- the policy -------------------------------------------------------------------- */

static status doubling_start(policy *p, const view *v, const parameters *given)
{
  doubling_state *s = p->state;
  s->first = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->first);
  s->last = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->last);
  if (!s->first || !s->last) return status_no_memory();
  const status opened = inner_open(&s->inner, p, v, given);
  if (opened.code) return opened;
  return begin_phase(s, v, (int64_t)parameters_number(given, "start", 64));
}

static int doubling_choose(policy *p, const view *v)
{
  doubling_state *s = p->state;
  if (v->round - s->from > s->length) {
    p->failure = begin_phase(s, v, 2 * s->length);
    if (p->failure.code) return -1;
  }
  return inner_choose(&s->inner, p, inner_view(s, v));
}

static void doubling_played(policy *p, const view *v, const outcome *o)
{
  doubling_state *s = p->state;
  const outcome seen = in_phase(s, o);
  inner_played(&s->inner, inner_view(s, v), &seen);
}

static void doubling_observe(policy *p, const view *v, const outcome *o)
{
  doubling_state *s = p->state;
  if (o->start <= s->from) return;
  const outcome seen = in_phase(s, o);
  inner_observe(&s->inner, inner_view(s, v), &seen);
}

static void doubling_arm_entered(policy *p, const view *v, int arm)
{
  doubling_state *s = p->state;
  see_life(s, v, arm);
  if (!v->away) inner_forget(&s->inner, v, arm);
  inner_arm_entered(&s->inner, inner_view(s, v), arm);
}

static void doubling_arm_left(policy *p, const view *v, int arm)
{
  doubling_state *s = p->state;
  inner_arm_left(&s->inner, inner_view(s, v), arm);
}

static void doubling_stretch(policy *p, const view *v, int action, stretch *s)
{
  doubling_state *d = p->state;
  if (!d->inner.type->stretch) return;
  d->inner.type->stretch(&d->inner.player, inner_view(d, v), action, s);
  const int64_t left = d->from + d->length - v->round + 1;
  if (s->plays > left) s->plays = left;
}

static void doubling_observe_run(policy *p, const view *v, const run *r)
{
  doubling_state *s = p->state;
  if (s->inner.type->observe_run) s->inner.type->observe_run(&s->inner.player, inner_view(s, v), r);
}

const policy_type policy_doubling = {
    .constructor = "policy_doubling",
    .label = "Doubling",
    .paper = "Auer, Cesa-Bianchi, Freund and Schapire 1995; Besson and Kaufmann 2018, Algorithm 1",
    .deterministic = true,
    .takes = TAKES({"start", A_WHOLE(1, LARGEST_COUNT)}, {"base", A_TEXT(NULL)}),
    .state_size = sizeof(doubling_state),
    .start = doubling_start,
    .choose = doubling_choose,
    .played = doubling_played,
    .observe = doubling_observe,
    .arm_entered = doubling_arm_entered,
    .arm_left = doubling_arm_left,
    .stretch = doubling_stretch,
    .observe_run = doubling_observe_run,
};
