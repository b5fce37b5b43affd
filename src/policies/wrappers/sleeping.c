/* For bandits whose arms may be away for a while (sleeping bandits: Kleinberg, Niculescu-Mizil and
 * Sharma 2010), as the pools of a log have it. The policy inside does not learn of that: to it an
 * arm that is away is still there, and neither left nor entered, but its life may be another when
 * it comes back. Where its choice is away, the action with the greatest mean among those that are
 * there is played in its stead, the lowest in a tie, one that was never seen last; the policy
 * inside is shown what came of it, as of any play that a log makes by itself. Arms that enter or
 * leave for good it learns of. Cost: that of the policy inside, and a look at each live action
 * when its choice is away. */
#include "inner.h"
#include "../search/tally.h"
#include <string.h>

typedef struct sleeping_state {
  inner inner;
  view view;           /* as the policy inside sees it */
  int *live, *actions; /* its lists: with those that are away */
  unsigned char *is_live;
  int live_count;
  double *chance; /* of the policy inside, by place in its list */
} sleeping_state;

/* --- who is there, awake or not -------------------------------------------------- */

static const view *inner_view(sleeping_state *s, const view *v)
{
  s->view = *v;
  s->view.live = s->live;
  s->view.live_count = s->live_count;
  s->view.is_live = s->is_live;
  s->view.actions = s->actions;
  s->view.action_count = s->live_count * v->waits;
  return &s->view;
}

static void list_actions(sleeping_state *s, const view *v)
{
  for (int i = 0; i < s->live_count; i++)
    for (int wait = 0; wait < v->waits; wait++)
      s->actions[i * v->waits + wait] = s->live[i] * v->waits + wait;
}

static void insert_arm(sleeping_state *s, const view *v, int arm)
{
  const int at = live_before(inner_view(s, v), v->number[arm]);
  memmove(s->live + at + 1, s->live + at, (size_t)(s->live_count - at) * sizeof *s->live);
  s->live[at] = arm;
  s->live_count++;
  s->is_live[arm] = 1;
  list_actions(s, v);
}

static void take_out(sleeping_state *s, const view *v, int arm)
{
  const int at = live_before(inner_view(s, v), v->number[arm]);
  s->live_count--;
  memmove(s->live + at, s->live + at + 1, (size_t)(s->live_count - at) * sizeof *s->live);
  s->is_live[arm] = 0;
  list_actions(s, v);
}

/* --- the policy -------------------------------------------------------------------- */

static status sleeping_start(policy *p, const view *v, const parameters *given)
{
  sleeping_state *s = p->state;
  const size_t arms = (size_t)v->arms;
  s->live = arena_zeroed(p->memory, arms, sizeof *s->live);
  s->actions = arena_zeroed(p->memory, arms * (size_t)v->waits, sizeof *s->actions);
  s->is_live = arena_zeroed(p->memory, arms, 1);
  if (!s->live || !s->actions || !s->is_live) return status_no_memory();
  for (int i = 0; i < v->live_count; i++) insert_arm(s, v, v->live[i]);
  const status opened = inner_open(&s->inner, p, v, given);
  return opened.code ? opened : inner_start(&s->inner, inner_view(s, v));
}

static int sleeping_choose(policy *p, const view *v)
{
  sleeping_state *s = p->state;
  const int action = inner_choose(&s->inner, p, inner_view(s, v));
  if (action < 0 || v->is_live[action / v->waits]) return action;
  return tally_best(p, v, sizeof(tally));
}

/* The choice of the policy inside may have been away. */
static void sleeping_recall(policy *p, const view *v, int action)
{
  (void)action;
  sleeping_state *s = p->state;
  inner_recall(&s->inner, p, inner_view(s, v), -1);
}

/* In place of an action that is away, the greediest one that is there is played. */
static bool sleeping_chances(policy *p, const view *v, double *chance)
{
  sleeping_state *s = p->state;
  if (!s->chance) s->chance = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->chance);
  if (!s->chance) p->failure = status_no_memory();
  if (!s->chance || !inner_chances(&s->inner, p, inner_view(s, v), s->chance)) return false;
  double away = 0;
  int at = 0;
  for (int i = 0; i < s->live_count * v->waits; i++) {
    if (v->is_live[s->actions[i] / v->waits]) chance[at++] = s->chance[i];
    else away += s->chance[i];
  }
  if (away == 0) return true;
  const int best = tally_best(p, v, sizeof(tally));
  for (int i = 0; i < v->action_count; i++) chance[i] += v->actions[i] == best ? away : 0;
  return true;
}

static const policy_type *sleeping_without_chances(const policy *p)
{
  return inner_without_chances(&((const sleeping_state *)p->state)->inner);
}

static void sleeping_played(policy *p, const view *v, const outcome *o)
{
  sleeping_state *s = p->state;
  inner_played(&s->inner, inner_view(s, v), o);
}

static void sleeping_observe(policy *p, const view *v, const outcome *o)
{
  sleeping_state *s = p->state;
  tally_add((tally *)p->actions + o->action, o->observed);
  inner_observe(&s->inner, inner_view(s, v), o);
}

static void sleeping_preview(policy *p, const view *v, const outcome *o, int stage)
{
  sleeping_state *s = p->state;
  inner_preview(&s->inner, inner_view(s, v), o, stage);
}

static void sleeping_life_told(policy *p, const view *v, int arm)
{
  sleeping_state *s = p->state;
  inner_life_told(&s->inner, inner_view(s, v), arm);
}

static void sleeping_arm_entered(policy *p, const view *v, int arm)
{
  sleeping_state *s = p->state;
  if (v->away && s->is_live[arm]) { /* to the policy inside it was there all the time */
    sleeping_life_told(p, v, arm);
    return;
  }
  insert_arm(s, v, arm);
  inner_forget(&s->inner, v, arm);
  inner_arm_entered(&s->inner, inner_view(s, v), arm);
}

static void sleeping_arm_left(policy *p, const view *v, int arm)
{
  sleeping_state *s = p->state;
  if (v->away || !s->is_live[arm]) return; /* it may have been away when this began, and never been met */
  take_out(s, v, arm);
  inner_arm_left(&s->inner, inner_view(s, v), arm);
}

static int sleeping_recommend(const policy *p, const view *v)
{
  sleeping_state *s = p->state;
  return inner_recommend(&s->inner, inner_view(s, v));
}

static bool sleeping_may_stop(const policy *p, const view *v)
{
  sleeping_state *s = p->state;
  return inner_may_stop(&s->inner, inner_view(s, v));
}

static bool sleeping_settled(const policy *p, const view *v)
{
  sleeping_state *s = p->state;
  return inner_settled(&s->inner, inner_view(s, v));
}

static bool sleeping_must_be_asked(const policy *p)
{
  return inner_must_be_asked_alone(&((const sleeping_state *)p->state)->inner);
}

const policy_type policy_sleeping = {
    .constructor = "policy_sleeping",
    .label = "Sleeping",
    .does = "hides from another policy that arms come and go",
    .paper = "Kleinberg, Niculescu-Mizil and Sharma 2010 (the setting)",
    .zeros = ZEROS_AS_INSIDE,
    .deterministic = true,
    .takes = TAKES({"base", A_TEXT(NULL), .holds = true}),
    .told_suffices = true,
    .meets_absent = true,
    .must_be_asked = sleeping_must_be_asked,
    .state_size = sizeof(sleeping_state),
    .action_size = sizeof(tally),
    .start = sleeping_start,
    .choose = sleeping_choose,
    .recall = sleeping_recall,
    .chances = sleeping_chances,
    .without_chances = sleeping_without_chances,
    .played = sleeping_played,
    .observe = sleeping_observe,
    .preview = sleeping_preview,
    .arm_entered = sleeping_arm_entered,
    .arm_left = sleeping_arm_left,
    .life_told = sleeping_life_told,
    .recommend = sleeping_recommend,
    .may_stop = sleeping_may_stop,
    .settled = sleeping_settled,
};
