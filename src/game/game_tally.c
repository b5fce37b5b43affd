/* Putting down what a game has come to. */
#include "inside.h"
#include <math.h>
#include <limits.h>

/* Lists an arm that was met: of thousands that come and go the others are not listed. */
void game_record_arm(game *g, int arm)
{
  if (!g->record || !g->record->keep_arms) return;
  const problem *p = g->problem;
  const int judge = p->arm_judge;
  for (int wait = 1; wait <= p->waits; wait++) {
    const int at = arm * p->waits + wait - 1;
    const action_status *a = &g->action[at];
    if (p->renewing && a->pulls == 0) continue;
    const long_sum *seen = g->simple ? &a->worth : &a->observed;
    const double estimate = a->shown ? sum_value(seen) / (double)a->shown : NAN;
    const bool other = g->by_context || p->acts & (HAS_CHANGES | HAS_WEAR); /* each round's, or pull's */
    const double mean = other ? NAN : g->comparator.pay[at];
    const double figure = judge < 0 ? NAN : game_trait(g, judge)->judge_arm(g, g->trait_state[judge], arm);
    const arm_row row = {
        g->roster.number[arm], wait, {(double)a->pulls, mean, estimate, (double)a->shown, figure}};
    if (!record_arm(g->record, at, &row)) g->failure = status_no_memory();
  }
}

void game_record_exit(game *g, int arm, int64_t last, exit_cause cause)
{
  if (!g->record || !g->record->keep_exits) return;
  exit_row *row = growable_add(&g->record->exits);
  const bool by_rule = cause == EXIT_DROPPED || cause == EXIT_GRADUATED;
  if (row)
    *row = (exit_row){g->roster.number[arm], cause, (double)last, by_rule ? g->stopping->taken_by[arm] : -1};
  else g->failure = status_no_memory();
}

int later_rounds(int64_t later) { return later < INT_MAX ? (int)later : INT_MAX; }

/* What is shown at a place of a log is never shown, until the walk gets there. */
static int later_of(const game *g, const play *p)
{
  const bool at_place = g->shown_at >= SHOWN_AT_PLACE && g->shown_at < FOREVER - 1;
  if (g->shown_at == FOREVER || at_place) return NEVER_SHOWN;
  return later_rounds(g->shown_at - (p->start + p->seen.cost - 1));
}

void game_record_choice(game *g, const play *p)
{
  choice_row *row = growable_add(&g->record->choices);
  if (!row) {
    g->failure = status_no_memory();
    return;
  }
  *row = (choice_row){.round = (double)p->start,
                      .reward = p->worth,
                      .observed = g->shown,
                      .cost = (double)p->seen.cost,
                      .chance = p->chance,
                      .time = p->seen.arrived,
                      .number = p->number,
                      .wait = p->seen.wait,
                      .later = later_of(g, p),
                      .ended = g->problem->arms.type->ended ? p->seen.event : -1};
}

bool game_add_instance(const game *g, int arm, growable *rows)
{
  const arms_type *type = g->problem->arms.type;
  instance_row *row = growable_add(rows);
  if (!row) return false;
  *row = (instance_row){.number = g->roster.number[arm],
                        .mean = type->mean(&g->arms, arm),
                        .first = g->roster.first[arm],
                        .last = g->roster.last[arm]};
  for (int i = 0; i < ARMS_PARAMETERS && g->problem->arms.given[i]; i++)
    row->value[i] = arms_value(&g->arms, i, arm);
  return true;
}
