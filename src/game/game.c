#include "game.h"
#include "inside.h"
#include <math.h>

/* Plays made in one go, at most, before a worker looks whether it is to stop. */
enum { MOST_PLAYS_AT_ONCE = 1 << 16 };

/* Lets time pass where mostly nothing happens. */
static inline void game_pass_quickly(game *g, int64_t to)
{
  const bool last = g->overrun > 0 && to >= g->horizon;
  if (g->next_event <= to + 1 || record_next(g->record) <= to || g->stopping || last) game_pass_time(g, to);
  else game_begin_round(g, to + 1);
}

/* --- a play --------------------------------------------------------------- */

static bool accepted(game *g, int action)
{
  const hooked *list = &g->problem->with_accept;
  for (int i = 0; i < list->count; i++)
    if (!game_trait(g, list->at[i])->accept(g, g->trait_state[list->at[i]], action)) return false;
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

static inline void address_play(game *g, int action)
{
  play *p = &g->play;
  const int waits = g->problem->waits, arm = roster_arm_of(&g->roster, action);
  p->seen = (outcome){.action = action,
                      .arm = arm,
                      .wait = action - arm * waits + 1,
                      .cost = 1,
                      .play = g->plays,
                      .start = g->round,
                      .arrived = NAN};
  p->number = g->roster.number[arm];
  p->start = g->round;
  p->shown_in = 0;
}

static void draw_play(game *g, int action)
{
  play *p = &g->play;
  address_play(g, action);
  game_address(g, p->seen.arm);
  draw_reward(g, p);
  p->seen.observed = p->worth;
  const arms_type *type = g->arms.model->type;
  p->seen.event = type->ended && type->ended(&g->arms, p->seen.arm, p->worth);
  const hooked *list = &g->problem->with_shape;
  for (int i = 0; i < list->count; i++) game_trait(g, list->at[i])->shape(g, g->trait_state[list->at[i]], p);
}

static inline void count_play(game *g, const play *p)
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

void game_show_later(game *g, int64_t number, const outcome *o, int64_t round)
{
  const late_outcome later = {number, g->scores ? scores_put_off(g) : 0, 0, *o};
  if (!heap_push(&g->late, round, o->play, &later)) g->failure = status_no_memory();
  game_expect(g, round + 1);
}

/* Its outcome is not known yet. */
static void tell_unseen(game *g, const outcome *o)
{
  outcome told = *o;
  told.observed = NAN;
  roster_played(&g->roster, &told);
}

/* The policy is notified of a pull, whose outcome is shown unless it is to be shown later. */
static void tell_play(game *g, const play *p)
{
  const int64_t end = p->start + p->seen.cost - 1;
  const bool lost = p->shown_in == FOREVER;
  const bool kept = g->problem->with_shown_in.count > 0; /* in the order of play, with others */
  const int64_t known = p->shown_in > end ? p->shown_in : end;
  g->shown_at = kept && !lost ? game_shown_in(g, known) : known;
  if (p->shown_in <= end && !kept) {
    if (!g->simple) sum_add(&g->action[p->seen.action].observed, p->seen.observed);
    roster_played(&g->roster, &p->seen);
    game_show(g, &p->seen);
    if (g->scores) scores_count(g, p->seen.arm, p->seen.observed);
    return;
  }
  if (!lost) game_show_later(g, p->number, &p->seen, g->shown_at);
  else if (g->scores) scores_lose(g);
  tell_unseen(g, &p->seen);
  if (g->stopping) stopping_count(g, p->seen.arm);
}

static inline void count_in_traits(game *g, const play *p)
{
  const hooked *list = &g->problem->with_counted;
  for (int i = 0; i < list->count; i++)
    game_trait(g, list->at[i])->counted(g, g->trait_state[list->at[i]], p);
}

static inline void traits_played(game *g, const play *p)
{
  const hooked *list = &g->problem->with_played;
  for (int i = 0; i < list->count; i++) game_trait(g, list->at[i])->played(g, g->trait_state[list->at[i]], p);
}

static void finish_play(game *g, const play *p)
{
  const int64_t end = p->start + p->seen.cost - 1;
  if (g->record->keep_prospects) scores_record_prospects(g);
  if (g->problem->waits > 1) game_pass_quickly(g, end - 1); /* the play is not done yet */
  count_play(g, p);
  count_in_traits(g, p);
  if (g->stopping && g->timed) stopping_played(g, &p->seen);
  tell_play(g, p);
  g->playing = -1;
  game_pass_quickly(g, g->round);
  if (g->record->keep_choices) game_record_choice(g, p);
  g->shown = 0;
  traits_played(g, p);
}

/* A play that would end after the horizon pays nothing and ends the game. */
static void play_once(game *g, int action)
{
  if (!accepted(g, action)) return;
  draw_play(g, action);
  if (g->record->keep_choices) g->play.chance = scores_chance(g, action);
  if (g->failure.code) return;
  g->playing = g->play.seen.arm;
  if (g->round + g->play.seen.cost - 1 > g->horizon) game_pass_time(g, g->horizon);
  else finish_play(g, &g->play);
}

/* --- outcomes from outside ------------------------------------------------- */

/* The action to be played; -1 if there is none, either because the policy
 * failed or because it is to be asked outside. */
static int ask(game *g)
{
  if (g->forced >= 0) return g->forced;
  int action = g->answer;
  g->answer = -1;
  prospects *p = &g->prospects;
  if (action >= 0) roster_recall(&g->roster, action);
  if (action >= 0 && p->wanted && !g->roster.type->choose)
    p->known = policy_chances(g->roster.type, &g->roster.player, &g->roster.view, p->chance);
  if (action >= 0 || !g->roster.type->choose) return action;
  action =
      p->wanted ? roster_choose_with_chances(&g->roster, p->chance, &p->known) : roster_choose(&g->roster);
  if (action < 0) g->failure = roster_failure(&g->roster);
  return action;
}

int game_choose(game *g)
{
  if (!g->prospects.wanted) return ask(g);
  g->prospects.known = false;
  const int action = ask(g);
  if (action >= 0) scores_chosen(g, action);
  return g->failure.code ? -1 : action;
}

void game_begin_play(game *g, int action)
{
  address_play(g, action);
  g->playing = g->play.seen.arm;
}

void game_end_play(game *g, bool shown)
{
  play *p = &g->play;
  const int64_t end = p->start + p->seen.cost - 1;
  if (end > g->round) game_pass_time(g, end - 1);
  count_play(g, p);
  count_in_traits(g, p);
  if (shown) {
    if (g->roster.started) roster_played(&g->roster, &p->seen);
    game_show_observed(g, &p->seen);
  } else {
    if (g->roster.started) tell_unseen(g, &p->seen);
    if (g->stopping) stopping_count(g, p->seen.arm);
  }
  g->playing = -1;
  game_begin_round(g, end + 1);
  traits_played(g, p);
  if (g->roster.player.failure.code) g->failure = roster_failure(&g->roster);
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
  comparator_played(g, action, plays);
  game_begin_round(g, g->round);
  const run r = {action, action, plays, total};
  if (g->roster.type->observe_run) g->roster.type->observe_run(&g->roster.player, &g->roster.view, &r);
  game_pass_quickly(g, g->round);
}

/* The policy is asked once for many plays. */
static void play_run(game *g, int action)
{
  stretch s = {1, 0, -INFINITY, 0};
  g->roster.type->stretch(&g->roster.player, &g->roster.view, action, &s);
  int64_t most = undisturbed(g);
  if (s.plays < most) most = s.plays;
  if (most > MOST_PLAYS_AT_ONCE) most = MOST_PLAYS_AT_ONCE;
  if (most < 2) {
    play_once(g, action);
    return;
  }
  const int64_t done = game_run(g, action, most, &s);
  if (!g->failure.code) finish_run(g, action, done, s.total);
}

/* --- the game ------------------------------------------------------------- */

static game_state end_game(game *g)
{
  if (g->over && !g->failure.code) game_end_log(g);
  if (!game_has_stopped(g)) game_record_until(g, g->horizon);
  if (!g->failure.code) g->failure = roster_failure(&g->roster); /* what went wrong in the last round */
  g->record->plays = g->plays;
  for (int arm = 0; arm < g->problem->arm_count; arm++)
    if (!g->problem->renewing || g->arm[arm].present) game_record_arm(g, arm);
  if (g->problem->renewing) record_sort_arms(g->record);
  if (game_has_stopped(g)) game_pass_rest(g);
  return g->failure.code ? GAME_FAILED : GAME_ENDED;
}

static void give_signs(game *g)
{
  atomic_store_explicit(&g->signs->reached, g->round, memory_order_relaxed);
  atomic_store_explicit(&g->signs->steps, ++g->steps, memory_order_relaxed);
}

/* Before every choice, since the next one may take long. */
static bool is_to_stop(game *g, const atomic_bool *stop)
{
  if (g->signs) give_signs(g);
  if (!stop || !atomic_load_explicit(stop, memory_order_relaxed)) return false;
  g->failure = status_error(STATUS_STOPPED, "The game was stopped.");
  return true;
}

static void begin_context(game *g)
{
  g->problem->arms.type->begin_round(&g->arms, g->round);
  comparator_round(g);
}

game_state game_step(game *g, int64_t until, const atomic_bool *stop)
{
  const bool runs =
      g->simple && g->roster.type->stretch && !g->roster.view.plain && !g->prospects.wanted && !g->stopping;
  while (g->round < until) {
    if (g->round > g->horizon || g->over || game_has_stopped(g)) return end_game(g);
    if (is_to_stop(g, stop)) return GAME_FAILED;
    if (g->by_context && g->answer < 0) begin_context(g);
    if (g->roster.view.live_count == 0) {
      game_pass_idle(g);
      continue;
    }
    const int action = game_choose(g);
    if (action < 0) return g->failure.code ? GAME_FAILED : GAME_ASKS;
    if (runs) play_run(g, action);
    else play_once(g, action);
    if (g->failure.code) return GAME_FAILED;
  }
  return g->failure.code ? GAME_FAILED : GAME_GOES_ON;
}

status game_failure_here(const game *g, status s)
{
  if (!s.code || s.replication) return s;
  s.replication = g->play.at.replication;
  s.round = g->round;
  return s;
}

status game_play(const game_setup *setup, record *r, arena *memory, const atomic_bool *stop)
{
  game g;
  status s = game_open(&g, setup, r, *memory, NULL);
  if (!s.code && game_step(&g, FOREVER, stop) == GAME_FAILED) s = g.failure;
  s = game_failure_here(&g, s);
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
