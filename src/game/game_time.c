/* Time in a game: what is due before a round happens before it, and
 * checkpoints are taken at the ends of rounds. */
#include "game.h"
#include "inside.h"
#include <math.h>
#include <string.h>

void game_find_next_event(game *g)
{
  const hooked *list = &g->problem->with_next;
  g->next_event = heap_next(&g->late);
  for (int i = 0; i < list->count; i++) {
    const int64_t due = game_trait(g, list->at[i])->next(g, g->trait_state[list->at[i]]);
    if (due < g->next_event) g->next_event = due;
  }
}

/* Lets each trait do what it has to do before this round. */
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

/* Writes a row of the record: what the game has come to at the end of a round. */
static void measure(game *g, int64_t round, double *row)
{
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
  if (g->timed) g->roster.view.now = game_time_before(g, round + 1);
  const int named = naming_now(g);
  row[FIGURE_ARM] = named < 0 ? NAN : (double)g->roster.number[named] + 1;
  row[FIGURE_SIMPLE_REGRET] = named < 0 ? NAN : comparator_shortfall(g, named);
}

/* Returns the regret of a game that has stopped: what is collected stays what it was. */
static double regret_since(const game *g, int64_t round)
{
  const stopping *s = g->stopping;
  if (!s->plan->commit) return round > s->round ? NAN : s->row[FIGURE_REGRET];
  if (g->problem->moving) return comparator_at(g, round).regret;
  return s->row[FIGURE_REGRET] + (double)(round - s->round) * s->row[FIGURE_SIMPLE_REGRET];
}

static void record_checkpoint(game *g)
{
  double row[PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES];
  record *r = g->record;
  const int64_t round = r->rounds[r->next];
  const int count = PLAIN_FIGURES + g->problem->figure_count;
  if (game_has_stopped(g)) {
    memcpy(row, g->stopping->row, (size_t)count * sizeof *row);
    row[FIGURE_REGRET] = regret_since(g, round);
  } else {
    measure(g, round, row);
  }
  const size_t at = r->at + (size_t)r->next++;
  for (int i = 0; i < count; i++) r->figures[i][at] = isnan(row[i]) ? r->missing : row[i];
  if (g->scores) scores_record(g, round);
}

void game_record_until(game *g, int64_t round)
{
  while (record_next(g->record) <= round) record_checkpoint(g);
}

void game_show_observed(game *g, const outcome *o)
{
  if (!g->roster.started) return;
  sum_add(&g->action[o->action].observed, o->observed);
  game_show(g, o);
}

/* The outcome that is to be shown next; those of arms whose place is another's by now are of no use to
 * anybody. */
static void show_next(game *g)
{
  const late_outcome o = *(const late_outcome *)heap_first_more(&g->late);
  heap_pop(&g->late);
  if (g->roster.number[o.seen.arm] != o.number) return;
  if (o.stage) {
    if (g->roster.started) g->roster.type->preview(&g->roster.player, &g->roster.view, &o.seen, o.stage - 1);
    return;
  }
  game_show_observed(g, &o.seen);
  if (g->scores) scores_count_late(g, o.score, o.seen.arm, o.seen.observed);
}

/* Outcomes that were to be shown before this round. */
static void show_late(game *g)
{
  while (heap_next(&g->late) <= g->round) show_next(g);
}

/* A play has no row if there was no memory for it: then the game has failed. */
static void put_down_shown(game *g, int64_t number)
{
  const growable *kept = &g->record->choices;
  choice_row *rows = kept->items;
  if (number >= (int64_t)kept->count) return;
  rows[number].later = later_rounds(g->round - 1 - (int64_t)rows[number].round);
  rows[kept->count - 1].observed += g->shown;
  g->shown = 0;
}

void game_show_due(game *g, int64_t place)
{
  while (g->late.count > 0 && heap_first(&g->late).round <= SHOWN_AT_PLACE + place) {
    const int64_t number = heap_first(&g->late).order;
    show_next(g);
    if (g->record && g->record->keep_choices) put_down_shown(g, number);
  }
}

/* Returns whether the outcome that is to be shown next comes while a game that ended with this round waits:
 * by the trait that knows the time, or by the round. */
static bool comes_in_time(const game *g, int64_t end)
{
  const int at = g->problem->clock;
  const late_outcome *o = heap_first_more(&g->late);
  if (at >= 0) return game_trait(g, at)->known_within(g, g->trait_state[at], &o->seen, g->overrun);
  return (double)(heap_first(&g->late).round - end) <= g->overrun;
}

/* Patients are followed until then, those of a batch that has not ended, too. */
static void follow_on(game *g, int64_t end)
{
  const double seen = game_time_before(g, end + 1), until = g->play.seen.arrived + g->overrun;
  g->closed = until > seen ? until : seen;
  if (g->roster.view.in_batches) g->roster.view.known = end;
}

/* The game has ended with this round: shows what is outstanding, as far as it waits for that. */
static void show_outstanding(game *g, int64_t end)
{
  if (g->timed && g->overrun < INFINITY && !(g->waited > 0)) follow_on(g, end);
  g->waited = g->overrun;
  while (g->late.count > 0)
    if (comes_in_time(g, end)) show_next(g);
    else heap_pop(&g->late);
}

/* What was shown since goes with the last play. */
void game_end_log(game *g)
{
  const growable *kept = &g->record->choices;
  if (!(g->overrun > 0)) return;
  show_outstanding(g, g->round - 1);
  if (g->record->keep_choices && kept->count > 0)
    ((choice_row *)kept->items)[kept->count - 1].observed += g->shown;
  g->shown = 0;
}

/* All that is shown in a round has been shown: what is there to be said of the best
 * arm is said now, before arms come and go. An agent goes on, without its policy. */
static void end_round(game *g, int64_t round)
{
  const bool waits = g->overrun > 0;
  if (waits && round >= g->horizon && !game_has_stopped(g)) show_outstanding(g, round);
  if (stopping_ends(g, round)) {
    if (waits) show_outstanding(g, round);
    measure(g, round, g->stopping->row);
    stopping_record(g);
    if (g->outside) g->roster.started = false;
  }
  game_record_until(g, round);
}

void game_pass_time(game *g, int64_t to)
{
  g->passing_to = to;
  while (g->next_event <= to + 1 && !g->failure.code) {
    const int64_t ended = g->next_event - 1;
    game_record_until(g, ended - 1);
    game_begin_round(g, g->next_event);
    show_late(g);
    end_round(g, ended);
    let_traits_act(g);
    game_find_next_event(g);
  }
  end_round(g, to);
  game_begin_round(g, to + 1);
}

void game_pass_idle(game *g)
{
  int64_t to = g->next_event == FOREVER ? g->horizon : g->next_event - 1;
  const int64_t checkpoint = record_next(g->record);
  if (to > checkpoint) to = checkpoint;
  if (to > g->horizon) to = g->horizon;
  if (g->by_context || g->stopping) to = g->round;
  comparator_idle(g, to - g->round + 1);
  game_pass_time(g, to);
}

static void play_named(game *g, int64_t rounds)
{
  const stopping *s = g->stopping;
  const bool there = s->named >= 0 && g->roster.number[s->named] == s->number && g->arm[s->named].present;
  if (there) comparator_played(g, s->named, rounds);
  else comparator_idle(g, rounds);
}

/* Passes the rest of the rounds at once where the best arm is the same for ever. */
void game_pass_rest(game *g)
{
  g->record->keep_exits = g->record->keep_arms = false;
  g->roster.started = false; /* so that the policy is notified of nothing */
  g->late.count = 0;
  while (g->problem->moving && g->stopping->plan->commit && !g->failure.code &&
         record_next(g->record) <= g->horizon) {
    int64_t to = record_next(g->record);
    if (g->next_event - 1 < to) to = g->next_event - 1;
    if (to >= g->round) play_named(g, to - g->round + 1);
    game_pass_time(g, to);
  }
  game_record_until(g, g->horizon);
}
