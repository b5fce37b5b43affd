#include "game.h"
#include <math.h>

/* How much may be done before a worker looks whether it is to stop: a round
 * counts as one for each action that a policy may look at. */
enum { WORK_BETWEEN_LOOKS = 1 << 16 };

/* --- time ----------------------------------------------------------------- */

static const trait_type *trait_at(const game *g, int at) { return g->problem->traits[at].type; }

void game_find_next_event(game *g)
{
  const hooked *list = &g->problem->with_next;
  g->next_event = late_is_empty(&g->late) ? FOREVER : late_first(&g->late)->round + 1;
  for (int i = 0; i < list->count; i++) {
    const int64_t due = trait_at(g, list->at[i])->next(g, g->trait_state[list->at[i]]);
    if (due < g->next_event) g->next_event = due;
  }
}

/* What the traits have to do before this round. */
static void act(game *g)
{
  const hooked *list = &g->problem->with_next;
  for (int i = 0; i < list->count; i++) trait_at(g, list->at[i])->act(g, g->trait_state[list->at[i]]);
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

static void record_until(game *g, int64_t round)
{
  while (record_next(g->record) <= round) record_checkpoint(g);
}

static void begin_round(game *g, int64_t round)
{
  g->round = round;
  g->roster.view.round = round;
}

static void show(game *g, const outcome *o)
{
  g->action[o->action].shown++;
  g->shown += o->observed;
  roster_show(&g->roster, o);
}

/* Outcomes that were to be shown before this round; those of arms whose place
 * is another's by now are of no use to anybody. */
static void show_late(game *g)
{
  while (!late_is_empty(&g->late) && late_first(&g->late)->round < g->round) {
    const late_outcome o = *late_first(&g->late);
    late_pop(&g->late);
    if (g->roster.number[o.seen.arm] != o.number) continue;
    sum_add(&g->action[o.seen.action].observed, o.seen.observed);
    show(g, &o.seen);
  }
}

/* Lets the rounds up to `to` pass: checkpoints are taken at their ends, and
 * whatever is due before a round happens before it. */
void game_pass_time(game *g, int64_t to)
{
  while (g->next_event <= to + 1 && !g->failure.code) {
    record_until(g, g->next_event - 1);
    begin_round(g, g->next_event);
    show_late(g);
    act(g);
    game_find_next_event(g);
  }
  record_until(g, to);
  begin_round(g, to + 1);
}

/* Nobody is there to be played: time passes until somebody may be. */
static void pass_idle(game *g)
{
  int64_t to = g->next_event == FOREVER ? g->horizon : g->next_event - 1;
  const int64_t checkpoint = record_next(g->record);
  if (to > checkpoint) to = checkpoint;
  if (to > g->horizon) to = g->horizon;
  if (g->by_context) to = g->round;
  comparator_idle(g, to - g->round + 1);
  game_pass_time(g, to);
}

/* --- a play --------------------------------------------------------------- */

static bool accepted(game *g, int action)
{
  const hooked *list = &g->problem->with_accept;
  for (int i = 0; i < list->count; i++)
    if (!trait_at(g, list->at[i])->accept(g, g->trait_state[list->at[i]], action)) return false;
  return true;
}

static void draw_reward(game *g, play *p)
{
  int count;
  const double *drawn = ahead_pulls(&g->ahead, &g->arms, p->seen.arm, &p->at, &count);
  if (!drawn) {
    g->failure = status_no_memory();
    return;
  }
  if (g->ahead.width == 1) {
    p->worth = *drawn;
    return;
  }
  p->u[0] = drawn[0];
  p->u[1] = drawn[1];
  p->worth = g->problem->arms.type->draw(&g->arms, p->seen.arm, &p->at, p->u[0], g->round);
}

static void draw_play(game *g, int action)
{
  play *p = &g->play;
  const int waits = g->problem->waits, arm = roster_arm_of(&g->roster, action);
  p->seen = (outcome){.action = action,
                      .arm = arm,
                      .wait = action - arm * waits + 1,
                      .cost = 1,
                      .play = g->plays,
                      .start = g->round};
  p->number = g->roster.number[arm];
  p->start = g->round;
  p->shown_in = 0;
  game_address(g, arm);
  draw_reward(g, p);
  p->seen.observed = p->worth;
  const hooked *list = &g->problem->with_shape;
  for (int i = 0; i < list->count; i++) trait_at(g, list->at[i])->shape(g, g->trait_state[list->at[i]], p);
}

static void count_play(game *g, const play *p)
{
  arm_status *arm = &g->arm[p->seen.arm];
  action_status *action = &g->action[p->seen.action];
  arm->pulls++;
  arm->last_pull = p->start + p->seen.cost - 1;
  action->pulls++;
  sum_add(&action->worth, p->worth);
  g->plays++;
  g->roster.view.plays = g->plays;
  comparator_played(g, p->seen.action, 1);
}

/* A play is told, and shown unless it is to be shown later. */
static void tell_play(game *g, const play *p)
{
  if (p->shown_in <= p->start + p->seen.cost - 1) {
    if (!g->simple) sum_add(&g->action[p->seen.action].observed, p->seen.observed);
    roster_played(&g->roster, &p->seen);
    show(g, &p->seen);
    return;
  }
  outcome told = p->seen;
  const late_outcome later = {p->shown_in, p->number, told};
  if (!late_push(&g->late, &later)) g->failure = status_no_memory();
  if (p->shown_in + 1 < g->next_event) g->next_event = p->shown_in + 1;
  told.observed = NAN;
  roster_played(&g->roster, &told);
}

static void record_choice(game *g, const play *p)
{
  choice_row *row = growable_add(&g->record->choices);
  if (!row) {
    g->failure = status_no_memory();
    return;
  }
  *row = (choice_row){(double)p->start, p->worth, g->shown, (double)p->seen.cost, p->number, p->seen.wait};
}

/* Lets time pass where mostly nothing happens. */
static inline void pass_quickly(game *g, int64_t to)
{
  if (g->next_event <= to + 1 || record_next(g->record) <= to) game_pass_time(g, to);
  else begin_round(g, to + 1);
}

static void finish_play(game *g, const play *p)
{
  const int64_t end = p->start + p->seen.cost - 1;
  if (g->problem->waits > 1) pass_quickly(g, end - 1); /* the play is not done yet */
  count_play(g, p);
  tell_play(g, p);
  g->playing = -1;
  pass_quickly(g, g->round);
  if (g->record->keep_choices) record_choice(g, p);
  g->shown = 0;
  const hooked *list = &g->problem->with_played;
  for (int i = 0; i < list->count; i++) trait_at(g, list->at[i])->played(g, g->trait_state[list->at[i]], p);
}

/* A play that would end after the horizon pays nothing and ends the game. */
static void play_once(game *g, int action)
{
  if (!accepted(g, action)) return;
  draw_play(g, action);
  if (g->failure.code) return;
  g->playing = g->play.seen.arm;
  if (g->round + g->play.seen.cost - 1 > g->horizon) game_pass_time(g, g->horizon);
  else finish_play(g, &g->play);
}

/* --- a run of plays -------------------------------------------------------- */

/* Plays for which nothing is due that the policy or the record must see. */
static int64_t undisturbed(const game *g)
{
  int64_t last = g->horizon;
  if (g->next_event - 1 < last) last = g->next_event - 1;
  if (record_next(g->record) < last) last = record_next(g->record);
  return last - g->round + 1;
}

static void finish_run(game *g, int action, int64_t plays, double total)
{
  arm_status *arm = &g->arm[action];
  g->action[action].pulls += plays;
  g->action[action].shown += plays;
  g->plays += plays;
  g->round += plays - 1;
  g->roster.view.plays = g->plays;
  arm->last_pull = g->round;
  g->work += (size_t)plays;
  comparator_played(g, action, plays);
  begin_round(g, g->round);
  const run r = {action, action, plays, total};
  if (g->roster.type->observe_run) g->roster.type->observe_run(&g->roster.player, &g->roster.view, &r);
  pass_quickly(g, g->round);
}

/* The policy is asked once for many plays. */
static void play_run(game *g, int action)
{
  stretch s = {1, 0, -INFINITY, 0};
  g->roster.type->stretch(&g->roster.player, &g->roster.view, action, &s);
  int64_t most = undisturbed(g);
  if (s.plays < most) most = s.plays;
  if (most > WORK_BETWEEN_LOOKS) most = WORK_BETWEEN_LOOKS;
  if (most < 2) {
    play_once(g, action);
    return;
  }
  const int64_t done = game_run(g, action, most, &s);
  if (!g->failure.code) finish_run(g, action, done, s.total);
}

/* --- the game ------------------------------------------------------------- */

double game_reward(const game *g)
{
  double reward = sum_value(&g->reward_of_the_dead);
  for (int action = 0; action < g->action_count; action++) reward += sum_value(&g->action[action].worth);
  return reward;
}

/* Of thousands that come and go only those are listed that were met. */
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
    const double mean = g->by_context ? NAN : g->comparator.pay[at]; /* each round's is another */
    const double figure = judge < 0 ? NAN : trait_at(g, judge)->judge_arm(g, g->trait_state[judge], arm);
    const arm_row row = {g->roster.number[arm], wait, {(double)a->pulls, mean, estimate, figure}};
    if (!record_arm(g->record, at, &row)) g->failure = status_no_memory();
  }
}

static game_state end_game(game *g)
{
  record_until(g, g->horizon);
  g->record->plays = g->plays;
  for (int arm = 0; arm < g->problem->arm_count; arm++)
    if (!g->problem->renewing || g->arm[arm].present) game_record_arm(g, arm);
  if (g->problem->renewing) record_sort_arms(g->record);
  return g->failure.code ? GAME_FAILED : GAME_ENDED;
}

static bool is_to_stop(game *g, const atomic_bool *stop)
{
  g->work += 1 + (size_t)g->roster.view.action_count;
  if (g->work < WORK_BETWEEN_LOOKS) return false;
  g->work = 0;
  if (g->reached) atomic_store_explicit(g->reached, g->round, memory_order_relaxed);
  if (!stop || !atomic_load_explicit(stop, memory_order_relaxed)) return false;
  g->failure = status_error(STATUS_STOPPED, "The game was stopped.");
  return true;
}

/* The action to be played; -1 if there is none, either because the policy
 * failed or because it is to be asked outside. */
static int choose(game *g)
{
  if (g->forced >= 0) return g->forced;
  int action = g->answer;
  g->answer = -1;
  if (action >= 0 || !g->roster.type->choose) return action;
  action = roster_choose(&g->roster);
  if (action < 0) g->failure = g->roster.player.failure;
  return action;
}

static void begin_context(game *g)
{
  g->problem->arms.type->begin_round(&g->arms, g->round);
  comparator_round(g);
}

game_state game_step(game *g, int64_t until, const atomic_bool *stop)
{
  const bool runs = g->simple && g->roster.type->stretch && !g->roster.view.plain && !g->record->keep_choices;
  while (g->round < until) {
    if (g->round > g->horizon || g->over) return end_game(g);
    if (is_to_stop(g, stop)) return GAME_FAILED;
    if (g->by_context && g->answer < 0) begin_context(g);
    if (g->roster.view.live_count == 0) {
      pass_idle(g);
      continue;
    }
    const int action = choose(g);
    if (action < 0) return g->failure.code ? GAME_FAILED : GAME_ASKS;
    if (runs) play_run(g, action);
    else play_once(g, action);
    if (g->failure.code) return GAME_FAILED;
  }
  return g->failure.code ? GAME_FAILED : GAME_GOES_ON;
}

status game_play(const game_setup *setup, record *r, arena *memory, const atomic_bool *stop)
{
  game g;
  status s = game_open(&g, setup, r, *memory, NULL);
  if (!s.code && game_step(&g, FOREVER, stop) == GAME_FAILED) s = g.failure;
  if (s.code && !s.replication) {
    s.replication = setup->replication;
    s.round = g.round;
  }
  *memory = game_close(&g);
  return s;
}

status game_rehearse(const game_setup *setup)
{
  game g;
  const arena none = {0};
  const status s = game_open(&g, setup, NULL, none, NULL);
  arena memory = game_close(&g);
  arena_free(&memory);
  return s;
}
