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

/* The last round of whose end all was shown before this one, which is not before `low`. */
static int64_t known_before(const game *g, int64_t low, int64_t round)
{
  int64_t high = round;
  if (low + 1 >= high || game_shown_in(g, low + 1) >= round) return low;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    if (game_shown_in(g, middle) < round) low = middle;
    else high = middle;
  }
  return low;
}

int64_t game_known_before(const game *g, int64_t round)
{
  return known_before(g, g->roster.view.known, round);
}

void game_look_back(game *g) { g->roster.view.known = known_before(g, g->roster.view.known, g->round); }

double game_time_before(game *g, int64_t round)
{
  const int at = g->problem->clock;
  if (g->waited > 0 && g->waited < INFINITY) return g->closed;
  const int64_t known = g->roster.view.in_batches ? game_known_before(g, round) : round - 1;
  return game_trait(g, at)->arrives(g, g->trait_state[at], known + 1);
}
