#include "roster.h"
#include <math.h>
#include <string.h>

bool roster_open(roster *r, const policy_type *type, int arms, int waits, arena *memory)
{
  const size_t count = (size_t)arms, actions = count * (size_t)waits;
  r->type = type;
  r->memory = r->player.memory = memory;
  r->live = arena_zeroed(memory, count, sizeof *r->live);
  r->actions = waits > 1 ? arena_zeroed(memory, actions, sizeof *r->actions) : r->live;
  r->arm_of = waits > 1 ? arena_zeroed(memory, actions, sizeof *r->arm_of) : NULL;
  r->is_live = arena_zeroed(memory, count, 1);
  r->is_used = arena_zeroed(memory, count, 1);
  r->number = arena_zeroed(memory, count, sizeof *r->number);
  r->first = arena_zeroed(memory, count, sizeof *r->first);
  r->last = arena_zeroed(memory, count, sizeof *r->last);
  r->leaving = arena_zeroed(memory, count, sizeof *r->leaving);
  r->player.state = arena_zeroed(memory, 1, type->state_size);
  r->player.actions = arena_zeroed(memory, actions, type->action_size);
  r->view.arms = arms;
  r->view.waits = waits;
  r->view.live = r->live;
  r->view.actions = r->actions;
  r->view.is_live = r->is_live;
  r->view.number = r->number;
  r->view.first = r->first;
  r->view.random = &r->random;
  r->view.best = &r->best;
  r->view.reference = NAN;
  r->view.first_plays = INFINITY;
  for (size_t i = 0; r->arm_of && i < actions; i++) r->arm_of[i] = (int)i / waits;
  return r->live && r->actions && (r->arm_of || waits == 1) && r->is_live && r->is_used && r->number &&
         r->first && r->last && r->leaving && r->player.state && r->player.actions;
}

bool roster_count(roster *r)
{
  const size_t actions = (size_t)r->view.arms * (size_t)r->view.waits;
  r->view.tried = r->tried = arena_zeroed(r->memory, actions, sizeof *r->tried);
  r->view.shown = r->shown = arena_zeroed(r->memory, actions, sizeof *r->shown);
  return r->tried && r->shown;
}

status roster_start(roster *r, const parameters *given)
{
  const parameters known = policy_parameters(r->type, given);
  const status s = r->type->start(&r->player, &r->view, &known);
  r->started = true;
  return status_from(r->type->label, s);
}

/* --- the lists, in the order of the arms' numbers -------------------------- */

/* Moves `count` items of a list from one place to another. */
static void move_items(int *list, int to, int from, int count)
{
  memmove(list + to, list + from, (size_t)count * sizeof *list);
}

static void list_arm(roster *r, int arm)
{
  view *v = &r->view;
  const int at = live_before(v, v->number[arm]), waits = v->waits;
  move_items(r->live, at + 1, at, v->live_count - at);
  r->live[at] = arm;
  v->live_count++;
  if (waits > 1) {
    move_items(r->actions, (at + 1) * waits, at * waits, v->action_count - at * waits);
    for (int i = 0; i < waits; i++) r->actions[at * waits + i] = arm * waits + i;
  }
  v->action_count += waits;
}

static void unlist_arm(roster *r, int arm)
{
  view *v = &r->view;
  const int at = live_before(v, v->number[arm]), waits = v->waits;
  if (at >= v->live_count || r->live[at] != arm) return; /* it was away */
  v->live_count--;
  move_items(r->live, at, at + 1, v->live_count - at);
  v->action_count -= waits;
  if (waits > 1) move_items(r->actions, at * waits, (at + 1) * waits, v->action_count - at * waits);
}

/* --- changes --------------------------------------------------------------- */

/* Clears what the policy knew of the arm that was here before: it is not true of the new one. */
static void forget_predecessor(roster *r, int arm)
{
  const size_t bytes = r->type->action_size * (size_t)r->view.waits;
  if (r->is_used[arm] && bytes) memset((char *)r->player.actions + (size_t)arm * bytes, 0, bytes);
  r->is_used[arm] = 1;
  for (int i = arm * r->view.waits; r->tried && i < (arm + 1) * r->view.waits; i++)
    r->tried[i] = r->shown[i] = 0;
}

void roster_enter(roster *r, int arm, int64_t number, int64_t first, int64_t last)
{
  if (!r->is_used[arm] || r->number[arm] != number) forget_predecessor(r, arm);
  r->number[arm] = number;
  r->first[arm] = first;
  r->last[arm] = last;
  r->is_live[arm] = 1;
  list_arm(r, arm);
}

static void tell_left(roster *r, int arm)
{
  if (r->started && r->type->arm_left) r->type->arm_left(&r->player, &r->view, arm);
}

void roster_leave(roster *r, int arm, int64_t last, bool tell)
{
  r->is_live[arm] = 0;
  r->view.left_in = last;
  if (r->holding) { /* all of them leave in the same round */
    r->leaving[r->leaving_count++] = tell ? arm : ~arm;
    return;
  }
  unlist_arm(r, arm);
  if (tell) tell_left(r, arm);
}

/* Takes all out that are not live, in one go. */
static void unlist_all_that_left(roster *r)
{
  view *v = &r->view;
  const int waits = v->waits;
  int kept = 0;
  for (int i = 0; i < v->live_count; i++) {
    if (!r->is_live[r->live[i]]) continue;
    if (waits > 1) move_items(r->actions, kept * waits, i * waits, waits);
    r->live[kept++] = r->live[i];
  }
  v->live_count = kept;
  v->action_count = kept * waits;
}

void roster_hold(roster *r) { r->holding = true; }

void roster_settle(roster *r)
{
  enum { FEW = 8 }; /* are faster one by one */
  const int count = r->leaving_count;
  r->holding = false;
  r->leaving_count = 0;
  if (count > FEW) unlist_all_that_left(r);
  for (int i = 0; i < count && count <= FEW; i++)
    unlist_arm(r, r->leaving[i] < 0 ? ~r->leaving[i] : r->leaving[i]);
  for (int i = 0; i < count; i++)
    if (r->leaving[i] >= 0) tell_left(r, r->leaving[i]);
}

void roster_away(roster *r, int arm)
{
  r->view.away = true;
  roster_leave(r, arm, r->view.round, true);
  r->view.away = false;
}

void roster_back(roster *r, int arm)
{
  r->is_live[arm] = 1;
  list_arm(r, arm);
  r->view.away = true;
  if (r->started && r->type->arm_entered) r->type->arm_entered(&r->player, &r->view, arm);
  r->view.away = false;
}

/* --- the policy ------------------------------------------------------------ */

static bool is_possible(const roster *r, int action)
{
  const view *v = &r->view;
  return action >= 0 && action < v->arms * v->waits && r->is_live[roster_arm_of(r, action)];
}

static int refuse_choice(roster *r)
{
  if (!r->player.failure.code)
    r->player.failure =
        status_error(STATUS_INTERNAL, "%s chose an arm that cannot be played.", r->type->label);
  return -1;
}

int roster_choose(roster *r)
{
  const int action = r->type->choose(&r->player, &r->view);
  return is_possible(r, action) ? action : refuse_choice(r);
}

int roster_choose_with_chances(roster *r, double *chance, bool *known)
{
  const int action = policy_choose_with_chances(r->type, &r->player, &r->view, chance, known);
  return is_possible(r, action) ? action : refuse_choice(r);
}

int roster_recommended(roster *r)
{
  if (!r->type->recommend) return -1;
  const int arm = r->type->recommend(&r->player, &r->view);
  if (arm >= -1 && arm < r->view.arms) return arm;
  if (!r->player.failure.code)
    r->player.failure =
        status_error(STATUS_INTERNAL, "%s named an arm that does not exist: place %d of 0 to %d.",
                     r->type->label, arm, r->view.arms - 1);
  return -1;
}

status roster_failure(const roster *r) { return status_from(r->type->label, r->player.failure); }
