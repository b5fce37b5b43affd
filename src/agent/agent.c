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

static bool has_room(agent *a, size_t numbers)
{
  if (room_for(&a->journal.calls, 1) && room_for(&a->journal.numbers, numbers)) return true;
  a->state.failure = status_no_memory();
  return false;
}

static void put_number(journal *j, double x) { ((double *)j->numbers.items)[j->numbers.count++] = x; }

static void put_call(journal *j, char call) { ((char *)j->calls.items)[j->calls.count++] = call; }

static double number_of_rounds(int64_t rounds) { return rounds == FOREVER ? 0 : (double)rounds; }

static void put_time(journal *j, int64_t round)
{
  const char *calls = j->calls.items;
  const double *numbers = j->numbers.items, now = (double)round;
  if (j->calls.count && calls[j->calls.count - 1] == 's' && numbers[j->numbers.count - 1] == now) return;
  put_call(j, 's');
  put_number(j, now);
}

/* A call that was refused may have let happen what was due. */
static agent_result refused(agent *a, agent_result why)
{
  if (why != AGENT_UNLEARNED && why != AGENT_FAILED) put_time(&a->journal, agent_round(&a->state));
  return why;
}

/* --- calls ------------------------------------------------------------------ */

agent_result agent_choose(agent *a, const double *context, int *number, int *wait)
{
  if (a->state.failure.code || !has_room(a, 1 + (size_t)a->setup.context_size)) return AGENT_FAILED;
  const agent_result r = agent_state_choose(&a->state, context, number, wait);
  if (r != AGENT_DONE) return refused(a, r);
  put_call(&a->journal, 'c');
  put_number(&a->journal, (double)*number * agent_waits(&a->state) + *wait - 1);
  for (int i = 0; context && i < a->setup.context_size; i++) put_number(&a->journal, context[i]);
  return r;
}

agent_result agent_learn(agent *a, double reward)
{
  if (a->state.failure.code || !has_room(a, 1)) return AGENT_FAILED;
  if (agent_has_waiting(&a->state)) return AGENT_TIMELESS;
  const agent_result r = agent_state_end(&a->state, 0, true, reward);
  if (r != AGENT_DONE) return r;
  put_call(&a->journal, 'l');
  put_number(&a->journal, reward);
  return r;
}

agent_result agent_end(agent *a, int delay, bool shown, double reward)
{
  if (a->state.failure.code || !has_room(a, 2)) return AGENT_FAILED;
  if (!agent_has_waiting(&a->state)) return AGENT_TIMELESS;
  const agent_result r = agent_state_end(&a->state, delay, shown, reward);
  if (r != AGENT_DONE) return r;
  put_call(&a->journal, shown ? 't' : 'u');
  put_number(&a->journal, delay);
  if (shown) put_number(&a->journal, reward);
  return r;
}

agent_result agent_learn_late(agent *a, int64_t ticket, double reward)
{
  if (a->state.failure.code || !has_room(a, 2)) return AGENT_FAILED;
  const agent_result r = agent_state_show(&a->state, ticket, reward);
  if (r != AGENT_DONE) return r;
  put_call(&a->journal, 'p');
  put_number(&a->journal, (double)ticket);
  put_number(&a->journal, reward);
  return r;
}

agent_result agent_pass(agent *a, int64_t round)
{
  if (a->state.failure.code || !has_room(a, 1)) return AGENT_FAILED;
  const agent_result r = agent_state_pass(&a->state, round);
  if (r == AGENT_DONE) put_time(&a->journal, round);
  return r;
}

agent_result agent_leave(agent *a, const int *numbers, int count, bool away)
{
  if (a->state.failure.code || !has_room(a, 1 + (size_t)count)) return AGENT_FAILED;
  const agent_result r = agent_state_leave(&a->state, numbers, count, away);
  if (r != AGENT_DONE) return refused(a, r);
  put_call(&a->journal, away ? 'a' : 'x');
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
  const journal past = a->journal;
  const random_stream random = a->state.game.roster.random;
  agent_state_close(&a->state);
  a->journal = (journal){{.size = 1}, {.size = sizeof(double)}};
  replayed done = {0, 0};
  agent_result r = AGENT_FAILED;
  a->believes = true;
  if (!agent_state_open(&a->state, &a->setup, room).code)
    r = agent_replay(a, past.calls.items, past.calls.count, past.numbers.items, past.numbers.count, &done);
  a->believes = false;
  if (!a->setup.type->choose) a->state.game.roster.random = random; /* was not asked for again */
  growable old_calls = past.calls, old_numbers = past.numbers;
  growable_free(&old_calls);
  growable_free(&old_numbers);
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
  put_call(&a->journal, 'e');
  put_number(&a->journal, number);
  put_number(&a->journal, number_of_rounds(last));
  put_number(&a->journal, number_of_rounds(patience));
  return r;
}

/* --- from the start --------------------------------------------------------- */

/* What is left of a journal that is read. */
typedef struct reading {
  const double *at, *end;
  bool sound;
} reading;

static double take(reading *r)
{
  if (r->at && r->at < r->end) return *r->at++;
  r->sound = false;
  return 0;
}

static int64_t take_whole(reading *r, double min, double max)
{
  const double x = take(r);
  if (x >= min && x <= max && x == floor(x)) return (int64_t)x;
  r->sound = false;
  return (int64_t)min;
}

static double take_reward(reading *r)
{
  const double x = take(r);
  if (!(fabs(x) <= LARGEST_NUMBER)) r->sound = false;
  return x;
}

static int64_t take_rounds(reading *r)
{
  const int64_t rounds = take_whole(r, 0, LARGEST_ROUND);
  return rounds ? rounds : FOREVER;
}

/* What was chosen, as the answer of a policy outside. */
static void believe(agent *a, int64_t action)
{
  agent_state *s = &a->state;
  const int64_t number = action / agent_waits(s);
  if (agent_state_settle(s) != AGENT_DONE || number >= agent_state_arms(s)) return;
  const agent_arm *arm = agent_arm_at(s, (int)number);
  if (arm->state == ARM_LIVE) s->game.answer = arm->place * agent_waits(s) + (int)(action % agent_waits(s));
}

static agent_result replay_choice(agent *a, reading *r)
{
  int number, wait;
  const int64_t action = take_whole(r, 0, 4e18);
  const double *context = r->at;
  for (int i = 0; i < a->setup.context_size; i++)
    if (!(fabs(take(r)) <= LARGEST_COORDINATE)) r->sound = false;
  if (!r->sound) return AGENT_UNSOUND;
  if (a->believes && !a->setup.type->choose) believe(a, action);
  const agent_result chosen = agent_choose(a, a->setup.context_size ? context : NULL, &number, &wait);
  if (chosen != AGENT_DONE) return chosen;
  return (int64_t)number * agent_waits(&a->state) + wait - 1 == action ? AGENT_DONE : AGENT_DIFFERS;
}

static agent_result replay_end(agent *a, reading *r, bool shown)
{
  const int delay = (int)take_whole(r, 0, INT32_MAX);
  const double reward = shown ? take_reward(r) : 0;
  return r->sound ? agent_end(a, delay, shown, reward) : AGENT_UNSOUND;
}

static agent_result replay_late(agent *a, reading *r)
{
  const int64_t ticket = take_whole(r, 1, LARGEST_ROUND);
  const double reward = take_reward(r);
  return r->sound ? agent_learn_late(a, ticket, reward) : AGENT_UNSOUND;
}

static agent_result replay_entry(agent *a, reading *r)
{
  const int number = (int)take_whole(r, 0, INT32_MAX);
  const int64_t last = take_rounds(r), patience = take_rounds(r);
  return r->sound ? agent_enter(a, number, last, patience) : AGENT_UNSOUND;
}

static agent_result replay_leaving(agent *a, reading *r, bool away)
{
  const int count = (int)take_whole(r, 1, (double)(r->end - r->at));
  if (!r->sound || count > r->end - r->at) return AGENT_UNSOUND;
  int *numbers = memory_zeroed((size_t)count, sizeof *numbers);
  if (!numbers) {
    a->state.failure = status_no_memory();
    return AGENT_FAILED;
  }
  for (int i = 0; i < count; i++) numbers[i] = (int)take_whole(r, 0, INT32_MAX);
  const agent_result left = r->sound ? agent_leave(a, numbers, count, away) : AGENT_UNSOUND;
  free(numbers);
  return left;
}

static agent_result replay_call(agent *a, char call, reading *r)
{
  switch (call) {
  case 'c': return replay_choice(a, r);
  case 'l': {
    const double reward = take_reward(r);
    return r->sound ? agent_learn(a, reward) : AGENT_UNSOUND;
  }
  case 't':
  case 'u': return replay_end(a, r, call == 't');
  case 'p': return replay_late(a, r);
  case 's': {
    const int64_t round = take_whole(r, 1, LARGEST_ROUND);
    return r->sound ? agent_pass(a, round) : AGENT_UNSOUND;
  }
  case 'e': return replay_entry(a, r);
  case 'x':
  case 'a': return replay_leaving(a, r, call == 'a');
  default: return AGENT_UNSOUND;
  }
}

agent_result agent_replay(agent *a, const char *calls, size_t count, const double *numbers,
                          size_t number_count, replayed *done)
{
  const double *const end = numbers ? numbers + number_count : NULL;
  reading r = {numbers ? numbers + done->numbers : NULL, end, true};
  for (; done->calls < count; done->calls++) {
    const agent_result made = replay_call(a, calls[done->calls], &r);
    if (made != AGENT_DONE) return made;
    done->numbers = (size_t)(r.at - numbers);
  }
  return r.at == r.end ? AGENT_DONE : AGENT_UNSOUND;
}

/* --- opening and closing ---------------------------------------------------- */

status agent_open(agent *a, const agent_setup *setup)
{
  a->setup = *setup;
  a->journal = (journal){{.size = 1}, {.size = sizeof(double)}};
  return agent_state_open(&a->state, &a->setup, setup->arms);
}

void agent_close(agent *a)
{
  agent_state_close(&a->state);
  growable_free(&a->journal.calls);
  growable_free(&a->journal.numbers);
}
