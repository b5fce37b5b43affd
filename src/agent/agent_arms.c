/* The arms of an agent as they come and go: by what is known of them, in the
 * order in which a game's traits act (patience, deaths, entries), and when
 * somebody says so. */
#include "agent_state.h"

static int64_t now(const agent_state *s) { return s->roster.view.round; }

/* --- places ----------------------------------------------------------------- */

/* Policies that do not play bandits whose arms die do not expect another arm
 * at a place that one had. */
static bool places_are_used_again(const agent_state *s) { return !(s->setup->refuses & HAS_LIFETIMES); }

void agent_arm_release(agent_state *s, int number)
{
  agent_arm *a = agent_arm_at(s, number);
  const bool in_play = s->playing && s->open_number == number;
  if (a->place < 0 || a->state != ARM_GONE || in_play || !places_are_used_again(s)) return;
  s->free_place[s->free_count++] = a->place;
  a->place = -1;
}

/* --- leaving ---------------------------------------------------------------- */

static void leave(agent_state *s, int number, int64_t last)
{
  agent_arm *a = agent_arm_at(s, number);
  a->state = ARM_GONE;
  a->last = last;
  roster_leave(&s->roster, a->place, last, true);
  agent_arm_release(s, number);
}

static int64_t deadline_after(const agent_arm *a, int64_t last_pull)
{
  return a->patience >= FOREVER - last_pull ? FOREVER : last_pull + a->patience;
}

/* The arm in play is not neglected. */
static int64_t true_deadline(const agent_state *s, int number)
{
  const agent_arm *a = agent_arm_at(s, number);
  return deadline_after(a, s->playing && number == s->open_number ? now(s) - 1 : a->last_pull);
}

static void neglected_leave(agent_state *s)
{
  heap *h = &s->deadlines;
  roster_hold(&s->roster);
  while (!heap_is_empty(h) && heap_first(h).round < now(s)) {
    const int number = heap_first(h).arm;
    const int64_t deadline = true_deadline(s, number);
    const bool live = agent_arm_at(s, number)->state == ARM_LIVE;
    if (live && deadline >= now(s)) {
      heap_postpone(h, deadline);
      continue;
    }
    heap_pop(h);
    if (live) leave(s, number, deadline);
  }
  roster_settle(&s->roster);
}

static void dead_leave(agent_state *s)
{
  roster_hold(&s->roster);
  while (!heap_is_empty(&s->deaths) && heap_first(&s->deaths).round < now(s)) {
    const heap_item dead = heap_first(&s->deaths);
    heap_pop(&s->deaths);
    const agent_arm *a = agent_arm_at(s, dead.arm);
    if (a->state == ARM_LIVE && a->last == dead.round) leave(s, dead.arm, dead.round);
  }
  roster_settle(&s->roster);
}

/* --- coming ----------------------------------------------------------------- */

static void push(agent_state *s, heap *h, int64_t round, int number)
{
  if (round != FOREVER && !heap_push(h, round, number)) s->failure = status_no_memory();
}

static void tell_entered(agent_state *s, int place)
{
  if (s->roster.started && s->roster.type->arm_entered)
    s->roster.type->arm_entered(&s->roster.player, &s->roster.view, place);
}

static void come(agent_state *s, int number, int64_t first)
{
  agent_arm *a = agent_arm_at(s, number);
  a->state = ARM_LIVE;
  a->first = first;
  a->last_pull = first - 1;
  s->patience[a->place] = a->patience;
  push(s, &s->deadlines, deadline_after(a, a->last_pull), number);
  push(s, &s->deaths, a->last, number);
  roster_enter(&s->roster, a->place, number, first, a->last);
  tell_entered(s, a->place);
}

/* It is the same arm; its patience begins anew. */
static void come_back(agent_state *s, int number)
{
  agent_arm *a = agent_arm_at(s, number);
  a->state = ARM_LIVE;
  a->last_pull = now(s) - 1;
  push(s, &s->deadlines, deadline_after(a, a->last_pull), number);
  push(s, &s->deaths, a->last, number);
  roster_back(&s->roster, a->place);
}

static void expected_come(agent_state *s)
{
  while (!heap_is_empty(&s->entries) && heap_first(&s->entries).round <= now(s)) {
    const heap_item due = heap_first(&s->entries);
    heap_pop(&s->entries);
    if (agent_arm_at(s, due.arm)->state == ARM_EXPECTED) come(s, due.arm, due.round);
  }
}

/* --- what is due ------------------------------------------------------------ */

static int64_t after(const heap *h)
{
  if (heap_is_empty(h)) return FOREVER;
  return heap_first(h).round == FOREVER ? FOREVER : heap_first(h).round + 1;
}

int64_t agent_arms_next(const agent_state *s)
{
  const int64_t death = after(&s->deaths), exit = after(&s->deadlines);
  const int64_t entry = heap_is_empty(&s->entries) ? FOREVER : heap_first(&s->entries).round;
  const int64_t gone = death < exit ? death : exit;
  return gone < entry ? gone : entry;
}

void agent_arms_act(agent_state *s)
{
  neglected_leave(s);
  dead_leave(s);
  expected_come(s);
}

/* --- from outside ----------------------------------------------------------- */

static agent_arm *add_arm(agent_state *s, int64_t last, int64_t patience)
{
  const size_t waits = (size_t)s->setup->waits;
  if (!growable_reserve(&s->tallies, (s->arms.count + 1) * waits)) return NULL;
  agent_arm *a = growable_add(&s->arms);
  if (a) *a = (agent_arm){.state = ARM_EXPECTED, .place = -1, .patience = patience, .last = last};
  return a;
}

static bool add_new(agent_state *s, int64_t last, int64_t patience)
{
  agent_arm *a = add_arm(s, last, patience);
  if (!a) s->failure = status_no_memory();
  else a->place = s->free_place[--s->free_count];
  return a != NULL;
}

agent_result agent_state_enter(agent_state *s, int number, int64_t last, int64_t patience)
{
  if (s->failure.code) return AGENT_FAILED;
  if (number < 0 || number > agent_state_arms(s)) return AGENT_UNKNOWN;
  const agent_result settled = agent_state_settle(s);
  if (settled != AGENT_DONE) return settled;
  const bool is_new = number == agent_state_arms(s);
  const arm_state state = is_new ? ARM_EXPECTED : agent_arm_at(s, number)->state;
  if (state == ARM_LIVE) return AGENT_THERE;
  if (state == ARM_GONE) return AGENT_GONE;
  if (state == ARM_EXPECTED && (s->setup->refuses & HAS_ENTRIES)) return AGENT_STAYS;
  if (last < now(s)) return AGENT_PAST;
  if (is_new && s->free_count == 0) return AGENT_FULL;
  if (is_new && !add_new(s, last, patience)) return AGENT_FAILED;
  agent_arm_at(s, number)->last = last;
  if (state == ARM_AWAY) come_back(s, number);
  else come(s, number, now(s));
  if (s->roster.player.failure.code) s->failure = s->roster.player.failure;
  return s->failure.code ? AGENT_FAILED : AGENT_DONE;
}

static agent_result may_leave(const agent_state *s, const int *numbers, int count, bool away)
{
  for (int i = 0; i < count; i++) {
    if (numbers[i] < 0 || numbers[i] >= agent_state_arms(s)) return AGENT_GONE;
    if (agent_arm_at(s, numbers[i])->state != ARM_LIVE) return AGENT_GONE;
    for (int j = 0; j < i; j++)
      if (numbers[j] == numbers[i]) return AGENT_GONE;
  }
  return s->setup->refuses & (away ? HAS_REPLAY : HAS_LIFETIMES) ? AGENT_STAYS : AGENT_DONE;
}

agent_result agent_state_leave(agent_state *s, const int *numbers, int count, bool away)
{
  if (s->failure.code) return AGENT_FAILED;
  const agent_result settled = agent_state_settle(s);
  if (settled != AGENT_DONE) return settled;
  const agent_result answer = may_leave(s, numbers, count, away);
  if (answer != AGENT_DONE) return answer;
  if (!away) roster_hold(&s->roster);
  for (int i = 0; i < count; i++) {
    if (!away) {
      leave(s, numbers[i], now(s) - 1);
      continue;
    }
    agent_arm_at(s, numbers[i])->state = ARM_AWAY;
    roster_away(&s->roster, agent_arm_at(s, numbers[i])->place);
  }
  if (!away) roster_settle(&s->roster);
  return AGENT_DONE;
}

/* --- opening ---------------------------------------------------------------- */

static int64_t rounds_of(const double *x, int arm) { return x ? rounds_from(x[arm]) : FOREVER; }

static bool describe_arms(agent_state *s)
{
  const agent_setup *setup = s->setup;
  for (int arm = 0; arm < setup->arms; arm++) {
    agent_arm *a = add_arm(s, rounds_of(setup->last, arm), rounds_of(setup->patience, arm));
    if (!a) return false;
    a->place = arm;
    s->roster.number[arm] = arm;
    push(s, &s->entries, setup->from ? rounds_of(setup->from, arm) : 1, arm);
  }
  return !s->failure.code;
}

bool agent_arms_open(agent_state *s)
{
  const size_t room = (size_t)s->room;
  if (!heap_open(&s->entries, room, &s->memory) || !heap_open(&s->deadlines, room, &s->memory) ||
      !heap_open(&s->deaths, room, &s->memory) || !describe_arms(s))
    return false;
  for (int place = s->room; place-- > s->setup->arms;) s->free_place[s->free_count++] = place;
  expected_come(s);
  return !s->failure.code;
}
