#include "agent_state.h"
#include <math.h>
#include <string.h>

/* --- time, in the order of game.c ------------------------------------------- */

static int64_t now(const agent_state *s) { return s->roster.view.round; }

/* Whatever is due before the rounds up to this one. */
static void pass_to(agent_state *s, int64_t round)
{
  for (int64_t due; (due = agent_arms_next(s)) <= round && !s->failure.code;) {
    if (due > now(s)) s->roster.view.round = due;
    agent_arms_act(s);
  }
  s->roster.view.round = round;
}

static agent_result result_of(const agent_state *s) { return s->failure.code ? AGENT_FAILED : AGENT_DONE; }

/* --- a play ----------------------------------------------------------------- */

/* What comes of an arm whose place is another's by now teaches nobody. */
static void show(agent_state *s, int number, const outcome *o)
{
  agent_tally *t = agent_tally_at(s, number, o->wait);
  t->shown++;
  sum_add(&t->observed, o->observed);
  if (s->roster.number[o->arm] == number) roster_show(&s->roster, o);
  if (s->roster.player.failure.code) s->failure = s->roster.player.failure;
}

static void keep_for_later(agent_state *s)
{
  agent_late *l = growable_add(&s->late);
  if (l) *l = (agent_late){agent_state_ticket(s), s->open_number, false, s->open};
  else s->failure = status_no_memory();
}

/* Its rounds have passed; it is told, and shown or kept for later. */
static void end_play(agent_state *s, bool shown)
{
  outcome *o = &s->open;
  const int64_t end = o->start + o->cost - 1;
  if (end > now(s)) pass_to(s, end);
  agent_arm_at(s, s->open_number)->last_pull = end;
  if (!shown) keep_for_later(s);
  s->playing = false;
  s->roster.view.plays = ++s->plays;
  if (!shown) o->observed = NAN;
  roster_played(&s->roster, o);
  if (shown) show(s, s->open_number, o);
  if (s->roster.player.failure.code) s->failure = s->roster.player.failure;
  s->roster.view.round = end + 1;
  agent_arm_release(s, s->open_number);
}

static bool may_be_late(const agent_state *s) { return !(s->setup->refuses & HAS_DELAY); }

agent_result agent_state_settle(agent_state *s)
{
  if (s->playing && s->setup->waiting && now(s) == s->open.start) return AGENT_UNLEARNED;
  if (s->playing && !s->setup->waiting) {
    if (!may_be_late(s)) return AGENT_UNLEARNED;
    end_play(s, false);
  }
  pass_to(s, now(s));
  return result_of(s);
}

agent_result agent_state_pass(agent_state *s, int64_t round)
{
  if (s->failure.code) return AGENT_FAILED;
  if (round < now(s) + (s->playing && now(s) == s->open.start)) return AGENT_PAST;
  if (s->playing && !s->setup->waiting) {
    if (!may_be_late(s)) return AGENT_UNLEARNED;
    end_play(s, false);
  }
  pass_to(s, round);
  return result_of(s);
}

/* --- choosing --------------------------------------------------------------- */

static void begin_play(agent_state *s, int action)
{
  const int waits = s->setup->waits, arm = action / waits;
  s->open = (outcome){
      .action = action, .arm = arm, .wait = action % waits + 1, .cost = 1, .play = s->plays, .start = now(s)};
  s->open_number = (int)s->roster.number[arm];
  s->playing = true;
  agent_tally *t = agent_tally_at(s, s->open_number, s->open.wait);
  t->pulls++;
  t->last = now(s);
}

agent_result agent_state_choose(agent_state *s, const double *context, int *number, int *wait)
{
  if (s->failure.code) return AGENT_FAILED;
  if (s->playing && s->setup->waiting) return AGENT_UNLEARNED;
  const agent_result settled = agent_state_settle(s);
  if (settled != AGENT_DONE) return settled;
  if (now(s) > s->setup->horizon) return AGENT_OVER;
  if (s->roster.view.live_count == 0) return AGENT_NOBODY;
  if (context) memcpy(s->context, context, (size_t)s->setup->context_size * sizeof *context);
  int action = s->answer;
  s->answer = -1;
  if (action < 0 && !s->setup->type->choose) return AGENT_ASKS;
  if (action < 0) action = roster_choose(&s->roster);
  if (action < 0) {
    s->failure = s->roster.player.failure;
    return AGENT_FAILED;
  }
  begin_play(s, action);
  *number = s->open_number;
  *wait = s->open.wait;
  return AGENT_DONE;
}

/* --- learning --------------------------------------------------------------- */

agent_result agent_state_end(agent_state *s, int delay, bool shown, double observed)
{
  if (s->failure.code) return AGENT_FAILED;
  if (!s->playing) return AGENT_TIMELESS;
  outcome *o = &s->open;
  if (delay < 0 || delay > (s->setup->waiting ? o->wait : 0)) return AGENT_TIME;
  const int64_t cost = !s->setup->waiting ? 1 : delay ? delay : o->wait;
  if (o->start + cost - 1 < now(s)) return AGENT_TIME;
  if (!shown && !may_be_late(s)) return AGENT_UNLEARNED;
  o->delay = delay;
  o->cost = cost;
  o->observed = observed;
  end_play(s, shown);
  return result_of(s);
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
  if (s->playing && ticket == agent_state_ticket(s)) {
    *number = s->open_number;
    *wait = s->open.wait;
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
  if (s->playing && s->setup->waiting && ticket == agent_state_ticket(s)) return AGENT_TIMELESS;
  if (s->playing && !s->setup->waiting) end_play(s, false);
  if (s->failure.code) return AGENT_FAILED;
  agent_late *l = look_up(s, ticket);
  l->shown = true;
  s->late_shown++;
  outcome told = l->seen;
  told.observed = observed;
  show(s, number, &told);
  tidy(s);
  return result_of(s);
}

/* --- opening and closing ---------------------------------------------------- */

static bool make_room(agent_state *s)
{
  const size_t room = (size_t)s->room;
  const agent_setup *setup = s->setup;
  s->patience = arena_zeroed(&s->memory, room, sizeof *s->patience);
  s->share = arena_zeroed(&s->memory, room, sizeof *s->share);
  s->penalty = arena_zeroed(&s->memory, room, sizeof *s->penalty);
  s->free_place = arena_zeroed(&s->memory, room, sizeof *s->free_place);
  s->context = arena_zeroed(&s->memory, (size_t)setup->context_size, sizeof *s->context);
  return s->patience && s->share && s->penalty && s->free_place && s->context &&
         roster_open(&s->roster, setup->type, s->room, setup->waits, &s->memory);
}

static void set_view(agent_state *s)
{
  const agent_setup *setup = s->setup;
  view *v = &s->roster.view;
  v->round = 1;
  v->horizon = setup->horizon;
  if (setup->patience) v->patience = s->patience;
  if (setup->share) v->share = s->share;
  if (setup->penalty) v->penalty = s->penalty;
  if (setup->known) v->last = s->roster.last;
  if (setup->context_size) v->context = s->context;
  v->context_size = setup->context_size;
  for (int arm = 0; arm < setup->arms; arm++) {
    s->share[arm] = setup->share ? setup->share[arm] : 0;
    s->penalty[arm] = setup->penalty ? setup->penalty[arm] : 0;
  }
}

status agent_state_open(agent_state *s, const agent_setup *setup, int room)
{
  *s = (agent_state){.setup = setup, .room = room, .answer = -1};
  s->arms.size = sizeof(agent_arm);
  s->tallies.size = sizeof(agent_tally);
  s->late.size = sizeof(agent_late);
  s->roster.random = stream_open(setup->seed, setup->replication, setup->identity);
  if (!make_room(s)) return s->failure = status_no_memory();
  set_view(s);
  if (!agent_arms_open(s)) return s->failure = status_no_memory();
  return s->failure = roster_start(&s->roster, setup->given);
}

void agent_state_close(agent_state *s)
{
  growable_free(&s->arms);
  growable_free(&s->tallies);
  growable_free(&s->late);
  arena_free(&s->memory);
}
