/* How time passes in a game: what is due before a round happens before it, and
 * checkpoints are taken at the ends of rounds. */
#include "game.h"
#include <math.h>

void game_find_next_event(game *g)
{
  const hooked *list = &g->problem->with_next;
  g->next_event = heap_next(&g->late);
  for (int i = 0; i < list->count; i++) {
    const int64_t due = game_trait(g, list->at[i])->next(g, g->trait_state[list->at[i]]);
    if (due < g->next_event) g->next_event = due;
  }
}

/* What the traits have to do before this round. */
static void let_traits_act(game *g)
{
  const hooked *list = &g->problem->with_next;
  for (int i = 0; i < list->count; i++) game_trait(g, list->at[i])->act(g, g->trait_state[list->at[i]]);
}

void game_begin(game *g)
{
  if (g->next_event > 1) return;
  let_traits_act(g);
  game_find_next_event(g);
}

static void record_checkpoint(game *g)
{
  double row[PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES];
  record *r = g->record;
  const int64_t round = r->rounds[r->next];
  standing s = comparator_at(g, round);
  const hooked *list = &g->problem->with_judge;
  for (int i = 0; i < list->count; i++) {
    const trait_model *m = &g->problem->traits[list->at[i]];
    m->type->judge(g, g->trait_state[list->at[i]], round, &s, row + PLAIN_FIGURES + m->figure_at);
  }
  row[FIGURE_PULLS] = (double)g->plays;
  row[FIGURE_OPTIMAL] = s.optimal;
  row[FIGURE_REWARD] = game_reward(g);
  row[FIGURE_BENCHMARK] = s.benchmark;
  row[FIGURE_REGRET] = s.regret;
  const size_t at = r->at + (size_t)r->next++;
  for (int i = 0; i < PLAIN_FIGURES + g->problem->figure_count; i++)
    r->figures[i][at] = isnan(row[i]) ? r->missing : row[i];
}

void game_record_until(game *g, int64_t round)
{
  while (record_next(g->record) <= round) record_checkpoint(g);
}

/* Outcomes that were to be shown before this round; those of arms whose place
 * is another's by now are of no use to anybody. */
static void show_late(game *g)
{
  while (heap_next(&g->late) <= g->round) {
    const late_outcome o = *(const late_outcome *)heap_first_more(&g->late);
    heap_pop(&g->late);
    if (g->roster.number[o.seen.arm] != o.number) continue;
    sum_add(&g->action[o.seen.action].observed, o.seen.observed);
    game_show(g, &o.seen);
  }
}

void game_pass_time(game *g, int64_t to)
{
  g->passing_to = to;
  while (g->next_event <= to + 1 && !g->failure.code) {
    game_record_until(g, g->next_event - 1);
    game_begin_round(g, g->next_event);
    show_late(g);
    let_traits_act(g);
    game_find_next_event(g);
  }
  game_record_until(g, to);
  game_begin_round(g, to + 1);
}

void game_pass_idle(game *g)
{
  int64_t to = g->next_event == FOREVER ? g->horizon : g->next_event - 1;
  const int64_t checkpoint = record_next(g->record);
  if (to > checkpoint) to = checkpoint;
  if (to > g->horizon) to = g->horizon;
  if (g->by_context) to = g->round;
  comparator_idle(g, to - g->round + 1);
  game_pass_time(g, to);
}
