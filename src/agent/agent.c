#include "agent.h"
#include <math.h>
#include <stdlib.h>

/* --- the journal ------------------------------------------------------------ */

/* Room for one more call is made before it is tried: what has happened can
 * always be put down. */
static bool room_for(growable *g, size_t more)
{
  const size_t count = g->count;
  if (g->capacity - count >= more) return true;
  if (!growable_reserve(g, count + more)) return false;
  g->count = count;
  return true;
}

static random_used used_by(const agent *a) { return stream_used(&a->state.game.roster.random); }

static void set_mark(agent *a)
{
  const size_t calls = a->journal.calls.count;
  a->used = used_by(a);
  if (a->believes || calls < a->mark[1].calls + (size_t)a->setup.span) return;
  a->mark[0] = a->mark[1];
  a->mark[1] = (agent_mark){calls, a->used};
}

/* Before each call. */
static bool has_room(agent *a, size_t numbers)
{
  set_mark(a);
  if (room_for(&a->journal.calls, 1) && room_for(&a->journal.numbers, numbers)) return true;
  a->state.failure = status_no_memory();
  return false;
}

static void put_number(journal *j, double x) { ((double *)j->numbers.items)[j->numbers.count++] = x; }

static void put_call(agent *a, char call)
{
  growable *calls = &a->journal.calls;
  ((char *)calls->items)[calls->count++] = call;
  if (call != 'c' && used_by(a).numbers != a->used.numbers) a->learns_by_chance = true;
}

static double number_of_rounds(int64_t rounds) { return rounds == FOREVER ? 0 : (double)rounds; }

static void put_time(agent *a, int64_t round)
{
  journal *j = &a->journal;
  const char *calls = j->calls.items;
  const double *numbers = j->numbers.items, now = (double)round;
  if (j->calls.count && calls[j->calls.count - 1] == 's' && numbers[j->numbers.count - 1] == now) return;
  put_call(a, 's');
  put_number(j, now);
}

/* A call that was refused may have let happen what was due. */
static agent_result refused(agent *a, agent_result why)
{
  if (why != AGENT_UNLEARNED && why != AGENT_FAILED) put_time(a, agent_round(&a->state));
  return why;
}

/* Returns whether what the policy was told is enough, so that it need not be asked for its choices. */
static bool is_told(const agent *a)
{
  const policy_type *type = a->setup.type;
  return type->told_suffices && !(type->must_be_asked && type->must_be_asked(&a->state.game.roster.player));
}

/* Random numbers used to learn stand between those used to choose, unless none are used to choose; of a
 * policy around another one only the other one knows. */
static bool can_be_told(const agent *a)
{
  const bool by_chance = a->learns_by_chance || a->state.by_chance;
  return is_told(a) && (!by_chance || (a->setup.type->deterministic && !a->setup.type->must_be_asked));
}

agent_mark agent_last_mark(agent *a)
{
  set_mark(a);
  return can_be_told(a) ? a->mark[0] : (agent_mark){0};
}

/* --- calls ------------------------------------------------------------------ */

static double action_number(const agent *a, int number, int wait)
{
  return (double)number * agent_waits(&a->state) + wait - 1;
}

static void put_choice(agent *a, char call, double action, const double *context)
{
  put_call(a, call);
  put_number(&a->journal, action);
  for (int i = 0; context && i < a->setup.context_size; i++) put_number(&a->journal, context[i]);
}

agent_result agent_choose(agent *a, const double *context, int *number, int *wait)
{
  if (a->state.failure.code || !has_room(a, 1 + (size_t)a->setup.context_size)) return AGENT_FAILED;
  const agent_result r = agent_state_choose(&a->state, context, number, wait);
  if (r != AGENT_DONE) return refused(a, r);
  put_choice(a, 'c', action_number(a, *number, *wait), context);
  return r;
}

agent_result agent_choose_outside(agent *a, const double *context, int number, int wait)
{
  if (a->state.failure.code || !has_room(a, 1 + (size_t)a->setup.context_size)) return AGENT_FAILED;
  const agent_result r = agent_state_choose_outside(&a->state, context, number, wait);
  if (r == AGENT_OWN) return r;
  if (r != AGENT_DONE) return refused(a, r);
  put_choice(a, 'o', action_number(a, number, wait), context);
  return r;
}

agent_result agent_overrule(agent *a, int number, int wait)
{
  if (a->state.failure.code || !has_room(a, 1)) return AGENT_FAILED;
  const agent_result r = agent_state_overrule(&a->state, number, wait);
  if (r == AGENT_DONE) put_choice(a, 'w', action_number(a, number, wait), NULL);
  return r;
}

agent_result agent_learn(agent *a, double reward)
{
  if (a->state.failure.code || !has_room(a, 1)) return AGENT_FAILED;
  if (agent_has_waiting(&a->state)) return AGENT_TIMELESS;
  const agent_result r = agent_state_end(&a->state, 0, true, reward);
  if (r != AGENT_DONE) return r;
  put_call(a, 'l');
  put_number(&a->journal, reward);
  return r;
}

agent_result agent_end(agent *a, int delay, bool shown, double reward)
{
  if (a->state.failure.code || !has_room(a, 2)) return AGENT_FAILED;
  if (!agent_has_waiting(&a->state)) return AGENT_TIMELESS;
  const agent_result r = agent_state_end(&a->state, delay, shown, reward);
  if (r != AGENT_DONE) return r;
  put_call(a, shown ? 't' : 'u');
  put_number(&a->journal, delay);
  if (shown) put_number(&a->journal, reward);
  return r;
}

agent_result agent_learn_late(agent *a, int64_t ticket, double reward)
{
  if (a->state.failure.code || !has_room(a, 2)) return AGENT_FAILED;
  const agent_result r = agent_state_show(&a->state, ticket, reward);
  if (r != AGENT_DONE) return r;
  put_call(a, 'p');
  put_number(&a->journal, (double)ticket);
  put_number(&a->journal, reward);
  return r;
}

agent_result agent_pass(agent *a, int64_t round)
{
  if (a->state.failure.code || !has_room(a, 1)) return AGENT_FAILED;
  const agent_result r = agent_state_pass(&a->state, round);
  if (r == AGENT_DONE) put_time(a, round);
  return r;
}

agent_result agent_leave(agent *a, const int *numbers, int count, bool away)
{
  if (a->state.failure.code || !has_room(a, 1 + (size_t)count)) return AGENT_FAILED;
  const agent_result r = agent_state_leave(&a->state, numbers, count, away);
  if (r != AGENT_DONE) return refused(a, r);
  put_call(a, away ? 'a' : 'x');
  put_number(&a->journal, count);
  for (int i = 0; i < count; i++) put_number(&a->journal, numbers[i]);
  return r;
}

/* --- more places ------------------------------------------------------------ */

static int room_of(const agent_state *s)
{
  const int64_t most = INT32_MAX / agent_waits(s), wanted = 2 * (int64_t)s->room;
  return (int)(wanted < most ? wanted : most);
}

/* Policies have room for as many arms as they were told of at the start. So
 * the agent is made anew with more of it, from its journal. */
static agent_result grow(agent *a)
{
  const int room = room_of(&a->state);
  if (room <= a->state.room) return AGENT_FULL;
  journal old = a->journal;
  const agent_mark mark[2] = {a->mark[0], a->mark[1]};
  /* Whoever is outside knows his past; where chances are put down, they are asked for again. */
  const bool told = !a->setup.type->choose || (can_be_told(a) && !a->setup.logs);
  const bool believed = a->believes; /* an agent that is read grows on its way */
  const agent_mark here = {told ? old.calls.count : 0, used_by(a)};
  const agent_past past = {old.calls.items, old.calls.count, old.numbers.items, old.numbers.count, here};
  agent_state_close(&a->state);
  a->journal = (journal){{.size = 1}, {.size = sizeof(double)}};
  replayed done = {0, 0};
  agent_result r = AGENT_FAILED;
  a->believes = told;
  if (!agent_state_open(&a->state, &a->setup, room).code) r = agent_replay(a, &past, &done);
  for (int i = 0; i < 2; i++) a->mark[i] = mark[i];
  a->believes = believed;
  growable_free(&old.calls);
  growable_free(&old.numbers);
  if (r != AGENT_DONE && !a->state.failure.code)
    a->state.failure = status_error(STATUS_INTERNAL, "With room for more arms the policy chooses otherwise.");
  return a->state.failure.code ? AGENT_FAILED : AGENT_DONE;
}

agent_result agent_enter(agent *a, int number, int64_t last, int64_t patience)
{
  if (a->state.failure.code || !has_room(a, 3)) return AGENT_FAILED;
  agent_result r = agent_state_enter(&a->state, number, last, patience);
  if (r == AGENT_FULL) {
    if (grow(a) != AGENT_DONE || !has_room(a, 3)) return AGENT_FAILED;
    r = agent_state_enter(&a->state, number, last, patience);
  }
  if (r != AGENT_DONE) return refused(a, r);
  put_call(a, 'e');
  put_number(&a->journal, number);
  put_number(&a->journal, number_of_rounds(last));
  put_number(&a->journal, number_of_rounds(patience));
  return r;
}

/* --- from the start --------------------------------------------------------- */

/* Rest of a journal that is read. */
typedef struct reading {
  const double *at, *end;
  bool sound;
} reading;

static double read_number(reading *r)
{
  if (r->at && r->at < r->end) return *r->at++;
  r->sound = false;
  return 0;
}

static int64_t read_whole(reading *r, double min, double max)
{
  const double x = read_number(r);
  if (x >= min && x <= max && x == floor(x)) return (int64_t)x;
  r->sound = false;
  return (int64_t)min;
}

static double read_reward(reading *r)
{
  const double x = read_number(r);
  if (!(fabs(x) <= LARGEST_NUMBER)) r->sound = false;
  return x;
}

static int64_t read_rounds(reading *r)
{
  const int64_t rounds = read_whole(r, 0, LARGEST_ROUND);
  return rounds ? rounds : FOREVER;
}

/* NULL if there is none; coordinates that are none make the journal unsound. */
static const double *read_context(const agent *a, reading *r)
{
  const double *context = a->setup.context_size ? r->at : NULL;
  for (int i = 0; i < a->setup.context_size; i++)
    if (!(fabs(read_number(r)) <= LARGEST_COORDINATE)) r->sound = false;
  return context;
}

static agent_result replay_choice(agent *a, reading *r)
{
  int number, wait;
  const int64_t action = read_whole(r, 0, 4e18);
  const double *context = read_context(a, r);
  if (!r->sound) return AGENT_UNSOUND;
  a->state.recalled = a->believes ? action : -1;
  const agent_result chosen = agent_choose(a, context, &number, &wait);
  a->state.recalled = -1;
  if (chosen != AGENT_DONE) return chosen;
  return (int64_t)number * agent_waits(&a->state) + wait - 1 == action ? AGENT_DONE : AGENT_DIFFERS;
}

static agent_result replay_outside(agent *a, reading *r, bool overrules)
{
  const int waits = agent_waits(&a->state);
  const int64_t action = read_whole(r, 0, (double)INT32_MAX * waits);
  const int number = (int)(action / waits), wait = (int)(action % waits) + 1;
  const double *context = overrules ? NULL : read_context(a, r);
  if (!r->sound) return AGENT_UNSOUND;
  return overrules ? agent_overrule(a, number, wait) : agent_choose_outside(a, context, number, wait);
}

static agent_result replay_end(agent *a, reading *r, bool shown)
{
  const int delay = (int)read_whole(r, 0, INT32_MAX);
  const double reward = shown ? read_reward(r) : 0;
  return r->sound ? agent_end(a, delay, shown, reward) : AGENT_UNSOUND;
}

static agent_result replay_late(agent *a, reading *r)
{
  const int64_t ticket = read_whole(r, 1, LARGEST_ROUND);
  const double reward = read_reward(r);
  return r->sound ? agent_learn_late(a, ticket, reward) : AGENT_UNSOUND;
}

static agent_result replay_entry(agent *a, reading *r)
{
  const int number = (int)read_whole(r, 0, INT32_MAX);
  const int64_t last = read_rounds(r), patience = read_rounds(r);
  return r->sound ? agent_enter(a, number, last, patience) : AGENT_UNSOUND;
}

static agent_result replay_leaving(agent *a, reading *r, bool away)
{
  const int count = (int)read_whole(r, 1, (double)(r->end - r->at));
  if (!r->sound || count > r->end - r->at) return AGENT_UNSOUND;
  int *numbers = memory_zeroed((size_t)count, sizeof *numbers);
  if (!numbers) {
    a->state.failure = status_no_memory();
    return AGENT_FAILED;
  }
  for (int i = 0; i < count; i++) numbers[i] = (int)read_whole(r, 0, INT32_MAX);
  const agent_result left = r->sound ? agent_leave(a, numbers, count, away) : AGENT_UNSOUND;
  free(numbers);
  return left;
}

static agent_result replay_call(agent *a, char call, reading *r)
{
  switch (call) {
  case 'c': return replay_choice(a, r);
  case 'o':
  case 'w': return replay_outside(a, r, call == 'w');
  case 'l': {
    const double reward = read_reward(r);
    return r->sound ? agent_learn(a, reward) : AGENT_UNSOUND;
  }
  case 't':
  case 'u': return replay_end(a, r, call == 't');
  case 'p': return replay_late(a, r);
  case 's': {
    const int64_t round = read_whole(r, 1, LARGEST_ROUND);
    return r->sound ? agent_pass(a, round) : AGENT_UNSOUND;
  }
  case 'e': return replay_entry(a, r);
  case 'x':
  case 'a': return replay_leaving(a, r, call == 'a');
  default: return AGENT_UNSOUND;
  }
}

/* From here on the policy is asked again. */
static void stop_believing(agent *a, const agent_mark *from)
{
  if (!a->believes) return;
  a->believes = false;
  a->mark[1] = *from;
  stream_go_to(&a->state.game.roster.random, &from->used);
}

agent_result agent_replay(agent *a, const agent_past *past, replayed *done)
{
  const double *const numbers = past->numbers;
  reading r = {numbers ? numbers + done->numbers : NULL, numbers ? numbers + past->number_count : NULL, true};
  if (past->mark.calls > past->call_count) return AGENT_UNSOUND;
  if ((is_told(a) || !a->setup.type->choose) && past->mark.calls > done->calls) a->believes = true;
  for (; done->calls < past->call_count; done->calls++) {
    if (done->calls == past->mark.calls) stop_believing(a, &past->mark);
    const agent_result made = replay_call(a, past->calls[done->calls], &r);
    if (made != AGENT_DONE) return made;
    done->numbers = (size_t)(r.at - numbers);
  }
  stop_believing(a, &past->mark);
  set_mark(a);
  return r.at == r.end ? AGENT_DONE : AGENT_UNSOUND;
}

/* --- opening and closing ---------------------------------------------------- */

status agent_open(agent *a, const agent_setup *setup)
{
  a->setup = *setup;
  if (!a->setup.span) a->setup.span = AGENT_SPAN;
  a->mark[0] = a->mark[1] = (agent_mark){0};
  a->believes = a->learns_by_chance = false;
  a->journal = (journal){{.size = 1}, {.size = sizeof(double)}};
  return agent_state_open(&a->state, &a->setup, setup->arms);
}

void agent_close(agent *a)
{
  agent_state_close(&a->state);
  growable_free(&a->journal.calls);
  growable_free(&a->journal.numbers);
}
