/* Agents without R: every policy, with random choices and outcomes; an agent restored from
 * its journal is the same agent; after plays that somebody else chose it continues as after
 * its own; invalid journals, and every allocation failing in turn, do no harm. */
#include "settings.h"
#include "../../src/agent/agent.h"
#include "../../src/stopping/types.h"
#include <string.h>

enum { AGENT_SETTINGS = 9, STEPS = 300, COORDINATES = 3, SPAN = 16 };

static const double come[] = {1, 1, 1000000, 20}, end[] = {INFINITY, 60, 200, INFINITY};
static const double yes = 1, three = 3;

static parameter numbers(const char *name, const double *values, int count)
{
  return (parameter){.name = name, .values = values, .length = count, .rows = count};
}

/* What the traits of a setting are given; they stay where they are. */
static void add_trait(agent_setup *s, agent_trait *traits, const char *name, const parameter *items,
                      int count)
{
  traits[s->trait_count++] = (agent_trait){trait_find(name), {.items = items, .count = count}};
  s->traits = traits;
}

static void add_traits(agent_setup *s, int setting)
{
  static agent_trait traits[AGENT_SETTINGS][2];
  static parameter patient[1], lives[3], entries[1], waits[1], shared[2];
  patient[0] = numbers("patience", patience, TEST_ARMS);
  entries[0] = numbers("first", come, TEST_ARMS);
  lives[0] = numbers("first", come, TEST_ARMS);
  lives[1] = numbers("last", end, TEST_ARMS);
  lives[2] = numbers("known", &yes, 1);
  waits[0] = numbers("waits", &three, 1);
  shared[0] = numbers("share", share, TEST_ARMS);
  shared[1] = numbers("penalty", penalty, TEST_ARMS);
  agent_trait *here = traits[setting];
  if (setting == 1 || setting == 4 || setting == 7) add_trait(s, here, "patience", patient, 1);
  if (setting == 2) add_trait(s, here, "lifetimes", lives, 3);
  if (setting == 4 || setting == 8) add_trait(s, here, "entries", entries, 1);
  if (setting == 3 || setting == 6) add_trait(s, here, "waiting", waits, 1);
  if (setting == 5) add_trait(s, here, "fairness", shared, 2);
}

/* One that goes on with the arm named, and one that ends. */
static void add_stop(agent_setup *s, int setting)
{
  static stopping_rule rules[3];
  static stopping_plan goes_on = {.rules = rules, .count = 3, .commit = true},
                       ends = {.rules = rules, .count = 3};
  static parameter error[1], at[1];
  static const double large = 0.9, late = 150;
  error[0] = numbers("error", &large, 1);
  at[0] = numbers("round", &late, 1);
  rules[0] = (stopping_rule){.size = 3};
  rules[1] = (stopping_rule){.type = stopping_find("glr"), .size = 1, .given = {.items = error, .count = 1}};
  rules[2] = (stopping_rule){.type = stopping_find("at"), .size = 1, .given = {.items = at, .count = 1}};
  if (setting == 7) s->stopping = &goes_on;
  if (setting == 8) s->stopping = &ends;
}

static agent_setup setup_of(const policy_type *type, const parameters *told, int setting)
{
  agent_setup s = {.type = type,
                   .given = told,
                   .find = policy_find,
                   .replication = 1,
                   .seed = 5,
                   .horizon = 1000,
                   .refuses = type->refuses,
                   .own_plays = type->own_plays != NULL,
                   .arms = TEST_ARMS,
                   .logs = setting % 2 == 0,
                   .span = SPAN};
  s.identity = policy_identity(type, told, policy_find);
  add_traits(&s, setting);
  add_stop(&s, setting);
  if (setting == 5) s.refuses |= HAS_ENTRIES | HAS_LIFETIMES | HAS_REPLAY;
  if (setting == 0 || setting == 2) s.context_size = COORDINATES;
  return s;
}

static bool can_be(const agent_setup *s)
{
  unsigned given = s->context_size ? HAS_CONTEXT : 0;
  for (int i = 0; i < s->trait_count; i++) given |= s->traits[i].type->flag;
  const unsigned has = given | HAS_ENTRIES | HAS_LIFETIMES | HAS_SPREAD | HAS_DELAY;
  return !s->type->sees_means && !(given & s->type->refuses) && (!s->type->needs || (has & s->type->needs));
}

static uint32_t dice;

static int below(int n)
{
  dice = dice * 1664525u + 1013904223u;
  return (int)((dice >> 8) % (uint32_t)(n > 0 ? n : 1));
}

/* One call at random, sensible or not. */
static void step(agent *a)
{
  const agent_state *s = &a->state;
  double context[COORDINATES];
  int number, wait, numbers[2];
  for (int i = 0; i < COORDINATES; i++) context[i] = below(100) / 50.0 - 1;
  const double *seen = a->setup.context_size ? context : NULL;
  switch (below(14)) {
  case 12: agent_overrule(a, below(agent_state_arms(s)), 1 + below(agent_waits(s))); return;
  case 13: agent_choose_outside(a, seen, below(agent_state_arms(s)), 1 + below(agent_waits(s))); return;
  case 0: agent_learn_late(a, 1 + below((int)agent_state_ticket(s) + 2), below(2)); return;
  case 1: agent_pass(a, agent_round(s) + below(4) - 1); return;
  case 2:
    agent_enter(a, below(agent_state_arms(s) + 1), below(3) ? FOREVER : agent_round(s) + below(50),
                1 + below(30));
    return;
  case 3:
    for (int i = 0; i < 2; i++) numbers[i] = below(agent_state_arms(s));
    agent_leave(a, numbers, 1 + below(2), below(2));
    return;
  case 4: agent_choose(a, seen, &number, &wait); return;
  default:
    agent_choose(a, seen, &number, &wait);
    if (agent_has_waiting(s)) agent_end(a, below(4), below(5) > 0, below(2));
    else agent_learn(a, below(101) / 100.0);
  }
}

/* How often each kind of call succeeded. */
static long made[128];

static void count_calls(const agent *a)
{
  for (size_t i = 0; i < a->journal.calls.count; i++) made[(int)((char *)a->journal.calls.items)[i]]++;
}

static long stopped;

static void must_have_stopped_alike(agent *a, agent *b)
{
  const agent_verdict x = agent_state_verdict(&a->state), y = agent_state_verdict(&b->state);
  CLAIM(x.round == y.round && x.plays == y.plays && x.number == y.number && x.reason == y.reason);
  stopped += game_has_stopped(&a->state.game);
}

static void must_be_same(agent *a, agent *b)
{
  must_have_stopped_alike(a, b);
  const agent_state *s = &a->state, *t = &b->state;
  CLAIM(s->game.plays == t->game.plays && s->game.playing == t->game.playing &&
        agent_round(s) == agent_round(t));
  CLAIM(agent_state_arms(s) == agent_state_arms(t) &&
        s->game.roster.view.live_count == t->game.roster.view.live_count);
  CLAIM(a->journal.calls.count == b->journal.calls.count &&
        a->journal.numbers.count == b->journal.numbers.count);
  for (int i = 0; i < agent_state_arms(s); i++)
    for (int wait = 1; wait <= agent_waits(s); wait++) {
      const agent_tally *x = agent_tally_at(s, i, wait), *y = agent_tally_at(t, i, wait);
      CLAIM(x->pulls == y->pulls && x->shown == y->shown &&
            sum_value(&x->observed) == sum_value(&y->observed));
      CLAIM(agent_arm_at(s, i)->state == agent_arm_at(t, i)->state);
    }
  const random_used used = stream_used(&s->game.roster.random), again = stream_used(&t->game.roster.random);
  CLAIM(same_used(&used, &again));
  for (int i = 0; i < 2; i++)
    CLAIM(a->mark[i].calls == b->mark[i].calls && same_used(&a->mark[i].used, &b->mark[i].used));
}

static agent_result play_again(agent *b, const agent_setup *setup, const journal *j, agent_mark mark)
{
  replayed done = {0, 0};
  CLAIM(!agent_open(b, setup).code);
  const agent_past past = {j->calls.items, j->calls.count, j->numbers.items, j->numbers.count, mark};
  return agent_replay(b, &past, &done);
}

static long believed;

/* Without random numbers the policy can be asked again from any call on: its choices after it are those
 * in the journal. */
static void can_be_asked_from_anywhere(const agent_setup *setup, const agent *a)
{
  const random_used used = stream_used(&a->state.game.roster.random), none = {0};
  if (!setup->type->told_suffices || !same_used(&used, &none)) return;
  agent *b = calloc(1, sizeof *b);
  CLAIM(b);
  for (int i = 0; i < 30; i++) {
    const agent_mark from = {(size_t)below((int)a->journal.calls.count + 1), {0}};
    CLAIM(play_again(b, setup, &a->journal, from) == AGENT_DONE);
    agent_close(b);
  }
  free(b);
}

static void goes_on_from_its_journal(const agent_setup *setup, uint32_t seed)
{
  agent *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  CLAIM(a && b);
  dice = seed;
  if (!agent_open(a, setup).code) {
    for (int i = 0; i < STEPS; i++) step(a);
    count_calls(a);
    CLAIM(play_again(b, setup, &a->journal, agent_last_mark(a)) == AGENT_DONE);
    believed += b->setup.type->told_suffices && a->mark[0].calls > 0;
    must_be_same(a, b);
    can_be_asked_from_anywhere(setup, a);
    const uint32_t here = dice;
    for (int i = 0; i < 50; i++) step(a);
    dice = here;
    for (int i = 0; i < 50; i++) step(b);
    must_be_same(a, b);
    agent_close(b);
  }
  agent_close(a);
  free(a);
  free(b);
}

/* Own plays of one agent are told another as those of somebody else: from then on both
 * choose the same, with the same random numbers. */
static long taught;

static bool choose_alike(agent *a, agent *b, bool outside)
{
  double context[COORDINATES];
  int number, wait, other, waited;
  for (int i = 0; i < COORDINATES; i++) context[i] = below(100) / 50.0 - 1;
  const double *seen = a->setup.context_size ? context : NULL;
  const agent_result r = agent_choose(a, seen, &number, &wait);
  if (r == AGENT_DONE && outside) CLAIM(agent_choose_outside(b, seen, number, wait) == AGENT_DONE);
  else CLAIM(agent_choose(b, seen, &other, &waited) == r);
  if (r != AGENT_DONE) return false;
  CLAIM(outside || (number == other && wait == waited));
  const int took = below(wait + 1), reward = below(2);
  if (below(5) == 0 && !(a->setup.refuses & HAS_DELAY) && !agent_has_waiting(&a->state)) return true;
  agent *const both[] = {a, b};
  for (int i = 0; i < 2; i++)
    CLAIM((agent_has_waiting(&a->state) ? agent_end(both[i], took, true, reward)
                                        : agent_learn(both[i], reward)) == AGENT_DONE);
  taught += outside;
  return true;
}

static void learns_from_others(const agent_setup *setup, uint32_t seed)
{
  agent *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  CLAIM(a && b);
  dice = seed;
  const bool refuses = agent_open(a, setup).code != 0;
  CLAIM(refuses == (agent_open(b, setup).code != 0));
  for (int i = 0; i < STEPS && !refuses && choose_alike(a, b, true);) i++;
  const random_used used = stream_used(&a->state.game.roster.random);
  if (!refuses) stream_go_to(&b->state.game.roster.random, &used);
  for (int i = 0; i < 50 && !refuses && choose_alike(a, b, false);) i++;
  agent_close(a);
  agent_close(b);
  free(a);
  free(b);
}

static void refuses_others(const agent_setup *setup)
{
  static agent a;
  if (!agent_open(&a, setup).code) {
    CLAIM(agent_choose_outside(&a, NULL, 0, 1) == AGENT_OWN && agent_overrule(&a, 0, 1) == AGENT_OWN);
    CLAIM(a.journal.calls.count == 0 && agent_round(&a.state) == 1);
  }
  agent_close(&a);
}

/* What is in the file of somebody who means harm. */
static void survives_false_journals(const agent_setup *setup, uint32_t seed)
{
  agent *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  CLAIM(a && b);
  dice = seed;
  if (!agent_open(a, setup).code) {
    static const double odd[] = {-1, 0, 1, 2, 0.5, 1e9, 1e300, NAN, INFINITY, 4e18, 281474976710656.0};
    for (int i = 0; i < 60; i++) step(a);
    journal *j = &a->journal;
    for (int i = 0; i < 100 && j->numbers.count; i++) {
      ((double *)j->numbers.items)[below((int)j->numbers.count)] = odd[below(sizeof odd / sizeof odd[0])];
      if (below(2) && j->calls.count)
        ((char *)j->calls.items)[below((int)j->calls.count)] = "cltupsexaow?"[below(12)];
      agent_mark from = {.calls = (size_t)below((int)j->calls.count + 2)};
      from.used.numbers = (uint64_t)below(1000);
      for (int clock = 0; clock < CLOCKS; clock++) from.used.turns[clock] = (uint64_t)below(1000);
      play_again(b, setup, j, from);
      for (int k = 0; k < 5; k++) step(b);
      agent_close(b);
    }
  }
  agent_close(a);
  free(a);
  free(b);
}

/* However often an arm is away, one death and one deadline of it are expected: no
 * memory is asked for. */
static void remembers_each_arm_once(void)
{
  static const double far[] = {1e6, 1e6, 1e6, 1e6}, at_once[] = {1, 1, 1, 1};
  const parameters none = {0};
  agent_setup setup = setup_of(policy_find("policy_ucb1"), &none, 0);
  setup.context_size = 0;
  const parameter lives[] = {numbers("first", at_once, TEST_ARMS), numbers("last", far, TEST_ARMS)};
  const parameter patient = numbers("patience", far, TEST_ARMS);
  const agent_trait traits[] = {{trait_find("patience"), {.items = &patient, .count = 1}},
                                {trait_find("lifetimes"), {.items = lives, .count = 2}}};
  setup.traits = traits;
  setup.trait_count = 2;
  agent *a = calloc(1, sizeof *a);
  CLAIM(a && !agent_open(a, &setup).code);
  const arena_piece *before = a->state.game.memory.pieces;
  for (int i = 0; i < 500; i++) {
    const int number = i % TEST_ARMS;
    CLAIM(agent_leave(a, &number, 1, true) == AGENT_DONE);
    CLAIM(agent_enter(a, number, 1000000 - i, 1000000) == AGENT_DONE);
  }
  CLAIM(a->state.game.memory.pieces == before);
  agent_close(a);
  free(a);
}

/* A round that passes is put down, once however often it is said. */
static void puts_down_each_time_once(void)
{
  const parameters none = {0};
  agent_setup setup = setup_of(policy_find("policy_ucb1"), &none, 0);
  setup.trait_count = 0;
  agent *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  CLAIM(a && b && !agent_open(a, &setup).code);
  for (int i = 0; i < 3; i++)
    for (int again = 0; again < 2; again++) CLAIM(agent_pass(a, 5 + i) == AGENT_DONE);
  CLAIM(a->journal.calls.count == 3 && a->journal.numbers.count == 3);
  CLAIM(play_again(b, &setup, &a->journal, agent_last_mark(a)) == AGENT_DONE && agent_round(&b->state) == 7);
  agent_close(a);
  agent_close(b);
  free(a);
  free(b);
}

/* The policy would use random numbers to learn what lies between 0 and 1. */
static void is_told_nothing_once_stopped(void)
{
  const parameter beta = {.name = "family", .text = "bernoulli"};
  const parameters of_policy = {.items = &beta, .count = 1};
  agent_setup setup = setup_of(policy_find("policy_thompson"), &of_policy, 7);
  setup.trait_count = 0;
  agent *a = calloc(1, sizeof *a);
  int number, wait;
  CLAIM(a && !agent_open(a, &setup).code);
  while (!game_has_stopped(&a->state.game)) {
    CLAIM(agent_round(&a->state) < 200 && agent_choose(a, NULL, &number, &wait) == AGENT_DONE);
    CLAIM(agent_learn(a, number == 1) == AGENT_DONE);
  }
  const random_used used = stream_used(&a->state.game.roster.random);
  for (int i = 0; i < 50; i++) {
    CLAIM(agent_choose(a, NULL, &number, &wait) == AGENT_DONE && number == 1);
    CLAIM(agent_learn(a, 0.5) == AGENT_DONE);
  }
  const random_used then = stream_used(&a->state.game.roster.random);
  CLAIM(same_used(&then, &used));
  agent_close(a);
  free(a);
}

/* An arm that was away when its life was to end, and is told to live on: also the rules that stop
 * an agent see it again. */
static void is_judged_when_back(void)
{
  static const double at_once[] = {1, 1, 1, 1}, soon[] = {10, 1e6, 1e6, 1e6};
  const parameters none = {0};
  const parameter lives[] = {numbers("first", at_once, TEST_ARMS), numbers("last", soon, TEST_ARMS),
                             numbers("known", &yes, 1)};
  const agent_trait lifetimes = {trait_find("lifetimes"), {.items = lives, .count = 3}};
  agent_setup setup = setup_of(policy_find("policy_ucb1"), &none, 7);
  setup.traits = &lifetimes;
  setup.trait_count = 1;
  static const double tiny = 1e-9;
  const parameter error = numbers("error", &tiny, 1);
  const stopping_rule never = {
      .type = stopping_find("glr"), .size = 1, .given = {.items = &error, .count = 1}};
  const stopping_plan plan = {.rules = &never, .count = 1, .commit = true};
  setup.stopping = &plan;
  agent *a = calloc(1, sizeof *a);
  int number, wait;
  const int first = 0;
  CLAIM(a && !agent_open(a, &setup).code);
  for (int i = 0; i < 12; i++) {
    if (i == 8) CLAIM(agent_leave(a, &first, 1, true) == AGENT_DONE);
    CLAIM(agent_choose(a, NULL, &number, &wait) == AGENT_DONE);
    CLAIM(agent_learn(a, number == 0) == AGENT_DONE);
  }
  const stopping *s = a->state.game.stopping;
  CLAIM(!s->there[0] && s->seen.leader != 0);
  CLAIM(agent_enter(a, 0, FOREVER, 1) == AGENT_DONE && s->there[0]);
  CLAIM(agent_choose(a, NULL, &number, &wait) == AGENT_DONE && agent_learn(a, 0) == AGENT_DONE);
  CLAIM(s->seen.leader == 0);
  agent_close(a);
  free(a);
}

#ifdef UNRULY_TEST_MEMORY
/* With the n-th allocation refused; true if there was none. */
static bool agent_with_failure(const agent_setup *setup, long n)
{
  agent *a = calloc(1, sizeof *a);
  CLAIM(a);
  dice = 3;
  memory_fail_after = n;
  status s = agent_open(a, setup);
  for (int i = 0; i < 80 && !s.code; i++) step(a);
  const bool spent = memory_fail_after < 0;
  memory_fail_after = -1;
  CLAIM(!spent || s.code || a->state.failure.code); /* a refusal is always noticed */
  if (!s.code) step(a);                             /* and later calls do no harm */
  agent_close(a);
  free(a);
  return !spent;
}
#endif

int main(void)
{
  int agents = 0;
  long refused = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int setting = 0; setting < AGENT_SETTINGS; setting++) {
    for (int i = 0; i < policy_registry_count; i++) {
      described told = {0};
      with_necessary(&told, policy_registry[i]->constructor);
      const parameters of_policy = given(&told);
      const agent_setup setup = setup_of(policy_registry[i], &of_policy, setting);
      if (!can_be(&setup)) continue;
      agents++;
      for (uint32_t seed = 1; seed <= 3; seed++) goes_on_from_its_journal(&setup, seed);
      survives_false_journals(&setup, 7);
      if (setup.own_plays) refuses_others(&setup);
      else learns_from_others(&setup, 11);
#ifdef UNRULY_TEST_MEMORY
      for (long n = 0; !agent_with_failure(&setup, n); n++) refused++;
#endif
    }
  }
  printf("%d agents go on from their journals, and survive false ones and %ld refused allocations\n", agents,
         refused);
  remembers_each_arm_once();
  puts_down_each_time_once();
  is_told_nothing_once_stopped();
  is_judged_when_back();
  CLAIM(believed > 100 && stopped > 100 && taught > 10000);
  for (const char *call = "cltupsexaow"; *call; call++) CLAIM(made[(int)*call] > 100);
  return 0;
}
