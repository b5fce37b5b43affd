/* Policies whose decisions are made outside the core, in R: they have no choose(), so a game stops
 * and asks (GAME_ASKS). policy_index plays the action with the greatest index, those of which
 * nothing was seen first, the lowest in a tie; policy_custom whatever it is answered, or what is drawn by the
 * propensities that it is answered. What is kept here is what they may see of the past. */
#include "outside.h"
#include <string.h>

static status outside_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  outside_state *s = p->state;
  s->tells = parameters_given(given, "tells");
  s->states = parameters_given(given, "states");
  return status_ok;
}

static outside_action *at(const policy *p, int action) { return (outside_action *)p->actions + action; }

/* Room is doubled, so what the arena keeps of the old ones is no more again. */
static bool make_room(policy *p, outside_state *s)
{
  const size_t room = s->room ? 2 * s->room : 16;
  outside_outcome *larger = arena_zeroed(p->memory, room, sizeof *larger);
  if (!larger) return false;
  if (s->count) memcpy(larger, s->shown, s->count * sizeof *larger);
  s->shown = larger;
  s->room = room;
  return true;
}

static void outside_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  at(p, o->action)->played++;
  at(p, o->action)->latest = o->start;
}

static void outside_observe(policy *p, const view *v, const outcome *o)
{
  outside_state *s = p->state;
  tally_add(&at(p, o->action)->seen, o->observed);
  at(p, o->action)->time += (double)o->cost;
  if (!s->tells) return;
  if (s->count == s->room && !make_room(p, s)) {
    p->failure = status_no_memory();
    return;
  }
  s->shown[s->count++] = (outside_outcome){v->number[o->arm], *o};
}

double *outside_chances_room(policy *p, const view *v)
{
  outside_state *s = p->state;
  if (s->chances >= v->action_count) return s->chance;
  s->chance = arena_zeroed(p->memory, 2 * (size_t)v->action_count, sizeof *s->chance);
  s->chances = s->chance ? 2 * v->action_count : 0;
  return s->chance;
}

/* Only those of the choice that was just answered are known. */
static bool outside_chances(policy *p, const view *v, double *chance)
{
  outside_state *s = p->state;
  if (!s->stated) return false;
  s->stated = false;
  memcpy(chance, s->chance, (size_t)v->action_count * sizeof *chance);
  return true;
}

static const policy_type *outside_without(const policy *p)
{
  return ((const outside_state *)p->state)->states ? NULL : &policy_custom;
}

size_t outside_take(policy *p, int64_t n)
{
  outside_state *s = p->state;
  const size_t first = n > s->before ? (size_t)(n - s->before) : 0;
  const size_t from = first < s->count ? first : s->count;
  s->before += (int64_t)s->count;
  s->count = 0;
  return from;
}

#define WRITTEN_IN_R "is written in R, and a function that chooses returns no propensities"

#define OUTSIDE(name_, label_, does_, ...)                                                                  \
  const policy_type name_ = {.constructor = #name_,                                                         \
                             .label = label_,                                                               \
                             .does = does_,                                                                 \
                             .paper = "your own",                                                           \
                             .no_chances = WRITTEN_IN_R,                                                    \
                             .takes = TAKES({"code", A_TEXT(NULL)}, {"tells", A_FLAG}, {"states", A_FLAG}), \
                             .state_size = sizeof(outside_state),                                           \
                             .action_size = sizeof(outside_action),                                         \
                             .start = outside_start,                                                        \
                             .played = outside_played,                                                      \
                             .observe = outside_observe,                                                    \
                             __VA_ARGS__}

OUTSIDE(policy_index, "Index", "plays the arm with the greatest index, which a function of yours computes",
        .chances = NULL);
OUTSIDE(policy_custom, "Custom", "plays what functions of yours choose", .chances = outside_chances,
        .without_chances = outside_without);
