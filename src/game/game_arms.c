/* The arms of a game as they come and go. */
#include "inside.h"

/* Clears a place, and keeps what the arm that was there before had collected. */
static void clear_place(game *g, int arm)
{
  const int waits = g->problem->waits;
  for (int action = arm * waits; action < (arm + 1) * waits; action++) {
    const double worth = sum_value(&g->action[action].worth);
    if (worth != 0) sum_add(&g->reward_of_the_dead, worth);
    g->action[action] = (action_status){0};
  }
  g->arm[arm] = (arm_status){0};
  ahead_forget(&g->ahead, arm);
  if (g->stopping) stopping_forget(g, arm);
}

void game_arm_enters(game *g, int arm, int64_t number, int64_t first, int64_t last)
{
  if (number != g->roster.number[arm]) {
    clear_place(g, arm);
    arms_place(&g->arms, arm, number);
  }
  arm_status *a = &g->arm[arm];
  *a = (arm_status){.pulls = a->pulls, .last_pull = first - 1, .present = true};
  roster_enter(&g->roster, arm, number, first, last);
  comparator_arm_entered(g, arm, first);
  if (g->stopping) stopping_entered(g, arm);
  if (g->births && !game_add_instance(g, arm, g->births)) g->failure = status_no_memory();
  if (g->roster.started && g->roster.type->arm_entered)
    g->roster.type->arm_entered(&g->roster.player, &g->roster.view, arm);
  const hooked *list = &g->problem->with_arm_entered; /* who may let it be away at once */
  for (int i = 0; i < list->count; i++)
    game_trait(g, list->at[i])->arm_entered(g, g->trait_state[list->at[i]], arm);
}

void game_arm_leaves(game *g, int arm, int64_t last, exit_cause cause)
{
  arm_status *a = &g->arm[arm];
  const bool was_away = a->away > 0 && a->present && !a->left && !a->held;
  a->left = true;
  if (g->roster.is_live[arm] || was_away) {
    roster_leave(&g->roster, arm, last, g->round <= g->horizon);
    game_record_exit(g, arm, last, cause);
  }
  if (cause != EXIT_DIED) return;
  a->present = false;
  comparator_arm_gone(g, arm, last);
  if (g->stopping) stopping_count(g, arm);
  if (g->problem->renewing) game_record_arm(g, arm);
}

void game_arm_away(game *g, int arm)
{
  g->arm[arm].away++;
  if (g->roster.is_live[arm]) roster_away(&g->roster, arm);
}

/* The hooks of traits are called also while another reason keeps it away, for what they know of it
 * may have changed. */
void game_arm_back(game *g, int arm)
{
  arm_status *a = &g->arm[arm];
  a->away--;
  if (a->left) return;
  a->last_pull = g->round - 1;
  const hooked *list = &g->problem->with_arm_back;
  for (int i = 0; i < list->count; i++)
    game_trait(g, list->at[i])->arm_back(g, g->trait_state[list->at[i]], arm);
  if (a->away == 0) roster_back(&g->roster, arm);
}
