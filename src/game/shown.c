/* In which round an outcome is shown, and which batches have ended: by the traits, without the rest of the
 * game, which all of its parts ask. */
#include "state.h"

int64_t game_shown_in(const game *g, int64_t round)
{
  const hooked *list = &g->problem->with_shown_in;
  for (int i = 0; i < list->count; i++)
    round = game_trait(g, list->at[i])->shown_in(g, g->trait_state[list->at[i]], round);
  return round;
}

void game_look_back(game *g)
{
  int64_t low = g->roster.view.known, high = g->round;
  if (low + 1 >= high || game_shown_in(g, low + 1) >= g->round) return;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    if (game_shown_in(g, middle) < g->round) low = middle;
    else high = middle;
  }
  g->roster.view.known = low;
}
