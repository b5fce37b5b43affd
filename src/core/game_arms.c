/* The arms of a game as they come and go. */
#include "game.h"
#include "../traits/trait.h"
#include <string.h>

void game_refresh_view(game *g)
{
  view *v = &g->view;
  v->arms = g->arms.count;
  v->live = g->live.items;
  v->live_count = (int)g->live.count;
  v->is_live = g->is_live.items;
  v->first = g->first.items;
  if (v->last) v->last = g->last.items;
  if (g->type->sees_means) v->mean_value = g->comparator.value.items;
  g->player.actions = g->actions.items;
}

/* Room for arms up to number `count`, absent and unplayed. */
bool game_add_arms(game *g, int count)
{
  const int from = g->arms.count, waits = g->problem->waits;
  const size_t room = (size_t)count;
  if (!arms_extend(&g->arms, count) || !growable_reserve(&g->arm_status, room) ||
      !growable_reserve(&g->action_status, room * waits) || !growable_reserve(&g->is_live, room) ||
      !growable_reserve(&g->first, room) || !growable_reserve(&g->last, room) ||
      !growable_reserve(&g->actions, room * waits) || !comparator_add_arms(g, from, count)) {
    g->failure = status_no_memory();
    return false;
  }
  game_refresh_view(g);
  return true;
}

/* Keeps the list of live arms in ascending order; newborns are the last. */
static bool live_insert(game *g, int arm)
{
  if (!growable_add(&g->live)) return false;
  int *live = g->live.items;
  size_t at = g->live.count - 1;
  for (; at > 0 && live[at - 1] > arm; at--) live[at] = live[at - 1];
  live[at] = arm;
  return true;
}

static void live_remove(game *g, int arm)
{
  int *live = g->live.items;
  size_t at = 0;
  while (live[at] != arm) at++;
  memmove(live + at, live + at + 1, (--g->live.count - at) * sizeof(int));
}

void game_arm_enters(game *g, int arm, int64_t first)
{
  if (!live_insert(g, arm)) {
    g->failure = status_no_memory();
    return;
  }
  ((unsigned char *)g->is_live.items)[arm] = 1;
  ((int64_t *)g->first.items)[arm] = first;
  game_arm(g, arm)->present = true;
  game_arm(g, arm)->last_pull = first - 1;
  comparator_arm_entered(g, arm, first);
  game_refresh_view(g);
  EACH_TRAIT(g, i, m)
    if (m->arm_entered) m->arm_entered(g, g->trait_state[i], arm);
  if (g->started && g->type->arm_entered) g->type->arm_entered(&g->player, &g->view, arm);
}

static void record_exit(game *g, int arm, int64_t last, exit_cause cause)
{
  exit_row *row = g->record ? growable_add(&g->record->exits) : NULL;
  if (row) *row = (exit_row){arm, cause, (double)last};
  else if (g->record) g->failure = status_no_memory();
}

void game_arm_leaves(game *g, int arm, int64_t last, exit_cause cause)
{
  const bool was_live = game_is_live(g, arm);
  if (cause == EXIT_DIED) {
    game_arm(g, arm)->present = false;
    comparator_arm_gone(g, arm, last);
  }
  if (!was_live) return;
  ((unsigned char *)g->is_live.items)[arm] = 0;
  live_remove(g, arm);
  game_refresh_view(g);
  record_exit(g, arm, last, cause);
  if (g->started && last < g->horizon && g->type->arm_left) g->type->arm_left(&g->player, &g->view, arm);
}
