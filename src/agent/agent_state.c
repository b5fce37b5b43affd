#include "agent_state.h"
#include <math.h>
#include <string.h>

static inline agent_result result_of(agent_state *s)
{
  const status *in_game = &s->game.failure, *in_policy = &s->game.roster.player.failure;
  if (!s->failure.code && (in_game->code || in_policy->code))
    s->failure = in_game->code ? *in_game : roster_failure(&s->game.roster);
  return s->failure.code ? AGENT_FAILED : AGENT_DONE;
}

/* --- who has come and gone ---------------------------------------------------- */

/* Policies that do not play bandits whose arms die do not expect another arm
 * at a place that one had. */
static bool places_are_used_again(const agent_state *s)
{
  return !(s->setup->refuses & HAS_LIFETIMES) && !s->setup->apart;
}

/* An arm that has left by itself may still be named. */
static bool may_be_named(const agent_state *s, int place) { return s->game.arm[place].present; }

/* The place of an arm that is gone, and not in play, may be used again. */
static void release(agent_state *s, int number)
{
  agent_arm *a = agent_arm_at(s, number);
  if (a->place < 0 || a->state != ARM_GONE || a->place == s->game.playing || !places_are_used_again(s) ||
      may_be_named(s, a->place))
    return;
  s->free_place[s->free_count++] = a->place;
  a->place = -1;
}

agent_result agent_state_notice(agent_state *s)
{
  const instance_row *born = s->births.items;
  const exit_row *gone = s->exits.exits.items;
  for (size_t i = 0; i < s->births.count; i++) agent_arm_at(s, (int)born[i].number)->state = ARM_LIVE;
  for (size_t i = 0; i < s->exits.exits.count; i++) {
    agent_arm_at(s, (int)gone[i].number)->state = ARM_GONE;
    release(s, (int)gone[i].number);
  }
  s->births.count = s->exits.exits.count = 0;
  game_find_next_event(&s->game);
  return result_of(s);
}

int64_t agent_known_last(const agent_state *s, int number)
{
  const int place = number < agent_state_arms(s) ? agent_arm_at(s, number)->place : -1;
  return s->problem.last && place >= 0 ? s->problem.last[place] : FOREVER;
}

/* --- time ---------------------------------------------------------------------- */

static bool may_stop(const agent_state *s)
{
  return s->game.stopping && !game_has_stopped(&s->game) && !s->game.failure.code;
}

/* Lets the rounds up to this one pass. A rule is asked at the end of each, but for those in
 * which it has nothing new to say: between what happens to arms and what is due to be shown,
 * and its own rounds. */
static void pass_asking(agent_state *s, int64_t to)
{
  game *g = &s->game;
  int64_t end = g->round - 1;
  while (may_stop(s) && end < to) {
    game_pass_time(g, end);
    const int64_t event = g->next_event - 1, own = may_stop(s) ? stopping_next(g, end + 1) : to;
    const int64_t next = event < own ? event : own;
    const bool waits = next > end + 1;
    if (waits && end + 1 <= to) game_pass_time(g, end + 1); /* after what happened last */
    end = waits && !(may_stop(s) && stopping_next(g, end + 2) == end + 2) ? next : end + 1 + waits;
  }
  game_pass_time(g, to);
}

/* It is this round already, and whatever is due before it has happened. */
static bool has_come(const agent_state *s, int64_t round)
{
  const game *g = &s->game;
  return g->round == round && g->next_event > round && !g->stopping;
}

/* Whatever is due before the rounds up to this one. */
static agent_result pass_to(agent_state *s, int64_t round)
{
  if (has_come(s, round)) return result_of(s);
  pass_asking(s, round - 1);
  return agent_state_notice(s);
}

/* Counts what was shown; the outcome of an arm whose place is another's by now teaches nothing. */
static void count_shown(agent_state *s, int number, const outcome *o)
{
  agent_tally *t = agent_tally_at(s, number, o->wait);
  t->shown++;
  sum_add(&t->observed, o->observed);
}

static bool keep_for_later(agent_state *s)
{
  const play *p = &s->game.play;
  agent_late *l = growable_add(&s->late);
  if (l) *l = (agent_late){agent_state_ticket(s), (int)p->number, false, p->seen};
  else s->failure = status_no_memory();
  return l != NULL;
}

/* --- outcomes ------------------------------------------------------------------- */

static bool has_batches(const agent_state *s) { return s->problem.with_shown_in.count > 0; }

/* Returns the round in which something is told: that of a play that takes its time, else the latest that is
 * over. */
static int64_t round_of_telling(const agent_state *s) { return agent_round(s) - !agent_is_playing(s); }

/* Shows an outcome when its batch is over. */
static void show_with_batch(agent_state *s, int number, const outcome *o)
{
  const int64_t now = round_of_telling(s);
  game_show_later(&s->game, number, o, game_shown_in(&s->game, now > 1 ? now : 1));
}

/* Its rounds have passed; it is counted, and its outcome shown or kept for later. */
static agent_result end_play(agent_state *s, bool shown)
{
  const int number = (int)s->game.play.number;
  const bool in_batch = shown && has_batches(s);
  if (!shown && !keep_for_later(s)) return AGENT_FAILED;
  if (shown) count_shown(s, number, &s->game.play.seen);
  game_end_play(&s->game, shown && !in_batch);
  if (in_batch) show_with_batch(s, number, &s->game.play.seen);
  const agent_result r = agent_state_notice(s);
  release(s, number);
  return r;
}

static bool may_be_late(const agent_state *s) { return !(s->setup->refuses & HAS_DELAY); }

/* Without waiting a play that nobody has ended takes its one round. */
static agent_result end_open_play(agent_state *s)
{
  if (!agent_is_playing(s) || agent_has_waiting(s)) return result_of(s);
  return may_be_late(s) ? end_play(s, false) : AGENT_UNLEARNED;
}

/* The play in progress began in the round to be played. */
static bool has_just_begun(const agent_state *s)
{
  return agent_is_playing(s) && agent_round(s) == s->game.play.start;
}

agent_result agent_state_settle(agent_state *s)
{
  if (agent_has_waiting(s) && has_just_begun(s)) return AGENT_UNLEARNED;
  const agent_result ended = end_open_play(s);
  return ended != AGENT_DONE ? ended : pass_to(s, agent_round(s));
}

agent_result agent_state_pass(agent_state *s, int64_t round)
{
  if (s->failure.code) return AGENT_FAILED;
  if (round < agent_round(s) + has_just_begun(s)) return AGENT_PAST;
  const agent_result ended = end_open_play(s);
  return ended != AGENT_DONE ? ended : pass_to(s, round);
}

/* --- choosing --------------------------------------------------------------- */

/* Returns the action of an arm and a wait; -1 if it cannot be played. */
static int action_there(const agent_state *s, int number, int wait)
{
  if (number < 0 || number >= agent_state_arms(s) || wait < 1 || wait > agent_waits(s)) return -1;
  const agent_arm *a = agent_arm_at(s, number);
  const bool there = a->state == ARM_LIVE && game_is_live(&s->game, a->place);
  return there ? a->place * agent_waits(s) + wait - 1 : -1;
}

/* Recalls a choice: the one made before is the answer of a policy outside, if it can be played. */
static void recall(agent_state *s)
{
  const int64_t number = s->recalled / agent_waits(s);
  if (s->recalled < 0 || number >= agent_state_arms(s)) return;
  const int action = action_there(s, (int)number, (int)(s->recalled % agent_waits(s)) + 1);
  if (action >= 0) s->game.answer = action;
}

/* The policy is asked what it would have chosen. Once the game has stopped it is told nothing and not asked.
 */
static void state_chances(game *g)
{
  roster *r = &g->roster;
  prospects *p = &g->prospects;
  p->known = !game_has_stopped(g) && (r->type->chances || r->type->deterministic) && r->type->choose &&
             policy_chances(r->type, &r->player, &r->view, p->chance);
}

/* A row a ticket; what is paid is missing until it is learned. Nobody knows the chances of
 * what somebody else chose, only those that the policy would have given it. */
static void log_choice(agent_state *s, int action, bool outside)
{
  game *g = &s->game;
  const play *p = &g->play;
  choice_row *row = growable_add(&s->exits.choices);
  agent_note *note = growable_add(&s->notes);
  if (outside) state_chances(g);
  const double stated = scores_chance(g, action);
  if (row && note) {
    *row = (choice_row){.round = (double)p->start,
                        .reward = NAN,
                        .observed = NAN,
                        .cost = 1,
                        .chance = outside ? NAN : stated,
                        .number = p->number,
                        .wait = p->seen.wait};
    *note = (agent_note){NAN, outside, stated};
  } else g->failure = status_no_memory();
  scores_record_prospects(g);
}

/* Another play has the ticket. */
static void log_overruled(agent_state *s)
{
  const play *p = &s->game.play;
  choice_row *row = (choice_row *)s->exits.choices.items + s->exits.choices.count - 1;
  row->number = p->number;
  row->wait = p->seen.wait;
  row->chance = NAN;
  ((agent_note *)s->notes.items)[s->notes.count - 1] =
      (agent_note){NAN, true, scores_chance(&s->game, p->seen.action)};
}

/* After the round has ended in which it was shown, or at whose end. */
static void log_reward(agent_state *s, int64_t ticket, double reward)
{
  if (!s->setup->logs || ticket > (int64_t)s->notes.count) return;
  choice_row *rows = s->exits.choices.items;
  agent_note *notes = s->notes.items;
  rows[ticket - 1].reward = reward;
  notes[ticket - 1].shown = (double)round_of_telling(s);
}

/* Once it has stopped, the arm that it named is played on, or none. */
static agent_result play_named(agent_state *s)
{
  game *g = &s->game;
  const stopping *stop = g->stopping;
  if (!stop->plan->commit) return AGENT_STOPPED;
  if (stop->named < 0 || g->roster.number[stop->named] != stop->number ||
      !(game_is_live(g, stop->named) || (stop->out[stop->named] && g->arm[stop->named].present)))
    return AGENT_UNNAMED;
  g->answer = stop->named;
  return AGENT_DONE;
}

static agent_result prepare_choice(agent_state *s)
{
  if (game_has_stopped(&s->game)) return play_named(s);
  if (s->game.roster.view.live_count == 0) return AGENT_NOBODY;
  recall(s);
  return AGENT_DONE;
}

static agent_tally *tally_of_playing(const agent_state *s)
{
  return agent_tally_at(s, (int)s->game.play.number, s->game.play.seen.wait);
}

static void count_choice(agent_state *s, bool outside)
{
  agent_tally *t = tally_of_playing(s);
  s->last_of_playing = t->last;
  s->playing_outside = outside;
  s->outside += outside;
  t->pulls++;
  t->last = agent_round(s);
}

static void begin_play(agent_state *s, int action, bool outside)
{
  game_begin_play(&s->game, action);
  if (s->setup->logs) log_choice(s, action, outside);
  count_choice(s, outside);
}

/* Begins a choice: what is due before its round happens, and its context is put where policies see it. */
static agent_result begin_choice(agent_state *s, const double *context)
{
  game *g = &s->game;
  if (s->failure.code) return AGENT_FAILED;
  if (agent_is_playing(s) && agent_has_waiting(s)) return AGENT_UNLEARNED;
  const uint64_t used = stream_numbers(&g->roster.random);
  const agent_result settled = agent_state_settle(s);
  s->by_chance |= stream_numbers(&g->roster.random) != used;
  if (settled != AGENT_DONE) return settled;
  if (agent_round(s) > s->setup->horizon) return AGENT_OVER;
  if (context) memcpy(g->arms.context, context, (size_t)s->setup->context_size * sizeof *context);
  return AGENT_DONE;
}

agent_result agent_state_choose(agent_state *s, const double *context, int *number, int *wait)
{
  game *g = &s->game;
  const agent_result begun = begin_choice(s, context);
  if (begun != AGENT_DONE) return begun;
  const agent_result prepared = prepare_choice(s);
  if (prepared != AGENT_DONE) return prepared;
  const int action = game_choose(g);
  if (action < 0) return result_of(s) == AGENT_DONE ? AGENT_ASKS : AGENT_FAILED;
  begin_play(s, action, false);
  *number = (int)g->play.number;
  *wait = g->play.seen.wait;
  return result_of(s); /* memory for what is put down of it may have run out */
}

agent_result agent_state_before_choice(agent_state *s, bool *asked)
{
  const agent_result begun = begin_choice(s, NULL);
  const agent_result prepared = begun == AGENT_DONE ? prepare_choice(s) : begun;
  *asked = prepared == AGENT_DONE && !game_has_stopped(&s->game);
  return prepared;
}

/* --- choices of others --------------------------------------------------------- */

agent_result agent_state_choose_outside(agent_state *s, const double *context, int number, int wait)
{
  if (s->setup->own_plays) return AGENT_OWN;
  const agent_result begun = begin_choice(s, context);
  if (begun != AGENT_DONE) return begun;
  if (game_has_stopped(&s->game) && !s->game.stopping->plan->commit) return AGENT_STOPPED;
  const int action = action_there(s, number, wait);
  if (action < 0) return AGENT_GONE;
  begin_play(s, action, true);
  return result_of(s);
}

agent_result agent_state_overrule(agent_state *s, int number, int wait)
{
  if (s->failure.code) return AGENT_FAILED;
  if (s->setup->own_plays) return AGENT_OWN;
  if (!has_just_begun(s)) return AGENT_PLAYED;
  const int action = action_there(s, number, wait);
  if (action < 0) return AGENT_GONE;
  agent_tally *before = tally_of_playing(s);
  before->pulls--;
  before->last = s->last_of_playing;
  s->outside -= s->playing_outside;
  game_begin_play(&s->game, action);
  count_choice(s, true);
  if (s->setup->logs) log_overruled(s);
  return AGENT_DONE;
}

/* --- learning --------------------------------------------------------------- */

/* If nothing else can be shown of the rounds that have ended, they are over: a rule is asked. */
static agent_result learned(agent_state *s)
{
  const bool all_told = !agent_is_playing(s) && s->late.count == s->late_shown;
  return may_stop(s) && all_told ? pass_to(s, agent_round(s)) : result_of(s);
}

agent_result agent_state_end(agent_state *s, int delay, bool shown, double observed)
{
  const bool waiting = agent_has_waiting(s);
  if (s->failure.code) return AGENT_FAILED;
  if (!agent_is_playing(s)) return AGENT_TIMELESS;
  outcome *o = &s->game.play.seen;
  if (delay < 0 || delay > (waiting ? o->wait : 0)) return AGENT_TIME;
  const int64_t cost = !waiting ? 1 : delay ? delay : o->wait;
  if (o->start + cost - 1 < agent_round(s)) return AGENT_TIME;
  if (!shown && !may_be_late(s)) return AGENT_UNLEARNED;
  o->delay = delay;
  o->cost = cost;
  o->observed = observed;
  const int64_t ticket = agent_state_ticket(s);
  const agent_result ended = end_play(s, shown);
  if (shown) log_reward(s, ticket, observed);
  return ended == AGENT_DONE ? learned(s) : ended;
}

static agent_late *look_up(const agent_state *s, int64_t ticket)
{
  agent_late *items = s->late.items;
  size_t low = 0, high = s->late.count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (items[middle].ticket < ticket) low = middle + 1;
    else high = middle;
  }
  return low < s->late.count && items[low].ticket == ticket ? &items[low] : NULL;
}

/* Those that were shown are thrown away once they are many. */
static void tidy(agent_state *s)
{
  enum { FEW = 32 };
  if (s->late_shown < FEW || 2 * s->late_shown < s->late.count) return;
  agent_late *items = s->late.items;
  size_t kept = 0;
  for (size_t i = 0; i < s->late.count; i++)
    if (!items[i].shown) items[kept++] = items[i];
  s->late.count = kept;
  s->late_shown = 0;
}

agent_result agent_state_find(const agent_state *s, int64_t ticket, int *number, int *wait)
{
  if (ticket < 1 || ticket > agent_state_ticket(s)) return AGENT_UNKNOWN;
  if (agent_is_playing(s) && ticket == agent_state_ticket(s)) {
    *number = (int)s->game.play.number;
    *wait = s->game.play.seen.wait;
    return AGENT_DONE;
  }
  const agent_late *l = look_up(s, ticket);
  if (!l || l->shown) return AGENT_LEARNED;
  *number = l->number;
  *wait = l->seen.wait;
  return AGENT_DONE;
}

agent_result agent_state_show(agent_state *s, int64_t ticket, double observed)
{
  int number, wait;
  if (s->failure.code) return AGENT_FAILED;
  const agent_result found = agent_state_find(s, ticket, &number, &wait);
  if (found != AGENT_DONE) return found;
  if (agent_has_waiting(s) && agent_is_playing(s) && ticket == agent_state_ticket(s)) return AGENT_TIMELESS;
  if (agent_is_playing(s) && !agent_has_waiting(s)) end_play(s, false);
  if (s->failure.code) return AGENT_FAILED;
  agent_late *l = look_up(s, ticket);
  l->shown = true;
  s->late_shown++;
  outcome shown = l->seen;
  shown.observed = observed;
  count_shown(s, number, &shown);
  log_reward(s, ticket, observed);
  if (has_batches(s)) show_with_batch(s, number, &shown);
  else if (s->game.roster.number[shown.arm] == number) game_show_observed(&s->game, &shown);
  tidy(s);
  return learned(s);
}

/* --- naming ------------------------------------------------------------------ */

static int number_at(const game *g, int place) { return place < 0 ? -1 : (int)g->roster.number[place]; }

static agent_verdict verdict_now(agent_state *s)
{
  game *g = &s->game;
  const stopping *stop = g->stopping;
  if (game_has_stopped(g))
    return (agent_verdict){stop->round, (int64_t)stop->row[FIGURE_PULLS], (int)stop->number, stop->reason};
  agent_verdict now = {agent_round(s) - 1, g->plays, number_at(g, naming_now(g)), -1};
  if (result_of(s) != AGENT_DONE) return now;
  if (!may_stop(s) || agent_is_playing(s) || stop->asked >= now.round) return now;
  const int rule = stopping_would_say(g, now.round);
  const ending by =
      rule < 0 ? leaving_would_end(g) : (ending){stopping_reason(stop, rule), naming_by(g, rule)};
  if (by.reason < 0) return now;
  now.reason = by.reason;
  now.number = number_at(g, by.named);
  return now;
}

agent_verdict agent_state_verdict(agent_state *s)
{
  view *v = &s->game.roster.view;
  v->out_of_turn = true;
  const agent_verdict now = verdict_now(s);
  v->out_of_turn = false;
  return now;
}

/* --- opening and closing ---------------------------------------------------- */

static bool outside_start(arms *a, int64_t horizon)
{
  (void)horizon;
  const int *size = a->model->shared;
  a->context_size = *size;
  if (*size) a->context = arena_zeroed(a->memory, (size_t)*size, sizeof(double));
  return !*size || a->context;
}

static double outside_mean(const arms *a, int arm)
{
  (void)a, (void)arm;
  return NAN;
}

/* Arms whose pay is not known here. */
static const arms_type outside_arms = {.name = "outside", .start = outside_start, .mean = outside_mean};

static status describe(agent_state *s)
{
  const agent_setup *setup = s->setup;
  const parameters none = {0};
  problem *p = &s->problem;
  status made = problem_make(p, &outside_arms, &none, s->room);
  p->arms.shared = (void *)&setup->context_size;
  p->described = setup->arms;
  if (setup->context_size) p->has |= HAS_CONTEXT;
  for (int i = 0; i < setup->trait_count && !made.code; i++)
    made = problem_add(p, setup->traits[i].type, &setup->traits[i].given);
  s->free_place = arena_zeroed(&p->memory, (size_t)s->room, sizeof *s->free_place);
  return made.code || s->free_place ? made : status_no_memory();
}

agent_arm *agent_state_add(agent_state *s)
{
  if (!growable_reserve(&s->tallies, (s->arms.count + 1) * (size_t)agent_waits(s))) return NULL;
  agent_arm *a = growable_add(&s->arms);
  if (a) *a = (agent_arm){ARM_EXPECTED, -1};
  return a;
}

static status add_arms(agent_state *s)
{
  for (int arm = 0; arm < s->setup->arms; arm++) {
    agent_arm *a = agent_state_add(s);
    if (!a) return status_no_memory();
    a->place = arm;
  }
  for (int place = s->room; place-- > s->setup->arms;) s->free_place[s->free_count++] = place;
  return status_ok;
}

static status open_game(agent_state *s)
{
  const agent_setup *setup = s->setup;
  const arena empty = {0};
  const game_setup of_game = {.problem = &s->problem,
                              .type = setup->type,
                              .policy_parameters = setup->given,
                              .policy_identity = setup->identity,
                              .depth = setup->depth,
                              .find = setup->find,
                              .seed = setup->seed,
                              .horizon = setup->horizon,
                              .replication = setup->replication,
                              .stopping = setup->stopping,
                              .plain = setup->plain,
                              .outside = true};
  return game_open(&s->game, &of_game, &s->exits, empty, &s->births);
}

status agent_state_open(agent_state *s, const agent_setup *setup, int room)
{
  *s = (agent_state){.setup = setup, .room = room, .recalled = -1};
  s->arms.size = sizeof(agent_arm);
  s->tallies.size = sizeof(agent_tally);
  s->late.size = sizeof(agent_late);
  s->births.size = sizeof(instance_row);
  s->notes.size = sizeof(agent_note);
  record_open(&s->exits, NULL, 0, NULL, 0);
  s->exits.keep_arms = false;
  s->exits.keep_prospects = setup->logs;
  s->failure = describe(s);
  if (!s->failure.code) s->failure = add_arms(s);
  if (!s->failure.code) s->failure = open_game(s);
  if (!s->failure.code) agent_state_notice(s);
  return s->failure;
}

void agent_state_close(agent_state *s)
{
  arena memory = game_close(&s->game);
  arena_free(&memory);
  problem_free(&s->problem);
  record_free(&s->exits);
  growable_free(&s->births);
  growable_free(&s->arms);
  growable_free(&s->tallies);
  growable_free(&s->late);
  growable_free(&s->notes);
}
