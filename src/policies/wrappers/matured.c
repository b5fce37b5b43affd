/* A policy that waits until outcomes have matured (ours): the policy inside is shown the outcome of a play
 * exactly `within` rounds after it, namely what was shown by then, else 0. What comes later is ignored. So
 * silence tells it as much as zeros that are shown: where all lags are at most `within` it plays as it would
 * under a fixed delay of `within` rounds. Rewards must not be negative. Outcomes of an arm that is gone for
 * good are thrown away.
 *
 * What is due is handed on before the policy inside is asked, or notified of anything else, in the order of
 * the plays. Cost: that of the policy inside, and O(1) a play. */
#include "inner.h"
#include "../../model/lags.h"

typedef struct held_play {
  outcome seen;
  int64_t number; /* of the arm: by then another may be at its place */
  bool shown;
} held_play;

typedef struct matured_state {
  inner inner;
  view view; /* as the policy inside sees it */
  int64_t within;
  int64_t *tried, *shown; /* by action: plays, and those whose outcomes have matured */
  held_play *held;        /* a ring, by the order of the plays */
  int64_t size, first, next;
  bool *gone;    /* by arm: for good */
  int64_t ended; /* the last round of the latest play */
  double lag[1]; /* `within`, and the law that the policy inside sees */
  parameter fixed;
  shown_law shown_by;
} matured_state;

static held_play *held_at(const matured_state *s, int64_t i) { return &s->held[i & (s->size - 1)]; }

static bool grow(matured_state *s, arena *memory)
{
  const matured_state old = *s;
  const int64_t size = old.size ? 2 * old.size : 64;
  held_play *held = arena_zeroed(memory, (size_t)size, sizeof *held);
  if (!held) return false;
  s->size = size;
  s->held = held;
  for (int64_t i = s->first; i < s->next; i++) *held_at(s, i) = *held_at(&old, i);
  return true;
}

static const view *inner_view(matured_state *s, const view *v)
{
  s->view = *v;
  s->view.silent = s->view.in_batches = false;
  s->view.shown_by = &s->shown_by;
  s->view.stages = 0;
  s->view.tried = s->tried;
  s->view.shown = s->shown;
  return &s->view;
}

static int64_t due_after(const matured_state *s, const outcome *o)
{
  const int64_t end = o->start + o->cost - 1;
  return s->within < FOREVER - end ? end + s->within : FOREVER;
}

/* Returns what the policy inside sees, once it was shown the outcomes that have matured. Two things must not
 * make a difference to it. An agent that is read between two calls shows it nothing: arms may come and go
 * before it is asked in its turn. And a rule that is asked before the next choice leaves outcomes that
 * `may_come` until then. */
static const view *hand_on(policy *p, const view *v, bool may_come)
{
  matured_state *s = p->state;
  const int64_t ended = v->round - 1 > s->ended ? v->round - 1 : s->ended;
  for (; s->first < s->next && !v->out_of_turn; s->first++) {
    const held_play *h = held_at(s, s->first);
    const int64_t due = due_after(s, &h->seen);
    if (due > ended || (may_come && !h->shown && due >= v->round - 1)) break;
    if (v->number[h->seen.arm] != h->number || s->gone[h->seen.arm]) continue;
    s->shown[h->seen.action]++;
    inner_view(s, v);
    s->view.round = s->within ? due + 1 : due;
    inner_observe(&s->inner, &s->view, &h->seen);
  }
  if (s->inner.player.failure.code) p->failure = s->inner.player.failure;
  return inner_view(s, v);
}

static const view *catch_up(policy *p, const view *v) { return hand_on(p, v, false); }

static status matured_start(policy *p, const view *v, const parameters *given)
{
  matured_state *s = p->state;
  const size_t actions = (size_t)v->arms * (size_t)v->waits;
  s->within = (int64_t)(s->lag[0] = parameters_number(given, "within"));
  s->fixed = (parameter){.values = s->lag, .length = 1, .rows = 1};
  s->shown_by = (shown_law){.law = {.fixed = &s->fixed}};
  s->tried = arena_zeroed(p->memory, actions, sizeof *s->tried);
  s->shown = arena_zeroed(p->memory, actions, sizeof *s->shown);
  s->gone = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->gone);
  if (!s->tried || !s->shown || !s->gone) return status_no_memory();
  const status opened = inner_open(&s->inner, p, v, given);
  return opened.code ? opened : inner_start(&s->inner, inner_view(s, v));
}

static int matured_choose(policy *p, const view *v)
{
  matured_state *s = p->state;
  const view *seen = catch_up(p, v);
  return p->failure.code ? -1 : inner_choose(&s->inner, p, seen);
}

static bool matured_chances(policy *p, const view *v, double *chance)
{
  matured_state *s = p->state;
  const view *seen = catch_up(p, v);
  return !p->failure.code && inner_chances(&s->inner, p, seen, chance);
}

static const policy_type *matured_without_chances(const policy *p)
{
  return inner_without_chances(&((const matured_state *)p->state)->inner);
}

static void matured_played(policy *p, const view *v, const outcome *o)
{
  matured_state *s = p->state;
  catch_up(p, v);
  if (s->next - s->first == s->size && !grow(s, p->memory)) {
    p->failure = status_no_memory();
    return;
  }
  *held_at(s, s->next) = (held_play){.seen = *o, .number = v->number[o->arm]};
  held_at(s, s->next++)->seen.observed = 0;
  s->tried[o->action]++;
  s->ended = o->start + o->cost - 1;
  inner_played(&s->inner, inner_view(s, v), o);
}

/* What is shown late is shown in the round before the one that has begun. */
static void matured_observe(policy *p, const view *v, const outcome *o)
{
  const matured_state *s = p->state;
  if (s->first == s->next) return;
  const int64_t at = s->first + (o->play - held_at(s, s->first)->seen.play);
  if (at < s->first || at >= s->next) return;
  held_play *h = held_at(s, at);
  if (h->seen.play != o->play || v->round - 1 > due_after(s, &h->seen)) return;
  h->seen = *o;
  h->shown = true;
}

static void matured_arm_entered(policy *p, const view *v, int arm)
{
  matured_state *s = p->state;
  catch_up(p, v);
  if (!v->away) {
    for (int i = arm * v->waits; i < (arm + 1) * v->waits; i++) s->tried[i] = s->shown[i] = 0;
    s->gone[arm] = false;
    inner_forget(&s->inner, v, arm);
  }
  inner_arm_entered(&s->inner, inner_view(s, v), arm);
}

static void matured_arm_left(policy *p, const view *v, int arm)
{
  matured_state *s = p->state;
  inner_arm_left(&s->inner, catch_up(p, v), arm);
  s->gone[arm] = !v->away;
}

static void matured_life_told(policy *p, const view *v, int arm)
{
  inner_life_told(&((matured_state *)p->state)->inner, catch_up(p, v), arm);
}

/* These are asked of a policy that must not change; that it hears now what is due makes no difference. Of an
 * agent they are asked after a play, too, when an earlier outcome may still be told. */
static const view *seen_by_now(const policy *p, const view *v)
{
  policy *same = (policy *)p;
  return hand_on(same, v, v->outside);
}

static int matured_recommend(const policy *p, const view *v)
{
  const view *seen = seen_by_now(p, v);
  return inner_recommend(&((const matured_state *)p->state)->inner, seen);
}

static bool matured_may_stop(const policy *p, const view *v)
{
  const view *seen = seen_by_now(p, v);
  return inner_may_stop(&((const matured_state *)p->state)->inner, seen);
}

static bool matured_settled(const policy *p, const view *v)
{
  const view *seen = seen_by_now(p, v);
  return inner_settled(&((const matured_state *)p->state)->inner, seen);
}

const policy_type policy_matured = {
    .constructor = "policy_matured",
    .label = "Matured",
    .does = "shows another policy each outcome after a fixed number of rounds, as a zero if nothing came",
    .paper = "ours",
    .zeros = ZEROS_MAY_BE_LOST,
    .deterministic = true,
    .takes = TAKES({"within", A_WHOLE(0, LARGEST_COUNT), REQUIRED, .bounded = "It", .from_zero = ""},
                   {"base", A_TEXT(NULL), .holds = true}),
    .refuses = HAS_SPREAD,
    .state_size = sizeof(matured_state),
    .start = matured_start,
    .choose = matured_choose,
    .chances = matured_chances,
    .without_chances = matured_without_chances,
    .played = matured_played,
    .observe = matured_observe,
    .arm_entered = matured_arm_entered,
    .arm_left = matured_arm_left,
    .life_told = matured_life_told,
    .recommend = matured_recommend,
    .may_stop = matured_may_stop,
    .settled = matured_settled,
};
