#include "game.h"
#include "../traits/trait.h"
#include <math.h>

/* How much may be done before a worker looks whether it is to stop: a round
 * counts as one for each action that a policy may look at. */
enum { WORK_BETWEEN_LOOKS = 1 << 16 };

/* --- time ----------------------------------------------------------------- */

static void find_next_event(game *g)
{
  g->next_event = FOREVER;
  EACH_TRAIT(g, i, m)
    if (m->next) {
      const int64_t due = m->next(g, g->trait_state[i]);
      if (due < g->next_event) g->next_event = due;
    }
}

static void record_checkpoint(game *g)
{
  record *r = g->record;
  const int64_t round = r->rounds[r->next];
  const standing s = comparator_at(g, round);
  r->rows[r->next++] =
      (checkpoint_row){(double)g->plays, g->reward, s.benchmark, s.regret, s.penalty, s.unfairness};
}

static void record_until(game *g, int64_t round)
{
  while (record_next(g->record) <= round) record_checkpoint(g);
}

static void begin_round(game *g, int64_t round)
{
  g->round = round;
  g->view.round = round;
}

/* Lets the rounds up to `to` pass: checkpoints are taken at their ends, and
 * whatever is due before a round happens before it. */
static void pass_time(game *g, int64_t to)
{
  while (g->next_event <= to + 1 && !g->failure.code) {
    record_until(g, g->next_event - 1);
    begin_round(g, g->next_event);
    EACH_TRAIT(g, i, m)
      if (m->act) m->act(g, g->trait_state[i]);
    find_next_event(g);
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
  comparator_idle(g, to - g->round + 1);
  pass_time(g, to);
}

/* --- a play --------------------------------------------------------------- */

static bool accepted(game *g, int action)
{
  EACH_TRAIT(g, i, m)
    if (m->accept && !m->accept(g, g->trait_state[i], action)) return false;
  return true;
}

static bool action_is_possible(const game *g, int action)
{
  return action >= 0 && action < g->arms.count * g->problem->waits &&
         game_is_live(g, action / g->problem->waits);
}

/* The policy's choice, or -1 with g->failure set. */
static int ask_policy(game *g)
{
  const int action = g->type->choose(&g->player, &g->view);
  if (action_is_possible(g, action)) return action;
  g->failure = g->player.failure.code
                   ? g->player.failure
                   : status_error(STATUS_INTERNAL, "%s chose an arm that cannot be played.", g->type->label);
  return -1;
}

static void draw_play(game *g, int action, play *p)
{
  const int waits = g->problem->waits;
  p->seen = (outcome){.action = action, .arm = action / waits, .wait = action % waits + 1, .cost = 1};
  p->start = g->round;
  p->at.arm = (uint32_t)p->seen.arm;
  p->at.pull = (uint64_t)game_arm(g, p->seen.arm)->pulls;
  p->block = random_block(&p->at, 0);
  p->worth = g->problem->arms.type->draw(&g->arms, &p->at, &p->block, g->round);
  p->seen.observed = p->worth;
  EACH_TRAIT(g, i, m)
    if (m->shape) m->shape(g, g->trait_state[i], p);
}

/* A running sum that does not lose what is small beside it (Kahan): rewards of
 * 0.1 still add up after 1e12 rounds. */
static void collect_reward(game *g, double worth)
{
  const double corrected = worth - g->reward_excess;
  const double sum = g->reward + corrected;
  g->reward_excess = (sum - g->reward) - corrected;
  g->reward = sum;
}

static void count_play(game *g, const play *p)
{
  arm_status *arm = game_arm(g, p->seen.arm);
  action_status *action = game_action(g, p->seen.action);
  arm->pulls++;
  arm->last_pull = p->start + p->seen.cost - 1;
  action->pulls++;
  action->observed += p->seen.observed;
  collect_reward(g, p->worth);
  g->plays++;
  g->view.plays = g->plays;
  comparator_played(g, p->seen.action);
}

static void record_choice(game *g, const play *p)
{
  choice_row *row = growable_add(&g->record->choices);
  if (!row) {
    g->failure = status_no_memory();
    return;
  }
  *row = (choice_row){(double)p->start,     p->worth,    p->seen.observed,
                      (double)p->seen.cost, p->seen.arm, p->seen.wait};
}

static void finish_play(game *g, const play *p)
{
  const int64_t end = p->start + p->seen.cost - 1;
  if (end > p->start) pass_time(g, end - 1); /* the play is not done yet */
  count_play(g, p);
  if (g->record->keep_choices) record_choice(g, p);
  if (g->type->observe) g->type->observe(&g->player, &g->view, &p->seen);
  g->playing = -1;
  if (g->next_event <= end + 1 || record_next(g->record) <= end) pass_time(g, end);
  else begin_round(g, end + 1);
  EACH_TRAIT(g, i, m)
    if (m->played) m->played(g, g->trait_state[i], p);
}

/* A play that would end after the horizon pays nothing and ends the game. */
static void play_once(game *g, play *p)
{
  const int action = g->forced >= 0 ? g->forced : ask_policy(g);
  if (action < 0 || !accepted(g, action)) return;
  draw_play(g, action, p);
  g->playing = p->seen.arm;
  if (g->round + p->seen.cost - 1 > g->horizon) pass_time(g, g->horizon);
  else finish_play(g, p);
}

/* --- the game ------------------------------------------------------------- */

static void set_sizes(game *g, const policy_type *type)
{
  g->arm_status.size = sizeof(arm_status);
  g->action_status.size = sizeof(action_status);
  g->live.size = sizeof(int);
  g->is_live.size = 1;
  g->first.size = g->last.size = sizeof(int64_t);
  g->actions.size = type->action_size ? type->action_size : 1;
  g->comparator.pay.size = g->comparator.value.size = g->comparator.rate.size = sizeof(double);
  g->comparator.best = -INFINITY;
}

static void set_view(game *g, const game_setup *setup)
{
  const problem *p = g->problem;
  g->view.round = 1;
  g->view.horizon = setup->horizon;
  g->view.waits = p->waits;
  g->view.vain = p->vain;
  g->view.patience = p->patience;
  g->view.share = p->share;
  g->view.penalty = p->penalty;
  if (p->penalty_columns > 1)
    g->view.penalty += ((int64_t)setup->replication - p->penalty_first) * p->arm_count;
  g->view.plain = setup->plain;
  g->view.replay = (p->has & HAS_REPLAY) != 0;
  g->view.random = &g->random;
}

static bool start_traits(game *g)
{
  const problem *p = g->problem;
  for (int i = 0; i < p->trait_count; i++) {
    const trait_model *m = &p->traits[i];
    if (m->type->state_size && !(g->trait_state[i] = arena_zeroed(&g->memory, 1, m->type->state_size)))
      return false;
    if (m->type->start && !m->type->start(g, g->trait_state[i], m->shared)) return false;
  }
  return true;
}

/* Arms of a bandit without lifetimes, entries or log are there from round 1. */
static void start_arms(game *g)
{
  if (g->problem->has & (HAS_ENTRIES | HAS_LIFETIMES | HAS_REPLAY)) return;
  for (int arm = 0; arm < g->problem->arm_count; arm++) game_arm_enters(g, arm, 1);
}

static status game_start(game *g, const game_setup *setup)
{
  g->problem = setup->problem;
  g->type = setup->type;
  g->horizon = setup->horizon;
  g->round = 1;
  g->playing = g->forced = -1;
  g->random = stream_open(setup->seed, setup->replication, setup->policy_identity);
  g->player.memory = &g->memory;
  set_sizes(g, setup->type);
  set_view(g, setup);
  g->player.state = arena_zeroed(&g->memory, 1, g->type->state_size);
  if (!g->player.state || !arms_open(&g->arms, &g->problem->arms, setup->seed, setup->replication) ||
      !game_add_arms(g, g->problem->arm_count) || !start_traits(g))
    return g->failure.code ? g->failure : status_no_memory();
  start_arms(g);
  comparator_start(g);
  game_refresh_view(g);
  find_next_event(g);
  g->started = true;
  return g->failure.code ? g->failure : g->type->start(&g->player, &g->view, setup->policy_parameters);
}

static void game_free(game *g)
{
  growable *all[] = {&g->arm_status, &g->action_status, &g->live,   &g->is_live,
                     &g->first,      &g->last,          &g->actions};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) growable_free(all[i]);
  comparator_free(&g->comparator);
  arms_close(&g->arms);
  arena_free(&g->memory);
}

static bool is_population(const problem *p)
{
  for (int i = 0; i < p->trait_count; i++)
    if (p->traits[i].type == &trait_population) return true;
  return false;
}

static void record_arms(game *g)
{
  const int waits = g->problem->waits;
  const bool population = is_population(g->problem);
  const double *pay = g->comparator.pay.items;
  for (int action = 0; action < g->arms.count * waits; action++) {
    const action_status *a = game_action(g, action);
    if (population && a->pulls == 0) continue; /* thousands that nobody met */
    arm_row *row = growable_add(&g->record->arms);
    if (!row) {
      g->failure = status_no_memory();
      return;
    }
    *row = (arm_row){action / waits, action % waits + 1, (double)a->pulls, pay[action],
                     a->pulls ? a->observed / (double)a->pulls : 0};
  }
}

static status play_to_the_end(game *g, const game_setup *setup, const atomic_bool *stop)
{
  play p = {.at = {.key = random_key(setup->seed, USE_OUTCOME), .replication = setup->replication}};
  size_t work = 0;
  while (g->round <= g->horizon && !g->over) {
    work += 1 + g->live.count * (size_t)g->problem->waits;
    if (work >= WORK_BETWEEN_LOOKS) {
      work = 0;
      if (atomic_load_explicit(stop, memory_order_relaxed))
        return status_error(STATUS_STOPPED, "The game was stopped.");
    }
    if (g->live.count > 0) play_once(g, &p);
    else pass_idle(g);
    if (g->failure.code) return g->failure;
  }
  record_until(g, g->horizon);
  g->record->plays = g->plays;
  record_arms(g);
  return g->failure;
}

status game_play(const game_setup *setup, record *r, const atomic_bool *stop)
{
  game g = {.record = r};
  status s = game_start(&g, setup);
  if (!s.code) s = play_to_the_end(&g, setup, stop);
  if (s.code && !s.replication) {
    s.replication = setup->replication;
    s.round = g.round;
  }
  game_free(&g);
  return s;
}

/* R refuses by the same flags, with better words. */
static bool may_play(const policy_type *type, unsigned has)
{
  return !(has & type->refuses) && (!type->needs || (has & type->needs));
}

status game_rehearse(const game_setup *setup)
{
  if (!may_play(setup->type, setup->problem->has))
    return status_error(STATUS_BAD_PARAMETER, "It does not play such bandits.");
  game g = {0};
  const status s = game_start(&g, setup);
  game_free(&g);
  return s;
}

static bool add_instance_row(const game *g, int arm, growable *rows)
{
  const arms_type *type = g->problem->arms.type;
  instance_row *row = growable_add(rows);
  if (!row) return false;
  *row = (instance_row){.arm = arm,
                        .mean = type->mean(&g->arms, arm),
                        .first = ((const int64_t *)g->first.items)[arm],
                        .last = ((const int64_t *)g->last.items)[arm]};
  for (int i = 0; i < ARMS_PARAMETERS && type->parameter[i]; i++)
    row->value[i] = arms_value(&g->arms, i, arm);
  return true;
}

status game_instance(const game_setup *setup, growable *rows)
{
  record none;
  record_open(&none, NULL, 0, NULL, false);
  game g = {.record = &none};
  status s = game_start(&g, setup);
  g.started = false; /* so that the policy is told nothing */
  if (!s.code) pass_time(&g, setup->horizon);
  for (int arm = 0; arm < g.arms.count && !s.code; arm++)
    if (!add_instance_row(&g, arm, rows)) s = status_no_memory();
  if (!s.code) s = g.failure;
  record_free(&none);
  game_free(&g);
  return s;
}
