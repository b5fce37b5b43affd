/* The door of trait.h: what traits may ask of a game and do to it. */
#include "late.h"
#include "state.h"

const problem *game_problem(const game *g) { return g->problem; }
arena *game_memory(game *g) { return &g->memory; }
int64_t game_seed(const game *g) { return g->arms.seed; }
uint32_t game_replication(const game *g) { return g->arms.replication; }
int64_t game_horizon(const game *g) { return g->horizon; }
int64_t game_round(const game *g) { return g->round; }
int64_t game_passing_to(const game *g) { return g->passing_to; }
bool game_is_outside(const game *g) { return g->outside; }
double game_waited(const game *g) { return g->waited; }
double game_look_time(const game *g) { return g->stopping ? g->stopping->made.time : NAN; }
bool game_has_failed(const game *g) { return g->failure.code != STATUS_OK; }

bool game_is_live(const game *g, int arm) { return g->roster.is_live[arm]; }
bool game_is_alive(const game *g, int arm) { return g->arm[arm].present; }
int64_t game_number(const game *g, int arm) { return g->roster.number[arm]; }
double game_mean(const game *g, int arm) { return arms_value(&g->arms, 0, arm); }
bool game_has_entered(const game *g, int arm) { return g->roster.is_used[arm]; }
int64_t game_first(const game *g, int arm) { return g->roster.first[arm]; }
int64_t game_last(const game *g, int arm) { return g->roster.last[arm]; }
int64_t game_pulls(const game *g, int arm) { return g->arm[arm].pulls; }
int64_t game_last_pull(const game *g, int arm) { return g->arm[arm].last_pull; }

int64_t game_last_attended(const game *g, int arm)
{
  return arm == g->playing ? g->round - 1 : g->arm[arm].last_pull;
}

worths game_worths(const game *g)
{
  const comparator *c = &g->comparator;
  return (worths){c->pay, c->time, c->rate, c->best};
}

int64_t game_plays_of(const game *g, int action) { return g->action[action].pulls; }
int game_action_count(const game *g) { return g->action_count; }
bool game_is_eligible(const game *g, int arm) { return comparator_is_eligible(g, arm); }
bool game_is_best(const game *g, int arm) { return comparator_is_best(g, arm); }

void game_compare_without(game *g, int arm) { comparator_arm_gone(g, arm, g->round - 1); }
void game_compare_with(game *g, int arm) { comparator_arm_entered(g, arm, g->round); }

void game_commit_to(game *g, int arm, const double *at_end)
{
  g->comparator.at_end = at_end;
  if (g->roster.type->sees_means) g->roster.view.best_throughout = arm + 1;
}

bool game_takes_previews(const game *g) { return g->roster.type->preview != NULL; }

void game_preview(game *g, const play *p, double value, int stage, int64_t round)
{
  late_outcome later = {.number = p->number, .stage = stage + 1, .seen = p->seen};
  later.seen.observed = value;
  if (!heap_push(&g->late, round, p->seen.play, &later)) g->failure = status_no_memory();
  game_expect(g, round + 1);
}

void game_expect(game *g, int64_t round)
{
  if (round < g->next_event) g->next_event = round;
}

void game_hold(game *g) { roster_hold(&g->roster); }
void game_settle(game *g) { roster_settle(&g->roster); }

static void put_down_change(game *g, int arm, double mean)
{
  path_row *row = growable_add(g->paths);
  if (row) *row = (path_row){g->roster.number[arm], g->round, mean};
  else g->failure = status_no_memory();
}

void game_change_mean(game *g, int arm, double mean)
{
  if (game_mean(g, arm) == mean) return;
  g->arms.value[0][arm] = mean;
  g->roster.view.changes++;
  if (g->paths) put_down_change(g, arm, mean);
  ahead_revise(&g->ahead, arm, g->arm[arm].pulls);
  comparator_mean_changed(g, arm);
}

void game_settle_means(game *g) { comparator_settle(g); }

void game_tell_lives(game *g) { g->roster.view.last = g->roster.last; }
void game_tell_reference(game *g, double reference) { g->roster.view.reference = reference; }
void game_tell_first_plays(game *g, double count) { g->roster.view.first_plays = count; }
void game_tell_penalties(game *g, const double *penalty) { g->roster.view.penalty = penalty; }

void game_tell_context(game *g, const double *context, int size)
{
  g->roster.view.context = context;
  g->roster.view.context_size = size;
}

void game_force(game *g, int action) { g->forced = action; }
bool game_is_forced(const game *g) { return g->forced >= 0; }
void game_end(game *g) { g->over = true; }
bool game_has_ended(const game *g) { return g->over; }
void game_fail(game *g, status why) { g->failure = why; }
